"""What `pliant check` says of meshes that move, frame by frame, for meshes that are at hand."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from . import _pliant
from ._answers import Intersections
from ._files import Path
from ._meshes import MeshLike, borrowable, split
from ._scene import Scene
from ._types import Array, FlawKind, Limit, PairKind, RelationKind

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Region:
    """Connected pairs of intersecting triangles of the same two bodies."""

    a: int
    b: int  # the same where a body meets itself
    pairs: int
    kinds: tuple[int, int, int, int]  # by PairKind
    low: Point  # box around its triangles
    high: Point
    centroid: Point  # mean of their corners
    first: tuple[int, int]  # triangles of its first pair
    known: bool  # every pair is allowed

    @property
    def severity(self) -> tuple[int, int, int]:
        """Crossings weigh before folds and coplanar pairs, these before contacts."""
        return severity(self.kinds)

    @property
    def what(self) -> str:
        """The kinds that occur, in words."""
        return kinds_in_words(self.kinds)


def severity(kinds: Sequence[int]) -> tuple[int, int, int]:
    """For comparing how bad frames and regions are."""
    return (kinds[PairKind.crossing], kinds[PairKind.coplanar] + kinds[PairKind.fold], kinds[PairKind.touching])


def kinds_in_words(kinds: Sequence[int]) -> str:
    return ", ".join(f"{kinds[k]} {k.name}" for k in PairKind if kinds[k]) or "none"


def _kinds(numbers: Array) -> tuple[int, int, int, int]:
    a, b, c, d = np.bincount(numbers, minlength=len(PairKind)).tolist()
    return a, b, c, d


def _corners(scene: Scene, side: Array) -> Array:
    """Of the triangles of one side of pairs: (pairs, 3, 3), as doubles."""
    out = np.empty((len(side), 3, 3))
    for body in np.unique(side["body"]):
        at = np.flatnonzero(side["body"] == body)
        out[at] = scene.positions(int(body))[scene.triangles(int(body))[side["triangle"][at]]]
    return out


def regions_of(scene: Scene, pairs: Array, known: Array) -> tuple[list[Region], Array]:
    """The regions, worst first, and for each pair the place of its region among them."""
    if not len(pairs):
        return [], np.zeros(0, np.uint32)
    number = scene.regions(pairs)
    corners = np.concatenate((_corners(scene, pairs["a"]), _corners(scene, pairs["b"])), axis=1)
    found = []
    order = np.argsort(number, kind="stable")
    for own in np.split(order, np.flatnonzero(np.diff(number[order])) + 1):
        box = corners[own]
        first = pairs[own[0]]
        found.append(
            Region(
                int(first["a"]["body"]),
                int(first["b"]["body"]),
                len(own),
                _kinds(pairs["kind"][own]),
                tuple(box.min(axis=(0, 1)).tolist()),  # type: ignore[arg-type]
                tuple(box.max(axis=(0, 1)).tolist()),  # type: ignore[arg-type]
                tuple((box / (6 * len(own))).sum(axis=(0, 1)).tolist()),  # type: ignore[arg-type]
                (int(first["a"]["triangle"]), int(first["b"]["triangle"])),
                bool(known[own].all()),
            )
        )
    worst_first = sorted(range(len(found)), key=lambda i: found[i].severity, reverse=True)
    place = np.empty(len(found), np.uint32)
    place[worst_first] = np.arange(len(found), dtype=np.uint32)
    return [found[i] for i in worst_first], place[number]


@dataclass(frozen=True)
class Relation:
    """A body inside another, two that coincide, or two of which that could not be told."""

    kind: RelationKind
    a: int
    b: int
    pieces: int
    pieces_of_a: int
    volume: Optional[float]  # shared, where both enclose one
    error: Optional[float]


@dataclass(frozen=True)
class CheckedFrame:
    """What was found in a frame."""

    number: int
    name: str  # of its file; empty where frames have none
    found: Intersections
    known: Array  # of each pair, whether it is allowed
    regions: list[Region]  # worst first
    region_of_pair: Array
    relations: list[Relation]
    undecided: list[Relation]
    nesting: float  # milliseconds spent on relations

    @property
    def all_examined(self) -> bool:
        """Whether nothing found means clean."""
        return self.found.report.all_examined and not self.undecided

    @property
    def kinds(self) -> tuple[int, int, int, int]:
        """Pairs by PairKind."""
        return _kinds(self.found["kind"])

    @property
    def self_pairs(self) -> int:
        """Pairs within one body."""
        return int((self.found["a"]["body"] == self.found["b"]["body"]).sum())

    @property
    def news(self) -> bool:
        """Something was found that is not allowed."""
        return bool(self.relations) or not bool(self.known.all())


class Check:
    """Looks at one frame after another, keeps what it has built between them, and remembers what it found.

    >>> import numpy as np
    >>> floor = np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], float)
    >>> kite = np.array([[-1, 0, 1], [1, 0, 1], [0, 1, 2]], float)
    >>> check = Check(["floor", "kite"])
    >>> for height in (0, -0.5, -1.5):
    ...     frame = check.add([(floor, [[0, 1, 2]]), (kite + [0, 0, height], [[0, 1, 2]])])
    >>> [len(frame.found) for frame in check.frames], check.worst.number, check.exit_code
    ([0, 0, 1], 2, 1)
    """

    def __init__(
        self, names: Sequence[str], *, self_pairs: bool = True, between: bool = True, threads: int = 0
    ) -> None:
        self.names = list(names)
        self.frames: list[CheckedFrame] = []
        self.scene = Scene(threads)
        self._threads = threads
        self._self_pairs, self._between = self_pairs, between
        self._faces: list[Array] = []
        self._bodies: list[dict[str, Any]] = []
        self._set_aside: list[set[tuple[int, int]]] = [set() for _ in self.names]

    def _show(self, meshes: Sequence[MeshLike]) -> None:
        """The scene holds these meshes; bodies are numbered as they are. What has the same faces is moved."""
        parts = [split(mesh) for mesh in meshes]
        if len(parts) != len(self.names):
            raise ValueError(f"meshes: expected {len(self.names)}, got {len(parts)}")
        faces = []
        for name, (_, triangles, _) in zip(self.names, parts):
            if triangles is None:
                raise ValueError(f"{name}: expected a surface, got tetrahedra")
            faces.append(triangles)
        same = len(self._faces) == len(faces) and all(
            old is new or np.array_equal(old, new) for old, new in zip(self._faces, faces)
        )
        if not same:
            self.scene = Scene(self._threads)
            for (positions, _, _), triangles in zip(parts, faces):
                self.scene.add(borrowable(positions), triangles)
            self._faces = faces
            self._describe(parts)
            return
        for body, (positions, _, _) in enumerate(parts):
            self.scene.move(body, borrowable(positions))

    def _describe(self, parts: Sequence[Any]) -> None:
        now = []
        for name, (positions, triangles, _) in zip(self.names, parts):
            closed, manifold, oriented = _pliant.edge_use(len(positions), triangles)
            now.append(
                {
                    "name": name,
                    "vertices": len(positions),
                    "triangles": len(triangles),
                    "closed": closed,
                    "manifold": manifold,
                    **({"consistently_oriented": oriented} if closed else {}),
                }
            )
        self._encloses = [body.get("consistently_oriented", False) for body in now]
        self._bodies = self._bodies or now  # as they are in the first frame

    def _relations(self, found: Intersections) -> list[Relation]:
        if not self._between or len(self.names) < 2:
            return []
        relations = []
        for r in self.scene.relations():
            a, b = int(r["a"]), int(r["b"])
            kind = RelationKind(r["kind"])
            measured = kind is not RelationKind.undecided and self._encloses[a] and self._encloses[b]
            shared = self.scene.overlap(a, b) if measured else None
            relations.append(
                Relation(
                    kind,
                    a,
                    b,
                    int(r["pieces"]),
                    int(r["pieces_of_a"]),
                    shared.volume if shared else None,
                    shared.error if shared else None,
                )
            )
        return relations

    def add(
        self,
        meshes: Sequence[MeshLike],
        *,
        number: Optional[int] = None,
        name: str = "",
        allowed: Optional[Sequence[Optional[Array]]] = None,
    ) -> CheckedFrame:
        """Looks at the next frame. allowed: of each mesh, which triangles may meet other allowed ones; None: none of them."""
        self._show(meshes)
        found = self.scene.intersections(self_pairs=self._self_pairs, between=self._between)
        known = np.zeros(len(found), bool)
        if allowed is not None and len(found):
            known[:] = self._is_allowed(found["a"], allowed) & self._is_allowed(found["b"], allowed)
        for flaw in found.report.set_aside:
            self._set_aside[flaw["body"]].add((int(flaw["kind"]), int(flaw["element"])))
        started = time.perf_counter()
        relations = self._relations(found)
        nesting = 1e3 * (time.perf_counter() - started)
        regions, place = regions_of(self.scene, found.items, known)
        at = len(self.frames) if number is None else number
        undecided = [r for r in relations if r.kind is RelationKind.undecided]
        decided = [r for r in relations if r.kind is not RelationKind.undecided]
        frame = CheckedFrame(at, name, found, known, regions, place, decided, undecided, nesting)
        self.frames.append(frame)
        return frame

    @staticmethod
    def _is_allowed(side: Array, allowed: Sequence[Optional[Array]]) -> Array:
        result = np.zeros(len(side), bool)
        for body, triangles in enumerate(allowed):
            if triangles is not None:
                own = side["body"] == body
                result[own] = triangles[side["triangle"][own]]
        return result

    @property
    def worst(self) -> CheckedFrame:
        """The frame of most severity; the first of equals."""
        return max(self.frames, key=lambda frame: severity(frame.kinds))

    @property
    def all_examined(self) -> bool:
        """Whether nothing found means clean."""
        return all(frame.all_examined for frame in self.frames)

    @property
    def exit_code(self) -> int:
        """As that of the command: 0 clean, 1 found, 3 nothing found, but not everything was examined."""
        if any(frame.news for frame in self.frames):
            return 1
        return 0 if self.all_examined else 3

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What is known of each body, as in the JSON of the command."""
        return [
            {
                **body,
                "set_aside": [{"kind": FlawKind(k).name, "element": e} for k, e in sorted(set_aside)],
            }
            for body, set_aside in zip(self._bodies, self._set_aside)
        ]

    def document(self) -> dict[str, Any]:
        """The JSON of `pliant check --json`, schema 2."""
        return {
            "pliant": _pliant.__version__,
            "schema": 2,
            "command": "check",
            "bodies": self.bodies,
            "frames": [_as_json(frame) for frame in self.frames],
        }

    def write_json(self, path: Path) -> None:
        """The document as a file; a line a frame. Nothing is half written."""
        document = self.document()
        frames = ",\n".join(json.dumps(frame, separators=(",", ":")) for frame in document.pop("frames"))
        head = json.dumps(document, separators=(",", ":"))[:-1]
        part = os.fspath(path) + ".part"
        with open(part, "w", encoding="utf-8") as file:
            file.write(f'{head},\n"frames":[\n{frames}]}}\n')
        os.replace(part, path)

    def __iter__(self) -> Iterator[CheckedFrame]:
        return iter(self.frames)

    def __repr__(self) -> str:
        hits = sum(len(frame.found) > 0 for frame in self.frames)
        return f"<{len(self.frames)} frames of {len(self.names)} bodies, {hits} with intersecting pairs>"


