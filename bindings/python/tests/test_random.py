"""Random meshes on small grids, where touching, coplanar and degenerate triangles are common: against brute force."""

from __future__ import annotations

import numpy as np
import pytest

import pliant

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402


@st.composite
def meshes(draw):
    vertices = draw(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=3, max_size=12))
    corner = st.integers(0, len(vertices) - 1)
    faces = draw(st.lists(st.tuples(corner, corner, corner), min_size=1, max_size=16))
    dtype = draw(st.sampled_from([np.float32, np.float64]))
    return np.array(vertices, dtype), np.array(faces, np.uint32)


@settings(max_examples=150, deadline=None)
@given(meshes(), meshes(), st.sampled_from(list(pliant.IntersectionMethod)))
def test_every_method_equals_brute_force(a, b, method):
    expected = pliant.intersections([a, b], method="brute_force", threads=1)
    found = pliant.intersections([a, b], method=method, threads=2)
    assert found.items.tolist() == expected.items.tolist()
    assert found.report.set_aside.tolist() == expected.report.set_aside.tolist()
