"""``ismcts:2026`` plays for ever as ``ismcts`` did in November 2026: later agents are measured by it."""

import hashlib
import json

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.searching import SearchAgent

DIGESTS = {2: "51d34f88caf45782", 3: "666619e67f7b7f3f", 4: "e88592b0263b93c8"}
"""By players, the beginning of the SHA-256 of all steps of a game with 8 simulations a decision."""


@pytest.mark.parametrize("players", DIGESTS)
def test_the_same_games_for_ever(players):
    record = magnate.load("brass", players=players).play("ismcts:2026,sims=8", seed=players)
    assert hashlib.sha256(bytes(json.dumps(record.actions), "ascii")).hexdigest()[:16] == DIGESTS[players]


def test_it_is_what_ismcts_is_today():
    """Until somebody changes ``ismcts``; then this test goes and the digests stay."""
    frozen, today = (resolve("brass", spec) for spec in ("ismcts:2026", "ismcts"))
    assert isinstance(frozen, SearchAgent)
    assert isinstance(today, SearchAgent)
    assert frozen.settings == today.settings


def test_what_the_spec_says_itself_counts():
    agent = resolve("brass", "ismcts:sims=75,2026,exact=0")
    assert isinstance(agent, SearchAgent)
    assert (agent.question.budget.amount, agent.question.options["exact"]) == (75, 0)
    assert agent.question.options["select"] == "puct"
