"""``random:answers``: the thesis' random agent, which answers each question of its interface by chance."""

from __future__ import annotations

from collections import Counter

import pytest

import magnate
from magnate.agents.monopoly.player_adapter import PlayerAgent
from magnate.agents.spec import described, resolve
from magnate.catalogue import about_agent
from magnate.errors import BadAgent
from magnate.games.monopoly import state

from .test_repeated_offers import offers_of

AGENT = "random:answers"
ENDS = {"bankruptcies", "last player", "round cap"}


def played(seeds, preset="thesis", players=2):
    game = magnate.load("monopoly", preset=preset, players=players)
    return [game.play([AGENT] * players, seed=seed) for seed in seeds]


def test_it_is_a_configuration_of_random_that_python_plays():
    agent = resolve("monopoly", AGENT)
    assert isinstance(agent, PlayerAgent)
    assert agent.name == AGENT
    assert [one["name"] for one in described("monopoly", "random")["configurations"]] == ["answers"]
    assert str(about_agent("monopoly", AGENT)).startswith("answers each question by chance")
    assert str(about_agent("monopoly", "random")).startswith("chooses uniformly")
    with pytest.raises(BadAgent, match="answer"):
        resolve("monopoly", "random:answer")


def test_the_same_seed_gives_the_same_game():
    assert played([5])[0].actions == played([5])[0].actions


def test_it_buys_and_accepts_half_of_the_time():
    found: Counter[str] = Counter()
    for record in played(range(8)):
        assert record.result.ending in ENDS
        for position, action in zip(record.positions(), record.actions, strict=False):
            legal = set(position.legal_ids())
            if {state.BUY, state.DECLINE} <= legal:
                found["buy" if action == state.BUY else "decline"] += 1
            if {state.ACCEPT, state.REJECT} <= legal:
                found["accept" if action == state.ACCEPT else "reject"] += 1
    for yes, no in (("buy", "decline"), ("accept", "reject")):
        asked = found[yes] + found[no]
        assert asked > 100
        assert abs(found[yes] / asked - 0.5) < 4 * 0.5 / asked**0.5


@pytest.mark.parametrize(("preset", "players"), [("thesis", 2), ("official", 4), ("official-pre2008", 3)])
def test_it_plays_whole_games_and_makes_no_offer_again(preset, players):
    for record in played(range(3), preset, players):
        assert record.result.ending in ENDS
        made, again = offers_of(record)
        assert made > 0
        assert not again
