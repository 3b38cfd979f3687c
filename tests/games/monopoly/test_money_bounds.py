"""No amount of money leaves 32 bits, whatever the options: a game with too many dollars in play ends."""

from __future__ import annotations

import numpy as np

import magnate
from magnate.games.monopoly import Options, setup
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.state import ENDED_ROUNDS, MONEY_ROUNDS, MOST_MONEY

from .walk import RULES, legal

INT32 = 2**31 - 1


def end_of_round(money: int, number: int) -> int:
    """How a game of so many rounds with so much money in play ends with this round's last turn (0: it goes on)."""
    position = {
        "turn": 1,
        "round": number,
        "phase": "turn-end",
        "players": [{"cash": money - 1}, {"cash": 1}],
    }
    return int(RULES.ending(mirrored(setup(position, Options(max_rounds=0, offers_per_turn=0), 2)[0])))


def test_too_much_money_ends_a_game():
    position = {
        "turn": 1,
        "round": MONEY_ROUNDS,
        "phase": "throw",
        "players": [{"cash": MOST_MONEY - 1, "square": 1}, {"cash": 1, "square": 38}],
    }
    g = mirrored(setup(position, Options(max_rounds=0, offers_per_turn=0, auctions=False), 2)[0])
    RULES.step(g, 1)  # 1 and 2: seat 1 passes GO
    while g.mover == 1:
        RULES.step(g, max(legal(g)))
    assert (g.ending, g.winners) == (ENDED_ROUNDS, 1)


def test_less_money_does_not():
    assert end_of_round(MOST_MONEY, MONEY_ROUNDS) == 0
    assert end_of_round(MOST_MONEY, MONEY_ROUNDS - 1) == 0


def test_what_the_bank_can_pay_until_the_next_look_fits_32_bits():
    """The greatest salaries, bonuses and cards of so many rounds of eight players, and what property can bring."""
    fields = Options.model_fields
    salary, bonus = (
        next(m.le for m in fields[name].metadata if hasattr(m, "le")) for name in ("salary", "snake_eyes_bonus")
    )
    turn = 3 * (3 * salary + bonus + 200)
    assert MOST_MONEY + 8 * MONEY_ROUNDS * turn + 100_000 < INT32


def test_the_richest_game_ends_before_its_money_overflows():
    options = {
        "salary": 10_000,
        "snake_eyes_bonus": 10_000,
        "start_cash": 10**6,
        "max_rounds": 10**6,
        "auctions": False,
    }
    windows = {"manage_before": False, "manage_after": False, "manage_between": False, "offers_per_turn": 0}
    game = magnate.load("monopoly", players=2, **options, **windows)
    played = game.play_many("random", range(2))
    assert list(played.ending) == [ENDED_ROUNDS] * 2
    money = played.states["cash"].astype(np.int64)
    assert money.min() >= 0
    assert MOST_MONEY < money.sum(axis=1).max() < INT32
