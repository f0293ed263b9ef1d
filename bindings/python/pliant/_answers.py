"""What questions answer: structured arrays with the names of C++, and how the search ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from ._types import Array, FeatureKind, PairKind, Report, report_of


class Answer:
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


class Intersections(Answer):
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


class Penetrations(Answer):
    """Vertices in tetrahedra: fields vertex, tetrahedron, kind, barycentric, depth_source, depth, direction."""

    __slots__ = ("edges",)

    def __init__(self, items: Array, edges: Array, raw: dict[str, Any]) -> None:
        super().__init__(items, raw)
        self.edges = edges

    def __repr__(self) -> str:
        return f"<{len(self)} penetrations{self._ending()}>"


class Relations(Answer):
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


class Curves(Answer):
    """Lines along which surfaces meet: fields a, b, closed, ends, first, count (of segments), length, sides, volume (NaN
    where it is not known), sorted by bodies."""

    __slots__ = ("depths", "enclosed", "points", "segments", "touch_points", "touches")

    def __init__(self, raw: dict[str, Any]) -> None:
        super().__init__(raw["items"], raw["report"])
        self.points: Array = raw["points"]  # position, error, edge_body, edge, along, triangle, barycentric
        self.segments: Array = raw["segments"]  # a, b (body, triangle), points (two numbers)
        self.enclosed: Array = raw["enclosed"]  # body, triangle: what sides name by first and count
        self.touches: Array = raw["touches"]  # a, b, kind, first, count (of touch_points), area
        self.touch_points: Array = raw["touch_points"]
        self.depths: Array = raw["depths"]  # with depth=True: vertex, body, depth, direction, curve

    def polyline(self, curve: int) -> Array:
        """The positions along a curve, in a row; a closed one ends where it begins."""
        first, count = int(self.items["first"][curve]), int(self.items["count"][curve])
        ends = self.segments["points"][first : first + count]
        line: Array = self.points["position"][np.concatenate((ends[:1, 0], ends[:, 1]))]
        return line

    def __repr__(self) -> str:
        closed = int(self.items["closed"].sum())
        return f"<{len(self)} curves, {closed} closed, length {self.items['length'].sum():.6g}{self._ending()}>"


class _FeaturePairs(Answer):
    __slots__ = ()
    _noun = "pairs of features"

    def of_kind(self, kind: FeatureKind) -> Array:
        """Those of one kind."""
        found: Array = self.items[self.items["kind"] == kind]
        return found

    def __repr__(self) -> str:
        kinds = ", ".join(f"{len(self.of_kind(k))} {k.name}" for k in FeatureKind)
        return f"<{len(self)} {self._noun}: {kinds}{self._ending()}>"


class Proximities(_FeaturePairs):
    """Features that are near each other: fields kind (FeatureKind), body_a, body_b, vertices (the vertex and the corners of
    the triangle, or the ends of both edges), triangle, distance, weights, point_a, point_b, normal (from b to a)."""

    __slots__ = ("left_at_rest",)
    _noun = "proximities"

    def __init__(self, items: Array, raw: dict[str, Any], left_at_rest: int) -> None:
        super().__init__(items, raw)
        self.left_at_rest = left_at_rest  # pairs left out, since they are near at rest


class Impacts(_FeaturePairs):
    """Features that meet during a step, in order of time: fields kind, body_a, body_b, vertices, triangle, time (the first
    time is certainly between the two), weights, point, normal."""

    __slots__ = ()
    _noun = "impacts"


@dataclass(frozen=True)
class SafeStep:
    """How far a step can go."""

    time: float  # nothing meets in [0, time]; 1: the whole step is free
    met: bool  # something meets within the step
    report: Report


@dataclass(frozen=True)
class BodyDistance:
    """How far two bodies are apart."""

    distance: tuple[float, float]  # the true one is certainly between them; both 0 where the surfaces meet
    triangle_a: int  # that holds the witness of a
    triangle_b: int
    point_a: tuple[float, float, float]  # a point of a ...
    point_b: tuple[float, float, float]  # ... and one of b at this distance


@dataclass(frozen=True)
class HullDistance:
    """Distance of two convex hulls."""

    distance: float
    lower_bound: float
    overlap: bool
    point_a: tuple[float, float, float]
    point_b: tuple[float, float, float]
