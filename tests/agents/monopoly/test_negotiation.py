"""The agent that negotiates: whole games at all tables, its offers, and that it needs no notes."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent, bound_kernel, net_of, training_guide, workspace_for
from magnate.core.run import Batch
from magnate.games.monopoly.state import TRADE, TRADE_ANSWER
from magnate.values.chances import SeatValuer

from .test_repeated_offers import offers_of, states_of

NAME = "magnate:negotiator"


@pytest.mark.parametrize(
    ("preset", "players"), [("official", 2), ("official", 5), ("official-pre2008", 8), ("thesis", 3)]
)
def test_whole_games_without_a_repeated_offer(preset: str, players: int) -> None:
    others = ["character:refuser", "strategic:offer_chance=1", "character:haggler_20", NAME, "baseline", "random", NAME]
    game = magnate.load("monopoly", preset=preset, players=players)
    record = game.play([NAME, *others[: players - 1]], seed=players, limit=1500)
    assert not offers_of(record)[1]


def test_at_most_two_offers_a_turn() -> None:
    game = magnate.load("monopoly", players=3)
    record = game.play([NAME, "character:refuser", "character:haggler_40"], seed=3, limit=2000)
    asked, answering = [], False
    for states in states_of(record):
        g, was, top = states[0], answering, int(states["depth"][0]) - 1
        answering = top >= 0 and g["fkind"][top] == TRADE and g["trade_step"] == TRADE_ANSWER
        if answering and not was and g["fwho"][top] == 0:
            asked.append((int(g["turns"]), int(g["phase"])))
    assert asked
    assert max(len(list(same)) for _, same in groupby(turn for turn, _ in asked)) <= 2


def test_each_decision_can_be_made_without_notes() -> None:
    game = magnate.load("monopoly", players=3)
    record = game.play([NAME, "strategic", "character:mild"], seed=5, limit=700)
    agent = resolve("monopoly", NAME, 3)
    again = record.to_game()
    step, states, asked = again.entry("position_kernel", "step"), again.start_states(1), 0
    for action in record.actions:
        if states["mover"][0] == 0:
            one = np.zeros(1, np.int64)
            batch = Batch(games=one, states=states.copy(), seats=one, legal=((),), keys=one + 1)
            assert agent.start_session(game).answer(batch) == [action]
            asked += 1
        step(states, action)
    assert asked > 50


def test_it_sees_the_shares_of_all_seats_as_the_chances_say_them() -> None:
    game = magnate.load("monopoly", players=4)
    record = game.play(["strategic"] * 4, seed=1, limit=400)
    states = np.concatenate([one.copy() for one in states_of(record)])[::20]
    by_agent = resolve("monopoly", NAME, 4)
    assert isinstance(by_agent, NetworkAgent)
    valuer = SeatValuer(game, by_agent.network.network)
    guide = training_guide(game, by_agent.schema)
    bound = bound_kernel(game, guide)
    out = np.zeros((len(states), 4))
    seats = np.arange(len(states)) % 4
    bound.values(states, seats, net_of(by_agent.network), workspace_for(game, guide, by_agent.network.sizes), out)
    assert out == pytest.approx(valuer.chances(states, 4), rel=1e-12)
