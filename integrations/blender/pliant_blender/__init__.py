# SPDX-License-Identifier: GPL-3.0-or-later
"""Pliant for Blender: exact collision checks of animated meshes, frame by frame."""

bl_info = {
    "name": "Pliant",
    "author": "The Pliant authors",
    "version": (0, 2, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Pliant",
    "description": "Which faces intersect, in which frames, and how deep: exactly",
    "category": "Animation",
}

from . import operators, overlay_operators, panel, settings

_classes = (
    settings.PliantSettings,
    *operators.classes,
    *overlay_operators.classes,
    *panel.classes,
)


def register() -> None:
    import bpy

    for one in _classes:
        bpy.utils.register_class(one)
    bpy.types.Scene.pliant = bpy.props.PointerProperty(type=settings.PliantSettings)


def unregister() -> None:
    import bpy

    del bpy.types.Scene.pliant
    for one in reversed(_classes):
        bpy.utils.unregister_class(one)
