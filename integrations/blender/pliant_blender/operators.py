# SPDX-License-Identifier: GPL-3.0-or-later
"""Checking, jumping to what was found, selecting faces, exporting."""

import json
import time

import bpy
import numpy as np
from bpy_extras.io_utils import ExportHelper

from . import results
from .bodies import KINDS_WITH_SURFACE, of_overlay
from .job import Job
from .library import pliant

SECONDS_A_STEP = 0.05  # of work between two looks at the keyboard


def selected_names(context):
    """Selected objects with a surface, but for what this add-on made."""
    return [o.name for o in context.selected_objects if o.type in KINDS_WITH_SURFACE and not of_overlay(o)]


def job_of(context, frames, report=None):
    settings = context.scene.pliant
    return Job(
        context.scene,
        selected_names(context),
        frames,
        self_pairs=settings.check_self,
        between=settings.check_between,
        allow_group=settings.allow_group,
        report=report,
    )


def looked_at_now(operator, context):
    """A job that has looked at this frame as it stands; None, and the reason is said, where it cannot."""
    try:
        job = job_of(context, None)
        job.look(context.evaluated_depsgraph_get(), context.scene.frame_current)
    except (ImportError, ValueError) as error:
        operator.report({"ERROR"}, str(error))
        return None
    return job


class InObjectMode:
    """Not while somebody edits: what is edited is not in the object yet."""

    @classmethod
    def poll(cls, context):
        return context.mode == "OBJECT"


