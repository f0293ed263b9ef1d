"""Ctrl-C ends a long search, in the middle of it."""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager

import numpy as np
import pytest

import pliant
from conftest import sphere


def bundle(count: int):
    """Triangles through one point: nearly every two cross."""
    random = np.random.default_rng(3)
    p, q = random.uniform(-1, 1, (2, count, 3))
    vertices = np.stack([p, q, -p - q], axis=1).reshape(-1, 3)
    return vertices, np.arange(3 * count, dtype=np.uint32).reshape(-1, 3)


def crowd(corners: int, count: int):
    """Small elements, each near hundreds of others: no part of a search is long, all of it is."""
    random = np.random.default_rng(4)
    centres = random.uniform(-1, 1, (count, 1, 3))
    vertices = (centres + random.uniform(-0.1, 0.1, (count, corners, 3))).reshape(-1, 3)
    return vertices, np.arange(corners * count, dtype=np.uint32).reshape(-1, corners)


def crossing_bundle():
    scene = pliant.Scene()
    scene.add(*bundle(25_000))
    return scene


def moving_crowd():
    scene = pliant.Scene()
    vertices, faces = crowd(3, 60_000)
    body = scene.add(vertices, faces)
    scene.start_step()
    scene.move(body, vertices + np.random.default_rng(5).uniform(-0.05, 0.05, vertices.shape))
    return scene


def large_balls():
    scene = pliant.Scene()
    for shift in ((0, 0, 0), (1.1, 0.03, 0.07)):
        scene.add(*sphere(150, shift=shift))
    return scene


def many_points():
    return np.random.default_rng(6).uniform(-1, 1, (2_000_000, 3))


def many_small_balls():
    """Within a large one that touches none."""
    v, f = sphere(3, 0.004)
    centres = np.random.default_rng(7).uniform(-0.5, 0.5, (6000, 1, 3))
    faces = np.arange(6000)[:, None, None] * len(v) + f
    scene = pliant.Scene()
    scene.add((centres + v).reshape(-1, 3), faces.reshape(-1, 3))
    scene.add(*sphere(150))
    return scene


def many_tetrahedra():
    scene = pliant.Scene()
    scene.add_volume(*crowd(4, 120_000))
    return scene


def within(code, frame):
    """Whether a frame is of this code, or was called from there."""
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame is not None


@contextmanager
def ctrl_c_within(scene):
    """Ctrl-C, pressed a hundred times a second. Only what comes in the middle of a question counts: between questions the
    interpreter itself would be interrupted, whatever the library does. Nor does one that comes while the handler of another
    is still running. Yields the list of those that count."""
    pressed = []

    def press(_, frame):
        if within(press.__code__, frame):  # a busy machine took longer than the timer; the search did not ask again
            return
        try:
            len(scene.bodies)
        except RuntimeError:  # it is at work
            pressed.append(1)
            raise KeyboardInterrupt from None

    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        yield pressed
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ask_on(question):
    """Asks again and again until a press arrives, so that neither a busy nor a fast machine decides. A search that is not
    watched never hears of one."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        question()


@pytest.mark.parametrize(
    ("make", "question"),
    [
        (crossing_bundle, lambda scene: scene.intersections(budget=pliant.Budget(bytes=50_000_000))),
        (crossing_bundle, lambda scene: scene.curves()),
        (moving_crowd, lambda scene: scene.proximities(0.1, budget=pliant.Budget(items=1000))),
        (moving_crowd, lambda scene: scene.impacts(budget=pliant.Budget(items=1000))),
        (moving_crowd, lambda scene: scene.safe_step(minimum_separation=0.01)),
        (many_tetrahedra, lambda scene: scene.penetrations()),
        (large_balls, lambda scene: scene.overlap(0, 1, gradient=True, tolerance=1e-5, depths=True)),
        (large_balls, lambda scene: scene.self_overlap(0, tolerance=1e-7)),
        (large_balls, lambda scene: scene.contains(0, many_points())),
        (large_balls, lambda scene: scene.contacts_within(0, 1)),
        (many_small_balls, lambda scene: scene.relations()),
    ],
    ids=[
        "intersections",
        "curves",
        "proximities",
        "impacts",
        "safe_step",
        "penetrations",
        "overlap",
        "self_overlap",
        "contains",
        "contacts_within",
        "relations",
    ],
)
def test_control_c_ends_a_long_search(make, question):
    scene = make()
    with ctrl_c_within(scene) as pressed, pytest.raises(KeyboardInterrupt):
        ask_on(lambda: question(scene))
    assert len(pressed) == 1  # the search ended: no other press came into it
    for body in scene.bodies:
        scene.remove(body)
    assert len(scene.intersections()) == 0


def test_a_press_within_the_handler_of_another_does_not_count():
    """As on a busy machine: the next press comes before the handler of the last one has ended."""

    class Slow:
        def __init__(self, scene):
            self.scene = scene

        @property
        def bodies(self):
            signal.raise_signal(signal.SIGALRM)
            return self.scene.bodies

    scene = moving_crowd()
    with ctrl_c_within(Slow(scene)) as pressed, pytest.raises(KeyboardInterrupt):
        ask_on(scene.impacts)
    assert len(pressed) == 1


def test_a_signal_handler_cannot_ask_a_scene_that_is_at_work():
    scene = moving_crowd()
    said = []

    def ask_in_the_middle(*_):
        try:
            scene.relations()
        except RuntimeError as error:
            said.append(str(error))
            raise KeyboardInterrupt from None

    before = signal.signal(signal.SIGALRM, ask_in_the_middle)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        with pytest.raises(KeyboardInterrupt):
            ask_on(scene.impacts)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert "signal handler" in said[0]
