"""The examples in the docstrings of the arena and the command line are true."""

import doctest
import importlib

import pytest

MODULES = [
    "magnate.arena.executors",
    "magnate.arena.plan",
    "magnate.arena.results",
    "magnate.arena.ratings",
    "magnate.arena.replay_game",
    "magnate.arena.report.tables",
    "magnate.arena.report.page",
    "magnate.arena.report.words",
    "magnate.arena.games",
    "magnate.arena.schedule",
    "magnate.arena.sprt",
    "magnate.arena.statistics",
    "magnate.arena.tournament",
    "magnate.cli.arguments",
    "magnate.cli.console",
    "magnate.cli.match",
    "magnate.cli.tournament_report",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
