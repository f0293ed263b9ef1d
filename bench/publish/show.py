"""Shows what a benchmark measured without publishing it: scripts/bench papers KEY

Tables go to standard output and to FOLDER/tables.md, plots to FOLDER: python3 -m bench.publish.show REPORT FOLDER LOAD
"""

import pathlib
import sys

from bench.publish.reports import all_reports


def main(name, folder, load):
    report, folder = all_reports()[name], pathlib.Path(folder)
    data = report.gather(folder, float(load))
    lines = [line for block in report.blocks(data).values() for line in [*block, ""]]
    (folder / "tables.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
    if report.plots:
        report.plots(data, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
