"""What was found, as places to look at in a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import numpy as np

from ._answers import Impacts, Proximities
from ._check import Region, kinds_in_words
from ._types import FeatureKind, PairKind


def region_found(region: Region, place: Mapping[int, int]) -> dict[str, Any]:
    """`place`: of each body in the report."""
    first, second, third = region.severity
    worst = next(kind for kind in PairKind if region.kinds[kind])
    return {
        "a": place[region.a],
        "b": place[region.b],
        "role": worst.name,
        "what": kinds_in_words(region.kinds),
        "count": region.pairs,
        "measures": [],
        "low": region.low,
        "high": region.high,
        "detail": f"triangles {region.first[0]} and {region.first[1]}",
        "weight": 1e12 * first + 1e6 * second + third,
    }


def _numbers(found: Any) -> str:
    p, q, r, s = found["vertices"].tolist()
    if found["kind"] == FeatureKind.vertex_triangle:
        return f"vertex {p} and triangle {int(found['triangle'])}"
    return f"edges {p} {q} and {r} {s}"


def features_found(answer: Union[Proximities, Impacts], place: Mapping[int, int]) -> list[dict[str, Any]]:
    """One for each two bodies, at the nearest of their features, or at those that meet first; as the command does it."""
    near = isinstance(answer, Proximities)
    worse = answer["distance"] if near else answer["time"][:, 0]
    bodies = np.sort(np.stack((answer["body_a"], answer["body_b"]), axis=1), axis=1)
    found = []
    for pair in np.unique(bodies, axis=0):
        of_pair = np.flatnonzero((bodies == pair).all(axis=1))
        first = answer.items[of_pair[np.argmin(worse[of_pair])]]
        points = np.array([first["point_a"], first["point_b"]] if near else [first["point"]])
        by_kind = np.bincount(answer["kind"][of_pair], minlength=2)
        least = float(first["distance"] if near else first["time"][0])
        found.append(
            {
                "a": place[int(pair[0])],
                "b": place[int(pair[1])],
                "role": "near" if near else "impact",
                "what": f"{by_kind[0]} of vertex and triangle, {by_kind[1]} of two edges",
                "count": len(of_pair),
                "measures": [("distance" if near else "earliest", least)],
                "low": points.min(axis=0).tolist(),
                "high": points.max(axis=0).tolist(),
                "detail": _numbers(first),
                "weight": 1 / (1 + least) if near else 1e6 + len(of_pair),
            }
        )
    return sorted(found, key=lambda one: float(one["measures"][0][1]))
