#!/usr/bin/env python3
"""Writes docs/data/volumes.json as a table into docs/algorithms/depth_layers.md."""

import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/algorithms/depth_layers.md"


def number(value):
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def main():
    rows = json.loads((ROOT / "docs/data/volumes.json").read_text())
    lines = ["| question | triangles | who | ms | times the first | |", "|---|---:|---|---:|---:|---|"]
    for row in rows:
        lines.append(
            f"| {row['question']} | {row['triangles']:,} | {row['name']} | {number(row['milliseconds'])} "
            f"| {number(row['ratio_to_first'])} | {row['note']} |"
        )
    page = re.sub(
        r"(<!-- begin volumes -->\n).*?(<!-- end volumes -->)",
        lambda m: m.group(1) + "\n".join(lines) + "\n" + m.group(2),
        PAGE.read_text(),
        flags=re.S,
    )
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
