"""IPC Toolkit's step on one thread: candidates and step size, from its Python package.

Usage: motion_ipctk.py SEQUENCES OUT.json, where SEQUENCES holds cloth-ball and cloth-funnel.
"""

import json
import pathlib
import sys
import time

import ipctk
import numpy

STEPS = {"cloth-ball": ("cloth_ball92.ply", "cloth_ball93.ply"), "cloth-funnel": ("227.ply", "228.ply")}
NUMBERS = {"float": "f4", "double": "f8", "int": "i4", "uint": "u4", "uchar": "u1"}


def read_ply(path):
    """Binary, with nothing but x y z and triangles."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    lines = data[:end].decode().split("\n")
    order = ">" if "binary_big_endian" in lines[1] else "<"
    count = {line.split()[1]: int(line.split()[2]) for line in lines if line.startswith("element")}
    scalar = [line.split()[1] for line in lines if line.startswith("property") and "list" not in line]
    index = next(line.split()[3] for line in lines if line.startswith("property list"))
    point = numpy.dtype([(f"p{i}", order + NUMBERS[kind]) for i, kind in enumerate(scalar)])
    face = numpy.dtype([("n", "u1"), ("v", order + NUMBERS[index], 3)])
    points = numpy.frombuffer(data, point, count["vertex"], end)
    faces = numpy.frombuffer(data, face, count["face"], end + point.itemsize * count["vertex"])
    return numpy.stack([points[f"p{i}"] for i in range(3)], 1).astype(float), faces["v"].astype(numpy.int32)


def step(folder, first, second):
    start, faces = read_ply(folder / first)
    end, _ = read_ply(folder / second)
    mesh = ipctk.CollisionMesh(start, ipctk.edges(faces), faces)
    best, found = None, None
    for _ in range(3):
        before = time.process_time()
        candidates = ipctk.Candidates()
        candidates.build(mesh, start, end)
        built = time.process_time()
        size = candidates.compute_collision_free_stepsize(mesh, start, end)
        now = {"candidates_ms": 1e3 * (built - before), "milliseconds": 1e3 * (time.process_time() - before)}
        if best is None or now["milliseconds"] < best["milliseconds"]:
            best, found = now, {"candidates": len(candidates), "safe_step": size}
    return {**best, **found}


def main(sequences, out):
    ipctk.set_num_threads(1)
    results = {"version": ipctk.__version__, "steps": {}}
    for name, frames in STEPS.items():
        if (pathlib.Path(sequences) / name).exists():
            results["steps"][name] = step(pathlib.Path(sequences) / name, *frames)
            print(name, results["steps"][name])
    pathlib.Path(out).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
