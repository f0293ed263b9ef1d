#!/usr/bin/env python3
"""The frames of a sequence over the workers of a Dask cluster, with the Python package.

    check_dask.py 'shot_12/*.ply' [--scheduler tcp://host:8786] [--tasks 40]

Without a scheduler the workers are processes of this machine. Prints a line for every frame with intersections, and ends
with 1 where there are any. Every worker must see the files under the same names.
"""
import argparse
import glob
import sys

import dask
import pliant


@dask.delayed
def check(files):
    """(file, pairs) of every frame; one scene, so that what it has built serves all frames of the task."""
    scene, body, found = pliant.Scene(threads=1), None, []
    triangles = None
    for file in files:
        mesh = pliant.read(file)
        if body is None or len(triangles) != len(mesh.triangles) or (triangles != mesh.triangles).any():
            if body is not None:
                scene.remove(body)
            body, triangles = scene.add(mesh), mesh.triangles.copy()
        else:
            scene.move(body, mesh.vertices)
        found.append((file, len(scene.intersections())))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", help="frames, one mesh each (mind the quotes)")
    parser.add_argument("--scheduler", help="address of a running Dask scheduler")
    parser.add_argument("--tasks", type=int, default=8, help="parts the frames are cut into")
    options = parser.parse_args()
    files = sorted(glob.glob(options.pattern))
    if not files:
        sys.exit(f"{options.pattern}: no such files")
    tasks = [check(files[k :: options.tasks]) for k in range(min(options.tasks, len(files)))]
    if options.scheduler:
        from dask.distributed import Client

        with Client(options.scheduler):
            parts = dask.compute(*tasks)
    else:
        parts = dask.compute(*tasks, scheduler="processes")
    found = sorted(frame for part in parts for frame in part)
    for file, pairs in found:
        if pairs:
            print(f"{file}: {pairs} pairs")
    print(f"{sum(pairs > 0 for _, pairs in found)} of {len(found)} frames have intersecting triangles")
    return int(any(pairs for _, pairs in found))


if __name__ == "__main__":
    sys.exit(main())
