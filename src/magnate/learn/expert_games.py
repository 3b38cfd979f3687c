"""Games of a league that learns Brass by search, and what a network is to learn from them.

A seat belongs to the newest network, to one of its past, or to an agent. A seat of the newest network may be forced
into a line (:mod:`magnate.agents.brass.lines`). Some moves are searched with many simulations, and only their policies
are learned from. The others are searched with few, without noise (playout-cap randomisation, Wu 2019). What the seats
win and score in the end is learned from all positions. The search's own win shares may stand for a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import get_ident
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.brass.expert import Ask, MoveSearch, covered
from ..agents.spec import resolve_all
from ..core.players import Players
from ..runtime.stream import deal_seed
from ..values.brass import INPUTS, OWN, PLACES
from ..values.brass_moves import MOVE_INPUTS
from .method import nobody
from .population import PAST, SELF

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..networks.moves import MoveNetwork

MORE: Final = 8
"""The root may have so many moves more than it samples, since it covers all kinds of actions."""
STAND_IN: Final = "planner"
"""Who is named for the seats that search; it never plays for them."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How the seats of networks search: many simulations in a part ``full`` of all moves, few in the others.

    ``trust`` and ``policy`` are those of :class:`~magnate.agents.brass.expert.Ask`. ``ahead`` is the part of the
    search's win shares in what is learned. ``root`` and ``edge`` are options of ``wholemove``.
    """

    many: int
    few: int
    full: float
    trust: float
    policy: float
    ahead: float
    root: str = "gumbel"
    edge: str = "move"


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, by weight, and what begins a game: the game's own deal, or one of the set-ups ``starts``.

    So great a part of the games begins from these. ``lines`` are the weights of lines that seats are forced into,
    ``line_part`` how many seats, and ``bonus`` what progress in a line adds to a search's values.
    """

    game: Game
    population: Mapping[str, float]
    starts: Sequence[Mapping[str, Any]]
    start_part: float
    lines: Mapping[str, float]
    line_part: float
    bonus: float


