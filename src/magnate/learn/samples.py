"""Positions with what became of them, from games of networks and other agents, kept as sparse rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.learned.agent import PLANNING, Planning, training_guide, workspace_for
from ..arena.games import cap_codes
from ..core.binding import LIMIT
from ..core.loader import kernel
from ..core.run import Run, in_threads
from ..errors import BadTraining
from ..gpu.device import Device
from ..runtime.compiler import build
from .method import nobody
from .selfplay_card import SELFPLAY, play_on_card

if TYPE_CHECKING:
    from ..core.game import Game
    from ..gpu.machine import Card
    from ..values.schema import Schema
    from .population import Sitter


# ------------------------------------------------ Sparse rows: the inputs of millions of positions, most of which are 0


SLICE: Final = 8192
"""Rows that are written out at a time where all are needed."""


@dataclass(frozen=True, slots=True)
class SparseRows:
    """Rows of ``width`` numbers of which only those that are not 0 are kept (compressed sparse rows).

    Row i has the numbers ``values[starts[i] : starts[i + 1]]`` in the ``columns`` of the same places. Values are kept
    in half precision: as networks are shown them, rounded to 11 bits. That is finer than anything that is learned.

    >>> rows = Rows.of(np.array([[0.0, 0.5, 0.0], [0.25, 0.0, 1.0]]))
    >>> len(rows), rows.width, rows.dense([1, 1]).tolist()
    (2, 3, [[0.25, 0.0, 1.0], [0.25, 0.0, 1.0]])
    """

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    width: int

    @classmethod
    def of(cls, dense: np.ndarray) -> SparseRows:
        """The rows (n, width) of an array; a width of at most 65,536."""
        row, column = np.nonzero(dense)
        starts = np.zeros(len(dense) + 1, np.int64)
        np.cumsum(np.bincount(row, minlength=len(dense)), out=starts[1:])
        return cls(starts, column.astype(np.uint16), dense[row, column].astype(np.float16), dense.shape[1])

    @classmethod
    def joined(cls, parts: Sequence[SparseRows]) -> SparseRows:
        """All rows of several of the same width, one after the other."""
        ends = np.cumsum([0, *(part.starts[-1] for part in parts)])
        starts = [part.starts[1:] + end for part, end in zip(parts, ends[:-1], strict=True)]
        return cls(
            np.concatenate([np.zeros(1, np.int64), *starts]),
            np.concatenate([part.columns for part in parts]),
            np.concatenate([part.values for part in parts]),
            parts[0].width,
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def used(self) -> np.ndarray:
        """The columns in which any row has a number other than 0, in order."""
        return np.flatnonzero(np.bincount(self.columns, minlength=self.width))

    def within(self, columns: np.ndarray) -> SparseRows:
        """The same rows with these columns only, which must be all that are used."""
        place = np.zeros(self.width, np.uint16)
        place[columns] = np.arange(len(columns))
        return SparseRows(self.starts, place[self.columns], self.values, len(columns))

    def chosen(self, rows: np.ndarray) -> SparseRows:
        """Some of the rows, by their numbers."""
        lengths, place = self._places(self.starts[:-1][rows], self.starts[1:][rows])
        return SparseRows(np.cumsum([0, *lengths]), self.columns[place], self.values[place], self.width)

    def dense(self, rows: Sequence[int] | np.ndarray | slice = slice(None)) -> np.ndarray:
        """Some rows written out, (n, width) in float32."""
        lengths, place = self._places(self.starts[:-1][rows], self.starts[1:][rows])
        row = np.repeat(np.arange(len(lengths)), lengths)
        out = np.zeros((len(lengths), self.width), np.float32)
        out[row, self.columns[place]] = self.values[place]
        return out

    def slices(self) -> Iterator[np.ndarray]:
        """All rows written out, some thousands at a time."""
        for first in range(0, len(self), SLICE):
            yield self.dense(slice(first, first + SLICE))

    @staticmethod
    def _places(first: np.ndarray, last: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How many numbers rows have that lie from ``first`` to before ``last``, and the places of all of them."""
        lengths = last - first
        return lengths, np.arange(lengths.sum()) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)


# -------------------------------------------------------------------------------------------------------------- Samples


BLOCK: Final = 250
"""Games in one call of the kernel: enough that a thread is busy, few enough that an interrupt is soon heard."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions as inputs of networks, and the shares that the seats won, beginning with the seat of the viewpoint.

    ``inputs`` has a row for each, ``shares`` (n, P) is float32. ``weights`` (n,) says for how many positions of its
    game each stands, with a mean of 1. Without them short games, of which a greater part is kept, would count too much,
    and a position's value would be that of its quick endings.

    ``games`` (n,) is the number of its game. ``choosers`` (n,) made the choice that led there, numbered as in ``seats``
    of :meth:`Sampler.play`. ``moments`` (n,) is how many choices were made in the game until then. ``seats`` (games, P)
    is who sat where, and ``results`` (games, P) what they won. ``capped`` is the share of the games that only a cap
    ended, ``decisions`` their mean number of decisions.
    """

    inputs: SparseRows
    shares: np.ndarray
    weights: np.ndarray
    games: np.ndarray
    choosers: np.ndarray
    moments: np.ndarray
    seats: np.ndarray
    results: np.ndarray
    capped: float
    decisions: float


