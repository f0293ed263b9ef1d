"""Table 2 and figures 3 to 6 of Teschner2003, and growth, on the page of the spatial hash."""

from bench.publish import paper, runs
from bench.publish.report import Report
from bench.publish.tables import table

# Table 2 of the paper: a Pentium 4 of 1.8 GHz.
PAPER = {"setup_a": (4.3, 4.1, 6.5, 0.24), "setup_b": (12.6, 11.3, 15.0, 0.59), "setup_c": (30.4, 28.9, 34.4, 1.25),
         "setup_d": (70.0, 68.5, 72.1, 0.86), "setup_e": (172.5, 170.5, 174.6, 1.08)}


def setup(row):
    return row["setup"][-1].upper()


def table_2(rows):
    def cells(times):
        return ", ".join(f"{times[key]:.3g}" for key in ("ave", "min", "max", "dev"))

    heads = ["setup", "objects", "tetrahedra", "vertices", "paper: ave, min, max, dev", "as printed, here", "ours",
             "ours, ave"]
    return table(heads, "lrrrlllr", [
        [setup(row), row["objects"], row["tetrahedra"], row["vertices"],
         ", ".join(f"{value:g}" for value in PAPER[row["setup"]]), cells(row["paper"]), cells(row["rows"]),
         f"{PAPER[row['setup']][0] / row['rows']['ave']:.0f} times"] for row in rows])


def comparison(rows):
    heads = ["setup", "two passes, barycentric", "two passes, half-spaces", "one pass", "ours"]
    ways = ("barycentric", "half_spaces", "one_pass", "rows")
    return table(heads, "lrrrr", [[setup(row), *(f"{row[way]:.3g}" for way in ways)] for row in rows])


def growth(rows):
    heads = ["tetrahedra", "ms", "ns per tetrahedron", "vertices compared with each box"]
    return table(heads, "rrrr", [
        [row["tetrahedra"], f"{row['milliseconds']:.3g}", f"{row['nanoseconds_per_tetrahedron']:.1f}",
         f"{row['box_tests_per_tetrahedron']:.1f}"] for row in rows])


def blocks(data):
    return {**paper.run_block("Teschner2003", data), "table_2": table_2(data["table_2"]), "comparisons": comparison(data["comparisons"]),
            "growth": growth(data["growth"])}


def plots_of(data, images):
    from bench.publish import plots

    def plot(name, curves, x, title, logarithmic=False):
        figure, axis = plots.new(5.6, 3.2)
        for label, points in curves:
            axis.plot([p[0] for p in points], [p[1] for p in points], marker=".", label=label)
        plots.label(axis, x, "ms per step", title, grid=True, logarithmic=logarithmic)
        if not logarithmic:
            axis.set_ylim(bottom=0)
        axis.legend(fontsize=8)
        plots.save(figure, images / f"spatial_hash_{name}.png", dpi=100)

    plot("table_size", [("setup D (figure 3)", data["figure_3"]), ("setup A (figure 4)", data["figure_4"])],
         "buckets of the table", "Table size, the method as printed")
    plot("cell_size", [("setup D (figure 5)", data["figure_5"]), ("setup A (figure 6)", data["figure_6"])],
         "cell size / mean edge length", "Cell size, the method as printed")
    plot("growth", [("ours", [(row["tetrahedra"], row["milliseconds"]) for row in data["growth"]])],
         "tetrahedra", "Growth, one thread", logarithmic=True)


def gather(folder, load):
    return {"machine": paper.machine("Teschner2003", folder, load), **runs.read(folder / "Teschner2003.json")}


REPORT = Report("Teschner2003.json", gather, blocks, plots_of)
