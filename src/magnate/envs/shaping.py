"""Rewards on the way: what a learner's win chance gains from one of its decisions to the next.

With shaping a step is paid ``reward + gamma * potential(after) - potential(before)``. The potential is the learner's
win chance by the network that comes with magnate, less an equal share, and 0 once a game is over by its rules. In a
game without discount the additions sum up to minus the first potential, whatever the learner does. So which policy is
best does not change (Ng, Harada and Russell, "Policy invariance under reward transformations", 1999).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import BadOption

if TYPE_CHECKING:
    from ..core.game import Game
    from .tables import Tables

CHANCES: Final = "chances"
"""The only potential so far: the win chances of :func:`magnate.analysis.chances`."""


class Shaping:
    """The additions to the rewards of the games of one :class:`~magnate.envs.tables.Tables`.

    Raises :class:`~magnate.errors.BadOption` for a game whose chances no network says.
    """

    def __init__(self, game: Game, potential: str, gamma: float) -> None:
        from ..analysis.measured import has_network, network_of
        from ..values.chances import SeatValuer

        if potential != CHANCES:
            raise BadOption(f'there is no shaping "{potential}"', hint=f'say shaping="{CHANCES}", or None')
        if not 0.0 < gamma <= 1.0:
            raise BadOption(f"gamma cannot be {gamma}", hint="give the learner's discount, above 0 and at most 1")
        if not has_network(game):
            raise BadOption(
                f"no network says the win chances of {game.name} by these rules",
                hint="docs/understand/chances.md tells for which",
            )
        self._gamma = gamma
        self._valuer = SeatValuer(game, network_of(game.name))
        self._before = np.zeros(0)

    def potential(self, tables: Tables) -> np.ndarray:
        """The potential of each game to its learner, who knows its own hand alone."""
        players, learners = tables.game.players, tables.learners
        chances = self._valuer.chances(tables.states, players, 1 << learners)
        found = chances[np.arange(len(learners)), learners] - 1.0 / players
        found[tables.over & ~tables.cut] = 0.0
        return found

    def begin(self, tables: Tables) -> None:
        """Games have been dealt: the next step counts from here."""
        self._before = self.potential(tables)

    def addition(self, tables: Tables) -> np.ndarray:
        """What a step adds to the reward of each game."""
        before, self._before = self._before, self.potential(tables)
        return self._gamma * self._before - before


def shaping_of(game: Game, shaping: str | None, gamma: float) -> Shaping | None:
    """The shaping that was asked for, if any."""
    return None if shaping is None else Shaping(game, shaping, gamma)
