"""The table of what the command takes from start to exit."""

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table, thousands

# What was asked for: half of what it took where it was first tried, on another machine.
EARLIER = {"seconds": 6.3, "megabytes": 951}


def gather(folder, _load):
    return runs.rounded(runs.read(folder / "command.json"))


def blocks(data):
    large, packed, small = data["large"], data["packed"], data["small"]
    check, read = large["check"], large["read"]
    rate = packed["frames"] / packed["check"]["seconds"]
    of_file = f"binary PLY, {thousands(large['triangles'])} triangles, {number(large['megabytes_of_file'])} MB"
    rows = [
        [of_file, f"at most {EARLIER['seconds'] / 2} s, {EARLIER['megabytes'] / 2:.0f} MB",
         f"{number(check['seconds'])} s, {number(check['megabytes'])} MB"],
        ["the same file, read alone (`cat`)", None, f"{number(1000 * read['seconds'])} ms"],
        [f"{packed['frames']} frames of {thousands(packed['triangles'])} triangles, packed", "100 frames/s",
         f"{number(rate)} frames/s"],
        ["a small file", "10 ms", f"{number(1000 * small['check']['seconds'])} ms"],
        ["`pliant --version`", None, f"{number(1000 * small['nothing']['seconds'])} ms"],
    ]
    return {"command": table(["`pliant check`, start to exit", "asked", "measured"], "lrr", rows)}


REPORT = Report("command.json", gather, blocks)
