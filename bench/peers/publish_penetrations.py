"""Writes the race of `penetrations` into docs/data and the page of the spatial hash: publish_penetrations.py FOLDER"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/algorithms/spatial_hash.md"


def cell(scene, threads, name):
    rows = [r for r in scene["results"] if r["threads"] <= threads and r["name"].startswith(name)]
    return min((r["processor"] if threads == 1 else r["wall"] for r in rows), default=None)


def line(scene, threads):
    ours, floor = cell(scene, threads, "pliant spatial_hash"), cell(scene, threads, "floor")
    peers = [cell(scene, threads, name) for name in ("Embree point query", "Embree collide", "CGAL")]
    best = min(p for p in peers if p is not None)
    values = " | ".join(f"{value:.3g}" for value in [floor, ours, *peers])
    return (f"| {scene['scene']} | {scene['tetrahedra']} | {threads} | {values} | {best / ours:.1f} | "
            f"{ours / floor:.1f} |")


def main():
    scenes = json.loads((pathlib.Path(sys.argv[1]) / "penetrations.json").read_text())
    (ROOT / "docs/data").mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/data/penetrations.json").write_text(json.dumps(scenes, indent=1) + "\n")
    lines = ["| scene | tetrahedra | threads | floor | ours | Embree point query | Embree collide | CGAL | best peer / ours | "
             "ours / floor |", "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for scene in scenes:
        for threads in sorted({r["threads"] for r in scene["results"]}):
            lines.append(line(scene, threads))
    begin, end = "<!-- penetrations:begin -->", "<!-- penetrations:end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end)[1])


main()
