"""Renders docs/images/blender_overlay.png: blender --background --factory-startup --python scripts/draw_blender.py -- OUT.png"""

import math
import os
import sys

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("../tests/blender", "../integrations/blender"):
    sys.path.insert(0, os.path.join(HERE, folder))

import scenes  # noqa: E402
from pliant_blender import overlay  # noqa: E402
from pliant_blender.job import Job  # noqa: E402

scene = scenes.empty()
balls = [scenes.sphere("ball", segments=40), scenes.sphere("other ball", (1.1, 0.2, 0.3), segments=40)]
job = Job(scene, [ball.name for ball in balls])
for _ in job.steps(bpy.context.evaluated_depsgraph_get):
    pass
overlay.draw_bodies(scene, job, overlay.by_kind(job), "FACE")
overlay.draw_curves(scene, job)
for ball in balls:
    ball.hide_render = True

bpy.ops.object.light_add(type="SUN", rotation=(math.radians(40), math.radians(-20), 0))
bpy.context.active_object.data.energy = 1.6
bpy.ops.object.camera_add(location=(1.6, -5.2, 2.6), rotation=(math.radians(65), 0, math.radians(11)))
scene.camera = bpy.context.active_object
world = bpy.data.worlds.new("sky")
world.use_nodes = True
world.node_tree.nodes["Background"].inputs[0].default_value = (1, 1, 1, 1)
world.node_tree.nodes["Background"].inputs[1].default_value = 0.35
scene.world = world
scene.render.engine = "CYCLES"
scene.cycles.samples = 32
scene.cycles.use_denoising = False
scene.view_settings.view_transform = "Standard"
scene.render.resolution_x, scene.render.resolution_y = 720, 440
scene.render.image_settings.color_mode = "RGB"
scene.render.filepath = os.path.abspath(sys.argv[sys.argv.index("--") + 1])
bpy.ops.render.render(write_still=True)
