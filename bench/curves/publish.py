"""The report of `scripts/bench curves`."""

from bench.publish import runs
from bench.publish.report import Report
from bench.publish.tables import number, table, words


def curves_blocks(results):
    def timed(r, key):
        return f"{number(r[key])} ({number(r[key + '_to_pairs'])} ×)"

    lines = [[words(r["scene"]), f"{r['triangles']:,}", f"{r['pairs']:,.0f}", f"{r['curves']:,.0f}",
              number(r["intersections"]), timed(r, "bare"), timed(r, "sides"), timed(r, "depth")] for r in results]
    heads = ["ms per frame, one thread", "triangles", "pairs", "curves", "search for pairs", "curves alone", "with sides",
             "with depths"]
    return {"curves": table(heads, "lrrrrrrr", lines)}


REPORTS = {
    "curves": Report("curves.json", lambda folder, _: runs.rounded(runs.read(folder / "curves.json")), curves_blocks),
}
