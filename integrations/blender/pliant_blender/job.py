# SPDX-License-Identifier: GPL-3.0-or-later
"""A check of one frame or many, step by step, so that it can be watched and cancelled."""

from .bodies import Body
from .library import pliant


class Job:
    """`steps` looks at one frame after another and says how far it is; what was found is in `check`."""

    def __init__(self, scene, names, frames=None, *, self_pairs=True, between=True, allow_group="", report=None):
        """frames: numbers; None: this frame as it is. report: a file for the report."""
        if not names:
            raise ValueError("no object with a mesh is selected")
        if frames is not None and not frames:
            raise ValueError("the range has no frame")
        self.scene = scene
        self.bodies = [Body(name, allow_group) for name in names]
        self.check = pliant().Check(names, self_pairs=self_pairs, between=between)
        self.frames = frames
        self._report_file = report

    def look(self, depsgraph, number):
        """Checks what the depsgraph holds."""
        for body in self.bodies:
            body.read(self.scene, depsgraph)
        allowed = [body.allowed for body in self.bodies]
        return self.check.add([body.mesh for body in self.bodies], number=number, allowed=allowed)

    def steps(self, evaluated_depsgraph):
        """evaluated_depsgraph: gives the depsgraph of the present frame. The frame is put back at the end."""
        before = self.scene.frame_current, self.scene.frame_subframe
        report = None
        try:
            numbers = [before[0]] if self.frames is None else self.frames
            for done, number in enumerate(numbers, 1):
                if self.frames is not None:
                    self.scene.frame_set(number)
                found = self.look(evaluated_depsgraph(), number)
                if self._report_file is not None:
                    report = report or self._start_report(len(numbers))
                    report.add(self.check.scene, found.found, number=number)
                yield done / len(numbers)
            if report is not None:
                report.finish()
        finally:
            if self.frames is not None:
                self.scene.frame_set(before[0], subframe=before[1])

    def _start_report(self, frames):
        names = [body.name for body in self.bodies]
        return pliant().ReportWriter(
            self._report_file, self.check.scene, names=names, frames=frames, about="pliant for Blender"
        )
