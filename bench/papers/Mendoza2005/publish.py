#!/usr/bin/env python3
"""Turns a run of pliant_paper_mendoza2005 into docs/data, docs/images and the tables of docs/algorithms/sphere_tree.md.

usage: publish.py FIGURES.json
"""

import json
import os
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/algorithms/sphere_tree.md"
# Critical time -> (pairList, collisionList, frames per second), as printed in table 1.
PAPER = {
    "dragons": [(3, 0, 60), (17, 0, 60), (30, 0, 42), (41, 6, 35), (1345, 30, 25)],
    "bunnies": [(3, 0, 52), (25, 0, 48), (44, 0, 37), (61, 11, 30), (1405, 36, 22)],
    "bunny and dragon": [(3, 0, 56), (21, 0, 51), (33, 0, 42), (52, 12, 33), (1387, 28, 23)],
}


def table_1(pairs):
    lines = ["| pair | critical time, s | PAIRLIST | paper | COLLISIONLIST | paper | frames per processor second | paper |",
             "|---|---|---|---|---|---|---|---|"]
    for pair in pairs:
        for row, paper in zip(pair["table_1"], PAPER[pair["pair"]]):
            lines.append(f"| {pair['pair']} | {row['critical_time']:g} | {row['pair_list']:.0f} | {paper[0]} | "
                         f"{row['collision_list']:.0f} | {paper[1]} | {row['frames_per_processor_second']:.1f} | {paper[2]} |")
    return lines


