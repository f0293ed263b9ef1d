#!/usr/bin/env python3
"""Turns a run of `scripts/bench peers` into docs/data/peers.json, docs/images and the table of the README.

usage: publish.py FOLDER LOAD     FOLDER holds peers.json and growth.json; LOAD is that of the machine before the run

Several threads can only be timed by the clock on the wall, which says nothing on a busy machine: then only what one
thread did is written.
"""

import json
import os
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parents[2]
OURS = "pliant box_tree"
DETECTORS = ["box_tree", "regularity"]
PEERS = ["Embree", "Bullet", "FCL", "CGAL"]
COLOURS = {"pliant": "#c2410c", "peer": "#64748b", "yardstick": "#0f766e"}


def processor():
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def rows(scene, threads, role=None):
    """Results allowed where `threads` are: those who know one thread only take part everywhere."""
    return [r for r in scene["results"] if (role is None or r["role"] == role) and r["threads"] <= threads]


def milliseconds(row, threads):
    """Processor time where one thread runs, the clock on the wall where several do."""
    return row["processor"] if threads == 1 else row["wall"]


def best(scene, threads, name, role=None):
    fitting = [r for r in rows(scene, threads, role) if r["name"].startswith(name)]
    return min(fitting, key=lambda r: milliseconds(r, threads))


def exactly(scene, threads, name):
    return next(r for r in scene["results"] if r["name"] == name and r["threads"] == threads)


def number(value):
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def thousands(count):
    return f"{count / 1e6:.1f}M" if count >= 1e6 else f"{count / 1e3:.0f}k"


def title(scene):
    pairs = exactly(scene, 1, OURS)["pairs"]
    found = f"{thousands(pairs) if pairs >= 1e4 else format(pairs, '.0f')} pairs" if pairs else "no contact"
    return f"{scene['scene'].replace('_', ' ')}, {thousands(scene['triangles'])} triangles, {found}"


def heading(threads):
    return "one thread" if threads == [1] else " / ".join(map(str, threads)) + " threads"


def table(data):
    scenes = data["scenes"]
    threads = data["machine"]["threads"]
    lines = [f"| ms per frame, {heading(threads)} | " + " | ".join(title(s) for s in scenes) + " |"]
    lines.append("|---|" + "---:|" * len(scenes))

    def line(label, cell):
        lines.append(f"| {label} | " + " | ".join(cell(s) for s in scenes) + " |")

    def both(value):
        return lambda s: " / ".join(number(value(s, n)) for n in threads)

    def both_known(value):
        return lambda s: " / ".join(number(value(s, n)) for n in threads if value(s, n) is not None)

    for own in DETECTORS:
        line(f"**Pliant**, {own}", both_known(lambda s, n, o=own: detector_time(s, n, o)))
    for peer in PEERS:
        label = {"Bullet": "Bullet 3.24 (one thread)", "FCL": "FCL 0.7 (one thread)", "Embree": "Embree 3.13",
                 "CGAL": "CGAL 5.5"}[peer]
        if peer in ("Bullet", "FCL"):
            line(label, lambda s, p=peer: number(milliseconds(best(s, 1, p, "peer"), 1)))
        else:
            line(label, both(lambda s, n, p=peer: milliseconds(best(s, n, p, "peer"), n)))
    line("Pliant, refit alone", both(lambda s, n: milliseconds(exactly(s, n, OURS + ", refit alone"), n)))
    line("floor: every box written once", both(lambda s, n: milliseconds(exactly(s, n, "floor"), n)))
    line("ideal: floor + the true pairs tested", both(lambda s, n: milliseconds(exactly(s, n, "ideal"), n)))
    line("**the best of the others takes**", times_ours(threads))
    return lines


def detector_time(scene, threads, detector):
    """None where the detector took no part."""
    found = [r for r in scene["results"] if r["name"] == "pliant " + detector and r["threads"] == threads]
    return milliseconds(found[0], threads) if found else None


def times_ours(threads):
    def cell(scene):
        ratios = []
        for n in threads:
            ours = min(t for t in (detector_time(scene, n, d) for d in DETECTORS) if t is not None)
            ratios.append(milliseconds(best(scene, n, "", "peer"), n) / ours)
        return " / ".join(f"{r:.1f} ×" for r in ratios)

    return cell


