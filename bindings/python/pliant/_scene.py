"""Bodies that bend, and the questions one asks about them."""

from __future__ import annotations

from typing import Any, Optional, Union

from . import _pliant
from ._meshes import numbers_of, positions_of
from ._types import (
    Array,
    Budget,
    Contacts,
    Containment,
    IntersectionMethod,
    Intersections,
    Neighbours,
    Overlap,
    Penetrations,
    Relations,
    report_of,
)

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
        """The triangles of a body as answers number them."""
        return self._scene.triangles(body)

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

    def relations(self) -> Relations:
        """Which bodies lie inside others without meeting them, and which coincide."""
        return Relations(*self._scene.relations())


def _overlap_of(raw: dict[str, Any]) -> Overlap:
    raw["centroid"] = tuple(raw["centroid"])
    raw["report"] = report_of(raw["report"])
    return Overlap(**raw)
