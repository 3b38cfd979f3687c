"""Strategic (normal-form) games: players who choose once, at the same time, and what each then gets (G8).

A game is an array of payoffs with names around it. Everything else in this package takes such a game.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeAlias

import numpy as np

from ..errors import BadStrategicGame, did_you_mean

__all__ = ["Cell", "StrategicGame", "exact", "own_payoffs", "parse_payoff", "shown"]


Cell: TypeAlias = tuple[int, ...]
"""A pure profile: the number of the strategy that each player has chosen."""

ROUNDING = 1e-9
"""By how much payoffs may differ and still count as equal where numbers were computed, relative to the largest."""
LARGEST = 1e300
"""Sums and differences of payoffs up to here are numbers too."""


@dataclass(frozen=True, eq=False)
class StrategicGame:
    """A game of n players in strategic form.

    ``payoffs`` has the shape (n, s1, …, sn): ``payoffs[i]`` is what player i gets in every pure profile. ``players``
    and ``strategies`` are their names, those of a player's strategies being different. ``title`` is for people.

    Raises :class:`~magnate.errors.BadStrategicGame` for anything else: a wrong shape, a payoff that is no number or
    beyond 1e300, names that repeat or are empty.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], rows=["deny", "confess"])
    >>> dilemma.strategies[1], dilemma.payoff(("deny", "confess"))
    (('deny', 'confess'), (-5.0, 0.0))
    """

    payoffs: np.ndarray
    players: tuple[str, ...] = ()
    strategies: tuple[tuple[str, ...], ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        payoffs = _numbers(self.payoffs)
        sizes = payoffs.shape[1:]
        if payoffs.ndim < 2 or payoffs.shape[0] != len(sizes):
            raise BadStrategicGame(
                f"payoffs of the shape {payoffs.shape} are no game",
                hint="give an array of the shape (n, s1, …, sn): for each of n players what it gets in every profile",
            )
        if not all(sizes):
            raise BadStrategicGame("a player has no strategy", hint="give every player at least one")
        allowed = np.abs(payoffs) <= LARGEST  # which NaN is not
        if not allowed.all():
            where = np.argwhere(~allowed)[0]
            raise BadStrategicGame(
                f"the payoff of player {where[0] + 1} in profile {tuple(int(i) for i in where[1:])} is "
                f"{payoffs[tuple(where)]}",
                hint=f"every payoff must be a number from -{LARGEST:g} to {LARGEST:g}",
            )
        payoffs.setflags(write=False)
        players = tuple(self.players) or tuple(f"player {i + 1}" for i in range(len(sizes)))
        strategies = tuple(tuple(names) for names in self.strategies) or tuple(
            tuple(str(k + 1) for k in range(size)) for size in sizes
        )
        _check_names("players", players, len(sizes))
        if len(strategies) != len(sizes):
            raise BadStrategicGame(
                f"there are {len(sizes)} players and the strategies of {len(strategies)}",
                hint="give a list of names for each player",
            )
        for player, names, size in zip(players, strategies, sizes, strict=True):
            _check_names(f"strategies of {player}", names, size)
        object.__setattr__(self, "payoffs", payoffs)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "strategies", strategies)

    # ------------------------------------------------------------------------------------------ made of tables

    @classmethod
    def bimatrix(
        cls,
        own: Sequence[Sequence[float]] | np.ndarray,
        other: Sequence[Sequence[float]] | np.ndarray,
        *,
        rows: Sequence[str] = (),
        columns: Sequence[str] = (),
        players: Sequence[str] = (),
        title: str = "",
    ) -> StrategicGame:
        """A game of two: what the row player gets, and the column player, a row for each strategy of the first.

        Where only ``rows`` are named and the table is square, the columns have the same names.
        """
        first, second = _numbers(own), _numbers(other)
        if first.ndim != 2 or first.shape != second.shape:
            raise BadStrategicGame(
                f"tables of the shapes {first.shape} and {second.shape} are no game of two",
                hint="both need a row for each strategy of the first player and a column for each of the second",
            )
        return cls(np.stack([first, second]), tuple(players), _sides(first.shape, rows, columns), title)

    @classmethod
    def zero_sum(
        cls,
        own: Sequence[Sequence[float]] | np.ndarray,
        *,
        rows: Sequence[str] = (),
        columns: Sequence[str] = (),
        players: Sequence[str] = (),
        title: str = "",
    ) -> StrategicGame:
        """A game of two in which the column player loses what the row player gets."""
        first = _numbers(own)
        return cls.bimatrix(first, 0.0 - first, rows=rows, columns=columns, players=players, title=title)

    # ---------------------------------------------------------------------------------------------- what it is

    @property
    def n(self) -> int:
        """The number of players."""
        return int(self.payoffs.shape[0])

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many strategies each player has."""
        return tuple(int(size) for size in self.payoffs.shape[1:])

    @cached_property
    def spread(self) -> float:
        """The largest payoff less the smallest; 1 where all are equal."""
        return float(self.payoffs.max() - self.payoffs.min()) or 1.0

    @property
    def tolerance(self) -> float:
        """Differences up to this much are rounding where payoffs were computed with."""
        return ROUNDING * max(self.spread, float(np.abs(self.payoffs).max()))

    @property
    def is_constant_sum(self) -> bool:
        """Whether there are two players whose payoffs always add up to the same number (0: a zero-sum game)."""
        return self.n == 2 and bool(np.ptp(self.payoffs.sum(axis=0)) <= self.tolerance)

    def cells(self) -> Iterator[Cell]:
        """All pure profiles, the last player's strategy changing fastest."""
        return product(*(range(size) for size in self.sizes))

    def names_of(self, cell: Sequence[int]) -> tuple[str, ...]:
        """The names of the strategies of a pure profile."""
        return tuple(names[k] for names, k in zip(self.strategies, cell, strict=True))

    def cell_of(self, names: Sequence[str]) -> Cell:
        """The pure profile with these names.

        Raises :class:`~magnate.errors.BadStrategicGame` for a name that the player does not have.
        """
        if len(names) != self.n:
            raise BadStrategicGame(
                f"{len(names)} strategies are no profile of {self.n} players", hint="name one strategy for each player"
            )
        for player, known, name in zip(self.players, self.strategies, names, strict=True):
            if name not in known:
                raise BadStrategicGame(f'{player} has no strategy "{name}"', hint=did_you_mean(name, known))
        return tuple(known.index(name) for known, name in zip(self.strategies, names, strict=True))

    def payoff(self, profile: Sequence[str] | Sequence[int]) -> tuple[float, ...]:
        """What each player gets in a pure profile, given by names or numbers."""
        cell = self.cell_of([str(name) for name in profile]) if isinstance(profile[0], str) else profile
        place: tuple[slice | int, ...] = (slice(None), *(int(k) for k in cell))
        return tuple(float(value) for value in self.payoffs[place])

    # ------------------------------------------------------------------------------------------ games made of it

    def restricted(self, kept: Sequence[Sequence[int]]) -> StrategicGame:
        """The game in which each player has only the strategies with these numbers, in this order."""
        places = np.ix_(range(self.n), *kept)
        names = tuple(tuple(known[k] for k in own) for known, own in zip(self.strategies, kept, strict=True))
        return StrategicGame(self.payoffs[places], self.players, names, self.title)

    def _repr_html_(self) -> str:
        """The payoffs of two players as a matrix, for notebooks; of more players a line a profile."""
        from ..plots import html_table

        caption = self.title or "a strategic game"
        if self.n == 2:
            rows, columns = self.strategies
            cells = [[row, *(", ".join(map(shown, self.payoff((row, column)))) for column in columns)] for row in rows]
            return html_table(f"{caption}: {', '.join(self.players)}", ["", *columns], cells)
        lines = [[*self.names_of(cell), *map(shown, self.payoff(cell))] for cell in self.cells()]
        return html_table(caption, [*self.players, *(f"gives {one}" for one in self.players)], lines)

    def as_dict(self) -> Mapping[str, object]:
        """The game for JSON."""
        return {
            "title": self.title,
            "players": list(self.players),
            "strategies": [list(names) for names in self.strategies],
            "payoffs": self.payoffs.tolist(),
        }


