# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects as the depsgraph evaluates them, as arrays in world coordinates. Nothing of the objects is changed."""

import contextlib

import numpy as np

KINDS_WITH_SURFACE = {"MESH", "CURVE", "SURFACE", "FONT", "META"}
# Modifiers that move vertices and leave faces as they are.
DEFORMING = {
    *("ARMATURE", "CAST", "CLOTH", "COLLISION", "CORRECTIVE_SMOOTH", "CURVE", "DATA_TRANSFER", "DISPLACE", "HOOK"),
    *("LAPLACIANDEFORM", "LAPLACIANSMOOTH", "LATTICE", "MESH_CACHE", "MESH_DEFORM", "NORMAL_EDIT", "SHRINKWRAP"),
    *("SIMPLE_DEFORM", "SMOOTH", "SOFT_BODY", "SURFACE", "SURFACE_DEFORM", "UV_PROJECT", "UV_WARP", "VERTEX_WEIGHT_EDIT"),
    *("VERTEX_WEIGHT_MIX", "VERTEX_WEIGHT_PROXIMITY", "WARP", "WAVE", "WEIGHTED_NORMAL"),
}


@contextlib.contextmanager
def evaluated_mesh(evaluated):
    """The mesh of an evaluated object, and of a curve or text the one that it is drawn as."""
    if evaluated.type == "MESH":
        yield evaluated.data
        return
    mesh = evaluated.to_mesh()
    try:
        yield mesh
    finally:
        evaluated.to_mesh_clear()


def _column(collection, name, width, kind):
    values = np.empty(len(collection) * width, kind)
    collection.foreach_get(name, values)
    return values.reshape(-1, width)


class Body:
    """One object, read frame by frame. Polygons keep the triangles of the first frame as long as their corners stay."""

    def __init__(self, name, allow_group=""):
        self.name = name
        self.faces = np.zeros((0, 3), np.uint32)
        self.polygon_of_face = np.zeros(0, np.int32)
        self.polygons = 0
        self.allowed = None
        self.positions = np.zeros((0, 3), np.float32)
        self._allow_group = allow_group
        self._corners = None
        self._fixed = None

    def read(self, scene, depsgraph):
        """Brings positions and faces to the present frame."""
        found = scene.objects.get(self.name)
        if found is None:
            raise ValueError(f"{self.name}: the object is no longer there")
        evaluated = found.evaluated_get(depsgraph)
        with evaluated_mesh(evaluated) as mesh:
            positions = _column(mesh.vertices, "co", 3, np.float32) if mesh else np.zeros((0, 3), np.float32)
            if self._changed(mesh, found):
                self._read_faces(mesh, found)
        self.positions = _in_world(positions, evaluated.matrix_world)

    def _changed(self, mesh, found):
        """Whether faces have other corners than in the frame before. Corners are read only where that is possible, since
        Blender takes longer to hand them over than a search takes."""
        fixed = None
        if found.type == "MESH" and all(m.type in DEFORMING for m in found.modifiers):
            fixed = (found.data.as_pointer(), len(mesh.vertices), len(mesh.loops), len(mesh.polygons))
        if fixed is not None and fixed == self._fixed:
            return False
        self._fixed = fixed
        corners = _column(mesh.loops, "vertex_index", 1, np.int32) if mesh else np.zeros((0, 1), np.int32)
        polygons = len(mesh.polygons) if mesh else 0
        if self._corners is not None and polygons == self.polygons and np.array_equal(corners, self._corners):
            return False
        self._corners, self.polygons = corners, polygons
        return True

    def _read_faces(self, mesh, found):
        if mesh is None:
            self.faces, self.polygon_of_face = np.zeros((0, 3), np.uint32), np.zeros(0, np.int32)
            return
        mesh.calc_loop_triangles()
        self.faces = _column(mesh.loop_triangles, "vertices", 3, np.int32).astype(np.uint32)
        self.polygon_of_face = _column(mesh.loop_triangles, "polygon_index", 1, np.int32).ravel()
        self.allowed = self._read_allowed(mesh, found)

    def _read_allowed(self, mesh, found):
        """Faces whose corners are all in the group."""
        group = found.vertex_groups.get(self._allow_group) if self._allow_group else None
        if group is None:
            return None
        inside = np.array([any(g.group == group.index and g.weight > 0 for g in v.groups) for v in mesh.vertices], bool)
        return inside[self.faces].all(axis=1)

    @property
    def mesh(self):
        """What pliant takes."""
        return self.positions, self.faces


def _in_world(positions, matrix):
    world = np.array(matrix, np.float64)
    if (world == np.eye(4)).all():
        return positions
    return positions.astype(np.float64) @ world[:3, :3].T + world[:3, 3]


def chosen(scene, names=None):
    """Names of the objects with a surface: those selected, or those named. ValueError where there is none."""
    if names:
        missing = [name for name in names if name not in scene.objects]
        if missing:
            raise ValueError(f"no object is called {', '.join(missing)}")
        objects = [scene.objects[name] for name in names]
        wrong = [o.name for o in objects if o.type not in KINDS_WITH_SURFACE]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: no mesh")
        return [o.name for o in objects]
    return [o.name for o in scene.objects if o.type in KINDS_WITH_SURFACE]


def of_overlay(candidate):
    """Whether an object was made by this add-on."""
    return bool(candidate.get("pliant_overlay", False))
