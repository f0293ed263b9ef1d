"""The tables and figures of Heidelberger2003, on the page of depth_layers."""

from bench.publish import paper, runs
from bench.publish.report import Report
from bench.publish.tables import number, table, thousands


def table_1(rows):
    heads = ["objects (like the paper's)", "faces", "depth complexity, paper", "ours", "stages 1+2, paper", "ours",
             "3a, paper", "ours", "overlap at 1 %"]
    return table(heads, "llllrrrrr", [
        [f"{row['objects']} ({row['like']}, fig. {row['figure']})", " / ".join(map(thousands, row["faces"])),
         " / ".join(map(str, row.get("paper_depth_complexity", ["?"]))), " / ".join(map(str, row["depth_complexity"])),
         f"{row['paper_stages_1_2']:.0f}", number(row["stages_1_2"]),
         f"{row['paper_stage_3a']:.0f}", number(row["stage_3a"]), number(row["overlap_1_percent"])] for row in rows])


def table_2(rows):
    heads = ["object (like the paper's)", "faces", "depth complexity, paper", "ours", "stages 1+2, paper", "layers",
             "OpenGL, stencil", "OpenGL, lists", "kB of layers", "columns", "3b, paper", "ours, exact"]

    def drawn(row, way):
        return number(row[way]) if row.get(way) is not None else "-"

    return table(heads, "lrrrrrrrrrrr", [
        [f"{row['object']} ({row['like']})", thousands(row["faces"]), row.get("paper_depth_complexity", "?"),
         row["depth_complexity"], f"{row['paper_stages_1_2']:.0f}", number(row["layers"]), drawn(row, "stencil"),
         drawn(row, "lists"), f"{row.get('bytes', 0) / 1e3:.0f}", number(row["columns"]),
         f"{row['paper_stage_3b']:.0f}", number(row["points_exact"])] for row in rows])


def blocks(data):
    rain, shared = data["figure_11"], data["figure_9"]
    return {**paper.run_block("Heidelberger2003", data), "heidelberger2003": [
        f"Milliseconds of processor time, one thread, {data['resolution']} x {data['resolution']}, on {data['machine']['processor']}; the",
        "paper's are those of a 2.8 GHz Pentium 4 with a GeForce 4 Ti 4600.",
        "",
        "Table 1, volumes shared:",
        "",
        *table_1(data["table_1"]),
        "",
        f"Table 2, 100,000 points, settled exactly; OpenGL is {data.get('renderer') or 'missing'}, by the clock on the wall:",
        "",
        *table_2(data["table_2"]),
        "",
        f"Figure 9, {thousands(shared['faces'][0])} against {thousands(shared['faces'][1])} faces: 256 ms in the paper, here "
        f"{number(shared['stages_1_2'] + shared['stage_3a'])} ms for its stages, {number(shared['overlap_1_percent'])} ms for "
        "`overlap` at 1 %.",
        "",
        f"Figure 11, {rain['particles']:,} particles on a deforming body of {thousands(rain['faces'])} faces: 29 frames a second "
        f"in the paper, drawn; here {number(rain['frame_milliseconds'])} ms a frame, {number(rain['detection_milliseconds'])} of "
        "them exact detection, not drawn.",
        *living(data.get("living_rain")),
    ]}


def living(rain):
    if rain is None:
        return []
    frame = rain["step_milliseconds"] + rain["drawing_milliseconds"]
    return ["", f"Living scene `rain`: {number(rain['step_milliseconds'])} ms a step, {number(rain['drawing_milliseconds'])} ms to draw "
            f"the body alone, {1e3 / frame:.0f} frames a second."]


def plots_of(data, images):
    from bench.publish import plots

    rows = data["convergence"]["rows"]
    n = [row["resolution"] for row in rows]
    figure, axis = plots.new(5.2, 3.4)
    axis.loglog(n, [row["stated"] for row in rows], "o-", color=plots.OURS, label="stated error")
    axis.loglog(n, [max(row["made"], 1e-9) for row in rows], "s--", color=plots.YARDSTICK, label="error made")
    axis.loglog(n, [rows[0]["stated"] * n[0] / k for k in n], ":", color=plots.PEER, label="1 / resolution")
    plots.label(axis, "columns along each side", "error / volume")
    axis.legend(frameon=False)
    plots.save(figure, images / "heidelberger2003_error.png")


def gather(folder, load):
    return {"machine": paper.machine("Heidelberger2003", folder, load), **runs.read(folder / "heidelberger2003.json")}


REPORT = Report("heidelberger2003.json", gather, blocks, plots_of)
