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

from magnate.engine import run
from magnate.engine.loader import twin
from magnate.engine.run import params_row
from magnate.engine.stream import deal_seed
from magnate.engine.twin import int_cells, mirror_class
from magnate.games.monopoly import GAME, actions, events, rules, state
from magnate.games.monopoly.tables import BANK, POT

from . import friedman
from .playing import BLOCK, Report, check_games, starts, survey
from .situations import PRESET_GAMES, SITUATIONS, Situation

CI_GAMES = 2 * BLOCK * len(SITUATIONS)
ROOT = Path(__file__).parents[3]


@cache
def checked() -> Report:
    """The report over the games that are checked in every run: raises Fault at a broken promise."""
    *_, report = check_games(0, CI_GAMES)
    return report


def test_invariants_hold_after_every_step():
    assert checked().done == CI_GAMES >= 2000
    assert checked().steps > 5_000_000


def test_all_phases_of_a_turn_are_met():
    passing = {state.LAND, state.TURN_END}  # the rules run through these without stopping
    assert {phase for phase in range(state.FINISHED + 1) if checked().met.phases[phase] == 0} == passing


def test_all_kinds_of_interrupts_are_met():
    assert all(checked().met.frames[state.DEBT : state.BREAK + 1] > 0)


def test_all_kinds_of_actions_are_taken():
    bounds = [
        *range(actions.TRADE_WITH + 1),
        *range(actions.CANCEL, actions.BUILD_GROUP + 1),
        actions.SELL_GROUP,
        actions.BREAK_GROUP,
        actions.BREAK_TO,
        actions.BUILD,
        actions.SELL,
        actions.MORTGAGE,
        actions.LIFT,
        actions.ITEM,
        actions.ITEM + state.ITEM_CHANCE_CARD,
        actions.CLAIM,
        actions.ACTIONS,
    ]
    taken = checked().met.taken
    assert [first for first, last in pairwise(bounds) if taken[first:last].sum() == 0] == []


def test_all_endings_are_met():
    assert all(checked().met.endings[1:] > 0)


def deepest_of(situation: Situation, games: int) -> int:
    return survey(situation, 0, games, every=GAME.max_decisions).deepest


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
    played = run.play_games(
        rules,
        GAME,
        np.repeat(situation.starts(1), games),
        range(games),
        np.zeros((games, situation.players), np.int64),
        np.array([params_row(1, (friedman.RESERVE, 0.0, 0.0))]),
        guide=friedman,
    )
    assert 0.10 <= (played.ending == state.ENDED_ROUNDS).mean() <= 0.14


# ------------------------------------------------------------------------------------ money

TWIN = twin("magnate.games.monopoly.rules")
STREAM = twin("magnate.engine.stream")


class Ledger:
    """The players' cash, kept from the events alone."""

    def __init__(self, g):
        self.cash = [g.cash[p] for p in range(8)]
        self.pot = g.pot
        self.indebted = g.opt.bankruptcy != state.BANKRUPT_DEBT  # cash may be below zero until the turn is over
        self.bank = 0  # what the bank has paid out

    def book(self, kind: int, args: tuple[int, int, int, int]) -> None:
        seat, second, third, fourth = args
        if kind in (events.RECEIVES, events.SALARY):
            self.from_bank(seat, second)
        elif kind == events.PAYS and second == BANK:
            self.from_bank(seat, -third)
        elif kind == events.PAYS:
            self.cash[seat] -= third
            if second == POT:
                self.pot += third
            else:
                self.cash[second] += third
        elif kind == events.POT_TAKEN:
            self.cash[seat] += second
            self.pot -= second
        elif kind == events.DEALT:
            self.from_bank(seat, -third)
        elif kind == events.BUILDS:
            self.from_bank(seat, -fourth)
        elif kind == events.MORTGAGES:
            self.from_bank(seat, third)
        elif kind == events.LIFTS:
            self.from_bank(seat, -third)

    def from_bank(self, seat: int, amount: int) -> None:
        self.cash[seat] += amount
        self.bank += amount

    def write_off(self, g) -> None:
        """The cash below zero of players who have gone bankrupt is nobody's any more (E1 only)."""
        for p in range(8):
            if self.indebted and self.cash[p] < 0 and not (g.alive >> p) & 1:
                self.from_bank(p, -self.cash[p])


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.name)
def test_cash_changes_only_by_what_the_events_tell(situation):
    """Each player's cash and the pot are, after every step, what the payments told by the events make them."""
    g = mirror_class(rules.STATE)().from_record(starts(situation, 1)[0])
    stream = mirror_class(STREAM.STREAM)()
    STREAM.start(stream, deal_seed("money", situation.name))
    ledger = Ledger(g)
    begin = sum(ledger.cash) + ledger.pot
    acts = int_cells(GAME.max_legal)
    for step in range(1500):
        if g.mover == -2:
            break
        if g.mover == -1:
            a = TWIN.draw(g, STREAM.uniform(stream, TWIN.chance_key(g)))
        else:
            a = acts[STREAM.pick(STREAM.uniform(stream, 0), TWIN.legal(g, acts))]
        g.events.clear()
        TWIN.step(g, a)
        for event in g.events:
            ledger.book(event.kind, event.args)
        ledger.write_off(g)
        assert ([g.cash[p] for p in range(8)], g.pot) == (ledger.cash, ledger.pot), (step, a, g.events)
        assert sum(ledger.cash) + ledger.pot == begin + ledger.bank


def test_presets_are_all_checked():
    assert len(PRESET_GAMES) == 49
