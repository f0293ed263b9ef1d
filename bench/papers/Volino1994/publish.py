#!/usr/bin/env python3
"""Turns a run of pliant_bench_volino1994 into docs/data, docs/images and the tables of docs/algorithms/regularity.md.

usage: publish.py FILE     FILE is what the program wrote with --json
"""

import json
import math
import os
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCENES = {"pulsating_sphere": "sphere", "crossing_loop": "self-crossing loop"}
# Seconds on a Silicon Graphics Indigo Elan [Volino1994, 3.3].
PAPER_SECONDS = [(0.4, 0.4, 0.7, 0.1), (5.0, 6.0, 10.0, 0.5)]
COLOURS = {"draped_cloth": "#c2410c", "folded_layers": "#1d4ed8"}


def processor():
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def count(value):
    return f"{value:,.0f}"


def milliseconds(value):
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def per(value, number):
    return f"{value / number:.2f}" if value < 9.95 * number else f"{value / number:.1f}"


def sphere_table(rows):
    lines = [
        "| sphere: triangles | A, boxes only (1a) | per triangle | B (1a) | per triangle | A, with the rules (1b) | B (1b) |",
        "|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for r in rows:
        a, b, n = r["without_rules"], r["with_rules"], r["triangles"]
        lines.append(f"| {count(n)} | {count(a['calls'])} | {per(a['calls'], n)} | {count(a['tests'])} | "
                     f"{per(a['tests'], n)} | {count(b['calls'])} | {count(b['tests'])} |")
    lines.append("| **the paper**, any number | linear | about 20 | linear | about 6 | about 300, constant | 0 |")
    return lines


def loop_table(rows):
    lines = [
        "| loop: triangles | colliding | A, boxes only (2a) | per triangle | B (2a) | per triangle "
        "| A, with the rules (2b) | per colliding | B (2b) | per colliding |",
        "|---:|" + "---:|" * 9,
    ]
    for r in rows:
        a, b, n, m = r["without_rules"], r["with_rules"], r["triangles"], r["colliding"]
        lines.append(f"| {count(n)} | {count(m)} | {count(a['calls'])} | {per(a['calls'], n)} | {count(a['tests'])} | "
                     f"{per(a['tests'], n)} | {count(b['calls'])} | {per(b['calls'], m)} | {count(b['tests'])} | "
                     f"{per(b['tests'], m)} |")
    lines.append("| **the paper**, any number | | linear | close to 1a | linear | close to 1a | linear in colliding "
                 "| about 20 | linear in colliding | about 3 |")
    return lines


def garment_table(rows):
    lines = [
        "| triangles of cloth / body | | normals and boxes | body with cloth | cloth with cloth (a) boxes only "
        "| (b) with the rules | (b') contours assumed "
        "| (a) / (b) | (a) / (b') | pairs (b), (b') |",
        "|---|---|" + "---:|" * 8,
    ]
    for r, paper in zip(rows, PAPER_SECONDS):
        times = [r["update"], r["between"], r["cloth_without_rules"], r["cloth_with_rules"],
                 r["cloth_contours_assumed"]]
        lines.append(f"| {count(r['cloth'])} / {count(r['body'])} | ours | "
                     + " | ".join(f"{milliseconds(t)} ms" for t in times) + f" | {times[2] / times[3]:.1f} | {times[2] / times[4]:.1f} | "
                     f"{r['pairs_of_cloth']:.1f}, {r['pairs_contours_assumed']:.1f} |")
        size = ("3,800 / 17,200", "56,400 / 111,000")[PAPER_SECONDS.index(paper)]
        lines.append(f"| {size} | the paper | " + " | ".join(f"{t} s" for t in paper[:3])
                     + f" | | {paper[3]} s | | {paper[2] / paper[3]:.0f} | |")
    return lines


def exponent(rows, against):
    """Slope of find with the rules in a plot with logarithmic axes, by least squares: 1 is proportional."""
    x = [math.log(r[against]) for r in rows]
    y = [math.log(r["find_with_rules"]) for r in rows]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def growth_text(growth):
    laws = []
    for scene in COLOURS:
        rows = [g for g in growth if g["scene"] == scene]
        laws.append(f"{scene.replace('_', ' ')}: triangles^{exponent(rows, 'triangles'):.2f}, "
                    f"pairs^{exponent(rows, 'pairs'):.2f}")
    return ("**Growth.** Find time with the rules, fitted as a power (1 is proportional):\n" + "; ".join(laws)
            + ".\nThe paper's claim is 1 against pairs, whatever the number of triangles; without the rules it is about 1 "
            "against\ntriangles.")


def growth_table(rows):
    lines = [
        "| scene | triangles | pairs | update ms | find ms, boxes only | find ms, with the rules | µs per pair |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for r in rows:
        lines.append(f"| {r['scene'].replace('_', ' ')} | {count(r['triangles'])} | {count(r['pairs'])} | "
                     f"{milliseconds(r['update'])} | {milliseconds(r['find_without_rules'])} | "
                     f"{milliseconds(r['find_with_rules'])} | {1e3 * r['find_with_rules'] / r['pairs']:.1f} |")
    return lines


def picture_table(pictures, names, labels):
    of_name = {p["file"]: p for p in pictures}
    chosen = [of_name[f"volino_{n}.png"] for n in names]
    captions = [f"{label}, {count(p['triangles'])} triangles: {count(p['calls'])} calls, {count(p['regions'])} regions"
                for label, p in zip(labels, chosen)]
    return [
        "| " + " | ".join(captions) + " |",
        "|" + "---|" * len(chosen),
        "| " + " | ".join(f"![{label}](../images/{p['file']})" for label, p in zip(labels, chosen)) + " |",
    ]


def section(data):
    calls, pictures = data["calls"], data["pictures"]
    of_scene = {s: [r for r in calls if r["scene"] == s] for s in SCENES}
    parts = [
        "**Tables 1a, 1b, 2a, 2b.** A: calls of the hierarchical procedure, on a region or a pair of regions. B: elementary"
        "\ntests, on a pair of triangles whose boxes overlap. Our leaves hold up to 64 triangles, so A without the rules is"
        "\nsmaller than the paper's, whose hierarchy goes down to single polygons; B does not depend on that. Two regions"
        "\nwithout a common edge, of up to eight leaves each, are one call with all their leaves. Unlike the paper's, ours"
        "\ntests contours, and the pairs found are the same with and without the rules (checked in the run).",
        "\n".join(sphere_table(of_scene["pulsating_sphere"])),
        "\n".join(loop_table(of_scene["crossing_loop"])),
        f"**Body and cloth (3.3).** Processor time on one thread: the median of {data['timing']['frames']} frames, each at its "
        f"fastest of\n{data['timing']['repetitions']} repetitions. The paper's (b) does not test contours; ours does, and "
        "(b') is ours without that test, which\nis no proof. Body, garment and motion are our own, so ratios to (a) "
        "depend on how much of the cloth is in contact.",
        "\n".join(garment_table(data["garments"])),
        "**Regions visited (figures 8, 9, 10).** Each triangle has the colour of the smallest region that the search looked"
        "\nat: from blue (a large part of the surface) over green and yellow to orange (a thousandth of it); neighbouring"
        "\nregions differ in shade, triangles that intersect are red. Regions depend on the sampling; how many are visited is in\nthe captions.",
        "\n".join(picture_table(pictures, ["sphere_coarse", "sphere_fine"], ["sphere", "sphere"])),
        "\n".join(picture_table(pictures, ["loop_coarse", "loop_fine"], ["loop", "loop"])),
        "\n".join(picture_table(pictures, ["garment_itself", "garment_and_body"],
                                ["garment with itself", "garment with body"])),
        growth_text(data["growth"]),
        "\n".join(growth_table(data["growth"])),
        "![Find time against triangles and against pairs](../images/volino_growth.png)",
        f"Measured on an {data['machine']['processor']} (load {data['machine']['load']:.0f} on {data['machine']['cores']} cores) by "
        "`scripts/bench papers Volino1994`;\nnumbers: "
        "[volino1994.json](../data/volino1994.json).",
    ]
    return "\n\n".join(parts)


def write_page(data):
    path = ROOT / "docs/algorithms/regularity.md"
    text = path.read_text(encoding="utf-8")
    block = f"<!-- volino:begin -->\n{section(data)}\n<!-- volino:end -->"
    text, number = re.subn(r"<!-- volino:begin -->.*?<!-- volino:end -->", lambda _: block, text, flags=re.S)
    if number != 1:
        sys.exit("publish.py: regularity.md has no single place between volino:begin and volino:end")
    path.write_text(text, encoding="utf-8")


def plot_growth(growth):
    figure, axes = plt.subplots(1, 2, figsize=(9.4, 4.2), sharey=True)
    for axis, against in zip(axes, ("triangles", "pairs")):
        for scene, colour in COLOURS.items():
            points = [g for g in growth if g["scene"] == scene]
            at = [g[against] for g in points]
            name = scene.replace("_", " ")
            axis.plot(at, [g["find_with_rules"] for g in points], "o-", color=colour, label=name)
            axis.plot(at, [g["find_without_rules"] for g in points], "s:", color=colour, alpha=0.55, markersize=4,
                      label=name + ", boxes only")
        first = min(growth, key=lambda g: g[against])
        last = max(g[against] for g in growth)
        line = [first["find_with_rules"], first["find_with_rules"] * last / first[against]]
        axis.plot([first[against], last], line, "--", color="grey", linewidth=1, label="proportional")
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.set_xlabel("triangles" if against == "triangles" else "intersecting pairs")
        axis.grid(True, which="major", alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("find, ms per frame, one thread")
    axes[0].legend(fontsize=7, loc="upper left")
    figure.tight_layout()
    figure.savefig(ROOT / "docs/images/volino_growth.png", dpi=100)


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def main():
    data = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    data = rounded({"machine": {"processor": processor(), "threads": 1, "cores": os.cpu_count(), "load": os.getloadavg()[1]}, **data})
    for place in ("docs/data", "docs/images"):
        (ROOT / place).mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/data/volino1994.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    plot_growth(data["growth"])
    write_page(data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
