"""Every invariant after every step of random games, and books of money, points and income."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from magnate.agents import resolve, spec
from magnate.core.loader import kernel
from magnate.core.registry import guide_of
from magnate.core.run import Run, params_row
from magnate.games.brass import GAME, Options, events, rules, write_options
from magnate.games.brass.board import (
    BONUS_AMOUNT,
    BONUS_INCOME,
    BONUS_MONEY,
    BONUS_POINTS,
    INDUSTRIES,
    LAST_SPACE,
    LOAN,
    MAT_SIZE,
    MERCHANT_BONUS,
    START_MONEY,
    START_SPACE,
    TILE_INCOME,
)
from magnate.games.brass.state import SHORTFALL, STATE
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.runtime.stream import deal_seed, new_streams

from ...agents.brass.interpreted import decisions
from ...beginnings import set_up
from . import strict
from .walk import walk

STRICT = interpret(strict.__name__)
SITUATIONS: list[tuple[int, dict[str, Any]]] = [
    *((players, {}) for players in (2, 3, 4)),
    *((players, {"eras": "canal"}) for players in (2, 3, 4)),
    (3, {"tie_break": "space", "gloucester": "optional"}),
]


@pytest.mark.parametrize(("players", "changes"), SITUATIONS)
def test_invariants_hold_after_every_step(players, changes):
    for seed in range(2):
        for g in walk(players, seed, changes):
            assert STRICT.check(g) == 0


# ------------------------------------------------------------------------------------------------ books


TILES = 45
"""The industry tiles that each player begins with."""
LEAVING = {events.REPLACED, events.OBSOLETE, events.GIVES_UP}
"""What takes a tile from the board out of the game."""


class Books:
    """What the events tell of money, points and the income track, and of tiles."""

    def __init__(self, players: int) -> None:
        self.money = [START_MONEY] * players
        self.spent = [0] * players
        self.points = [0] * players
        self.space = [START_SPACE] * players
        self.board = [0] * players
        self.removed = [0] * players

    def note(self, event: Any) -> None:
        """Book an event; a debt counts as negative money."""
        seat, *more = event.args
        if event.kind in {events.BUILDS, events.DEVELOPS, *LEAVING}:
            self._tiles(event.kind, seat)
        if event.kind in {events.PAYS, events.LINKS}:
            self._pay(seat, more[2])
        elif event.kind == events.BUYS:
            self._pay(seat, more[1])
        elif event.kind == events.STOCKS:
            self.money[seat] += more[2]
        elif event.kind == events.BORROWS:
            self.money[seat] += LOAN
            self.space[seat] = more[0]
        elif event.kind == events.INCOME:
            self.money[seat] += more[0]
        elif event.kind == events.GIVES_UP:
            self.money[seat] += more[2]
        elif event.kind == events.LOSES_POINTS:
            self.points[seat] -= more[0]
            self.money[seat] += more[1]
        elif event.kind in {events.LINK_SCORES, events.TILE_SCORES}:
            self.points[seat] += more[1]
        elif event.kind in {events.MONEY_SCORES, events.INCOME_SCORES, events.TILES_SCORE_AGAIN}:
            self.points[seat] += more[0]
        elif event.kind == events.FLIPS:
            self.space[seat] = min(self.space[seat] + TILE_INCOME[more[1]], LAST_SPACE)
            assert self.space[seat] == more[2]
        elif event.kind == events.ORDER:
            self.spent = [0] * len(self.spent)
        elif event.kind == events.BONUS:
            self._bonus(seat, more[0])

    def _tiles(self, kind: int, seat: int) -> None:
        """A tile comes from the mat to the board, leaves the board, or leaves the mat for good."""
        self.board[seat] += (kind == events.BUILDS) - (kind in LEAVING)
        self.removed[seat] += kind == events.DEVELOPS or kind in LEAVING

    def _pay(self, seat: int, amount: int) -> None:
        self.money[seat] -= amount
        self.spent[seat] += amount

    def _bonus(self, seat: int, place: int) -> None:
        kind, amount = MERCHANT_BONUS[place], BONUS_AMOUNT[place]
        if kind == BONUS_POINTS:
            self.points[seat] += amount
        elif kind == BONUS_MONEY:
            self.money[seat] += amount
        elif kind == BONUS_INCOME:
            self.space[seat] = min(self.space[seat] + amount, LAST_SPACE)

    def agree(self, g: Any) -> bool:
        """Whether everybody has what the books say."""
        seats = range(len(self.money))
        owed = [g.debt if g.phase == SHORTFALL and g.mover == seat else 0 for seat in seats]
        found = [(g.money[seat] - owed[seat], g.spent[seat], g.points[seat], g.income_space[seat]) for seat in seats]
        return found == list(zip(self.money, self.spent, self.points, self.space, strict=True))


def booked(players: int, changes: dict[str, Any], seed: int) -> Iterator[tuple[Books, Any]]:
    """The books and the state after each step of a random game."""
    books = Books(players)
    for g in walk(players, seed, changes):
        for event in g.events:
            books.note(event)
        yield books, g


@pytest.mark.parametrize(("players", "changes"), SITUATIONS)
def test_money_points_and_income_are_what_the_events_tell(players, changes):
    """And of the 45 tiles of each player every one is on the mat, on the board, or out of the game."""
    for seed in range(3, 6):
        for books, g in booked(players, changes, seed):
            assert books.agree(g)
            for seat in range(players):
                mat = sum(int(MAT_SIZE[i]) - g.taken[seat, i] for i in range(INDUSTRIES))
                assert g.tiles[seat].bit_count() == books.board[seat]
                assert mat + books.board[seat] + books.removed[seat] == TILES


# -------------------------------------------------------------------------------------- games of agents


FIELD = ["planner", *(f"planner:{name}" for name in spec.configurations("brass", "planner"))]
"""Who plays beside random play: the planner in its styles."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_hold_in_games_of_the_planner(players):
    met = 0
    for g in decisions(7, players, [*FIELD[:2], "random"]):
        assert STRICT.check(g) == 0
        met += 1
    assert met > 100


