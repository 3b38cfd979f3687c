"""Equilibria that Gambit computes, for games that are too large for our own exact answers: the extra ``gambit``.

Gambit (https://www.gambit-project.org) is a library of its own under the GNU General Public License; magnate does not
need it and only calls it where it is installed. What it returns is checked: the regret of every profile is computed
here, and only what is below the tolerance is called an equilibrium.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from ..errors import BadOption, BadStrategicGame, MissingExtra, did_you_mean
from .equilibria import Found, found_among
from .exact import exact_payoffs
from .mixed import Profile, profile_of
from .strategic import StrategicGame

__all__ = ["Method", "gambit_equilibria"]

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

    ``tolerance`` is the regret up to which a profile is called an equilibrium, in units of payoff; by default a
    billionth of the largest payoff, or 1e-6 of the spread for the numerical methods logit and gnm. These run without
    looking at signals: they cannot be interrupted.

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
