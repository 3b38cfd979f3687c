"""Monopoly's guide: its agents' policies, and what a search is told by them and can leave to them."""

from __future__ import annotations

from ...games.monopoly.legal import legal
from ...games.monopoly.rules import key as key_of
from ...games.monopoly.state import BUILD_GROUP, CANCEL, ITEM, TRADE, TRADE_ANSWER, TRADE_WITH, State
from ...games.monopoly.trade import can_offer
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.stream import choice
from .algorithmic import algorithmic
from .baseline import amend, baseline
from .character import character
from .decision_kinds import is_python_decision
from .evaluation import estimate, published, rule_move, search_row
from .offer_value import afterstate, decision_margin, is_transient
from .parameters import ALGORITHMIC, BASELINE, CHARACTER, KIND, PUBLISHED, RANDOM, STRANGER, STRATEGIC, TRUST
from .search_offers import prune, revise
from .stranger import stranger
from .strategic import strategic

__all__ = [
    "PLANS",
    "SEAT_PARTNER",
    "SEAT_PLANS",
    "afterstate",
    "amend",
    "decision_margin",
    "delegate",
    "estimate",
    "is_python_decision",
    "is_transient",
    "narrow",
    "policy",
    "prior",
    "propose",
    "prune",
    "revise",
    "rule_move",
    "search_row",
]


# -------------------------------------------------- Monopoly's compiled policies: which one a row of parameters means.


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The action of the policy that ``params[0]`` names; ``key`` gives it its own random numbers."""
    kind = params[KIND]
    if kind == STRATEGIC:
        return strategic(g, params, key, acts, memo)
    if kind == ALGORITHMIC:
        return algorithmic(g, params, key, acts, memo)
    if kind == BASELINE:
        return baseline(g, params, key, acts)
    if kind == CHARACTER:
        return character(g, params, key, acts, memo)
    if kind == STRANGER:
        return stranger(g, params, key, acts, memo)
    if kind == PUBLISHED:
        return published(g, params, key, acts)
    n = legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]


PLANS = "magnate.agents.monopoly.offers"
"""The kernel that makes the offers of agents that play by a network."""
SEAT_PLANS = "magnate.agents.monopoly.negotiation"
"""The same for networks with an output a seat."""
SEAT_PARTNER = "magnate.agents.monopoly.acceptance_fitted"
"""The module with the numbers of the model by which these guess what others accept."""


@rule
def choice_at(g: State, params: Floats, acts: Ints) -> int:
    """The action that :func:`policy` chooses here, with draws that follow from the position alone.

    ``acts`` holds the legal actions, before and after. In between it is the policy's scratch and, since nothing in
    notes is read but under a number that is never 0, its notes too.
    """
    acts[0] = 0
    chosen = policy(g, params, 2 * key_of(g), acts, acts)  # a key has 63 bits, that of a position 62
    legal(g, acts)
    return chosen


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """The policy's choice is trusted so far (``params[TRUST]``), and all actions share the rest alike.

    All are alike where the policy is random play.
    """
    trust = 0.0
    chosen = -1
    if n > 1 and params[TRUST] > 0.0 and params[KIND] != RANDOM:
        trust = params[TRUST] * 1
        chosen = choice_at(g, params, acts)
    for i in range(n):
        out[i] = (1.0 - trust) / n
        if acts[i] == chosen:
            out[i] += trust


@rule
def delegate(g: State, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """What the policy does about trades: whether it begins an offer, what it offers, and how it answers; else -1.

    Offers come last in a window, when the search has nothing left to build, sell, mortgage or lift. Where windows have
    an order, nothing of that is possible after an offer.
    """
    if g.depth > 0 and g.fkind[g.depth - 1] == TRADE:
        return policy(g, params, key, acts, memo)
    if found < 0 or BUILD_GROUP <= found < ITEM or not can_offer(g, g.mover):
        return -1
    action = policy(g, params, key, acts, memo)
    if TRADE_WITH <= action < CANCEL:
        return action
    return -1


@rule
def propose(g: State, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """What the policy does about offers of its own: whether it begins one, and what it offers; else -1."""
    if g.depth > 0 and g.fkind[g.depth - 1] == TRADE and g.trade_step == TRADE_ANSWER:
        return -1
    return delegate(g, params, found, key, acts, memo)


@rule
def narrow(g: State) -> None:
    """Nobody makes offers."""
    g.opt.offers_per_turn = 0
