"""pliant-blender: the add-on without a window, as a build server runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAM = HERE / "../../integrations/blender/pliant-blender"
MAKE = """
import sys; sys.path.insert(0, {here!r})
import bpy, scenes
def save(name): bpy.ops.wm.save_as_mainfile(filepath={folder!r} + "/" + name + ".blend")
scenes.crossing_spheres(); save("spheres")
scenes.empty(); save("none")
scenes.raw_mesh("broken", [[0, 0, 0], [1, 0, 0], [0, float("nan"), 0]], [[0, 1, 2]]); save("broken")
"""


@pytest.fixture(scope="module")
def blends(tmp_path_factory):
    """Every scene, made by one start of Blender."""
    folder = tmp_path_factory.mktemp("blend")
    script = folder / "make.py"
    script.write_text(MAKE.format(here=str(HERE), folder=str(folder)))
    blender = os.environ.get("BLENDER", "blender")
    subprocess.run(
        [blender, "-b", "--factory-startup", "--python-exit-code", "3", "--python", script], check=True, capture_output=True
    )
    return folder


@pytest.fixture
def spheres(blends):
    return blends / "spheres.blend"


def run(*arguments):
    return subprocess.run([sys.executable, PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)


def test_found_is_one_and_json_is_that_of_the_command(spheres, tmp_path):
    done = run(spheres, "--json", tmp_path / "out.json", "--report", tmp_path / "out.html")
    assert done.returncode == 1, done.stderr
    document = json.loads((tmp_path / "out.json").read_text())
    assert (document["schema"], document["command"]) == (2, "check")
    assert [body["name"] for body in document["bodies"]] == ["still", "moving"]
    assert [frame["pairs"] > 0 for frame in document["frames"]] == [False, True, True, True, False]
    assert done.stdout.endswith("3 of 5 frames with hits\n")
    assert (tmp_path / "out.html").stat().st_size > 100_000


def test_a_clean_range_is_zero(spheres):
    done = run(spheres, "--frames", "1", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert [frame["frame"] for frame in json.loads(done.stdout)["frames"]] == [1]


def test_what_cannot_be_used_is_two(spheres, tmp_path):
    (tmp_path / "text.blend").write_text("no blend")
    for arguments, words in (
        ((tmp_path / "nowhere.blend",), "nowhere.blend: No such file"),
        ((tmp_path / "text.blend",), "no .blend file"),
        ((spheres, "--frames", "x"), "expected FIRST-LAST"),
        ((spheres, "--object", "ghost"), "no object is called ghost"),
        ((spheres, "--blender", "no-such-blender"), "no such program"),
    ):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert words in done.stderr
        assert done.stderr.startswith("pliant-blender: ")
        assert done.stdout == ""


def test_no_mesh_is_two_and_broken_ones_are_three(blends):
    assert "no object with a mesh" in run(blends / "none.blend").stderr
    done = run(blends / "broken.blend", "--frames", "1", "--quiet")
    assert (done.returncode, done.stdout) == (3, "")
