"""What a tournament averages over finished games, and what is counted while they run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.result_schema import ResultSchema, Statistic, set_bits
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import count_bits
from .board import ALL_DEEDS, GROUP_DEEDS, GROUP_NAMES, HOTEL, SEATS, STREET_GROUPS, TITLE_DEEDS
from .state import ACCEPT, TRADE_ANSWER, WORTH_HALF, State

if TYPE_CHECKING:
    from ...core.result_schema import Columns
    from ...core.run import Results


__all__ = ["ACCEPTED", "FACTS", "OFFERED", "TRACKED", "net_worth", "statistics", "track"]


# ---------------- What a game's last position does not tell: first buyers, and offers of trades


SOLD = 0
"""Place of the mask of the deeds that have left the bank for the first time."""
BOUGHT = 1
"""Place of the first seat's mask of the deeds whose first buyer it was; the others follow."""
OFFERED = BOUGHT + SEATS
"""Place of the number of offers that the first seat has put to a partner; the others follow."""
ACCEPTED = OFFERED + SEATS
"""Place of the number of those that were accepted; the others follow."""
PROPOSER = ACCEPTED + SEATS
"""Place of the seat + 1 whose offer waits for its answer, 0 when none does."""
TRACKED = PROPOSER + 1


@rule
def track(g: State, a: int, tally: Ints) -> None:
    """Note what step ``a``, a decision or an outcome, did; ``g`` is the position after it."""
    if tally[PROPOSER] != 0:
        note_answer(a, tally)
    elif g.trade_step == TRADE_ANSWER:
        note_offer(g, tally)
    if tally[SOLD] != ALL_DEEDS:
        note_purchases(g, tally)


@rule
def note_offer(g: State, tally: Ints) -> None:
    """An offer has been made: its partner has the next decision. One that is withdrawn while it is made up is none."""
    p = g.fwho[g.depth - 1]
    tally[OFFERED + p] += 1
    tally[PROPOSER] = p + 1


@rule
def note_answer(a: int, tally: Ints) -> None:
    """The offer has been answered. The position would not tell how: what was exchanged may have passed on already."""
    if a == ACCEPT:
        tally[ACCEPTED + tally[PROPOSER] - 1] += 1
    tally[PROPOSER] = 0


@rule
def note_purchases(g: State, tally: Ints) -> None:
    """Note who bought deeds in the last step, at the printed price or by auction; dealt deeds are nobody's purchase."""
    owned = 0
    for p in range(SEATS):  # a fixed number is faster, and empty seats own nothing
        owned |= g.deeds[p]
    fresh = owned & ~tally[SOLD]
    if fresh == 0:
        return
    tally[SOLD] |= owned
    if count_bits(tally[SOLD]) <= g.opt.dealt_deeds * g.opt.players:
        return
    for p in range(g.opt.players):
        tally[BOUGHT + p] |= g.deeds[p] & fresh


# ---------------- Averages over finished games, computed for whole arrays of states at once


_BITS = np.arange(len(TITLE_DEEDS))
_PRICE = np.array([deed.price for deed in TITLE_DEEDS])
_HOUSE_PRICE = np.array([deed.house_price for deed in TITLE_DEEDS])
MOST_OFFERS = np.iinfo(np.uint16).max
"""Offers of a seat that are counted, at most. Under any preset a game of 1,000 rounds has fewer than half as many."""
_GROUPS = [sum(1 << deed for deed in deeds) for deeds in GROUP_DEEDS[:STREET_GROUPS]]


def _players(states: np.ndarray) -> int:
    """The number of players of a batch of games of one kind."""
    return int(states["opt"]["players"][0]) if len(states) else 0


def _owned(states: np.ndarray) -> np.ndarray:
    """Who owns what: booleans (game, player, deed)."""
    masks = states["deeds"][:, : _players(states), None]
    owned: np.ndarray = (masks >> _BITS) & 1 == 1
    return owned


