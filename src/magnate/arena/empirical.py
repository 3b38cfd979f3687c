"""The game that a tournament's agents make: who sends which agent to the table, and what each then gets.

Payoffs are means over finished games, one for each agent at each multiset of agents (``--with-copies`` plays them
all). How uncertain they are comes from drawing the deals again: a deal is played at every table, so all payoffs move
together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import BadOption, BadPlan, did_you_mean, listing
from ..gametheory.strategic import StrategicGame
from ..gametheory.symmetric import SymmetricGame
from .findings import counted
from .games import Games

if TYPE_CHECKING:
    from .store import Store

__all__ = ["WIN", "EmpiricalGame", "empirical_game", "stored_game"]

WIN: Final = "win"
"""The payoff that is the share of the win."""


@dataclass(frozen=True, eq=False)
class EmpiricalGame:
    """A symmetric game of agents, with what it was computed from.

    ``payoff`` names what is counted. ``sums`` and ``counts`` (d, v) have for each deal and each view (an agent at a
    multiset) the sum of what its seats got there, and how many seats that were; ``views`` (m, n) says which view each
    payoff of the game is.
    """

    game: SymmetricGame
    payoff: str
    sums: np.ndarray
    counts: np.ndarray
    views: np.ndarray

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.sums)

    def resampled(self, times: int, seed: int) -> Iterator[SymmetricGame]:
        """So many games whose deals are drawn from those that were played, with replacement."""
        draw = np.random.default_rng(seed)
        whole = self.sums.sum(axis=0) / self.counts.sum(axis=0)
        for _ in range(times):
            often = np.bincount(draw.integers(0, self.deals, self.deals), minlength=self.deals)
            counts = often @ self.counts
            means = np.where(counts > 0, often @ self.sums / np.maximum(counts, 1), whole)
            yield self.game.with_payoffs(means[self.views])


def empirical_game(games: Games, payoff: str = WIN) -> EmpiricalGame:
    """The game of a tournament's agents; ``payoff`` is ``win`` or a number by seat that the game keeps.

    Raises :class:`~magnate.errors.BadOption` for another payoff, and :class:`~magnate.errors.BadPlan` where no game
    of some multiset was played, naming it.
    """
    values = _values(games, payoff)
    members, found = np.unique(np.sort(games.seating, axis=1), axis=0, return_inverse=True)
    multiset = found.ravel()
    _check_all_there(games, members)
    first = np.ones(members.shape, bool)
    first[:, 1:] = members[:, 1:] != members[:, :-1]
    views = np.cumsum(first.ravel()).reshape(members.shape) - 1
    # The place in its multiset of the agent in each seat: the first place that it has there.
    place = (members[multiset][:, None, :] == games.seating[:, :, None]).argmax(axis=2)
    view = views[multiset[:, None], place]
    deals, deal = np.unique(games.deal, return_inverse=True)
    size = int(views.max()) + 1
    cell = (deal.ravel()[:, None] * size + view).ravel()
    shape = (len(deals), size)
    sums = np.bincount(cell, values.ravel(), len(deals) * size).reshape(shape)
    counts = np.bincount(cell, minlength=len(deals) * size).reshape(shape)
    means = sums.sum(axis=0) / counts.sum(axis=0)
    return EmpiricalGame(
        SymmetricGame(tuple(games.names), members.astype(np.int64), means[views]), payoff, sums, counts, views
    )


def stored_game(store: Store, tournament: str, payoff: str = WIN) -> StrategicGame:
    """The strategic game of a tournament in the store: the seats are the players, and each sends one of the agents.

    Raises :class:`~magnate.errors.UnknownTournament`, what :func:`empirical_game` raises, and
    :class:`~magnate.errors.BadStrategicGame` where all profiles together have more than five million payoffs.
    """
    plan = store.plan(tournament)
    games = counted(store.games(tournament), plan)
    return empirical_game(games, payoff).game.strategic(f"{plan.game}, {tournament}")


def _values(games: Games, payoff: str) -> np.ndarray:
    """What each seat got (n, P)."""
    if payoff == WIN:
        return games.shares
    known = [WIN, *sorted(name for name, values in games.seats.items() if values.ndim == 2)]
    if payoff not in known:
        raise BadOption(f'there is no payoff "{payoff}"', hint=did_you_mean(payoff, known))
    return games.seats[payoff].astype(np.float64)


def _check_all_there(games: Games, members: np.ndarray) -> None:
    """Raise BadPlan where a multiset of agents has no games."""
    there = {tuple(row) for row in members.tolist()}
    every = combinations_with_replacement(range(len(games.names)), games.players)
    missing = [row for row in every if row not in there]
    if missing:
        named = [" + ".join(games.names[entrant] for entrant in row) for row in missing]
        raise BadPlan(
            f"{len(missing):,} of the ways to fill a table were not played: {listing(named, 5)}",
            hint="play them: magnate tournament run … --with-copies",
        )