def _number(value: Optional[float]) -> Optional[float]:
    return value if value is not None and math.isfinite(value) else None


def _by_kind(kinds: Sequence[int]) -> dict[str, int]:
    return {kind.name: kinds[kind] for kind in PairKind}


def _as_json(frame: CheckedFrame) -> dict[str, Any]:
    report = frame.found.report
    pairs, own = len(frame.found), frame.self_pairs
    return {
        "frame": frame.number,
        "name": frame.name or None,
        "pairs": pairs,
        "self": own,
        "between": pairs - own,
        "complete": report.complete,
        "all_examined": frame.all_examined,
        "stopped_by": Limit(report.stopped_by).name,
        "kinds": _by_kind(frame.kinds),
        "known": int(frame.known.sum()),
        "milliseconds": {
            "update": report.milliseconds.build + report.milliseconds.update,
            "find": report.milliseconds.find,
            "nesting": frame.nesting,
            "depth": 0,
        },
        "regions": [
            {
                "a": r.a,
                "b": r.b,
                "pairs": r.pairs,
                "kinds": _by_kind(r.kinds),
                "box": [[_number(x) for x in r.low], [_number(x) for x in r.high]],
                "centroid": [_number(x) for x in r.centroid],
                "first": list(r.first),
                "known": r.known,
            }
            for r in frame.regions
        ],
        "relations": [
            {
                "kind": r.kind.name,
                "a": r.a,
                "b": r.b,
                "pieces": r.pieces,
                "pieces_of_a": r.pieces_of_a,
                "volume": _number(r.volume),
                "error": _number(r.error),
                "known": False,
            }
            for r in [*frame.relations, *frame.undecided]
        ],
    }