# ---------------------------------------------------------------------------------------------- compiled


def starts(players: int, changes: dict[str, Any], games: int) -> np.ndarray:
    states = np.zeros(games, STATE)
    write_options(Options.model_validate(changes), players, states[0])
    states[:] = states[0]
    set_up(rules, states)
    return states


def verify(guided: Any, players: int, changes: dict[str, Any], rows: np.ndarray, games: int) -> None:
    """Play games with the invariants of played games after every step; every legal action of each decision is tried.

    In each game the rows take the seats in turn, the next game beginning with the next row.
    """
    trace = kernel("tests.selfcheck", strict, guided)
    build([trace.verify])
    seeds = [deal_seed("brass checks", players, str(changes), number) for number in range(games)]
    seats = (np.arange(games)[:, None] + np.arange(players)) % len(rows)
    run = Run(strict, GAME, starts(players, changes, games), seeds, seats, rows, guided)
    buffers, found = run.buffers(copies=3), np.zeros(5, np.int64)
    raw, tally = buffers.copies.view(np.uint8).reshape(3, -1), np.zeros(GAME.max_outcomes, np.int64)
    sizes = (GAME.max_actions, GAME.max_legal, GAME.max_outcomes)
    checks = trace.Checks(*sizes, GAME.utility_sum, new_streams([7]), raw, tally, found)
    trace.verify(run.longest, buffers, checks)
    assert not found[0], f"game {found[1]}, step {found[2]}: {trace.FAULTS[found[0]]}; check says {found[3]}"


@pytest.mark.long
@pytest.mark.parametrize(("players", "changes"), SITUATIONS)
def test_a_hundred_thousand_random_games_keep_every_promise(players, changes):
    verify(None, players, changes, np.array([params_row(0)]), 100_000 // len(SITUATIONS) + 1)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_thousand_games_of_agents_keep_every_promise(players):
    """The planner and its styles against each other, a third of the games at each number of players."""
    rows = np.array([resolve("brass", name).row for name in FIELD])
    verify(guide_of("brass"), players, {}, rows, 3_334)
