"""One call, nothing kept: for meshes that are at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

from . import _pliant
from ._meshes import MeshLike, borrowable, numbers_of, positions_of, split
from ._scene import Scene
from ._answers import (
    BodyDistance,
    Containment,
    Curves,
    HullDistance,
    Impacts,
    Intersections,
    Overlap,
    Penetrations,
    Proximities,
)

_worth_threads = 5000


def _scene_for(elements: int, threads: Optional[int]) -> Scene:
    """One thread where starting others would take longer than the search."""
    return Scene((1 if elements < _worth_threads else 0) if threads is None else threads)


def _scene_of(meshes: Sequence[MeshLike], threads: Optional[int]) -> Scene:
    parts = [split(mesh) for mesh in meshes]
    elements = [len(e) for _, *both in parts for e in both if e is not None]
    scene = _scene_for(sum(elements), threads)
    for positions, faces, tetrahedra in parts:
        if tetrahedra is not None:
            scene.add_volume(borrowable(positions), tetrahedra)
        else:
            scene.add(borrowable(positions), faces)
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
    scene.add(borrowable(positions_of(vertices)), numbers)
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
    return _scene_of([mesh], threads).contains(0, borrowable(positions_of(points)), exact=exact)


def curves(meshes: Sequence[MeshLike], *, threads: Optional[int] = None, **options: Any) -> Curves:
    """The lines along which the meshes meet, themselves and each other, and what they enclose."""
    return _scene_of(meshes, threads).curves(**options)


def proximities(
    meshes: Sequence[MeshLike], distance: float, *, threads: Optional[int] = None, **options: Any
) -> Proximities:
    """Which vertices and triangles, and which edges, are as near as a distance, decided exactly.

    >>> import numpy as np
    >>> vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 0.5], [2, 2, 3], [3, 2, 3]], float)
    >>> proximities([(vertices, [[0, 1, 2], [3, 4, 5]])], 0.5)
    <1 proximities: 1 vertex_triangle, 0 edge_edge>
    """
    return _scene_of(meshes, threads).proximities(distance, **options)


def distance(a: MeshLike, b: MeshLike, *, threads: Optional[int] = None) -> BodyDistance:
    """How far two meshes of any shape are apart.

    >>> import numpy as np
    >>> low = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> [round(d, 6) for d in distance((low, [[0, 1, 2]]), (low + [0, 0, 3], [[0, 1, 2]])).distance]
    [3.0, 3.0]
    """
    return _scene_of([a, b], threads).distance(0, 1)


def impacts(
    meshes: Sequence[MeshLike], moved: Sequence[Any], *, threads: Optional[int] = None, **options: Any
) -> Impacts:
    """What meets on the way from the meshes to other positions of theirs, each vertex on a straight line.

    >>> import numpy as np
    >>> floor = np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], float)
    >>> kite = np.array([[-1, 0, 1], [1, 0, 1], [0, 1, 2]], float)
    >>> found = impacts([(floor, [[0, 1, 2]]), (kite, [[0, 1, 2]])], [floor, kite - [0, 0, 2]])
    >>> [round(float(time[0]), 3) for time in found["time"]]
    [0.5, 0.5, 1.0]
    """
    if len(moved) != len(meshes):
        raise ValueError(f"moved: expected the positions of {len(meshes)} meshes, got {len(moved)}")
    scene = _scene_of(meshes, threads)
    scene.start_step()
    for body, positions in enumerate(moved):
        scene.move(body, borrowable(positions_of(positions)))
    return scene.impacts(**options)


def hull_distance(a: Any, b: Any) -> HullDistance:
    """Distance of the convex hulls of two sets of points.

    >>> hull_distance([[0, 0, 0]], [[3, 4, 0], [6, 8, 0]]).distance
    5.0
    """
    raw = _pliant.hull_distance(borrowable(positions_of(a)), borrowable(positions_of(b)))
    points: Any = (tuple(raw["point_a"]), tuple(raw["point_b"]))
    return HullDistance(raw["distance"], raw["lower_bound"], raw["overlap"], *points)
