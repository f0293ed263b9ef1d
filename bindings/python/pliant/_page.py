"""Reports: one HTML file that shows what was found, frame by frame, in 3-D; it needs no network and no server."""

from __future__ import annotations

import html
import os
import tempfile
import webbrowser
from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

from . import _pliant
from ._answers import (
    Answer,
    BodyDistance,
    Contacts,
    Curves,
    Impacts,
    Intersections,
    Overlap,
    Penetrations,
    Proximities,
)
from ._check import Region, regions_of, severity
from ._files import Path
from ._findings import features_found, region_found
from ._scene import Scene
from ._types import Array, FlawKind, PairKind, Report

_no_pairs = Scene(1).intersections().items
_elements = {
    FlawKind.not_finite: "vertex",
    FlawKind.index_out_of_range: "triangle",
    FlawKind.degenerate: "triangle",
    FlawKind.empty_body: "body",
    FlawKind.duplicate_body: "body",
}
_charts: list[tuple[str, str, bool, list[tuple[str, str]]]] = [
    (
        "Hits",
        "",
        True,
        [*((kind.name, kind.name) for kind in PairKind), ("within the distance", "near"), ("impacts", "impact")],
    ),
    ("Time per stage", "ms", True, [(stage, "plain") for stage in ("build", "update", "find")]),
]


def _layer(name: str, role: str, shape: str, points: Array, ends: Sequence[int] = ()) -> dict[str, Any]:
    rows = np.ascontiguousarray(points, np.float64).reshape(-1, 3)
    return {"name": name, "role": role, "shape": shape, "points": rows, "ends": np.array(ends, np.uint32)}


def _arrows(start: Array, end: Array) -> Array:
    return np.stack((start, end), axis=1)


def _ways_out(scene: Scene, body: Array, vertex: Array, depth: Array, direction: Array) -> list[dict[str, Any]]:
    start = np.array([scene.positions(int(b))[v] for b, v in zip(body, vertex)], np.float64).reshape(-1, 3)
    end = start + depth[:, None] * direction
    return [
        _layer("Vertices inside", "inside", "points", start),
        _layer("Ways out", "way_out", "arrows", _arrows(start, end)),
    ]


def _layers_of(scene: Scene, answer: Any) -> list[dict[str, Any]]:
    """What the page draws of an answer beside the bodies."""
    if isinstance(answer, Curves):
        lines = [answer.polyline(i) for i in range(len(answer))]
        points = np.concatenate(lines) if lines else np.zeros((0, 3))
        return [_layer("Curves", "curve", "lines", points, np.cumsum([len(line) for line in lines]).tolist())]
    if isinstance(answer, Proximities):
        return [_layer("Near", "near", "arrows", _arrows(answer["point_a"], answer["point_b"]))]
    if isinstance(answer, Impacts):
        return [_layer("Impacts", "impact", "points", answer["point"])]
    if isinstance(answer, Penetrations):
        at = answer["vertex"]
        return _ways_out(scene, at["body"], at["vertex"], answer["depth"], answer["direction"])
    if isinstance(answer, Overlap):
        at = answer.penetrations
        shared = _layer("Centre of the shared volume", "shared", "points", np.array([answer.centroid]))
        return [shared, *_ways_out(scene, at["body"], at["vertex"], at["depth"], at["direction"])]
    if isinstance(answer, Contacts):
        return [_layer("Contacts", "sphere", "points", answer.contacts["position"])]
    if isinstance(answer, BodyDistance):
        return [_layer("Distance", "near", "arrows", np.array([answer.point_a, answer.point_b]))]
    raise TypeError(f"answers: expected what a scene answered, got {type(answer).__name__}")


def _sentence(answer: Any) -> str:
    if isinstance(answer, Overlap):
        return f"Shared volume {answer.volume:.6g}, within {answer.error:.2g}"
    if isinstance(answer, BodyDistance):
        return f"Distance {answer.distance[1]:.9g}"
    if isinstance(answer, Contacts):
        return f"{len(answer.contacts)} contacts"
    return repr(answer).strip("<>")


def _found(answer: Any) -> bool:
    if isinstance(answer, Overlap):
        return answer.volume > answer.error
    if isinstance(answer, BodyDistance):
        return answer.distance[1] == 0
    if isinstance(answer, Contacts):
        return len(answer.contacts) > 0
    return len(answer) > 0


def _report_of(answer: Any) -> Optional[Report]:
    return None if isinstance(answer, BodyDistance) else answer.report


