"""What positions and moves are worth for a balance sheet: exactly, by a network, or by rollouts.

A move is worth what the position is that it leads to. An offer leads to where the partner has answered (:func:`made`).

A source of worths answers many positions at once. What it says of a position depends on the position alone, so that
luck has the mean 0: what came and what could have come are valued alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count, pairwise
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from ..agents.spec import resolve
from ..core.agents import CompiledAgent
from ..core.players import Players
from ..core.position import states_of
from ..errors import BadAgent, BadSeat, BadValue
from ..gpu.device import Device
from ..runtime.stream import deal_seed
from ..values.chances import SeatValuer
from .chances import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, has_network, network_of
from .exact import EQUILIBRIUM, kuhn_chances, kuhn_deals, solved
from .rollout_games import SLICE as AT_ONCE
from .rollout_games import Stake, default_policy, mean_results

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["Question", "Worths", "answer", "applied", "made", "seated", "worths_for"]

GAMES: Final = 100
"""Rollouts for each position, where these have to tell."""
MOST_GAMES: Final = 1_000_000
"""The most rollouts of a review."""
WORLDS: Final = 10
"""So many ways the hidden parts may lie are tried for a decision, where rollouts have to tell."""
SLICE: Final = 20_000
"""Rollouts that are played at a time."""

ANSWERS: Final = {"accept", "reject"}
"""The decisions of who is made an offer."""

Progress = Callable[[int, int], None]
"""``progress(done, total)``: so much of so much is done."""


@dataclass(frozen=True, slots=True)
class Question:
    """What each of some whole moves (ids of their steps) is worth, as the seat to move can know it."""

    seat: int
    before: Position
    moves: tuple[tuple[int, ...], ...]


class Worths(Protocol):
    """A source of worths; all answers are vectors over the seats."""

    source: str
    policy: str

    def worth(self, positions: Sequence[Position]) -> np.ndarray:
        """What positions are worth (n, P); at the end the result."""
        ...

    def means(self, positions: Sequence[Position]) -> np.ndarray:
        """The means (n, P) of :meth:`worth` over the outcomes of chance nodes."""
        ...

    def judge(self, questions: Sequence[Question]) -> list[np.ndarray]:
        """For each question what each of its moves is worth (moves, P)."""
        ...


def worths_for(
    game: Game,
    first: Position,
    *,
    eyes: int | str = FULL,
    policy: str | None = None,
    games: int = GAMES,
    seed: int = 0,
    device: Device | None = None,
    progress: Progress | None = None,
) -> Worths:
    """The best source for a game: exact if its first position can be solved, a measured network, or rollouts.

    ``eyes`` other than :data:`~magnate.analysis.FULL` see a game with hidden parts from a seat, or as a spectator.
    """
    if not game.info.hidden:
        eyes = FULL
    if game.name == "kuhn" and policy is None:
        return KuhnWorths(eyes)
    if policy is None and has_network(game):
        return NetworkWorths(game, eyes)
    if policy is None and not game.info.hidden and solved(first) is not None:
        return ExactWorths()
    if eyes != FULL:
        raise BadSeat(
            f"a game of {game.name} by these options can be reviewed when it is over, not by what a seat sees now",
            hint="review the record of the finished game",
        )
    return RolloutWorths(Stake(game, policy, seed), games, device, progress)


def applied(position: Position, steps: Sequence[int]) -> Position:
    """The position after the steps of a whole move; chance is not drawn."""
    found = position.copy()
    for step in steps:
        found.apply(step)
    return found


def answer(position: Position, policy: str = "") -> tuple[int, ...]:
    """The decision with which the agent ``policy`` answers the offer that waits; empty where none waits.

    Default is the game's first agent. It is compiled, so that its answer is exact; any other raises
    :class:`~magnate.errors.BadAgent`.
    """
    if position.to_move < 0 or not {position.name_of(one) for one in position.legal_ids()} >= ANSWERS:
        return ()
    bare = position.game.position(position.states()).by_rules(position.rules_version)
    return (seated(position.game, policy or default_policy(position.game)).choose(bare),)


def seated(game: Game, agent: str) -> Players:
    """A table at which this agent has all seats; raises :class:`~magnate.errors.BadAgent` if it is not compiled."""
    found = resolve(game.name, agent, game.players)
    if not isinstance(found, CompiledAgent):
        raise BadAgent(f'"{agent}" is not compiled, so that it cannot answer here', hint="name a rule-based agent")
    return Players(game, [found] * game.players)


def made(position: Position, steps: Sequence[int], policy: str = "") -> Position:
    """The position that a whole move leads to: an offer is answered, as the agent ``policy`` answers it.

    So an offer that is refused wins nothing. Chance is not drawn.
    """
    found = applied(position, steps)
    return applied(found, answer(found, policy))


# ------------------------------------------------------------------------------------------------- Position by position


class _Enumerated:
    """What sources share that know positions only: means over the outcomes, and moves by the positions after them."""

    policy = ""

    def worth(self, positions: Sequence[Position]) -> np.ndarray:
        raise NotImplementedError

    def means(self, positions: Sequence[Position]) -> np.ndarray:
        """The means over the outcomes, each applied."""
        outcomes = [one.outcomes() for one in positions]
        after = [p.copy().apply(o) for p, found in zip(positions, outcomes, strict=True) for o in found]
        worth = _split(self.worth(after), [len(found) for found in outcomes])
        weights = [np.array([float(o.probability) for o in found]) for found in outcomes]
        return np.array([w @ values for w, values in zip(weights, worth, strict=True)])

    def judge(self, questions: Sequence[Question]) -> list[np.ndarray]:
        """What the positions after the moves are worth."""
        if not questions:
            return []
        after = [made(one.before, steps, self.policy) for one in questions for steps in one.moves]
        return _split(self.worth(after), [len(one.moves) for one in questions])


class ExactWorths(_Enumerated):
    """Exact values, when all play best."""

    source, policy = EXACT, "best play"

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[float, ...]] = {}

    def worth(self, positions: Sequence[Position]) -> np.ndarray:
        """The exact chances."""
        return np.array([self._solved(one) for one in positions]).reshape(len(positions), -1)

    def _solved(self, position: Position) -> tuple[float, ...]:
        key = position.states().tobytes()
        if key not in self._known:
            found = solved(position)
            if found is None:
                raise BadValue(
                    "a position of this game cannot be solved, though its first could",
                    hint="name an agent, so that rollouts are played: --policy random",
                )
            self._known[key] = found
        return self._known[key]


class KuhnWorths(_Enumerated):
    """Kuhn poker by its equilibrium in which the first player never bluffs; a decision by what its seat knows."""

    source, policy = EXACT, EQUILIBRIUM

    def __init__(self, eyes: int | str = FULL) -> None:
        self._eyes = eyes

    def worth(self, positions: Sequence[Position]) -> np.ndarray:
        """The exact chances, all cards or those known that the eyes know."""
        seat = self._eyes if isinstance(self._eyes, int) else None
        return np.array([kuhn_chances(one, seat, full=self._eyes == FULL) for one in positions]).reshape(-1, 2)

    def judge(self, questions: Sequence[Question]) -> list[np.ndarray]:
        """The means over the deals that may be, by how likely they make the moves so far."""
        found = []
        for one in questions:
            deals, heavy = zip(*kuhn_deals(one.before, (one.seat,)), strict=True)
            past = [int(one.before.state["bets"]) >> k & 1 for k in range(int(one.before.state["moves"]))]
            worth = []
            for steps in one.moves:
                after = [applied(one.before.game.new(), [a, b, *past, *steps]) for a, b in deals]
                worth.append([kuhn_chances(position, None, full=True) for position in after])
            weights = np.array([float(weight) for weight in heavy])
            found.append(np.einsum("d,mdp->mp", weights / weights.sum(), np.array(worth)))
        return found


# -------------------------------------------------------------------------------------------------- Many states at once


class NetworkWorths:
    """A network's chances, by one step ahead at chance nodes whose outcomes the eyes see."""

    source, policy = NETWORK, ""

    def __init__(self, game: Game, eyes: int | str = FULL) -> None:
        self._valuer, self._game, self._players = SeatValuer(game, network_of(game.name)), game, game.players
        all_hands = (1 << game.players) - 1
        self._known = all_hands if eyes == FULL else 0 if eyes == PUBLIC else 1 << int(eyes)
        self._full = eyes == FULL

    def worth(self, positions: Sequence[Position]) -> np.ndarray:
        """What the network says, at the end the result."""
        if not positions:
            return np.zeros((0, self._players))
        say = self._valuer.ahead if self._full else self._valuer.chances
        return say(states_of(positions), self._players, np.full(len(positions), self._known))

    def means(self, positions: Sequence[Position]) -> np.ndarray:
        """The means over the outcomes."""
        if not positions:
            return np.zeros((0, self._players))
        return self._valuer.means_ahead(states_of(positions), self._players, np.full(len(positions), self._known))

    def judge(self, questions: Sequence[Question]) -> list[np.ndarray]:
        """What the positions after the moves are worth to eyes that know the hand of who decides."""
        after = [made(one.before, steps) for one in questions for steps in one.moves]
        if not after:
            return []
        counts = [len(one.moves) for one in questions]
        if not self._game.info.hidden:
            return _split(self.worth(after), counts)
        known = np.repeat([1 << one.seat for one in questions], counts)
        return _split(self._valuer.chances(states_of(after), self._players, known), counts)


