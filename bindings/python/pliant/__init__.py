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

The words are those of C++: body, vertex, triangle, tetrahedron, pair, curve, penetration, proximity, impact,
contact, report, budget, flaw.
"""

from ._answers import (
    BodyDistance,
    Contacts,
    Containment,
    Curves,
    HullDistance,
    Impacts,
    Intersections,
    Overlap,
    Penetrations,
    Proximities,
    Relations,
    SafeStep,
)
from ._check import Check, CheckedFrame, Region, Relation
from ._files import (
    Format,
    Frames,
    FrameWriter,
    formats,
    read,
    read_points,
    write,
)
from ._functions import (
    contains,
    curves,
    distance,
    hull_distance,
    impacts,
    intersections,
    overlap,
    penetrations,
    proximities,
    self_intersections,
)
from ._meshes import Mesh
from ._page import ReportWriter, Shown, show
from ._pliant import FileError, __version__
from ._scene import Scene
from ._simulation import (
    Energy,
    ClothMaterial,
    Material,
    Simulation,
    StepReport,
    StepTimes,
    VolumeCut,
)
from ._types import (
    BodyKind,
    Budget,
    ContactKind,
    Counters,
    CurveEnd,
    DepthSource,
    FeatureKind,
    FlawKind,
    IntersectionMethod,
    Limit,
    Milliseconds,
    Neighbours,
    PairKind,
    PenetrationKind,
    RelationKind,
    Report,
)

__all__ = [
    "BodyDistance",
    "BodyKind",
    "Budget",
    "Check",
    "CheckedFrame",
    "ContactKind",
    "Contacts",
    "Containment",
    "Counters",
    "CurveEnd",
    "Curves",
    "DepthSource",
    "Energy",
    "FeatureKind",
    "FileError",
    "FlawKind",
    "Format",
    "FrameWriter",
    "Frames",
    "HullDistance",
    "Impacts",
    "IntersectionMethod",
    "Intersections",
    "Limit",
    "ClothMaterial",
    "Material",
    "Mesh",
    "Milliseconds",
    "Neighbours",
    "Overlap",
    "PairKind",
    "PenetrationKind",
    "Penetrations",
    "Proximities",
    "Region",
    "Relation",
    "RelationKind",
    "Relations",
    "Report",
    "ReportWriter",
    "SafeStep",
    "Scene",
    "Shown",
    "Simulation",
    "StepReport",
    "StepTimes",
    "VolumeCut",
    "__version__",
    "contains",
    "curves",
    "distance",
    "formats",
    "hull_distance",
    "impacts",
    "intersections",
    "overlap",
    "penetrations",
    "proximities",
    "read",
    "read_points",
    "self_intersections",
    "show",
    "write",
]