def _numbers(payoffs: object) -> np.ndarray:
    try:
        return np.array(payoffs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadStrategicGame(
            f"the payoffs are no table of numbers ({error})", hint="give rows of the same length with numbers only"
        ) from error


def _sides(shape: tuple[int, ...], rows: Sequence[str], columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The names of rows and columns; numbers where none are given."""
    own = tuple(rows) or tuple(str(k + 1) for k in range(shape[0]))
    if columns or not rows or shape[0] != shape[1]:
        return own, tuple(columns) or tuple(str(k + 1) for k in range(shape[1]))
    return own, own


def _check_names(of: str, names: Sequence[str], count: int) -> None:
    """Refuse names that are too many, too few, empty, or there twice."""
    if len(names) != count:
        raise BadStrategicGame(f"there are {len(names)} names for {count} {of}", hint="give one name for each")
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise BadStrategicGame(f"a name of the {of} is empty or no text", hint="give every one a name")
    twice = next((name for k, name in enumerate(names) if name in names[:k]), None)
    if twice is not None:
        raise BadStrategicGame(f'"{twice}" stands twice among the {of}', hint="give every one a name of its own")


def own_payoffs(game: StrategicGame, player: int) -> np.ndarray:
    """What a player gets: a row for each of its strategies, a column for each choice of all others."""
    return np.moveaxis(game.payoffs[player], player, 0).reshape(game.sizes[player], -1)


# ------------------------------------------------ Payoffs as texts: read from files, and written exactly or for readers


NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)")
LARGEST_DENOMINATOR = 64
"""Up to it people recognise a fraction."""
MOST_DIGITS = 1e15
HINT = "write payoffs as 3, -1.5, 2e6 or 1/3"


def parse_payoff(text: str) -> float:
    """The number that a text stands for: whole, with a decimal point, with an exponent, or a fraction.

    Raises :class:`~magnate.errors.BadStrategicGame` for anything else, and for what no number of 64 bits can hold.

    >>> parse_payoff("-3"), parse_payoff(" 1/4 "), parse_payoff("−2.5e1")
    (-3.0, 0.25, -25.0)
    """
    plain = text.strip().replace("−", "-")
    if not plain:
        raise BadStrategicGame("there is no payoff", hint=HINT)
    if not NUMBER.fullmatch(plain):
        raise BadStrategicGame(f'"{text.strip()}" is no payoff', hint=HINT)
    try:
        value = float(Fraction(plain)) if "/" in plain else float(plain)
    except ZeroDivisionError:
        raise BadStrategicGame(f"{plain} is divided by 0", hint=HINT) from None
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise BadStrategicGame(f"{plain} is too large", hint="measure the payoffs in a larger unit")
    return value


def exact(value: float) -> str:
    """A number such that reading it again gives the same, without an exponent.

    >>> exact(-3.0), exact(0.1), exact(1e-7)
    ('-3', '0.1', '0.0000001')
    """
    return str(int(value)) if value == int(value) else format(Decimal(repr(value)), "f")


def shown(value: float) -> str:
    """A number for people: whole ones whole, simple fractions as such, and others with four digits.

    >>> shown(-5.0), shown(1234567.0), shown(2 / 3), shown(0.25), shown(0.12346), shown(98765.4), shown(1e-7)
    ('-5', '1234567', '2/3', '0.25', '0.1235', '98765', '1e-07')
    """
    if value == int(value) and abs(value) < MOST_DIGITS:
        return str(int(value))
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    short = f"{value:.4g}"
    simple = near and abs(near) < 100 and math.isclose(near, value, rel_tol=1e-9)
    if simple and not math.isclose(float(short), value, rel_tol=1e-9):
        return str(near)
    return short if abs(value) < 1e4 or abs(value) >= MOST_DIGITS else f"{value:.0f}"
