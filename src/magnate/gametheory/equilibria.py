"""Equilibria of games with any number of players: by our own search, or by Gambit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal, TypeAlias

import numpy as np

from ..errors import BadOption, BadStrategicGame, MissingExtra, did_you_mean
from .dynamics import fictitious_play
from .profiles import Profile, exact_payoffs, profile_of, pure_equilibria, pure_profile
from .strategic import StrategicGame

__all__ = ["Found", "find_equilibria", "found_among", "gambit_equilibria"]


# ------------------------------------------------------------------------------------------------------ Newton's method
#
# A profile of mixtures x with payoffs v_i is an equilibrium if, with the slack s_k = v_i - u_ik(x) of each strategy,
#
#     x_k ≥ 0,  s_k ≥ 0,  x_k · s_k = 0,  and  Σ x_k = 1 for each player.
#
# The first three conditions are the one equation x_k + s_k - √(x_k² + s_k²) = 0 (A. Fischer, 1992). It has a
# derivative except where both are 0. Newton's method is damped here after Levenberg and Marquardt, so every step comes
# nearer to 0; it may stop where there is no solution.


GOOD = 1e-24
"""The sum of squares at which the equations count as solved: the rest is for the polish."""
STUCK = 1e8
"""The damping at which a step is too short to be of use."""


class NashSystem:
    """The equations for a game whose payoffs were brought between 0 and 1, player by player.

    A point is an array: the probabilities of all strategies, player after player, then each player's payoff.
    """

    def __init__(self, game: StrategicGame) -> None:
        own = tuple(range(1, game.n + 1))
        low = game.payoffs.min(axis=own, keepdims=True)
        spread = game.payoffs.max(axis=own, keepdims=True) - low
        payoffs = (game.payoffs - low) / np.where(spread > 0, spread, 1.0)
        self.players = game.n
        self.pairs = {
            (player, other): _ending_with(payoffs[player], player, other)
            for player, other in permutations(range(game.n), 2)
        }
        """Each player's payoffs with its own axis and another's last, one beside the other in memory."""
        self.owner = np.repeat(np.arange(game.n), game.sizes)
        self.edges = np.cumsum(game.sizes)[:-1]
        self.size = sum(game.sizes)
        self.membership = (self.owner == np.arange(game.n)[:, None]).astype(np.float64)

    def split(self, values: np.ndarray) -> list[np.ndarray]:
        """Values of all strategies, player by player."""
        return np.split(values[: self.size], self.edges)

    def point(self, mixtures: Sequence[np.ndarray]) -> np.ndarray:
        """These mixtures with what a best answer would get."""
        shares = np.concatenate(mixtures)
        worth = self.split(self._worth(shares))
        return np.concatenate([shares, [own.max() for own in worth]])

    def lacking(self, point: np.ndarray) -> np.ndarray:
        """What each strategy is worth less than its player's payoff at this point."""
        return point[self.size :][self.owner] - self._worth(point)

    def solved(self, point: np.ndarray, steps: int) -> np.ndarray:
        """Where at most so many steps from a point lead."""
        damping = 1e-2
        values, jacobian = self._values(point), self._jacobian(point)
        error = values @ values
        for _ in range(steps):
            slope, curve = jacobian.T @ values, jacobian.T @ jacobian
            while True:
                moved = point - np.linalg.solve(curve + damping * np.eye(len(point)), slope)
                values = self._values(moved)
                if values @ values < error:
                    break
                damping *= 4
                if damping > STUCK:
                    return point
            point, error, damping = moved, values @ values, max(damping / 10, 1e-14)
            if error < GOOD:
                break
            jacobian = self._jacobian(point)
        return point

    def polished(self, point: np.ndarray, used: np.ndarray, steps: int = 5) -> np.ndarray:
        """Newton's method with the strategies used known: all others are 0, and these lack nothing.

        It stops where a step leads far out, as it may where the equations say the same twice.
        """
        kept = np.concatenate([used, np.ones(self.players, dtype=bool)])
        point = np.where(kept, point, 0.0)
        for _ in range(steps):
            sums = self.membership @ point[: self.size] - 1.0
            values = np.concatenate([self.lacking(point)[used], sums])
            slopes = np.vstack([self._slopes_of_lacking(point)[used], self._slopes_of_sums()])[:, kept]
            step = np.linalg.lstsq(slopes, values, rcond=None)[0]
            if np.abs(step).max() > 1:
                break
            point[kept] -= step
        return point

    def _values(self, point: np.ndarray) -> np.ndarray:
        shares, lacking = point[: self.size], self.lacking(point)
        return np.concatenate([shares + lacking - np.hypot(shares, lacking), self.membership @ shares - 1.0])

    def _jacobian(self, point: np.ndarray) -> np.ndarray:
        shares, lacking = point[: self.size], self.lacking(point)
        length = np.maximum(np.hypot(shares, lacking), 1e-300)
        found = (1 - lacking / length)[:, None] * self._slopes_of_lacking(point)
        found[np.arange(self.size), np.arange(self.size)] += 1 - shares / length
        return np.vstack([found, self._slopes_of_sums()])

    def _slopes_of_sums(self) -> np.ndarray:
        return np.hstack([self.membership, np.zeros((self.players, self.players))])

    def _slopes_of_lacking(self, point: np.ndarray) -> np.ndarray:
        mixtures = self.split(point)
        blocks = [
            [self._slopes(mixtures, player, other) for other in range(self.players)] for player in range(self.players)
        ]
        return np.hstack([-np.block(blocks), self.membership.T])

    def _slopes(self, mixtures: Sequence[np.ndarray], player: int, other: int) -> np.ndarray:
        """How the worth of each of a player's strategies changes with the shares of each of another's."""
        if player == other:
            return np.zeros((len(mixtures[player]), len(mixtures[player])))
        table = self.pairs[player, other]
        for third, mixture in enumerate(mixtures):
            if third not in (player, other):
                table = mixture @ table.reshape(len(mixture), -1)
        return table.reshape(len(mixtures[player]), -1)

    def _worth(self, point: np.ndarray) -> np.ndarray:
        mixtures = self.split(point)
        others = [1 if player == 0 else 0 for player in range(self.players)]
        return np.concatenate(
            [self._slopes(mixtures, player, other) @ mixtures[other] for player, other in enumerate(others)]
        )


