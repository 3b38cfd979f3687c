"""The examples in the docstrings of the arena and the command line are true."""

import doctest
import importlib

import pytest

MODULES = [
    "magnate.arena.bradley_terry",
    "magnate.arena.cluster",
    "magnate.arena.digests",
    "magnate.arena.head_to_head",
    "magnate.arena.plackett_luce",
    "magnate.arena.plan",
    "magnate.arena.rebuild",
    "magnate.arena.report.export",
    "magnate.arena.report.markup",
    "magnate.arena.report.words",
    "magnate.arena.rows",
    "magnate.arena.schedule",
    "magnate.arena.sprt",
    "magnate.arena.statistics",
    "magnate.arena.tournament",
    "magnate.cli.arguments",
    "magnate.cli.bars",
    "magnate.cli.match_report",
    "magnate.cli.progress",
    "magnate.cli.tournament_report",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
