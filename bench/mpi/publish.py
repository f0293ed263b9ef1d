"""What one frame over ranks costs, and the model of more ranks than there are cores."""

import json
import statistics

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table, thousands

# Of a cluster's network, for the model: bytes a second and seconds a message.
BANDWIDTH, LATENCY = 10e9, 2e-6
# Sent of an element near a border, and of a vertex that it uses; and the least that could be sent of both.
ELEMENT, VERTEX, LEAST_ELEMENT = 32, 32, 20


def read(path):
    """A line for each run, as the program prints it, or one list."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]


def gather(folder, load):
    data = {"machine": runs.machine(load, 2), "ranks": runs.rounded(read(folder / "ranks.jsonl"))}
    for name in ("one_core", "two_cores"):
        if (folder / f"{name}.jsonl").exists():
            data[name] = runs.rounded(read(folder / f"{name}.jsonl"))
    return data


def of_bound(run):
    """Bytes of the halo as a multiple of numbers, corners and vertices alone."""
    vertices = (run["halo_bytes"] - ELEMENT * run["halo"]) / VERTEX
    return run["halo_bytes"] / (LEAST_ELEMENT * run["halo"] + VERTEX * vertices)


def compared(measured, alone_name, together_name):
    alone = [run for run in measured if run["alone"]]
    together = [run for run in measured if not run["alone"]]
    ratio = statistics.median(t["frame"] / a["frame"] for a, t in zip(alone, together))

    def row(name, some):
        middle = sorted(some, key=lambda run: run["frame"])[len(some) // 2]
        return [name, f"{middle['first']:.2f} s", f"{1000 * middle['frame']:.0f} ms",
                f"{middle['memory'] / middle['triangles']:.0f}", f"{middle['pairs']:.0f}"]

    return [row(alone_name, alone), row(together_name, together), ["**the second to the first**", None, f"{ratio:.2f} ×", None, None]]


def overhead(data):
    rows, any_run = [], None
    if "one_core" in data:
        rows += compared(data["one_core"], "one scene, one thread, on one core", "2 ranks on the same core")
        any_run = data["one_core"][-1]
    if "two_cores" in data:
        rows += compared(data["two_cores"], "one scene, 2 threads", "2 ranks, one thread each")
        any_run = data["two_cores"][-1]
    stages = ", ".join(f"{name} {ms:.0f}" for name, ms in any_run["milliseconds"].items())
    heads = [f"{thousands(any_run['triangles'])} triangles", "first frame", "warm frame", "bytes a triangle", "pairs"]
    where = runs_where(data["machine"])
    missing = "" if "two_cores" in data else " Two ranks against two threads on two cores: not measured, since one core was busy."
    return table(heads, "lrrrr", rows) + ["", f"Milliseconds of the slowest rank: {stages}; they hold what it waits for. The bytes hold "
                                          f"the caller's own arrays. {where}{missing}", "", a_billion(data["one_core"][-1])]


def a_billion(run):
    """By multiplication alone."""
    times = 1e9 / run["triangles"]
    seconds = run["frame"] * times / 64
    return (f"A billion triangles, on paper: {run['memory'] * times / 1e9:.0f} GB in all, and {seconds:.1f} s a warm frame where 64 "
            "ranks have a core each.")


def runs_where(machine):
    return f"{machine['processor']}, load {machine['load']} before the run."


def scaling(data):
    base = data["ranks"][0]
    per_triangle = base["milliseconds"]["own"] * base["ranks"] / base["triangles"] / 1000
    rows = []
    for run in data["ranks"]:
        ranks = run["ranks"]
        search = per_triangle * (run["triangles"] / ranks + 2 * run["most_halo"])
        network = run["most_bytes"] / BANDWIDTH + run["messages"] / ranks * LATENCY
        serial = per_triangle * run["triangles"]
        rows.append([str(ranks), number(run["imbalance"]), thousands(run["halo"]),
                     f"{100 * run['halo'] / run['triangles']:.2f} %", number(of_bound(run)),
                     f"{run['bytes'] / ranks / 1e6:.2f} MB", f"{run['messages'] / ranks:.0f}",
                     f"{serial / (search + network):.1f} ×"])
    heads = ["ranks", "imbalance", "halo", "of all elements", "bytes of the halo to the least", "sent by a rank",
             "messages of a rank", "model: speed-up"]
    return table(heads, "rrrrrrrr", rows)


REPORT = Report("mpi.json", gather, lambda data: {"mpi_overhead": overhead(data), "mpi_ranks": scaling(data)})
