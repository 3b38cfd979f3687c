"""The games of rollouts: who plays them, from where, with which draws, and how luck is taken out of their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.spec import default_agents, resolve_all
from ..core.agents import Agent, CompiledAgent
from ..core.binding import LIMIT
from ..core.contract import PURPOSES
from ..core.loader import kernel
from ..core.run import LOG, Run, built, in_threads, new_waiting, prepare
from ..core.validation import whole_number
from ..errors import BadAgent, BadValue
from ..gpu.device import Device
from ..runtime.stream import CHANNELS, deal_seed
from ..values.chances import SeatValuer
from .chances_card import CardValuer
from .eyes import FULL, redrawn
from .measured import has_network, network_of
from .moves import WholeMove, after
from .race import BLOCK, Race
from .rollout_card import new_notes, play_on_card, ready

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..gpu.machine import Card
    from ..networks.seats import SeatNetwork

__all__ = [
    "TURNS",
    "Stake",
    "Starts",
    "Table",
    "block_results",
    "default_policy",
    "even_draws",
    "mean_results",
    "no_plan",
]

TURNS: Final = 16
"""So many draws of a channel are stratified."""
MOST_PARTS: Final = 64
"""Draws with more outcomes than this stay as they are."""
LUCK: Final = (1, 2, 4)
"""How many chance events of a game a trial may correct for."""
TRIAL: Final = 2 * BLOCK
"""Games of each candidate that the trial looks at."""
TRIAL_PART: Final = 0.1
"""A trial may cost so much of what was played before it."""
VALUE: Final = 20
"""What the value of one position costs, in steps of play. An estimate: 6 µs for two players, and 0.3 for a step."""
SLICE: Final = 256
"""Games that a thread plays at once."""
NOTED: Final = 1 << 28
"""So many bytes may what chance did take at once."""


def default_policy(game: Game) -> str:
    """The spec of who plays on in all seats where nobody is named."""
    return next(iter(default_agents(game.name)), "random")


class Stake:
    """What a rollout plays with: the game, who sits where, the seed, and where games are cut off."""

    def __init__(self, game: Game, agents: Agent | Iterable[Agent] | None, seed: int, truncate: int = 0) -> None:
        self.game, self.seed, self.truncate = game, seed, truncate
        found = resolve_all(game.name, game.players, default_policy(game) if agents is None else agents)
        rows = []
        for agent in found:
            if not isinstance(agent, CompiledAgent):
                name = getattr(agent, "name", type(agent).__name__)
                raise BadAgent(
                    f'"{name}" is not compiled, so that it cannot play rollouts', hint="name a rule-based agent"
                )
            rows.append(agent.row)
        self.rows = np.array(rows)
        self.policy = tuple(agent.spec for agent in found if isinstance(agent, CompiledAgent))
        self.valued = has_network(game)

    def check(self, luck: bool | int | None) -> None:
        """Raise where a network is asked for that is not there."""
        if luck is not None and not isinstance(luck, bool):
            whole_number("luck", luck, 0)
        if (luck or self.truncate) and not self.valued:
            raise BadValue(
                f"no network values positions of {self.game.name} by these options",
                hint="leave out luck and truncate",
            )


class Starts:
    """From where games begin: game ``k`` of each candidate from the same world.

    ``known`` is where candidates lead; a ``world`` is where one leads with what is hidden drawn anew for a number.
    """

    def __init__(self, known: Sequence[Position], world: Callable[[int, int], np.ndarray] | None = None) -> None:
        self._known, self._world = known, world

    @classmethod
    def of(cls, position: Position, moves: Sequence[WholeMove] | None, eyes: int | str, seed: int) -> Starts:
        """The position itself, or after each move, as the eyes see it."""
        game = position.game
        bare = game.position(position.states()).by_rules(position.rules_version)
        known = [bare] if moves is None else [after(bare, one) for one in moves]
        step = game.entry("position_kernel", "step")

        def world(candidate: int, number: int) -> np.ndarray:
            states: np.ndarray = redrawn(position, eyes, seed, number).states()
            for one in moves[candidate].ids if moves else ():
                step(states, one)
            return states

        return cls(known, world if game.info.hidden and eyes != FULL else None)

    def states(self, candidate: int, numbers: range) -> np.ndarray:
        """The positions in which these games of a candidate begin."""
        found: np.ndarray = np.repeat(self._known[candidate].states(), len(numbers))
        if self._world is not None:
            for place, number in enumerate(numbers):
                found[place] = self._world(candidate, number)[0]
        return found

    def first(self) -> Position:
        """Where the first candidate's first game begins."""
        return self._known[0].game.position(self.states(0, range(1)))


