"""Agents that search offer only what some model of the partner accepts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.core.players import Players
from magnate.games.monopoly.state import (
    ACCEPT,
    ASK_CASH,
    CANCEL,
    OFFER_CASH,
    PROPOSE,
    TRADE,
    TRADE_ANSWER,
    TRADE_WITH,
)

from ...games.monopoly.situations import SITUATIONS
from .interpreted import POLICIES, RULES, play, row, scratch

MODELS = ("strategic", "algorithmic", "baseline")


def models() -> list[list[float]]:
    return [row(spec) for spec in MODELS]


class Rows:
    """Rows of numbers, indexed as the compiled rules index them."""

    def __init__(self, rows: list[list[float]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        return self._rows[place[0]][place[1]] if isinstance(place, tuple) else self._rows[place]


def accepted_by_some(g: Any) -> bool:
    return any(POLICIES.policy(g, row(spec), 1, scratch(), [0] * 64) == ACCEPT for spec in MODELS)


def finished(g: Any, action: int) -> Any:
    """The offer after ``action`` and what a stubborn search would do, as it is revised, until that is posed."""
    g = type(g)().from_bytes(g.to_bytes())
    for _ in range(12):
        action = POLICIES.revise(g, action, Rows(models()))
        RULES.step(g, action)
        if not g.depth or g.fkind[g.depth - 1] != TRADE or g.trade_step == TRADE_ANSWER:
            return g
        out = scratch()
        action = next(out[i] for i in range(RULES.legal(g, out)))
    pytest.fail("the offer does not end")


def test_whatever_a_search_chooses_within_an_offer_it_makes_none_that_no_model_accepts():
    """In offers that players make at random, and at every step of them."""
    made = withdrawn = 0
    for number, situation in enumerate(SITUATIONS[::4]):
        for decision in play(situation.starts(1), ["random"] * situation.players, "revise", number, limit=60):
            g = decision.g
            before = g.to_bytes()
            if not g.depth or g.fkind[g.depth - 1] != TRADE or g.trade_step == TRADE_ANSWER:
                assert POLICIES.revise(g, decision.action, Rows(models())) == decision.action
                continue
            proposer = g.fwho[g.depth - 1]
            for action in decision.legal():
                if action not in (PROPOSE, OFFER_CASH, ASK_CASH):
                    continue
                revised = POLICIES.revise(g, action, Rows(models()))
                assert g.to_bytes() == before
                assert revised in (action, CANCEL)
                if revised == CANCEL:
                    withdrawn += 1
                    continue
                posed = finished(g, action)
                assert posed.fkind[posed.depth - 1] == TRADE
                assert posed.trade_step == TRADE_ANSWER
                assert posed.fwho[posed.depth - 1] == proposer
                assert accepted_by_some(posed)
                made += 1
    assert made > 3
    assert withdrawn > 3


def test_what_is_left_of_a_window_is_all_but_offers():
    kept = taken = 0
    for number, situation in enumerate(SITUATIONS):
        for decision in play(situation.starts(1), ["strategic"] * situation.players, "prune", number, limit=40):
            g = decision.g
            legal = set(decision.legal())
            pruned = type(g)().from_bytes(g.to_bytes())
            POLICIES.prune(pruned, Rows(models()), scratch())
            out = scratch()
            left = {out[i] for i in range(RULES.legal(pruned, out))}
            offers = {action for action in legal if TRADE_WITH <= action < CANCEL}
            assert left in (legal, legal - offers)
            assert left
            if g.depth == 0 and offers:
                kept += left == legal
                taken += left != legal
                if TRADE_WITH <= decision.action < CANCEL:
                    assert left == legal, "an agent has a good offer to make here"
    assert kept > 10
    assert taken > 10


def test_a_window_of_two_who_can_pay_for_nothing_has_no_offers_for_a_search():
    game = magnate.load("monopoly", players=2)
    deeds = [["baltic-avenue"], ["boardwalk"]]
    position = game.setup({"phase": "before", "players": [{"cash": 1, "deeds": one} for one in deeds]})
    agent = resolve("monopoly", "mcts:sims=4", 2)
    partners = agent.partners_for(game)
    assert any(TRADE_WITH <= action < CANCEL for action in position.legal_ids())
    states, _ = partners.pruned(position.states())
    left = magnate.core.game.Position(game, states)
    assert not any(TRADE_WITH <= action < CANCEL for action in left.legal_ids())


@pytest.mark.parametrize("spec", ["mcts:sims=8", "portfolio:sims=4"])
def test_offers_in_games_are_such_that_some_model_accepts(spec):
    game = magnate.load("monopoly", players=2)
    answers = [Players(game, [resolve("monopoly", one, 2)] * 2) for one in MODELS]
    for seed in range(3):
        record = game.play([spec, "baseline:trades=0"], seed=seed, limit=400)
        for position in record.positions():
            g: np.void = position.state
            top = int(g["depth"]) - 1
            if top < 0 or g["fkind"][top] != TRADE or g["trade_step"] != TRADE_ANSWER or g["fwho"][top] != 0:
                continue
            assert any(one.choose(position) == ACCEPT for one in answers)
