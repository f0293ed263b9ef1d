#!/usr/bin/env python3
"""Turns docs/data/heidelberger2003.json into the plot and the tables of docs/algorithms/depth_layers.md."""

import json
import pathlib
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/algorithms/depth_layers.md"


def processor():
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def number(value):
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def thousands(count):
    return f"{count / 1e3:.0f}k"


def table_1(rows):
    lines = [
        "| objects (like the paper's) | faces | depth complexity | stages 1+2, paper | ours | 3a, paper | ours | overlap at 1 % |",
        "|---|---|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        faces = " / ".join(thousands(f) for f in row["faces"])
        depth = " / ".join(str(d) for d in row["depth_complexity"])
        lines.append(
            f"| {row['objects']} ({row['like']}, fig. {row['figure']}) | {faces} | {depth} | {row['paper_stages_1_2']:.0f} "
            f"| {number(row['stages_1_2'])} | {row['paper_stage_3a']:.0f} | {number(row['stage_3a'])} "
            f"| {number(row['overlap_1_percent'])} |"
        )
    return lines


def table_2(rows):
    lines = [
        "| object (like the paper's) | faces | depth complexity | stages 1+2, paper | layers | columns | 3b, paper | ours, exact |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        lines.append(
            f"| {row['object']} ({row['like']}) | {thousands(row['faces'])} | {row['depth_complexity']} "
            f"| {row['paper_stages_1_2']:.0f} | {number(row['layers'])} | {number(row['columns'])} "
            f"| {row['paper_stage_3b']:.0f} | {number(row['points_exact'])} |"
        )
    return lines


def plot(convergence):
    rows = convergence["rows"]
    n = [row["resolution"] for row in rows]
    figure, axes = plt.subplots(figsize=(5.2, 3.4))
    axes.loglog(n, [row["stated"] for row in rows], "o-", color="#c2410c", label="stated error")
    axes.loglog(n, [max(row["made"], 1e-9) for row in rows], "s--", color="#0f766e", label="error made")
    axes.loglog(n, [rows[0]["stated"] * n[0] / k for k in n], ":", color="#64748b", label="1 / resolution")
    axes.set_xlabel("columns along each side")
    axes.set_ylabel("error / volume")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/images/heidelberger2003_error.png", dpi=90)


def main():
    data = json.loads((ROOT / "docs/data/heidelberger2003.json").read_text())
    rain, shared = data["figure_11"], data["figure_9"]
    text = [
        f"Milliseconds of processor time, one thread, {data['resolution']} x {data['resolution']}, on {processor()}; the",
        "paper's are those of a 2.8 GHz Pentium 4 with a GeForce 4 Ti 4600.",
        "",
        "Table 1, volumes shared:",
        "",
        *table_1(data["table_1"]),
        "",
        "Table 2, 100,000 points (columns: what `contains` makes of the body; all points settled exactly):",
        "",
        *table_2(data["table_2"]),
        "",
        f"Figure 9, {thousands(shared['faces'][0])} against {thousands(shared['faces'][1])} faces: 256 ms in the paper, here "
        f"{number(shared['stages_1_2'] + shared['stage_3a'])} ms for its stages, {number(shared['overlap_1_percent'])} ms for "
        "`overlap` at 1 %.",
        "",
        f"Figure 11, {rain['particles']:,} particles on a deforming body of {thousands(rain['faces'])} faces: 29 frames a second "
        f"in the paper, drawing included; here {number(rain['frame_milliseconds'])} ms a frame for deformation, motion, "
        f"detection ({number(rain['detection_milliseconds'])} ms, exact) and response, without drawing.",
    ]
    page = PAGE.read_text()
    page = re.sub(
        r"(<!-- begin heidelberger2003 -->\n).*?(<!-- end heidelberger2003 -->)",
        lambda m: m.group(1) + "\n".join(text) + "\n" + m.group(2),
        page,
        flags=re.S,
    )
    PAGE.write_text(page)
    plot(data["convergence"])


if __name__ == "__main__":
    main()
