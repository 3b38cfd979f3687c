"""The examples in the docstrings of the server are true."""

import doctest
import importlib

import pytest

MODULES = [
    "connections",
    "http_json",
    "schemas",
    "security",
    "settings",
    "table",
    "table_config",
    "workers",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(f"magnate.server.{name}"))
    assert tried > 0
    assert failed == 0