class Sampler:
    """Plays games of ``game`` and keeps up to ``positions`` afterstates of each, as ``schema`` shows them to networks.

    With 0 ``positions`` it only plays.

    The first choices of each game are random, 0 to ``opening`` of them, and nothing before the last of them is kept. So
    all kinds of positions are seen, and their results come from the agents' play, not from the random choices.
    ``planning`` is how networks plan what takes several decisions. The number of ``threads`` changes no result.
    ``listener(done, total)`` is called with the numbers of games. ``device`` plays them, else the processor.

    Raises :class:`~magnate.errors.BadTraining` for a game whose result is no share of a win.
    """

    def __init__(
        self,
        game: Game,
        schema: Schema,
        positions: int,
        opening: int = 0,
        threads: int = 1,
        planning: Planning = PLANNING,
        listener: Callable[[int, int], None] = nobody,
        device: Device | None = None,
    ) -> None:
        check_shares(game)
        self.inputs = schema.size
        self._game = game
        self._guide = training_guide(game, schema)
        self._positions = positions
        self._opening = opening
        self._threads = threads
        self._planning = planning
        self._listener = listener
        self._device = device or Device()
        self._kernel: Any = kernel("magnate.learn.selfplay_kernel", game.rules, self._guide)

    def play(self, seeds: Sequence[int], seats: np.ndarray, rows: np.ndarray, sitters: Sequence[Sitter]) -> Samples:
        """Play a game a seed; ``seats`` (games, P) and ``rows`` are as in :class:`.population.Population`.

        The ``sitters`` are the networks that ``seats`` counts. Raises :class:`~magnate.errors.BadTraining` where they
        are not all of the same sizes.
        """
        build([self._kernel.play], self._game.progress)
        games, players = seats.shape
        most = self._positions
        openings = np.array([seed % (self._opening + 1) for seed in seeds], np.int64)
        networks = self._kernel.Networks(*arrays_of(sitters, self.inputs))
        begun = Run.of(self._game, seeds[:1], seats[:1], rows, guide=self._guide, tracks=False)

        def room(some: slice | np.ndarray) -> tuple[Any, dict[str, np.ndarray]]:
            n = len(openings[some])
            inputs, (views, moments) = np.zeros((n * most, self.inputs), np.float32), np.zeros((2, n * most), np.int64)
            kept = self._kernel.Kept(most, openings[some], np.zeros(n, np.int64), inputs, views, moments)
            return kept, {"views": np.full(n, -1)}

        def play(card: Card | None) -> tuple[Run, list[_Part]]:
            run = Run.of(self._game, seeds, seats, rows, guide=self._guide, tracks=False)
            workspace = partial(workspace_for, self._game, self._guide, networks.sizes.tolist(), self._planning)
            played = 0

            def progress(more: int) -> None:
                nonlocal played
                played += more
                self._listener(played, games)

            def block(span: slice) -> _Part:
                kept, _ = room(span)
                self._kernel.play(run.longest, run.buffers(span), networks, kept, workspace())
                return _Part.of(kept)

            if card is not None:
                asked = networks, workspace()
                return run, play_on_card(card, run, SELFPLAY, asked, room, _Part.of, progress)
            parts = []
            for part in in_threads(block, games, BLOCK, self._threads):
                parts.append(part)
                progress(len(part.counts))
            return run, parts

        run, parts = self._device.play(self._kernel, games, lambda card: card.kernels(SELFPLAY, begun), play)
        counts, views, moments = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("counts", "views", "moments")
        )
        utility, ending = run.results.utility, run.results.ending
        utility[ending == LIMIT] = 1.0 / players
        of = np.repeat(np.arange(games), np.minimum(counts, most))
        turned = (views[:, None] + np.arange(players)) % players
        weights = (counts / np.clip(counts, 1, max(1, most)))[of]
        weights /= max(weights.mean(), 1e-12) if len(weights) else 1.0
        return Samples(
            inputs=SparseRows.joined([part.inputs for part in parts]),
            shares=utility[of[:, None], turned].astype(np.float32),
            weights=weights.astype(np.float32),
            games=of,
            choosers=seats[of, views],
            moments=moments,
            seats=seats,
            results=utility,
            capped=float(np.isin(ending, cap_codes(self._game.info)).mean()),
            decisions=float(run.results.decisions.mean()),
        )


@dataclass(frozen=True, slots=True)
class _Part:
    """What was kept of some games: how many positions each could have kept, and those that it did, row by row."""

    counts: np.ndarray
    inputs: SparseRows
    views: np.ndarray
    moments: np.ndarray

    @classmethod
    def of(cls, kept: Any) -> _Part:
        """The filled rows of a ``selfplay_kernel.Kept``."""
        used = np.flatnonzero(np.arange(kept.most) < kept.counts[:, None])
        return cls(kept.counts, SparseRows.of(kept.inputs[used]), kept.views[used], kept.moments[used])


def check_shares(game: Game) -> None:
    """Raise :class:`~magnate.errors.BadTraining` for a game whose results are no shares of a win."""
    info = game.info
    if not info.constant_sum or info.utility_sum != 1.0 or info.utility_range != (0.0, 1.0):
        raise BadTraining(
            f"the results of {game.name} are no shares of a win, which this method learns",
            hint="take a game in which the seats share one win",
        )


def arrays_of(sitters: Sequence[Sitter], inputs: int) -> tuple[np.ndarray, ...]:
    """The sizes of the networks, their tables, their chances of a random action, and their delegates' rows."""
    if not sitters:
        return np.array([inputs, 1]), np.zeros((1, 1, 1), np.float32), np.zeros(1), np.zeros((1, 1))
    sizes = {sitter.network.sizes for sitter in sitters}
    if len(sizes) > 1:
        raise BadTraining(
            f"networks of different sizes cannot play in a training: {' and '.join(map(str, sorted(sizes)))}",
            hint="set layers to those of the network that it is to play with",
        )
    return (
        np.array(sizes.pop()),
        np.stack([sitter.network.table() for sitter in sitters]),
        np.array([sitter.epsilon for sitter in sitters], np.float64),
        np.array([sitter.delegate for sitter in sitters], np.float64),
    )
