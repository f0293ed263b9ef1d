"""The experiments of Volino1994, on the page of regularity."""

import math

from bench.publish import paper, runs
from bench.publish.report import Report
from bench.publish.tables import number, table, words

# Seconds on a Silicon Graphics Indigo Elan [Volino1994, 3.3].
PAPER_SECONDS = [("3,800 / 17,200", (0.4, 0.4, 0.7, 0.1)), ("56,400 / 111,000", (5.0, 6.0, 10.0, 0.5))]
GROWING = ["draped_cloth", "folded_layers"]


def count(value):
    return f"{value:,.0f}"


def per(value, divisor):
    return f"{value / divisor:.2f}" if value < 9.95 * divisor else f"{value / divisor:.1f}"


def sphere_table(rows):
    heads = ["sphere: triangles", "A, boxes only (1a)", "per triangle", "B (1a)", "per triangle", "A, with the rules (1b)",
             "B (1b)"]
    lines = []
    for r in rows:
        a, b, n = r["without_rules"], r["with_rules"], r["triangles"]
        lines.append([count(n), count(a["calls"]), per(a["calls"], n), count(a["tests"]), per(a["tests"], n),
                      count(b["calls"]), count(b["tests"])])
    lines.append(["**the paper**, any number", "linear", "about 20", "linear", "about 6", "about 300, constant", 0])
    return table(heads, "rrrrrrr", lines)


def loop_table(rows):
    heads = ["loop: triangles", "colliding", "A, boxes only (2a)", "per triangle", "B (2a)", "per triangle",
             "A, with the rules (2b)", "per colliding", "B (2b)", "per colliding"]
    lines = []
    for r in rows:
        a, b, n, m = r["without_rules"], r["with_rules"], r["triangles"], r["colliding"]
        lines.append([count(n), count(m), count(a["calls"]), per(a["calls"], n), count(a["tests"]), per(a["tests"], n),
                      count(b["calls"]), per(b["calls"], m), count(b["tests"]), per(b["tests"], m)])
    lines.append(["**the paper**, any number", None, "linear", "close to 1a", "linear", "close to 1a",
                  "linear in colliding", "about 20", "linear in colliding", "about 3"])
    return table(heads, "r" * len(heads), lines)


def garment_table(rows):
    heads = ["triangles of cloth / body", "", "normals and boxes", "body with cloth", "cloth with cloth (a) boxes only",
             "(b) with the rules", "(b') contours assumed", "(a) / (b)", "(a) / (b')", "pairs (b), (b')"]
    lines = []
    for r, (size, paper) in zip(rows, PAPER_SECONDS):
        times = [r["update"], r["between"], r["cloth_without_rules"], r["cloth_with_rules"],
                 r["cloth_contours_assumed"]]
        lines.append([f"{count(r['cloth'])} / {count(r['body'])}", "ours", *(f"{number(t)} ms" for t in times),
                      f"{times[2] / times[3]:.1f}", f"{times[2] / times[4]:.1f}",
                      f"{r['pairs_of_cloth']:.1f}, {r['pairs_contours_assumed']:.1f}"])
        lines.append([size, "the paper", *(f"{t} s" for t in paper[:3]), None, f"{paper[3]} s", None,
                      f"{paper[2] / paper[3]:.0f}", None])
    return table(heads, "ll" + "r" * 8, lines)


def moving(rows):
    """Garments that move by themselves, beside our best tree; nothing where they were not measured."""
    if rows is None:
        return []
    heads = ["garment", "triangles", "pairs", "built once, ms", "MB", "a frame, ms", "box_tree: built once, ms", "MB", "a frame, ms",
             "box_tree / rules", "built for a triangle that joins, ms"]
    lines = []
    for r in rows:
        rules, tree = r["regularity"], r["box_tree"]
        lines.append([r["name"], count(r["triangles"]), f"{rules['pairs']:.0f}", number(rules["build_milliseconds"]),
                      number(rules["megabytes"]), number(rules["frame_milliseconds"]), number(tree["build_milliseconds"]),
                      number(tree["megabytes"]), number(tree["frame_milliseconds"]),
                      f"{tree['frame_milliseconds'] / rules['frame_milliseconds']:.1f}", number(r["newcomer_milliseconds"])])
    return ["**Garments that move by themselves**, beside our best tree: update and search of a frame, processor time, median; "
            "memory that the\nscene holds after its first answer; and what is built when another object joins (2.3.6).",
            "\n".join(table(heads, "l" + "r" * 10, lines))]


