"""magnate: a laboratory and a table for economic board games.

>>> import magnate
>>> game = magnate.load("pig", players=2)
>>> position = game.new(seed=7)
>>> [action.name for action in position.legal()]
['roll']

``import magnate`` is light: NumPy, Numba and pydantic are imported when the first game is loaded.

Work is divided among threads by games, so NumPy's linear algebra is given one thread. It is left alone if the user has
chosen (``OPENBLAS_NUM_THREADS``, ``MKL_NUM_THREADS``, or ``OMP_NUM_THREADS`` for both) or has imported NumPy before.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import errors
from .core.contract import CHANCE, OVER, Action, GameInfo, Outcome
from .errors import (
    AgentFailed,
    BadAgent,
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeat,
    BadSeed,
    BadSetup,
    BadValue,
    BrokenGame,
    IllegalAction,
    MagnateError,
    NotFinished,
    RulesMismatch,
    SaveFailed,
    UnknownAgent,
    UnknownGame,
    UnknownPreset,
)

if "OMP_NUM_THREADS" not in os.environ:  # both libraries read these when NumPy is imported, which is later
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("MKL_NUM_THREADS", "1")

if TYPE_CHECKING:
    from .core.game import Game, Position, Record, load
    from .core.narration import Event
    from .core.registry import agent_names, game_names

    __version__: str

_LAZY = {
    "Event": ".core.narration",
    "Game": ".core.game",
    "Position": ".core.game",
    "Record": ".core.game",
    "agent_names": ".core.registry",
    "game_names": ".core.registry",
    "load": ".core.game",
}

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "AgentFailed",
    "BadAgent",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "BadSetup",
    "BadValue",
    "BrokenGame",
    "Event",
    "Game",
    "GameInfo",
    "IllegalAction",
    "MagnateError",
    "NotFinished",
    "Outcome",
    "Position",
    "Record",
    "RulesMismatch",
    "SaveFailed",
    "UnknownAgent",
    "UnknownGame",
    "UnknownPreset",
    "__version__",
    "agent_names",
    "errors",
    "game_names",
    "load",
]


def __getattr__(name: str) -> Any:
    """Import the heavy names when they are first used (PEP 562)."""
    if name == "__version__":
        from importlib.metadata import version

        return version("magnate")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
