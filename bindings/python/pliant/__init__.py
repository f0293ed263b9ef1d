"""Exact collision detection of meshes that bend.

One line, for arrays that are at hand::

    pairs = pliant.self_intersections(vertices, faces)

and a `Scene` for bodies that move, which keeps what it has built from frame to frame::

    scene = pliant.Scene()
    cloth = scene.add(vertices, faces)        # borrowed: float32 or float64, any stride
    for frame in range(100):
        step(vertices)
        scene.move(cloth)                     # read again, in place
        for pair in scene.intersections():
            ...

The words are those of C++: body, vertex, triangle, tetrahedron, pair, penetration, contact, report, budget, flaw.
"""

from ._functions import (
    contains,
    distance,
    intersections,
    overlap,
    penetrations,
    read,
    self_intersections,
    write,
)
from ._meshes import Mesh
from ._pliant import FileError, __version__
from ._scene import Scene
from ._types import (
    Budget,
    Contacts,
    Containment,
    ContactKind,
    Counters,
    DepthSource,
    FlawKind,
    HullDistance,
    IntersectionMethod,
    Intersections,
    Limit,
    Milliseconds,
    Neighbours,
    Overlap,
    PairKind,
    PenetrationKind,
    Penetrations,
    RelationKind,
    Relations,
    Report,
)

__all__ = [
    "Budget",
    "Contacts",
    "Containment",
    "ContactKind",
    "Counters",
    "DepthSource",
    "FileError",
    "FlawKind",
    "HullDistance",
    "IntersectionMethod",
    "Intersections",
    "Limit",
    "Mesh",
    "Milliseconds",
    "Neighbours",
    "Overlap",
    "PairKind",
    "PenetrationKind",
    "Penetrations",
    "RelationKind",
    "Relations",
    "Report",
    "Scene",
    "__version__",
    "contains",
    "distance",
    "intersections",
    "overlap",
    "penetrations",
    "read",
    "self_intersections",
    "write",
]
