"""An animation, checked frame by frame, and plotted over time."""

# %% A torus swings around a ball; both are made here.
from typing import Any

import numpy as np
import numpy.typing as npt

import pliant

Array = npt.NDArray[Any]


def grid(rings: int, columns: int) -> Array:
    """Triangles of a sheet whose sides are sewn together."""
    ring, column = np.meshgrid(np.arange(rings), np.arange(columns), indexing="ij")
    a = (ring * columns + column).ravel()
    b = ((ring + 1) % rings * columns + column).ravel()
    c = ((ring + 1) % rings * columns + (column + 1) % columns).ravel()
    d = (ring * columns + (column + 1) % columns).ravel()
    faces: Array = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.uint32)
    return faces


def torus(radius: float, thickness: float) -> Array:
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 48, False), np.linspace(0, 2 * np.pi, 24, False), indexing="ij")
    around = radius + thickness * np.cos(v)
    vertices: Array = np.stack([around * np.cos(u), around * np.sin(u), thickness * np.sin(v)], -1).reshape(-1, 3)
    return vertices


faces = grid(48, 24)
first, second = torus(1.0, 0.3), torus(1.0, 0.3)[:, [0, 2, 1]]

# %% The second torus, turned upright, passes through the first.
check = pliant.Check(["lying", "upright"])
ways = np.linspace(-2.8, 2.8, 57)
for way in ways:
    check.add([(first, faces), (second + [way, 0, 0], faces[:, ::-1])])
print(check)
print("worst frame", check.worst.number, check.worst.found)

# %% Pairs over time.
pairs = [len(frame.found) for frame in check]
try:
    import matplotlib

    matplotlib.use("Agg", force=False)
    import matplotlib.pyplot as plt

    plt.fill_between(ways, pairs, step="mid", alpha=0.5)
    plt.xlabel("way of the upright torus")
    plt.ylabel("intersecting pairs")
    plt.show()
except ImportError:
    print("without matplotlib:", pairs)

# %% What the tests look at.
assert pairs[0] == pairs[-1] == 0
assert max(pairs) == len(check.worst.found) > 0
assert check.exit_code == 1
