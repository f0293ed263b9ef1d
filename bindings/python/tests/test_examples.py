"""The examples run, as programs and as notebooks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "bindings/python/examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
NEEDS = {"gradients": "torch"}


def test_there_are_examples():
    assert len(PROGRAMS) >= 5


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_program(program):
    pytest.importorskip(NEEDS.get(program.stem, "numpy"))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MPLBACKEND": "Agg"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_notebook(program):
    nbclient = pytest.importorskip("nbclient", reason="no nbclient: notebooks are not run, their programs are")
    pytest.importorskip("ipykernel")
    import nbformat

    pytest.importorskip(NEEDS.get(program.stem, "numpy"))
    notebook = nbformat.read(program.with_suffix(".ipynb"), as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert any(cell.get("outputs") for cell in notebook.cells)


def test_notebooks_are_those_of_the_programs():
    done = subprocess.run([ROOT / "scripts/notebooks", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
