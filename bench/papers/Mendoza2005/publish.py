"""Table 1, deadlines, quality and first answers of Mendoza2005, on the page of sphere_tree."""

from bench.publish import paper, runs
from bench.publish.report import Report
from bench.publish.tables import table

# Critical time -> (pairList, collisionList, frames per second), as printed in table 1.
PAPER = {
    "dragons": [(3, 0, 60), (17, 0, 60), (30, 0, 42), (41, 6, 35), (1345, 30, 25)],
    "bunnies": [(3, 0, 52), (25, 0, 48), (44, 0, 37), (61, 11, 30), (1405, 36, 22)],
    "bunny and dragon": [(3, 0, 56), (21, 0, 51), (33, 0, 42), (52, 12, 33), (1387, 28, 23)],
}


def percent(share):
    return f"{100 * share:.2f}"


def table_1(pairs):
    heads = ["pair", "critical time, s", "PAIRLIST", "paper", "COLLISIONLIST", "paper", "frames per processor second",
             "paper"]
    lines = []
    for pair in pairs:
        for row, paper in zip(pair["table_1"], PAPER[pair["pair"]]):
            lines.append([pair["pair"], f"{row['critical_time']:g}", f"{row['pair_list']:.0f}", paper[0],
                          f"{row['collision_list']:.0f}", paper[1], f"{row['frames_per_processor_second']:.1f}",
                          paper[2]])
    return table(heads, "l" * 8, lines)


def deadline_row(name, budget, queries, took, calls, spins):
    def share(rows):
        return percent(rows["undisturbed_in_time"]) + " %" if rows["undisturbed"] >= 100 else "too few"

    return [name, budget, queries, took, percent(calls["in_time"]) + " %", percent(spins["in_time"]) + " %",
            calls["undisturbed"], share(calls), share(spins), f"{calls['worst_processor_ms']:.3f}",
            f"{spins['worst_processor_ms']:.3f}"]


def deadlines(pairs):
    heads = ["pair", "budget, ms", "queries", "median, ms", "within 1.05 x budget + 20 µs", "a loop that does nothing",
             "undisturbed queries", "of them within", "such loops", "worst, ms of processor", "such loops"]
    rows = [(pair["pair"], row) for pair in pairs for row in pair["deadlines"]]
    lines = [deadline_row(name, f"{row['budget_ms']:g}", row["queries"], f"{row['median_ms']:.3f}", row["calls"],
                          row["spins"]) for name, row in rows]
    for budget in sorted({row["budget_ms"] for _, row in rows}):
        lines.append(deadline_row("**all**", f"{budget:g}",
                                  *together([row for _, row in rows if row["budget_ms"] == budget])))
    lines.append(deadline_row("**all**", "any", *together([row for _, row in rows])))
    return table(heads, "l" * 11, lines)


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
    heads = ["pair", "budget, ms", "contacts", "tests", "median error, % of body size", "largest", "bound of error",
             "bound of gap"]
    shares = ("median_error", "largest_error", "error_bound", "gap_bound")
    return table(heads, "l" * 8, [
        [pair["pair"], f"{row['budget_ms']:g}", f"{row['contacts']:.0f}", f"{row['tests']:.0f}",
         *(percent(row[share]) for share in shares)] for pair in pairs for row in pair["quality"]["budgets"]])


def bending(pairs):
    """The worst of all poses at each budget; nothing where it was not measured."""
    if "bending" not in pairs[0]:
        return []
    heads = ["pair", "bent by up to, % of body size", "budget, ms", "median error, %", "largest", "bound of error"]
    lines = []
    for pair in pairs:
        poses = [pose for pose in pair["bending"] if pose["exact_pairs"] > 0]
        if not poses:
            continue
        bent = max(pose["bent"] for pose in poses)
        for i, row in enumerate(poses[0]["budgets"]):
            at = [pose["budgets"][i] for pose in poses]
            lines.append([pair["pair"], percent(bent), f"{row['budget_ms']:g}",
                          *(percent(max(r[k] for r in at)) for k in ("median_error", "largest_error", "error_bound"))])
    return ["", "While the bodies bend, the worst of six poses:", "", *table(heads, "l" * 6, lines)]


def first_answer(pairs):
    heads = ["pair", "triangles", "cage vertices", "floor of the dense bodies, ms", "update and first answer, ms", "ratio"]
    lines = []
    for pair in pairs:
        floor, ours = pair["first_answer"]["floor_ms"], pair["first_answer"]["update_and_first_answer_ms"]
        lines.append([pair["pair"], pair["triangles"], pair["cage_vertices"], f"{floor:.3f}", f"{ours:.4f}",
                      f"1/{floor / ours:.0f}"])
    return table(heads, "l" * 6, lines)


