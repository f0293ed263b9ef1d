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
    return ["threshold of the cut, figure 2", "always cutting (100 %) is the fastest but for few positions",
            f"mean ms by threshold: {means}; 100 % is the fastest, within 2 %, at {wins} of {len(always)} positions"]


def removal_row(removal):
    times = removal["milliseconds"]
    return ["random removal, figure 4", "time falls with the triangles, with large fluctuations; 258 pairs at first",
            f"{removal['pairs'][0]} pairs at first; {times[0]:.2f} ms with all triangles, "
            f"{times[len(times) // 2]:.2f} ms with half, {times[-1]:.3f} ms with none"]


def waves_row(waves, figure):
    cuts, tree, alone = (mean(waves[k]) for k in ("gjk_cut", "box_tree_with_refit", "box_tree_without_refit"))
    return [f"waves, {waves['triangles_each']} triangles each, figure {figure}",
            "cuts are faster than the tree, even with the refit left out",
            f"mean ms: cuts {cuts:.3f}, tree {tree:.3f}, tree without refit {alone:.3f}"]


def blocks(data):
    lines = [threshold_row(data["threshold"]), removal_row(data["removal"]), *map(waves_row, data["waves"], (5, 6))]
    return {**paper.run_block("Hatab2006", data), "papers": table(["experiment", "the paper's finding", "ours"], "lll", lines)}


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
    finish(axis, "Threshold of the cut [Hatab2006, figure 2]", "position of the pair")
    plots.save(figure, images / "hatab2006_threshold.png")

    removal = data["removal"]
    figure, axis = plots.new(6.4, 3.4)
    axis.plot(removal["left"], removal["milliseconds"], color=plots.OURS, label="gjk_cut, ms")
    axis.plot([], [], ":", color="grey", label="pairs")
    right = axis.twinx()
    right.plot(removal["left"], removal["pairs"], ":", color="grey")
    axis.invert_xaxis()
    finish(axis, "Triangles removed at random [Hatab2006, figure 4]", "triangles left")
    plots.save(figure, images / "hatab2006_removal.png")

    figure, axes = plots.new_column(6.4, 6.4, 2)
    for axis, waves, number in zip(axes, data["waves"], (5, 6)):
        axis.plot(waves["gjk_cut"], color=plots.OURS, label="gjk_cut")
        axis.plot(waves["box_tree_with_refit"], color=plots.YARDSTICK, label="box_tree, refit included")
        axis.plot(waves["box_tree_without_refit"], color=plots.OTHER, label="box_tree, refit left out")
        finish(axis, f"Waves, {waves['triangles_each']} triangles each [Hatab2006, figure {number}]", "frame")
    plots.save(figure, images / "hatab2006_waves.png")


def gather(folder, load):
    return {"machine": paper.machine("Hatab2006", folder, load), **runs.rounded(runs.read(folder / "hatab2006.json"))}


REPORT = Report("hatab2006.json", gather, blocks, plots_of)
