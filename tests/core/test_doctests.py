"""The examples in the docstrings of the engine's foundation."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["interpreter", "layout", "primitives", "pystate"])
def test_examples(name):
    failed, tried = doctest.testmod(import_module(f"magnate.runtime.{name}"))
    assert tried > 0
    assert failed == 0
