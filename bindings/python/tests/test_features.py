"""What is near and what meets on its way: proximities, distances, impacts, curves."""

from __future__ import annotations

import numpy as np
import pytest

import pliant
from conftest import sphere


def two(gap: float):
    """Two parallel triangles, the second above the first."""
    low = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0]], float)
    return (low, [[0, 1, 2]]), (low + [0, 0, gap], [[0, 1, 2]])


def test_proximities_of_parallel_triangles():
    found = pliant.proximities(two(0.5), 0.5)
    assert len(found) > 0
    assert found["distance"] == pytest.approx(np.full(len(found), 0.5))
    assert len(found.of_kind(pliant.FeatureKind.vertex_triangle)) == 6
    assert (found["body_a"] != found["body_b"]).all()
    assert np.abs(found["normal"][:, 2]) == pytest.approx(np.ones(len(found)))
    assert len(pliant.proximities(two(0.5), np.nextafter(0.5, 0))) == 0


def test_proximities_with_thickness_rest_and_nearest():
    scene = pliant.Scene()
    a, b = (scene.add(v, f) for v, f in two(0.5))
    every = scene.proximities(0.5)
    assert len(scene.proximities(0, thickness={a: 0.25, b: np.full(3, 0.25)})) == len(every)
    assert len(scene.proximities(0, thickness={a: 0.25})) == 0
    assert len(scene.proximities(0.5, budget=pliant.Budget(items=2))) == 2
    body = pliant.Scene()
    (v, f), (w, _) = two(0.5)
    sheet = np.concatenate([v, w])
    one = body.add(sheet, [[0, 1, 2], [3, 4, 5]])
    near = body.proximities(0.5)
    rested = body.proximities(0.5, rest={one: sheet.copy()})
    assert len(rested) == 0
    assert rested.left_at_rest == len(near) > 0


def test_distances_and_their_witnesses():
    scene = pliant.Scene()
    for x in (0, 3, 10):
        scene.add(*sphere(10, shift=(x, 0, 0)))
    found = scene.distance(0, 1)
    least, most = found.distance
    assert least <= np.linalg.norm(np.subtract(found.point_a, found.point_b)) * (1 + 1e-8)
    assert least == pytest.approx(most, rel=1e-8)
    assert least <= 1 <= most * (1 + 1e-12)
    near = scene.distances(2)
    assert [(int(d["a"]), int(d["b"])) for d in near] == [(0, 1)]
    assert len(scene.distances(100)) == 3
    with pytest.raises(ValueError):
        scene.distance(1, 1)


def test_impacts_and_the_safe_step():
    scene = pliant.Scene()
    (v, f), (w, g) = two(1)
    scene.add(v, f)
    upper = scene.add(w, g)
    scene.start_step()
    w[:, 2] -= 2  # read by `move`; the start of the step has been copied
    scene.move(upper)
    found = scene.impacts()
    assert len(found) > 0
    assert found["time"] == pytest.approx(np.full((len(found), 2), 0.5), abs=1e-9)
    assert len(scene.impacts(earliest=True)) == 1
    safe = scene.safe_step()
    assert safe.met
    assert 0.4 < safe.time <= 0.5
    early = scene.safe_step(minimum_separation=0.2)
    assert early.time < safe.time
    scene.start_step()
    assert len(scene.impacts()) == 0  # nothing has moved since
    assert scene.safe_step().time == 1


def test_impacts_in_one_call_want_as_many_positions():
    with pytest.raises(ValueError, match="expected the positions of 2 meshes, got 1"):
        pliant.impacts(two(1), [two(1)[0][0]])


def test_curves_of_two_spheres(balls):
    found = pliant.curves(balls, depth=True)
    assert len(found) == 1
    (curve,) = found
    assert curve["closed"]
    line = found.polyline(0)
    assert (line[0] == line[-1]).all()
    assert np.linalg.norm(np.diff(line, axis=0), axis=1).sum() == pytest.approx(float(curve["length"]))
    shared = pliant.overlap(*balls, tolerance=1e-6)
    assert curve["volume"] == pytest.approx(shared.volume, rel=1e-6)
    assert (curve["sides"]["area"] > 0).all()
    assert len(found.segments) == len(pliant.intersections(balls, self_pairs=False))
    assert len(found.depths) == 2
    assert "closed" in repr(found)


def test_an_open_curve_has_no_volume():
    floor = np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], float)
    kite = np.array([[-1, 0, -1], [1, 0, -1], [0, 1, 1]], float)
    found = pliant.curves([(floor, [[0, 1, 2]]), (kite, [[0, 1, 2]])])
    assert [pliant.CurveEnd(end).name for end in found["ends"][0]] == ["border", "border"]
    assert np.isnan(found["volume"][0])


def test_regions_part_what_does_not_touch(balls):
    scene = pliant.Scene()
    (v, f), (w, g) = balls
    scene.add(np.concatenate([v, v + [20, 0, 0]]), np.concatenate([f, f + len(v)]))
    scene.add(np.concatenate([w, w + [20, 0, 0]]), np.concatenate([g, g + len(w)]))
    pairs = scene.intersections()
    regions = scene.regions(pairs)
    assert sorted(set(regions.tolist())) == [0, 1]
    left = pairs["a"]["triangle"] < len(f)
    assert (regions[left] == regions[left][0]).all()
    assert (regions[~left] == regions[~left][0]).all()
    wrong = pairs.items.copy()
    wrong["b"]["triangle"] = 10**6
    with pytest.raises(IndexError):
        scene.regions(wrong)
    with pytest.raises(TypeError, match="intersections"):
        scene.regions(np.zeros(3))
