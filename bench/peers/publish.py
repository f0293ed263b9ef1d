"""The reports of `scripts/bench peers`: all peers, clearance, motion, one shot, penetrations, regularity, volumes."""

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.runs import milliseconds
from bench.publish.tables import number, table, thousands, words

BOX_TREE = "pliant box_tree"
REGULARITY = "pliant regularity"
DETECTORS = [BOX_TREE, REGULARITY]


def named(scene, threads, name):
    return next(r for r in scene["results"] if r["name"] == name and r["threads"] == threads)


def fastest(scene, threads, name="", role=None, time=milliseconds):
    """Of all whose names begin so. Those who know one thread only take part everywhere."""
    fitting = [r for r in scene["results"]
               if r["threads"] <= threads and r["name"].startswith(name) and role in (None, r["role"])]
    return min(fitting, key=lambda r: time(r, threads))


# All peers, in the README.

LIBRARIES = [  # title, beginning of the names of its ways, whether it knows several threads
    ("Embree 3.13", "Embree", True),
    ("Bullet 3.24 (one thread)", "Bullet", False),
    ("FCL 0.7 (one thread)", "FCL", False),
    ("CGAL 5.5", "CGAL", True),
]
YARDSTICKS = [
    ("Pliant, refit alone", BOX_TREE + ", refit alone"),
    ("floor: every box written once", "floor"),
    ("ideal: floor + the true pairs tested", "ideal"),
]


def peers_gather(folder, load):
    threads = runs.threads_to_trust(load)
    scenes, growth = runs.read(folder / "peers.json"), runs.read(folder / "growth.json")
    return runs.rounded({
        "machine": runs.machine(load, threads),
        "scenes": [only_threads(scene, threads) for scene in scenes],
        "growth": [g for g in growth if g["threads"] in threads],
    })


def only_threads(scene, threads):
    return {**scene, "results": [r for r in scene["results"] if r["threads"] in threads]}


def peers_title(scene):
    pairs = named(scene, 1, BOX_TREE)["pairs"]
    found = f"{thousands(pairs) if pairs >= 1e4 else format(pairs, '.0f')} pairs" if pairs else "no contact"
    return f"{words(scene['scene'])}, {thousands(scene['triangles'])} triangles, {found}"


def detector_time(scene, threads, detector):
    """None where the detector took no part."""
    found = [r for r in scene["results"] if r["name"] == detector and r["threads"] == threads]
    return milliseconds(found[0], threads) if found else None


def best_of_others(scene, threads):
    ours = min(t for t in (detector_time(scene, threads, d) for d in DETECTORS) if t is not None)
    return milliseconds(fastest(scene, threads, role="peer"), threads) / ours


def peers_table(data):
    threads = data["machine"]["threads"]

    def line(title, value, of=threads, form=number):
        """A cell for each scene, with a number for each of the threads; None where somebody took no part."""
        cells = []
        for scene in data["scenes"]:
            values = [value(scene, n) for n in of]
            cells.append(" / ".join(form(v) for v in values if v is not None))
        return [title, *cells]

    lines = [line(f"**Pliant**, {d.split()[1]}", lambda s, n, d=d: detector_time(s, n, d)) for d in DETECTORS]
    for title, library, threaded in LIBRARIES:
        lines.append(line(title, lambda s, n, who=library: milliseconds(fastest(s, n, who, "peer"), n),
                          of=threads if threaded else [1]))
    for title, name in YARDSTICKS:
        lines.append(line(title, lambda s, n, who=name: milliseconds(named(s, n, who), n)))
    lines.append(line("**the best of the others takes**", best_of_others, form=lambda v: f"{v:.1f} ×"))
    unit = "one thread" if threads == [1] else " / ".join(map(str, threads)) + " threads"
    heads = [f"ms per frame, {unit}", *map(peers_title, data["scenes"])]
    return table(heads, "l" + "r" * len(data["scenes"]), lines)


