"""What all environments share: the game that is asked for, and what a seat may observe of a position."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.game import Game, load_with
from ..errors import BadOption, BadSeat, MissingExtra

if TYPE_CHECKING:
    from ..core.position import Position

__all__ = ["BOUND", "action_mask", "checked_limit", "checked_seat", "game_of", "missing", "observation"]

BOUND: Final = 1e6
"""No number of an observation is greater, or less than minus this. (Most are from 0 to 1; no game promises bounds, and
the libraries warn of infinite ones.)"""


def missing(error: ModuleNotFoundError) -> MissingExtra:
    """What to raise when a library of the extra is not installed."""
    return MissingExtra.of("this", error.name, "envs")


def game_of(game: str | ModuleType | Game, preset: str | None, players: int | None, options: Mapping[str, Any]) -> Game:
    """The game with its options, as :func:`magnate.load` would give it; a loaded game is taken as it is.

    Raises what :func:`magnate.load` raises.
    """
    if not isinstance(game, Game):
        return load_with(game, preset, players, options)
    if preset is not None or players is not None or options:
        raise BadOption(f"{game.name} is loaded already", hint="choose preset, players and options when loading it")
    return game


def checked_limit(limit: int | None) -> int | None:
    """After how many decisions a game is cut short; None for never."""
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise BadOption(f"a game cannot end after {limit!r} decisions", hint="give max_decisions from 1, or None")
    return limit


def checked_seat(game: Game, seat: int | None) -> int | None:
    """The seat of the learner; None stands for one that is drawn."""
    if seat is None or (isinstance(seat, int) and 0 <= seat < game.players):
        return seat
    raise BadSeat(f"there is no seat {seat!r}", hint=f"seats are 0 to {game.players - 1}; None draws one for each game")


def observation(position: Position, seat: int) -> np.ndarray:
    """What a seat observes: ``game.info.features`` numbers, in games with hidden parts those of a hidden copy."""
    shown = position.shown_to(seat, 0) if position.game.info.hidden else position
    return shown.features(seat).astype(np.float32)


def action_mask(position: Position, seat: int) -> np.ndarray:
    """1 for each action that the seat may take now; all 0 where it is not to move."""
    mask = np.zeros(position.game.info.max_actions, np.int8)
    if position.to_move == seat:
        mask[position.legal_ids()] = 1
    return mask
