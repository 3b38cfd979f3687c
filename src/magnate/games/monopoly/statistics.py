"""What a tournament averages over finished games, computed for whole arrays of states at once, and what it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.result_schema import ResultSchema, Statistic
from .board import DEEDS, GROUP_DEEDS, GROUP_NAMES, STREET_GROUPS
from .state import WORTH_HALF
from .tables import HOTEL
from .tracking import ACCEPTED, BOUGHT, OFFERED

if TYPE_CHECKING:
    from ...core.result_schema import Columns
    from ...core.run import Results

__all__ = ["FACTS", "net_worth", "statistics"]

_BITS = np.arange(len(DEEDS))
_PRICE = np.array([deed.price for deed in DEEDS])
_HOUSE_PRICE = np.array([deed.house_price for deed in DEEDS])
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


def net_worth(states: np.ndarray) -> np.ndarray:
    """Net worth in dollars (game, player): cash, printed prices, buildings at cost, as the rules' ``worth``."""
    halved = states["opt"]["mortgaged_worth"][:, None] == WORTH_HALF
    mortgaged = ((states["mortgaged"][:, None] >> _BITS) & 1 == 1) & halved
    level = states["level"].astype(np.int64)
    bought = np.where(level == HOTEL, states["opt"]["hotel_houses"][:, None] + 1, level)
    value = np.where(mortgaged, _PRICE // 2, _PRICE) + bought * _HOUSE_PRICE
    worth: np.ndarray = states["cash"][:, : _players(states)] + (_owned(states) * value[:, None, :]).sum(axis=2)
    return worth


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    """Facts of games with the same options.

    By game: ``turns`` and ``rounds`` completed. By game and player:
    ``bankrupt``, ``net_worth`` and ``cash`` in dollars, ``deeds`` owned, ``monopolies`` (whole street groups).
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
    }


def _collect(results: Results) -> Columns:
    """What is kept of finished games: :func:`statistics`, and what :mod:`.tracking` has noted of each seat."""
    players = _players(results.states)
    bought, made, accepted = (results.tracks[:, at : at + players] for at in (BOUGHT, OFFERED, ACCEPTED))
    counts = {"offers": made, "offers_accepted": accepted}
    full = {name: np.minimum(count, MOST_OFFERS) for name, count in counts.items()}
    return {**statistics(results.states), "bought": bought, **full}


def _expand(seats: Columns) -> Columns:
    """The kept columns with the mask of the deeds bought turned into counts by colour group (game, seat, group)."""
    found = dict(seats)
    bought = found.pop("bought")
    masks = [sum(1 << deed for deed in deeds) for deeds in GROUP_DEEDS]
    counts = [np.bitwise_count(bought & np.uint32(mask)) for mask in masks]
    return {**found, "purchases": np.stack(counts, axis=-1)}


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
    ),
    collect=_collect,
    expand=_expand,
    parts={"purchases": GROUP_NAMES},
    shown=(
        Statistic("bankrupt", kind="share", brief=True),
        Statistic("deeds"),
        Statistic("monopolies", "whole groups"),
        Statistic("net_worth", kind="money", brief=True),
        Statistic("cash", kind="money"),
        Statistic("offers", "offers made"),
        Statistic("offers_accepted"),
    ),
)
"""What a tournament keeps of a game.

``bought`` is the mask of the deeds that a seat was the first to buy from the bank, read as ``purchases`` by colour;
``offers`` counts the trades that it put to a partner, ``offers_accepted`` those of them that came about.
"""
