#!/usr/bin/env python3
"""The frames of a sequence over the workers of a Dask cluster, with the Python package.

    check_dask.py 'shot_12/*.ply' [--scheduler tcp://host:8786] [--tasks 40]

Without a scheduler the workers are processes of this machine. Prints a line for every frame with intersections, and ends
with 1 where there are any. Every worker must see the files under the same names.
"""
import argparse
import sys

import dask
import numpy
import pliant


@dask.delayed
def check(source, numbers):
    """(frame, name, pairs) of these frames; one scene, so that what it has built serves all of them."""
    frames, found, bodies, shown = pliant.Frames(source), [], [], []
    scene = pliant.Scene(threads=1)
    for number in numbers:
        meshes = frames[number]
        same = len(meshes) == len(shown) and all(
            numpy.array_equal(mesh.faces, before.faces) for mesh, before in zip(meshes, shown))
        if same:
            for body, mesh in zip(bodies, meshes):
                scene.move(body, mesh.vertices)
        else:
            for body in bodies:
                scene.remove(body)
            bodies = [scene.add(mesh.vertices, mesh.faces) for mesh in meshes]
        shown = meshes  # what the scene borrows
        found.append((number, frames.name(number), len(scene.intersections())))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", help="a sequence of surfaces, as pliant check takes it (mind the quotes)")
    parser.add_argument("--scheduler", help="address of a running Dask scheduler")
    parser.add_argument("--tasks", type=int, default=8, help="parts the frames are cut into")
    options = parser.parse_args()
    frames = len(pliant.Frames(options.source))
    tasks = [check(options.source, range(k, frames, options.tasks)) for k in range(min(options.tasks, frames))]
    if options.scheduler:
        from dask.distributed import Client

        with Client(options.scheduler):
            parts = dask.compute(*tasks)
    else:
        parts = dask.compute(*tasks, scheduler="processes")
    found = sorted(frame for part in parts for frame in part)
    for number, name, pairs in found:
        if pairs:
            print(f"frame {number} ({name}): {pairs} pairs")
    print(f"{sum(pairs > 0 for *_, pairs in found)} of {frames} frames have intersecting triangles")
    return int(any(pairs for *_, pairs in found))


if __name__ == "__main__":
    sys.exit(main())
