"""Decisions of a policy that learns, with what came of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...agents.learned.agent import training_guide
from ...agents.learned.spec import policy_workspace
from ...arena.games import cap_codes
from ...core.binding import LIMIT, MEMO
from ...core.loader import kernel
from ...errors import BadTraining
from ...networks import Network
from ...runtime.compiler import build
from ...runtime.stream import STREAM, deal_seed, new_streams
from ..calibration import Answers, some_of_each
from ..kernels.returns import returns

if TYPE_CHECKING:
    from ...core.game import Game
    from ...values.schema import Schema


__all__ = ["Decisions", "Rollouts", "as_played", "expected", "lambda_returns"]


# ------------------------------------------------------------------------------------------------------------- Rollouts


BLOCK: Final = 50
"""Games in one call of the kernel, unless they fill the diary: few enough that an interrupt is soon heard."""
ROOM: Final = 4096
"""Rows of a diary to begin with."""


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
        info = game.info
        if not info.constant_sum or info.utility_sum != 1.0 or info.utility_range != (0.0, 1.0):
            raise BadTraining(
                f"the results of {game.name} are no shares of a win, which this method learns",
                hint="take a game in which the seats share one win",
            )
        self.inputs = schema.size
        self._game = game
        self._guide = training_guide(game, schema)
        self._threads = threads
        self._kernel: ModuleType = kernel("magnate.learn.kernels.rollouts", game.rules, self._guide)
        self._play: Callable[..., int] = self._kernel.play

    def play(self, seeds: Sequence[int], seats: np.ndarray, rows: np.ndarray, networks: Sequence[Network]) -> Decisions:
        """Play a game a seed; ``seats`` (games, P) and ``rows`` are as in :class:`..population.Population`.

        The ``networks`` are those that ``seats`` counts, all of the same sizes; the seats of the first one learn.
        """
        build([self._play], self._game.progress)
        games = len(seeds)
        spans = [slice(first, min(first + BLOCK, games)) for first in range(0, games, BLOCK)]
        sizes, tables = np.array(networks[0].sizes), np.stack([network.table() for network in networks])

        def block(span: slice) -> _Block:
            return self._block(seeds[span], seats[span], rows, sizes, tables)

        with ThreadPoolExecutor(self._threads) as pool:
            try:
                played = list(pool.map(block, spans))
            except BaseException:  # whatever it was, an interrupt too: what has not begun is not to be waited for
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return self._decisions(played, seats)

    def _block(
        self, seeds: Sequence[int], seats: np.ndarray, rows: np.ndarray, sizes: np.ndarray, tables: np.ndarray
    ) -> _Block:
        """Some games, played into as many diaries as they fill."""
        games, players = seats.shape
        states, streams = self._game.start_states(games), new_streams(seeds)
        scratch = self._scratch(sizes)
        found = _Block([], np.zeros((games, players)), np.zeros(games, np.int64), np.zeros(games, np.int64))
        room, first = ROOM, 0
        diary = self._diary(room, sizes)
        while first < games:
            ends = np.zeros(games - first, np.int64)
            whole = self._play(
                *(states[first:], streams[first:], seats[first:], rows, sizes, tables, self._game.info.max_decisions),
                *(*scratch, diary, found.utility[first:], found.ending[first:], found.decisions[first:], ends),
            )
            if whole:
                found.add(diary, int(ends[whole - 1]), first)
                first += whole
            else:  # not even one game fits
                room *= 2
                diary = self._diary(room, sizes)
        found.utility[found.ending == LIMIT] = 1.0 / players
        return found

    def _decisions(self, played: Sequence[_Block], seats: np.ndarray) -> Decisions:
        """All blocks' decisions."""
        players = seats.shape[1]
        utility = np.concatenate([one.utility for one in played])
        ending = np.concatenate([one.ending for one in played])
        length = np.concatenate([one.decisions for one in played])
        first, pages = 0, []
        rows = 0
        for one in played:
            for page in one.pages:
                moved = np.where(page["following"] < 0, -1, page["following"] + rows)
                pages.append({**page, "following": moved, "games": page["games"] + first})
                rows += len(moved)
            first += len(one.utility)
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
            capped=float(np.isin(ending, cap_codes(self._game.info)).mean()),
            length=float(length.mean()),
            wins=utility,
        )

    def _diary(self, room: int, sizes: np.ndarray) -> Any:
        """An empty diary with so many rows."""
        actions, players = self._game.info.max_actions, self._game.players
        whole = {name: np.zeros(room, np.int64) for name in ("actions", "seats", "games", "following")}
        return self._kernel.Diary(
            inputs=np.zeros((room, sizes[0]), np.float32),
            legal=np.zeros((room, (actions + 7) // 8), np.uint8),
            chances=np.zeros(room),
            shares=np.zeros((room, players)),
            **whole,
        )

    def _scratch(self, sizes: np.ndarray) -> tuple[Any, ...]:
        """What the kernel works on, for one thread."""
        info, players = self._game.info, self._game.players
        acts, out, weight = (np.zeros(n, np.int64) for n in (info.max_legal, info.max_outcomes, info.max_outcomes))
        work, copies = (np.zeros(1, self._game.rules.STATE) for _ in range(2))
        ws = policy_workspace(self._game, self._guide, sizes.tolist())
        memos, latest = np.zeros((players, MEMO), np.int64), np.zeros(players, np.int64)
        return ws, work, np.zeros(1, STREAM), copies, acts, memos, out, weight, latest


@dataclass(frozen=True, slots=True)
class _Block:
    """What came of some games: pages of diaries, and how the games ended."""

    pages: list[dict[str, np.ndarray]]
    utility: np.ndarray
    ending: np.ndarray
    decisions: np.ndarray

    def add(self, diary: Any, rows: int, first: int) -> None:
        """Keep a copy of the first rows of a diary, whose games are counted from ``first``."""
        page = {name: getattr(diary, name)[:rows].copy() for name in diary._fields}
        page["games"] += first
        self.pages.append(page)


def lambda_returns(decisions: Decisions, decay: float) -> np.ndarray:
    """What each decision turned out to be worth to all seats (n, P): see :func:`..kernels.returns.returns`."""
    found = np.zeros(decisions.shares.shape)
    returns(decisions.shares, decisions.results, decisions.following, decay, found)
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