def _houses(states: np.ndarray) -> np.ndarray:
    """The houses on each deed (game, deed); a hotel counts as those that it takes."""
    level = states["level"].astype(np.int64)
    return np.where(level == HOTEL, states["opt"]["hotel_houses"][:, None] + 1, level)


def net_worth(states: np.ndarray) -> np.ndarray:
    """Net worth in dollars (game, player): cash, printed prices, buildings at cost, as the rules' ``worth``."""
    halved = states["opt"]["mortgaged_worth"][:, None] == WORTH_HALF
    mortgaged = ((states["mortgaged"][:, None] >> _BITS) & 1 == 1) & halved
    value = np.where(mortgaged, _PRICE // 2, _PRICE) + _houses(states) * _HOUSE_PRICE
    worth: np.ndarray = states["cash"][:, : _players(states)] + (_owned(states) * value[:, None, :]).sum(axis=2)
    return worth


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    """Facts of games with the same options.

    By game: ``turns`` and ``rounds`` completed. By game and player:
    ``bankrupt``, ``net_worth`` and ``cash`` in dollars, ``deeds`` owned, ``monopolies`` (whole street groups), and
    ``houses`` on its deeds. A hotel counts as five of them, or as four in the short game.
    """
    players = _players(states)
    masks = states["deeds"][:, :players]
    alive = states["alive"][:, None].astype(np.int64) >> np.arange(players) & 1
    groups = np.array(_GROUPS)
    return {
        "bankrupt": alive == 0,
        "net_worth": net_worth(states),
        "cash": states["cash"][:, :players].astype(np.int64),
        "turns": states["turns"].astype(np.int64),
        "rounds": states["rounds"].astype(np.int64),
        "deeds": _owned(states).sum(axis=2),
        "monopolies": (masks[:, :, None] & groups == groups).sum(axis=2),
        "houses": (_owned(states) * _houses(states)[:, None]).sum(axis=2),
    }


def _collect(results: Results) -> Columns:
    """What is kept of finished games: :func:`statistics`, and what :func:`track` has noted of each seat."""
    players = _players(results.states)
    bought, made, accepted = (results.tracks[:, at : at + players] for at in (BOUGHT, OFFERED, ACCEPTED))
    counts = {"offers": made, "offers_accepted": accepted}
    full = {name: np.minimum(count, MOST_OFFERS) for name, count in counts.items()}
    return {**statistics(results.states), "bought": bought, **full}


def _by_group(bought: np.ndarray) -> np.ndarray:
    """The masks of the deeds bought as counts by colour group (game, seat, group)."""
    masks = [sum(1 << deed for deed in deeds) for deeds in GROUP_DEEDS]
    return np.stack([set_bits(bought & np.uint32(mask)) for mask in masks], axis=-1)


FACTS = ResultSchema(
    game=(("turns", "i4"), ("rounds", "i4")),
    seat=(
        ("net_worth", "i4"),
        ("cash", "i4"),
        ("bought", "u4"),
        ("offers", "u2"),
        ("offers_accepted", "u2"),
        ("deeds", "u1"),
        ("monopolies", "u1"),
        ("bankrupt", "u1"),
        ("houses", "u1"),
    ),
    collect=_collect,
    unpack={"bought": ("purchases", _by_group)},
    parts={"purchases": GROUP_NAMES},
    shown=(
        Statistic("bankrupt", kind="share", brief=True),
        Statistic("deeds"),
        Statistic("monopolies", "whole groups"),
        Statistic("houses"),
        Statistic("net_worth", kind="money", brief=True),
        Statistic("cash", kind="money"),
        Statistic("offers", "offers made"),
        Statistic("offers_accepted"),
    ),
)
"""What a tournament keeps of a game.

``bought`` is the mask of the deeds that a seat was the first to buy from the bank, read as ``purchases`` by colour.
``offers`` counts the trades that it put to a partner, ``offers_accepted`` those of them that came about.
"""