def exponent(rows, against):
    """Slope of find with the rules in a plot with logarithmic axes, by least squares: 1 is proportional."""
    x = [math.log(r[against]) for r in rows]
    y = [math.log(r["find_with_rules"]) for r in rows]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def growth_text(growth):
    laws = []
    for scene in GROWING:
        rows = [g for g in growth if g["scene"] == scene]
        laws.append(f"{words(scene)}: triangles^{exponent(rows, 'triangles'):.2f}, "
                    f"pairs^{exponent(rows, 'pairs'):.2f}")
    return ("**Growth.** Find time with the rules, fitted as a power (1 is proportional):\n" + "; ".join(laws)
            + ".\nThe paper's claim is 1 against pairs, whatever the number of triangles; without the rules it is about 1 "
            "against\ntriangles.")


def growth_table(rows):
    heads = ["scene", "triangles", "pairs", "update ms", "find ms, boxes only", "find ms, with the rules", "µs per pair"]
    return table(heads, "lrrrrrr", [
        [words(r["scene"]), count(r["triangles"]), count(r["pairs"]), number(r["update"]), number(r["find_without_rules"]),
         number(r["find_with_rules"]), f"{1e3 * r['find_with_rules'] / r['pairs']:.1f}"] for r in rows])


def picture_table(pictures, names, labels):
    of_name = {p["file"]: p for p in pictures}
    chosen = [of_name[f"volino_{n}.png"] for n in names]
    captions = [f"{label}, {count(p['triangles'])} triangles: {count(p['calls'])} calls, {count(p['regions'])} regions"
                for label, p in zip(labels, chosen)]
    images = [f"![{label}](../images/{p['file']})" for label, p in zip(labels, chosen)]
    return table(captions, "l" * len(chosen), [images])


def blocks(data):
    calls, pictures = data["calls"], data["pictures"]
    of_scene = {s: [r for r in calls if r["scene"] == s] for s in ("pulsating_sphere", "crossing_loop")}
    parts = [
        "**Tables 1a, 1b, 2a, 2b.** A: calls of the hierarchical procedure, on a region or a pair of regions. B: elementary"
        "\ntests, on a pair of triangles whose boxes overlap. Our leaves hold up to 64 triangles, so A without the rules is"
        "\nsmaller than the paper's, whose hierarchy goes down to single polygons; B does not depend on that. Two regions"
        "\nwithout a common edge, of up to eight leaves each, are one call with all their leaves. Unlike the paper's, ours"
        "\ntests contours, and the pairs found are the same with and without the rules (checked in the run).",
        "\n".join(sphere_table(of_scene["pulsating_sphere"])),
        "\n".join(loop_table(of_scene["crossing_loop"])),
        f"**Body and cloth (3.3).** Processor time on one thread: the median of {data['timing']['frames']} frames, each at its "
        f"fastest of\n{data['timing']['repetitions']} repetitions. The paper's (b) tests no contours where these are regular; ours tests them, and "
        "(b') is ours without that test, which\nis no proof. Body, garment and motion are our own, so ratios to (a) "
        "depend on how much of the cloth is in contact.",
        "\n".join(garment_table(data["garments"])),
        *moving(data.get("moving_garments")),
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
    return {**paper.run_block("Volino1994", data), "volino": ["\n\n".join(parts)]}


def plots_of(data, images):
    from bench.publish import plots

    growth = data["growth"]
    figure, axes = plots.new_row(9.4, 4.2, 2, sharey=True)
    for axis, against in zip(axes, ("triangles", "pairs")):
        for scene, colour in zip(GROWING, (plots.OURS, plots.OTHER)):
            points = [g for g in growth if g["scene"] == scene]
            at = [g[against] for g in points]
            axis.plot(at, [g["find_with_rules"] for g in points], "o-", color=colour, label=words(scene))
            axis.plot(at, [g["find_without_rules"] for g in points], "s:", color=colour, alpha=0.55, markersize=4,
                      label=words(scene) + ", boxes only")
        first = min(growth, key=lambda g: g[against])
        last = max(g[against] for g in growth)
        line = [first["find_with_rules"], first["find_with_rules"] * last / first[against]]
        axis.plot([first[against], last], line, "--", color="grey", linewidth=1, label="proportional")
        plots.label(axis, "triangles" if against == "triangles" else "intersecting pairs", "", grid=True,
                    logarithmic=True)
        plots.open_frame(axis)
    axes[0].set_ylabel("find, ms per frame, one thread")
    axes[0].legend(fontsize=7, loc="upper left")
    plots.save(figure, images / "volino_growth.png", dpi=100)


def gather(folder, load):
    return runs.rounded({"machine": paper.machine("Volino1994", folder, load), **runs.read(folder / "volino1994.json")})


REPORT = Report("volino1994.json", gather, blocks, plots_of)