@dataclass(frozen=True, slots=True)
class Lessons:
    """What is learned from: positions as the network is shown them, and moves at some of these.

    ``inputs`` (n, INPUTS) are seen from a seat, and so are ``shares`` and ``points`` (n, 4), what the seats win and
    score. ``known`` (n, 4) are the shares with what the search said. ``there`` (n, 4) says which seats there are.
    ``at`` (m,) are the positions whose moves are known. ``moves`` (m, wide, MOVE_INPUTS) are the numbers of these,
    ``policy`` (m, wide) how often each should be taken.
    """

    inputs: np.ndarray
    shares: np.ndarray
    known: np.ndarray
    points: np.ndarray
    there: np.ndarray
    at: np.ndarray
    moves: np.ndarray
    policy: np.ndarray

    @classmethod
    def joined(cls, parts: Sequence[Lessons]) -> Lessons:
        """All of them."""
        begun = np.cumsum([0, *(len(one.inputs) for one in parts)])
        at = [one.at + first for one, first in zip(parts, begun, strict=False)]
        names = ("inputs", "shares", "known", "points", "there", "moves", "policy")
        found = {name: np.concatenate([getattr(one, name) for one in parts]) for name in names}
        return cls(at=np.concatenate(at), **found)


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its lessons, who sat where, the lines, what each seat won and scored, and its dear tiles.

    ``covered`` (P, 3) is what :func:`~magnate.agents.brass.expert.covered` counts.
    """

    lessons: Lessons
    seats: tuple[str, ...]
    lines: tuple[str, ...]
    shares: np.ndarray
    points: np.ndarray
    covered: np.ndarray


class Notes:
    """The lessons of a game while it goes on; ``wide`` is room for so many moves."""

    def __init__(self, wide: int) -> None:
        self._wide = wide
        self._rows: list[np.ndarray] = []
        self._eyes: list[int] = []
        self._said: dict[int, np.ndarray] = {}
        self._at: list[int] = []
        self._moves: list[np.ndarray] = []
        self._policy: list[np.ndarray] = []

    def position(self, row: np.ndarray, eyes: int) -> None:
        """Note what the network is shown of a position as a seat knows it."""
        self._rows.append(row.astype(np.float16))
        self._eyes.append(eyes)

    def said(self, shares: np.ndarray) -> None:
        """Note the win shares that the search has found at the position noted last."""
        self._said[len(self._rows) - 1] = shares

    def moves(self, numbers: np.ndarray, policy: np.ndarray) -> None:
        """Note the moves at the position noted last; the likeliest ones if there are too many."""
        best = np.sort(np.argsort(-policy, kind="stable")[: self._wide])
        found, shares = np.zeros((self._wide, MOVE_INPUTS), np.float16), np.zeros(self._wide, np.float32)
        found[: len(best)] = numbers[best]
        shares[: len(best)] = policy[best] / policy[best].sum()
        self._at.append(len(self._rows) - 1)
        self._moves.append(found)
        self._policy.append(shares)

    def lessons(self, shares: np.ndarray, points: np.ndarray, ahead: float) -> Lessons:
        """The lessons, when it is known what the seats have won and scored; ``ahead`` is the part of the search."""
        n, m, players = len(self._rows), len(self._at), len(shares)
        turned = (np.array(self._eyes, np.int64)[:, None] + np.arange(players)) % players
        wide = np.zeros((3, n, PLACES), np.float32)
        wide[0, :, :players], wide[2, :, :players] = shares[turned], points[turned]
        wide[1] = wide[0]
        for row, found in self._said.items():
            wide[1, row, :players] += ahead * (found[turned[row]] - shares[turned[row]])
        return Lessons(
            np.array(self._rows, np.float16).reshape(n, INPUTS),
            wide[0],
            wide[1],
            wide[2],
            np.broadcast_to(np.arange(PLACES) < players, (n, PLACES)),
            np.array(self._at, np.int64),
            np.array(self._moves, np.float16).reshape(m, self._wide, MOVE_INPUTS),
            np.array(self._policy, np.float32).reshape(m, self._wide),
        )


class League:
    """Plays the games of one table with these networks, the newest first."""

    def __init__(self, table: Table, networks: Sequence[MoveNetwork], budget: Budget, sampled: int) -> None:
        self._table, self._networks, self._budget, self._sampled = table, networks, budget, sampled
        self._searches: dict[tuple[int, int], MoveSearch] = {}

    def play(
        self, seeds: Sequence[int], seed: int, threads: int = 1, listener: Callable[[int, int], None] = nobody
    ) -> list[Played]:
        """A game for each of the ``seeds``; who sits where and how they search follows from ``seed``."""
        self._search(0)  # compiled once, before threads begin
        found = []
        with ThreadPoolExecutor(threads) as pool:
            for one in pool.map(self._game, seeds, [deal_seed(seed, "game", i) for i in range(len(seeds))]):
                found.append(one)
                listener(len(found), len(seeds))
        return found

    def _game(self, seed: int, key: int) -> Played:
        """Play one game."""
        table, draws = self._table, np.random.default_rng(key)
        game = table.game
        seats = [_drawn(table.population, draws) for _ in range(game.players)]
        lines = [self._line(name, draws) for name in seats]
        versions = [self._version(name, draws) for name in seats]
        names = [name if version < 0 else STAND_IN for name, version in zip(seats, versions, strict=True)]
        players = Players(game, resolve_all(game.name, game.players, names))
        position, notes = self._begun(seed, draws), Notes(self._sampled + MORE)
        while not position.is_over:
            seat = position.to_move
            if versions[seat] >= 0:
                self._move(position, versions[seat], lines[seat], draws, notes)
                continue
            if position.settled and draws.random() < self._budget.full:
                notes.position(self._search(0).shown(position.states(), seat), seat)
            position.apply(players.choose(position))
        shares, points = np.array(position.utility()), np.array(position.score())
        lessons = notes.lessons(shares, points, self._budget.ahead)
        return Played(lessons, tuple(seats), tuple(lines), shares, points, covered(position.state))

    def _move(self, position: Position, version: int, line: str, draws: np.random.Generator, notes: Notes) -> None:
        """Let a network's seat make its move, and note what can be learned from it."""
        budget, seat, search = self._budget, position.to_move, self._search(version)
        full = draws.random() < budget.full
        key, eyes = int(draws.integers(1 << 48)), seat if full else int(draws.integers(position.game.players))
        bonus = self._table.bonus if line else 0.0
        trust, policy = (budget.trust, budget.policy) if self._networks else (0.0, 0.0)
        ask = Ask(budget.many if full else budget.few, float(full), trust, policy, line, bonus)
        states = position.states()
        notes.position(search.shown(states, eyes), eyes)
        found = search.search(states, seat, key, ask)
        if found.shares is not None and not line:
            notes.said(found.shares)
        if full and version == 0 and not line and len(found.moves) > 1 and budget.edge == "move":
            notes.moves(found.numbers, found.policy)
        for id_ in found.best:
            position.apply(id_)
        number = 0
        while budget.edge == "decision" and position.to_move == seat and not position.settled:
            number += 1
            found = search.search(position.states(), seat, deal_seed(key, number), ask)
            position.apply(found.best[0])

    def _begun(self, seed: int, draws: np.random.Generator) -> Position:
        """A game that begins."""
        table = self._table
        if table.starts and draws.random() < table.start_part:
            return table.game.setup(table.starts[int(draws.integers(len(table.starts)))], seed=seed)
        return table.game.new(seed)

    def _line(self, name: str, draws: np.random.Generator) -> str:
        """The line that a seat is forced into, if any."""
        forced = draws.random() < self._table.line_part and self._table.bonus > 0.0
        return _drawn(self._table.lines, draws) if forced and name == SELF else ""

    def _version(self, name: str, draws: np.random.Generator) -> int:
        """The network that plays a seat, by its number; -1: an agent does."""
        if name not in {SELF, PAST}:
            return -1
        return int(draws.integers(1, len(self._networks))) if name == PAST and len(self._networks) > 1 else 0

    def _search(self, version: int) -> MoveSearch:
        """The search of a network in this thread."""
        name = (get_ident(), version)
        if name not in self._searches:
            room = max(self._budget.many, self._budget.few) + 1
            root, edge = self._budget.root, self._budget.edge
            found = MoveSearch(self._table.game, sampled=self._sampled, root=root, edge=edge, room=room)
            self._searches[name] = found
            if self._networks:
                self._searches[name].use(self._networks[version])
        return self._searches[name]


def own_numbers(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of the seats (n, 4, OWN) and those of the table (n, TABLE)."""
    return inputs[:, : PLACES * OWN].reshape(len(inputs), PLACES, OWN), inputs[:, PLACES * OWN :]


def _drawn(weights: Mapping[str, float], draws: np.random.Generator) -> str:
    """One of the names, by weight."""
    names, shares = list(weights), np.array(list(weights.values()))
    return names[int(draws.choice(len(names), p=shares / shares.sum()))]
