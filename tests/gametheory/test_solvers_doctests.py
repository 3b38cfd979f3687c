"""The examples in the docstrings of the solvers are true."""

import doctest
import importlib

import pytest

MODULES = ["dynamics", "equilibria", "extreme", "linear_programs", "profiles", "strategic"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(f"magnate.gametheory.{name}"))
    assert tried > 0
    assert failed == 0
