"""Bodies that live."""

from __future__ import annotations

import numpy as np
import pytest

import pliant

box = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
five = np.array([[0, 3, 5, 6], [0, 3, 5, 1], [0, 3, 6, 2], [0, 5, 6, 4], [3, 5, 6, 7]], np.uint32)


def test_a_box_falls_on_the_floor_and_rests():
    simulation = pliant.Simulation(threads=1)
    floor = simulation.add_obstacle(box * [10, 10, 1] - [5, 5, 1], five, name="floor")
    soft = simulation.add_soft(box + [-0.5, -0.5, 0.1], five, name="box", material=pliant.Material(stiffness=2e5))
    for _ in range(120):
        report = simulation.step(1 / 60)
    assert report.time == pytest.approx(2)
    assert report.pushing > 0
    assert (simulation.name(soft), simulation.kind(soft)) == ("box", pliant.BodyKind.soft)
    assert simulation.kind(floor) is pliant.BodyKind.obstacle
    assert -0.2 < simulation.positions(soft)[:, 2].min() < 0.1
    assert np.abs(simulation.velocities(soft)).max() < 0.2
    assert simulation.energy.kinetic < 10
    assert simulation.triangles(soft).shape == (12, 3)
    assert simulation.tetrahedra(soft).tolist() == five.tolist()
    assert 0 < simulation.deepest_penetration() < 0.2
    assert len(simulation) == 2


def test_held_vertices_stay_and_others_fall():
    simulation = pliant.Simulation()
    soft = simulation.add_soft(box, five)
    top = np.flatnonzero(box[:, 2] == 1)
    simulation.hold(soft, top)
    simulation.move_held(soft, top, (0, 0, 0.01))
    simulation.step(1 / 60)
    assert simulation.positions(soft)[top] == pytest.approx(box[top] + [0, 0, 0.01])
    simulation.hold(soft, top, held=False)
    simulation.set_velocities(soft, np.zeros_like(box))
    assert simulation.momentum == pytest.approx((0, 0, 0), abs=1e-12)
    simulation.set_positions(soft, box + 5)
    assert simulation.positions(soft) == pytest.approx(box + 5)


def test_wrong_input_is_named():
    simulation = pliant.Simulation()
    with pytest.raises(ValueError, match=r"shape \(m, 4\)"):
        simulation.add_soft(box, [[0, 1, 2]])
    soft = simulation.add_soft(box, five)
    with pytest.raises(ValueError, match="expected 8 rows"):
        simulation.set_positions(soft, box[:3])
    with pytest.raises(ValueError):
        simulation.step(-1)
    with pytest.raises(IndexError):
        simulation.positions(7)


def test_cloth_falls_on_a_box_and_every_frame_is_certified():
    simulation = pliant.Simulation(threads=1, certify=True)
    faces = np.array([[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7],
                      [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]], np.uint32)  # fmt: skip
    corners = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], float)
    simulation.add_obstacle(0.4 * (corners - [0.5, 0.5, 1]), triangles=faces, name="box")
    n = 8
    sheet = np.array([[i / n - 0.5, j / n - 0.5, 0.01] for j in range(n + 1) for i in range(n + 1)])
    corner = np.array([j * (n + 1) + i for j in range(n) for i in range(n)])
    down = np.stack([corner, corner + 1, corner + n + 2], 1)
    up = np.stack([corner, corner + n + 2, corner + n + 1], 1)
    cloth = simulation.add_cloth(sheet, np.concatenate([down, up]), material=pliant.ClothMaterial(density=0.3))
    reports = [simulation.step(1 / 60) for _ in range(20)]
    assert all(r.certified and r.intersections == 0 for r in reports)
    assert sum(r.contacts for r in reports) > 0
    assert simulation.kind(cloth) is pliant.BodyKind.cloth
    heights = simulation.positions(cloth)[:, 2]
    assert heights.max() > 0 and heights.min() < -0.05


def test_an_obstacle_is_a_volume_or_a_surface():
    with pytest.raises(TypeError, match="either tetrahedra or triangles"):
        pliant.Simulation().add_obstacle(box)


def test_a_blade_cuts_a_box_in_two():
    simulation = pliant.Simulation(gravity=(0, 0, 0))
    soft = simulation.add_soft(box, five)
    cut = simulation.cut(soft, corner=(-1, -1, 0.5), along=(3, 0, 0), across=(0, 3, 0))
    assert cut
    vertices, tetrahedra = simulation.positions(soft), simulation.tetrahedra(soft)
    assert len(vertices) == len(box) + len(cut.vertices)
    on_edges = cut.vertices["to"] < len(box)  # the others are copies of these
    split, share = cut.vertices[on_edges], cut.vertices["share"][on_edges, None]
    assert len(split) > 0
    made = box[split["from"]] * (1 - share) + box[split["to"]] * share
    assert vertices[len(box) :][on_edges] == pytest.approx(made)
    assert len(cut.added) == len(cut.parents)
    assert set(cut.parents) <= set(cut.removed)
    there = tetrahedra[(tetrahedra != 2**32 - 1).all(axis=1)]
    side = vertices[there][:, :, 2].mean(axis=1) > 0.5
    assert 0 < side.sum() < len(side)
    assert not set(there[side].ravel()) & set(there[~side].ravel())  # nothing holds the halves together
    assert not simulation.cut(soft, corner=(5, 5, 5), along=(1, 0, 0), across=(0, 1, 0))
    with pytest.raises(ValueError):
        simulation.cut(soft, corner=(0, 0, 0), along=(1, 0, 0), across=(2, 0, 0))
