"""Writes the race of regularity into docs/data and its page: publish_regularity.py FOLDER LOAD

LOAD is that of the machine before the run: on a busy one only what one thread did, timed by the processor's clock, is
written.
"""

import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/algorithms/regularity.md"
OURS = "pliant regularity"


def milliseconds(row, threads):
    return row["processor"] if threads == 1 else row["wall"]


def first_frame(row, threads):
    return row["first_processor"] if threads == 1 else row["first_wall"]


def own(scene, threads, name):
    return next(r for r in scene["results"] if r["name"] == name and r["threads"] == threads)


def best_peer(scene, threads, time=milliseconds):
    peers = [r for r in scene["results"] if r["role"] == "peer" and r["threads"] <= threads]
    return min(peers, key=lambda r: time(r, threads))


def line(scene, threads):
    ours = milliseconds(own(scene, threads, OURS), threads)
    floor, ideal = (milliseconds(own(scene, threads, name), threads) for name in ("floor", "ideal"))
    row, peer = own(scene, threads, OURS), best_peer(scene, threads)
    peer_time = milliseconds(peer, threads)
    cells = [scene["scene"].replace("_", " "), f"{scene['triangles']:,}", f"{row['pairs']:,.0f}", threads,
             f"{ours:.3g}", f"{row['update']:.3g}", f"{row['find']:.3g}", f"{peer_time:.3g} ({peer['name']})",
             f"{peer_time / ours:.1f}", f"{ours / floor:.1f}", f"{ours / ideal:.1f}",
             f"{first_frame(best_peer(scene, threads, first_frame), threads) / first_frame(row, threads):.1f}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def main():
    folder, load = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    scenes = []
    for name in ("regularity.json", "regularity_large.json"):
        scenes += json.loads((folder / name).read_text(encoding="utf-8"))
    allowed = [1, 2] if load <= os.cpu_count() / 2 else [1]
    for scene in scenes:
        scene["results"] = [r for r in scene["results"] if r["threads"] in allowed]
    (ROOT / "docs/data").mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/data/regularity.json").write_text(json.dumps(scenes, indent=1) + "\n", encoding="utf-8")
    lines = ["| scene | triangles | pairs | threads | ours, ms | update | find | best peer, ms | best peer / ours | "
             "ours / floor | ours / ideal | first frames |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    lines += [line(scene, threads) for scene in scenes for threads in allowed]
    lines += ["", f"Processor time of one thread, the wall's clock of two; load {load:g} before the run, frames and",
              "repetitions in [regularity.json](../data/regularity.json), by `scripts/bench peers --regularity`. Of scenes",
              "with a million triangles, FCL and CGAL's self_intersections take no part: they are far behind elsewhere.",
              "Times are of the median frame. First frames: best peer / ours in the first frame of a turn, when the others",
              "have just used the caches."]
    begin, end = "<!-- peers:begin -->", "<!-- peers:end -->"
    head, rest = PAGE.read_text(encoding="utf-8").split(begin)
    PAGE.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end)[1], encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
