"""Monopoly's guide: which compiled policy a row of parameters means, and what a search can leave to it."""

from __future__ import annotations

from ...engine.compiler import Floats, Ints, rule
from ...engine.stream import choice
from ...games.monopoly.actions import BUILD_GROUP, CANCEL, ITEM, TRADE_WITH
from ...games.monopoly.legality import legal
from ...games.monopoly.state import TRADE, TRADE_ANSWER, State
from ...games.monopoly.trade import can_offer
from .algorithmic import algorithmic
from .baseline import baseline
from .evaluation import estimate, search_row
from .jail_rule import instead
from .places import ALGORITHMIC, BASELINE, KIND, PUBLISHED, STRATEGIC
from .published import published
from .strategic import strategic
from .topics import asks

__all__ = ["asks", "deputy", "estimate", "instead", "narrow", "policy", "search_row"]


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
    if kind == PUBLISHED:
        return published(g, params, key, acts)
    n = legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]


@rule
def deputy(g: State, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """What the policy does about trades: whether it begins an offer, what it offers, and how it answers; else -1.

    Offers come last in a window, when the search has nothing left to build, sell, mortgage or lift: where windows have
    an order, nothing of that is possible after an offer.
    """
    if g.depth > 0 and (g.fkind[g.depth - 1] == TRADE or g.fkind[g.depth - 1] == TRADE_ANSWER):
        return policy(g, params, key, acts, memo)
    if found < 0 or BUILD_GROUP <= found < ITEM or not can_offer(g, g.mover):
        return -1
    action = policy(g, params, key, acts, memo)
    if TRADE_WITH <= action < CANCEL:
        return action
    return -1


@rule
def narrow(g: State) -> None:
    """Nobody makes offers."""
    g.opt.offers_per_turn = 0
