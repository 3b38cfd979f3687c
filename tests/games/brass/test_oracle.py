"""Whole actions in random games: what the rules allow and what it leads to, against the oracle."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

import pytest

from magnate.games.brass import board, codec
from magnate.games.brass.state import ACTION, SELL

from .finish import Finish
from .oracle import KINDS, Act, Tile, begin, scouts, signature, whole_actions
from .table import Table
from .walk import decisions

MOST_UNSOLD = 3
"""Sales of more tiles have too many orders to list."""
SHARE = 0.06
"""The share of the positions that are looked at, beside those with something to sell."""


def about(finish: Finish) -> list[Any]:
    """What the action is about, in the oracle's words."""
    found: list[Any] = []
    for name, args in finish.events:
        if name == "BUILDS":
            found.append((codec.TILE_NAMES[args[2]], board.SPACES[args[1]].id))
        elif name == "LINKS":
            found.append(board.LINES[args[1]].id)
        elif name == "DEVELOPS":
            found.append(("bonus" if args[2] else "develop", codec.TILE_NAMES[args[1]]))
        elif name == "SELLS":
            found.append((board.SPACES[args[1]].id, board.MERCHANT_SPACES[args[2]].id))
    return found


def ours(table: Table, kind: str) -> dict[tuple[Any, ...], set[str]]:
    """Every action of a kind by the rules, with the cards that may pay for it."""
    found: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    scratch = table.at_state(table.g.copy())
    for finish in table.finishes(kind, unpaid=True):
        scratch.g.from_bytes(finish.state)
        after: Act = begin(scratch.position())
        after.about, after.used, after.bought = about(finish), finish.used, finish.bought
        found[signature(after)].update(finish.asked or finish.cards)
    return dict(found)


def sold_later(tile: Tile) -> bool:
    """Whether a tile flips by a sale and has not yet."""
    return not tile.flipped and tile.data["flips_by"] == "sell"


def with_few_to_sell(table: Table) -> Table:
    """The position as it is, or with all but some of the mover's unsold tiles flipped."""
    g, mine = table.g.copy(), begin(table.position())
    unsold = [board.SPACE_OF[at] for at, one in mine.tiles.items() if one.owner == mine.seat and sold_later(one)]
    for space in unsold[MOST_UNSOLD:]:
        g.flipped |= 1 << space
    return table.at_state(g)


def compare(table: Table, counts: Counter[str]) -> None:
    """Every kind of action at a position."""
    table = with_few_to_sell(table)
    act = begin(table.position())
    for kind in KINDS:
        theirs, mine = whole_actions(act, kind), ours(table, kind)
        extra, missing = mine.keys() - theirs.keys(), theirs.keys() - mine.keys()
        assert not extra, f"{kind}: not by the rule book: {min(map(str, extra))} of {table.position()}"
        assert not missing, f"{kind}: not offered: {min(map(str, missing))} of {table.position()}"
        assert mine == {key: cards for key, cards in theirs.items() if cards}, f"{kind}: cards at {table.position()}"
        counts[kind] += len(theirs)
    given = {tuple(sorted(one.cards)) for one in table.finishes("scout")}
    assert given == scouts(act)
    assert {one.cards[0] for one in table.finishes("pass")} == set(act.me["hand"])


def checked(seeds: range) -> Counter[str]:
    """How many actions of each kind have been compared."""
    counts: Counter[str] = Counter()
    chooser = random.Random(7)
    for seed in seeds:
        players = 2 + seed % 3
        table = Table.new(players)
        for g, legal in decisions(players, seed):
            hand = sum(g.hand[g.mover, kind] for kind in range(len(board.CARDS)))
            if g.phase == ACTION and g.actions == 2 and hand > 3 and (SELL in legal or chooser.random() < SHARE):
                compare(table.at_state(g.copy()), counts)
    return counts


def test_whole_actions_are_those_of_the_rule_book():
    counts = checked(range(2))
    assert all(counts[kind] > 10 for kind in ("build", "network", "develop", "sell"))


@pytest.mark.long
def test_whole_actions_of_a_hundred_games():
    assert min(checked(range(2, 102)).values()) > 100
