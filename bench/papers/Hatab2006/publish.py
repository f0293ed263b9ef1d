#!/usr/bin/env python3
"""Turns a run of the experiments of Hatab2006 into docs/data, docs/images and the table of docs/algorithms/gjk_cut.md.

usage: publish.py FILE.json
"""

import json
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/algorithms/gjk_cut.md"


def mean(values):
    return sum(values) / len(values)


def finish(axis, title, x, y):
    axis.set_title(title, fontsize=9)
    axis.set_xlabel(x, fontsize=8)
    axis.set_ylabel(y, fontsize=8)
    axis.tick_params(labelsize=7)
    axis.legend(fontsize=7)
    axis.spines[["top", "right"]].set_visible(False)


def save(figure, name):
    figure.tight_layout()
    figure.savefig(ROOT / f"docs/images/{name}.png", dpi=90)


def plot_threshold(curves):
    figure, axis = plt.subplots(figsize=(6.4, 3.4))
    for curve in curves:
        width = 2.2 if curve["threshold"] == 1 else 1
        axis.plot(curve["milliseconds"], linewidth=width, label=f"{100 * curve['threshold']:.0f} %")
    finish(axis, "Threshold of the cut [Hatab2006, figure 2]", "position of the pair", "ms")
    save(figure, "hatab2006_threshold")


def plot_removal(removal):
    figure, axis = plt.subplots(figsize=(6.4, 3.4))
    axis.plot(removal["left"], removal["milliseconds"], color="#c2410c", label="gjk_cut, ms")
    axis.plot([], [], ":", color="grey", label="pairs")
    right = axis.twinx()
    right.plot(removal["left"], removal["pairs"], ":", color="grey")
    right.tick_params(labelsize=7)
    axis.invert_xaxis()
    finish(axis, "Triangles removed at random [Hatab2006, figure 4]", "triangles left", "ms")
    save(figure, "hatab2006_removal")


def plot_waves(both):
    figure, axes = plt.subplots(1, 2, figsize=(9.6, 3.4))
    for axis, waves, number in zip(axes, both, (5, 6)):
        axis.plot(waves["gjk_cut"], color="#c2410c", label="gjk_cut")
        axis.plot(waves["box_tree_with_refit"], color="#15803d", label="box_tree, refit included")
        axis.plot(waves["box_tree_without_refit"], color="#1d4ed8", label="box_tree, refit left out")
        finish(axis, f"Waves, {waves['triangles_each']} triangles each [Hatab2006, figure {number}]", "frame", "ms")
    save(figure, "hatab2006_waves")


def rows(data):
    curves = {c["threshold"]: c["milliseconds"] for c in data["threshold"]}
    always = curves[1.0]
    wins = sum(1 for i, t in enumerate(always) if t <= 1.02 * min(c[i] for c in curves.values()))
    removal = data["removal"]
    half = removal["milliseconds"][len(removal["milliseconds"]) // 2]
    lines = ["| experiment | the paper's finding | ours |", "|---|---|---|"]
    means = ", ".join(f"{100 * t:.0f} %: {mean(c):.2f}" for t, c in curves.items())
    lines.append("| threshold of the cut, figure 2 | always cutting (100 %) is the fastest but for few positions | "
                 f"mean ms by threshold: {means}; 100 % is the fastest, within 2 %, at {wins} of {len(always)} positions |")
    lines.append("| random removal, figure 4 | time falls with the triangles, with large fluctuations; 258 pairs at first | "
                 f"{removal['pairs'][0]} pairs at first; {removal['milliseconds'][0]:.2f} ms with all triangles, "
                 f"{half:.2f} ms with half, {removal['milliseconds'][-1]:.3f} ms with none |")
    for waves, number in zip(data["waves"], (5, 6)):
        cuts, tree, alone = (mean(waves[k]) for k in ("gjk_cut", "box_tree_with_refit", "box_tree_without_refit"))
        lines.append(f"| waves, {waves['triangles_each']} triangles each, figure {number} | cuts are faster than the tree, "
                     f"even with the refit left out | mean ms: cuts {cuts:.3f}, tree {tree:.3f}, tree without refit {alone:.3f} |")
    return lines


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def main():
    data = rounded(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    (ROOT / "docs/data/hatab2006.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    plot_threshold(data["threshold"])
    plot_removal(data["removal"])
    plot_waves(data["waves"])
    block = "<!-- papers:begin -->\n" + "\n".join(rows(data)) + "\n<!-- papers:end -->"
    text, count = re.subn(r"<!-- papers:begin -->.*?<!-- papers:end -->", lambda _: block,
                          PAGE.read_text(encoding="utf-8"), flags=re.S)
    if count != 1:
        sys.exit(f"publish.py: {PAGE} has no single place between papers:begin and papers:end")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
