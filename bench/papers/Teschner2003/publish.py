"""Turns Teschner2003.json into docs/data, docs/images and the tables of docs/algorithms/spatial_hash.md."""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/algorithms/spatial_hash.md"
# Table 2 of the paper: a Pentium 4 of 1.8 GHz.
PAPER = {"setup_a": (4.3, 4.1, 6.5, 0.24), "setup_b": (12.6, 11.3, 15.0, 0.59), "setup_c": (30.4, 28.9, 34.4, 1.25),
         "setup_d": (70.0, 68.5, 72.1, 0.86), "setup_e": (172.5, 170.5, 174.6, 1.08)}


def between_markers(text, name, body):
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    head, rest = text.split(begin)
    return head + begin + "\n" + body + end + rest.split(end)[1]


def table_2(rows):
    lines = ["| setup | objects | tetrahedra | vertices | paper: ave, min, max, dev | as printed, here | ours | ours, ave |",
             "|---|---:|---:|---:|---|---|---|---:|"]
    for row in rows:
        def cells(times):
            return ", ".join(f"{times[key]:.3g}" for key in ("ave", "min", "max", "dev"))
        paper = ", ".join(f"{value:g}" for value in PAPER[row["setup"]])
        lines.append(f"| {row['setup'][-1].upper()} | {row['objects']} | {row['tetrahedra']} | {row['vertices']} | {paper} | "
                     f"{cells(row['paper'])} | {cells(row['rows'])} | {PAPER[row['setup']][0] / row['rows']['ave']:.0f} times |")
    return "\n".join(lines) + "\n"


def comparison(rows):
    lines = ["| setup | two passes, barycentric | two passes, half-spaces | one pass | ours |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        lines.append(f"| {row['setup'][-1].upper()} | {row['barycentric']:.3g} | {row['half_spaces']:.3g} | "
                     f"{row['one_pass']:.3g} | {row['rows']:.3g} |")
    return "\n".join(lines) + "\n"


def growth(rows):
    lines = ["| tetrahedra | ms | ns per tetrahedron | vertices compared with each box |", "|---:|---:|---:|---:|"]
    for row in rows:
        lines.append(f"| {row['tetrahedra']} | {row['milliseconds']:.3g} | {row['nanoseconds_per_tetrahedron']:.1f} | "
                     f"{row['box_tests_per_tetrahedron']:.1f} |")
    return "\n".join(lines) + "\n"


def plot(path, curves, xlabel, title, log=False):
    figure, axes = plt.subplots(figsize=(5.6, 3.2), dpi=100)
    for label, points in curves:
        axes.plot([p[0] for p in points], [p[1] for p in points], marker=".", label=label)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("ms per step")
    axes.set_title(title, fontsize=10)
    if log:
        axes.set_xscale("log")
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    plt.close(figure)


def main():
    results = json.loads((pathlib.Path(sys.argv[1]) / "Teschner2003.json").read_text())
    (ROOT / "docs/data").mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/data/Teschner2003.json").write_text(json.dumps(results, indent=1) + "\n")
    images = ROOT / "docs/images"
    plot(images / "spatial_hash_table_size.png",
         [("setup D (figure 3)", results["figure_3"]), ("setup A (figure 4)", results["figure_4"])],
         "buckets of the table", "Table size, the method as printed")
    plot(images / "spatial_hash_cell_size.png",
         [("setup D (figure 5)", results["figure_5"]), ("setup A (figure 6)", results["figure_6"])],
         "cell size / mean edge length", "Cell size, the method as printed")
    plot(images / "spatial_hash_growth.png",
         [("ours", [(row["tetrahedra"], row["milliseconds"]) for row in results["growth"]])],
         "tetrahedra", "Growth, one thread", log=True)
    text = PAGE.read_text()
    text = between_markers(text, "table_2", table_2(results["table_2"]))
    text = between_markers(text, "comparisons", comparison(results["comparisons"]))
    text = between_markers(text, "growth", growth(results["growth"]))
    PAGE.write_text(text)


main()
