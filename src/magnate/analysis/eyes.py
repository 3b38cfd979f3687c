"""Whose eyes a position is seen by, and the same position with what they cannot see drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadSeat, did_you_mean
from ..runtime.stream import deal_seed

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["FULL", "PUBLIC", "check_eyes", "known_hands", "redrawn"]

PUBLIC: Final = "public"
"""The eyes of a spectator, who sees what everybody sees."""
FULL: Final = "full"
"""The eyes of one who sees all cards: never for somebody who plays."""
ROUNDS: Final = 24
"""So often all seats' hands are drawn anew, one after another, for a spectator."""
NOBODY: Final = -1
"""The seat that :func:`redrawn` hides everything from."""


def check_eyes(game: Game, eyes: int | str) -> None:
    """Raise where nobody has such eyes."""
    if isinstance(eyes, str):
        if eyes not in (PUBLIC, FULL):
            raise BadSeat(f'nobody has the eyes "{eyes}"', hint=did_you_mean(eyes, (PUBLIC, FULL)))
    elif not 0 <= eyes < game.players:
        raise BadSeat(f"there is no seat {eyes}", hint=f"the seats are 0 to {game.players - 1}, or say {PUBLIC}")


def known_hands(players: int, eyes: int | str) -> int:
    """The hands that the eyes see, a bit a seat."""
    return 0 if eyes == PUBLIC else (1 << players) - 1 if eyes == FULL else 1 << int(eyes)


def redrawn(position: Position, eyes: int | str, seed: int, number: int) -> Position:
    """The position of game ``number``: what the eyes (a seat's or a spectator's) cannot see is drawn anew."""
    if eyes != PUBLIC:
        return position.shown_to(int(eyes), deal_seed(seed, "hide", number, eyes))
    states, hide = position.states(), position.game.entry("position_kernel", "hide")
    if position.game.name == "brass":  # its rules can hide all hands at once
        hide(states, NOBODY, deal_seed(seed, "hide", number))
        return position.game.position(states)
    for turn in range(ROUNDS):  # each hand given the others: after many rounds nothing is left of those there were
        for seat in range(position.game.players):
            hide(states, seat, deal_seed(seed, "hide", number, seat, turn))
    return position.game.position(states)
