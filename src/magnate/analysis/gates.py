"""How true a network's win chances are: measured on games that no training plays, beside simpler guesses.

At a table games of the training's kinds are played, from seeds that trainings never take. The chances of some positions
of each are compared with what the seats won: by the logarithmic and the Brier score, and by their calibration. Chance
nodes tell how far the network disagrees with itself. From all chance nodes of whole games follows the luck of each
seat, and how much less the results vary without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.learned.agent import NetworkAgent, Valuer
from ..agents.spec import resolve
from ..errors import BadAgent
from ..learn.chances import AT_CHANCE, AT_CHOICE, IN_QUESTION, Met, Tables, table_of, tables_of
from ..learn.method import QUARTER
from ..networks.inference import win_shares
from ..runtime.stream import deal_seed
from ..values.chances import SeatValuer, inputs_of
from .race import NORMAL

if TYPE_CHECKING:
    from ..networks.seats import SeatNetwork

__all__ = [
    "Calibration",
    "Estimate",
    "Gates",
    "Judged",
    "Luck",
    "Phase",
    "deal_groups",
    "luck_of",
    "measured",
    "todays",
]

BINS: Final = 20
PHASES: Final = 4
LEAST: Final = 1e-9
STANDING: Final = "standing"
"""The name of the simplest guess: a logistic of what the seats have."""
ENOUGH: Final = 2_000
"""Chance nodes of a game that are noted at most, for its luck, on average."""

Guess = Callable[[np.ndarray], np.ndarray]
"""What foresees the shares (n, P) of states."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over positions, and the half width of its 95 % interval, from games as the units."""

    value: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.margin


@dataclass(frozen=True, slots=True)
class Calibration:
    """How chances compare with results: ``points`` are the mean chance, the mean result and the part of each class.

    ``error`` is the expected calibration error, and ``noise`` what it would be by luck if all chances were true.
    """

    points: tuple[tuple[float, float, float], ...]
    error: float
    noise: float


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the game: positions with ``first`` to ``end`` choices before, ``end`` left out.

    ``better`` is as in :class:`Gates`, for these positions.
    """

    first: int
    end: int
    calibration: Calibration
    better: Mapping[str, tuple[Estimate, Estimate]]


@dataclass(frozen=True, slots=True)
class Luck:
    """What the luck of ``games`` explains: its mean for seat 0 in points, and the variance of results without it.

    ``ratio`` is the variance of results less luck by that of the results; ``events`` are chance nodes of a game.
    """

    games: int
    events: float
    mean: Estimate
    ratio: float


@dataclass(frozen=True, slots=True)
class Gates:
    """What was measured at a table; differences of scores are per position and greater than 0 where the network wins.

    ``better`` has for each simpler guess how much more its logarithmic loss and its Brier score are. ``consistency`` is
    how far chances at chance nodes are from their mean over the outcomes, in points: on average, and 99 of 100 at most.
    ``entering`` and ``leaving`` are the mean changes for who decides, in points: at chance nodes, and from a question
    to the next settled chance node. ``choices`` is the same as ``leaving`` for choices that are no questions.
    ``questions`` (Monopoly) has by kind of question its part of the mean ``leaving`` and the mean within the kind.
    """

    table: str
    games: int
    positions: int
    log: float
    brier: float
    better: Mapping[str, tuple[Estimate, Estimate]]
    whole: Calibration
    phases: tuple[Phase, ...]
    consistency: tuple[float, float]
    entering: Estimate
    leaving: Estimate
    choices: Estimate
    questions: Mapping[str, tuple[float, Estimate]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A network at a table of a game, with who plays as in the ``settings`` of its training."""

    game: str
    table: str
    network: SeatNetwork
    settings: Any

    @property
    def tables(self) -> Tables:
        """What plays the games."""
        return tables_of(table_of(self.game, self.table), self.table, self.settings)

    @property
    def valuer(self) -> SeatValuer:
        """What asks the network about positions."""
        return SeatValuer(table_of(self.game, self.table), self.network)


