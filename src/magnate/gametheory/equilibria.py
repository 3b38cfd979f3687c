"""Equilibria of games with any number of players, by search: some of them, each with its regret.

With three players or more the conditions of an equilibrium are polynomials, and no method that is not very slow is sure
to find all. Here Newton's method (:mod:`~magnate.gametheory.newton`) starts from many profiles: in every other one
everybody uses some of its strategies, drawn at random, all alike; the others are what fictitious play leads to. What it
finds is polished on its support, and it counts only if its regret is below the tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .dynamics import fictitious_play
from .mixed import Profile, profile_of, pure_profile
from .newton import NashSystem
from .pure import pure_equilibria
from .strategic import StrategicGame

__all__ = ["Found", "find_equilibria", "found_among"]

STEPS = 40
"""Newton steps from one start: those that arrive rarely need more."""
ROUNDS = 200
"""Rounds of fictitious play before every other start."""
SAME = 1e-6
"""Profiles whose probabilities differ by less are one."""


@dataclass(frozen=True, eq=False)
class Found:
    """Equilibria of a game as far as a search found them, those with small supports first.

    Each has a regret of at most ``tolerance``, by our own computation. ``best`` is the profile with the least regret
    that was seen: the first choice where nothing was good enough. ``method`` says how they were searched for, and
    ``extent`` what is known about those that are missing.
    """

    game: StrategicGame
    equilibria: tuple[Profile, ...]
    best: Profile
    tolerance: float
    method: str
    extent: str

    @property
    def note(self) -> str:
        """What was found and what that means, in words."""
        if not self.equilibria:
            return (
                f"No equilibrium was found by {self.method}, though the game has one. The best profile has a regret of "
                f"{self.best.regret:.3g}, above the tolerance of {self.tolerance:.3g}."
            )
        count = len(self.equilibria)
        return (
            f"{count} {'equilibria were' if count > 1 else 'equilibrium was'} found by {self.method}, with a regret of "
            f"at most {self.tolerance:.3g}. {self.extent}"
        )

    def as_dict(self) -> Mapping[str, object]:
        """All of it for JSON."""
        return {
            "equilibria": [profile.as_dict(self.game) for profile in self.equilibria],
            "best": self.best.as_dict(self.game),
            "tolerance": self.tolerance,
            "method": self.method,
            "note": self.note,
        }


def find_equilibria(game: StrategicGame, *, starts: int = 40, seed: int = 0, tolerance: float | None = None) -> Found:
    """Equilibria of a game with any number of players: all pure ones, and mixed ones from so many starts.

    ``tolerance`` is the regret up to which a profile is called an equilibrium, in units of payoff (by default a
    billionth of the largest payoff). The same seed finds the same. Of a game of two,
    :func:`~magnate.gametheory.extreme_equilibria` finds all, as long as it is not too large.

    >>> rock_paper_scissors = StrategicGame.zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> [profile.supports for profile in find_equilibria(rock_paper_scissors, starts=5).equilibria]
    [((0, 1, 2), (0, 1, 2))]
    """
    seen = [pure_profile(game, found.cell) for found in pure_equilibria(game)]
    if game.n > 1:  # what is best for a single player is pure
        system, generator = NashSystem(game), np.random.default_rng(seed)
        seen.extend(_candidate(game, system, _start(game, generator, k)) for k in range(starts))
    seen = seen or [profile_of(game, [np.full(size, 1 / size) for size in game.sizes])]
    if game.n == 1:
        return found_among(game, seen, tolerance, "comparing payoffs", "Any mixture of them is one too.")
    method = f"Newton's method from {starts} starts"
    return found_among(game, seen, tolerance, method, "All pure ones are among them; there may be more mixed ones.")


def found_among(
    game: StrategicGame, profiles: Sequence[Profile], tolerance: float | None, method: str, extent: str
) -> Found:
    """Those of at least one profile that are equilibria up to the tolerance, each once, and the best."""
    limit = game.tolerance if tolerance is None else tolerance
    found: list[Profile] = []
    places = np.empty((len(profiles), sum(game.sizes)))  # of those found: all their probabilities
    for profile in profiles:
        place = np.concatenate(profile.mixtures)
        if profile.regret <= limit and not (np.abs(places[: len(found)] - place).max(axis=1) < SAME).any():
            places[len(found)] = place
            found.append(profile)
    found.sort(key=lambda profile: (sum(len(used) for used in profile.supports), profile.supports))
    best = min(profiles, key=lambda profile: profile.regret)
    return Found(game, tuple(found), best, limit, method, extent)


def _start(game: StrategicGame, generator: np.random.Generator, k: int) -> list[np.ndarray]:
    """Where the search begins: some strategies of each player, all alike, or what fictitious play leads to."""
    if k % 2:
        used = [generator.random(size) < 0.5 for size in game.sizes]
        return [np.where(own.any(), own, True) / (own.sum() or own.size) for own in used]
    cell = [int(generator.integers(size)) for size in game.sizes]
    return list(fictitious_play(game, cell, rounds=ROUNDS).profile().mixtures)


def _candidate(game: StrategicGame, system: NashSystem, start: Sequence[np.ndarray]) -> Profile:
    """The profile that the search arrives at from a start, as it is or polished: whichever has less regret."""
    point = system.solved(system.point(start), STEPS)
    used = point[: system.size] > system.lacking(point)
    if not all(own.any() for own in system.split(used)):
        return profile_of(game, start)
    candidates = [point, system.polished(point, used)]
    return min((_cleaned(game, system.split(one)) for one in candidates), key=lambda profile: profile.regret)


def _cleaned(game: StrategicGame, shares: Sequence[np.ndarray]) -> Profile:
    """The profile with these shares, as far as they are above 0, in the right proportion."""
    positive = [np.maximum(own, 0.0) for own in shares]
    return profile_of(game, [own / own.sum() if own.any() else np.full(len(own), 1 / len(own)) for own in positive])
