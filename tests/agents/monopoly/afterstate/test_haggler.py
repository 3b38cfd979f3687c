"""``character:haggler_network`` accepts exactly what gains it its margin by its network, whatever is offered."""

from __future__ import annotations

import random

import pytest

from magnate.agents import resolve
from magnate.errors import BadNetwork
from magnate.games.monopoly.state import ACCEPT, REJECT

from ..positions import random_position
from .by_dollars import Decider
from .trading import RULES as MOVES
from .trading import TRADES, copied, gain, put, random_items

MARGIN = 0.08


def test_a_table_with_more_players_than_its_network_knows_is_refused() -> None:
    assert resolve("monopoly", "character:haggler_network", 4)
    with pytest.raises(BadNetwork, match="not for 6"):
        resolve("monopoly", "character:haggler_network", 6)


def test_it_accepts_exactly_from_its_margin_on() -> None:
    agent = resolve("monopoly", "character:haggler_network", 4)
    decider, rng = Decider(4, agent.network, agent.planning), random.Random(8)
    near = answered = 0
    seen = set()
    for _ in range(12):
        g = random_position(rng, 4)
        items = random_items(rng, g, 1)
        for money in range(-1000, 1001, 250):
            h = copied(g)
            if not items:
                continue
            put(h, 0, 1, items, 0)
            if not TRADES.least_payable(h, 0, 1) <= money <= TRADES.most_payable(h, 0, 1):
                continue
            h.money = money
            after = {answer: copied(h) for answer in (ACCEPT, REJECT)}
            for answer, there in after.items():
                MOVES.step(there, answer)
            if after[ACCEPT].depth:
                continue  # a mortgage that was received is asked about first
            gained = gain(decider, after[REJECT], after[ACCEPT], 1)
            answer = decider.action(h)
            seen.add(answer)
            answered += 1
            near += 0 < gained < MARGIN
            assert (answer == ACCEPT) == (gained >= MARGIN), gained
    assert seen == {ACCEPT, REJECT}
    assert answered > 10
    assert near > 0
