"""Game theory of strategic (normal-form) games: dominance, equilibria, and what players can expect (G8, G9).

It knows no engine and no tournament; :mod:`magnate.arena` makes such games of its results.
"""

from .analysis import Analysis, analyse
from .dominance import Dominance, dominance_of, dominant_equilibrium, dominant_strategies, dominated_strategies
from .elimination import Elimination, Step, eliminate
from .files import load_game, save_game
from .mixed import Profile, profile_of, pure_profile
from .pareto import efficient_profiles, improvements
from .pure import PureEquilibrium, best_answers, best_responses, pure_equilibria
from .security import Security, saddle_points, security
from .strategic import Cell, StrategicGame

__all__ = [
    "Analysis",
    "Cell",
    "Dominance",
    "Elimination",
    "Profile",
    "PureEquilibrium",
    "Security",
    "Step",
    "StrategicGame",
    "analyse",
    "best_answers",
    "best_responses",
    "dominance_of",
    "dominant_equilibrium",
    "dominant_strategies",
    "dominated_strategies",
    "efficient_profiles",
    "eliminate",
    "improvements",
    "load_game",
    "profile_of",
    "pure_equilibria",
    "pure_profile",
    "saddle_points",
    "save_game",
    "security",
]
