"""Every report by its name: those of bench/peers, and one of each paper by its key in docs/bibliography.bib."""

import importlib

from bench.publish.report import ROOT


def all_reports():
    found = dict(importlib.import_module("bench.peers.publish").REPORTS)
    for script in sorted((ROOT / "bench/papers").glob("*/publish.py")):
        paper = script.parent.name
        found[paper] = importlib.import_module(f"bench.papers.{paper}.publish").REPORT
    return found
