"""The distribution of ratios over scenes that are drawn."""

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table

QUESTIONS = {"self": "within bodies and between them", "between": "between bodies"}
ASKED = {"self": 10, "between": 4}  # of the worst decile


def gather(folder, load):
    pieces = [runs.read(path) for path in sorted(folder.glob("[0-9]*.json"))]
    return runs.rounded({"machine": runs.machine(load, [1]), "ranges": pieces[-1]["ranges"],
                         "scenes": [scene for piece in pieces for scene in piece["scenes"]]})


def best_peer(question):
    return min(question["peers"], key=question["peers"].get)


def ratio(question, ours="automatic"):
    return question["peers"][best_peer(question)] / question["ours"][ours]


def best_ratio(question):
    return max(ratio(question, ours) for ours in question["ours"])


def asked(data, question):
    """The scenes of a question by their ratio, the worst first."""
    return sorted((s for s in data["scenes"] if question in s), key=lambda s: ratio(s[question]))


def quantile(values, share):
    """Of sorted values; the lower of two."""
    return values[int(share * (len(values) - 1))]


def times(value):
    return f"{number(value)} ×"


def distribution(data):
    rows = []
    for question, words in QUESTIONS.items():
        scenes = [s[question] for s in asked(data, question)]
        for who, ratios in [("automatic", [ratio(q) for q in scenes]),
                            ("the best detector", sorted(best_ratio(q) for q in scenes))]:
            rows.append([f"{words}, {who}", str(len(ratios)), times(quantile(ratios, 0.5)), times(quantile(ratios, 0.1)),
                         times(ratios[0]), f"{ASKED[question]} ×"])
    return table(["the best of the others takes", "scenes", "median", "worst decile", "worst", "asked of the decile"],
                 "lrrrrr", rows)


def worst(data):
    rows = []
    for question, words in QUESTIONS.items():
        for scene in asked(data, question)[:5]:
            q = scene[question]
            rows.append([f"`{scene['scene']}`", words, f"{scene['triangles']:,}", scene["families"], f"{q['pairs']:,.0f}",
                         number(q["ours"]["automatic"]), f"{number(q['peers'][best_peer(q)])} ({best_peer(q)})",
                         times(ratio(q))])
    return table(["scene", "pairs asked for", "triangles", "bodies", "pairs", "automatic, ms", "best peer, ms", "ratio"],
                 "llrlrrrr", rows)


def ranges(data):
    return table(["drawn", "from", "to", "evenly in", "meaning"], "lrrll",
                 [[r["name"], f"{r['low']:,g}", f"{r['high']:,g}", "its logarithm" if r["logarithmic"] else "itself",
                   r["meaning"]] for r in data["ranges"]])


def shortfall(data):
    """Whether the worst decile of `automatic` is what is asked, and how many scenes are below that."""
    lines = [""]
    for question, words in QUESTIONS.items():
        ratios = [ratio(s[question]) for s in asked(data, question)]
        decile, limit = quantile(ratios, 0.1), ASKED[question]
        below, lost = (sum(r < bound for r in ratios) for bound in (limit, 1))
        verdict = "reached" if decile >= limit else f"not reached ({times(decile)})"
        lines.append(f"- {words}: the {limit} × asked of the worst decile are {verdict}; {below} of {len(ratios)} scenes are below "
                     f"{limit} ×, {lost} below 1 ×.")
    return lines


def blocks(data):
    scenes = data["scenes"]
    measured = ["", f"`{scenes[0]['scene']}` to `{scenes[-1]['scene']}`, measured at commit {data['machine']['commit']} on {data['machine']['date']}."]
    return {"random": distribution(data) + shortfall(data) + measured, "random_worst": worst(data), "random_ranges": ranges(data)}


def plots(data, images):
    from bench.publish import plots as draw

    figure, axis = draw.new(7, 3)
    for question, colour in [("self", draw.OURS), ("between", draw.OTHER)]:
        ratios = [ratio(s[question]) for s in asked(data, question)]
        axis.plot([100 * (i + 0.5) / len(ratios) for i in range(len(ratios))], ratios, ".", color=colour, markersize=4,
                  label=QUESTIONS[question])
        axis.plot([0, 10], [ASKED[question]] * 2, "--", color=colour, linewidth=1)
    axis.set_yscale("log")
    axis.axhline(1, color=draw.PEER, linewidth=0.8)
    axis.legend(frameon=False, fontsize=8)
    draw.label(axis, "scenes, the worst first, in percent", "best peer / automatic", size=9, grid=True)
    draw.open_frame(axis)
    draw.save(figure, images / "random_scenes.png")


REPORT = Report("random.json", gather, blocks, plots)
