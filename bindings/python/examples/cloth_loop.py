"""A cloth loop in NumPy: springs pull, and impacts keep the cloth from passing through a ball."""

# %% A square cloth above a ball.
from typing import Any

import numpy as np
import numpy.typing as npt

import pliant

Array = npt.NDArray[Any]

count = 24
u, v = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
number = (u * count + v).astype(np.uint32)
cloth = np.stack([u / (count - 1) - 0.5, v / (count - 1) - 0.5, np.full(u.shape, 0.36)], -1).reshape(-1, 3)
corners = [number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]]
a, b, c, d = (corner.ravel() for corner in corners)
cloth_faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
springs = np.concatenate([np.stack([a, b], 1), np.stack([a, d], 1), np.stack([a, c], 1), np.stack([b, d], 1)])
lengths = np.linalg.norm(cloth[springs[:, 0]] - cloth[springs[:, 1]], axis=1)

# %% The ball, from a subdivided octahedron.
ball = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
ball_faces = np.array([[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]])
for _ in range(3):
    corner = ball[ball_faces]
    middles = (corner + np.roll(corner, -1, axis=1)) / 2
    new = len(ball) + np.arange(3 * len(ball_faces)).reshape(-1, 3)
    x, y, z = ball_faces.T
    p, q, r = new.T
    ball = np.concatenate([ball, middles.reshape(-1, 3)])
    ball_faces = np.concatenate([np.stack(t, 1) for t in ((x, p, r), (p, y, q), (r, q, z), (p, q, r))])
ball = 0.3 * ball / np.linalg.norm(ball, axis=1, keepdims=True)

# %% One scene; the ball stands still.
scene = pliant.Scene()
scene.add(ball, ball_faces)
body = scene.add(cloth, cloth_faces)


def pulled(positions: Array, speed: Array, seconds: float) -> Array:
    """New speeds by springs, damping and gravity."""
    ends = positions[springs]
    along = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(along, axis=1, keepdims=True)
    force = 40 * (length - lengths[:, None]) * along / np.maximum(length, 1e-12)
    forces = np.zeros_like(positions)
    np.add.at(forces, springs[:, 0], force)
    np.add.at(forces, springs[:, 1], -force)
    faster: Array = 0.998 * (speed + seconds * (forces / 0.02 + [0, 0, -9.81]))
    return faster


def without_impacts(start: Array, speed: Array, seconds: float) -> Array:
    """Speeds of a step in which cloth and ball do not meet: whoever meets something gives up its speed towards it."""
    for _ in range(20):
        scene.move(body, start + seconds * speed)
        found = scene.impacts(self_pairs=False, minimum_separation=0.004)
        if len(found) == 0:
            return speed
        for impact in found:
            side = slice(0, 1) if impact["kind"] == pliant.FeatureKind.vertex_triangle else slice(0, 2)
            if impact["body_a"] != body:
                side = slice(side.stop, 4)
            mine = impact["vertices"][side]
            outwards = impact["normal"] if impact["body_a"] == body else -impact["normal"]
            towards = np.minimum(speed[mine] @ outwards, 0)
            speed[mine] -= (towards - 1e-3)[:, None] * outwards
    safe = scene.safe_step(self_pairs=False, minimum_separation=0.004).time
    return speed * safe * 0.9


# %% Eighty steps.
positions, speed, seconds = cloth.copy(), np.zeros_like(cloth), 1 / 240
for _ in range(80):
    scene.move(body, positions)
    scene.start_step()
    speed = without_impacts(positions, pulled(positions, speed, seconds), seconds)
    positions = positions + seconds * speed
scene.move(body, positions)
print("lowest", positions[:, 2].min().round(3), scene.intersections(self_pairs=False))

# %% What the tests look at: it fell around the ball, and nothing passed through.
assert positions[:, 2].min() < 0.25
assert len(scene.intersections(self_pairs=False)) == 0
assert np.linalg.norm(positions, axis=1).min() > 0.29
