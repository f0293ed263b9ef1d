"""Meshes and sequences from files and back, in every format of the command."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _pliant
from ._meshes import Mesh, MeshLike, borrowable, numbers_of, split
from ._types import Array

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Format:
    """A file format, by the ending of file names. Each may be followed by .gz where it is read."""

    ending: str
    name: str
    surfaces: bool  # may hold triangles
    volumes: bool  # may hold tetrahedra
    writes_surfaces: bool
    writes_volumes: bool


def formats() -> list[Format]:
    """Every format that `read` reads.

    >>> [f.ending for f in formats() if f.writes_surfaces]
    ['.obj', '.ply']
    """
    return [Format(*raw) for raw in _pliant.formats()]


def read(path: Path, *, weld: bool = False) -> list[Mesh]:
    """The bodies of a file: OBJ, PLY, STL (welded), OFF, glTF, MSH, MEDIT, VTK, TetGen, Vega. FileError names the place."""
    return [Mesh(*raw) for raw in _pliant.read_bodies(os.fspath(path), weld)]


def write(path: Path, mesh: MeshLike) -> None:
    """A surface as PLY or OBJ, a volume as Gmsh MSH."""
    positions, faces, tetrahedra = split(mesh)
    if tetrahedra is not None:
        _pliant.write_volume(os.fspath(path), borrowable(positions), tetrahedra)
    else:
        _pliant.write_surface(os.fspath(path), borrowable(positions), numbers_of(faces, 3))


def read_points(path: Path) -> Array:
    """Points from text, one a line: CSV, TSV or apart by spaces."""
    return _pliant.read_points(os.fspath(path))


class Frames:
    """Meshes that move, frame by frame. A frame is read when it is asked for, as the list of its bodies.

    The source is a mesh file, a glTF animation, a pattern such as "cloth_*.ply", a folder, or a mesh and its point cache,
    "mesh.obj@cache.pc2".
    """

    def __init__(self, source: Path, *, weld: bool = False, frames_per_second: float = 24) -> None:
        """frames_per_second: of glTF animations; every other source has frames of its own."""
        self._frames = _pliant.Frames(os.fspath(source), weld, frames_per_second)

    def __len__(self) -> int:
        return len(self._frames)

    def __getitem__(self, frame: int) -> list[Mesh]:
        number = frame + len(self) if frame < 0 else frame
        if not 0 <= number < len(self):
            raise IndexError(f"there is no frame {frame} of {len(self)}")
        return [Mesh(*raw) for raw in self._frames.read(number)]

    def __iter__(self) -> Iterator[list[Mesh]]:
        return (self[frame] for frame in range(len(self)))

    def name(self, frame: int) -> str:
        """The file that holds a frame, without folders; empty where frames have no files of their own."""
        return self._frames.name(frame)

    def __repr__(self) -> str:
        return f"<{len(self)} frames>"


class FrameWriter:
    """Writes frame after frame: a folder of OBJ files, a point cache (".pc2") beside its mesh, or a collection for ParaView
    (".pvd"), by the ending of the path."""

    def __init__(self, path: Path, *, frames_per_second: float = 24) -> None:
        self._file = _pliant.FrameFile(os.fspath(path), frames_per_second)
        self._frames_per_second = frames_per_second
        self._count = 0

    def write(
        self, meshes: Sequence[MeshLike], *, names: Optional[Sequence[str]] = None, seconds: Optional[float] = None
    ) -> None:
        """The next frame; without `seconds`, at the time that its number gives."""
        bodies: list[Any] = []
        for number, mesh in enumerate(meshes):
            positions, faces, _ = split(mesh)
            name = names[number] if names is not None else getattr(mesh, "name", "") or f"body{number}"
            bodies.append((name, borrowable(positions), numbers_of([] if faces is None else faces, 3)))
        time = self._count / self._frames_per_second if seconds is None else seconds
        self._file.write(time, bodies)
        self._count += 1
