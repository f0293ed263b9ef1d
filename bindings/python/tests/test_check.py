"""Frame by frame, as the command does it; and reports."""

from __future__ import annotations

import json
import os
import subprocess

import numpy as np
import pytest

import pliant
from conftest import sphere


def falling(balls, heights):
    (v, f), (w, g) = balls
    return [[(v, f), (w + [0, 0, height], g)] for height in heights]


def test_exit_codes(balls):
    clean = pliant.Check(["a", "b"])
    for meshes in falling(balls, [3, 4]):
        clean.add(meshes)
    assert clean.exit_code == 0
    clean.add(falling(balls, [0])[0])
    assert clean.exit_code == 1
    (v, f), second = balls
    broken = v.copy()
    broken[5, 0] = np.nan
    odd = pliant.Check(["a", "b"])
    odd.add([(broken, f), (second[0] + 9, second[1])])
    assert odd.exit_code == 3
    assert {"kind": "not_finite", "element": 5} in odd.bodies[0]["set_aside"]
    empty = pliant.Check(["a", "b"])
    empty.add([(v, f[:0]), (second[0] + 9, second[1])])
    assert empty.exit_code == 3


def test_what_is_allowed_is_known(balls):
    meshes = falling(balls, [0])[0]
    check = pliant.Check(["a", "b"])
    every = [np.ones(len(f), bool) for _, f in meshes]
    assert not check.add(meshes, allowed=every).news
    assert check.exit_code == 0
    assert check.add(meshes, allowed=[every[0], None]).news
    some = every[0].copy()
    some[check.frames[0].found["a"]["triangle"][0]] = False
    frame = check.add(meshes, allowed=[some, every[1]])
    assert 0 < frame.known.sum() < len(frame.known)
    assert check.document()["frames"][2]["known"] == frame.known.sum()


