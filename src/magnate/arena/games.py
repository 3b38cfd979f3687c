"""The finished games of a tournament, column by column, and each game as a packed row."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import Any, Final, TypeAlias

import numpy as np

from ..core.binding import LIMIT
from ..core.contract import GameInfo
from ..core.game_module import declared
from ..core.result_schema import SHARE, Columns, ResultSchema, Statistic, result_schema_of
from ..core.run import Results
from ..errors import BrokenGame

__all__ = [
    "NAMED",
    "Games",
    "Piece",
    "cap_codes",
    "layout_digest",
    "layout_from_text",
    "layout_text",
    "layout_with_digest",
    "pack",
    "row_dtype",
    "same_rows",
    "winners_of",
]


# ---------------------------------------------------------------------------------------------------------- Packed rows
#
# A row has a few dozen bytes: whole numbers only, little-endian on every machine.


def row_dtype(facts: ResultSchema, players: int) -> np.dtype[Any]:
    """What is kept of a game at a table of that many seats.

    ``winners`` is the mask of the seats that share the win. ``failed`` is 0, or the seat + 1 of the agent that failed.
    ``seating`` has for each seat the place at the table: its entrant's position in the table's list.

    >>> from magnate.core.result_schema import SCORE
    >>> row_dtype(SCORE, 2).itemsize
    17
    """
    return _row_dtype(facts.game, facts.seat, players)


def _row_dtype(game: Fields, seat: Fields, players: int) -> np.dtype[Any]:
    return np.dtype(
        [
            ("ending", "i1"),
            ("winners", "u1"),
            ("failed", "u1"),
            ("decisions", "<i4"),
            *((name, f"<{kind}") for name, kind in game),
            ("seating", "u1", (players,)),
            ("seats", np.dtype([(name, f"<{kind}") for name, kind in seat]), (players,)),
        ]
    )


def layout_text(dtype: np.dtype[Any]) -> str:
    """The columns of a row as a stored block names them: JSON with each one's name, type and count.

    >>> layout_text(np.dtype([("ending", "i1"), ("seating", "u1", (2,))]))
    '[["ending","|i1"],["seating","|u1",[2]]]'
    """
    return json.dumps(dtype.descr, separators=(",", ":"))


def layout_from_text(text: str, players: int) -> np.dtype[Any] | None:
    """The layout that :func:`layout_text` wrote, or None for a text that names no rows of games at so many seats."""
    try:
        dtype = np.dtype(_columns(json.loads(text)))
    except (OverflowError, TypeError, ValueError):
        return None
    names = set(dtype.names or ())
    if not names >= set(_row_dtype((), (), players).names or ()) or dtype["seats"].base.names is None:
        return None
    seats = dtype["seats"].base
    numbers = [*(dtype[name].base for name in names - {"seats"}), *(seats[name] for name in seats.names or ())]
    fitting = dtype["seats"].shape == dtype["seating"].shape == (players,)
    return dtype if fitting and all(kind.kind in "iu" for kind in numbers) else None


def _columns(listed: Any) -> list[Any]:
    """The columns as NumPy takes them: tuples, where JSON has lists."""
    return [
        (name, _columns(kind) if isinstance(kind, list) else kind, *(tuple(count) for count in counts))
        for name, kind, *counts in listed
    ]


def same_rows(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Whether the rows of the same games are equal in all columns that both layouts have (n,)."""
    found = np.ones(len(some), bool)
    for one, other in ((some, others), (some["seats"], others["seats"])):
        names = set(one.dtype.names or ()) & set(other.dtype.names or ())
        for name in names - {"seats"}:
            found &= (one[name] == other[name]).reshape(len(found), -1).all(axis=1)
    return found


# ---------------------------------------------------------------------------------------- Blocks that name no columns
#
# Blocks of version 0.1 have no layout. Their tournament's plan has the hash of the layout that all of them share.


Fields: TypeAlias = "Iterable[tuple[str, str]]"

