"""The examples in the docstrings of the public Python face are true."""

import doctest
import importlib

import pytest

MODULES = [
    "magnate",
    "magnate.agents.spec",
    "magnate.engine.contract",
    "magnate.engine.edge",
    "magnate.engine.game",
    "magnate.engine.narration",
    "magnate.engine.position",
    "magnate.engine.record",
    "magnate.errors",
    "magnate.games",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
