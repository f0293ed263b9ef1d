"""Sequences of frames, in and out."""

from __future__ import annotations

import numpy as np
import pytest

import pliant


@pytest.mark.parametrize(("ending", "source"), [("", "{0}/frame_*.obj"), (".pc2", "{0}.obj@{0}.pc2")])
def test_frames_come_back(balls, tmp_path, ending, source):
    (v, f), _ = balls
    path = tmp_path / f"fall{ending}"
    writer = pliant.FrameWriter(path, frames_per_second=10)
    for frame in range(3):
        writer.write([(v + [0, 0, frame], f)], names=["ball"])
    frames = pliant.Frames(source.format(tmp_path / "fall"))
    assert len(frames) == 3
    for number, (mesh,) in enumerate(frames):
        assert mesh.vertices == pytest.approx(v + [0, 0, number], abs=1e-6)
        assert (mesh.faces == f).all()
    assert (frames[-1][0].vertices == frames[2][0].vertices).all()
    with pytest.raises(IndexError):
        frames[3]
    assert repr(frames) == "<3 frames>"


def test_frames_may_change_their_connectivity(balls, tmp_path):
    for number, (v, f) in enumerate([balls[0], (balls[1][0][:40], balls[1][1][:0])]):
        pliant.write(tmp_path / f"part_{number}.ply", (v, f))
    frames = pliant.Frames(tmp_path / "part_*.ply")
    assert [len(mesh.faces) for (mesh,) in frames] == [len(balls[0][1]), 0]
    assert frames.name(1) == "part_1.ply"


def test_paraview_files_are_written(balls, tmp_path):
    writer = pliant.FrameWriter(tmp_path / "out.pvd")
    writer.write(balls)
    assert (tmp_path / "out.pvd").exists()


def test_points_are_read(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("x,y,z\n1,2,3\n4,5,6\n")
    assert pliant.read_points(path).tolist() == [[1, 2, 3], [4, 5, 6]]


def test_formats_are_those_of_the_command():
    endings = {f.ending for f in pliant.formats()}
    assert {".obj", ".ply", ".stl", ".off", ".glb", ".msh"} <= endings
    with pytest.raises(pliant.FileError):
        pliant.write("nowhere.xyz", (np.zeros((3, 3)), [[0, 1, 2]]))
