"""Two positions compared by rollouts on the same dice: the difference of each seat's chance, with its ±.

Game k of both positions has the same streams. So much of the luck is the same in both, and their difference is known
far better than either chance.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..core.validation import checked_seed
from ..errors import BadValue
from .race import NORMAL, Race, estimate
from .rollout import goal_of
from .rollout_games import Stake, Starts, Table, even_draws

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["MOST_GAMES", "Paired", "paired"]

MOST_GAMES: Final = 20_000
"""Pairs of games where nothing is said."""


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
    until: str | int = MOST_GAMES,
    z: float = 0.0,
    seats: Sequence[int] = (),
    policy: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Paired:
    """Play both positions on, with the same dice and the agent ``policy`` in all seats (default: the game's first).

    ``until`` is a number of pairs, a time such as ``"10s"``, or ``"±0.5"``: until every half width (those of ``seats``,
    if they are given) is half a point or less. They stop earlier once the difference of each of ``seats`` is ``z``
    standard errors or more. Looks come after 324 pairs and more, so without a time the same arguments give the same
    answer. ``progress`` is called with how many pairs are done.

    Raises :class:`~magnate.errors.BadAgent` for a policy that is not compiled, and
    :class:`~magnate.errors.BadValue` for positions of different games, or for an impossible ``until``.
    """
    game, begun = first.game, time.monotonic()
    if second.game.name != game.name or second.game.players != game.players or second.game.options != game.options:
        raise BadValue("the two positions are of different games", hint="compare positions of one game")
    goal, stake = goal_of(until), Stake(game, policy, checked_seed(seed) or 0)
    starts, race = Starts([first, second]), Race(2, 0, game.players)
    table = Table(stake, starts, even_draws(stake, starts), luck=False, threads=1)
    stage = goal.stage
    while True:
        table.play(race, min(stage, goal.games))
        gap, one, other = estimate(race.apart(1, 0)), race.shares(0), race.shares(1)
        found = Paired(gap.means, gap.margins, one.means, other.means, race.games(0), stake.policy[0], stake.seed)
        if progress is not None:
            progress(found.games)
        widest = max(found.margins[seat] for seat in seats or range(game.players))
        sure = z > 0.0 and len(seats) > 0 and all(abs(found.z(seat)) >= z for seat in seats)
        if sure or goal.reached(found.games, widest, time.monotonic() - begun):
            return found
        stage = goal.next(stage, widest)
