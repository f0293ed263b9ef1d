"""One call, nothing kept: for meshes that are at hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Optional, Union

import numpy as np

from . import _pliant
from ._meshes import Mesh, MeshLike, numbers_of, positions_of, split
from ._scene import Scene
from ._types import Array, Containment, HullDistance, Intersections, Overlap, Penetrations

_worth_threads = 5000

Path = Union[str, "os.PathLike[str]"]


def _borrowable(positions: Array) -> Array:
    """Rows whose coordinates are neighbours in memory; a copy where they are not. Nothing is kept, so a copy will do."""
    if positions.ndim == 2 and positions.dtype.kind == "f" and positions.strides[1] != positions.itemsize:
        return np.ascontiguousarray(positions)
    return positions if positions.dtype.kind == "f" else positions.astype(np.float64)


def _scene_for(elements: int, threads: Optional[int]) -> Scene:
    """One thread where starting others would take longer than the search."""
    return Scene((1 if elements < _worth_threads else 0) if threads is None else threads)


def _scene_of(meshes: Sequence[MeshLike], threads: Optional[int]) -> Scene:
    parts = [split(mesh) for mesh in meshes]
    elements = [len(e) for _, *both in parts for e in both if e is not None]
    scene = _scene_for(sum(elements), threads)
    for positions, faces, tetrahedra in parts:
        if tetrahedra is not None:
            scene.add_volume(_borrowable(positions), tetrahedra)
        else:
            scene.add(_borrowable(positions), faces)
    return scene


def self_intersections(vertices: Any, faces: Any = None, *, threads: Optional[int] = None, **options: Any) -> Intersections:
    """Which triangles of a mesh intersect each other, exactly. A mesh object may stand for both arguments.

    >>> import numpy as np
    >>> vertices = np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0.5, 0.5, -1], [0.5, 0.5, 1], [3, 3, 1]], float)
    >>> self_intersections(vertices, [[0, 1, 2], [3, 4, 5]]).triangles.tolist()
    [[0, 1]]
    """
    if faces is None:
        return _scene_of([vertices], threads).intersections(**options)
    numbers = numbers_of(faces, 3)
    scene = _scene_for(len(numbers), threads)
    scene.add(_borrowable(positions_of(vertices)), numbers)
    return scene.intersections(**options)


def intersections(meshes: Sequence[MeshLike], *, threads: Optional[int] = None, **options: Any) -> Intersections:
    """Which triangles intersect, within the meshes and between them; bodies are numbered as the meshes are."""
    return _scene_of(meshes, threads).intersections(**options)


def penetrations(meshes: Sequence[MeshLike], *, threads: Optional[int] = None, **options: Any) -> Penetrations:
    """Which vertices are inside which tetrahedra: meshes are (vertices, tetrahedra) or (vertices, faces)."""
    return _scene_of(meshes, threads).penetrations(**options)


def overlap(a: MeshLike, b: MeshLike, *, threads: Optional[int] = None, **options: Any) -> Overlap:
    """The volume that two closed meshes share, with its error."""
    return _scene_of([a, b], threads).overlap(0, 1, **options)


def contains(mesh: MeshLike, points: Any, *, threads: Optional[int] = None, exact: bool = True) -> Containment:
    """Which points lie inside a closed mesh."""
    return _scene_of([mesh], threads).contains(0, _borrowable(positions_of(points)), exact=exact)


def distance(a: Any, b: Any) -> HullDistance:
    """Distance of the convex hulls of two sets of points.

    >>> distance([[0, 0, 0]], [[3, 4, 0], [6, 8, 0]]).distance
    5.0
    """
    raw = _pliant.hull_distance(_borrowable(positions_of(a)), _borrowable(positions_of(b)))
    points: Any = (tuple(raw["point_a"]), tuple(raw["point_b"]))
    return HullDistance(raw["distance"], raw["lower_bound"], raw["overlap"], *points)


def read(path: Path, *, weld: bool = False) -> list[Mesh]:
    """The bodies of a file: OBJ, PLY, STL (welded), OFF, glTF, MSH, MEDIT, VTK, TetGen, Vega. FileError names the place."""
    return [Mesh(*raw) for raw in _pliant.read_bodies(os.fspath(path), weld)]


def write(path: Path, mesh: MeshLike) -> None:
    """A surface as PLY or OBJ, a volume as Gmsh MSH."""
    positions, faces, tetrahedra = split(mesh)
    if tetrahedra is not None:
        _pliant.write_volume(os.fspath(path), _borrowable(positions), tetrahedra)
    else:
        _pliant.write_surface(os.fspath(path), _borrowable(positions), numbers_of(faces, 3))
