"""The finished games of a tournament, column by column: what every statistic and every report is computed from.

Games stand in the order (table, deal, rotation), however they were cut into blocks and whenever they were played, so
that whatever is computed from them is the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import TypeAlias

import numpy as np

from ..core.binding import LIMIT
from ..core.contract import GameInfo
from ..core.result_schema import SHARE, Columns, result_schema_of
from .rows import row_dtype

__all__ = ["Games", "Piece", "cap_codes"]

Piece: TypeAlias = tuple[int | np.ndarray, Sequence[int], bytes]
"""Packed rows: the table's number (or one for each row), the games' numbers (deal × seats + rotation), the rows."""


def cap_codes(info: GameInfo) -> list[int]:
    """The codes of the endings that only bound a game's length."""
    return [LIMIT, *(code for code in range(1, len(info.endings)) if info.is_cap(code))]


@dataclass(frozen=True, eq=False)
class Games:
    """n finished games at tables of P seats.

    ``names``: the entrants. ``tables``: the entrants at each table (numbers). ``table``, ``deal`` and ``rotation``
    (n,): where each game belongs; the games of one table and deal are its *group*. ``seating`` (n, P): the entrant in
    each seat. ``winners`` (n,): the mask of the seats that share the win. ``ending`` (n,): the rules' code, or LIMIT or
    FAILED. ``failed`` (n,): 0, or the seat + 1 of the agent that failed. ``facts``: numbers by game (decisions, and
    for Monopoly turns and rounds), each (n,). ``seats``: numbers by seat, each (n, P) or (n, P, k); Monopoly has
    bankrupt, net_worth, cash, deeds, monopolies, offers, offers_accepted and purchases (by colour group); every game
    has one of :data:`~magnate.core.result_schema.MEASURES`.
    """

    info: GameInfo
    names: list[str]
    tables: tuple[tuple[int, ...], ...]
    players: int
    table: np.ndarray
    deal: np.ndarray
    rotation: np.ndarray
    seating: np.ndarray
    winners: np.ndarray
    ending: np.ndarray
    failed: np.ndarray
    facts: Columns
    seats: Columns

    def __len__(self) -> int:
        return len(self.table)

    @classmethod
    def of(
        cls,
        module: ModuleType,
        names: Sequence[str],
        tables: Sequence[Sequence[int]],
        players: int,
        pieces: Iterable[Piece],
    ) -> Games:
        """The games of a tournament from the packed rows of its blocks, in any order.

        ``module`` is the game's module, whose ``FACTS`` say what a row holds.
        """
        kept = result_schema_of(module)
        dtype = row_dtype(kept, players)
        found = list(pieces)
        rows = np.frombuffer(b"".join(data for _, _, data in found), dtype)
        number = np.concatenate([np.asarray(numbers, np.int64) for _, numbers, _ in found] or [np.zeros(0, np.int64)])
        table = np.concatenate(
            [np.broadcast_to(np.asarray(tables_of, np.int32), len(numbers)) for tables_of, numbers, _ in found]
            or [np.zeros(0, np.int32)]
        )
        order = np.lexsort((number, table))
        rows, number, table = rows[order], number[order], table[order]
        members = np.array(tables, np.int16).reshape(-1, players)
        return cls(
            info=module.GAME,
            names=list(names),
            tables=tuple(map(tuple, tables)),
            players=players,
            table=table,
            deal=(number // players).astype(np.int32),
            rotation=(number % players).astype(np.int8),
            seating=members[table[:, None], rows["seating"]],
            winners=rows["winners"].copy(),
            ending=rows["ending"].copy(),
            failed=rows["failed"].copy(),
            facts={name: rows[name].copy() for name in ("decisions", *(name for name, _ in kept.game))},
            seats=kept.expand({name: rows["seats"][name].copy() for name, _ in kept.seat}),
        )

    @cached_property
    def won(self) -> np.ndarray:
        """Whether each seat is one of the winners (n, P)."""
        found: np.ndarray = (self.winners[:, None] >> np.arange(self.players)) & 1 > 0
        return found

    @cached_property
    def shares(self) -> np.ndarray:
        """Each seat's share of the win (n, P); a game that was stopped without a winner has none.

        Winners share evenly, unless the game keeps the shares itself.
        """
        parts = self.seats.get(SHARE, self.won)
        total = parts.sum(axis=1, keepdims=True)
        found: np.ndarray = parts / np.where(total > 0, total, 1)
        return found

    @cached_property
    def capped(self) -> np.ndarray:
        """Whether a cap ended the game, not the game itself (n,)."""
        return np.isin(self.ending, cap_codes(self.info))

    @cached_property
    def group(self) -> np.ndarray:
        """The number of each game's deal group (n,): equal for the rotations of one deal at one table, ascending."""
        first = np.ones(len(self), bool)
        first[1:] = (self.table[1:] != self.table[:-1]) | (self.deal[1:] != self.deal[:-1])
        found: np.ndarray = np.cumsum(first) - 1
        return found

    def where(self, mask: np.ndarray) -> Games:
        """Some of the games, in their order; ``mask`` is boolean (n,)."""
        columns = {
            name: getattr(self, name)[mask]
            for name in ("table", "deal", "rotation", "seating", "winners", "ending", "failed")
        }
        return replace(
            self,
            **columns,
            facts={name: values[mask] for name, values in self.facts.items()},
            seats={name: values[mask] for name, values in self.seats.items()},
        )

    def without_failed_groups(self) -> Games:
        """The games of all deal groups in which no agent failed."""
        if not self.failed.any():
            return self
        return self.where(~np.isin(self.group, self.group[self.failed > 0]))

    def seats_of(self, entrant: int) -> tuple[np.ndarray, np.ndarray]:
        """Where an entrant sat: the games' indices and its seat in each, game by game.

        ``games.shares[games.seats_of(2)]`` is then its share of each win.
        """
        where = np.nonzero(self.seating == entrant)
        return where[0], where[1]

    def by_seat(self, name: str) -> np.ndarray:
        """A fact for each seat: one of ``seats`` as it is, one of ``facts`` the same for all seats of a game."""
        if name in self.seats:
            return self.seats[name]
        return np.repeat(self.facts[name][:, None], self.players, axis=1)

    def endings(self) -> dict[str, int]:
        """How often each ending happened: first the game's own, then caps, each in the order of the rules' codes."""
        codes, counts = np.unique(self.ending, return_counts=True)
        capped = set(self.ending[self.capped].tolist())
        every = sorted(
            zip(codes.tolist(), counts.tolist(), strict=True), key=lambda one: (one[0] in capped, one[0] < 0, one)
        )
        return {self.info.ending_name(code): count for code, count in every}

    def label(self, game: int) -> str:
        """What a game is called after its tournament's id: ``7``, or ``3.7`` where there are several tables.

        The first number is the table's, the second the game's at that table; neither changes when the tournament grows
        by games or (with all tables played) by agents.
        """
        number = int(self.deal[game]) * self.players + int(self.rotation[game])
        return f"{self.table[game]}.{number}" if len(self.tables) > 1 else str(number)

    def parts(self, name: str) -> tuple[str, ...]:
        """The names of the numbers that a fact with several of them has (colour groups, for purchases)."""
        from ..games import game_module

        return result_schema_of(game_module(self.info.name)).parts[name]

    def __repr__(self) -> str:
        return f"<Games {len(self):,} of {self.info.name}, {len(self.names)} entrants>"
