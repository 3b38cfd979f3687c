"""Game theory of strategic (normal-form) games: dominance, equilibria, and what players can expect (G8, G9).

It knows no engine and no tournament; :mod:`magnate.arena` makes such games of its results.
"""

from .mixed import Profile, profile_of, pure_profile
from .strategic import Cell, StrategicGame

__all__ = ["Cell", "Profile", "StrategicGame", "profile_of", "pure_profile"]
