"""The examples in the docstrings of the charts are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["axes", "bars", "canvas", "heat", "matrix", "rows", "theme"])
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(f"magnate.charts.{name}"))
    assert tried > 0
    assert failed == 0
