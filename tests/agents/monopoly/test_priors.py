"""What searches expect of Monopoly's agents: probabilities of actions by what the agent of playouts would do."""

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly import parameters
from magnate.agents.search_spec import described_search
from magnate.errors import BadAgent
from magnate.games.monopoly.state import AUCTION, DEBT, NO_FRAME, TRADE
from magnate.search import search
from magnate.search.searchers import searcher
from tests.games.monopoly.rules.table import player

from ...games.monopoly.situations import SITUATIONS
from .interpreted import POLICIES, RULES, notes, play, row, scratch

AGENTS = ("baseline", "strategic:offer_chance=1", "algorithmic", "published")


def asked(g, params):
    """The legal actions and their priors."""
    acts, out = scratch(), np.full(len(scratch()), np.nan)
    n = RULES.legal(g, acts)
    before = [acts[i] for i in range(n)]
    POLICIES.prior(g, acts, n, params, out)
    assert [acts[i] for i in range(n)] == before
    assert np.isnan(out[n:]).all()
    return before, out[:n].tolist()


def trusting(agent, trust):
    params = row(agent)
    params[parameters.TRUST] = trust
    return params


def test_priors_are_probabilities_and_favour_what_the_policy_does():
    """At 1,000 decisions of games under many options: windows, trades, auctions, debts and others."""
    seen, kinds = 0, set()
    for number, situation in enumerate(SITUATIONS):
        agent = AGENTS[number % len(AGENTS)]
        params, seats = trusting(agent, 0.25), (["random", agent] * 4)[: situation.players]
        for decision in play(situation.starts(1), seats, "priors", number, limit=60):
            before = decision.g.to_bytes()
            acts, shares = asked(decision.g, params)
            assert decision.g.to_bytes() == before
            assert sum(shares) == pytest.approx(1, abs=1e-12)
            if len(acts) == 1:
                continue
            chosen = POLICIES.policy(decision.g, params, 2 * RULES.key(decision.g), scratch(), notes())
            if chosen not in acts:  # amid a bid or an offer that the policy would not have begun to enter
                assert shares == [1 / len(acts)] * len(acts)
                continue
            seen += 1
            kinds.add(decision.g.fkind[decision.g.depth - 1] if decision.g.depth else NO_FRAME)
            assert shares == [0.75 / len(acts) + 0.25 * (one == chosen) for one in acts]
    assert seen >= 1000
    assert kinds >= {NO_FRAME, AUCTION, TRADE, DEBT}


def test_random_play_and_no_trust_tell_nothing():
    for params in (trusting("random", 0.5), trusting("strategic", 0.0)):
        for decision in play(SITUATIONS[0].starts(1), ["strategic"] * 2, "alike", limit=100):
            acts, shares = asked(decision.g, params)
            assert shares == [1 / len(acts)] * len(acts)


def offered_a_deed():
    """A decision with little doubt: a deed to be bought, with cash enough."""
    game = magnate.load("monopoly", preset="thesis", players=2)
    return game.setup({"players": [player(), player()]}).apply("roll:1-2")


@pytest.mark.parametrize("options", [{"select": "puct"}, {"bias": 0.5}, {"root": "gumbel"}])
def test_searches_go_by_them(options):
    """A search of so few simulations tries what the agent would do first."""
    position, params = offered_a_deed(), resolve("monopoly", "mcts:sims=2,trust=0.8").question.params
    report = search(position, "mcts", "sims:2", params=params, truncate=2, interpreted=True, **options)
    assert {one.name: one.prior for one in report.actions} == {"buy": pytest.approx(0.9), "decline": pytest.approx(0.1)}
    assert report.name == "buy"


def test_their_trust_is_a_setting_of_the_searches_that_ask_for_them():
    assert resolve("monopoly", "mcts").question.params[parameters.TRUST] == 0.5
    assert resolve("monopoly", "mcts:trust=0").question.params[parameters.TRUST] == 0
    for agent, has in (("mcts", True), ("expectiminimax", False), ("portfolio", False)):
        assert ("trust" in {one["name"] for one in described_search("monopoly", agent)["settings"]}) == has
    with pytest.raises(BadAgent, match='"trust" is no setting of maxn'):
        resolve("monopoly", "maxn:trust=0.5")
    with pytest.raises(BadAgent, match='"trust" of "mcts" needs a number from 0 to 1, not "2"'):
        resolve("monopoly", "mcts:trust=2")


@pytest.mark.long
@pytest.mark.parametrize("playout", ["baseline", "strategic:offer_chance=1"])
def test_compiled_is_interpreted(playout):
    """The same report, so the same priors, with windows that may offer; and the agent that searches decides by it."""
    question = resolve("monopoly", f"mcts:sims=12,select=puct,truncate=1,playout={playout}").question
    game = magnate.load("monopoly", preset="thesis", players=3)
    asked_often = searcher(game, question)
    for seed in range(3):
        position = game.new(seed)
        for step in range(30 + 20 * seed):
            legal = position.legal()
            position.apply(legal[step % len(legal)])
        options = {"params": question.params, "seed": seed, **question.options}
        compiled, plain = (
            search(position, "mcts", question.budget, interpreted=twin, **options) for twin in (False, True)
        )
        assert compiled == plain
        me = position.to_move
        assert asked_often.choose(position.shown_to(me).states(), me, seed) == compiled.action
