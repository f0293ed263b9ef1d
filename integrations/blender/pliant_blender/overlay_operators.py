# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing what was found in this frame."""

import bpy

from . import overlay
from .operators import InObjectMode, looked_at_now


class PLIANT_OT_overlay(InObjectMode, bpy.types.Operator):
    """Draw what this frame holds, as coloured copies and curves; the objects themselves stay as they are"""

    bl_idname = "pliant.overlay"
    bl_label = "Draw Overlay"
    bl_options = {"REGISTER", "UNDO"}

    what: bpy.props.EnumProperty(
        name="What",
        items=[
            ("KIND", "Kinds", "Intersecting faces, by how they meet"),
            ("DEPTH", "Depth", "How deep vertices are in other closed objects"),
            ("CLEARANCE", "Clearance", "How near other objects are"),
            ("CURVES", "Curves", "The lines along which surfaces meet"),
        ],
        default="KIND",
    )

    def execute(self, context):
        job = looked_at_now(self, context)
        if job is None:
            return {"CANCELLED"}
        self.report({"INFO"}, self._draw(context.scene, job))
        return {"FINISHED"}

    def _draw(self, scene, job):
        overlay.remove()
        if self.what == "CURVES":
            return f"{overlay.draw_curves(scene, job)} curves"
        if self.what == "KIND":
            overlay.draw_bodies(scene, job, overlay.by_kind(job), "FACE")
            return repr(job.check.frames[0].found).strip("<>")
        if self.what == "DEPTH":
            colours, most = overlay.by_depth(job)
            overlay.draw_bodies(scene, job, colours, "POINT")
            return f"Deepest {most:.6g}"
        colours, least = overlay.by_clearance(job, scene.pliant.clearance)
        overlay.draw_bodies(scene, job, colours, "POINT")
        return f"Nearest {least:.6g}"


class PLIANT_OT_clear_overlay(bpy.types.Operator):
    """Remove the coloured copies and curves"""

    bl_idname = "pliant.clear_overlay"
    bl_label = "Clear Overlay"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        overlay.remove()
        return {"FINISHED"}


classes = (PLIANT_OT_overlay, PLIANT_OT_clear_overlay)
