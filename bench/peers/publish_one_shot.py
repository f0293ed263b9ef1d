#!/usr/bin/env python3
"""Writes docs/data/one_shot.json and the table of docs/algorithms/gjk_cut.md from a run of pliant_bench_one_shot.

usage: publish_one_shot.py FILE.json
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/algorithms/gjk_cut.md"
COLUMNS = [
    ("pliant gjk_cut, bodies anew", "gjk_cut, bodies anew"),
    ("pliant gjk_cut, 1 % exchanged", "1 % exchanged"),
    ("pliant gjk_cut, bare arrays", "bare arrays"),
    ("pliant gjk_cut, moved only", "moved only"),
    ("pliant box_tree, built anew", "box_tree built"),
    ("Embree rebuild, low", "Embree built"),
    ("FCL AABB rebuild", "FCL built"),
    ("floor", "floor"),
]


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def line(scene):
    time = {r["name"]: r["processor"] for r in scene["results"]}
    best = min(r["processor"] for r in scene["results"] if r["role"] == "peer")
    pairs = max(r["pairs"] for r in scene["results"])
    cells = [f"{time[name]:.2f}" if name in time else "" for name, _ in COLUMNS]
    anew, moved = time[COLUMNS[0][0]], time[COLUMNS[3][0]]
    title = scene["scene"].split(":")[0].replace(" between", "").replace("_", " ")
    return (f"| {title}, {scene['triangles']} triangles, {pairs:.0f} pairs | " + " | ".join(cells) +
            f" | {best / anew:.1f} | {moved / time['floor']:.1f} |")


def main():
    data = rounded(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    (ROOT / "docs/data").mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/data/one_shot.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    heads = [label for _, label in COLUMNS] + ["best built / bodies anew", "moved only / floor"]
    lines = ["| ms per frame | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(heads)]
    lines += [line(scene) for scene in data]
    block = "<!-- one_shot:begin -->\n" + "\n".join(lines) + "\n<!-- one_shot:end -->"
    text, count = re.subn(r"<!-- one_shot:begin -->.*?<!-- one_shot:end -->", lambda _: block,
                          PAGE.read_text(encoding="utf-8"), flags=re.S)
    if count != 1:
        sys.exit(f"publish_one_shot.py: {PAGE} has no single place between one_shot:begin and one_shot:end")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
