# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel in the sidebar of the 3D view."""

import bpy

from . import results

MOST_LINES = 8


class PLIANT_PT_panel(bpy.types.Panel):
    bl_label = "Pliant"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Pliant"

    def draw(self, context):
        layout = self.layout
        settings = context.scene.pliant
        row = layout.row(align=True)
        row.prop(settings, "check_self", toggle=True)
        row.prop(settings, "check_between", toggle=True)
        layout.prop(settings, "allow_group")
        layout.prop(settings, "use_scene_range")
        if not settings.use_scene_range:
            row = layout.row(align=True)
            row.prop(settings, "frame_start")
            row.prop(settings, "frame_end")
        row = layout.row(align=True)
        row.operator("pliant.check", text="Check Frame").scope = "FRAME"
        row.operator("pliant.check", text="Check Range").scope = "RANGE"
        layout.operator_menu_enum("pliant.select", "kind")
        self._draw_results(context, layout)

    def _draw_results(self, context, layout):
        document = results.read(context.scene)
        if document is None:
            return
        box = layout.box()
        hits = [frame for frame in document["frames"] if results.news(frame)]
        box.label(text=f"{len(hits)} of {len(document['frames'])} frames with hits")
        for frame in hits[:MOST_LINES]:
            box.label(text=f"{frame['frame']}: {results.in_words(frame)}")
        if len(hits) > MOST_LINES:
            box.label(text=f"and {len(hits) - MOST_LINES} more: see the markers, or {results.GRAPH} in the graph editor")
        for body in document["bodies"]:
            if body["set_aside"]:
                box.label(text=f"{body['name']}: {len(body['set_aside'])} elements set aside", icon="ERROR")
        row = box.row(align=True)
        row.operator("pliant.jump", text="Next").to = "NEXT"
        row.operator("pliant.jump", text="Worst").to = "WORST"
        row = box.row(align=True)
        row.operator("pliant.export_json", text="JSON")
        row.operator("pliant.export_report", text="Report")
        box.operator("pliant.clear")


class PLIANT_PT_overlay(bpy.types.Panel):
    bl_label = "Overlay"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Pliant"
    bl_parent_id = "PLIANT_PT_panel"

    def draw(self, context):
        layout = self.layout
        layout.prop(context.scene.pliant, "clearance")
        layout.operator_menu_enum("pliant.overlay", "what")
        layout.operator("pliant.clear_overlay")


classes = (PLIANT_PT_panel, PLIANT_PT_overlay)
