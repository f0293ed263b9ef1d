"""Bodies that live: they deform, meet and push each other apart, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

from . import _pliant
from ._meshes import borrowable, numbers_of, positions_of
from ._types import Array, BodyKind

Vector = Sequence[float]


@dataclass(frozen=True)
class Material:
    """Isotropic, in SI units."""

    stiffness: float = 5e4  # Young's modulus, Pa
    poisson_ratio: float = 0.4  # above -1, below 0.5
    density: float = 1000  # kg/m^3
    damping: float = 0.01  # of strain, as a time, s


@dataclass(frozen=True)
class ClothMaterial:
    """Of a sheet, in SI units."""

    stretch: float = 200  # along warp and weft, N/m
    shear: float = 40  # N/m
    bending: float = 2e-5  # N m
    density: float = 0.2  # kg/m^2
    damping: float = 0.002  # of strain and curvature, as a time, s
    drag: float = 0  # of the air: force per area and speed, N s/m^3
    warp: Vector = (1, 0, 0)  # direction of the warp at rest


@dataclass(frozen=True)
class StepTimes:
    """Wall-clock milliseconds of a step by what they were spent on."""

    deform: float
    detect: float
    respond: float


@dataclass(frozen=True)
class StepReport:
    """What happened in a step."""

    time: float  # at the end of the step, s
    milliseconds: StepTimes
    contacts: int  # that were found
    pushing: int  # of them, and of those kept from the steps before, that push
    iterations: int  # of the linear solver
    curves: int  # along which cloth met something at the start; it is led out by them
    impacts: int  # features that would have met in the first motion of the cloth
    repaired: int  # vertices that were led around impacts that contacts had left
    share: float  # of the step that was taken: less than 1 where more would have ended in a crossing
    certified: bool  # with `certify`: the frame was asked for intersections, and has none
    intersections: int  # with `certify`: pairs of triangles that intersect in the frame


@dataclass(frozen=True)
class Energy:
    """Mechanical energy in joules."""

    kinetic: float
    elastic: float
    gravity: float

    @property
    def total(self) -> float:
        """Of all three."""
        return self.kinetic + self.elastic + self.gravity


@dataclass(frozen=True)
class VolumeCut:
    """What a cut changed. The numbers of new vertices follow those that were there."""

    vertices: Array  # fields from, to, share: (1 - share) of one and share of the other; a copy where both are the same
    removed: Array  # tetrahedra that are no longer there
    added: Array  # in their place, rows of four vertices
    parents: Array  # of each that was added: the removed one that it was a part of

    def __bool__(self) -> bool:
        return len(self.removed) > 0


class Simulation:
    """Soft bodies, cloth, particles and obstacles. Bodies are numbered in the order in which they come; arrays are copied.

    >>> simulation = Simulation()
    >>> drop = simulation.add_particles([[0, 0, 1]], mass=0.001)
    >>> for _ in range(60):
    ...     report = simulation.step(1 / 60)
    >>> report.contacts, bool(simulation.positions(drop)[0, 2] < -3)
    (0, True)
    """

    def __init__(
        self,
        *,
        gravity: Vector = (0, 0, -9.81),
        threads: int = 0,
        tolerance: float = 5e-3,
        cloth_substeps: int = 10,
        certify: bool = False,
    ) -> None:
        """threads: 0 for as many as the machine has; the motion does not depend on it. tolerance: of the solver of soft
        bodies. cloth_substeps: of each step. certify: every step is proved free of intersections, and its report says so."""
        self._simulation = _pliant.Simulation(list(gravity), threads, tolerance, cloth_substeps, certify)

    def add_soft(
        self,
        positions: Any,
        tetrahedra: Any,
        *,
        name: str = "",
        material: Material = Material(),
        friction: float = 0.4,
        velocity: Vector = (0, 0, 0),
        contact_stiffness: Optional[float] = None,
    ) -> int:
        """A volume, at rest in its shape; returns its number."""
        m = material
        return self._simulation.add_soft(
            name,
            borrowable(positions_of(positions)),
            numbers_of(tetrahedra, 4),
            [m.stiffness, m.poisson_ratio, m.density, m.damping],
            friction,
            list(velocity),
            contact_stiffness,
        )

    def add_particles(
        self,
        positions: Any,
        *,
        mass: float,
        name: str = "",
        friction: float = 0.2,
        velocities: Any = None,
        contact_stiffness: Optional[float] = None,
    ) -> int:
        """Points that fly by themselves, each of this mass in kg."""
        speeds = None if velocities is None else borrowable(positions_of(velocities))
        points = borrowable(positions_of(positions))
        return self._simulation.add_particles(name, points, mass, friction, speeds, contact_stiffness)

    def add_cloth(
        self,
        positions: Any,
        triangles: Any,
        *,
        name: str = "",
        material: ClothMaterial = ClothMaterial(),
        thickness: float = 2e-3,
        friction: float = 0.4,
        velocity: Vector = (0, 0, 0),
    ) -> int:
        """A sheet, at rest in its shape; returns its number. thickness: that contacts keep between sheets, m."""
        m = material
        return self._simulation.add_cloth(
            name,
            borrowable(positions_of(positions)),
            numbers_of(triangles, 3),
            [m.stretch, m.shear, m.bending, m.density, m.damping, m.drag],
            list(m.warp),
            thickness,
            friction,
            list(velocity),
        )

    def add_obstacle(
        self,
        positions: Any,
        tetrahedra: Any = None,
        *,
        triangles: Any = None,
        name: str = "",
        friction: float = 0.4,
    ) -> int:
        """A volume that moves as `move_obstacle` says; or, given triangles, a closed surface, which cloth alone feels."""
        points = borrowable(positions_of(positions))
        if (tetrahedra is None) == (triangles is None):
            raise TypeError("an obstacle has either tetrahedra or triangles")
        if triangles is not None:
            return self._simulation.add_surface_obstacle(name, points, numbers_of(triangles, 3), friction)
        return self._simulation.add_obstacle(name, points, numbers_of(tetrahedra, 4), friction)

    def move_obstacle(self, body: int, positions: Any) -> None:
        """Where the vertices of an obstacle are at the end of the next step; without it they stay."""
        self._simulation.move_obstacle(body, borrowable(positions_of(positions)))

    def hold(self, body: int, vertices: Any, held: bool = True) -> None:
        """Holds vertices of a soft body where they are, or lets them go."""
        self._simulation.hold(body, numbers_of(vertices, 1), held)

    def move_held(self, body: int, vertices: Any, motion: Vector) -> None:
        """How far held vertices move in the next step, m."""
        self._simulation.move_held(body, numbers_of(vertices, 1), list(motion))

    def set_velocities(self, body: int, velocities: Any) -> None:
        """New velocities of all vertices, m/s."""
        self._simulation.set_velocities(body, borrowable(positions_of(velocities)))

    def set_positions(self, body: int, positions: Any) -> None:
        """All vertices are put elsewhere, m."""
        self._simulation.set_positions(body, borrowable(positions_of(positions)))

    def cut(
        self, body: int, corner: Vector, along: Vector, across: Vector, *, snap: float = 0.2, quality: float = 0.1
    ) -> VolumeCut:
        """A blade, the parallelogram at `corner`, cuts a soft body where it lies in it. A blade that moves on is given
        whole in each step. snap, quality: how close to the blade, and how flat tetrahedra may become.

        >>> block = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        >>> simulation = Simulation()
        >>> body = simulation.add_soft(block, [[0, 1, 2, 3]])
        >>> cut = simulation.cut(body, corner=(-1, -1, 0.5), along=(3, 0, 0), across=(0, 3, 0))
        >>> bool(cut), len(cut.removed), len(simulation.positions(body)) == 4 + len(cut.vertices)
        (True, 1, True)
        """
        blade = [list(corner), list(along), list(across)]
        return VolumeCut(**self._simulation.cut(body, blade, snap, quality))

    def step(self, seconds: float) -> StepReport:
        """One step forward in time."""
        (time, times, contacts, pushing, iterations, curves, impacts, repaired, share, certified, intersections) = (
            self._simulation.step(seconds)
        )
        return StepReport(
            time,
            StepTimes(*times),
            contacts,
            pushing,
            iterations,
            curves,
            impacts,
            repaired,
            share,
            certified,
            intersections,
        )

    def __len__(self) -> int:
        return len(self._simulation.bodies())

    def name(self, body: int) -> str:
        """As it was added."""
        return self._simulation.bodies()[body][0]

    def kind(self, body: int) -> BodyKind:
        """What it is made of."""
        return BodyKind(self._simulation.bodies()[body][1])

    def positions(self, body: int) -> Array:
        """At present, m."""
        return self._simulation.positions(body)

    def velocities(self, body: int) -> Array:
        """At present, m/s; none of obstacles."""
        return self._simulation.velocities(body)

    def triangles(self, body: int) -> Array:
        """The surface of a body; none of particles."""
        return self._simulation.triangles(body)

    def tetrahedra(self, body: int) -> Array:
        """Of a body; none of particles."""
        return self._simulation.tetrahedra(body)

    @property
    def energy(self) -> Energy:
        """Of soft bodies and particles."""
        return Energy(*self._simulation.energy())

    @property
    def momentum(self) -> tuple[float, float, float]:
        """Of what is not held, kg m/s."""
        x, y, z = self._simulation.momentum()
        return x, y, z

    def deepest_penetration(self) -> float:
        """How deep the deepest vertex is in a tetrahedron at the present positions, m."""
        return self._simulation.deepest_penetration()
