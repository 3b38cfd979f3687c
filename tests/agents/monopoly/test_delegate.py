"""Trades that a search leaves to another agent: which decisions that are, and what is left to search."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from magnate.agents import resolve
from magnate.agents.monopoly import parameters
from magnate.agents.search_spec import described_search
from magnate.agents.searching import Delegate
from magnate.errors import BadAgent
from magnate.games.monopoly.management import BUILDS, LIFTS, MORTGAGES, SELLS
from magnate.games.monopoly.state import BUILD, CANCEL, PASS, TRADE, TRADE_WITH

from ...games.monopoly.situations import SITUATIONS
from .interpreted import POLICIES, RULES, notes, play, row, scratch

KEEN = "strategic:offer_chance=1"


def delegated(decision, params, found):
    return int(POLICIES.delegate(decision.g, params, found, decision.key, scratch(), notes()))


def test_the_delegate_trades_and_does_nothing_else():
    """At every decision of games under many options: inside an offer it decides, elsewhere it only begins one."""
    params = list(resolve("monopoly", f"maxn:depth=1,delegate={KEEN}").delegate)
    plain, inside, begun, windows = row(KEEN), 0, 0, 0
    for number, situation in enumerate(SITUATIONS[::2]):
        for decision in play(situation.starts(1), [KEEN] * situation.players, "deputy", number, limit=60):
            g = decision.g
            before = g.to_bytes()
            if g.depth and g.fkind[g.depth - 1] == TRADE:
                inside += 1
                assert delegated(decision, params, -1) == decision.chosen_by(plain)
                continue
            assert delegated(decision, params, -1) == -1  # the search is asked first
            assert delegated(decision, params, BUILD) == -1  # and goes on managing as long as it wants to
            action = delegated(decision, params, PASS)
            assert g.to_bytes() == before
            if action >= 0:
                begun += 1
                assert TRADE_WITH <= action < CANCEL
                assert action in decision.legal()
            elif TRADE_WITH <= decision.action < CANCEL:
                pytest.fail("the agent itself would have made an offer here")
            windows += 1
    assert inside > 20
    assert begun > 20
    assert windows > 1_000


def test_what_is_left_has_no_offers():
    for number, situation in enumerate(SITUATIONS):
        for decision in play(situation.starts(1), ["random"] * situation.players, "narrow", number, limit=40):
            g = decision.g
            if g.depth and g.fkind[g.depth - 1] == TRADE:
                continue
            legal = set(decision.legal())
            narrowed = type(g)().from_bytes(g.to_bytes())
            POLICIES.narrow(narrowed)
            out = scratch()
            left = {out[i] for i in range(RULES.legal(narrowed, out))}
            assert left == {action for action in legal if not TRADE_WITH <= action < CANCEL}
            assert left


def test_a_search_is_asked_between_two_looks_at_the_delegate():
    asked = []

    def rules_delegate(states, params, found, key, acts, memo):
        assert states[0] == 7  # as it is, not narrowed
        asked.append(found)
        return {-1: -1, 5: -1, 6: 13}[found]

    def narrow(states, acts):
        states[0] = 0
        return -1

    def search(states):
        assert states[0] == 0
        return next(answers)

    answers = iter([5, 6])
    one = Delegate(SimpleNamespace(delegate=rules_delegate, narrow=narrow), [0.0] * 64, 9)
    states = np.array([7])
    assert one.decide(states, 1, search) == 5  # what the search says
    assert one.decide(states, 1, search) == 13  # what the delegate does once the search would pass
    assert asked == [-1, 5, -1, 6]


def test_a_decision_with_one_action_left_is_not_searched():
    one = Delegate(SimpleNamespace(delegate=lambda *_: -1, narrow=lambda *_: 4), [0.0] * 64, 9)
    assert one.decide(np.array([7]), 1, lambda _: pytest.fail("searched")) == 4


def test_it_is_a_setting_of_every_search():
    agent = resolve("monopoly", "expectiminimax:depth=2,delegate=strategic:late_game")
    with pytest.warns(DeprecationWarning, match='"deputy" has a new name: write "delegate"'):
        earlier = resolve("monopoly", "expectiminimax:depth=2,deputy=strategic:late_game")
    assert (earlier.settings, earlier.in_full, earlier.delegate) == (agent.settings, agent.in_full, agent.delegate)
    with pytest.raises(BadAgent, match="says delegate twice"):
        resolve("monopoly", "maxn:deputy=strategic,delegate=strategic")
    closed = (1 << BUILDS) | (1 << SELLS) | (1 << MORTGAGES) | (1 << LIFTS)
    wanted = np.array(row("strategic:late_game"))
    wanted[parameters.CLOSED] = closed
    assert agent.delegate == tuple(wanted)
    assert json.loads(agent.settings)["deputy"] == list(agent.delegate)
    assert "delegate" in {one["name"] for one in described_search("monopoly", "portfolio")["settings"]}
    with pytest.raises(BadAgent, match='"nobody" is no compiled agent of monopoly'):
        resolve("monopoly", "maxn:deputy=nobody")
    with pytest.raises(BadAgent, match='"deputy" is no setting of mcts'):
        resolve("pig", "mcts:deputy=random")
