"""Scenes for the tests of the add-on, made inside Blender."""

import bpy
import numpy as np


def empty():
    """Nothing but a scene of five frames."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 5
    return scene


def sphere(name, location=(0, 0, 0), segments=16):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=segments, ring_count=segments // 2, location=location)
    made = bpy.context.active_object
    made.name = name
    return made


def crossing_spheres():
    """Two balls; the second passes through the first in frames 2 to 4 and is farthest inside in frame 3."""
    scene = empty()
    first = sphere("still")
    second = sphere("moving", (4, 0.03, 0.02))
    for frame, x in ((1, 4.0), (2, 1.8), (3, 1.0), (4, -1.5), (5, -4.0)):
        second.location.x = x
        second.keyframe_insert("location", index=0, frame=frame)
    for curve in second.animation_data.action.fcurves:
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
    scene.frame_set(1)
    select(first, second)
    return scene, first, second


def bent_sheet():
    """A sheet that a modifier folds through itself as frames go by."""
    scene = empty()
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=40, y_subdivisions=4, size=4)
    sheet = bpy.context.active_object
    sheet.name = "sheet"
    bend = sheet.modifiers.new("bend", "SIMPLE_DEFORM")
    bend.deform_method = "BEND"
    bend.deform_axis = "Z"
    for frame, angle in ((1, 0.0), (5, 9.0)):
        bend.angle = angle
        bend.keyframe_insert("angle", frame=frame)
    select(sheet)
    return scene, sheet


def select(*objects):
    bpy.ops.object.select_all(action="DESELECT")
    for one in objects:
        one.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def raw_mesh(name, vertices, faces):
    """A mesh of any numbers, NaN included."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.zeros((len(vertices), 3)).tolist(), [], faces)
    mesh.vertices.foreach_set("co", np.asarray(vertices, np.float32).ravel())
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    return made
