"""Games of several populations at tables of several sizes, and their positions, for learning win chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..agents.learned.agent import PLANNING, Planning, training_guide, workspace_for
from ..core.binding import LIMIT
from ..core.game import load, load_with
from ..core.loader import kernel
from ..core.run import Run, in_threads
from ..errors import BadTraining
from ..gpu.device import Device
from ..runtime.compiler import build
from ..runtime.stream import deal_seed
from ..values.schema import FEATURES, schema_for
from .method import nobody
from .population import Population
from .samples import arrays_of
from .selfplay_card import POSITIONS, play_on_card

if TYPE_CHECKING:
    from ..core.game import Game
    from ..gpu.machine import Card
    from .population import Sitter

KINDS: Final = 3
AT_CHANCE, AT_CHOICE, IN_QUESTION = range(KINDS)
"""The kinds of positions, as the kernel ``positions`` numbers them."""
PAST_VERSIONS: Final = 8
"""Of so many earlier networks one is drawn at most."""
BLOCK: Final = 100
"""Games in one call of the kernel."""
SHOWN: Final = {"monopoly": "general"}
"""What the networks are shown that play in the games of a game; elsewhere its features."""


@dataclass(frozen=True, slots=True)
class Met:
    """Positions from games at tables of one size, with what became of them.

    ``states`` (n,) are the positions and ``later`` (n,) the next settled chance nodes, or the ends, that they led to.
    ``shares`` (n, P) is what each seat won. ``kinds`` and ``weights`` (n,) are their kinds, and for how many positions
    of that kind in its game each stands, with a mean of 1 for each kind. ``games`` (n,) are the numbers of their games,
    and ``moments`` (n,) how many choices were made before.

    ``results`` and ``seats`` (games, P) are what the seats of each game won, and who sat there. ``before`` and
    ``after`` are chance nodes and what they became, game by game, ``events`` (games,) of each, all of them or the first
    ones. ``counts`` (games, kinds) is how many positions there were.
    """

    states: np.ndarray
    later: np.ndarray
    shares: np.ndarray
    kinds: np.ndarray
    weights: np.ndarray
    games: np.ndarray
    moments: np.ndarray
    results: np.ndarray
    seats: np.ndarray
    before: np.ndarray
    after: np.ndarray
    events: np.ndarray
    counts: np.ndarray

    @property
    def players(self) -> int:
        """How many seats the tables have."""
        return int(self.shares.shape[1])


def table_of(game: str, name: str) -> Game:
    """The game at a table called ``PRESET/PLAYERS``; raises :class:`~magnate.errors.BadTraining` for another name.

    >>> table_of("monopoly", "official/4").players
    4
    """
    preset, _, players = name.partition("/")
    if not players.isdigit():
        raise BadTraining(f'"{name}" is no table', hint='write PRESET/PLAYERS, such as "official/4"')
    return load(game, preset, int(players))


def table_like(game: Game, name: str) -> Game:
    """The table called ``PRESET/PLAYERS``, with the options in which ``game`` differs from its own preset."""
    table = table_of(game.name, name)
    own, usual = (one.options.model_dump(mode="json") for one in (game, load(game.name, game.preset, game.players)))
    changed = {option: value for option, value in own.items() if value != usual[option]}
    return load_with(table.name, table.preset, table.players, changed) if changed else table


class Tables:
    """Plays games at one table and keeps positions.

    In most games all seats are taken from ``near``; in a part ``wide_part`` of them from ``wide`` instead. Both are
    weights of agents' specs, as in :class:`.population.Population`. In half of the games a few choices are random, and
    only what comes after them is kept. Networks that play are shown ``inputs``, and plan by ``planning``. ``device``
    plays the games, else the processor.
    """

    def __init__(
        self,
        game: Game,
        near: Mapping[str, float],
        wide: Mapping[str, float],
        wide_part: float,
        positions: int,
        inputs: str | None = None,
        planning: Planning = PLANNING,
        device: Device | None = None,
    ) -> None:
        self._game = game
        self._device = device or Device()
        self._shown = inputs or shown_in(game.name)
        self._planning = planning
        self._populations = [Population(game, weights, PAST_VERSIONS, self._shown) for weights in (near, wide)]
        self._wide_part = wide_part
        self._most = max(1, positions // KINDS)
        self._rows = np.concatenate([one.rows for one in self._populations])
        self._frozen = [sitter for one in self._populations for sitter in one.frozen]
        self._guide = _guide(game, self._shown)
        self._kernel: Any = kernel("magnate.learn.positions_kernel", game.rules, self._guide)

    def row_of(self, spec: str) -> int:
        """The number by which ``seats`` of :meth:`play` name a compiled agent of the first population."""
        return self._populations[0].row_of(spec)

    def play(
        self,
        seeds: Sequence[int],
        seed: int,
        *,
        seats: np.ndarray | None = None,
        odd: bool = True,
        trace: int = 0,
        learned: Sequence[Sitter] = (),
        threads: int = 1,
        listener: Callable[[int, int], None] = nobody,
    ) -> Met:
        """Play a game for each of the ``seeds``; who sits where follows from ``seed``, or ``seats`` (games, P) says it.

        ``odd``: with random choices. With ``trace`` so many chance nodes a game are noted on average. ``learned`` are
        the networks that ``self`` and ``past`` of the populations mean, the newest first.
        """
        build([self._kernel.play], self._game.progress)
        games, players, rows = len(seeds), self._game.players, KINDS * self._most
        draws = np.random.default_rng(seed)
        seats = self._seats(games, seed, draws, len(learned)) if seats is None else seats
        random = _random_choices(draws, games) * odd
        networks = self._kernel.Networks(
            *arrays_of([*learned, *self._frozen], schema_for(self._game.name, self._shown).size)
        )
        space = partial(workspace_for, self._game, self._guide, networks.sizes.tolist(), self._planning)
        before, after = (np.zeros(games * trace, self._game.rules.STATE) for _ in range(2))
        events = np.zeros(games, np.int64)

        def begun(n: int = games) -> Run:
            return Run.of(self._game, seeds[:n], seats[:n], self._rows, guide=self._guide, tracks=False)

        def room(some: slice | np.ndarray) -> tuple[Any, dict[str, np.ndarray]]:
            n = len(random[some])
            kept, later = (np.zeros(n * rows, self._game.rules.STATE) for _ in range(2))
            counts, moments, waiting = np.zeros((n, KINDS), np.int64), np.zeros(n * rows, np.int64), np.zeros(rows, int)
            found = self._kernel.Kept(self._most, random[some], counts, kept, later, moments, waiting)
            return found, {"waiting": np.zeros((n, rows), np.int64)}

        def play(card: Card | None) -> tuple[Run, list[_Part]]:
            run, played = begun(), 0

            def progress(more: int) -> None:
                nonlocal played
                played += more
                listener(played, games)

            def block(span: slice) -> _Part:
                noted = slice(span.start * trace, span.stop * trace)
                found, _ = room(span)
                traces = self._kernel.Trace(before[noted], after[noted], events[span])
                self._kernel.play(run.longest, run.buffers(span), networks, found, traces, space())
                return _Part.of(found)

            if card is not None:
                asked = networks, space()
                return run, play_on_card(card, run, POSITIONS, asked, room, _Part.of, progress)
            parts = []
            for part in in_threads(block, games, BLOCK, threads):
                parts.append(part)
                progress(len(part.counts))
            return run, parts

        run, parts = (
            play(None)  # where chance is traced, which room a game has depends on the games before it
            if trace
            else self._device.play(self._kernel, games, lambda card: card.kernels(POSITIONS, begun(1)), play)
        )
        counts, states, later, moments = (np.concatenate(column) for column in zip(*parts, strict=True))
        utility, ending = run.results.utility, run.results.ending
        utility[ending == LIMIT] = 1.0 / players
        used = np.flatnonzero((np.arange(self._most) < counts[:, :, None]).ravel())
        of, kinds = used // rows, used // self._most % KINDS
        weights = _weights(counts[of, kinds], kinds, self._most)
        noted = [first * trace + np.arange(events[first : first + BLOCK].sum()) for first in range(0, games, BLOCK)]
        traced = np.concatenate([np.zeros(0, np.int64), *noted])  # the first of each block's room
        return Met(
            *(states, later, utility[of].astype(np.float32), kinds, weights),
            *(of, moments, utility, seats, before[traced], after[traced], events, counts),
        )

    def _seats(self, games: int, seed: int, draws: np.random.Generator, learned: int) -> np.ndarray:
        """Who sits where (games, P), numbered as in the kernel."""
        near, wide = (
            one.seats(games, learned, deal_seed(seed, "seats", number)) for number, one in enumerate(self._populations)
        )
        first, rows = self._populations[0].frozen, len(self._populations[0].rows)
        wide = np.where(wide >= 0, wide + rows, np.where(wide < -learned, wide - len(first), wide))
        return np.where(draws.random((games, 1)) < self._wide_part, wide, near)


class _Part(NamedTuple):
    """What was kept of some games: how many positions there were, and the rows of those that were kept."""

    counts: np.ndarray
    states: np.ndarray
    later: np.ndarray
    moments: np.ndarray

    @classmethod
    def of(cls, kept: Any) -> _Part:
        """The filled rows of a ``positions_kernel.Kept``."""
        used = np.flatnonzero((np.arange(kept.most) < kept.counts[:, :, None]).ravel())
        return cls(kept.counts, kept.states[used], kept.later[used], kept.moments[used])


def _random_choices(draws: np.random.Generator, games: int) -> np.ndarray:
    """From which choice to which one (games, 2) a game's choices are random: a few, in half of the games."""
    begin = np.where(draws.random(games) < 0.5, np.exp(draws.uniform(0, np.log(400), games)).astype(np.int64), 0)
    return np.stack([begin, begin + np.where(begin > 0, draws.integers(1, 5, games), 0)], axis=1)


def _weights(counts: np.ndarray, kinds: np.ndarray, most: int) -> np.ndarray:
    """For how many of its kind in its game each kept position stands; of ``counts`` at ``most`` so many were kept."""
    weights = counts / np.minimum(counts, most)
    for kind in range(KINDS):
        weights[kinds == kind] /= max(weights[kinds == kind].mean() if (kinds == kind).any() else 1.0, 1e-12)
    return weights.astype(np.float32)


def tables_of(table: Game, name: str, settings: Any, device: Device | None = None) -> Tables:
    """What plays at a table of that name by the settings of the method ``chances``."""
    extra = {settings.networks[name]: settings.network_weight} if name in settings.networks else {}
    near = {**settings.population, **extra}
    return Tables(table, near, settings.wide, settings.wide_part, settings.positions, device=device)


@cache
def _guide(game: Game, shown: str) -> ModuleType | None:
    return training_guide(game, schema_for(game.name, shown))


def shown_in(game: str) -> str:
    """What networks are shown that play in these games."""
    return SHOWN.get(game, FEATURES)
