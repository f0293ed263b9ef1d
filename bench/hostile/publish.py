"""The table of what hostile shapes cost."""

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table


def gather(folder, _load):
    return runs.rounded(runs.read(folder / "hostile.json"))


def blocks(data):
    rows = [[r["shape"], f"{r['pairs']:,}", f"{number(r['seconds'])} s", f"{number(r['megabytes'])} MB"] for r in data]
    return {"hostile": table(["`pliant check`, start to exit", "pairs", "time", "memory"], "lrrr", rows)}


REPORT = Report("hostile.json", gather, blocks)
