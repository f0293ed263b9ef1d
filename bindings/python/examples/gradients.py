"""Overlap volume and clearance with gradients in PyTorch."""

# %% Twenty lines make them differentiable.
from typing import Any

import numpy as np
import torch

import pliant


class Overlap(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, a: torch.Tensor, b: torch.Tensor, faces_a: Any, faces_b: Any) -> torch.Tensor:
        found = pliant.overlap((a.detach().numpy(), faces_a), (b.detach().numpy(), faces_b), gradient=True, tolerance=1e-4)
        ctx.gradients = [torch.as_tensor(g) for g in (found.gradient_a, found.gradient_b)]
        return a.new_tensor(found.volume)

    @staticmethod
    def backward(ctx: Any, *outer: torch.Tensor) -> Any:
        return *(outer[0] * g.to(outer[0].dtype) for g in ctx.gradients), None, None


def clearance(a: torch.Tensor, b: torch.Tensor, faces_a: Any, faces_b: Any, most: float) -> torch.Tensor:
    """Least distance of features at most `most` apart: pliant says which and where, torch does the rest."""
    near = pliant.proximities([(a.detach().numpy(), faces_a), (b.detach().numpy(), faces_b)], most, self_pairs=False)
    if len(near) == 0:
        return a.new_tensor(most)
    least = near[int(np.argmin(near["distance"]))]
    split = 1 if least["kind"] == pliant.FeatureKind.vertex_triangle else 2
    bodies = [(a, b)[int(least["body_a"])]] * split + [(a, b)[int(least["body_b"])]] * (4 - split)
    corners = torch.stack([body[int(v)] for body, v in zip(bodies, least["vertices"])])
    weights = torch.as_tensor(least["weights"] * np.where(np.arange(4) < split, 1, -1)).to(corners.dtype)
    return torch.linalg.norm(weights @ corners)


# %% Two octahedra.
shape = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
faces = np.array([[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]])
first = torch.tensor(shape, requires_grad=True)
second = torch.tensor(shape + [0.8, 0.31, 0.17], requires_grad=True)
volume = Overlap.apply(first, second, faces, faces)
volume.backward()
print("volume", float(volume), "gradient", second.grad)

# %% Against finite differences.
step = 1e-5
for vertex, axis in ((1, 0), (3, 1), (5, 2)):
    moved = []
    for sign in (1, -1):
        other = second.detach().numpy().copy()
        other[vertex, axis] += sign * step
        moved.append(pliant.overlap((shape, faces), (other, faces), tolerance=1e-9).volume)
    assert abs((moved[0] - moved[1]) / (2 * step) - float(second.grad[vertex, axis])) < 1e-4

# %% The clearance of octahedra that are apart.
apart = torch.tensor(shape + [2.5, 0.3, 0.1], requires_grad=True)
gap = clearance(first, apart, faces, faces, 1.0)
gap.backward()
for axis in range(3):
    moved = []
    for sign in (1, -1):
        other = apart.detach().numpy() + sign * step * np.eye(3)[axis]
        moved.append(float(np.mean(pliant.distance((shape, faces), (other, faces)).distance)))
    assert abs((moved[0] - moved[1]) / (2 * step) - float(apart.grad[:, axis].sum())) < 1e-3
print("clearance", float(gap), "falls along", apart.grad.sum(0))