def write_readme(data):
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    body = "\n".join(table(data))
    note = (
        "Update and search of a deforming frame; everyone finds the same pairs (triangles without a common vertex), checked"
        "\nin the same run. Of each library the fastest of its ways, refitting and rebuilding. Measured on "
        f"{data['machine']['cores']} cores of an\n{data['machine']['processor']} (load {data['machine']['load']:g} before the run),\n{data['scenes'][0]['frames']} frames played "
        f"{data['scenes'][0]['repetitions']} times, by the programs of `scripts/bench peers`; all contestants:\n"
        "[peers.json](docs/data/peers.json)."
    )
    block = f"<!-- bench:begin -->\n{body}\n\n{note}\n\n![Milliseconds per frame](docs/images/peers.png)\n<!-- bench:end -->"
    text, count = re.subn(r"<!-- bench:begin -->.*?<!-- bench:end -->", lambda _: block, text, flags=re.S)
    if count != 1:
        sys.exit("publish.py: README.md has no single place between bench:begin and bench:end")
    path.write_text(text, encoding="utf-8")


def plot_peers(data):
    scenes = data["scenes"]
    figure, axes = plt.subplots(1, len(scenes), figsize=(4.6 * len(scenes), 4.8))
    for axis, scene in zip(axes if len(scenes) > 1 else [axes], scenes):
        bars = sorted((r for r in scene["results"] if r["threads"] == 1), key=lambda r: -r["processor"])
        colours = [COLOURS["pliant" if r["role"] == "ours" else r["role"]] for r in bars]
        axis.barh([r["name"] for r in bars], [r["processor"] for r in bars], color=colours)
        for i, r in enumerate(bars):
            axis.text(r["processor"] * 1.1, i, number(r["processor"]), va="center", fontsize=7)
        axis.set_xscale("log")
        axis.margins(x=0.2)
        axis.set_title(title(scene), fontsize=8)
        axis.set_xlabel("ms per frame, one thread", fontsize=8)
        axis.tick_params(labelsize=7)
        axis.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/images/peers.png", dpi=110)


def plot_growth(growth):
    figure, axis = plt.subplots(figsize=(6.4, 4.4))
    for colour, scene in zip(("#c2410c", "#1d4ed8", "#0f766e"), dict.fromkeys(g["scene"] for g in growth)):
        points = [g for g in growth if g["scene"] == scene and g["threads"] == 1]
        sizes = [g["triangles"] for g in points]
        axis.plot(sizes, [g["milliseconds"] for g in points], "o-", color=colour, label=scene.replace("_", " "))
        axis.plot(sizes, [g["refit"] for g in points], "s:", color=colour, alpha=0.6, markersize=4)
        axis.plot(sizes, [g["floor"] for g in points], "--", color=colour, alpha=0.4)
    axis.plot([], [], "s:", color="grey", label="refit alone")
    axis.plot([], [], "--", color="grey", label="floor")
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_aspect("equal")  # a cost that is linear in the triangles rises by 45 degrees
    axis.set_xlabel("triangles")
    axis.set_ylabel("ms per frame, one thread")
    axis.grid(True, which="major", alpha=0.3)
    axis.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.02, 1))
    axis.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/images/growth.png", dpi=110)


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def main():
    folder, load = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    cores = os.cpu_count()
    threads = [1, 2] if load <= cores / 2 else [1]
    scenes = json.loads((folder / "peers.json").read_text(encoding="utf-8"))
    growth = json.loads((folder / "growth.json").read_text(encoding="utf-8"))
    for scene in scenes:
        scene["results"] = [r for r in scene["results"] if r["threads"] in threads]
    data = rounded({
        "machine": {"processor": processor(), "cores": cores, "load": load, "threads": threads},
        "scenes": scenes,
        "growth": [g for g in growth if g["threads"] in threads],
    })
    for place in ("docs/data", "docs/images"):
        (ROOT / place).mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/data/peers.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    plot_peers(data)
    plot_growth(data["growth"])
    write_readme(data)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
