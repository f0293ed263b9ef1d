"""Bodies that bend, and the questions one asks about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, Union

from . import _pliant
from ._meshes import numbers_of, positions_of
from ._answers import (
    BodyDistance,
    Contacts,
    Containment,
    Curves,
    Impacts,
    Intersections,
    Overlap,
    Penetrations,
    Proximities,
    Relations,
    SafeStep,
)
from ._types import Array, Budget, IntersectionMethod, Neighbours, report_of

_everything = Budget()


def _method(method: Union[str, IntersectionMethod]) -> int:
    if isinstance(method, str):
        try:
            return int(IntersectionMethod[method])
        except KeyError:
            known = ", ".join(m.name for m in IntersectionMethod)
            raise ValueError(f"method: expected one of {known}; got {method!r}") from None
    return int(method)


class Scene:
    """A set of bodies and the structures that answer questions about them.

    Positions are borrowed without a copy and kept alive: change an array in place and call `move`, or hand over another.
    One scene is asked by one thread at a time, others wait; the interpreter's lock is free meanwhile.

    >>> import numpy as np
    >>> floor = np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], dtype=np.float64)
    >>> kite = np.array([[-1, 0, 1], [1, 0, 1], [0, 1, 2]], dtype=np.float64)
    >>> scene = Scene()
    >>> a = scene.add(floor, [[0, 1, 2]])
    >>> b = scene.add(kite, [[0, 1, 2]])
    >>> scene.intersections()
    <0 intersecting pairs>
    >>> kite[:, 2] -= 1.5
    >>> scene.move(b)
    >>> scene.intersections()
    <1 intersecting pairs: 1 crossing>
    """

    def __init__(self, threads: int = 0) -> None:
        """threads: 0 for as many as the machine has. Answers do not depend on it."""
        self._scene = _pliant.Scene(threads)

    def add(self, positions: Array, faces: Any) -> int:
        """One body more, a surface; returns its number. Faces are copied, positions are borrowed."""
        return self._scene.add_surface(positions, numbers_of(faces, 3))

    def add_volume(self, positions: Array, tetrahedra: Any) -> int:
        """One body more, of tetrahedra; returns its number."""
        return self._scene.add_volume(positions, numbers_of(tetrahedra, 4))

    def move(self, body: int, positions: Optional[Array] = None) -> None:
        """New positions for the same vertices; without them, those of the array that is there, changed in place."""
        self._scene.move(body, positions)

    def positions(self, body: int) -> Array:
        """The array that the scene borrows."""
        return self._scene.positions(body)

    @property
    def bodies(self) -> list[int]:
        """Numbers of the bodies that are there."""
        return self._scene.bodies()

    def remove(self, body: int) -> None:
        """The body is no longer there; its number is not used again."""
        self._scene.remove(body)

    def insert_triangles(self, body: int, faces: Any) -> Array:
        """More triangles for a surface; returns their numbers."""
        return self._scene.insert_triangles(body, numbers_of(faces, 3))

    def remove_triangles(self, body: int, numbers: Any) -> None:
        """Triangles that are no longer there. All other numbers stay what they are."""
        self._scene.remove_triangles(body, numbers_of(numbers, 1))

    def triangles(self, body: int) -> Array:
        """The triangles of a body as answers number them; of a volume, its boundary."""
        return self._scene.triangles(body)

    def insert_tetrahedra(self, body: int, tetrahedra: Any) -> Array:
        """More tetrahedra for a volume; returns their numbers. Its boundary follows."""
        return self._scene.insert_tetrahedra(body, numbers_of(tetrahedra, 4))

    def remove_tetrahedra(self, body: int, numbers: Any) -> None:
        """Tetrahedra that are no longer there. All other numbers stay what they are."""
        self._scene.remove_tetrahedra(body, numbers_of(numbers, 1))

    def tetrahedra(self, body: int) -> Array:
        """The tetrahedra of a volume as answers number them; 2^32 - 1 for each vertex of one that was removed."""
        return self._scene.tetrahedra(body)

    def intersections(
        self,
        *,
        method: Union[str, IntersectionMethod] = IntersectionMethod.automatic,
        self_pairs: bool = True,
        between: bool = True,
        neighbours: Neighbours = Neighbours.beyond_shared,
        budget: Budget = _everything,
    ) -> Intersections:
        """Which triangles intersect, exactly. self_pairs: within one body; between: of two bodies."""
        return Intersections(
            *self._scene.intersections(
                _method(method),
                self_pairs,
                between,
                int(neighbours),
                budget.seconds,
                budget.candidates,
                budget.pairs,
                budget.bytes,
            )
        )

    def penetrations(
        self,
        *,
        self_pairs: bool = True,
        between: bool = True,
        once_per_body: bool = False,
        depth: bool = False,
        edges: bool = False,
        budget: Budget = _everything,
    ) -> Penetrations:
        """Which vertices are inside which tetrahedra, exactly; with depth=True how deep, and which way out."""
        return Penetrations(
            *self._scene.penetrations(self_pairs, between, once_per_body, depth, edges, budget.seconds)
        )

    def overlap(
        self,
        a: int,
        b: int,
        *,
        tolerance: float = 0.01,
        gradient: bool = False,
        depths: bool = False,
        budget: Budget = _everything,
    ) -> Overlap:
        """The volume that two bodies share, with an error that holds for closed surfaces."""
        return _overlap_of(self._scene.overlap(a, b, tolerance, gradient, depths, budget.seconds))

    def self_overlap(self, body: int, *, tolerance: float = 0.01, budget: Budget = _everything) -> Overlap:
        """The volume around which a body winds more than once."""
        return _overlap_of(self._scene.self_overlap(body, tolerance, budget.seconds))

    def contains(
        self, body: int, points: Any, *, exact: bool = True, budget: Budget = _everything
    ) -> Containment:
        """Which points lie inside a body with a closed surface."""
        raw = self._scene.contains(body, positions_of(points), exact, budget.seconds)
        raw["report"] = report_of(raw["report"])
        return Containment(**raw)

    def contacts_within(
        self,
        a: int,
        b: int,
        *,
        seconds: Optional[float] = None,
        tests: Optional[int] = None,
        spheres: bool = False,
    ) -> Contacts:
        """Where two bodies touch, as well as can be said by a deadline; asked again, it goes on where it stopped."""
        raw = self._scene.contacts_within(a, b, seconds, tests, spheres)
        raw["report"] = report_of(raw["report"])
        return Contacts(**raw)

    def regions(self, pairs: Any) -> Array:
        """Of each pair of `intersections`, the number of its connected region of the same two bodies. Two pairs are in one
        region where their triangles are the same or share a vertex; the largest region is 0."""
        return self._scene.regions(pairs.items if isinstance(pairs, Intersections) else pairs)

    def curves(
        self,
        *,
        self_pairs: bool = True,
        between: bool = True,
        sides: bool = True,
        depth: bool = False,
        budget: Budget = _everything,
    ) -> Curves:
        """The lines along which surfaces meet; sides: what they enclose; depth: its deepest vertices and their ways out."""
        return Curves(
            self._scene.curves(self_pairs, between, sides, depth, budget.seconds, budget.candidates, budget.pairs)
        )

    def proximities(
        self,
        distance: float,
        *,
        self_pairs: bool = True,
        between: bool = True,
        thickness: Optional[Mapping[int, Any]] = None,
        rest: Optional[Mapping[int, Array]] = None,
        rest_approach: Optional[float] = None,
        nearest: int = 0,
        budget: Budget = _everything,
    ) -> Proximities:
        """Which vertices and triangles, and which edges, are as near as `distance`, decided exactly.

        thickness: of bodies, a number or one for each vertex, added to the distance. rest: positions at rest; what is as
        near there already is left out, unless it came nearer by the share rest_approach. nearest: so many of each feature.
        """
        return Proximities(
            *self._scene.proximities(
                distance,
                self_pairs,
                between,
                list((thickness or {}).items()),
                list((rest or {}).items()),
                rest_approach,
                nearest,
                budget.seconds,
                budget.candidates,
                budget.items,
            )
        )

    def distance(self, a: int, b: int) -> BodyDistance:
        """How far two bodies of any shape are apart."""
        found = self._scene.distance(a, b)[0]
        least, most = found["distance"].tolist()
        triangles: Any = [int(found[side]["triangle"]) for side in ("triangle_a", "triangle_b")]
        points: Any = [tuple(found[side].tolist()) for side in ("point_a", "point_b")]
        return BodyDistance((least, most), *triangles, *points)

    def distances(self, most: float) -> Array:
        """The same of every two bodies that are at most `most` apart: fields a, b, distance (certainly between the two),
        triangle_a, triangle_b, point_a, point_b, sorted by bodies."""
        return self._scene.distances(most)

    def start_step(self) -> None:
        """A step begins at the present positions, which are copied: from now on `impacts` is about the way from here."""
        self._scene.start_step()

    def impacts(
        self,
        *,
        self_pairs: bool = True,
        between: bool = True,
        earliest: bool = False,
        minimum_separation: float = 0,
        budget: Budget = _everything,
    ) -> Impacts:
        """What meets on the way from the start of the step to the present positions; earliest: the first one alone."""
        return Impacts(
            *self._scene.impacts(
                self_pairs,
                between,
                earliest,
                minimum_separation,
                budget.seconds,
                budget.candidates,
                budget.items,
            )
        )

    def safe_step(
        self,
        *,
        self_pairs: bool = True,
        between: bool = True,
        minimum_separation: float = 0,
        budget: Budget = _everything,
    ) -> SafeStep:
        """How much of the step is certainly free of impacts."""
        time, met, report = self._scene.safe_step(
            self_pairs, between, minimum_separation, budget.seconds, budget.candidates
        )
        return SafeStep(time, met, report_of(report))

    def relations(self) -> Relations:
        """Which bodies lie inside others without meeting them, and which coincide."""
        return Relations(*self._scene.relations())


def _overlap_of(raw: dict[str, Any]) -> Overlap:
    raw["centroid"] = tuple(raw["centroid"])
    raw["report"] = report_of(raw["report"])
    return Overlap(**raw)
