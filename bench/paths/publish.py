"""The path matrix: how much longer each way to ask takes than the plain one, all else being equal."""

import math
import statistics

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table, words

# By axis: the plain value, and the others with the ratio that they are to stay within.
AXES = {
    "layout": ("float", {"double": 1.4, "strided": 1.1}),
    "part": ("both", {"self": 1.0, "between": 1.0}),
    "neighbours": ("ignored", {"default": 1.25}),
    "budget": ("none", {"never reached": 1.1}),
    "health": ("clean", {"one flaw": 1.1, "mixed orientation": 1.1}),
    "state": ("warm", {"frame after a build": 1.1, "a body came": 1.1, "positions came back": 1.1}),
}
STALL_ASKED = 1.5  # times box_tree, of 99 % of the frames
COLUMNS = [(axis, value, limit) for axis, (_, others) in AXES.items() for value, limit in others.items()]


def ratios(row, axis, value):
    """Of all paths with this value: time over that of the path that differs from it in having the plain value."""
    at = list(AXES).index(axis)
    found = []
    for path, time in row["cells"].items():
        values = path.split(" / ")
        if values[at] != value:
            continue
        values[at] = AXES[axis][0]
        plain = row["cells"].get(" / ".join(values))
        if plain is not None:
            found.append(time / plain)
    return found


def gather(folder, load):
    return runs.rounded({"machine": runs.machine(load, [1]), "rows": runs.read(folder / "paths.json")})


def title(row):
    return f"{words(row['scene'])}, {row['detector']}"


def plain(row):
    return row["cells"][" / ".join(plain for plain, _ in AXES.values())]


def cell(found):
    return f"{statistics.median(found):.2f} ({max(found):.2f})" if found else ""


def beyond(rows, axis, value, limit):
    """What takes longer than asked: how many of all paths, and where the median does. None where no path does."""
    found = {title(r): ratios(r, axis, value) for r in rows}
    every = [ratio for some in found.values() for ratio in some]
    late = sum(ratio > limit for ratio in every)
    if late == 0:
        return None
    medians = [f"{name} ({statistics.median(some):.2f})" for name, some in found.items()
               if some and statistics.median(some) > limit]
    where = f"the median is beyond it for {', '.join(medians)}" if medians else "no median is beyond it"
    return f"- {axis}: {value}, asked {limit:g}: {late:,} of {len(every):,} paths take longer; {where}."


def shortfall(rows):
    lines = [line for column in COLUMNS if (line := beyond(rows, *column))]
    return ["", "Not reached:", "", *lines] if lines else ["", "Every path is within what is asked."]


def stall_gather(folder, load):
    return runs.rounded({"machine": runs.machine(load, [1]), "rows": runs.read(folder / "stall.json")})


def stall_blocks(data):
    heads = ["scene", "triangles", "automatic, ms", "box_tree, ms", "99 % of frames within", "worst frame", "its ratio",
             "longest frame, ms", "answered by regularity"]
    lines = [[words(r["scene"]), f"{r['triangles']:,}", number(r["automatic"]), number(r["box_tree"]),
              f"{r['of 99 %']:.2f}", str(r["worst_frame"]), f"{r['worst']:.2f}", number(r["longest"]),
              f"{r['by_regularity']} of {r['frames']}"] for r in data["rows"]]
    late = [f"{words(r['scene'])} ({r['of 99 %']:.2f})" for r in data["rows"] if r["of 99 %"] > STALL_ASKED]
    reached = [f"Not reached by {', '.join(late)}." if late else "Reached by all of them.", ""]
    return {"stall": table(heads, "lrrrrrrrr", lines) + [""] + reached + measured_at(data)}


def measured_at(data):
    return [f"Measured at commit {data['machine']['commit']} on {data['machine']['date']}."]


def blocks(data):
    rows = data["rows"]
    heads = ["median (worst) of all paths", *(title(r) for r in rows), "asked"]
    lines = [[f"{axis}: {value}", *(cell(ratios(r, axis, value)) for r in rows), f"{limit:g}"]
             for axis, value, limit in COLUMNS]
    lines.append(["the plain path, ms", *(f"{plain(r):.2f}" for r in rows), ""])
    picture = ["", "![Heat map of the medians beside what is asked](../images/paths.png)"]
    return {"paths": table(heads, "l" + "r" * (len(rows) + 1), lines) + shortfall(rows) + picture + ["", *measured_at(data)]}


def plots(data, images):
    from bench.publish import plots as draw

    rows = data["rows"]
    figure, axis = draw.new(8, 0.42 * len(rows) + 1.9)
    medians = [[statistics.median(ratios(r, a, v) or [math.nan]) for a, v, _ in COLUMNS] for r in rows]
    beside = [[m / limit for m, (_, _, limit) in zip(row, COLUMNS)] for row in medians]
    axis.imshow(beside, cmap="RdYlBu_r", vmin=0.5, vmax=1.5, aspect="auto")
    for y, row in enumerate(medians):
        for x, median in enumerate(row):
            if not math.isnan(median):
                axis.text(x, y, f"{median:.2f}", ha="center", va="center", fontsize=7,
                          color="black" if 0.7 < beside[y][x] < 1.35 else "white")
    axis.set_xticks(range(len(COLUMNS)), [f"{v} ({limit:g})" for _, v, limit in COLUMNS], rotation=35, ha="right", fontsize=7)
    axis.set_yticks(range(len(rows)), [title(r) for r in rows], fontsize=7)
    axis.set_title("times the plain path, median; colour: beside what is asked, in brackets", fontsize=8)
    draw.save(figure, images / "paths.png", dpi=110)


REPORTS = {
    "paths": Report("paths.json", gather, blocks, plots),
    "stall": Report("stall.json", stall_gather, stall_blocks),
}