def _ending_with(table: np.ndarray, player: int, other: int) -> np.ndarray:
    return np.ascontiguousarray(np.moveaxis(table, (player, other), (-2, -1)))


# --------------------------------------------------------------------------------------------------------------- Search
#
# With three players or more the conditions are polynomials, and only very slow methods are sure to find all
# equilibria. Here Newton's method starts from many profiles. In half of them everybody mixes some random strategies
# evenly; the others come from fictitious play. What it finds is polished on its support, and counts only if its regret
# is below the tolerance.


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


# ------------------------------------- Gambit, for games that are too large for our exact answers: the extra ``gambit``
#
# Gambit (https://www.gambit-project.org) is a library of its own under the GNU General Public License. Magnate only
# calls it where it is installed. The regret of every profile that it returns is computed here, and only profiles below
# the tolerance are called equilibria.


Method: TypeAlias = Literal["logit", "gnm", "enummixed", "enumpoly"]
"""Which of Gambit's solvers; what each finds is in :data:`EXTENT`."""

EXTENT = {
    "logit": "The path of logit equilibria ends in one of them; there may be others.",
    "gnm": "The global Newton method follows one path and finds some; there may be others.",
    "enummixed": "Gambit lists all extreme equilibria of a game of two.",
    "enumpoly": "Gambit goes through all supports; it may miss equilibria that are not isolated or not regular.",
}


def gambit_equilibria(game: StrategicGame, method: Method = "logit", *, tolerance: float | None = None) -> Found:
    """What one of Gambit's solvers finds, with our own regret.

    ``tolerance`` is the regret up to which a profile is called an equilibrium, in units of payoff. The default is a
    billionth of the largest payoff, or 1e-6 of the spread for the numerical methods logit and gnm. These two do not
    react to signals: they cannot be interrupted.

    Raises :class:`~magnate.errors.MissingExtra` where pygambit is not installed, :class:`~magnate.errors.BadOption` for
    another method, and :class:`~magnate.errors.BadStrategicGame` for ``enummixed`` if there are not two players.
    """
    if method not in EXTENT:
        raise BadOption(f'Gambit has no method "{method}"', hint=did_you_mean(method, tuple(EXTENT)))
    if method == "enummixed" and game.n != 2:
        raise BadStrategicGame(f"enummixed is for games of two, not of {game.n}", hint='ask for "logit" or "gnm"')
    if tolerance is None and method != "enummixed":
        tolerance = 1e-6 * game.spread
    profiles = [_profile(game, found) for found in _solve(_pygambit(), game, method)]
    profiles = profiles or [profile_of(game, [np.full(size, 1 / size) for size in game.sizes])]
    return found_among(game, profiles, tolerance, f"Gambit's {method}", EXTENT[method])


def _pygambit() -> Any:
    try:
        import pygambit
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"Gambit's solvers need the package {error.name}",
            hint="install it: pip install 'magnate[gambit]' (it may have to be compiled, which takes minutes)",
        ) from None
    return pygambit


def _solve(gambit: Any, game: StrategicGame, method: Method) -> list[Any]:
    """Gambit's profiles."""
    theirs = gambit.Game.from_arrays(*exact_payoffs(game))
    if method == "enummixed":
        found = gambit.nash.enummixed_solve(theirs, rational=True)
    elif method == "enumpoly":
        found = gambit.nash.enumpoly_solve(theirs)
    elif method == "gnm":
        found = gambit.nash.gnm_solve(theirs)
    else:
        found = gambit.nash.logit_solve(theirs)
    return list(found.equilibria)


def _profile(game: StrategicGame, found: Any) -> Profile:
    """A profile of Gambit's as one of ours: probabilities come in the order of the players' strategies."""
    shares = np.array([float(share) for _, share in found])
    return profile_of(game, np.split(shares, np.cumsum(game.sizes)[:-1]))
