"""Enums, budgets and reports, with the names of C++."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Optional

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


class CurveEnd(enum.IntEnum):
    """Why a curve does not go on."""

    none = 0
    border = 1
    vertex = 2
    branch = 3
    missing = 4


class FeatureKind(enum.IntEnum):
    """Which parts of two triangles."""

    vertex_triangle = 0
    edge_edge = 1


class BodyKind(enum.IntEnum):
    """What a body of a simulation is made of."""

    soft = 0
    particles = 1
    obstacle = 2
    cloth = 3


class RelationKind(enum.IntEnum):
    """How body `a` lies to body `b`."""

    inside = 0
    coincident = 1
    undecided = 2


@dataclass(frozen=True)
class Budget:
    """Limits of a search. What runs out is said in the report. Each question heeds those that mean something to it.

    >>> Budget(seconds=0.001)
    Budget(seconds=0.001, candidates=None, pairs=None, bytes=None, items=None)
    """

    seconds: Optional[float] = None
    candidates: Optional[int] = None
    pairs: Optional[int] = None  # of intersections and curves
    bytes: Optional[int] = None  # of intersections
    items: Optional[int] = None  # returned by proximities and impacts


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
