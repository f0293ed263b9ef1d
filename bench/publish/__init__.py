"""What the benchmarks measured becomes docs/data, docs/images and the tables in README.md and docs.

A report says how its numbers are gathered from a run and what is written with them; everything else is done here.
"""
