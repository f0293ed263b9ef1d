"""What is kept of a run: the machine, and numbers of a length that means something."""

import datetime
import json
import os
import pathlib
import subprocess


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown"


def commit():
    """What was measured, as far as git knows; "+" where files have changed since."""
    git = ["git", "-C", str(pathlib.Path(__file__).parent), "describe", "--always", "--dirty=+"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine(load, threads):
    """Where and when it was measured, and how busy the machine was."""
    return {"processor": processor(), "cores": os.cpu_count(), "load": load, "threads": threads,
            "date": datetime.date.today().isoformat(), "commit": commit()}


def threads_to_trust(load):
    """Several threads can only be timed by the clock on the wall, which says nothing on a busy machine."""
    return [1, 2] if load <= os.cpu_count() / 2 else [1]


def milliseconds(result, threads):
    """Processor time where one thread ran, the clock on the wall where several did."""
    return result["processor"] if threads == 1 else result["wall"]


def rounded(value):
    """Every number to four digits."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
