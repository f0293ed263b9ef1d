# SPDX-License-Identifier: GPL-3.0-or-later
"""blender -b FILE.blend --python headless.py -- OPTIONS: what pliant-blender runs inside Blender."""

import argparse
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from pliant_blender import bodies  # noqa: E402
from pliant_blender.job import Job  # noqa: E402


def frames_of(text, scene):
    """Numbers of "12" or "1-250"; without text those that the scene plays."""
    if text is None:
        return list(range(scene.frame_start, scene.frame_end + 1, scene.frame_step))
    first, _, last = text.partition("-")
    try:
        numbers = list(range(int(first), int(last or first) + 1))
    except ValueError:
        numbers = []
    if not numbers:
        raise ValueError(f"--frames {text}: expected FIRST-LAST, as in 1-250")
    return numbers


def run(arguments):
    parser = argparse.ArgumentParser()
    for name in ("--frames", "--json", "--report", "--allow-group", "--object"):
        parser.add_argument(name, action="append" if name == "--object" else "store")
    for name in ("--no-self", "--no-between"):
        parser.add_argument(name, action="store_true")
    options = parser.parse_args(arguments)
    scene = bpy.context.scene
    names = [n for n in bodies.chosen(scene, options.object) if not bodies.of_overlay(scene.objects[n])]
    if not names:
        raise ValueError("the scene has no object with a mesh")
    job = Job(
        scene,
        names,
        frames_of(options.frames, scene),
        self_pairs=not options.no_self,
        between=not options.no_between,
        allow_group=options.allow_group or "",
        report=options.report,
    )
    for _ in job.steps(bpy.context.evaluated_depsgraph_get):
        pass
    job.check.write_json(options.json)
    return job.check.exit_code


def main():
    try:
        code = run(sys.argv[sys.argv.index("--") + 1 :])
    except (ImportError, OSError, ValueError) as error:
        print(f"pliant-blender: {error}", file=sys.stderr)
        code = 2
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # Blender's own end may take other ways out


if __name__ == "__main__":
    main()
