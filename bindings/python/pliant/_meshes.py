"""Meshes of other libraries, taken as they are: anything with vertices and faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from ._types import Array


@dataclass(frozen=True)
class Mesh:
    """What `read` returns. `tetrahedra` is empty for a surface, `faces` for a volume."""

    name: str
    vertices: Array
    faces: Array
    tetrahedra: Array

    def to_trimesh(self) -> Any:
        """As a trimesh.Trimesh of the same vertices and faces; nothing is merged."""
        import trimesh

        return trimesh.Trimesh(self.vertices, self.faces, process=False)

    def to_pyvista(self) -> Any:
        """As a pyvista.PolyData, or an UnstructuredGrid of tetrahedra."""
        import pyvista

        if len(self.tetrahedra):
            return pyvista.UnstructuredGrid({pyvista.CellType.TETRA: self.tetrahedra}, self.vertices)
        padded = np.column_stack((np.full(len(self.faces), 3), self.faces))
        return pyvista.PolyData(self.vertices, padded.ravel())

    def to_meshio(self) -> Any:
        """As a meshio.Mesh, which writes many more formats."""
        import meshio

        cells = [("tetra", self.tetrahedra)] if len(self.tetrahedra) else [("triangle", self.faces)]
        return meshio.Mesh(self.vertices, cells)


MeshLike = Any  # a Mesh, (vertices, faces), or an object with vertices and faces, or with points and cells


def positions_of(given: Any) -> Array:
    """An array as it is; lists become float64."""
    return given if isinstance(given, np.ndarray) else np.asarray(given, dtype=np.float64)


def borrowable(positions: Array) -> Array:
    """Rows whose coordinates are neighbours in memory; a copy where they are not. Nothing is kept, so a copy will do."""
    if positions.ndim == 2 and positions.dtype.kind == "f" and positions.strides[1] != positions.itemsize:
        return np.ascontiguousarray(positions)
    return positions if positions.dtype.kind == "f" else positions.astype(np.float64)


def numbers_of(given: Any, corners: int) -> Array:
    """An array as it is; an empty list has no type of its own."""
    array = given if isinstance(given, np.ndarray) else np.asarray(given)
    return np.zeros((0, corners), np.uint32) if array.size == 0 else array


def _padded(faces: Any) -> Array:
    """PyVista's faces: 3 a b c 3 a b c ..."""
    flat = np.asarray(faces)
    if flat.ndim == 2:
        return flat
    rows = flat.reshape(-1, 4) if flat.size % 4 == 0 else None
    if rows is None or (rows[:, 0] != 3).any():
        raise ValueError("faces: expected triangles only; PyVista's triangulate() makes them")
    return rows[:, 1:]


def split(mesh: MeshLike) -> tuple[Array, Optional[Array], Optional[Array]]:
    """Positions, triangles, tetrahedra: one of the last two."""
    if isinstance(mesh, Mesh):
        return mesh.vertices, *((None, mesh.tetrahedra) if len(mesh.tetrahedra) else (mesh.faces, None))
    if isinstance(mesh, (tuple, list)) and len(mesh) == 2:
        elements = np.asarray(mesh[1])
        four = elements.ndim == 2 and elements.shape[1] == 4
        return positions_of(mesh[0]), *((None, elements) if four else (numbers_of(mesh[1], 3), None))
    if hasattr(mesh, "vertices") and hasattr(mesh, "faces"):  # trimesh and many others
        return np.asarray(mesh.vertices), np.asarray(mesh.faces), None
    if hasattr(mesh, "points") and hasattr(mesh, "cells_dict"):  # meshio
        cells = mesh.cells_dict
        if "tetra" in cells:
            return np.asarray(mesh.points), None, np.asarray(cells["tetra"])
        if "triangle" in cells:
            return np.asarray(mesh.points), np.asarray(cells["triangle"]), None
        raise ValueError("mesh: expected cells of kind triangle or tetra, got " + (", ".join(cells) or "none"))
    if hasattr(mesh, "points") and hasattr(mesh, "faces"):  # PyVista
        return np.asarray(mesh.points), _padded(mesh.faces), None
    raise TypeError(
        "mesh: expected (vertices, faces), or an object with vertices and faces, or with points and cells; got "
        + type(mesh).__name__
    )
