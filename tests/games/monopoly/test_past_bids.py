"""What a position remembers of bids and purchases is what can be told from the steps of the game alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import magnate
from magnate.games.monopoly import events
from magnate.games.monopoly.board import GROUP_DEEDS, SQUARE_DEED
from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.state import AUCTION, BUY, BUYING, PAST_BIDS, PAST_PURCHASES
from magnate.runtime.layout import copied

TABLES = [
    ("official", ["strategic", "character:bidder", "character:mild", "random"]),
    ("official", ["random", "algorithmic"]),
    ("thesis", ["strategic:trademaster", "random", "character:refuser"]),
    ("official-pre2008", ["random"] * 8),
]
BIDS, RULES = part("past_bids"), part("rules")


def whose_group(g: np.void, p: int, d: int) -> int:
    """1 if deed ``d`` is the last one of a group for seat ``p``, 2 if for somebody else."""
    (group,) = (deeds for deeds in GROUP_DEEDS if d in deeds)
    rest = set(group) - {d}
    whole = [seat for seat in range(g["opt"]["players"]) if all(int(g["deeds"][seat]) >> one & 1 for one in rest)]
    return 1 if p in whole else 2 if whole else 0


def units(amount: int) -> int:
    return min(255, -(-amount // 8))


class Memory:
    """What is remembered, worked out without the rules from positions, steps and what is narrated of them."""

    def __init__(self, players: int) -> None:
        self.bids: list[list[list[int]]] = [[] for _ in range(players)]
        self.purchases: list[list[int]] = [[] for _ in range(players)]
        self.open: set[int] = set()
        self.players = players

    def saw(self, g: np.void, action: int, told: list[tuple[int, tuple[int, ...]]]) -> None:
        """A step in position ``g``, and what was told of it."""
        top = int(g["depth"]) - 1
        p = int(g["mover"])
        cash = max(0, min(31, int(g["cash"][p]) // 64)) if p >= 0 else 0
        if top < 0 and g["phase"] == BUYING:
            d = SQUARE_DEED[int(g["square"][p])]
            whose = whose_group(g, p, d)
            number = d + 1 | cash << 5 | (whose == 1) << 10 | (whose == 2) << 11 | (action == BUY) << 12
            self.purchases[p] = [number, *self.purchases[p]][: PAST_PURCHASES // self.players]
        if top >= 0 and g["fkind"][top] == AUCTION and g["lot"] < 28:
            lot, least = int(g["lot"]), int(g["famount"][top])
            if g["leader"]:
                least = int(g["bid"]) + int(g["opt"]["auction_raise"])
            for kind, said in told:
                bids = kind == events.BIDS
                if not bids and (kind != events.PASSES_BID or said[2]):
                    continue
                seat = int(g["bidder"])
                assert said[0] == seat == p
                assert said[1] == lot
                if seat not in self.open:
                    self.open.add(seat)
                    whose = whose_group(g, p, lot)
                    first = [lot + 1, 0, 0, cash << 21 | (whose == 1) << 26 | (whose == 2) << 27]
                    self.bids[p] = [first, *self.bids[p]][: PAST_BIDS // self.players]
                self.bids[p][0][2] = 0 if bids else units(least)
                if bids:
                    self.bids[p][0][1] = units(said[2])
        if any(kind == events.AUCTION_OPENS for kind, _ in told):
            self.open = set()

    def numbers(self) -> tuple[list[list[int]], list[list[int]]]:
        bids = [
            [
                d | bid << 5 | left << 13 | rest | (seat in self.open and place == 0) << 28
                for place, (d, bid, left, rest) in enumerate(row)
            ]
            for seat, row in enumerate(self.bids)
        ]
        return bids, self.purchases


def kept(g: np.void, field: str, players: int) -> list[list[int]]:
    room = len(g["bidding"][field]) // players
    rows = g["bidding"][field][: room * players].reshape(players, room).tolist()
    return [[one for one in row if one] for row in rows]


@pytest.mark.parametrize(("preset", "agents"), TABLES)
def test_bids_and_purchases_are_rebuilt_from_the_steps(preset: str, agents: list[str]) -> None:
    game = magnate.load("monopoly", preset=preset, players=len(agents))
    bid = left = bought = declined = 0
    for seed in range(2):
        record = game.play(agents, seed=seed, limit=700)
        again = record.to_game()
        step, states = again.entry("position_kernel", "step"), again.start_states(1)
        mirror: Any = mirrored(states[0])
        memory = Memory(len(agents))
        for action in record.actions:
            before = copied(states)[0]
            step(states, action)
            mirror.events.clear()
            RULES.step(mirror, action)
            assert mirror.to_bytes() == states.tobytes()
            memory.saw(before, action, list(mirror.events))
            assert (kept(states[0], "bids", len(agents)), kept(states[0], "purchases", len(agents))) == memory.numbers()
        numbers = [one for row in memory.numbers()[0] for one in row]
        bid += sum(one >> 5 & 255 > 0 for one in numbers)
        left += sum(one >> 13 & 255 > 0 for one in numbers)
        bought += sum(one >> 12 & 1 for row in memory.purchases for one in row)
        declined += sum(1 - (one >> 12 & 1) for row in memory.purchases for one in row)
    assert min(bought, declined) > 0
    assert (min(bid, left) > 0) == (preset != "thesis"), "which knows no auctions"


def test_a_bid_that_stands_and_one_that_is_declined() -> None:
    game = magnate.load("monopoly", preset="official", players=3)
    players = [{"square": 39, "cash": 1000}, {"deeds": ["park-place"], "cash": 1500}, {"cash": 100}]
    position = game.setup({"phase": "buying", "players": players})
    own, other, still = 1 << 26, 1 << 27, 1 << 28
    first = [BIDS.last_bids(mirrored(position.state), p) for p in range(3)]

    def bids() -> list[int]:
        return [int(position.state["bidding"]["bids"][place]) for place in first]

    position.apply("decline")
    assert int(position.state["bidding"]["purchases"][0]) == 28 | 15 << 5 | 1 << 11, "it would complete seat 1's group"
    position.apply("bid:+100")
    assert bids() == [0, 28 | 13 << 5 | 23 << 21 | own | still, 0]
    position.apply("pass")  # seat 0, as seat 2 cannot bid as much: that is no decision
    assert bids() == [28 | 13 << 13 | 15 << 21 | other | still, 28 | 13 << 5 | 23 << 21 | own | still, 0]


def test_what_is_remembered_changes_neither_equality_nor_hash() -> None:
    game = magnate.load("monopoly", players=2)
    one = game.setup({"phase": "buying", "players": [{"square": 39}, {}]})
    one.apply("decline")
    forgets = game.setup(one.to_setup())
    assert one.state["bidding"]["purchases"].any()
    assert not forgets.state["bidding"]["purchases"].any()
    assert (one == forgets, one.hash == forgets.hash, one.key == forgets.key) == (True, True, True)
