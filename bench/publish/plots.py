"""Plots of one look. Matplotlib is loaded with this module alone, so that tables need nothing but Python."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

OURS, PEER, YARDSTICK, OTHER = "#c2410c", "#64748b", "#0f766e", "#1d4ed8"

# Lines without a role of their own take these in turn: told apart by the colour-blind, and by their lightness.
plt.rcParams["axes.prop_cycle"] = matplotlib.cycler(color=[OURS, OTHER, YARDSTICK, "#a16207", "#7c3aed", PEER])
plt.rcParams["font.family"] = "DejaVu Sans"


def new(width, height, **options):
    """A figure and its one axis."""
    return plt.subplots(figsize=(width, height), **options)


def new_row(width, height, columns, **options):
    """A figure and its axes, side by side."""
    figure, axes = plt.subplots(1, columns, figsize=(width, height), squeeze=False, **options)
    return figure, list(axes[0])


def new_column(width, height, rows, **options):
    """A figure and its axes, one below the other."""
    figure, axes = plt.subplots(rows, 1, figsize=(width, height), squeeze=False, **options)
    return figure, [row[0] for row in axes]


def circle(at, radius, **options):
    return plt.Circle(at, radius, **options)


def label(axis, x, y, title=None, size=None, grid=False, logarithmic=False):
    axis.set_xlabel(x, fontsize=size)
    axis.set_ylabel(y, fontsize=size)
    if title:
        axis.set_title(title, fontsize=9)
    if logarithmic:
        axis.set_xscale("log")
        axis.set_yscale("log")
    if grid:
        axis.grid(True, which="major", alpha=0.3)


def open_frame(axis):
    axis.spines[["top", "right"]].set_visible(False)


def save(figure, path, dpi=90):
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout()
    figure.savefig(path, dpi=dpi)
    plt.close(figure)