def measured(
    judged: Judged,
    games: int,
    *,
    seed: int = 1,
    full: bool = False,
    others: Mapping[str, Guess] | None = None,
    threads: int = 1,
) -> Gates:
    """Measure the network at a table; ``full``: by eyes that know all hands."""
    game, table = judged.game, judged.table
    met = judged.tables.play(_seeds(seed, games), deal_seed(seed, "gates", table), threads=threads)
    valuer = _Eyes(judged.valuer, met.players, full, ahead=full or game != "brass")
    guessed = valuer.chances(met.states)
    log, brier = _losses(guessed, met)
    worse = {}
    for name, guess in {STANDING: _standing(game, met), **(others or {})}.items():
        their_log, their_brier = _losses(guess(met.states), met)
        worse[name] = (their_log - log, their_brier - brier)
    at_chance = met.kinds == AT_CHANCE
    nodes = met.states[at_chance]
    drift = 100.0 * (valuer.means(nodes) - guessed[at_chance])
    decides = valuer.turn(nodes)
    kinds = _questions(met.states, met.kinds == IN_QUESTION) if game == "monopoly" else {}
    leaving = _change(valuer, guessed, met, met.kinds == IN_QUESTION)
    return Gates(
        *(table, games, len(guessed), _mean(log, met).value, _mean(brier, met).value),
        *(_better(worse, met), calibration(guessed, met), tuple(_phases(guessed, worse, met))),
        consistency=(float(np.abs(drift).mean()), float(np.quantile(np.abs(drift), 0.99))),
        entering=_of_turn(drift, met, at_chance, decides),
        leaving=leaving,
        choices=_change(valuer, guessed, met, met.kinds == AT_CHOICE),
        questions={
            name: (float(met.weights[rows].sum() / met.weights[met.kinds == IN_QUESTION].sum()) * one.value, one)
            for name, rows in kinds.items()
            for one in [_change(valuer, guessed, met, rows)]
        },
    )


def todays(game: str, table: str, spec: str) -> Guess:
    """What the network of an agent says: the mean over the views of all seats, of the network that is calibrated."""
    played = table_of(game, table)
    agent = resolve(game, spec, played.players)
    if not isinstance(agent, NetworkAgent):
        raise BadAgent(f'"{spec}" plays by no value network', hint="name one such as magnate:2p")
    valuer = Valuer(played, agent.calibrated or agent.network, agent.schema.name)

    def guess(states: np.ndarray) -> np.ndarray:
        views = [valuer.values(states, np.full(len(states), seat)) for seat in range(played.players)]
        return np.mean(views, axis=0)

    return guess


def luck_of(judged: Judged, games: int, *, seed: int = 1, threads: int = 1) -> Luck:
    """What luck explains of the results at a table."""
    seeds, who = _seeds(seed, games), deal_seed(seed, "luck", judged.table)
    met = judged.tables.play(seeds, who, odd=False, trace=ENOUGH, threads=threads)
    luck = luck_sums(judged.valuer, met)
    return _luck(met.results, luck, float(met.events.mean()))


def deal_groups(judged: Judged, specs: tuple[str, str], groups: int, *, seed: int = 1) -> tuple[float, float]:
    """Two agents, one against copies of the other, each deal with the first in every seat.

    Returns the variance of a group's mean result by that of a mean of as many independent games: raw, and without luck.
    """
    tables = judged.tables
    players = table_of(judged.game, judged.table).players
    rows = [tables.row_of(spec) for spec in specs]
    seats = np.full((groups * players, players), rows[1])
    place = np.tile(np.arange(players), groups)
    seats[np.arange(len(seats)), place] = rows[0]
    deals = np.repeat(_seeds(seed, groups), players).tolist()
    met = tables.play(deals, seed, seats=seats, odd=False, trace=ENOUGH)
    luck = luck_sums(judged.valuer, met)
    own, own_luck = met.results[np.arange(len(seats)), place], luck[np.arange(len(seats)), place]
    independent = np.mean([own[place == k].var(ddof=1) for k in range(players)]) / players
    raw, adjusted = (one.reshape(groups, players).mean(axis=1).var(ddof=1) for one in (own, own - own_luck))
    return float(raw / independent), float(adjusted / independent)


