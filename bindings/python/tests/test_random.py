"""Random meshes on small grids, where touching, coplanar and degenerate triangles are common: against brute force."""

from __future__ import annotations

import os

import numpy as np
import pytest

import pliant

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

MORE = int(os.environ.get("PLIANT_RANDOM_TESTS", "0"))


def several(count: int) -> settings:
    """The same examples in every run, however slow the machine; PLIANT_RANDOM_TESTS=50000: so many others."""
    return settings(
        max_examples=MORE or count,
        derandomize=not MORE,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


@st.composite
def meshes(draw):
    vertices = draw(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=3, max_size=12))
    corner = st.integers(0, len(vertices) - 1)
    faces = draw(st.lists(st.tuples(corner, corner, corner), min_size=1, max_size=16))
    dtype = draw(st.sampled_from([np.float32, np.float64]))
    return np.array(vertices, dtype), np.array(faces, np.uint32)


def without_needles(mesh):
    """Only its triangles with an area: others take no part in intersections, but their edges do in impacts."""
    vertices, faces = mesh
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    return vertices, faces[np.cross(b - a, c - a).any(axis=1)]


@several(150)
@given(meshes(), meshes(), st.sampled_from(list(pliant.IntersectionMethod)))
def test_every_method_equals_brute_force(a, b, method):
    expected = pliant.intersections([a, b], method="brute_force", threads=1)
    found = pliant.intersections([a, b], method=method, threads=2)
    assert found.items.tolist() == expected.items.tolist()
    assert found.report.set_aside.tolist() == expected.report.set_aside.tolist()


@several(100)
@given(meshes(), meshes())
def test_the_nearest_features_are_as_far_apart_as_the_bodies(a, b):
    scene = pliant.Scene(1)
    for vertices, faces in (a, b):
        scene.add(vertices, faces)
    least, most = scene.distance(0, 1).distance
    near = scene.proximities(20, self_pairs=False)
    if len(scene.intersections(self_pairs=False)):
        assert most == 0
    elif np.isfinite(most):
        nearest = near["distance"].min()
        assert least * (1 - 1e-9) <= nearest <= most * (1 + 1e-9)
    else:
        assert len(near) == 0


@several(100)
@given(meshes().map(without_needles), st.tuples(*[st.integers(-4, 4)] * 3), meshes().map(without_needles))
def test_a_safe_step_is_safe(a, way, b):
    """Moved by the safe part of the way, bodies that did not meet do not meet."""
    scene = pliant.Scene(1)
    (v, f), (w, g) = a, b
    w = w.astype(np.float64)
    scene.add(v.astype(np.float64), f)
    moving = scene.add(w, g)
    if len(scene.intersections(self_pairs=False)):
        return
    scene.start_step()
    scene.move(moving, w + way)
    step = scene.safe_step(self_pairs=False)
    assert step.met == (len(scene.impacts(self_pairs=False)) > 0)
    if step.time > 0:
        scene.move(moving, w + 0.999 * step.time * np.array(way))
        assert len(scene.intersections(self_pairs=False)) == 0
