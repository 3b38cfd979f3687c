"""The agent that negotiates: whole games at all tables, its offers, and that it needs no notes."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent, bound_kernel, net_of, training_guide, workspace_for
from magnate.analysis import chances as chances_of
from magnate.core.run import Batch
from magnate.games.monopoly.state import TRADE, TRADE_ANSWER
from magnate.networks.seats import PackedSeats
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class
from magnate.values.monopoly import chances

from .test_repeated_offers import offers_of, states_of

NAME = "magnate:negotiator"


@pytest.mark.parametrize(
    ("preset", "players"), [("official", 2), ("official", 5), ("official-pre2008", 8), ("thesis", 3)]
)
def test_whole_games_without_a_repeated_offer(preset: str, players: int) -> None:
    others = ["character:refuser", "strategic:offer_chance=1", "character:haggler_20", NAME, "baseline", "random", NAME]
    game = magnate.load("monopoly", preset=preset, players=players)
    seats = [NAME, *others[: players - 1]]
    repeated = offers_of(game.play(seats, seed=players, limit=1500))[1]
    assert not [offer for offer, _ in repeated if seats[offer.seats[0]] != "random"]


@pytest.mark.parametrize(("spec", "most"), [(NAME, 1), (f"{NAME},per_turn=2", 2)])
def test_one_offer_a_turn_or_two_where_that_is_wanted(spec: str, most: int) -> None:
    game = magnate.load("monopoly", players=3)
    record = game.play([spec, "character:refuser", "character:haggler_40"], seed=3, limit=2000)
    asked, answering = [], False
    for states in states_of(record):
        g, was, top = states[0], answering, int(states["depth"][0]) - 1
        answering = top >= 0 and g["fkind"][top] == TRADE and g["trade_step"] == TRADE_ANSWER
        if answering and not was and g["fwho"][top] == 0:
            asked.append((int(g["turns"]), int(g["phase"])))
    assert asked
    assert max(len(list(same)) for _, same in groupby(turn for turn, _ in asked)) == most


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


@pytest.mark.parametrize("seat", range(4))
def test_it_sees_the_shares_of_all_seats_whoever_looks(seat: int) -> None:
    game, agent = magnate.load("monopoly", players=4), resolve("monopoly", NAME, 4)
    assert isinstance(agent, NetworkAgent)
    assert isinstance(agent.network, PackedSeats)
    bound = bound_kernel(game, training_guide(game, agent.schema), interpreted=True)
    ws = workspace_for(game, training_guide(game, agent.schema), agent.network.sizes, interpreted=True)
    g = pystate_class(game.rules.STATE)().from_record(game.start_states(1)[0])
    g.deeds[0], g.deeds[1], g.deeds[3], g.cash[2], g.alive, g.current = (
        0b100101001,
        0b1001010010,
        1 << 20,
        300,
        0b1101,
        2,
    )
    share = bound.value(g, seat, net_of(agent.network), ws)
    inputs, row = interpret(chances.__name__), np.zeros(chances.INPUTS)
    inputs.seat_inputs(g, 2, 0, row)
    own, table = row[: 4 * chances.OWN].reshape(1, 4, chances.OWN), row[chances.PLACES * chances.OWN :][None]
    there = np.array([[seat in (0, 2, 3) for seat in (2, 3, 0, 1)]])
    wanted = np.roll(agent.network.network(own, table, there)[0], 2)
    assert ws.shares == pytest.approx(wanted, abs=1e-6)
    assert share == ws.shares[seat]


@pytest.mark.parametrize(("spec", "seed", "most"), [(NAME, 4, 0.12), (f"{NAME},partner=0.02", 5, 0.0)])
def test_no_partner_loses_more_than_it_may_by_what_it_offers(spec: str, seed: int, most: float) -> None:
    """By the network of win chances, which it decides by: the partner's chance if it accepts, and if it refuses."""
    game = magnate.load("monopoly", players=4)
    seats, lost = [spec, "character:bidder", "character:hoarder", "character:jail_sitter"], []
    for record in (game.play(seats, seed=one, limit=3000) for one in (seed, seed + 10, seed + 20)):
        for position in record.positions():
            g = position.state
            top = int(g["depth"]) - 1
            if top >= 0 and g["fkind"][top] == TRADE and g["trade_step"] == TRADE_ANSWER and g["fwho"][top] == 0:
                partner = int(g["fto"][top])
                accepted, refused = (
                    chances_of(position.copy().apply(what)).shares[partner] for what in ("accept", "reject")
                )
                lost.append(refused - accepted)
    assert len(lost) > 10
    assert max(lost) < most
