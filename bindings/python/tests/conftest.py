"""Meshes that several tests use."""

from __future__ import annotations

import numpy as np
import pytest


def sphere(rings: int = 12, radius: float = 1.0, shift: tuple[float, float, float] = (0, 0, 0), dtype=np.float64):
    """A closed surface with two poles, facing outwards."""
    columns = 2 * rings
    theta = np.linspace(0, np.pi, rings + 1)[1:-1]
    phi = np.linspace(0, 2 * np.pi, columns, endpoint=False)
    ring = np.stack(
        [
            np.outer(np.sin(theta), np.cos(phi)),
            np.outer(np.sin(theta), np.sin(phi)),
            np.outer(np.cos(theta), np.ones(columns)),
        ],
        axis=-1,
    ).reshape(-1, 3)
    vertices = np.concatenate([ring, [[0, 0, 1], [0, 0, -1]]]) * radius + np.asarray(shift)
    faces = []
    top, bottom = len(ring), len(ring) + 1
    for c in range(columns):
        n = (c + 1) % columns
        faces.append((top, c, n))
        last = (rings - 2) * columns
        faces.append((bottom, last + n, last + c))
        for r in range(rings - 2):
            a, b = r * columns, (r + 1) * columns
            faces.append((a + c, b + c, b + n))
            faces.append((a + c, b + n, a + n))
    return vertices.astype(dtype), np.array(faces, dtype=np.uint32)


@pytest.fixture
def balls():
    """Two spheres that overlap."""
    return sphere(), sphere(shift=(1.1, 0.03, 0.07))