def luck_sums(valuer: SeatValuer, met: Met) -> np.ndarray:
    """The luck (games, P) of each seat, all hands known: at all chance nodes what came less the mean of what could."""
    if met.events.sum() != len(met.before):
        raise ValueError("not all chance nodes were noted")
    eyes = _Eyes(valuer, met.players, full=True, ahead=False)
    luck = eyes.chances(met.after) - eyes.means(met.before)
    of = np.repeat(np.arange(len(met.events)), met.events)
    return np.stack([np.bincount(of, luck[:, p], len(met.events)) for p in range(met.players)], axis=1)


def calibration(guessed: np.ndarray, met: Met, rows: np.ndarray | slice = slice(None)) -> Calibration:
    """How the chances of some rows compare with what was won, positions by their weights and seats in the game."""
    said, won, games = guessed[rows], met.shares[rows], met.games[rows]
    heavy = met.weights[rows][:, None] * (said > 0)
    classes = np.minimum((said * BINS).astype(np.int64), BINS - 1)
    points, error, noise, total = [], 0.0, 0.0, heavy.sum()
    for number in range(BINS):
        inside = heavy * (classes == number)
        part = inside.sum()
        if part > 0:
            mean, happened = float((inside * said).sum() / part), float((inside * won).sum() / part)
            points.append((mean, happened, float(part / total)))
            error += abs(mean - happened) * part / total
            luck = np.bincount(games, (inside * (won - said)).sum(axis=1))
            luck = luck - luck.mean()
            noise += np.sqrt(2 / np.pi * (luck**2).sum()) / total
    return Calibration(tuple(points), float(error), float(noise))


# ------------------------------------------------------------------------------------------------------------- Parts


def _seeds(seed: int, games: int) -> list[int]:
    """Seeds outside the range of trainings, which is the last quarter."""
    return [deal_seed(seed, "gates", number) % QUARTER for number in range(games)]


def _losses(guessed: np.ndarray, met: Met) -> tuple[np.ndarray, np.ndarray]:
    """The logarithmic loss and the Brier score (n,) of guesses."""
    return (
        -(met.shares * np.log(np.maximum(guessed, LEAST))).sum(axis=1),
        ((met.shares - guessed) ** 2).sum(axis=1),
    )


def _mean(values: np.ndarray, met: Met, rows: np.ndarray | slice = slice(None)) -> Estimate:
    """The weighted mean over positions; its error is that of games."""
    heavy, games = met.weights[rows].astype(np.float64), met.games[rows]
    mean = float(np.average(values, weights=heavy))
    luck = np.bincount(games, heavy * (values - mean))
    return Estimate(mean, float(NORMAL * np.sqrt((luck**2).sum()) / heavy.sum()))


def _of_turn(values: np.ndarray, met: Met, rows: np.ndarray, seats: np.ndarray) -> Estimate:
    return _mean(values[np.arange(len(values)), seats], met, rows)