def peers_blocks(data):
    machine, first = data["machine"], data["scenes"][0]
    return {"bench": [
        *peers_table(data),
        "",
        "Update and search of a deforming frame; everyone finds the same pairs (triangles without a common vertex), checked",
        f"in the same run. Of each library the fastest of its ways, refitting and rebuilding. Measured on {machine['cores']} cores of an",
        f"{machine['processor']} (load {machine['load']:g} before the run),",
        f"{first['frames']} frames played {first['repetitions']} times, by the programs of `scripts/bench peers`; all contestants:",
        "[peers.json](docs/data/peers.json).",
        "",
        "![Milliseconds per frame](docs/images/peers.png)",
    ]}


def peers_plots(data, images):
    from bench.publish import plots

    plot_bars(plots, data["scenes"], images)
    plot_growth(plots, data["growth"], images)


def plot_bars(plots, scenes, images):
    """The fastest way of each, scene below scene: to be read at half the width of a page."""
    others = [library.split()[0] for library, _, _ in LIBRARIES]
    rows, titles = [], []  # place, name, milliseconds, colour
    for scene in scenes:
        titles.append((len(rows) + len(titles), peers_title(scene)))
        ours = [(d, detector_time(scene, 1, d)) for d in reversed(DETECTORS)]
        times = [(d.replace("pliant ", "Pliant, "), t, plots.OURS) for d, t in ours if t is not None]
        peers = [(who, milliseconds(fastest(scene, 1, who, "peer"), 1), plots.PEER) for who in others]
        for name, time, colour in times + sorted(peers, key=lambda p: p[1]):
            rows.append((len(rows) + len(titles), name, time, colour))
    figure, axis = plots.new(6, 7.4)
    axis.barh([r[0] for r in rows], [r[2] for r in rows], color=[r[3] for r in rows], height=0.78)
    for place, _, time, _ in rows:
        axis.text(time * 1.12, place, number(time), va="center", fontsize=10)
    for place, title in titles:
        axis.text(-0.33, place, title, va="center", fontsize=10, fontweight="bold", transform=axis.get_yaxis_transform())
    axis.set_yticks([r[0] for r in rows], [r[1] for r in rows], fontsize=10)
    axis.tick_params(axis="y", length=0)
    axis.tick_params(axis="x", labelsize=10)
    axis.set_ylim(len(rows) + len(titles) - 0.4, -0.6)
    axis.set_xscale("log")
    axis.margins(x=0.16)
    frames, played = scenes[0]["frames"], scenes[0]["repetitions"]
    axis.set_xlabel(f"ms per frame, one thread; {frames} frames × {played}", fontsize=10)
    plots.open_frame(axis)
    axis.spines["left"].set_visible(False)
    plots.save(figure, images / "peers.png", dpi=110)


def plot_growth(plots, growth, images):
    figure, axis = plots.new(6.4, 4.4)
    for colour, scene in zip((plots.OURS, plots.OTHER, plots.YARDSTICK), dict.fromkeys(g["scene"] for g in growth)):
        points = [g for g in growth if g["scene"] == scene and g["threads"] == 1]
        sizes = [g["triangles"] for g in points]
        axis.plot(sizes, [g["milliseconds"] for g in points], "o-", color=colour, label=words(scene))
        axis.plot(sizes, [g["refit"] for g in points], "s:", color=colour, alpha=0.6, markersize=4)
        axis.plot(sizes, [g["floor"] for g in points], "--", color=colour, alpha=0.4)
    axis.plot([], [], "s:", color="grey", label="refit alone")
    axis.plot([], [], "--", color="grey", label="floor")
    plots.label(axis, "triangles", "ms per frame, one thread", grid=True, logarithmic=True)
    axis.set_aspect("equal")  # a cost that is linear in the triangles rises by 45 degrees
    axis.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.02, 1))
    plots.open_frame(axis)
    plots.save(figure, images / "growth.png", dpi=110)


# Bodies that are new in every frame, on the page of gjk_cut.

ONE_SHOT_COLUMNS = [
    ("pliant gjk_cut, bodies anew", "gjk_cut, bodies anew"),
    ("pliant gjk_cut, 1 % exchanged", "1 % exchanged"),
    ("pliant gjk_cut, bare arrays", "bare arrays"),
    ("pliant gjk_cut, moved only", "moved only"),
    ("pliant box_tree, built anew", "box_tree built"),
    ("Embree rebuild, low", "Embree built"),
    ("FCL AABB rebuild", "FCL built"),
    ("floor", "floor"),
]


