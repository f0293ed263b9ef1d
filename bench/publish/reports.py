"""Every report by its name: those of the folders of bench, and one of each paper by its key in docs/bibliography.bib."""

import importlib

from bench.publish.report import ROOT


def all_reports():
    found = {name: importlib.import_module(f"bench.{name}.publish").REPORT
             for name in ["command", "hostile", "memory", "mpi", "random"]}
    for folder in ["peers", "curves", "paths"]:
        found.update(importlib.import_module(f"bench.{folder}.publish").REPORTS)
    for script in sorted((ROOT / "bench/papers").glob("*/publish.py")):
        paper = script.parent.name
        found[paper] = importlib.import_module(f"bench.papers.{paper}.publish").REPORT
    return found
