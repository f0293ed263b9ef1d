"""Enums, answers and reports, with the names of C++."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class IntersectionMethod(enum.IntEnum):
    """Who answers `intersections`. All give the same answer."""

    automatic = 0
    tuned = 1
    brute_force = 2
    box_tree = 3
    regularity = 4
    gjk_cut = 5
    spatial_hash = 6


class PairKind(enum.IntEnum):
    """How two triangles meet beyond the vertex or edge that they share, if they share one."""

    crossing = 0
    touching = 1
    coplanar = 2
    fold = 3


class Neighbours(enum.IntEnum):
    """Pairs of triangles that share a vertex, by number."""

    beyond_shared = 0
    ignored = 1


class FlawKind(enum.IntEnum):
    """What is wrong with an element of the input."""

    not_finite = 0
    index_out_of_range = 1
    degenerate = 2
    repeated_vertex = 3
    repeated_element = 4
    empty_body = 5
    duplicate_body = 6
    flat_tetrahedron = 7
    inverted_tetrahedron = 8


class Limit(enum.IntEnum):
    """Which limit ended a search."""

    none = 0
    time = 1
    candidates = 2
    pairs = 3
    penetrations = 4
    columns = 5
    points = 6
    triangles = 7
    tests = 8
    proximities = 9
    impacts = 10
    bytes = 11
    caller = 12
    resolution = 13


class PenetrationKind(enum.IntEnum):
    """Where in a tetrahedron a vertex is."""

    inside = 0
    on_boundary = 1


class DepthSource(enum.IntEnum):
    """Where the depth of a penetration comes from."""

    none = 0
    crossed = 1
    nearest = 2


class ContactKind(enum.IntEnum):
    """What a contact stands for."""

    triangles = 0
    spheres = 1
    untested = 2


class RelationKind(enum.IntEnum):
    """How body `a` lies to body `b`."""

    inside = 0
    coincident = 1


@dataclass(frozen=True)
class Budget:
    """Limits of a search. What runs out is said in the report.

    >>> Budget(seconds=0.001)
    Budget(seconds=0.001, candidates=None, pairs=None, bytes=None)
    """

    seconds: Optional[float] = None
    candidates: Optional[int] = None
    pairs: Optional[int] = None
    bytes: Optional[int] = None


@dataclass(frozen=True)
class Counters:
    """Work done, counted: the same on any machine, for any number of threads."""

    regions: int
    contours: int
    cuts: int
    box_tests: int
    candidates: int
    exact_tests: int
    sphere_tests: int
    pairs: tuple[int, int, int, int]  # by PairKind


@dataclass(frozen=True)
class Milliseconds:
    """Wall-clock time by stage."""

    build: float
    update: float
    find: float


@dataclass(frozen=True)
class Report:
    """How a search ended and what it cost."""

    complete: bool  # no limit stopped it
    stopped_by: Limit
    detector: str  # the one that answered
    rebuilt: bool
    counters: Counters
    milliseconds: Milliseconds
    set_aside: Array  # fields body, kind (FlawKind), element: elements that took no part
    noted: Array  # odd elements that took part like all others
    all_examined: bool  # whether an empty answer means clean


def report_of(raw: dict[str, Any]) -> Report:
    return Report(
        raw["complete"],
        Limit(raw["stopped_by"]),
        raw["detector"],
        raw["rebuilt"],
        Counters(*raw["counters"]),
        Milliseconds(*raw["milliseconds"]),
        raw["set_aside"],
        raw["noted"],
        raw["all_examined"],
    )


class _Answer:
    """A structured array of what was found, and a report that is made when it is asked for."""

    __slots__ = ("_raw", "_report", "items")

    def __init__(self, items: Array, raw: dict[str, Any]) -> None:
        self.items = items
        self._raw = raw
        self._report: Optional[Report] = None

    @property
    def report(self) -> Report:
        """How the search ended."""
        if self._report is None:
            self._report = report_of(self._raw)
        return self._report

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __getitem__(self, key: Any) -> Any:
        return self.items[key]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return self.items if dtype is None else self.items.astype(dtype)

    def _ending(self) -> str:
        report = self.report
        if not report.complete:
            return f", stopped by {report.stopped_by.name}"
        return "" if report.all_examined else f", {len(report.set_aside)} elements set aside"


class Intersections(_Answer):
    """Pairs of triangles that intersect: fields a, b (each body, triangle) and kind, sorted."""

    __slots__ = ()

    @property
    def triangles(self) -> Array:
        """Triangle numbers, one row (a, b) a pair."""
        return np.column_stack((self.items["a"]["triangle"], self.items["b"]["triangle"]))

    def of_kind(self, kind: PairKind) -> Array:
        """The pairs of one kind."""
        found: Array = self.items[self.items["kind"] == kind]
        return found

    def __repr__(self) -> str:
        kinds = ", ".join(f"{len(self.of_kind(k))} {k.name}" for k in PairKind if len(self.of_kind(k)))
        return f"<{len(self)} intersecting pairs{': ' + kinds if kinds else ''}{self._ending()}>"


class Penetrations(_Answer):
    """Vertices in tetrahedra: fields vertex, tetrahedron, kind, barycentric, depth_source, depth, direction."""

    __slots__ = ("edges",)

    def __init__(self, items: Array, edges: Array, raw: dict[str, Any]) -> None:
        super().__init__(items, raw)
        self.edges = edges

    def __repr__(self) -> str:
        return f"<{len(self)} penetrations{self._ending()}>"


class Relations(_Answer):
    """Bodies that lie inside others or coincide: fields a, b, kind, pieces, pieces_of_a."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} relations{self._ending()}>"


@dataclass(frozen=True)
class Overlap:
    """The volume that two bodies share. The true one is within volume - error and volume + error."""

    volume: float
    error: float
    centroid: tuple[float, float, float]
    centroid_error: float
    gradient_a: Array  # change of the volume with each vertex of a; with gradient=True
    gradient_b: Array
    gradient_error: float
    penetrations: Array  # with depths=True: body, vertex, depth, direction, closest, triangle
    report: Report


@dataclass(frozen=True)
class Containment:
    """Numbers of points. Those in none of the lists are certainly outside."""

    inside: Array
    uncertain: Array
    on_surface: Array
    invalid: Array
    bound: float  # uncertain points are no farther from the surface
    openings: int  # borders of a surface that is not closed
    report: Report


@dataclass(frozen=True)
class Contacts:
    """Where two bodies touch, as well as can be said within a budget."""

    contacts: Array  # fields kind (ContactKind), position, normal, depth, error, gap, ...
    pairs: Array
    error: float
    gap: float
    report: Report


@dataclass(frozen=True)
class HullDistance:
    """Distance of two convex hulls."""

    distance: float
    lower_bound: float
    overlap: bool
    point_a: tuple[float, float, float]
    point_b: tuple[float, float, float]
