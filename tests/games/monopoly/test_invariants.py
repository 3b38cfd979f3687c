"""Every invariant after every step of random games over all presets, table sizes and option switches.

``make test-long`` checks 200,000 games; ``python tools/long_checks.py`` checks any range of them, with progress.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from magnate.core import run
from magnate.core.run import params_row
from magnate.games.monopoly import GAME, rules, state
from magnate.games.monopoly.board import BANK

from . import friedman, ledger
from .playing import BLOCK, Fault, Report, check_games, starts, survey, verify_from
from .situations import PRESET_GAMES, SITUATIONS, Situation

CI_GAMES = BLOCK * len(SITUATIONS)
ROOT = Path(__file__).parents[3]


@cache
def checked() -> Report:
    """The report over the games that are checked in every run: raises Fault at a broken promise."""
    *_, report = check_games(0, CI_GAMES)
    return report


def test_invariants_hold_after_every_step():
    assert checked().done == CI_GAMES >= 1000
    assert checked().steps > 2_500_000


def test_all_phases_of_a_turn_are_met():
    passing = {state.LAND, state.TURN_END}  # the rules run through these without stopping
    assert {phase for phase in range(state.FINISHED + 1) if checked().met.phases[phase] == 0} == passing


def test_all_kinds_of_interrupts_are_met():
    assert all(checked().met.frames[state.DEBT : state.BREAK + 1] > 0)


def test_all_kinds_of_actions_are_taken():
    bounds = [
        *range(state.TRADE_WITH + 1),
        *range(state.CANCEL, state.BUILD_GROUP + 1),
        state.SELL_GROUP,
        state.BREAK_GROUP,
        state.BREAK_TO,
        state.BUILD,
        state.SELL,
        state.MORTGAGE,
        state.LIFT,
        state.ITEM,
        state.ITEM + state.ITEM_CHANCE_CARD,
        state.CLAIM,
        state.ACTIONS,
    ]
    taken = checked().met.taken
    assert [first for first, last in pairwise(bounds) if taken[first:last].sum() == 0] == []


def test_all_endings_are_met():
    assert all(checked().met.endings[1:] > 0)


def deepest_of(situation: Situation, games: int) -> int:
    return survey(situation, 0, games).deepest


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"start_cash": 300},
        {
            "start_cash": 100,
            "dealt_deeds": 3,
            "clear_mortgages": False,
            "insolvent_trades": "any",
            "offers_per_turn": 10,
        },
    ],
)
def test_interrupts_fill_their_stack_and_no_more(options):
    """Many poor players who trade while they owe: the deepest nesting of debts, auctions and bankruptcies there is.

    (That a frame lies only where the bound's argument has it is part of ``check``.)
    """
    assert deepest_of(Situation("crowd", 8, options), 300) == state.FRAMES


@pytest.mark.long
def test_invariants_hold_in_two_hundred_thousand_games(capfd):
    """The command of the documentation, whose progress is shown while it runs."""
    with capfd.disabled():
        checks = subprocess.run([sys.executable, str(ROOT / "tools/long_checks.py")], cwd=ROOT, check=False)
    assert checks.returncode == 0, "a fault was found: see the last line of the progress above"


@pytest.mark.long
def test_about_twelve_in_a_hundred_two_player_games_never_end():
    """Published for a very simple strategy without trades and auctions; 1,000 rounds stand for "never"."""
    games = 10_000
    situation = Situation("never ending", 2, {"auctions": False, "offers_per_turn": 0, "building_contest": False})
    starts, seats = np.repeat(situation.starts(1), games), np.zeros((games, situation.players), np.int64)
    row = np.array([params_row(1, (friedman.RESERVE, 0.0, 0.0))])
    played = run.play_games(run.Run(rules, GAME, starts, range(games), seats, row, friedman))
    assert 0.10 <= (played.ending == state.ENDED_ROUNDS).mean() <= 0.14


# ------------------------------------------------------------------------------------ the checks themselves


@pytest.mark.parametrize("change", [1, -1])
def test_a_dollar_that_is_not_told_is_found(change):
    """A seat's, or the pot's."""
    situation = Situation("books", 3, {"free_parking_pot": True})
    for field, where in (("cash", (0, 1)), ("pot", 0)):
        states = ledger.open_books(starts(situation, 1))
        states[field][where] += change
        with pytest.raises(Fault, match=f"check says {ledger.MONEY_MOVED}"):
            verify_from(states, situation)


@pytest.mark.parametrize(
    ("field", "where", "value"),
    [("deeds", (0, 1), 1), ("mortgaged", 0, 4), ("square", (0, 2), 7), ("holder", (0, 1), 2), ("level", (0, 3), 1)],
)
def test_a_thing_that_is_not_told_is_found(field, where, value):
    situation = Situation("books", 3)
    states = ledger.open_books(starts(situation, 1))
    states[f"told_{field}"][where] = value
    with pytest.raises(Fault, match=f"check says {ledger.DEEDS_MOVED}"):
        verify_from(states, situation)


def test_books_balance_at_the_end():
    """Money only ever moved between accounts: what the players and the pot have less, the bank has more."""
    situation = Situation("books", 4)
    states = ledger.open_books(starts(situation, 20))
    before = states["books"].sum(axis=1)
    assert verify_from(states, situation) > 1000
    assert np.array_equal(states["books"].sum(axis=1), before)
    assert np.array_equal(states["cash"].sum(axis=1) + states["pot"] + states["books"][:, BANK], before)
    assert (states["books"][:, BANK] != 0).all()


def test_presets_are_all_checked():
    assert len(PRESET_GAMES) == 49
