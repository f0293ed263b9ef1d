"""Publishes what a benchmark measured: scripts/bench publish REPORT [FOLDER [LOAD]]

FOLDER holds what the programs wrote, LOAD is that of the machine before the run. Without a folder tables and plots are
written again from docs/data.
"""

import pathlib
import sys

from bench.publish.reports import all_reports


def main(arguments):
    reports = all_reports()
    if not 1 <= len(arguments) <= 3 or arguments[0] not in reports:
        sys.exit(f"{__doc__}\nReports: {', '.join(reports)}")
    report = reports[arguments[0]]
    if len(arguments) == 1:
        report.publish_again()
    else:
        report.publish_run(pathlib.Path(arguments[1]), float(arguments[2]) if len(arguments) == 3 else None)


if __name__ == "__main__":
    main(sys.argv[1:])