def builders(rows):
    heads = ["builder", "made in, s", *(f"level {i}" for i in range(1, 6)), "bound at 1,000 tests", "at 100,000",
             "tests to the exact end"]
    lines = []
    for row in rows:
        bounds = {b["tests"]: percent(b["error_bound"]) for b in row["budgets"]}
        lines.append([row["builder"], f"{row['seconds']:.1f}", *(percent(row["errors"][i]) for i in range(1, 6)),
                      bounds[1000], bounds[100000], row["tests_to_the_end"]])
    return table(heads, "l" * 10, lines)


def blocks(data):
    pairs, machine = data["pairs"], data["machine"]
    return {**paper.run_block("Mendoza2005", data), "mendoza2005": [
        f"One thread; load of the machine before the run: {machine['load']:.1f} on {machine['cores']} cores. "
        "Above the number of cores the clock on the wall runs on while others have the processor, and budgets of time buy "
        "less.",
        "", "Table 1:", "", *table_1(pairs), "",
        "Deadlines of whole calls, update included, by the clock on the wall. By turns with them a loop that does nothing "
        "but look at the clock runs for as long as the median call: what it misses is missed by the machine. Undisturbed: "
        "neither another program nor the host of a virtual machine had the processor for more than 20 µs in between, as "
        "far as the system knows.",
        "", *deadlines(pairs), "", "Quality:", "", *quality(pairs), "",
        "![quality against budget](../images/mendoza2005_quality.png)", *bending(pairs), "",
        "Spheres that count as colliding at four budgets (figure 9):", "",
        "![spheres at four budgets](../images/mendoza2005_spheres.png)", "",
        "First answer, by the cage:", "", *first_answer(pairs), "",
        "Trees of the bunny by either builder: how far the spheres of a level reach out of it, and the bound of an answer, "
        "in % of its size:",
        "", *builders(pairs[0]["builders"]),
    ]}


def plots_of(data, images):
    from bench.publish import plots

    figure, axis = plots.new(6, 3.4)
    for pair in data["pairs"]:
        rows = pair["quality"]["budgets"]
        x = [row["budget_ms"] for row in rows]
        line, = axis.loglog(x, [100 * row["largest_error"] or float("nan") for row in rows], marker="o", label=pair["pair"])
        axis.loglog(x, [100 * row["error_bound"] or float("nan") for row in rows], linestyle=":", color=line.get_color())
    plots.label(axis, "budget, ms", "error, % of body size",
                "largest position error (dots) and the bound that the answer states (dotted)", grid=True)
    axis.legend()
    plots.save(figure, images / "mendoza2005_quality.png")
    for pair in data["pairs"]:
        if "figure_9" in pair:
            plot_spheres(plots, pair["figure_9"], images)


def plot_spheres(plots, found, images):
    """Figure 9: the spheres that count as colliding, over the bodies seen along z."""
    figure, axes = plots.new_row(10, 2.6, 4)
    for axis, budget in zip(axes, found["budgets"]):
        for points, grey in zip(found["points"], ("#94a3b8", "#cbd5e1")):
            axis.plot([p[0] for p in points], [p[1] for p in points], ",", color=grey)
        for x, y, r in budget["spheres"]:
            axis.add_patch(plots.circle((x, y), r, fill=False, color=plots.OURS, linewidth=0.4))
        axis.set_aspect("equal")
        axis.set_xlim(-1.3, 1.3)
        axis.set_ylim(-1, 1)
        axis.set_axis_off()
        axis.set_title(f"{budget['tests']} tests", fontsize=9)
    plots.save(figure, images / "mendoza2005_spheres.png")


def gather(folder, load):
    pairs = runs.read(folder / "Mendoza2005.json")
    bodies = {"bodies": pairs[0]["bodies"]} if "bodies" in pairs[0] else {}
    return {"machine": paper.machine("Mendoza2005", folder, load), **bodies, "pairs": pairs}


def without_points(data):
    """Figure 9 is drawn from many thousand points, which nobody needs again."""
    return {**data, "pairs": [{k: v for k, v in pair.items() if k != "figure_9"} for pair in data["pairs"]]}


REPORT = Report("mendoza2005.json", gather, blocks, plots_of, without_points)
