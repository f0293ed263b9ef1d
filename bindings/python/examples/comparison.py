"""The same meshes given to several libraries: what each returns, and its time."""

# %% Two bodies: spheres of triangles that cross each other, and one of them crossing itself.
import time
from typing import Any, Callable

import numpy as np

import pliant


def sphere(level: int, shift: tuple[float, float, float]) -> tuple[Any, Any]:
    corners = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    faces = np.array([[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]])
    for _ in range(level):
        edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        unique, number = np.unique(edges, axis=0, return_inverse=True)
        p, q, r = (len(corners) + number.reshape(-1, 3)).T
        x, y, z = faces.T
        corners = np.concatenate([corners, corners[unique].mean(axis=1)])
        corners /= np.linalg.norm(corners, axis=1, keepdims=True)
        faces = np.concatenate([np.stack(t, 1) for t in ((x, p, r), (p, y, q), (r, q, z), (p, q, r))])
    return corners + shift, faces


(v, f), (w, g) = sphere(5, (0, 0, 0)), sphere(5, (1.01, 0.02, 0.03))
both, all_faces = np.concatenate([v, w]), np.concatenate([f, g + len(v)])
rows: list[tuple[str, str, float]] = []


def timed(name: str, says: Callable[[], str]) -> None:
    """The answer and the time of one library, with whatever it builds for the question; not that of loading it."""
    try:
        says()
        started = time.perf_counter()
        said = says()
    except ImportError as missing:
        print(f"{name}: not installed ({missing.name})")
        return
    rows.append((name, said, 1e3 * (time.perf_counter() - started)))


def by_pliant() -> str:
    return f"{len(pliant.intersections([(v, f), (w, g)]))} pairs of triangles, exact"


def by_ipctk() -> str:
    import ipctk

    mesh = ipctk.CollisionMesh(both, ipctk.edges(all_faces), all_faces)
    return f"intersects: {ipctk.has_intersections(mesh, both)} (no pairs are named)"


def by_meshlib() -> str:
    from meshlib import mrmeshnumpy as numbers
    from meshlib import mrmeshpy as mr

    a, b = (numbers.meshFromFacesVerts(faces.astype(np.int32), points) for points, faces in ((v, f), (w, g)))
    found = mr.findCollidingTriangles(mr.MeshPart(a), mr.MeshPart(b))
    return f"{len(found)} pairs of triangles between the two, in float32"


def by_trimesh() -> str:
    import fcl  # python-fcl, which trimesh takes for this
    import trimesh

    manager = trimesh.collision.CollisionManager()
    for name, mesh in (("a", (v, f)), ("b", (w, g))):
        manager.add_object(name, trimesh.Trimesh(*mesh, process=False))
    hit, contacts = manager.in_collision_internal(return_data=True)
    return f"in collision: {hit}, {len(contacts)} contacts between the two (by python-fcl)"


def by_pymeshlab() -> str:
    import pymeshlab

    meshes = pymeshlab.MeshSet()
    meshes.add_mesh(pymeshlab.Mesh(both, all_faces))
    meshes.compute_selection_by_self_intersections_per_face()
    return f"{meshes.current_mesh().selected_face_number()} faces (no pairs are named)"


def by_pyvista() -> str:
    import pyvista

    a, b = (pyvista.PolyData(p, np.column_stack((np.full(len(t), 3), t)).ravel()) for p, t in ((v, f), (w, g)))
    _, contacts = a.collision(b)
    return f"{'meet' if contacts else 'do not meet'} (contacts per cell, between the two)"


for each in (by_pliant, by_ipctk, by_meshlib, by_trimesh, by_pymeshlab, by_pyvista):
    timed(each.__name__[3:], each)

# %% What each returns.
print(f"{len(f)} and {len(g)} triangles")
for name, said, milliseconds in rows:
    print(f"{name:10} {milliseconds:9.1f} ms  {said}")

# %% What the tests look at.
assert rows[0][0] == "pliant"
assert len(pliant.intersections([(v, f), (w, g)])) == len(pliant.self_intersections(both, all_faces))
