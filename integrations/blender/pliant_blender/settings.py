# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panel asks for; kept with the scene."""

import bpy

# Annotations of bpy.props are evaluated when the class is registered: no `from __future__ import annotations` here.


class PliantSettings(bpy.types.PropertyGroup):
    check_self: bpy.props.BoolProperty(name="Self", default=True, description="Faces of one object with each other")
    check_between: bpy.props.BoolProperty(name="Between", default=True, description="Faces of different objects")
    use_scene_range: bpy.props.BoolProperty(
        name="Scene Range", default=True, description="The frames that the scene plays"
    )
    frame_start: bpy.props.IntProperty(name="Start", default=1)
    frame_end: bpy.props.IntProperty(name="End", default=250)
    allow_group: bpy.props.StringProperty(
        name="Allow",
        default="",
        description="Vertex group: faces that lie in it on both sides may intersect",
    )
    clearance: bpy.props.FloatProperty(
        name="Clearance", default=0.01, min=0, subtype="DISTANCE", description="Distance that is shown as colour"
    )

    def frames(self, scene):
        """Numbers of the range."""
        if self.use_scene_range:
            return list(range(scene.frame_start, scene.frame_end + 1, scene.frame_step))
        return list(range(self.frame_start, self.frame_end + 1))