class RolloutWorths(_Enumerated):
    """The mean results of games that are played on: one agent in all seats, the same dice for every position."""

    source = ROLLOUTS

    def __init__(self, stake: Stake, games: int, device: Device | None, progress: Progress | None) -> None:
        self._stake, self._game, self._games = stake, stake.game, games
        self._device, self._progress = device, progress
        self.policy = self._stake.policy[0]
        self._known: dict[bytes, np.ndarray] = {}
        self._played = 0

    def worth(self, positions: Sequence[Position]) -> np.ndarray:
        """The mean results; every position is played on once."""
        keys = [one.states().tobytes() for one in positions]
        new = {key: one for key, one in zip(keys, positions, strict=True) if key not in self._known}
        self._played += len(new) * self._games
        if self._played > MOST_GAMES:
            known = has_network(self._game)
            why = "" if known else f"{self._game.name} by these options has no measured network, and "
            other = "name no policy, so that the network values them" if known else "review a game of a measured preset"
            raise BadValue(
                f"{why}rollouts of all positions of this game are over {MOST_GAMES:,} games",
                hint=f"play fewer for each position than {self._games}, or {other}",
            )
        for key, one in new.items():
            if one.is_over:
                self._known[key] = np.array(one.utility())
        open_keys = [key for key in new if key not in self._known]
        batch = max(1, SLICE // self._games)
        for begin in range(0, len(open_keys), batch):
            some = open_keys[begin : begin + batch]
            won = mean_results(
                *(self._stake, [new[key] for key in some], self._games, self._device),
                progress=self._teller(begin, len(some), len(open_keys)),
            )
            self._known.update(zip(some, won, strict=True))
        return np.array([self._known[key] for key in keys]).reshape(len(keys), -1)

    def _teller(self, begin: int, some: int, whole: int) -> Callable[[], object] | None:
        """Tells before each slice of games how many of the whole positions they have been played out from."""
        tell = self._progress
        if tell is None:
            return None
        slices = count()
        return lambda: tell(begin + min(some, next(slices) * AT_ONCE // self._games), whole)

    def judge(self, questions: Sequence[Question]) -> list[np.ndarray]:
        """What the positions after the moves are worth, the hidden parts drawn anew, alike for all moves."""
        if not self._game.info.hidden:
            return super().judge(questions)
        found = []
        for one in questions:
            keys = [deal_seed(self._stake.seed, "hide", world, one.seat) for world in range(WORLDS)]
            worlds = [one.before.shown_to(one.seat, key) for key in keys]
            after = [applied(world, steps) for steps in one.moves for world in worlds]
            found.append(self.worth(after).reshape(len(one.moves), WORLDS, -1).mean(axis=1))
        return found


def _split(values: np.ndarray, counts: Sequence[int]) -> list[np.ndarray]:
    """Rows in groups of so many."""
    return [values[begin:end] for begin, end in pairwise(chain((0,), accumulate(counts)))]