def one_shot_row(scene):
    time = {r["name"]: r["processor"] for r in scene["results"]}
    best = min(r["processor"] for r in scene["results"] if r["role"] == "peer")
    pairs = max(r["pairs"] for r in scene["results"])
    title = words(scene["scene"].split(":")[0].replace(" between", ""))
    return [f"{title}, {scene['triangles']} triangles, {pairs:.0f} pairs",
            *(f"{time[name]:.2f}" if name in time else "" for name, _ in ONE_SHOT_COLUMNS),
            f"{best / time['pliant gjk_cut, bodies anew']:.1f}",
            f"{time['pliant gjk_cut, moved only'] / time['floor']:.1f}"]


def one_shot_blocks(scenes):
    heads = ["ms per frame", *(title for _, title in ONE_SHOT_COLUMNS), "best built / bodies anew", "moved only / floor"]
    return {"one_shot": table(heads, "l" + "r" * (len(heads) - 1), map(one_shot_row, scenes))}


# Vertices in tetrahedra, on the page of the spatial hash.

def penetrations_row(scene, threads):
    def time(name):
        return milliseconds(fastest(scene, threads, name), threads)

    ours, floor = time("pliant spatial_hash"), time("floor")
    peers = [time(name) for name in ("Embree point query", "Embree collide", "CGAL")]
    return [scene["scene"], scene["tetrahedra"], threads, *(f"{t:.3g}" for t in [floor, ours, *peers]),
            f"{min(peers) / ours:.1f}", f"{ours / floor:.1f}"]


def penetrations_blocks(scenes):
    heads = ["scene", "tetrahedra", "threads", "floor", "ours", "Embree point query", "Embree collide", "CGAL",
             "best peer / ours", "ours / floor"]
    lines = [penetrations_row(s, n) for s in scenes for n in sorted({r["threads"] for r in s["results"]})]
    return {"penetrations": table(heads, "lrrrrrrrrr", lines)}


# Self-collision, on the page of regularity.

def regularity_gather(folder, load):
    threads = runs.threads_to_trust(load)
    scenes = runs.read(folder / "regularity.json") + runs.read(folder / "regularity_large.json")
    return {"machine": runs.machine(load, threads), "scenes": [only_threads(scene, threads) for scene in scenes]}


def first_frame(result, threads):
    return result["first_processor"] if threads == 1 else result["first_wall"]


def regularity_row(scene, threads):
    row, peer = named(scene, threads, REGULARITY), fastest(scene, threads, role="peer")
    ours, floor, ideal = (milliseconds(named(scene, threads, who), threads) for who in (REGULARITY, "floor", "ideal"))
    theirs = milliseconds(peer, threads)
    first = first_frame(fastest(scene, threads, role="peer", time=first_frame), threads)
    return [words(scene["scene"]), f"{scene['triangles']:,}", f"{row['pairs']:,.0f}", threads, f"{ours:.3g}",
            f"{row['update']:.3g}", f"{row['find']:.3g}", f"{theirs:.3g} ({peer['name']})", f"{theirs / ours:.1f}",
            f"{ours / floor:.1f}", f"{ours / ideal:.1f}", f"{first / first_frame(row, threads):.1f}"]


def regularity_blocks(data):
    machine = data["machine"]
    heads = ["scene", "triangles", "pairs", "threads", "ours, ms", "update", "find", "best peer, ms", "best peer / ours",
             "ours / floor", "ours / ideal", "first frames"]
    lines = [regularity_row(scene, threads) for scene in data["scenes"] for threads in machine["threads"]]
    return {"peers": [
        *table(heads, "lrrrrrrrrrrr", lines),
        "",
        f"Processor time of one thread, the wall's clock of two; load {machine['load']:g} before the run, frames and",
        "repetitions in [regularity.json](../data/regularity.json), by `scripts/bench peers --regularity`. Of scenes",
        "with a million triangles, FCL and CGAL's self_intersections take no part: they are far behind elsewhere.",
        "Times are of the median frame. First frames: best peer / ours in the first frame of a turn, when the others",
        "have just used the caches.",
    ]}


# Layers, points inside and shared volumes, on the page of depth_layers.

