"""The examples in the docstrings of the public Python face are true."""

import doctest
import importlib

import pytest

from magnate import Game, Position, Record

MODULES = [
    "magnate",
    "magnate.agents.decision",
    "magnate.analysis.odds",
    "magnate.analysis.rollout",
    "magnate.analysis.position_file",
    "magnate.analysis.trade",
    "magnate.analysis.break_even",
    "magnate.analysis.trade_terms",
    "magnate.agents.learned.agent",
    "magnate.values.schema",
    "magnate.agents.learned.spec",
    "magnate.agents.monopoly.deep_q.outputs",
    "magnate.agents.search_spec",
    "magnate.agents.compiled",
    "magnate.agents.compiled",
    "magnate.agents.spec",
    "magnate.core.agents",
    "magnate.core.agents",
    "magnate.core.base_game",
    "magnate.core.contract",
    "magnate.core.game",
    "magnate.core.narration",
    "magnate.core.position",
    "magnate.core.record",
    "magnate.core.registry",
    "magnate.core.result_schema",
    "magnate.core.validation",
    "magnate.envs.gymnasium",
    "magnate.envs.openspiel",
    "magnate.envs.openspiel_rules",
    "magnate.envs.pettingzoo",
    "magnate.envs.registered",
    "magnate.envs.tasks",
    "magnate.envs.vector",
    "magnate.errors",
    "magnate.learn.transitions",
    "magnate.learn.deep_q",
    "magnate.learn.thesis",
    "magnate.networks.files",
    "magnate.networks.inference",
    "magnate.networks.network",
    "magnate.catalogue",
    "magnate.search",
    "magnate.search.algorithms",
    "magnate.search.api",
    "magnate.search.interruption",
    "magnate.search.options",
]


SHOWN = [
    *(getattr(Position, name) for name in ("to_move", "legal", "apply", "copy", "view", "utility", "score")),
    *(getattr(Game, name) for name in ("new", "setup", "play", "play_many")),
    *(getattr(Record, name) for name in ("save", "load", "replay")),
]
"""What most programs call: each has an example of its own."""


@pytest.mark.parametrize("member", SHOWN, ids=lambda member: getattr(member, "__name__", "to_move"))
def test_what_most_programs_call_has_an_example(member):
    assert ">>> " in member.__doc__


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