# --------------------------------------------------------------------------------------------------- Stratified draws


@dataclass(frozen=True, slots=True)
class _Plan:
    """The arrays of the kernel's plan."""

    sizes: np.ndarray
    places: np.ndarray
    orders: np.ndarray


def no_plan() -> _Plan:
    """The plan in which all draws stay as they are."""
    return _Plan(np.zeros(CHANNELS, np.int64), np.zeros(CHANNELS, np.int64), np.zeros(1, np.int64))


def even_draws(stake: Stake, starts: Starts) -> _Plan:
    """Which draws are stratified, by what chance does in one game that is played on."""
    sizes = _weights(stake, starts.first())
    plan = no_plan()
    plan.sizes[list(sizes)] = list(sizes.values())
    draws = np.random.default_rng([stake.seed & 0xFFFFFFFF, stake.seed >> 32])
    orders: list[np.ndarray] = []
    place = 0
    for channel in sorted(sizes):
        plan.places[channel] = place
        orders += [draws.permutation(sizes[channel]) for _ in range(TURNS + 2)]
        place += (TURNS + 2) * sizes[channel]
    return _Plan(plan.sizes, plan.places, np.concatenate(orders) if orders else plan.orders)


def _weights(stake: Stake, position: Position) -> dict[int, int]:
    """By channel: the sum of the weights of its first draw in a game; of two dice that of all their later ones too."""
    game, sizes = stake.game, dict[int, int]()
    now = game.position(position.states())
    run = _run(stake, [deal_seed(stake.seed, "plan")], now.states())
    drivers = run.drivers
    prepare(game.rules, game.guide, game.progress, batched=True)
    waiting = new_waiting(drivers, 1, run.sizes, LOG)
    waiting.logged[0] = 0
    built(run.rules, drivers.advance)(run.longest, run.buffers(batched=True), waiting)
    for step in waiting.log[0, : waiting.logged[0]].tolist():
        if now.chance_key is not None:
            channel = now.chance_key[0] * PURPOSES + now.chance_key[1]
            if channel not in sizes:
                sizes[channel] = sum(one.weight for one in now.outcomes())
        now.apply(step)
    wanted = {channel: size for channel, size in sizes.items() if 1 < size <= MOST_PARTS}
    alike = {channel % PURPOSES: size for channel, size in wanted.items()}
    for seat in range(game.players):  # seats that threw no dice in that game
        for purpose, size in alike.items():
            if any(channel // PURPOSES < game.players for channel in wanted if channel % PURPOSES == purpose):
                wanted.setdefault(seat * PURPOSES + purpose, size)
    return wanted


def _run(stake: Stake, seeds: Sequence[int], states: np.ndarray) -> Run:
    seats = np.tile(np.arange(stake.game.players), (len(seeds), 1))
    return Run.of(stake.game, seeds, seats, stake.rows, states=states, tracks=False)


# -------------------------------------------------------------------------------------------------------------- Playing


class Table:
    """Plays the games of all candidates, with their luck, on the processor if no ``device`` is given.

    ``progress`` is called before each slice of them.
    """

    def __init__(
        self,
        stake: Stake,
        starts: Starts,
        plan: _Plan,
        luck: bool | int | None,
        threads: int,
        device: Device | None = None,
        progress: Callable[[], object] | None = None,
    ) -> None:
        self._device = device or Device()
        self._stake, self._starts, self._plan, self._threads = stake, starts, plan, threads
        self._progress = progress
        game = stake.game
        self._kernel: Any = kernel("magnate.analysis.rollout_kernel", game.rules, game.guide)
        self._network = network_of(game.name) if stake.valued else None
        self.luck_events = 0 if luck is None or not stake.valued else LUCK[-1] if luck is True else int(luck)
        self._trial = luck is None and stake.valued and not stake.truncate
        self._steps = 0
        self._on_card: CardValuer | None = None
        self.truncated = 0

    def play(self, race: Race, games: int) -> int:
        """Play all candidates that are not stopped on to so many games each; returns how many games that were."""
        tasks = [
            (candidate, range(race.games(candidate), games))
            for candidate in race.running
            if race.games(candidate) < games
        ]
        if not tasks:
            return 0
        first, last = tasks[0][1].start, tasks[0][1].stop
        affordable = TRIAL_PART * self._steps >= TRIAL * len(tasks) * max(LUCK) * _cost(self._stake.game)
        if self._trial and affordable and last - first >= TRIAL and len({one for _, one in tasks}) == 1:
            self._trial = False
            tried = [(candidate, range(first, first + TRIAL)) for candidate, _ in tasks]
            played = self._play(tried, max(LUCK))
            self.luck_events = _worthwhile(played, self._stake.game, len(tasks))
            self._note(race, tried, played)
            tasks = [(candidate, range(first + TRIAL, last)) for candidate, _ in tasks]
        if any(numbers for _, numbers in tasks):  # the trial may have played all
            self._note(race, tasks, self._play(tasks, self.luck_events))
        return last - first

    def _note(self, race: Race, tasks: Sequence[tuple[int, range]], played: _Played) -> None:
        """Add what came of games, less luck."""
        at = 0
        for candidate, numbers in tasks:
            rows = slice(at, at + len(numbers))
            race.add(candidate, played.results[rows] - played.luck[rows, : self.luck_events].sum(axis=1))
            at += len(numbers)
        self.truncated += played.truncated
        self._steps += int(played.steps.sum())

    def _play(self, tasks: Sequence[tuple[int, range]], room: int) -> _Played:
        """Play games and value their first events, as many games at once as there is room for what these did."""
        numbers = np.concatenate([np.arange(one.start, one.stop) for _, one in tasks])
        states = np.concatenate([self._starts.states(candidate, one) for candidate, one in tasks])
        size = max(1, NOTED // (2 * room * states.itemsize) // SLICE) * SLICE if room else len(numbers)
        parts = [slice(first, first + size) for first in range(0, len(numbers), size)]
        played = [self._play_part(numbers[part], states[part], room) for part in parts]
        if len(played) == 1:
            return played[0]
        results, luck, steps = (
            np.concatenate(some) for some in zip(*((o.results, o.luck, o.steps) for o in played), strict=True)
        )
        return _Played(results, luck, steps, sum(one.truncated for one in played))

    def _play_part(self, numbers: np.ndarray, states: np.ndarray, room: int) -> _Played:
        """Play games on whichever device is to; a card that fails leaves nothing behind."""
        stake = self._stake
        seeds = {number: deal_seed(stake.seed, "rollout", number) for number in set(numbers.tolist())}
        each = [seeds[number] for number in numbers.tolist()]
        asked = _run(stake, each[:1], states[:1])
        kind = (asked.rules, asked.guide, asked.params.tobytes())

        def play(card: Card | None) -> _Played:
            return self._play_run(_run(stake, each, states), numbers, room, card)

        def prepare_card(card: Card) -> None:
            ready(card, asked)
            if self._network is not None and (self._trial or self.luck_events or stake.truncate):
                self._valuer(card, self._network)

        return self._device.play(kind, len(numbers), prepare_card, play)

    def _valuer(self, card: Card | None, network: SeatNetwork) -> SeatValuer:
        """What values positions: on the processor each thread needs one of its own."""
        if card is None:
            return SeatValuer(self._stake.game, network)
        if self._on_card is None:
            self._on_card = CardValuer(self._stake.game, network, card)
        return self._on_card

    def _play_run(self, run: Run, numbers: np.ndarray, room: int, card: Card | None) -> _Played:
        stake, players = self._stake, self._stake.game.players
        play = built(run.rules, self._kernel.play)
        luck = np.zeros((len(numbers), room, players))
        plan = self._kernel.Plan(self._plan.sizes, self._plan.places, self._plan.orders, TURNS, stake.seed)
        most = stake.truncate or np.iinfo(np.int64).max

        def value(span: slice, notes: Any) -> int:
            """Value the first events of some games, and those that were cut; returns how many these are."""
            cut = np.flatnonzero(run.results.ending[span] == 0) + span.start
            if (room or len(cut)) and self._network is not None:
                valuer = self._valuer(card, self._network)
                everybody = (1 << players) - 1
                rows = np.flatnonzero((np.arange(room) < notes.events[:, None]).ravel())
                if len(rows):
                    before, later = notes.before[rows], notes.after[rows]
                    known = np.full(len(rows), everybody)
                    found = valuer.chances(later, players, known) - valuer.means(before, players, known)
                    luck[span].reshape(-1, players)[rows] = found
                if len(cut):
                    known = np.full(len(cut), everybody)
                    run.results.utility[cut] = valuer.ahead(run.states[cut], players, known)
            return len(cut)

        def play_slice(span: slice) -> int:
            self._say()
            notes = new_notes(run, span.stop - span.start, room)
            buffers = run.buffers(span, batched=True)
            play(run.longest, most, numbers[span], plan, notes, buffers)
            run.check_lists(buffers)
            return value(span, notes)

        if card is not None:
            cut = value(slice(0, len(numbers)), play_on_card(card, run, numbers, plan, most, room, self._say))
        else:
            cut = sum(in_threads(play_slice, len(numbers), SLICE, self._threads))
        results = run.results
        results.utility[results.ending == LIMIT] = 1.0 / players
        return _Played(results.utility, luck, results.decisions + results.chances, cut)

    def _say(self, _games: int = 0) -> None:
        if self._progress is not None:
            self._progress()


def mean_results(
    stake: Stake,
    positions: Sequence[Position],
    games: int,
    device: Device | None = None,
    progress: Callable[[], object] | None = None,
) -> np.ndarray:
    """The mean results (n, P) of so many games from each position, by the same luck for all.

    ``progress`` is called now and then, and may raise to end it.
    """
    race = Race(len(positions), 0, stake.game.players)
    Table(stake, Starts(positions), no_plan(), luck=False, threads=1, device=device, progress=progress).play(
        race, games
    )
    return np.array([race.shares(one).means for one in range(len(positions))])


def block_results(stake: Stake, positions: Sequence[Position], games: int) -> np.ndarray:
    """The same by blocks (blocks, n, P) of 36 games with evenly spread draws; ``games`` is a multiple of 36."""
    race = Race(len(positions), 0, stake.game.players)
    Table(stake, Starts(positions), no_plan(), luck=False, threads=1).play(race, games)
    return np.stack([race.blocks(one) for one in range(len(positions))], axis=1)


@dataclass(frozen=True, slots=True)
class _Played:
    """Results (n, P) of games, the luck (n, events, P) of their first events, their steps, and how many were cut."""

    results: np.ndarray
    luck: np.ndarray
    steps: np.ndarray
    truncated: int


def _cost(game: Game) -> int:
    """What it costs to correct one event, in steps of play: the positions after all outcomes are valued."""
    return VALUE * (1 + _OUTCOMES.get(game.name, game.info.max_outcomes))


def _worthwhile(played: _Played, game: Game, candidates: int) -> int:
    """For how many events it pays to correct luck: where variance times cost is least, 0 if nothing gains.

    With several candidates it is the variance of differences to the first one. Costs are counted in steps of play, so
    that the answer does not depend on the clock.
    """
    n = len(played.results) // candidates
    if len(played.results) != n * candidates or n < 2:
        return 0
    cost = float(played.steps.mean())
    values = _cost(game)

    def spread(results: np.ndarray) -> float:
        each = results.reshape(candidates, n, -1)
        apart = each if candidates == 1 else each[1:] - each[0]
        return float(apart.var(axis=1).mean())

    chosen, least = 0, spread(played.results) * cost
    for events in LUCK:
        if events <= played.luck.shape[1]:
            found = spread(played.results - played.luck[:, :events].sum(axis=1)) * (cost + events * values)
            if found < MUST_GAIN * least if chosen == 0 else found < least:
                chosen, least = events, found
    return chosen


MUST_GAIN: Final = 0.95
"""A trial must show at least so much less, as its own figures are uncertain."""
_OUTCOMES: Final = {"monopoly": 21}
"""Outcomes of most chance nodes."""
