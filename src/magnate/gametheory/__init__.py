"""Game theory of strategic (normal-form) games: dominance, equilibria, and what players can expect (G8, G9).

It knows no engine and no tournament; :mod:`magnate.arena` makes such games of its results.
"""

from .analysis import Analysis, analyse
from .dominance import (
    Dominance,
    Elimination,
    Step,
    dominance_of,
    dominant_equilibrium,
    dominant_strategies,
    dominated_strategies,
    eliminate,
)
from .dynamics import Trajectory, fictitious_play, replicator
from .equilibria import Found, find_equilibria, gambit_equilibria
from .extreme import ExtremeEquilibria, NashSubset, extreme_equilibria
from .files import load_game, save_game
from .linear_programs import (
    Correlated,
    Maximin,
    ZeroSum,
    correlated_equilibrium,
    distribution_of,
    maximin,
    product_distribution,
    solve_zero_sum,
)
from .profiles import (
    ExactProfile,
    Profile,
    PureEquilibrium,
    Security,
    best_answers,
    best_responses,
    efficient_profiles,
    exact_payoffs,
    exact_profile,
    improvements,
    profile_of,
    pure_equilibria,
    pure_profile,
    saddle_points,
    security,
)
from .ranking import (
    AlphaRank,
    NashAverage,
    alpha_rank,
    alpha_rank_of_one_population,
    alpha_rank_of_symmetric_game,
    nash_average,
)
from .strategic import Cell, StrategicGame
from .symmetric import SymmetricGame, SymmetricProfile, pure_multisets, symmetric_equilibria

__all__ = [
    "AlphaRank",
    "Analysis",
    "Cell",
    "Correlated",
    "Dominance",
    "Elimination",
    "ExactProfile",
    "ExtremeEquilibria",
    "Found",
    "Maximin",
    "NashAverage",
    "NashSubset",
    "Profile",
    "PureEquilibrium",
    "Security",
    "Step",
    "StrategicGame",
    "SymmetricGame",
    "SymmetricProfile",
    "Trajectory",
    "ZeroSum",
    "alpha_rank",
    "alpha_rank_of_one_population",
    "alpha_rank_of_symmetric_game",
    "analyse",
    "best_answers",
    "best_responses",
    "correlated_equilibrium",
    "distribution_of",
    "dominance_of",
    "dominant_equilibrium",
    "dominant_strategies",
    "dominated_strategies",
    "efficient_profiles",
    "eliminate",
    "exact_payoffs",
    "exact_profile",
    "extreme_equilibria",
    "fictitious_play",
    "find_equilibria",
    "gambit_equilibria",
    "improvements",
    "load_game",
    "maximin",
    "nash_average",
    "product_distribution",
    "profile_of",
    "pure_equilibria",
    "pure_multisets",
    "pure_profile",
    "replicator",
    "saddle_points",
    "save_game",
    "security",
    "solve_zero_sum",
    "symmetric_equilibria",
]
