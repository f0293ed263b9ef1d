"""Examples in docstrings are run."""

import doctest

import pytest

import pliant
from pliant import _check, _files, _functions, _scene, _simulation, _types


@pytest.mark.parametrize("module", [pliant, _check, _files, _functions, _scene, _simulation, _types], ids=lambda m: m.__name__)
def test_examples(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0 or module is pliant
