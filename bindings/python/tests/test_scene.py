"""The scene, as in C++: arrays in without a copy, arrays out."""

from __future__ import annotations

import gc
import os
import sys
import threading
import weakref
from pathlib import Path

import numpy as np
import pytest

import pliant
from conftest import sphere


def brute(meshes, **options):
    return pliant.intersections(meshes, method="brute_force", **options)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_method_answers_as_brute_force(balls, dtype):
    meshes = [(v.astype(dtype), f) for v, f in balls]
    expected = brute(meshes)
    assert len(expected) > 20
    for method in pliant.IntersectionMethod:
        found = pliant.intersections(meshes, method=method)
        assert (found.items == expected.items).all(), method


def test_positions_are_borrowed_and_read_again_where_they_are(balls):
    (v, f), (w, g) = balls
    scene = pliant.Scene()
    scene.add(v, f)
    second = scene.add(w, g)
    assert len(scene.intersections()) > 0
    w += 10  # in place: the very same memory
    scene.move(second)
    assert len(scene.intersections()) == 0


def test_positions_are_not_copied(balls):
    scene = pliant.Scene()
    for v, f in balls:
        body = scene.add(v, f)
        assert scene.positions(body) is v
    w = balls[0][0].astype(np.float32)
    scene.move(0, w)
    assert scene.positions(0).ctypes.data == w.ctypes.data


def test_any_stride_is_borrowed(balls):
    (v, f), (w, g) = balls
    wide = np.zeros((len(v), 8))
    wide[:, 2:5] = v
    view = wide[:, 2:5]
    assert not view.flags.c_contiguous
    scene = pliant.Scene()
    scene.add(view, f)
    scene.add(w, g)
    assert len(scene.intersections()) == len(brute([(v, f), (w, g)]))
    wide[:, 2] += 10
    scene.move(0)
    assert len(scene.intersections()) == 0


def test_arrays_are_kept_alive_and_let_go(balls):
    (v, f), _ = balls
    array = v.copy()
    alive = weakref.ref(array)
    scene = pliant.Scene()
    body = scene.add(array, f)
    del array
    gc.collect()
    assert alive() is not None
    assert len(scene.intersections()) == 0
    scene.remove(body)
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    ("positions", "error", "words"),
    [
        (np.zeros((3, 2)), ValueError, r"shape \(n, 3\), got \(3, 2\)"),
        (np.zeros(9), ValueError, r"got \(9,\)"),
        (np.zeros((3, 3), np.int32), TypeError, "float32 or float64, got int32"),
        (np.zeros((3, 3), np.float16), TypeError, "got float16"),
        (np.asfortranarray(np.zeros((4, 3))), ValueError, "ascontiguousarray"),
    ],
)
def test_wrong_positions_say_what_was_expected(positions, error, words):
    with pytest.raises(error, match=words):
        pliant.Scene().add(positions, [[0, 1, 2]])


@pytest.mark.parametrize(
    ("faces", "error", "words"),
    [
        ([[0, 1]], ValueError, r"shape \(m, 3\), got \(1, 2\)"),
        ([[0, 1, -1]], ValueError, "element 0 names vertex -1"),
        ([[0.0, 1.0, 2.0]], TypeError, "expected integers, got float64"),
    ],
)
def test_wrong_faces_say_what_was_expected(faces, error, words):
    with pytest.raises(error, match=words):
        pliant.Scene().add(np.zeros((3, 3)), faces)


def test_flaws_are_named_and_the_rest_is_answered(balls):
    (v, f), second = balls
    v = v.copy()
    v[5] = np.nan
    found = pliant.intersections([(v, f), second])
    assert not found.report.all_examined
    assert {pliant.FlawKind(k) for k in found.report.set_aside["kind"]} == {pliant.FlawKind.not_finite}
    assert (found.report.set_aside["element"] == 5).any()
    assert "set aside" in repr(found)


def test_no_body_no_method_no_array():
    scene = pliant.Scene()
    with pytest.raises(IndexError):
        scene.move(3)
    with pytest.raises(IndexError):
        scene.remove(7)
    with pytest.raises(ValueError, match="brute_force"):
        scene.intersections(method="quick")
    with pytest.raises(TypeError):
        scene.add([[0, 0, 0]], [[0, 0, 0]])


def test_budgets_are_said(balls):
    scene = pliant.Scene()
    for v, f in balls:
        scene.add(v, f)
    everything = scene.intersections()
    some = scene.intersections(budget=pliant.Budget(pairs=5))
    assert len(some) == 5
    assert not some.report.complete
    assert some.report.stopped_by is pliant.Limit.pairs
    counted = scene.intersections(budget=pliant.Budget(bytes=100))
    assert counted.report.stopped_by is pliant.Limit.bytes
    assert sum(counted.report.counters.pairs) == len(everything)


def test_overlap_of_spheres_is_that_of_the_formula():
    a, b = sphere(60), sphere(60, shift=(1, 0, 0))
    found = pliant.overlap(a, b, gradient=True, depths=True)
    exact = np.pi * (4 + 1) * (2 - 1) ** 2 / 12  # two caps of unit spheres one apart
    assert found.volume == pytest.approx(exact, rel=0.01)
    assert found.error < 0.02 * found.volume
    assert found.gradient_a.shape == a[0].shape
    assert found.penetrations["depth"].max() == pytest.approx(1, rel=0.05)


