"""Tables in Markdown, and numbers as they stand in them."""


def table(heads, align, rows):
    """Lines of a table; `align` has an l or r for each column. Cells are text or numbers, None where there is nothing to
    say; "" stands for a number that is missing, as wide as a cell."""
    marks = {"l": "---|", "r": "---:|"}
    return [_line(head or None for head in heads), "|" + "".join(marks[a] for a in align), *map(_line, rows)]


def _line(cells):
    return "|" + "".join(" |" if cell is None else f" {cell} |" for cell in cells)


def number(value):
    """Three digits, two behind the point at the most."""
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def thousands(count):
    return f"{count / 1e6:.1f}M" if count >= 1e6 else f"{count / 1e3:.0f}k"


def words(name):
    """A scene's name as it is read."""
    return name.replace("_", " ")