class ReportWriter:
    """Writes a report frame by frame. The file is there when `finish` returns; `with` calls it.

    The bodies are those that the scene has when the report begins.
    """

    def __init__(
        self, path: Path, scene: Scene, *, names: Optional[Sequence[str]] = None, frames: int = 1, about: str = "Python"
    ) -> None:
        self._bodies = scene.bodies
        self._place = {body: i for i, body in enumerate(self._bodies)}
        names = [f"body {body}" for body in self._bodies] if names is None else list(names)
        if len(names) != len(self._bodies):
            raise ValueError(f"names: expected {len(self._bodies)}, got {len(names)}")
        bodies = []
        for name, body in zip(names, self._bodies):
            count, faces = len(scene.positions(body)), scene.triangles(body)
            bodies.append((name, count, len(faces), 0, _pliant.edge_use(count, faces)[0]))
        self._page = _pliant.Page(os.fspath(path), "check", about, bodies, _charts, frames)
        self._worst: tuple[tuple[int, ...], int] = ((-1,), 0)
        self._count = 0
        self._hit = 0
        self._examined = True
        self._sentences: list[str] = []
        self._set_aside: dict[tuple[int, int, int], dict[str, Any]] = {}

    def add(self, scene: Scene, *answers: Any, number: Optional[int] = None, name: str = "") -> None:
        """The next frame: the bodies of the scene where they are, and what it answered about them."""
        pairs = _no_pairs
        regions: list[Region] = []
        of_pair = np.zeros(0, np.uint32)
        layers: list[dict[str, Any]] = []
        features: list[dict[str, Any]] = []
        near = met = 0
        milliseconds = [0.0, 0.0, 0.0]
        for answer in answers:
            if not isinstance(answer, Intersections):
                layers += _layers_of(scene, answer)
            report = _report_of(answer)
            if report is not None:
                spent = report.milliseconds
                milliseconds = [m + s for m, s in zip(milliseconds, (spent.build, spent.update, spent.find))]
                self._examined = self._examined and report.all_examined
                self._note(report)
            if isinstance(answer, Intersections):
                pairs = answer.items
                regions, of_pair = regions_of(scene, pairs, np.zeros(len(pairs), bool))
            if isinstance(answer, (Proximities, Impacts)):
                features += features_found(answer, self._place)
                near += len(answer) if isinstance(answer, Proximities) else 0
                met += len(answer) if isinstance(answer, Impacts) else 0
        kinds = np.bincount(pairs["kind"], minlength=len(PairKind)).tolist()
        shown = [(np.asarray(scene.positions(body)), scene.triangles(body)) for body in self._bodies]
        placed = pairs.copy()
        for side in ("a", "b"):
            placed[side]["body"] = [self._place[body] for body in pairs[side]["body"].tolist()]
        at = self._count if number is None else number
        findings = [region_found(region, self._place) for region in regions] + features
        values = [*map(float, kinds), float(near), float(met), *milliseconds]
        self._page.add(at, name, shown, placed, of_pair, layers, findings, values, "")
        bad = (*severity(kinds), met, near)
        if bad > self._worst[0]:
            self._worst = (bad, self._count)
        self._hit += any(map(_found, answers))
        self._sentences = [_sentence(answer) for answer in answers]
        self._count += 1

    def _note(self, report: Report) -> None:
        for flaw in report.set_aside[:2000]:
            key = (self._place.get(int(flaw["body"]), 0), int(flaw["kind"]), int(flaw["element"]))
            kind = FlawKind(key[1])
            self._set_aside[key] = {
                "body": key[0],
                "kind": kind.name,
                "why": "took no part",
                "element_kind": _elements.get(kind, "tetrahedron"),
                "element": key[2],
                "vertices": [key[2]] if kind is FlawKind.not_finite else [],
            }

    def finish(self) -> None:
        """Writes the end; the file has its name from now on."""
        outcome = 1 if self._hit else 0 if self._examined else 2
        verdict = "Nothing was found" + ("" if self._examined else ", but not everything was examined")
        if self._hit:
            verdict = f"{self._hit} of {self._count} frames have hits"
            if self._count == 1:
                verdict = "; ".join(self._sentences)
        facts = [("Frames", str(self._count))] if self._count > 1 else []
        answer = "Answer" if self._count == 1 else "Answer of the last frame"
        facts += [(answer, sentence) for sentence in self._sentences]
        self._page.finish(outcome, verdict, facts, list(self._set_aside.values()), self._worst[1])

    def __enter__(self) -> ReportWriter:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:
            self.finish()


class Shown:
    """Where a report is; in Jupyter it shows itself."""

    def __init__(self, path: str) -> None:
        self.path = path

    def _repr_html_(self) -> str:
        with open(self.path, encoding="utf-8") as file:
            page = html.escape(file.read(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:600px;border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<report in {self.path}>"


def _in_notebook() -> bool:
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def show(
    scene: Scene,
    *answers: Answer | Overlap | Contacts | BodyDistance,
    path: Optional[Path] = None,
    names: Optional[Sequence[str]] = None,
    open_browser: Optional[bool] = None,
) -> Shown:
    """Writes a report of what a scene answered, at its present positions, and opens it: in Jupyter inline, else in a browser.

    Without answers it asks for intersections. path: where the file goes; otherwise into a new temporary folder.
    open_browser: None for yes, unless this is a notebook.
    """
    if path is None:
        path = os.path.join(tempfile.mkdtemp(prefix="pliant-"), "report.html")
    with ReportWriter(path, scene, names=names) as report:
        report.add(scene, *(answers or (scene.intersections(),)))
    shown = Shown(os.path.abspath(os.fspath(path)))
    if open_browser or (open_browser is None and not _in_notebook()):
        webbrowser.open("file://" + shown.path)
    return shown
