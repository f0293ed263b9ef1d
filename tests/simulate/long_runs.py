#!/usr/bin/env python3
"""Living scenes for 2,000 steps each, asked from outside: long_runs.py [--steps N] PLIANT FOLDER [SCENE...]

Every value stays finite and no body is lost; where nothing drives a scene any more, its energy does not grow; at rest
nothing is deeper than a hundredth of a body; certified frames have no intersection by `pliant check`; an interrupted run
leaves frames that can be read. Exit code 1 where one of these does not hold.
"""

import argparse
import array
import json
import pathlib
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import time

# Seconds after which nothing moves a scene from outside; None: something always does.
LET_ALONE = {"pile": 0.0, "vessels": 2.1, "squeeze": None, "scalpel": 3.2, "rain": None, "drape": 3.6, "garment": None,
             "twist": 5.1, "tear": 4.1, "untangle": 0.0, "haptic": None}
CERTIFIED = ("drape", "garment", "twist", "tear")
NEVER_RESTS = ("rain", "haptic")
SECOND = 60      # steps
FARTHEST = 20.0  # m: what is farther out is lost
SMALL = 0.1      # the scale of scenes of which every frame is written and checked


def simulate(pliant, scene, steps, *options):
    command = [pliant, "simulate", scene, "--quiet", "--frames", str(steps), *map(str, options)]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)


def last_positions(cache):
    """Coordinates of the last frame of a .pc2 file."""
    with open(cache, "rb") as file:
        _, _, points, _, _, frames = struct.unpack("<12siiffi", file.read(32))
        file.seek(32 + 12 * points * (frames - 1))
        values = array.array("f")
        values.frombytes(file.read(12 * points))
    return values


def energy_growth(frames, after):
    """The most by which the mean of a second rises above an earlier one, and what the solver may leave over there.

    Means, since what the constraints have not solved within a step sways with the cloth from step to step.
    """
    alone = [frame["energy"] for frame in frames if frame["time"] >= after]
    least, worst, allowed = None, 0.0, 0.0
    for first in range(0, len(alone) - SECOND + 1, SECOND):
        total, elastic = (statistics.fmean(energy[part] for energy in alone[first:first + SECOND])
                          for part in ("total", "elastic"))
        least = total if least is None else min(least, total)
        if total - least > worst:
            worst, allowed = total - least, 5e-3 * elastic
    return worst, allowed + 1e-9


def check_run(pliant, folder, scene, steps):
    faults = []
    out, cache = folder / f"{scene}.json", folder / f"{scene}.pc2"
    changes = scene in ("scalpel", "tear")  # vertices come: a cache of points cannot hold them
    options = ["--json", out] + ([] if changes else ["-o", cache])
    done = simulate(pliant, scene, steps, *options)
    if done.returncode not in (0, 1):
        return [f"exit code {done.returncode}: {done.stderr.strip()}"]
    result = json.loads(out.read_text())
    frames = result["frames"]
    if len(frames) != steps or not all(frame["finite"] for frame in frames):
        faults.append("a value is not finite")
    elif not changes and not all(abs(x) < FARTHEST for x in last_positions(cache)):
        faults.append("a body is lost")
    for file in (cache, cache.with_suffix(".obj")):
        file.unlink(missing_ok=True)
    if LET_ALONE[scene] is not None:
        growth, allowed = energy_growth(frames, LET_ALONE[scene])
        if growth > allowed:
            faults.append(f"the energy grows by {growth:.3g} J, {allowed:.3g} J are allowed")
    if scene not in NEVER_RESTS:
        deepest = max(frame["deepest"] for frame in frames[-SECOND:])
        if deepest > 0.01 * result["body_size"]:
            faults.append(f"{100 * deepest / result['body_size']:.2f} % of a body's size deep at rest")
    if scene == "untangle" and frames[-1]["curves"] != 0:
        faults.append(f"{frames[-1]['curves']} curves are left")
    ms = [sum(frame["milliseconds"].values()) for frame in frames]
    detect = sum(frame["milliseconds"]["detect"] for frame in frames)
    print(f"{scene}: {sum(ms) / len(ms):.2f} ms a step, detection {100 * detect / sum(ms):.0f} %, "
          f"deepest {1000 * max(f['deepest'] for f in frames[-SECOND:]):.3f} mm")
    return faults


def check_certified(pliant, folder, scene, steps):
    """Every frame of a small scene is written, and asked again by another command."""
    written = folder / scene
    done = simulate(pliant, scene, steps, "--certify", "--scale", SMALL, "-o", written)
    if done.returncode != 0:
        return [f"--certify ends with {done.returncode}: {done.stderr.strip()}"]
    checked = subprocess.run([pliant, "check", str(written), "--quiet"], check=False)
    count = len(list(written.glob("*.obj")))
    shutil.rmtree(written)
    faults = [] if checked.returncode == 0 else [f"`pliant check` ends with {checked.returncode}"]
    return faults + ([] if count == steps + 1 else [f"{count} frames of {steps + 1}"])


def check_interrupted(pliant, folder):
    cache = folder / "interrupted.pc2"
    run = subprocess.Popen([pliant, "simulate", "vessels", "--quiet", "--frames", "100000", "-o", str(cache)])
    time.sleep(3)
    run.send_signal(signal.SIGINT)
    code = run.wait(timeout=60)
    animated = f"{cache.with_suffix('.obj')}@{cache}"
    read = subprocess.run([pliant, "check", animated, "--quiet"], capture_output=True, text=True, check=False)
    for file in (cache, cache.with_suffix(".obj")):
        file.unlink(missing_ok=True)
    if code != 3 or read.returncode not in (0, 1):
        return [f"interrupted with {code}, then read with {read.returncode}: {read.stderr.strip()}"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("pliant")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    asked = parser.parse_args()
    if unknown := [scene for scene in asked.scenes if scene not in LET_ALONE]:
        parser.error(f"there is no living scene {unknown[0]}; there are {' '.join(LET_ALONE)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    failed = False
    for scene in asked.scenes or list(LET_ALONE):
        faults = check_run(asked.pliant, asked.folder, scene, asked.steps)
        if scene in CERTIFIED:
            faults += check_certified(asked.pliant, asked.folder, scene, asked.steps)
        for fault in faults:
            print(f"{scene}: {fault}", flush=True)
        failed = failed or bool(faults)
    for fault in check_interrupted(asked.pliant, asked.folder):
        print(f"Ctrl-C: {fault}")
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