def volumes_blocks(results):
    lines = [[r["question"], f"{r['triangles']:,}", r["name"], number(r["milliseconds"]), number(r["ratio_to_first"]),
              r["note"]] for r in results]
    return {"volumes": table(["question", "triangles", "who", "ms", "times the first", ""], "lrlrrl", lines)}


# Clearance beside intersections, on the page of proximities.

def clearance_blocks(results):
    lines = [[words(r["scene"]), f"{r['triangles']:,}", f"{r['pairs']:,.0f}", f"{r['proximities']:,.0f}",
              number(r["box_tree"]), number(r["regularity"]), number(r["clearance"]), number(r["to_box_tree"]),
              number(r["to_regularity"])] for r in results]
    heads = ["ms per frame, one thread", "triangles", "pairs", "proximities", "`intersections`, box_tree", "regularity",
             "`proximities`", "times box_tree", "times regularity"]
    return {"clearance": table(heads, "lrrrrrrrr", lines)}


# What meets between two frames, on the page of impacts.

MOTION_NAMES = ["pliant, all impacts", "pliant, earliest", "pliant, safe step", "floor", "ideal",
                "Embree and a cubic solver"]
MOTION_ASKED = [  # way, the other, times as fast, in the step of the cloth ball
    ("pliant, all impacts", "IPC Toolkit", 20),
    ("pliant, all impacts", "Embree and a cubic solver", 10),
    ("pliant, safe step", "IPC Toolkit", 60),
]


def motion_gather(folder, load):
    document = runs.read(folder / "motion.json")
    ipctk = folder / "motion_ipctk.json"
    peer = runs.read(ipctk) if ipctk.exists() else None
    return runs.rounded({"machine": runs.machine(load, [1]), **document, "ipctk": peer})


def motion_times(data):
    """Milliseconds by step and name."""
    times = {}
    for step in data["steps"]:
        times[step["step"]] = {r["name"]: r["milliseconds"] for r in step["results"]}
        if data["ipctk"] and step["step"] in data["ipctk"]["steps"]:
            times[step["step"]]["IPC Toolkit"] = data["ipctk"]["steps"][step["step"]]["milliseconds"]
    return times


def motion_blocks(data):
    times = motion_times(data)
    heads = ["ms, one thread", "triangles", *(words(n) for n in MOTION_NAMES), "IPC Toolkit"]
    lines = [[words(step["step"]), f"{step['triangles']:,}",
              *(number(times[step["step"]][n]) if n in times[step["step"]] else ""
                for n in [*MOTION_NAMES, "IPC Toolkit"])] for step in data["steps"]]
    ratios = [[f"{way} to {other}", f"{asked} times", f"{number(ball[other] / ball[way])} times"]
              for ball in [times.get("cloth-ball", {})] for way, other, asked in MOTION_ASKED
              if way in ball and other in ball]
    queries = [[words(q["kind"]), f"{q['queries']:,}", str(q["colliding"]), str(q["wrong"]), number(q["mean_us"]),
                number(q["worst_us"])] for q in data["queries"]]
    query_heads = ["queries", "asked", "collide", "wrong", "mean µs", "worst µs"]
    return {"motion": table(heads, "l" + "r" * (len(heads) - 1), lines),
            "motion_asked": table(["cloth-ball, as fast as", "asked", "measured"], "lrr", ratios),
            "motion_queries": table(query_heads, "lrrrrr", queries)}


REPORTS = {
    "peers": Report("peers.json", peers_gather, peers_blocks, peers_plots),
    "clearance": Report("clearance.json", lambda folder, _: runs.rounded(runs.read(folder / "clearance.json")),
                        clearance_blocks),
    "one_shot": Report("one_shot.json", lambda folder, _: runs.rounded(runs.read(folder / "one_shot.json")),
                       one_shot_blocks),
    "motion": Report("motion.json", motion_gather, motion_blocks),
    "penetrations": Report("penetrations.json", lambda folder, _: runs.read(folder / "penetrations.json"),
                           penetrations_blocks),
    "regularity": Report("regularity.json", regularity_gather, regularity_blocks),
    "volumes": Report("volumes.json", lambda folder, _: runs.read(folder / "volumes.json"), volumes_blocks),
}
