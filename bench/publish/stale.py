"""Says whose published data are older than the code they measure: scripts/bench papers --stale

The data of a paper hold a digest of the files that were measured. Exit code: 0 all are of this code, 77 some are older,
which CTest shows as skipped.
"""

import hashlib
import sys

from bench.publish import runs
from bench.publish.report import ROOT

HOUSE = ["src/frame", "src/numeric", "src/geometry", "src/simd", "src/parallel"]
# What the experiments of a paper measure, besides their own folder and HOUSE.
MEASURED = {
    "Hatab2006": ["src/detect/gjk_cut", "src/detect/box_tree", "src/broad_phase", "src/narrow_phase"],
    "Heidelberger2003": ["src/detect/depth_layers", "src/detect/surface_overlap", "src/surfaces", "src/opengl"],
    "Mendoza2005": ["src/detect/sphere_tree", "src/medial_axis", "src/deform", "src/narrow_phase"],
    "Teschner2003": ["src/detect/spatial_hash", "src/broad_phase", "src/narrow_phase"],
    "Volino1994": ["src/detect/regularity", "src/detect/box_tree", "src/broad_phase", "src/narrow_phase"],
}
DATA = {"Hatab2006": "hatab2006.json", "Heidelberger2003": "heidelberger2003.json", "Mendoza2005": "mendoza2005.json",
        "Teschner2003": "Teschner2003.json", "Volino1994": "volino1994.json"}
CODE = {".cpp", ".hpp", ".py", ".txt"}


def files_of(folder, root):
    return sorted(path for path in (root / folder).rglob("*") if path.suffix in CODE)


def code_of(paper, root=ROOT):
    """A digest of what the experiments of the paper measure."""
    digest = hashlib.sha256()
    for folder in [f"bench/papers/{paper}", *MEASURED[paper], *HOUSE]:
        for path in files_of(folder, root):
            if path.name == "publish.py":
                continue
            digest.update(str(path.relative_to(root)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def stale(root=ROOT):
    """Papers whose data were measured by other code, or do not say by which."""
    return [paper for paper, file in DATA.items()
            if runs.read(root / "docs/data" / file).get("machine", {}).get("code") != code_of(paper, root)]


def main():
    found = stale()
    for paper in found:
        print(f"docs/data/{DATA[paper]} is older than the code: scripts/bench papers {paper} --publish measures it again")
    sys.exit(77 if found else 0)


if __name__ == "__main__":
    main()
