"""Measures the command on hostile shapes: measure.py PROGRAM FOLDER. Writes FOLDER/hostile.json."""

import json
import os
import pathlib
import subprocess
import sys
import time

if sys.argv[1] == "--make":
    import numpy


def write_ply(path, points, triangles):
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty double x\nproperty double y\n"
            f"property double z\nelement face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n")
    faces = numpy.empty(len(triangles), dtype=[("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, triangles
    path.write_bytes(head.encode() + points.astype("<f8").tobytes() + faces.tobytes())


def soup(corners):
    """Triangles of their own: points and numbers of an array [triangle][corner][xyz]."""
    return corners.reshape(-1, 3), numpy.arange(3 * len(corners)).reshape(-1, 3)


def scattered(random, count, size):
    return random.random((count, 1, 3)) + size * (random.random((count, 3, 3)) - 0.5)


def torus(around, across):
    """A torus that a second one runs through: 4 * around * across triangles."""
    i, j = numpy.meshgrid(numpy.arange(around), numpy.arange(across), indexing="ij")
    u, v = 2 * numpy.pi * i / around, 2 * numpy.pi * j / across
    radius = 2 + 0.5 * numpy.cos(v)
    points = numpy.stack([radius * numpy.cos(u), radius * numpy.sin(u), 0.5 * numpy.sin(v)], -1).reshape(-1, 3)
    a, b = i * across + j, (i + 1) % around * across + j
    c, d = (i + 1) % around * across + (j + 1) % across, i * across + (j + 1) % across
    triangles = numpy.concatenate([numpy.stack([a, b, c], -1), numpy.stack([a, c, d], -1)]).reshape(-1, 3)
    other = points[:, [2, 0, 1]] + [2, 0, 0.1]
    return numpy.concatenate([points, other]), numpy.concatenate([triangles, triangles + len(points)])


def many_bodies(path, random, bodies):
    """Open tubes of 100 triangles, each an object of OBJ."""
    angle = numpy.arange(10) * 2 * numpy.pi / 10
    ring = numpy.stack([numpy.cos(angle), numpy.sin(angle), 0 * angle], -1)
    points = 0.02 * numpy.concatenate([ring + [0, 0, z] for z in range(6)])
    faces = [(10 * r + k, 10 * r + (k + 1) % 10, 10 * (r + 1) + (k + 1) % 10, 10 * (r + 1) + k)
             for r in range(5) for k in range(10)]
    with open(path, "w") as file:
        for body in range(bodies):
            file.write(f"o body{body}\n")
            for x, y, z in points + random.random(3):
                file.write(f"v {x:.9g} {y:.9g} {z:.9g}\n")
            for face in faces:
                a, b, c, d = (v + 1 + len(points) * body for v in face)
                file.write(f"f {a} {b} {c}\nf {a} {c} {d}\n")


def make(folder):
    random = numpy.random.default_rng(1)
    million = 1_000_000
    many_bodies(folder / "bodies.obj", random, 10_000)
    write_ply(folder / "separate.ply", *soup(scattered(random, million, 0.01)))
    small = scattered(random, million, 0.002)
    giant = numpy.array([[[-9, -9, 0.5], [9, -9, 0.5], [0, 18, 0.51]]])
    write_ply(folder / "giant.ply", *soup(numpy.concatenate([small, giant])))
    corners = random.random((20_000, 3, 3)) - 0.5
    corners[:, 2] = -corners[:, 0] - corners[:, 1]
    write_ply(folder / "one_point.ply", *soup(corners))
    coplanar = scattered(random, 100_000, 0.01)
    coplanar[:, :, 2] = 0
    write_ply(folder / "coplanar.ply", *soup(coplanar))
    slivers = scattered(random, 100_000, 0.5)
    slivers[:, 2] = slivers[:, 1] + 1e-6 * (random.random((100_000, 3)) - 0.5)
    write_ply(folder / "slivers.ply", *soup(slivers))
    points, triangles = torus(60, 20)
    write_ply(folder / "ordinary.ply", points, triangles)
    write_ply(folder / "tiny.ply", 1e-300 * points, triangles)
    write_ply(folder / "huge.ply", 1e300 * points, triangles)


SHAPES = {
    "bodies.obj": "10,000 bodies of 100 triangles",
    "separate.ply": "a million separate triangles",
    "giant.ply": "a giant triangle among a million small ones",
    "one_point.ply": "20,000 triangles through one point",
    "coplanar.ply": "100,000 coplanar triangles that overlap",
    "slivers.ply": "100,000 slivers, a million times as long as wide",
    "ordinary.ply": "two tori of 4,800 triangles, coordinates around 1",
    "tiny.ply": "the same, around 1e-300",
    "huge.ply": "the same, around 1e300",
}


def check(program, path):
    """Seconds from start to exit, and MB at the peak."""
    began = time.perf_counter()
    with open(path.with_suffix(".json"), "w") as answer:
        process = subprocess.Popen([program, "check", path, "--json", "-"], stdout=answer, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{path.name}: ended with {process.returncode}")
    return {"seconds": seconds, "megabytes": usage.ru_maxrss * 1024 / 1e6}


def pairs_in(path):
    """What was counted. Read in the end: a process that holds much lends its peak of memory to those that it starts."""
    return json.loads(path.with_suffix(".json").read_text())["frames"][0]["counted"]


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if program == "--make":
        return make(folder)
    subprocess.run([sys.executable, __file__, "--make", folder], check=True)
    result = []
    for name, words in SHAPES.items():
        result.append({"shape": words, **check(program, folder / name)})
        print(result[-1], file=sys.stderr, flush=True)
    for name, measured in zip(SHAPES, result):
        measured["pairs"] = pairs_in(folder / name)
    (folder / "hostile.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main()
