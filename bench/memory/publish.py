"""Bytes a triangle, kept and at the peak, of every contestant."""

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table, words


def gather(folder, load):
    scenes = runs.read(folder / "memory.json")
    for scene in scenes:
        for result in scene["results"]:
            # The kernel notes the peak now and then, so that it may lag a little behind what is kept.
            result["peak"] = max(result["peak"], result["kept"])
    return runs.rounded({"machine": runs.machine(load, [1]), "scenes": scenes})


def cell(scene, name):
    found = next((r for r in scene["results"] if r["name"] == name), None)
    return f"{number(found['kept'])} ({number(found['peak'])})" if found else ""


def blocks(data):
    scenes = data["scenes"]
    names = list(dict.fromkeys(r["name"] for scene in scenes for r in scene["results"]))
    rows = [[name.replace("pliant ", "**Pliant**, "), *(cell(scene, name) for scene in scenes)] for name in names]
    heads = ["bytes a triangle, kept (at the peak)",
             *(f"{words(s['scene'])}, {s['triangles']:,} triangles" for s in scenes)]
    measured = ["", f"Measured at commit {data['machine']['commit']} on {data['machine']['date']}."]
    return {"memory": table(heads, "l" + "r" * len(scenes), rows) + measured}


REPORT = Report("memory.json", gather, blocks)
