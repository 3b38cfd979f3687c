"""Game theory of strategic (normal-form) games: dominance, equilibria, and what players can expect (G8, G9).

It knows no engine and no tournament; :mod:`magnate.arena` makes such games of its results.
"""

from .alpha_rank import AlphaRank, alpha_rank, alpha_rank_of_one_population, alpha_rank_of_symmetric_game
from .analysis import Analysis, analyse
from .correlated import Correlated, correlated_equilibrium, distribution_of, product_distribution
from .dominance import Dominance, dominance_of, dominant_equilibrium, dominant_strategies, dominated_strategies
from .dynamics import Trajectory, fictitious_play, replicator
from .elimination import Elimination, Step, eliminate
from .equilibria import Found, find_equilibria
from .exact import ExactProfile, exact_payoffs, exact_profile
from .extreme import ExtremeEquilibria, NashSubset, extreme_equilibria
from .files import load_game, save_game
from .gambit import gambit_equilibria
from .mixed import Profile, profile_of, pure_profile
from .nash_averaging import NashAverage, nash_average
from .pareto import efficient_profiles, improvements
from .pure import PureEquilibrium, best_answers, best_responses, pure_equilibria
from .security import Security, saddle_points, security
from .strategic import Cell, StrategicGame
from .symmetric import SymmetricGame
from .symmetric_equilibria import SymmetricProfile, pure_multisets, symmetric_equilibria
from .zero_sum import Maximin, ZeroSum, maximin, solve_zero_sum

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
