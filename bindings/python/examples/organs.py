"""The overlap of two organs, with its error."""

# %% Two bumpy closed surfaces stand for a liver and a stomach that were segmented apart.
from typing import Any

import numpy as np
import numpy.typing as npt

import pliant

Array = npt.NDArray[Any]


def organ(seed: int, centre: list[float], rings: int = 48) -> tuple[Array, Array]:
    """A sphere with a few random waves on it; longitude closes, the poles are fans."""
    random = np.random.default_rng(seed)
    columns = 2 * rings
    theta = np.repeat(np.linspace(0, np.pi, rings + 1)[1:-1], columns)
    phi = np.tile(np.linspace(0, 2 * np.pi, columns, endpoint=False), rings - 1)
    directions = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], 1)
    directions = np.concatenate([directions, [[0, 0, 1], [0, 0, -1]]])
    radius = 1 + sum(0.04 * np.sin(directions @ random.normal(size=3) * 3 + random.uniform(0, 6)) for _ in range(5))
    top, bottom = len(directions) - 2, len(directions) - 1
    faces = []
    for c in range(columns):
        n = (c + 1) % columns
        last = (rings - 2) * columns
        faces += [(top, c, n), (bottom, last + n, last + c)]
        for r in range(rings - 2):
            a, b = r * columns, (r + 1) * columns
            faces += [(a + c, b + c, b + n), (a + c, b + n, a + n)]
    return directions * np.reshape(radius, (-1, 1)) + centre, np.array(faces, np.uint32)


liver, stomach = organ(1, [0, 0, 0]), organ(2, [1.5, 0.2, 0.1])

# %% How much do they share, and how sure is that?
shared = pliant.overlap(liver, stomach, depths=True)
print(f"shared {shared.volume:.6f}, at most {shared.error:.1e} off; centre {np.round(shared.centroid, 3)}")
deepest = shared.penetrations[np.argmax(shared.penetrations["depth"])]
print(f"deepest: {deepest['depth']:.4f}, way out {np.round(deepest['direction'], 3)}")

# %% The curve along which they meet encloses the same volume.
curves = pliant.curves([liver, stomach])
print(curves)

# %% A page that shows it in 3-D; in Jupyter it stands below.
scene = pliant.Scene()
for vertices, faces in (liver, stomach):
    scene.add(vertices, faces)
page = pliant.show(scene, scene.intersections(), curves, shared, names=["liver", "stomach"], open_browser=False)
page

# %% What the tests look at.
assert shared.error < 1e-6 * shared.volume
assert abs(curves["volume"].sum() - shared.volume) < 1e-6
