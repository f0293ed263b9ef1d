"""Meshes of other libraries and files, by what they have and not by what they are."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import pliant


def test_objects_with_vertices_and_faces(balls):
    (v, f), _ = balls
    trimesh = SimpleNamespace(vertices=v, faces=f.astype(np.int64))
    meshio = SimpleNamespace(points=v, cells_dict={"triangle": f.astype(np.int64)})
    pyvista = SimpleNamespace(points=v.astype(np.float32), faces=np.column_stack((np.full(len(f), 3), f)).ravel())
    for mesh in (trimesh, meshio, pyvista, (v.tolist(), f.tolist())):
        assert len(pliant.self_intersections(mesh)) == 0
        assert pliant.self_intersections(mesh).report.all_examined


def test_quadrangles_are_refused_with_advice():
    quads = SimpleNamespace(points=np.zeros((4, 3)), faces=np.array([4, 0, 1, 2, 3]))
    with pytest.raises(ValueError, match="triangulate"):
        pliant.self_intersections(quads)


def test_anything_else_is_refused():
    with pytest.raises(TypeError, match="expected"):
        pliant.self_intersections(42)


def test_files_come_back_as_they_were(balls, tmp_path):
    (v, f), _ = balls
    for ending in ("ply", "obj"):
        path = tmp_path / f"ball.{ending}"
        pliant.write(path, (v, f))
        (mesh,) = pliant.read(path)
        assert (mesh.vertices == v).all()
        assert (mesh.faces == f).all()
        assert len(pliant.self_intersections(mesh)) == 0


def test_a_volume_comes_back(tmp_path):
    v = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
    path = tmp_path / "one.msh"
    pliant.write(path, (v, [[0, 1, 2, 3]]))
    (mesh,) = pliant.read(path)
    assert mesh.tetrahedra.tolist() == [[0, 1, 2, 3]]


def test_a_file_that_is_none_is_named(tmp_path):
    path = tmp_path / "broken.obj"
    path.write_text("v 1 2\n")
    with pytest.raises(pliant.FileError, match=r"broken\.obj:1"):
        pliant.read(path)
    with pytest.raises(OSError, match="nowhere"):
        pliant.read(tmp_path / "nowhere.obj")


@pytest.mark.parametrize("library", ["trimesh", "pyvista", "meshio"])
def test_other_libraries_and_back(library, balls, tmp_path):
    pytest.importorskip(library)
    (v, f), _ = balls
    mesh = pliant.Mesh("ball", v, f, np.zeros((0, 4), np.uint32))
    theirs = getattr(mesh, f"to_{library}")()
    assert len(pliant.intersections([theirs, balls[1]])) == len(pliant.intersections(balls))
