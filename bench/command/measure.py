"""Measures the command from start to exit: measure.py PROGRAM FOLDER. Writes FOLDER/command.json."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

if sys.argv[1] == "--make":
    import numpy

FRAMES, AROUND, ACROSS = 250, 250, 200


def torus(around, across, turn=0.0):
    """A closed surface of 2 * around * across triangles, bent by `turn`: vertices and triangles."""
    i, j = numpy.meshgrid(numpy.arange(around), numpy.arange(across), indexing="ij")
    u, v = 2 * numpy.pi * i / around, 2 * numpy.pi * j / across
    radius = 2 + 0.5 * numpy.cos(v) + 0.1 * numpy.sin(5 * u + turn)
    points = numpy.stack([radius * numpy.cos(u), radius * numpy.sin(u), 0.5 * numpy.sin(v)], -1).reshape(-1, 3)
    a, b = i * across + j, (i + 1) % around * across + j
    c, d = (i + 1) % around * across + (j + 1) % across, i * across + (j + 1) % across
    triangles = numpy.concatenate([numpy.stack([a, b, c], -1), numpy.stack([a, c, d], -1)]).reshape(-1, 3)
    return points.astype("<f4"), triangles.astype("<i4")


def write_ply(path, points, triangles):
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\n"
            f"property float z\nelement face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n")
    faces = numpy.empty(len(triangles), dtype=[("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, triangles
    path.write_bytes(head.encode() + points.tobytes() + faces.tobytes())


def run(words):
    """Seconds from start to exit, and MB at the peak."""
    began = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, words))}: ended with {process.returncode}")
    return {"seconds": seconds, "megabytes": usage.ru_maxrss * 1024 / 1e6}


def median(words, rounds):
    runs = [run(words) for _ in range(rounds)]
    return {key: statistics.median(r[key] for r in runs) for key in runs[0]}


def make(folder):
    """In a process of its own: one that has held large arrays lends its peak of memory to those that it starts."""
    write_ply(folder / "large.ply", *torus(1582, 1581))
    write_ply(folder / "small.ply", *torus(10, 8))
    packed = folder / "packed"
    packed.mkdir()
    write_ply(packed / "topology.ply", *torus(AROUND, ACROSS))
    with open(packed / "positions.f32", "wb") as file:
        for frame in range(FRAMES):
            file.write(torus(AROUND, ACROSS, 0.02 * frame)[0].tobytes())


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if program == "--make":
        return make(folder)
    subprocess.run([sys.executable, __file__, "--make", folder], check=True)
    large, small, packed = folder / "large.ply", folder / "small.ply", folder / "packed"
    result = {
        "large": {"triangles": 2 * 1582 * 1581, "megabytes_of_file": large.stat().st_size / 1e6,
                  "read": median(["cat", large], 3), "check": median([program, "check", large], 3)},
        "packed": {"triangles": 2 * AROUND * ACROSS, "frames": FRAMES, "check": median([program, "check", packed], 3)},
        "small": {"check": median([program, "check", small], 21), "nothing": median([program, "--version"], 21)},
    }
    (folder / "command.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main()