def test_connectivity_may_change(balls):
    (v, f), second = balls
    check = pliant.Check(["a", "b"])
    first = check.add([(v, f), second])
    half = check.add([(v, f[: len(f) // 2]), second])
    again = check.add([(v, f), second])
    assert (first.found.items == again.found.items).all()
    assert len(half.found) < len(first.found)
    assert check.worst is check.frames[0]


def test_volumes_are_refused():
    with pytest.raises(ValueError, match="solid: expected a surface"):
        pliant.Check(["solid"]).add([(np.eye(4, 3), [[0, 1, 2, 3]])])
    with pytest.raises(ValueError, match="expected 1, got 2"):
        pliant.Check(["one"]).add([sphere(), sphere()])


def without_times(document):
    for frame in document["frames"]:
        del frame["milliseconds"]
        frame["name"] = None
        for region in frame["regions"]:
            region["centroid"] = [round(x, 9) for x in region["centroid"]]
    for body in document["bodies"]:
        body["name"] = None
    return document


@pytest.mark.skipif("PLIANT_COMMAND" not in os.environ, reason="PLIANT_COMMAND does not name the command")
def test_the_json_is_that_of_the_command(balls, tmp_path):
    """Meets, misses, and one inside the other; with flaws."""
    (v, f), _ = balls
    w, g = sphere(8, 0.4)
    w[3, 1] = np.inf
    check = pliant.Check(["a", "b"])
    for number, x in enumerate((0.8, 3, 0)):
        moved = w + [x, 0.01, 0.02]
        check.add([(v, f), (moved, g)])
        for name, mesh in (("a", (v, f)), ("b", (moved, g))):
            pliant.write(tmp_path / f"{name}_{number}.ply", mesh)
    check.write_json(tmp_path / "python.json")
    command = [os.environ["PLIANT_COMMAND"], "check", *(f"{tmp_path}/{n}_*.ply" for n in "ab"), "--quiet", "--json"]
    done = subprocess.run([*command, tmp_path / "command.json"], check=False)
    assert done.returncode == check.exit_code == 1
    ours, theirs = (json.loads((tmp_path / f"{who}.json").read_text()) for who in ("python", "command"))
    assert [frame["pairs"] > 0 for frame in ours["frames"]] == [True, False, False]
    for mine, other in zip(ours["frames"], theirs["frames"]):  # schema 2: new keys may come
        assert set(mine) <= set(other)
        for key in set(other) - set(mine):
            del other[key]
    assert without_times(ours) == without_times(theirs)


def test_a_report_of_every_question(balls, tmp_path):
    scene = pliant.Scene()
    for v, f in balls:
        scene.add(v, f)
    scene.start_step()
    answers = [
        scene.intersections(),
        scene.curves(),
        scene.proximities(0.01),
        scene.penetrations(),
        scene.overlap(0, 1, depths=True),
        scene.contacts_within(0, 1),
        scene.impacts(),
        scene.distance(0, 1),
    ]
    shown = pliant.show(scene, *answers, path=tmp_path / "all.html", names=["left", "right"], open_browser=False)
    page = (tmp_path / "all.html").read_text()
    assert "left" in page
    assert "Ways out" in page or len(page) > 100_000
    assert "<iframe" in shown._repr_html_()
    assert repr(shown) == f"<report in {tmp_path}/all.html>"
    with pytest.raises(TypeError, match="expected what a scene answered, got int"):
        pliant.show(scene, 42, path=tmp_path / "none.html", open_browser=False)
    assert not (tmp_path / "none.html").exists()


def test_a_report_that_cannot_be_written_is_named(balls, tmp_path):
    scene = pliant.Scene()
    scene.add(*balls[0])
    with pytest.raises(pliant.FileError, match="nowhere"):
        pliant.show(scene, path=tmp_path / "nowhere" / "page.html", open_browser=False)


def test_show_asks_by_itself_and_opens(balls, monkeypatch):
    scene = pliant.Scene()
    scene.add(*balls[0])
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    shown = pliant.show(scene)
    assert opened == ["file://" + shown.path]
    assert os.path.getsize(shown.path) > 100_000


def test_a_report_frame_by_frame(balls, tmp_path):
    scene = pliant.Scene()
    (v, f), (w, g) = balls
    scene.add(v, f)
    other = scene.add(w, g)
    with pliant.ReportWriter(tmp_path / "fall.html", scene, frames=3) as report:
        for height in (3, 0, 3):
            scene.move(other, w + [0, 0, height])
            report.add(scene, scene.intersections(), name=f"{height}")
    assert (tmp_path / "fall.html").stat().st_size > 100_000


def summary(path):
    """What the page holds as JSON."""
    text = path.read_text()
    start = text.index(' id="summary">') + len(' id="summary">')
    return json.loads(text[start : text.index("</script>", start)])


def test_near_features_and_impacts_are_hits_with_places(balls, tmp_path):
    """The page said that nothing was found, and that all frames have hits."""
    scene = pliant.Scene()
    (v, f), (w, g) = balls
    scene.add(v, f)
    other = scene.add(w + [3, 0, 0], g)
    with pliant.ReportWriter(tmp_path / "near.html", scene, names=["left", "right"], frames=3) as report:
        for x in (3, 1.05, 4):
            scene.start_step()
            scene.move(other, w + [x, 0, 0])
            near, met = scene.proximities(0.2, self_pairs=False), scene.impacts(self_pairs=False)
            report.add(scene, near, met)
            if x == 1.05:
                assert len(near) > 0
                expected = near
    page = summary(tmp_path / "near.html")
    assert page["verdict"] == "1 of 3 frames have hits"
    assert page["opens_at"] == 1
    assert [frame["values"][4] for frame in page["frames"]] == [0, len(expected), 0]
    (worst,) = page["worst"]
    assert (worst["role"], worst["count"], worst["at"]) == ("near", len(expected), 1)
    assert worst["measures"][0]["value"] == expected["distance"].min()
    scene.move(other, w + [1.05, 0, 0])
    scene.start_step()
    scene.move(other, w)
    pliant.show(scene, scene.impacts(), path=tmp_path / "met.html", open_browser=False)
    page = summary(tmp_path / "met.html")
    assert page["worst"][0]["role"] == "impact"
    assert page["frames"][0]["values"][5] == page["worst"][0]["count"] > 0


def test_what_could_not_be_told_is_not_clean():
    """A small ball in one half of a larger one that a membrane parts: edges of three triangles have no inside."""
    v, f = sphere()
    equator = 5 * 24 + np.arange(24)
    fan = np.stack([equator, np.roll(equator, -1), np.full(24, len(v))], axis=1)
    parted = np.concatenate([v, [[0, 0, 0]]]), np.concatenate([f, fan.astype(np.uint32)])
    check = pliant.Check(["parted", "small"])
    frame = check.add([parted, sphere(6, 0.1, (0, 0, 0.5))])
    assert len(frame.found) == 0
    assert [r.kind for r in frame.undecided] == [pliant.RelationKind.undecided]
    assert not frame.news
    assert check.exit_code == 3