def test_gradient_is_that_of_finite_differences():
    (v, f), (w, g) = sphere(10), sphere(10, shift=(1.05, 0.02, 0.01))
    found = pliant.overlap((v, f), (w, g), gradient=True, tolerance=1e-4)
    step = 1e-3
    right = pliant.overlap((v, f), (w + [step, 0, 0], g), tolerance=1e-6).volume
    left = pliant.overlap((v, f), (w - [step, 0, 0], g), tolerance=1e-6).volume
    assert found.gradient_b[:, 0].sum() == pytest.approx((right - left) / (2 * step), rel=0.05)


def test_contains_is_exact(balls):
    points = np.array([[0, 0, 0], [5, 0, 0], [0.2, 0.1, 0.3], [np.nan, 0, 0]])
    found = pliant.contains(balls[0], points)
    assert found.inside.tolist() == [0, 2]
    assert found.invalid.tolist() == [3]


def test_penetrations_of_a_vertex_in_a_tetrahedron():
    tetrahedron = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
    inside = tetrahedron * 0.1 + 0.1
    scene = pliant.Scene()
    scene.add_volume(tetrahedron, [[0, 1, 2, 3]])
    scene.add_volume(inside, [[0, 1, 2, 3]])
    found = scene.penetrations(depth=True)
    assert len(found) == 4
    assert found["barycentric"].sum(axis=1) == pytest.approx(np.ones(4))
    assert (found["depth"] > 0).all()


def test_contacts_and_relations(balls):
    scene = pliant.Scene()
    for v, f in balls:
        scene.add(v, f)
    tiny = sphere(6, 0.1)
    scene.add(*tiny)
    contacts = scene.contacts_within(0, 1)
    assert contacts.error == 0
    between = scene.intersections(self_pairs=False)
    of_two = between[(between["a"]["body"] == 0) & (between["b"]["body"] == 1)]
    assert len(contacts.pairs) == len(of_two)
    relations = scene.relations()
    assert [(r["a"], r["b"], pliant.RelationKind(r["kind"])) for r in relations] == [
        (2, 0, pliant.RelationKind.inside)
    ]


def test_triangles_come_and_go(balls):
    (v, f), second = balls
    scene = pliant.Scene()
    scene.add(v, f)
    scene.add(*second)
    before = scene.intersections()
    gone = np.unique(before["a"]["triangle"][before["a"]["body"] == 0])
    scene.remove_triangles(0, gone)
    assert len(scene.intersections()) == 0
    numbers = scene.insert_triangles(0, f[gone])
    assert sorted(numbers) == sorted(gone)
    assert len(scene.intersections()) == len(before)


def test_tetrahedra_come_and_go():
    one = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], float)
    scene = pliant.Scene()
    body = scene.add_volume(one, [[0, 1, 2, 3], [1, 2, 3, 4]])
    point = scene.add_volume(one[:4] * 0.1 + 0.6, [[0, 1, 2, 3]])
    assert len(scene.triangles(body)) == 6
    inside = scene.penetrations()
    assert set(inside["tetrahedron"]["tetrahedron"]) == {1}
    scene.remove_tetrahedra(body, [1])
    assert len(scene.penetrations()) == 0
    assert scene.tetrahedra(body)[1].tolist() == [2**32 - 1] * 4
    assert scene.insert_tetrahedra(body, [[1, 2, 3, 4]]).tolist() == [1]
    assert (scene.penetrations().items == inside.items).all()
    assert scene.tetrahedra(point).tolist() == [[0, 1, 2, 3]]
    with pytest.raises(IndexError):
        scene.remove_tetrahedra(body, [7])
    surface = scene.add(one, [[0, 1, 2]])
    with pytest.raises(ValueError):
        scene.insert_tetrahedra(surface, [[0, 1, 2, 3]])
    with pytest.raises(ValueError):
        scene.tetrahedra(surface)


def test_what_is_made_for_an_array_is_not_copied(balls):
    scene = pliant.Scene()
    for v, f in balls:
        scene.add(v, f)
    regions = scene.regions(scene.intersections())
    assert not regions.flags.owndata
    assert type(regions.base).__name__ == "PyCapsule"
    kept = regions.copy()
    del scene
    gc.collect()
    assert (regions == kept).all()


def test_enumerators_are_those_of_cpp():
    from pliant import _pliant

    for name, values in _pliant.enumerators().items():
        assert [m.name for m in getattr(pliant, name)] == values, name


def test_two_scenes_run_at_once_and_one_scene_waits(balls):
    scene = pliant.Scene(threads=1)
    for v, f in balls:
        scene.add(v, f)
    expected = len(scene.intersections())
    wrong = []

    def ask():
        for _ in range(50):
            if len(scene.intersections()) != expected or len(pliant.intersections(balls, threads=1)) != expected:
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def resident() -> int:
    """Memory of this process now, in kB. Not its peak, below which a leak would hide."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_nothing_leaks():
    (v, f), (w, g) = sphere(2), sphere(2, shift=(0.5, 0.1, 0.2))
    mesh = np.concatenate([v, w]), np.concatenate([f, g + len(v)])
    expected = len(pliant.self_intersections(*mesh))
    assert expected > 0
    for _ in range(2000):
        pliant.self_intersections(*mesh)
    gc.collect()
    blocks, memory = sys.getallocatedblocks(), resident()
    for _ in range(100_000):
        pliant.self_intersections(*mesh)
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 1000
    assert resident() - memory < 5_000  # kB: 50 bytes for each call


def test_repr_tells(balls):
    assert repr(pliant.intersections(balls)).startswith("<")
    assert "crossing" in repr(pliant.intersections(balls))
