"""The experiments of Hatab2006: plots, and the table on the page of gjk_cut."""

from bench.publish import paper, runs
from bench.publish.report import Report
from bench.publish.tables import table


def mean(values):
    return sum(values) / len(values)


def threshold_row(curves):
    curves = {c["threshold"]: c["milliseconds"] for c in curves}
    always = curves[1.0]
    wins = sum(1 for i, t in enumerate(always) if t <= 1.02 * min(c[i] for c in curves.values()))
    means = ", ".join(f"{100 * t:.0f} %: {mean(c):.2f}" for t, c in curves.items())
    return ["threshold of the cut, figure 2, as printed", "always cutting (100 %) is the fastest but for few positions",
            f"mean ms by threshold: {means}; 100 % is the fastest, within 2 %, at {wins} of {len(always)} positions"]


def removal_row(removal):
    gone, back = removal["removed"], removal["added"]
    times = gone["milliseconds"]
    changes = [f"{mean(way['microseconds_per_change'][1:]):.2f} µs" for way in (gone, back)]
    return ["random removal, figure 4", "time falls with the triangles, with large fluctuations; 258 pairs at first",
            f"{gone['pairs'][0]} pairs at first; {times[0]:.2f} ms with all triangles, {times[len(times) // 2]:.2f} ms with half, "
            f"{times[-1]:.4f} ms with none; removing a triangle takes {changes[0]}, adding one {changes[1]}"]


def addition_row(removal):
    gone, back = removal["removed"]["milliseconds"], removal["added"]["milliseconds"]
    ratio = mean(back) / mean(gone)
    return ["triangles added, not plotted in the paper", "almost exactly the inverse of figure 4",
            f"mean over all sizes {ratio:.2f} of the same triangles going"]


def waves_row(waves, figure):
    ways = ["as_printed", "plain_tree_with_refit", "plain_tree_without_refit", "gjk_cut", "box_tree_with_refit",
            "box_tree_without_refit"]
    printed, plain, plain_alone, cuts, tree, alone = (mean(waves[k]) for k in ways)
    return [f"waves, {waves['triangles_each']} triangles each, figure {figure}",
            "cuts are faster than the tree, even with the refit left out",
            f"mean ms: as printed {printed:.3f}, plain tree {plain:.3f}, without refit {plain_alone:.3f}; ours: cuts {cuts:.3f}, "
            f"box_tree {tree:.3f}, without refit {alone:.3f}"]


def resolution_row(found):
    def of(way):
        return found[way]["exchange_milliseconds"], found[way]["second_milliseconds"]

    cut, tree = of("gjk_cut"), of("box_tree")
    gone = found["gjk_cut"]["rough_triangles_gone"]
    return ["multi-resolution, its future work", "a very good candidate; not done",
            f"{gone:.0f} rough triangles a frame give way to four each: ms to exchange and to ask again: gjk_cut {cut[0]:.2f} + "
            f"{cut[1]:.2f}, box_tree {tree[0]:.2f} + {tree[1]:.2f}"]


def cutting_row(cutting):
    return ["cutting, end to end", "proposed for simulation, not shown",
            f"scalpel: {cutting['triangles_before']} triangles become {cutting['triangles_after']} in "
            f"{cutting['frames_with_cuts']} of {cutting['frames']} frames; ms: a cut {cutting['cut_milliseconds']:.2f}, deformation "
            f"{cutting['deform_milliseconds']:.2f}, detection {cutting['detect_milliseconds']:.2f}, response "
            f"{cutting['respond_milliseconds']:.2f}; its own intersections, nothing kept: {cutting['soup_milliseconds']:.2f}"]


def penetration_row(found):
    return ["bound of penetration, section 3", "GJK finds an upper bound of the depth",
            f"two balls of {found['points_each']} points: bound / depth median {found['median_ratio']:.2f}, largest "
            f"{found['largest_ratio']:.2f}, below the depth {found['below_the_depth']} of {found['tries']} times; "
            f"{found['microseconds']:.0f} µs"]


def blocks(data):
    lines = [threshold_row(data["threshold"]), removal_row(data["removal"]), addition_row(data["removal"]),
             *map(waves_row, data["waves"], (5, 6)), resolution_row(data["resolution"]), cutting_row(data["cutting"]),
             penetration_row(data["penetration"])]
    return {**paper.run_block("Hatab2006", data),
            "papers": table(["experiment", "the paper's finding", "ours"], "lll", lines)}


def plots_of(data, images):
    from bench.publish import plots

    def finish(axis, title, x):
        plots.label(axis, x, "ms", title)
        axis.legend(fontsize=9)
        plots.open_frame(axis)

    figure, axis = plots.new(6.4, 3.4)
    for curve in data["threshold"]:
        width = 2.2 if curve["threshold"] == 1 else 1
        axis.plot(curve["milliseconds"], linewidth=width, label=f"{100 * curve['threshold']:.0f} %")
    finish(axis, f"Threshold of the cut, {data['bodies']} [Hatab2006, figure 2]", "position of the pair")
    plots.save(figure, images / "hatab2006_threshold.png")

    figure, axis = plots.new(6.4, 3.4)
    gone, back = data["removal"]["removed"], data["removal"]["added"]
    axis.plot(gone["left"], gone["milliseconds"], color=plots.OURS, label="triangles go, ms")
    axis.plot(back["left"], back["milliseconds"], color=plots.OTHER, linewidth=1, label="triangles come, ms")
    axis.plot([], [], ":", color="grey", label="pairs")
    right = axis.twinx()
    right.plot(gone["left"], gone["pairs"], ":", color="grey")
    right.set_ylabel("pairs")
    axis.invert_xaxis()
    finish(axis, f"Triangles go and come at random, {data['bodies']} [Hatab2006, figure 4]", "triangles there")
    plots.save(figure, images / "hatab2006_removal.png")

    figure, axes = plots.new_column(6.4, 6.4, 2)
    for axis, waves, number in zip(axes, data["waves"], (5, 6)):
        axis.plot(waves["as_printed"], color=plots.OURS, linewidth=2, label="cuts, as printed")
        axis.plot(waves["plain_tree_with_refit"], color=plots.YARDSTICK, linewidth=2, label="plain tree, refit included")
        axis.plot(waves["plain_tree_without_refit"], color=plots.YARDSTICK, linestyle=":", label="plain tree, refit left out")
        axis.plot(waves["gjk_cut"], color=plots.OURS, linestyle="--", label="gjk_cut")
        axis.plot(waves["box_tree_with_refit"], color=plots.OTHER, linestyle="--", label="box_tree, refit included")
        axis.set_yscale("log")
        finish(axis, f"Waves, {waves['triangles_each']} triangles each [Hatab2006, figure {number}]", "frame")
        axis.set_ylim(top=10 * axis.get_ylim()[1])
        axis.legend(fontsize=7, loc="upper left", ncols=2)
    plots.save(figure, images / "hatab2006_waves.png")


def gather(folder, load):
    return {"machine": paper.machine("Hatab2006", folder, load), **runs.rounded(runs.read(folder / "hatab2006.json"))}


REPORT = Report("hatab2006.json", gather, blocks, plots_of)