NAMED: Final = "named"
"""What a plan has instead of such a hash if all of its blocks name their columns."""
_MONOPOLY: Final = (
    ("net_worth", "i4"),
    ("cash", "i4"),
    ("bought", "u4"),
    ("offers", "u2"),
    ("offers_accepted", "u2"),
    ("deeds", "u1"),
    ("monopolies", "u1"),
    ("bankrupt", "u1"),
)
_BRASS: Final = (("points", "i4"), ("money", "i4"), ("income", "i4"), ("flipped", "u1"), ("used", "u4"))
_TURNS: Final = ("turns", "i4")
_SCORE: Final = ("score", "i4")
_EARLIER: Final[tuple[tuple[Fields, Fields], ...]] = (
    ((), (_SCORE,)),
    ((), (_SCORE, (SHARE, "i4"))),
    ((_TURNS,), (_SCORE,)),
    ((_TURNS, ("rounds", "i4")), _MONOPOLY),
    ((), _BRASS),
)
"""The fields that games kept in version 0.1, once a game and once a seat. These stay as they are."""


def layout_digest(game: Fields, seat: Fields) -> str:
    """The hash of a layout: fields, types, and their order."""
    word = str(_row_dtype(game, seat, 1).descr)
    return hashlib.blake2b(f"{len(word)}:{word}\0".encode(), digest_size=10).hexdigest()


def layout_with_digest(digest: str, facts: ResultSchema, players: int) -> np.dtype[Any] | None:
    """The layout that has this hash, today's or one of version 0.1, or None where it is another."""
    for game, seat in ((facts.game, facts.seat), *_EARLIER):
        if layout_digest(game, seat) == digest:
            return _row_dtype(game, seat, players)
    return None


def pack(info: GameInfo, facts: ResultSchema, places: np.ndarray, results: Results) -> Any:
    """The rows of finished games: an array of :func:`row_dtype`.

    ``places`` has the place that sits in each seat (n, P).
    Raises :class:`~magnate.errors.BrokenGame` for a game whose utilities are not equal shares of one win, unless its
    facts keep the shares themselves.
    """
    rows = np.zeros(len(places), row_dtype(facts, places.shape[1]))
    rows["ending"] = results.ending
    rows["winners"] = winners_of(info, facts, results.utility)
    rows["failed"] = results.failed
    rows["decisions"] = results.decisions
    rows["seating"] = places
    found = facts.collect(results)
    for name, _ in facts.game:
        rows[name] = found[name]
    for name, _ in facts.seat:
        rows["seats"][name] = np.rint(found[name])
    return rows


def winners_of(info: GameInfo, facts: ResultSchema, utility: np.ndarray) -> np.ndarray:
    """The masks of the seats that share each win (n,); nobody's where a game was stopped before its end.

    ``utility`` is (n, P). Where a game's facts keep the shares, the winners are those with the most.
    """
    if any(name == SHARE for name, _ in facts.seat):
        won = (utility > 0) & (utility == utility.max(axis=1, keepdims=True))
    else:
        won = utility > 0
        even = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        if not np.allclose(utility, even * info.utility_sum):
            raise BrokenGame(
                f"{info.name} does not share its win evenly among winners, so a tournament cannot count its wins",
                hint="its utility must give every winner the same share, or its results be SHARES (core.result_schema)",
            )
    masks: np.ndarray = (won << np.arange(won.shape[1])).sum(axis=1)
    return masks


# -------------------------------------------------------------------------------------------------------------- Columns
#
# Games stand in the order (table, deal, rotation), however they were cut into blocks and whenever they were played.
# What is computed from them is therefore the same to the last bit.