def deadlines(pairs):
    lines = ["| pair | budget, ms | queries | median, ms | within 1.05 x budget + 20 µs | a loop that does nothing | undisturbed queries | of them within | such loops | worst, ms of processor | such loops |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    def share(rows):
        return f"{100 * rows['undisturbed_in_time']:.2f} %" if rows["undisturbed"] >= 100 else "too few"

    def add(name, budget, queries, took, calls, spins):
        lines.append(f"| {name} | {budget} | {queries} | {took} | "
                     f"{100 * calls['in_time']:.2f} % | {100 * spins['in_time']:.2f} % | {calls['undisturbed']} | "
                     f"{share(calls)} | {share(spins)} | "
                     f"{calls['worst_processor_ms']:.3f} | {spins['worst_processor_ms']:.3f} |")

    rows = [(pair["pair"], row) for pair in pairs for row in pair["deadlines"]]
    for name, row in rows:
        add(name, f"{row['budget_ms']:g}", row["queries"], f"{row['median_ms']:.3f}", row["calls"], row["spins"])
    for budget in sorted({row["budget_ms"] for _, row in rows}):
        add("**all**", f"{budget:g}", *together([row for _, row in rows if row["budget_ms"] == budget]))
    add("**all**", "any", *together([row for _, row in rows]))
    return lines


def together(rows):
    def of(kind):
        undisturbed = sum(row[kind]["undisturbed"] for row in rows)
        in_time = sum(row[kind]["in_time"] * row["queries"] for row in rows)
        undisturbed_in_time = sum(row[kind]["undisturbed_in_time"] * row[kind]["undisturbed"] for row in rows)
        return {"in_time": in_time / sum(row["queries"] for row in rows),
                "undisturbed": undisturbed,
                "undisturbed_in_time": undisturbed_in_time / max(1, undisturbed),
                "worst_processor_ms": max(row[kind]["worst_processor_ms"] for row in rows)}
    return sum(row["queries"] for row in rows), "", of("calls"), of("spins")


def quality(pairs):
    lines = ["| pair | budget, ms | contacts | tests | median error, % of body size | largest | bound of error | bound of gap |",
             "|---|---|---|---|---|---|---|---|"]
    for pair in pairs:
        for row in pair["quality"]["budgets"]:
            lines.append(f"| {pair['pair']} | {row['budget_ms']:g} | {row['contacts']:.0f} | {row['tests']:.0f} | "
                         f"{100 * row['median_error']:.2f} | {100 * row['largest_error']:.2f} | "
                         f"{100 * row['error_bound']:.2f} | {100 * row['gap_bound']:.2f} |")
    return lines


def first_answer(pairs):
    lines = ["| pair | triangles | cage vertices | floor of the dense bodies, ms | update and first answer, ms | ratio |",
             "|---|---|---|---|---|---|"]
    for pair in pairs:
        row = pair["first_answer"]
        lines.append(f"| {pair['pair']} | {pair['triangles']} | {pair['cage_vertices']} | {row['floor_ms']:.3f} | "
                     f"{row['update_and_first_answer_ms']:.4f} | 1/{row['floor_ms'] / row['update_and_first_answer_ms']:.0f} |")
    return lines


def builders(rows):
    lines = ["| builder | made in, s | " + " | ".join(f"level {i}" for i in range(1, 6)) + " | bound at 1,000 tests | at 100,000 | tests to the exact end |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        levels = " | ".join(f"{100 * row['errors'][i]:.2f}" for i in range(1, 6))
        bounds = {b["tests"]: 100 * b["error_bound"] for b in row["budgets"]}
        lines.append(f"| {row['builder']} | {row['seconds']:.1f} | {levels} | {bounds[1000]:.2f} | {bounds[100000]:.2f} | {row['tests_to_the_end']} |")
    return lines


def plot(pairs):
    figure, axes = plt.subplots(figsize=(6, 3.4))
    for pair in pairs:
        rows = pair["quality"]["budgets"]
        x = [row["budget_ms"] for row in rows]
        line, = axes.loglog(x, [100 * row["largest_error"] for row in rows], marker="o", label=pair["pair"])
        axes.loglog(x, [100 * row["error_bound"] for row in rows], linestyle=":", color=line.get_color())
    axes.set_xlabel("budget, ms")
    axes.set_ylabel("error, % of body size")
    axes.set_title("largest position error (dots) and the bound that the answer states (dotted)", fontsize=9)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    (ROOT / "docs/images").mkdir(exist_ok=True)
    figure.savefig(ROOT / "docs/images/mendoza2005_quality.png", dpi=90)


def figure_9(figures):
    """The spheres that count as colliding, over the bodies seen along z."""
    figure, axes = plt.subplots(1, 4, figsize=(10, 2.6))
    for plot_at, budget in zip(axes, figures["budgets"]):
        for points, grey in zip(figures["points"], ("#94a3b8", "#cbd5e1")):
            plot_at.plot([p[0] for p in points], [p[1] for p in points], ",", color=grey)
        for x, y, r in budget["spheres"]:
            plot_at.add_patch(plt.Circle((x, y), r, fill=False, color="#c2410c", linewidth=0.4))
        plot_at.set_aspect("equal")
        plot_at.set_xlim(-1.3, 1.3)
        plot_at.set_ylim(-1, 1)
        plot_at.set_axis_off()
        plot_at.set_title(f"{budget['tests']} tests", fontsize=9)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/images/mendoza2005_spheres.png", dpi=90)


def main():
    pairs = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    load = os.getloadavg()[2]
    (ROOT / "docs/images").mkdir(exist_ok=True)
    for pair in pairs:
        if "figure_9" in pair:
            figure_9(pair.pop("figure_9"))
    (ROOT / "docs/data").mkdir(exist_ok=True)
    (ROOT / "docs/data/mendoza2005.json").write_text(json.dumps({"load": load, "pairs": pairs}, indent=1) + "\n", encoding="utf-8")
    plot(pairs)
    text = [f"One thread; load of the machine over the last quarter of an hour: {load:.1f} on {os.cpu_count()} cores. Above the "
            "number of cores the clock on the wall runs on while others have the processor, and budgets of time buy less.", "",
            "Table 1:", "", *table_1(pairs), "", "Deadlines of whole calls, update included, by the clock on the wall. By turns with them a loop that does nothing but look "
            "at the clock runs for as long as the median call: what it misses is missed by the machine. Undisturbed: neither another "
            "program nor the host of a virtual machine had the processor for more than 20 µs in between, as far as the system knows.", "", *deadlines(pairs), "", "Quality:", "", *quality(pairs), "",
            "![quality against budget](../images/mendoza2005_quality.png)", "", "Spheres that count as colliding at four budgets (figure 9):", "",
            "![spheres at four budgets](../images/mendoza2005_spheres.png)", "", "First answer, by the cage:", "", *first_answer(pairs), "",
            "Trees of the bunny by either builder: how far the spheres of a level reach out of it, and the bound of an answer, in % of its size:",
            "", *builders(pairs[0]["builders"])]
    page = PAGE.read_text(encoding="utf-8")
    page = re.sub(r"(<!-- figures begin -->\n).*(<!-- figures end -->)",
                  lambda m: m[1] + "\n".join(text) + "\n" + m[2], page, flags=re.S)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
