"""The examples in the docstrings are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "analysis",
        "dominance",
        "files",
        "profiles",
        "nfg_file",
        "strategic",
    ],
)
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(f"magnate.gametheory.{name}"))
    assert tried > 0
    assert failed == 0