class _Checks(InObjectMode):
    """Runs a job: at once from scripts, step by step with a window, where Escape ends it and nothing is changed."""

    def start(self, context):
        raise NotImplementedError

    def finish(self, context, check):
        raise NotImplementedError

    def _refuse(self, error):
        self.report({"ERROR"}, str(error))
        return {"CANCELLED"}

    def execute(self, context):
        try:
            job = self.start(context)
            for _ in job.steps(context.evaluated_depsgraph_get):
                pass
        except (ImportError, OSError, ValueError) as error:
            return self._refuse(error)
        self.finish(context, job.check)
        return {"FINISHED"}

    def run_modal(self, context):
        try:
            self._job = self.start(context)
        except (ImportError, OSError, ValueError) as error:
            return self._refuse(error)
        self._steps = self._job.steps(context.evaluated_depsgraph_get)
        manager = context.window_manager
        manager.progress_begin(0, 1)
        self._timer = manager.event_timer_add(0.01, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC":
            self._end(context)
            self.report({"INFO"}, "Cancelled")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        until = time.monotonic() + SECONDS_A_STEP
        try:
            while time.monotonic() < until:
                done = next(self._steps)
                context.window_manager.progress_update(done)
                context.workspace.status_text_set(f"Pliant: {done:.0%}   Esc: cancel")
        except StopIteration:
            self._end(context)
            self.finish(context, self._job.check)
            return {"FINISHED"}
        except (OSError, ValueError) as error:
            self._end(context)
            return self._refuse(error)
        return {"RUNNING_MODAL"}

    def _end(self, context):
        self._steps.close()  # puts the frame back
        context.window_manager.event_timer_remove(self._timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)


class PLIANT_OT_check(_Checks, bpy.types.Operator):
    """Which faces of the selected objects intersect, modifiers and simulation included"""

    bl_idname = "pliant.check"
    bl_label = "Check"
    bl_options = {"REGISTER", "UNDO"}

    scope: bpy.props.EnumProperty(
        name="Frames",
        items=[("FRAME", "This Frame", "The frame as it stands"), ("RANGE", "Range", "Every frame of the range")],
        default="FRAME",
    )

    def start(self, context):
        frames = context.scene.pliant.frames(context.scene) if self.scope == "RANGE" else None
        return job_of(context, frames)

    def finish(self, context, check):
        document = check.document()
        results.write(context.scene, document)
        hits = sum(results.news(frame) > 0 for frame in document["frames"])
        if hits == 0:
            examined = "Clean" if check.all_examined else "Nothing found, but not everything was examined"
            self.report({"INFO" if check.all_examined else "WARNING"}, examined)
        elif len(document["frames"]) == 1:
            self.report({"WARNING"}, results.in_words(document["frames"][0]))
        else:
            worst = results.worst(document)
            self.report({"WARNING"}, f"{hits} of {len(document['frames'])} frames have hits, worst {worst}")

    def invoke(self, context, event):
        return self.execute(context) if self.scope == "FRAME" else self.run_modal(context)


class PLIANT_OT_export_report(_Checks, ExportHelper, bpy.types.Operator):
    """Check the range again, and write a page that shows everything found in 3-D"""

    bl_idname = "pliant.export_report"
    bl_label = "Export Report"
    filename_ext = ".html"
    filter_glob: bpy.props.StringProperty(default="*.html", options={"HIDDEN"})

    def start(self, context):
        return job_of(context, context.scene.pliant.frames(context.scene), report=self.filepath)

    def finish(self, context, check):
        self.report({"INFO"}, f"Written: {self.filepath}")


class PLIANT_OT_export_json(ExportHelper, bpy.types.Operator):
    """The results as the command writes them with --json"""

    bl_idname = "pliant.export_json"
    bl_label = "Export JSON"
    filename_ext = ".json"
    filter_glob: bpy.props.StringProperty(default="*.json", options={"HIDDEN"})

    @classmethod
    def poll(cls, context):
        return results.read(context.scene) is not None

    def execute(self, context):
        try:
            with open(self.filepath, "w", encoding="utf-8") as file:
                json.dump(results.read(context.scene), file)
        except OSError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class PLIANT_OT_jump(bpy.types.Operator):
    """Go to a frame with hits"""

    bl_idname = "pliant.jump"
    bl_label = "Go To"
    bl_options = {"REGISTER", "UNDO"}

    to: bpy.props.EnumProperty(
        items=[("NEXT", "Next", "The next frame with hits"), ("WORST", "Worst", "The worst frame")], default="NEXT"
    )

    @classmethod
    def poll(cls, context):
        return results.read(context.scene) is not None

    def execute(self, context):
        document = results.read(context.scene)
        scene = context.scene
        frame = results.worst(document) if self.to == "WORST" else results.next_hit(document, scene.frame_current)
        if frame is None:
            self.report({"INFO"}, "No frame has hits")
            return {"CANCELLED"}
        scene.frame_set(frame)
        return {"FINISHED"}


class PLIANT_OT_select(InObjectMode, bpy.types.Operator):
    """Select the faces that intersect in this frame; their shape stays what it is"""

    bl_idname = "pliant.select"
    bl_label = "Select Faces"
    bl_options = {"REGISTER", "UNDO"}

    kind: bpy.props.EnumProperty(
        name="Kind",
        items=[
            ("ANY", "Any", "Every intersecting face"),
            ("crossing", "Crossing", "They pass through each other"),
            ("touching", "Touching", "They share single points or segments"),
            ("coplanar", "Coplanar", "They share an area in one plane"),
            ("fold", "Fold", "Neighbours folded onto each other"),
        ],
        default="ANY",
    )

    def execute(self, context):
        job = looked_at_now(self, context)
        if job is None:
            return {"CANCELLED"}
        frame = job.check.frames[0]
        pairs = frame.found.items[~frame.known]
        if self.kind != "ANY":
            pairs = pairs[pairs["kind"] == pliant().PairKind[self.kind]]
        selected = 0
        for number, body in enumerate(job.bodies):
            mesh = context.scene.objects[body.name].data
            if not isinstance(mesh, bpy.types.Mesh) or len(mesh.polygons) != body.polygons:
                self.report({"WARNING"}, f"{body.name}: modifiers change its faces, none of them are selected")
                continue
            sides = [pairs[side]["triangle"][pairs[side]["body"] == number] for side in ("a", "b")]
            chosen = np.zeros(body.polygons, bool)
            chosen[body.polygon_of_face[np.concatenate(sides)]] = True
            for part in (mesh.vertices, mesh.edges):
                part.foreach_set("select", np.zeros(len(part), bool))
            mesh.polygons.foreach_set("select", chosen)
            mesh.update()
            selected += int(chosen.sum())
        self.report({"INFO"}, f"{selected} faces selected")
        return {"FINISHED"}


class PLIANT_OT_clear(bpy.types.Operator):
    """Remove results, markers and the graph"""

    bl_idname = "pliant.clear"
    bl_label = "Clear Results"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        results.clear(context.scene)
        return {"FINISHED"}


classes = (
    PLIANT_OT_check,
    PLIANT_OT_export_report,
    PLIANT_OT_export_json,
    PLIANT_OT_jump,
    PLIANT_OT_select,
    PLIANT_OT_clear,
)
