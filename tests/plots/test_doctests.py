"""The examples in the docstrings of the plots are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["bars", "canvas", "grids"])
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(f"magnate.plots.{name}"))
    assert tried > 0
    assert failed == 0
