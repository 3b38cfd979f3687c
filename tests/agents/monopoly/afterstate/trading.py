"""Offers between seats that decide by a network, on the interpreted rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from magnate.games.monopoly import rules
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.state import (
    ACCEPT,
    BUILD_GROUP,
    CANCEL,
    ITEM,
    ITEMS,
    PASS,
    REJECT,
    ROLL,
    TRADE,
    TRADE_ANSWER,
    TRADE_WITH,
)
from magnate.runtime.interpreter import interpret

from ..interpreted import RULES
from ..positions import BEFORE
from .by_dollars import Decider

TRADES = interpret("magnate.games.monopoly.trade")


def offering(g):
    return g.depth > 0 and g.fkind[g.depth - 1] == TRADE and g.trade_step != TRADE_ANSWER


def answering(g):
    return g.depth > 0 and g.fkind[g.depth - 1] == TRADE and g.trade_step == TRADE_ANSWER


def legal(g):
    out = np.zeros(200, np.int64)
    return out[: RULES.legal(g, out)].tolist()


def copied(g):
    return mirrored(np.frombuffer(g.to_bytes(), rules.STATE)[0])


def offered(decider, g, steps=30):
    """Let the seat to move begin and make up an offer; the offer as (partner, items, money), None without one."""
    p = g.mover
    action = decider.action(g)
    if not TRADE_WITH <= action < CANCEL:
        return None
    RULES.step(g, action)
    for _ in range(steps):
        if not offering(g):
            break
        assert g.mover == p
        action = decider.action(g)
        assert action in legal(g)
        RULES.step(g, action)
    return (g.fto[g.depth - 1], g.items, g.money) if answering(g) else None


def put(g, p, q, items, money):
    """Offer this to a seat: the window's seat p begins it, and it waits for the answer."""
    RULES.step(g, TRADE_WITH + q)
    g.items, g.money, g.trade_step, g.mover = items, money, TRADE_ANSWER, q


def gain(decider, g, h, seat):
    """What a seat gains from one position to another."""
    return decider.shares(h)[seat] - decider.shares(g)[seat]


def closed(g):
    """The position in which the window, before the throw or after it, has been left."""
    g = copied(g)
    RULES.step(g, ROLL if g.phase == BEFORE else PASS)
    return g


def managed(decider, g):
    """Whether the seat to move has built, sold, mortgaged or lifted something."""
    action = decider.action(g)
    if BUILD_GROUP <= action < ITEM:
        RULES.step(g, action)
        return True
    return False


def open_window(g: Any, p: int, current: int, phase: int) -> None:
    """Let it be seat p's window in the turn of another seat or its own, in which no offer was made."""
    g.mover, g.current, g.phase = p, current, phase
    g.stage = g.operations = 0
    for seat in range(g.opt.players):
        g.offers[seat] = 0


class Answered(NamedTuple):
    """An offer and its answer: the position as it would be if it were refused, and as it is if it was accepted."""

    proposer: int
    partner: int
    refused: Any
    accepted: Any | None


def answers(decider: Decider, g: Any, phase: int, turns: int) -> Iterator[Answered]:
    """Copies of a decider have a window each, one after another, and make an offer in each; nobody throws."""
    for turn in range(turns):
        p = turn % g.opt.players
        open_window(g, p, p, phase)
        while managed(decider, g):
            pass
        found = offered(decider, g)
        if found is None:
            continue
        partner, proposer = g.mover, g.fwho[g.depth - 1]
        refused = copied(g)
        RULES.step(refused, REJECT)
        action = decider.action(g)
        RULES.step(g, action)
        yield Answered(proposer, partner, refused, copied(g) if action == ACCEPT and g.depth == 0 else None)
        while g.depth:
            RULES.step(g, legal(g)[0])


def random_items(rng: random.Random, g: Any, q: int, most: int = 3) -> int:
    """The mask of a few things that the seat whose window it is and seat q may exchange; 0 if there is nothing."""
    h = copied(g)
    if TRADE_WITH + q not in legal(h):
        return 0
    RULES.step(h, TRADE_WITH + q)
    items = [action - ITEM for action in legal(h) if ITEM <= action < ITEM + ITEMS]
    return sum(1 << item for item in rng.sample(items, min(len(items), rng.randint(1, most))))


def after_offer(decider: Decider, g: Any, q: int, items: int, money: int) -> Any | None:
    """The position after the seat whose window it is has offered this to seat q; None if that is not accepted.

    None, too, for an offer that the rules do not allow, and where somebody must pay for what it got first.
    """
    p, h = g.mover, copied(g)
    if TRADE_WITH + q not in legal(h):
        return None
    put(h, p, q, items, 0)
    if not TRADES.least_payable(h, p, q) <= money <= TRADES.most_payable(h, p, q):
        return None
    h.money = money
    if decider.action(h) != ACCEPT:
        return None
    RULES.step(h, ACCEPT)
    return h if h.depth == 0 else None


def belongings(g: Any) -> tuple[int, ...]:
    """Who has which deeds and how much cash."""
    return tuple(g.deeds[r] for r in range(g.opt.players)) + tuple(g.cash[r] for r in range(g.opt.players))
