"""Game theory of strategic (normal-form) games: dominance, equilibria, and what players can expect (G8, G9).

It knows no engine and no tournament; :mod:`magnate.arena` makes such games of its results.
"""

from .correlated import Correlated, correlated_equilibrium, distribution_of, product_distribution
from .dynamics import Trajectory, fictitious_play, replicator
from .equilibria import Found, find_equilibria
from .exact import ExactProfile, exact_payoffs, exact_profile
from .extreme import ExtremeEquilibria, NashSubset, extreme_equilibria
from .gambit import gambit_equilibria
from .mixed import Profile, profile_of, pure_profile
from .strategic import Cell, StrategicGame
from .zero_sum import Maximin, ZeroSum, maximin, solve_zero_sum

__all__ = [
    "Cell",
    "Correlated",
    "ExactProfile",
    "ExtremeEquilibria",
    "Found",
    "Maximin",
    "NashSubset",
    "Profile",
    "StrategicGame",
    "Trajectory",
    "ZeroSum",
    "correlated_equilibrium",
    "distribution_of",
    "exact_payoffs",
    "exact_profile",
    "extreme_equilibria",
    "fictitious_play",
    "find_equilibria",
    "gambit_equilibria",
    "maximin",
    "product_distribution",
    "profile_of",
    "pure_profile",
    "replicator",
    "solve_zero_sum",
]
