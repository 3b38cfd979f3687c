"""Decisions of a policy that learns, with what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.learned.agent import training_guide
from ..agents.learned.spec import policy_workspace
from ..arena.games import cap_codes
from ..core.binding import LIMIT
from ..core.loader import kernel
from ..core.run import Results, Run, in_threads
from ..networks import Network
from ..runtime.compiler import build
from ..runtime.stream import STREAM, deal_seed
from .calibration import Answers, some_of_each
from .samples import check_shares

if TYPE_CHECKING:
    from ..core.game import Game
    from ..values.schema import Schema


# ------------------------------------------------------------------------------------------------------------- Rollouts


BLOCK: Final = 50
"""Games in one call of the kernel, unless they fill the diary: few enough that an interrupt is soon heard."""
ROOM: Final = 4096
"""Rows of a diary to begin with."""
COLUMNS: Final = ("inputs", "legal", "actions", "chances", "shares", "seats", "games", "following")
"""What a diary has of each decision."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of the seats that learn, and what came of them.

    ``inputs`` (n, inputs, float32) are the network's. ``legal`` (n, bytes) has a bit for each action, the least first.
    ``actions`` (n,) are those that were taken, and ``log_chances`` (n,) the logarithms of their probabilities.
    ``shares`` (n, P) are the expected win shares and ``results`` (n, P) the real ones, both beginning with the seat
    that decides. ``following`` (n,) is the row of the same seat's next decision, -1 after its last one. ``games`` (n,)
    is the number of the game; the rows of a game are in the order of play.

    ``won`` is the win share of the learning seats in the games in which others sat too, in multiples of an even share;
    NaN without such games. ``capped`` is the share of the games that only a cap ended, and ``length`` their mean number
    of decisions. ``wins`` (games, P) is what the seats won in each game.
    """

    inputs: np.ndarray
    legal: np.ndarray
    actions: np.ndarray
    log_chances: np.ndarray
    shares: np.ndarray
    results: np.ndarray
    following: np.ndarray
    games: np.ndarray
    won: float
    capped: float
    length: float
    wins: np.ndarray

    def masks(self, actions: int) -> np.ndarray:
        """Which of so many actions were legal (n, actions)."""
        return np.unpackbits(self.legal, axis=1, count=actions, bitorder="little").astype(np.bool_)


class Rollouts:
    """Plays games of ``game`` by policies, as ``schema`` shows it to them. The number of ``threads`` changes no result.

    Raises :class:`~magnate.errors.BadTraining` for a game whose result is no share of a win.
    """

    def __init__(self, game: Game, schema: Schema, threads: int = 1) -> None:
        check_shares(game)
        self.inputs = schema.size
        self._game = game
        self._guide = training_guide(game, schema)
        self._threads = threads
        self._kernel: Any = kernel("magnate.learn.rollouts_kernel", game.rules, self._guide)

    def play(self, seeds: Sequence[int], seats: np.ndarray, rows: np.ndarray, networks: Sequence[Network]) -> Decisions:
        """Play a game a seed; ``seats`` (games, P) and ``rows`` are as in :class:`.population.Population`.

        The ``networks`` are those that ``seats`` counts, all of the same sizes; the seats of the first one learn.
        """
        build([self._kernel.play], self._game.progress)
        run = Run.of(self._game, seeds, seats, rows, guide=self._guide, tracks=False)
        sizes, tables = np.array(networks[0].sizes), np.stack([network.table() for network in networks])

        def block(span: slice) -> list[dict[str, np.ndarray]]:
            return self._block(run, span, sizes, tables)

        pages = [page for block in in_threads(block, len(seeds), BLOCK, self._threads) for page in block]
        run.results.utility[run.results.ending == LIMIT] = 1.0 / seats.shape[1]
        return self._decisions(pages, run.results, seats)

    def _block(self, run: Run, span: slice, sizes: np.ndarray, tables: np.ndarray) -> list[dict[str, np.ndarray]]:
        """Some games, played into as many diaries as they fill: the filled rows of each."""
        pages, room, first = [], ROOM, span.start
        work, dice = np.zeros(1, run.rules.STATE), np.zeros(1, STREAM)
        ws = policy_workspace(self._game, self._guide, sizes.tolist())
        diary = self._diary(room, sizes, span.stop - first)
        while first < span.stop:
            buffers = run.buffers(slice(first, span.stop))
            whole = self._kernel.play(run.longest, buffers, work, dice, sizes, tables, diary, ws)
            if whole:
                rows = int(diary.ends[whole - 1])
                page = {name: getattr(diary, name)[:rows].copy() for name in COLUMNS}
                page["games"] += first
                pages.append(page)
                first += whole
            else:  # not even one game fits
                room *= 2
                diary = self._diary(room, sizes, span.stop - first)
        return pages

    def _decisions(self, pages: list[dict[str, np.ndarray]], came: Results, seats: np.ndarray) -> Decisions:
        """All pages' decisions, and what came of the games."""
        players, utility = seats.shape[1], came.utility
        rows = 0
        for page in pages:
            page["following"][page["following"] >= 0] += rows
            rows += len(page["following"])
        parts = {name: np.concatenate([page[name] for page in pages]) for name in pages[0]}
        turned = (parts["seats"][:, None] + np.arange(players)) % players
        results = utility[parts["games"][:, None], turned]
        learns = seats == -1
        mixed = learns.any(axis=1) & ~learns.all(axis=1)
        taken = utility[mixed][learns[mixed]]
        return Decisions(
            parts["inputs"],
            parts["legal"],
            parts["actions"],
            np.log(parts["chances"]).astype(np.float32),
            parts["shares"],
            results,
            parts["following"],
            parts["games"],
            won=float(taken.mean() * players) if len(taken) else float("nan"),
            capped=float(np.isin(came.ending, cap_codes(self._game.info)).mean()),
            length=float(came.decisions.mean()),
            wins=utility,
        )

    def _diary(self, room: int, sizes: np.ndarray, games: int) -> Any:
        """An empty diary with so many rows."""
        actions, players = self._game.info.max_actions, self._game.players
        whole = {name: np.zeros(room, np.int64) for name in ("actions", "seats", "games", "following")}
        return self._kernel.Diary(
            inputs=np.zeros((room, sizes[0]), np.float32),
            legal=np.zeros((room, (actions + 7) // 8), np.uint8),
            chances=np.zeros(room),
            shares=np.zeros((room, players)),
            ends=np.zeros(games, np.int64),
            latest=np.zeros(players, np.int64),
            **whole,
        )


def returns(estimates: np.ndarray, results: np.ndarray, following: np.ndarray, decay: float) -> np.ndarray:
    """The λ-returns (n, k) of decisions, where nothing is won before the end and nothing discounted.

    ``estimates`` (n, k) are the values that were expected at the decisions, ``results`` (n, k) what came of the games.
    ``following`` is the row of the same seat's next decision, -1 after its last one. Without a next one the return of a
    row is the result. Else it is ``1 - decay`` times the estimate there plus ``decay`` times the return there.

    The return less the row's estimate is the generalised advantage estimate (Schulman, Moritz, Levine, Jordan, Abbeel:
    "High-dimensional continuous control using generalized advantage estimation", 2016).
    """
    found = np.array(results, np.float64)
    before = np.full(len(following), -1)
    followed = np.flatnonzero(following >= 0)
    before[following[followed]] = followed
    rows = before[following < 0]
    while len(rows := rows[rows >= 0]):  # the last decisions but one of all seats and games, then those before them
        then = following[rows]
        found[rows] = (1.0 - decay) * estimates[then] + decay * found[then]
        rows = before[rows]
    return found


# ----------------------------------------------------------------------------- Expected win shares beside what happened


COLDEST: Final = 1e-4
"""A temperature at which the likeliest action is as good as certain."""


def as_played(network: Network, actions: int, temperature: float) -> Network:
    """The policy that draws by its chances as ``network``, whose first outputs are the actions, does at a temperature.

    What it says of the win shares is the same.

    >>> import numpy as np
    >>> policy = Network((np.ones((1, 3), np.float32),), (np.zeros(3, np.float32),))
    >>> as_played(policy, 1, 0.5)(np.ones((1, 1), np.float32)).tolist()
    [[2.0, 1.0, 1.0]]
    """
    sharper = np.ones(network.sizes[-1], np.float32)
    sharper[:actions] = 1.0 / max(temperature, COLDEST)
    last, bias = network.weights[-1] * sharper, network.biases[-1] * sharper
    return Network((*network.weights[:-1], last), (*network.biases[:-1], bias))


def expected(
    rollouts: Rollouts, positions: int, rows: np.ndarray, seeds: Sequence[int], seats: np.ndarray, policy: Network
) -> Answers:
    """What a policy expects of its own share at up to so many of its decisions in each game, and what it won.

    ``rows`` and ``seats`` are as in :meth:`.rollouts.Rollouts.play`. A moment is the number of decisions that the
    policy has had in the game.
    """
    found = rollouts.play(seeds, seats, rows, [policy])
    kept, moments = some_of_each(found.games, positions, deal_seed(seeds[0], "positions"))
    return Answers(found.shares[kept, :1], found.results[kept, :1], found.games[kept], moments)