Piece: TypeAlias = "tuple[int | np.ndarray, Sequence[int], np.ndarray]"
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
    FAILED. ``failed`` (n,): 0, or the seat + 1 of the agent that failed. ``facts``: numbers by game, each (n,): its
    decisions and, for Monopoly, turns and rounds. ``seats``: numbers by seat, each (n, P) or (n, P, k), such as
    Monopoly's net_worth, or its purchases by colour group. Every game has one of
    :data:`~magnate.core.result_schema.MEASURES`.

    ``missing`` has, for each fact that some games lack, which ones (n,): they were kept before it was. Its number is 0
    there, and stands for nothing.
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
    missing: Mapping[str, np.ndarray] = field(default_factory=dict)

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
        """The games of a tournament from the packed rows of its blocks, in any order and any layouts.

        ``module`` is the game's module, whose ``FACTS`` say what is read. Columns that it does not know are left out.
        """
        kept = result_schema_of(module)
        found = list(pieces)
        by_layout: dict[np.dtype[Any], list[Piece]] = {row_dtype(kept, players): []}
        for piece in found:
            by_layout.setdefault(piece[2].dtype, []).append(piece)
        rows = [
            np.concatenate([np.zeros(0, dtype), *(piece[2] for piece in some)]) for dtype, some in by_layout.items()
        ]
        found = [piece for some in by_layout.values() for piece in some]
        number = np.concatenate([np.zeros(0, np.int64), *(np.asarray(numbers, np.int64) for _, numbers, _ in found)])
        table = np.concatenate(
            [np.zeros(0, np.int32)]
            + [np.broadcast_to(np.asarray(table, np.int32), len(numbers)) for table, numbers, _ in found]
        )
        order = np.lexsort((number, table))
        number, table = number[order], table[order]
        head, seats = (_Merged(some, order) for some in (rows, [part["seats"] for part in rows]))
        members = np.array(tables, np.int16).reshape(-1, players)
        missing = {**head.missing(name for name, _ in kept.game), **seats.missing(name for name, _ in kept.seat)}
        return cls(
            info=declared(module),
            names=list(names),
            tables=tuple(map(tuple, tables)),
            players=players,
            table=table,
            deal=(number // players).astype(np.int32),
            rotation=(number % players).astype(np.int8),
            seating=members[table[:, None], head.column("seating")],
            winners=head.column("winners"),
            ending=head.column("ending"),
            failed=head.column("failed"),
            facts={name: head.column(name) for name in ("decisions", *(name for name, _ in kept.game))},
            seats=kept.reported({name: seats.column(name) for name, _ in kept.seat}),
            missing={kept.unpack[name][0] if name in kept.unpack else name: those for name, those in missing.items()},
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
        if SHARE in self.missing:
            parts = np.where(self.missing[SHARE][:, None], self.won, parts)
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
            missing={name: those[mask] for name, those in self.missing.items() if those[mask].any()},
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

    def known(self, name: str) -> np.ndarray:
        """Which games have a fact (n,)."""
        return ~self.missing[name] if name in self.missing else np.ones(len(self), bool)

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

    @property
    def schema(self) -> ResultSchema:
        """What the game keeps of each of its games, and how that is shown."""
        from ..core.registry import game_module

        return result_schema_of(game_module(self.info.name))

    @cached_property
    def statistics(self) -> list[Statistic]:
        """The facts that are one number a game or a seat, in the order in which they are shown."""
        flat = [name for name, values in self.seats.items() if values.ndim == 2]
        return self.schema.statistics([*(name for name in self.facts if name != "decisions"), *flat])

    def parts(self, name: str) -> tuple[str, ...]:
        """The names of the numbers that a fact with several of them has (colour groups, for purchases)."""
        return self.schema.parts[name]

    def __repr__(self) -> str:
        return f"<Games {len(self):,} of {self.info.name}, {len(self.names)} entrants>"


class _Merged:
    """Columns of rows of several layouts, in the order ``order``. Each of ``parts`` is an array of one layout.

    The first one is in today's layout; it may have no rows.
    """

    def __init__(self, parts: Sequence[np.ndarray], order: np.ndarray) -> None:
        self._parts = parts
        self._order = order

    def column(self, name: str) -> np.ndarray:
        """A column, with 0 for the rows that do not have it."""
        there = [
            part[name] if name in (part.dtype.names or ()) else np.zeros(part.shape, self._parts[0].dtype[name])
            for part in self._parts
        ]
        found: np.ndarray = np.concatenate(there)[self._order]
        return found

    def missing(self, names: Iterable[str]) -> dict[str, np.ndarray]:
        """For each of these columns that some rows do not have, which ones."""
        found = {}
        for name in names:
            lacking = [np.full(len(part), name not in (part.dtype.names or ())) for part in self._parts]
            if np.concatenate(lacking).any():
                found[name] = np.concatenate(lacking)[self._order]
        return found