def _questions(states: np.ndarray, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Which of the rows are of each kind of question in Monopoly: what is under way, or the phase of the turn."""
    from ..games.monopoly.setup_model import FRAME_KINDS, PHASES

    depth = states["depth"].astype(np.int64)
    top = states["fkind"][np.arange(len(states)), np.maximum(depth - 1, 0)]
    names = np.where(depth > 0, np.array(FRAME_KINDS)[top], np.array(PHASES)[states["phase"]])
    return {str(name): rows & (names == name) for name in np.unique(names[rows])}


def _change(valuer: _Eyes, guessed: np.ndarray, met: Met, rows: np.ndarray) -> Estimate:
    """How the chance of who decides changes from some rows to the next settled chance node, in points."""
    change = 100.0 * (valuer.chances(met.later[rows]) - guessed[rows])
    return _of_turn(change, met, rows, met.states["mover"][rows])


def _better(
    worse: Mapping[str, tuple[np.ndarray, np.ndarray]], met: Met, rows: np.ndarray | slice = slice(None)
) -> dict[str, tuple[Estimate, Estimate]]:
    """By how much more other guesses lose at some positions: by the logarithmic and by the Brier score."""
    return {name: (_mean(log[rows], met, rows), _mean(brier[rows], met, rows)) for name, (log, brier) in worse.items()}


def _phases(guessed: np.ndarray, worse: Mapping[str, tuple[np.ndarray, np.ndarray]], met: Met) -> Iterator[Phase]:
    """Parts of the game by the choices before, with as many positions in each."""
    ends = np.unique(np.quantile(met.moments, np.arange(PHASES + 1) / PHASES).astype(np.int64))
    for low, high in pairwise(ends):
        end = int(high if high < ends[-1] else high + 1)
        rows = np.flatnonzero((met.moments >= low) & (met.moments < end))
        yield Phase(int(low), end, calibration(guessed, met, rows), _better(worse, met, rows))


def _standing(game: str, met: Met) -> Guess:
    """A logistic of what seats have (net worth; points, income, money), fitted to these very games: at its best."""
    from scipy.optimize import minimize

    players, inputs = met.players, inputs_of(game)

    def seen(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return (_points if game == "brass" else _worths)(states, players), inputs.there(states, players)

    numbers, alive = seen(met.states)

    def loss(weights: np.ndarray) -> float:
        guessed = win_shares(numbers @ weights, alive)
        return float(np.average(-(met.shares * np.log(np.maximum(guessed, LEAST))).sum(axis=1), weights=met.weights))

    weights = minimize(loss, np.full(numbers.shape[2], 0.3), method="Nelder-Mead", options={"maxiter": 400}).x

    def guess(states: np.ndarray) -> np.ndarray:
        one, there = seen(states)
        return win_shares(one @ weights, there)

    return guess


def _points(states: np.ndarray, players: int) -> np.ndarray:
    """What seats have in Brass (n, players, 6): points, income and money, in each era by weights of its own."""
    own = np.stack([states[name][:, :players] / 20.0 for name in ("points", "income_space", "money")], axis=2)
    late = (states["era"] == 1)[:, None, None]
    return np.concatenate([own * late, own * ~late], axis=2)


def _worths(states: np.ndarray, players: int) -> np.ndarray:
    """The net worth of seats in Monopoly (n, players, 3): its part of all, its logarithm, and the amount."""
    from ..games.monopoly.board import HOUSE_PRICE, MORTGAGE, PRICE

    deeds = np.arange(len(PRICE))
    owned = (states["deeds"][:, :players, None] >> deeds) & 1
    mortgaged = (states["mortgaged"][:, None] >> deeds) & 1
    price = np.where(mortgaged == 1, np.array(MORTGAGE), np.array(PRICE)) + states["level"] * np.array(HOUSE_PRICE)
    worth = np.maximum(states["cash"][:, :players] + (owned * price[:, None]).sum(axis=2), 1.0)
    return np.stack([worth / worth.sum(axis=1, keepdims=True), np.log(worth), worth / 5000.0], axis=2)


class _Eyes:
    """What a network says to eyes that know all hands, or none."""

    def __init__(self, valuer: SeatValuer, players: int, full: bool, *, ahead: bool) -> None:
        self._valuer, self._players, self._known, self._ahead = valuer, players, ((1 << players) - 1) * full, ahead

    def chances(self, states: np.ndarray) -> np.ndarray:
        """The chances (n, players), as :func:`magnate.analysis.chances` says them."""
        say = self._valuer.ahead if self._ahead else self._valuer.chances
        return say(states, self._players, np.full(len(states), self._known))

    def means(self, states: np.ndarray) -> np.ndarray:
        """Their means over the outcomes."""
        say = self._valuer.means_ahead if self._ahead else self._valuer.means
        return say(states, self._players, np.full(len(states), self._known))

    def turn(self, states: np.ndarray) -> np.ndarray:
        """Whose turn it is at chance nodes."""
        if "current" in (states.dtype.names or ()):
            return states["current"].astype(np.int64)
        place = np.minimum(states["turn"], self._players - 1)
        return states["order"][np.arange(len(states)), place].astype(np.int64)


def _luck(results: np.ndarray, luck: np.ndarray, events: float) -> Luck:
    adjusted = results - luck
    mean = luck[:, 0]
    ratio = adjusted.var(axis=0, ddof=1).mean() / results.var(axis=0, ddof=1).mean()
    error = NORMAL * mean.std(ddof=1) / np.sqrt(len(mean))
    return Luck(len(results), events, Estimate(float(100 * mean.mean()), float(100 * error)), float(ratio))
