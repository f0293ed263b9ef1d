"""Run inside Blender: tests of operators, ranges, overlays and bad input. The first failure ends with its traceback."""

import json
import os
import subprocess
import sys
import tempfile
import traceback

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "integrations", "blender"))

import pliant_blender  # noqa: E402
import scenes  # noqa: E402
from pliant_blender import bodies, job, operators, overlay, results  # noqa: E402
from pliant_blender.library import pliant  # noqa: E402


def raises(error, words, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except error as raised:
        assert words in str(raised), str(raised)
        return
    raise AssertionError(f"expected {error.__name__} with {words!r}")


def coordinates(mesh):
    values = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", values)
    return values


def test_a_range_finds_every_frame_and_puts_the_frame_back():
    scene, first, second = scenes.crossing_spheres()
    before = [coordinates(o.data).tobytes() for o in (first, second)]
    assert bpy.ops.pliant.check(scope="RANGE") == {"FINISHED"}
    document = results.read(scene)
    assert [frame["frame"] for frame in document["frames"]] == [1, 2, 3, 4, 5]
    assert [frame["pairs"] > 0 for frame in document["frames"]] == [False, True, True, True, False]
    assert scene.frame_current == 1
    assert [coordinates(o.data).tobytes() for o in (first, second)] == before
    markers = sorted((m.frame, m.name) for m in scene.timeline_markers)
    assert markers == [(f["frame"], f"Pliant {f['pairs']}") for f in document["frames"] if f["pairs"]]
    graph = bpy.data.objects[results.GRAPH]
    for frame in document["frames"]:
        scene.frame_set(frame["frame"])
        assert graph["pairs"] == frame["pairs"]
    bpy.ops.pliant.check(scope="RANGE")  # again: no second set of markers
    assert len(scene.timeline_markers) == 3
    bpy.ops.pliant.clear()
    assert len(scene.timeline_markers) == 0
    assert results.read(scene) is None
    assert results.GRAPH not in bpy.data.objects


def test_next_and_worst():
    scene, *_ = scenes.crossing_spheres()
    bpy.ops.pliant.check(scope="RANGE")
    document = results.read(scene)
    visited = []
    for _ in range(4):
        bpy.ops.pliant.jump(to="NEXT")
        visited.append(scene.frame_current)
    assert visited == [2, 3, 4, 2]
    bpy.ops.pliant.jump(to="WORST")
    assert scene.frame_current == results.worst(document)
    most = max(f["kinds"]["crossing"] for f in document["frames"])
    assert document["frames"][scene.frame_current - 1]["kinds"]["crossing"] == most


def test_modifiers_are_evaluated_and_self_is_found():
    scene, sheet = scenes.bent_sheet()
    bpy.ops.pliant.check(scope="RANGE")
    pairs = [frame["pairs"] for frame in results.read(scene)["frames"]]
    assert pairs[0] == 0
    assert pairs[-1] > 0
    scene.pliant.check_self = False
    bpy.ops.pliant.check(scope="RANGE")
    assert sum(frame["pairs"] for frame in results.read(scene)["frames"]) == 0
    assert len(sheet.data.vertices) == 41 * 5


def test_generated_faces_may_change_from_frame_to_frame():
    scene, first, _ = scenes.crossing_spheres()
    levels = first.modifiers.new("levels", "SUBSURF")
    for frame, level in ((1, 0), (3, 1), (5, 2)):
        levels.levels = level
        levels.keyframe_insert("levels", frame=frame)
    bpy.ops.pliant.check(scope="RANGE")
    assert [f["pairs"] > 0 for f in results.read(scene)["frames"]] == [False, True, True, True, False]


def test_curves_and_text_count_as_surfaces():
    scene = scenes.empty()
    bpy.ops.object.text_add()
    text = bpy.context.active_object
    text.data.extrude = 0.2
    ball = scenes.sphere("ball", (0.3, 0.2, 0))
    scenes.select(text, ball)
    bpy.ops.pliant.check(scope="FRAME")
    assert results.read(scene)["frames"][0]["between"] > 0


def test_bad_input_is_named():
    scene = scenes.empty()
    raises(RuntimeError, "no object with a mesh is selected", bpy.ops.pliant.check)
    bpy.ops.object.camera_add()
    raises(RuntimeError, "no object with a mesh is selected", bpy.ops.pliant.check)
    ball = scenes.sphere("ball")
    bare = scenes.raw_mesh("bare", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [])
    scenes.select(ball, bare)
    bpy.ops.pliant.check(scope="FRAME")
    document = results.read(scene)
    assert document["bodies"][1]["set_aside"] == [{"kind": "empty_body", "element": 0}]
    assert not document["frames"][0]["all_examined"]
    broken = scenes.raw_mesh("broken", [[0, 0, 5], [1, 0, 5], [0, np.nan, 5], [1, 1, 5]], [[0, 1, 2], [0, 1, 3]])
    scenes.select(ball, broken)
    bpy.ops.pliant.check(scope="FRAME")
    assert results.read(scene)["bodies"][1]["set_aside"] == [{"kind": "not_finite", "element": 2}]
    scene.pliant.use_scene_range = False
    scene.pliant.frame_start, scene.pliant.frame_end = 5, 3
    raises(RuntimeError, "the range has no frame", bpy.ops.pliant.check, scope="RANGE")
    bpy.ops.object.select_all(action="DESELECT")
    scenes.select(ball)
    bpy.ops.object.mode_set(mode="EDIT")
    raises(RuntimeError, "context is incorrect", bpy.ops.pliant.check)
    bpy.ops.object.mode_set(mode="OBJECT")


def test_faces_are_selected_by_kind_and_nothing_else_changes():
    scene, first, second = scenes.crossing_spheres()
    scene.frame_set(3)
    shapes = [coordinates(o.data).tobytes() for o in (first, second)]
    assert bpy.ops.pliant.select(kind="crossing") == {"FINISHED"}
    selected = [sum(p.select for p in o.data.polygons) for o in (first, second)]
    assert all(0 < count < len(first.data.polygons) for count in selected)
    assert bpy.ops.pliant.select(kind="coplanar") == {"FINISHED"}
    assert sum(p.select for o in (first, second) for p in o.data.polygons) == 0
    assert [coordinates(o.data).tobytes() for o in (first, second)] == shapes


def test_what_a_vertex_group_allows_is_no_hit():
    scene, first, second = scenes.crossing_spheres()
    scene.frame_set(3)
    scene.pliant.allow_group = "allowed"
    first.vertex_groups.new(name="allowed").add(range(len(first.data.vertices)), 1, "REPLACE")
    bpy.ops.pliant.check(scope="FRAME")
    assert results.read(scene)["frames"][0]["known"] == 0
    second.vertex_groups.new(name="allowed").add(range(len(second.data.vertices)), 1, "REPLACE")
    bpy.ops.pliant.check(scope="RANGE")
    for frame in results.read(scene)["frames"]:
        assert frame["known"] == frame["pairs"]
    assert len(scene.timeline_markers) == 0
    assert results.worst(results.read(scene)) is None


def test_overlays_are_objects_of_their_own():
    scene, first, second = scenes.crossing_spheres()
    scene.frame_set(3)
    before = {o.name for o in bpy.data.objects}, [coordinates(o.data).tobytes() for o in (first, second)]
    for what, domain in (("KIND", "faces"), ("DEPTH", "points"), ("CLEARANCE", "points")):
        scene.pliant.clearance = 0.3
        assert bpy.ops.pliant.overlay(what=what) == {"FINISHED"}, domain
        drawn = bpy.data.objects["Pliant still"].data
        colours = np.empty(4 * len(drawn.loops), np.float32)
        drawn.color_attributes[overlay.COLOUR].data.foreach_get("color", colours)
        assert len(np.unique(colours.reshape(-1, 4), axis=0)) > 1, what
    assert bpy.ops.pliant.overlay(what="CURVES") == {"FINISHED"}
    splines = bpy.data.objects["Pliant curves"].data.splines
    assert len(splines) == 1
    assert len(splines[0].points) > 10
    assert "Pliant still" not in bpy.data.objects
    bpy.ops.pliant.clear_overlay()
    after = {o.name for o in bpy.data.objects}, [coordinates(o.data).tobytes() for o in (first, second)]
    assert after == before
    bpy.ops.pliant.overlay(what="KIND")
    bpy.ops.object.select_all(action="SELECT")
    assert operators.selected_names(bpy.context) == ["still", "moving"]


def test_a_cancelled_check_changes_nothing():
    scene, *_ = scenes.crossing_spheres()
    running = job.Job(scene, ["still", "moving"], [1, 2, 3, 4, 5])
    steps = running.steps(bpy.context.evaluated_depsgraph_get)
    assert next(steps) == 0.2
    next(steps)
    assert scene.frame_current == 2
    steps.close()  # what Escape does
    assert scene.frame_current == 1
    assert results.read(scene) is None
    assert len(scene.timeline_markers) == 0


def test_an_object_that_goes_away_ends_the_check():
    scene, _, second = scenes.crossing_spheres()
    running = job.Job(scene, ["still", "moving"], [1, 2, 3])
    steps = running.steps(bpy.context.evaluated_depsgraph_get)
    next(steps)
    bpy.data.objects.remove(second)
    raises(ValueError, "moving: the object is no longer there", next, steps)
    assert scene.frame_current == 1


def test_undo_takes_results_back():
    scene, *_ = scenes.crossing_spheres()
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.pliant.check(scope="RANGE")
    bpy.ops.ed.undo_push(message="after")
    assert len(bpy.context.scene.timeline_markers) == 3
    bpy.ops.ed.undo()
    assert len(bpy.context.scene.timeline_markers) == 0
    bpy.ops.ed.redo()
    assert len(bpy.context.scene.timeline_markers) == 3


def without_times(document):
    for frame in document["frames"]:
        del frame["milliseconds"], frame["name"], frame["frame"]
        for region in frame["regions"]:
            region["centroid"] = [round(x, 9) for x in region["centroid"]]
    return document


def test_results_are_those_of_the_command():
    scene, *_ = scenes.crossing_spheres()
    with tempfile.TemporaryDirectory() as folder:
        bpy.ops.pliant.check(scope="RANGE")
        bpy.ops.pliant.export_json(filepath=f"{folder}/blender.json")
        for frame in range(1, 6):
            scene.frame_set(frame)
            for name in ("still", "moving"):
                body = bodies.Body(name)
                body.read(scene, bpy.context.evaluated_depsgraph_get())
                pliant().write(f"{folder}/{name}_{frame}.ply", body.mesh)
        patterns = [f"{folder}/{name}_*.ply" for name in ("still", "moving")]
        command = [os.environ["PLIANT_COMMAND"], "check", *patterns, "--quiet", "--json", f"{folder}/command.json"]
        assert subprocess.run(command, check=False).returncode == 1
        ours, theirs = (json.load(open(f"{folder}/{who}.json")) for who in ("blender", "command"))
    for number, body in enumerate(theirs["bodies"]):
        body["name"] = ours["bodies"][number]["name"]
    for mine, other in zip(ours["frames"], theirs["frames"]):  # schema 2: new keys may come
        for key in set(other) - set(mine):
            del other[key]
    assert without_times(ours) == without_times(theirs)


def test_a_report_is_written():
    scenes.crossing_spheres()
    with tempfile.TemporaryDirectory() as folder:
        assert bpy.ops.pliant.export_report(filepath=f"{folder}/spheres.html") == {"FINISHED"}
        page = open(f"{folder}/spheres.html").read()
        assert "moving" in page
        raises(RuntimeError, "nowhere", bpy.ops.pliant.export_report, filepath=f"{folder}/nowhere/page.html")


def test_the_add_on_goes_as_it_came():
    pliant_blender.unregister()
    assert not hasattr(bpy.types.Scene, "pliant")
    pliant_blender.register()


def main():
    pliant_blender.register()
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        try:
            test()
            print("passed", name)
        except Exception:
            failed += 1
            print("FAILED", name)
            traceback.print_exc()
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.stdout.flush()
    os._exit(1 if failed else 0)


main()
