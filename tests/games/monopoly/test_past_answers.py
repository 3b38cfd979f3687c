"""What a position remembers of answers to offers is what can be told from the steps of the game alone."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.games.monopoly.board import GROUP_DEEDS, TITLE_DEEDS
from magnate.games.monopoly.state import ACCEPT, PAST_ANSWERS, REJECT, TRADE, TRADE_ANSWER

TABLES = [
    ("official", ["strategic:offer_chance=1", "character:refuser", "character:haggler_20", "baseline"]),
    ("official", ["strategic:offer_chance=1", "algorithmic:offer_chance=1"]),
    ("thesis", ["strategic:trademaster", "random", "character:mild"]),
    ("official-pre2008", ["random"] * 8),
]


def ten_percent(g: np.void, d: int) -> int:
    whole = TITLE_DEEDS[d].mortgage
    return whole // 10 if g["opt"]["round_down"] else -(-whole // 10)


def listed(g: np.void, items: list[int]) -> int:
    """What items cost by the list, mortgaged deeds less what lifting costs."""
    total = 0
    for item in items:
        total += 50 if item >= 28 else TITLE_DEEDS[item].price
        if item < 28 and int(g["mortgaged"]) >> item & 1:
            total -= TITLE_DEEDS[item].mortgage + (0 if g["opt"]["free_lifting"] else ten_percent(g, item))
    return total


def completed(own: set[int], given: list[int], received: list[int]) -> int:
    """The last street group, or else the first other one, that received deeds make whole."""
    after = (own - set(given)) | set(received)
    whole = [k for k, deeds in enumerate(GROUP_DEEDS) if set(deeds) <= after and set(deeds) & set(received)]
    streets = [k for k in whole if k < 8]
    return 1 + max(streets) if streets else 1 + min(whole) if whole else 0


def expected(g: np.void, accepted: bool) -> tuple[int, int]:
    """Who answers, and the answer as a number, worked out without the rules."""
    top = int(g["depth"]) - 1
    p, q, money = int(g["fwho"][top]), int(g["fto"][top]), int(g["money"])
    items = [i for i in range(30) if int(g["items"]) >> i & 1]
    owners = {d: seat for seat in range(8) for d in range(28) if int(g["deeds"][seat]) >> d & 1}
    owners |= {28 + deck: int(g["holder"][deck]) - 1 for deck in range(2)}
    received, given = [i for i in items if owners[i] == p], [i for i in items if owners[i] == q]
    deeds = {seat: {d for d in range(28) if owners.get(d) == seat} for seat in (p, q)}
    due = 0
    if g["opt"]["transfer_interest"]:
        due = sum(ten_percent(g, d) for d in received if d < 28 and int(g["mortgaged"]) >> d & 1)
    gives = listed(g, given) + max(0, -money) + due
    net = listed(g, received) + max(0, money) - gives
    cash = max(0, min(31, (int(g["cash"][q]) + money - due) // 64))
    groups = completed(deeds[q], given, received), completed(deeds[p], received, given)
    number = 512 + max(-511, min(511, net // 8)) + (max(0, min(127, gives // 32)) << 10)
    return q, number + (groups[0] << 17) + (groups[1] << 21) + (cash << 25) + (accepted << 30)


@pytest.mark.parametrize(("preset", "agents"), TABLES)
def test_answers_are_rebuilt_from_the_steps(preset: str, agents: list[str]) -> None:
    game = magnate.load("monopoly", preset=preset, players=len(agents))
    room, answered = PAST_ANSWERS // len(agents), 0
    for seed in range(3):
        record = game.play(agents, seed=seed, limit=3000)
        again = record.to_game()
        step, states = again.entry("position_kernel", "step"), again.start_states(1)
        known: list[list[int]] = [[] for _ in agents]
        for action in record.actions:
            g, top = states[0], int(states["depth"][0]) - 1
            if top >= 0 and g["fkind"][top] == TRADE and g["trade_step"] == TRADE_ANSWER:
                assert action in (ACCEPT, REJECT)
                seat, number = expected(g, action == ACCEPT)
                known[seat] = [number, *known[seat]][:room]
                answered += 1
            step(states, action)
            kept = states["past"]["answers"][0][: room * len(agents)].reshape(len(agents), room)
            assert [[one for one in row if one] for row in kept.tolist()] == known
    assert answered > 10
