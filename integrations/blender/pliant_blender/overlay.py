# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found, drawn as objects of the add-on's own: copies with colours, and curves. Meshes of the user stay as they are."""

import bpy
import numpy as np

from . import results
from .library import pliant

COLOUR = "Pliant"
KIND_COLOURS = {  # as in the reports of the command
    "crossing": (0.86, 0.15, 0.13, 1),
    "touching": (0.95, 0.77, 0.06, 1),
    "coplanar": (0.13, 0.4, 0.85, 1),
    "fold": (0.55, 0.2, 0.75, 1),
}
PLAIN = (0.7, 0.72, 0.75, 1)
FAR = (0.2, 0.45, 0.8, 1)


def by_kind(job):
    """Of each body a colour for every face: that of the worst kind it takes part in."""
    found = job.check.frames[-1].found.items
    colours = [np.tile(PLAIN, (len(body.faces), 1)) for body in job.bodies]
    for kind in ("touching", "fold", "coplanar", "crossing"):  # later ones are worse and paint over
        pairs = found[found["kind"] == pliant().PairKind[kind]]
        for side in ("a", "b"):
            for number, colour in enumerate(colours):
                colour[pairs[side]["triangle"][pairs[side]["body"] == number]] = KIND_COLOURS[kind]
    return colours


def _blend(share, low, high):
    share = np.clip(share, 0, 1)[:, None]
    return (1 - share) * np.array(low) + share * np.array(high)


def by_depth(job):
    """Of each body a colour for every vertex, by its depth in other closed bodies; and the greatest depth."""
    depths = [np.zeros(len(body.positions)) for body in job.bodies]
    for a in range(len(job.bodies)):
        for b in range(a + 1, len(job.bodies)):
            for p in job.check.scene.overlap(a, b, depths=True).penetrations:
                own = depths[p["body"]]
                own[p["vertex"]] = max(own[p["vertex"]], p["depth"])
    most = max((d.max(initial=0) for d in depths), default=0)
    return [_blend(d / (most or 1), PLAIN, KIND_COLOURS["crossing"]) for d in depths], most


def by_clearance(job, distance):
    """Of each body a colour for every vertex, by how near others are: red where they touch; and the least distance."""
    near = job.check.scene.proximities(distance, self_pairs=False)
    least = [np.full(len(body.positions), np.inf) for body in job.bodies]
    vertices = near["vertices"]
    of_triangle = near["kind"] == pliant().FeatureKind.vertex_triangle
    for number, own in enumerate(least):
        for corner in range(4):
            in_a = corner < np.where(of_triangle, 1, 2)
            mine = np.where(in_a, near["body_a"], near["body_b"]) == number
            np.minimum.at(own, vertices[mine, corner], near["distance"][mine])
    colours = []
    for own in least:
        share = own / distance if distance > 0 else np.where(np.isfinite(own), 0.0, np.inf)
        colour = _blend(np.where(np.isfinite(share), share, 1), KIND_COLOURS["crossing"], FAR)
        colour[~np.isfinite(own)] = PLAIN
        colours.append(colour)
    return colours, min((own.min(initial=np.inf) for own in least), default=np.inf)


def _material(name, colour=None):
    """Shows the colours of the vertices, or one colour."""
    material = bpy.data.materials.get(name)
    if material is not None:
        return material
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    if colour is not None:
        shader.inputs["Base Color"].default_value = colour
        material.diffuse_color = colour
        return material
    attribute = material.node_tree.nodes.new("ShaderNodeVertexColor")
    attribute.layer_name = COLOUR
    material.node_tree.links.new(attribute.outputs["Color"], shader.inputs["Base Color"])
    return material


def _add(scene, name, data):
    made = bpy.data.objects.new(name, data)
    made["pliant_overlay"] = True
    made.hide_select = True
    results.overlay_collection(scene).objects.link(made)
    return made


def draw_bodies(scene, job, colours, domain):
    """A coloured copy of each body; domain: FACE or POINT."""
    for body, colour in zip(job.bodies, colours):
        mesh = bpy.data.meshes.new(f"Pliant {body.name}")
        mesh.from_pydata(body.positions.tolist(), [], body.faces.tolist())
        layer = mesh.color_attributes.new(COLOUR, "FLOAT_COLOR", "CORNER")
        # from_pydata keeps the order of faces and of their corners.
        per_corner = np.repeat(colour, 3, axis=0) if domain == "FACE" else colour[body.faces.ravel()]
        layer.data.foreach_set("color", per_corner.astype(np.float32).ravel())
        mesh.materials.append(_material("Pliant overlay"))
        _add(scene, f"Pliant {body.name}", mesh)


def draw_curves(scene, job):
    """The curves along which surfaces meet, as one object; returns how many there are."""
    found = job.check.scene.curves(sides=False)
    points = np.concatenate([body.positions for body in job.bodies])
    points = points[np.isfinite(points).all(axis=1)]
    size = float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 1.0
    data = bpy.data.curves.new("Pliant curves", "CURVE")
    data.dimensions = "3D"
    data.bevel_depth = 0.002 * size
    for number in range(len(found)):
        line = found.polyline(number)
        spline = data.splines.new("POLY")
        spline.points.add(len(line) - 1)
        spline.points.foreach_set("co", np.column_stack((line, np.ones(len(line)))).astype(np.float32).ravel())
    data.materials.append(_material("Pliant curves", (1, 0.9, 0.1, 1)))
    drawn = _add(scene, "Pliant curves", data)
    drawn.show_in_front = True
    return len(found)


def remove(keep=results.GRAPH):
    """Takes away what the add-on drew, but not the graph of the results."""
    for made in [o for o in bpy.data.objects if o.get("pliant_overlay", False) and o.name != keep]:
        data = made.data
        bpy.data.objects.remove(made)
        if isinstance(data, bpy.types.Mesh):
            bpy.data.meshes.remove(data)
        elif isinstance(data, bpy.types.Curve):
            bpy.data.curves.remove(data)
