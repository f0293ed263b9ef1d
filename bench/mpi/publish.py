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
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def gather(folder, load):
    return {"machine": runs.machine(load, 2), "overhead": runs.rounded(read(folder / "overhead.jsonl")),
            "ranks": runs.rounded(read(folder / "ranks.jsonl"))}


def of_bound(run):
    """Bytes of the halo as a multiple of numbers, corners and vertices alone."""
    vertices = (run["halo_bytes"] - ELEMENT * run["halo"]) / VERTEX
    return run["halo_bytes"] / (LEAST_ELEMENT * run["halo"] + VERTEX * vertices)


def overhead(data):
    alone = [run for run in data["overhead"] if run["alone"]]
    together = [run for run in data["overhead"] if not run["alone"]]
    ratio = statistics.median(t["frame"] / a["frame"] for a, t in zip(alone, together))

    def row(name, some):
        middle = sorted(some, key=lambda run: run["frame"])[len(some) // 2]
        return [name, f"{middle['first']:.2f} s", f"{1000 * middle['frame']:.0f} ms",
                f"{middle['memory'] / middle['triangles']:.0f}", f"{middle['pairs']:.0f}"]

    rows = [row("one scene, 2 threads", alone), row("2 ranks, one thread each", together),
            ["**ranks to threads**", None, f"{ratio:.2f} ×", None, None]]
    own = sorted(together, key=lambda run: run["frame"])[len(together) // 2]["milliseconds"]
    stages = ", ".join(f"{name} {ms:.0f}" for name, ms in own.items())
    heads = [f"{thousands(alone[0]['triangles'])} triangles", "first frame", "warm frame", "bytes a triangle", "pairs"]
    return table(heads, "lrrrr", rows) + ["", f"Milliseconds of the slowest rank: {stages}. The caller's own arrays are "
                                          "in the bytes."]


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
