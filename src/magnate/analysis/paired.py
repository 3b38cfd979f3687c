"""Two positions compared by rollouts on the same dice: the difference of each seat's chance, with its ±.

Game k of both positions has the same streams. So much of the luck is the same in both, and their difference is known
far better than either chance.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.spec import default_agents, resolve
from ..core.agents import CompiledAgent
from ..core.run import Run, play_games
from ..core.validation import checked_seed, whole_number
from ..errors import BadAgent, BadValue
from ..runtime.stream import deal_seed

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["MOST_GAMES", "Paired", "Until", "paired", "parse_until"]

BLOCK: Final = 250
"""Pairs of games between two looks at the result."""
MOST_GAMES: Final = 20_000
"""Pairs of games at most where nothing is said."""
MOST_FOR_MARGIN: Final = 1_000_000
"""The same where a margin or a time ends them."""
NORMAL: Final = 1.96
"""Of a normal number's deviations, 95 of 100 lie within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Until:
    """How long rollouts go on: for so many ``games``, up to half widths of ``margin`` (shares), or for ``seconds``."""

    games: int = MOST_GAMES
    margin: float = 0.0
    seconds: float = float("inf")


def parse_until(text: str) -> Until:
    """What a text such as ``±0.5`` (points), ``2000`` (games) or ``10s`` asks for.

    Raises :class:`~magnate.errors.BadValue` for any other.

    >>> parse_until("±0.5").margin, parse_until("2000").games, parse_until("10s").seconds
    (0.005, 2000, 10.0)
    """
    said = re.fullmatch(
        r"(?:(?P<margin>(?:±|\+-|\+/-)(?P<points>[\d.]+))|(?P<games>[\d,_]+)|(?P<seconds>[\d.]+)s)", text.strip()
    )
    try:
        if said and said["margin"] and float(said["points"]) > 0:
            return Until(MOST_FOR_MARGIN, margin=float(said["points"]) / 100)
        if said and said["games"]:
            return Until(whole_number("games", int(re.sub("[,_]", "", said["games"])), 1))
        if said and said["seconds"] and float(said["seconds"]) > 0:
            return Until(MOST_FOR_MARGIN, seconds=float(said["seconds"]))
    except ValueError:
        pass
    raise BadValue(f'"{text}" does not say how long rollouts go on', hint="write ±0.5 (points), 2000 (games) or 10s")


@dataclass(frozen=True, slots=True)
class Paired:
    """What rollouts say of the second position less the first.

    ``change`` and ``margins`` (half widths of 95 % intervals) have a number for each seat, in shares of the win. Where
    all pairs differ alike the half width is 3 by their number: what never happened may have that chance.
    ``first`` and ``second`` are the mean shares. ``games`` pairs were played, in which ``policy`` had all seats.
    """

    change: tuple[float, ...]
    margins: tuple[float, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    games: int
    policy: str
    seed: int

    def z(self, seat: int) -> float:
        """The difference of a seat in standard errors; 0 where nothing differs."""
        return self.change[seat] / self.margins[seat] * NORMAL


def paired(
    first: Position,
    second: Position,
    *,
    games: int = MOST_GAMES,
    margin: float = 0.0,
    seconds: float = float("inf"),
    z: float = 0.0,
    seat: int | None = None,
    policy: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Paired:
    """Play both positions on, with the same dice and the agent ``policy`` in all seats (default: the game's first).

    At most ``games`` pairs are played. They stop earlier once every half width (that of ``seat``, if it is given) is
    ``margin`` or less, after so many ``seconds``, or once the difference of ``seat`` is ``z`` standard errors or more.
    Looks come after every 250 pairs, so without ``seconds`` the same arguments give the same answer. ``progress`` is
    called with how many pairs are done.

    Raises :class:`~magnate.errors.BadAgent` for a policy that is not compiled, and
    :class:`~magnate.errors.BadValue` for positions of different games.
    """
    game = first.game
    if second.game.name != game.name or second.game.players != game.players or second.game.options != game.options:
        raise BadValue("the two positions are of different games", hint="compare positions of one game")
    most, dice = whole_number("games", games, 1), checked_seed(seed) or 0
    spec = policy or next(iter(default_agents(game.name)), "random")
    agent = resolve(game.name, spec, game.players)
    if not isinstance(agent, CompiledAgent):
        raise BadAgent(f'"{spec}" is not compiled, so that it cannot play rollouts', hint="name a rule-based agent")
    won, begun = np.zeros((2, 0, game.players)), time.monotonic()
    while True:
        block = min(BLOCK, most - won.shape[1])
        seeds = [deal_seed(dice, "paired", won.shape[1] + number) for number in range(block)]
        played = [_played(position, seeds, agent) for position in (first, second)]
        won = np.concatenate([won, np.array(played)], axis=1)
        found = _compared(won, spec, dice)
        if progress is not None:
            progress(found.games)
        widths = found.margins if seat is None else (found.margins[seat],)
        sure = z > 0.0 and seat is not None and abs(found.z(seat)) >= z
        if (
            found.games >= most
            or (margin > 0.0 and max(widths) <= margin)
            or sure
            or time.monotonic() - begun > seconds
        ):
            return found


def _played(position: Position, seeds: list[int], agent: CompiledAgent) -> np.ndarray:
    """The shares (n, players) at the ends of games that go on from a position."""
    game, n = position.game, len(seeds)
    states = np.repeat(position.states(), n)
    run = Run.of(game, seeds, np.zeros((n, game.players)), np.array([agent.row]), states=states, tracks=False)
    return play_games(run).utility


def _compared(won: np.ndarray, policy: str, seed: int) -> Paired:
    """The means of both and of their difference; with one pair nothing is known of how much they vary."""
    games = won.shape[1]
    differences = won[1] - won[0]
    spread = differences.std(axis=0, ddof=1) if games > 1 else np.full(won.shape[2], np.inf)
    margins = np.where(spread > 0.0, NORMAL * spread / np.sqrt(games), 3.0 / games)
    return Paired(
        change=tuple(differences.mean(axis=0).tolist()),
        margins=tuple(margins.tolist()),
        first=tuple(won[0].mean(axis=0).tolist()),
        second=tuple(won[1].mean(axis=0).tolist()),
        games=games,
        policy=policy,
        seed=seed,
    )
