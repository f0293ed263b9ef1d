"""Blocks of documents that a script writes: between `<!-- NAME:begin -->` and `<!-- NAME:end -->`, each on a line."""


def pages(root):
    """Every document that may hold a block."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def page_of(root, name):
    """The one document that holds the block, wherever it was moved to."""
    holding = [page for page in pages(root) if _marks(name)[0] in page.read_text(encoding="utf-8")]
    if len(holding) != 1:
        found = ", ".join(str(page.relative_to(root)) for page in holding) or "no document"
        raise ValueError(f"the block {name} must stand in one document; it stands in {found}")
    return holding[0]


def replaced(text, name, lines):
    """The text with other lines between the marks of the block."""
    begin, end = _marks(name)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise ValueError(f"there is no single place between {begin} and {end}")
    head, rest = text.split(begin)
    return "\n".join([head + begin, *lines, end + rest.split(end)[1]])


def write(root, name, lines):
    page = page_of(root, name)
    text = page.read_text(encoding="utf-8")
    page.write_text(replaced(text, name, lines), encoding="utf-8")


def _marks(name):
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
