"""A position in Monopoly in which a seat may make an offer, where the rules let another seat or nobody decide.

What is pending is first played on to the next throw. Then the position is edited as the position editor does it: the
window of the seat is opened, and all holdings stay. The rules say as ever what may be traded there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.contract import OVER
from ..errors import BadSetup, IllegalAction
from .trade_terms import bare, why_no_offer

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["AS_IT_IS", "TURN", "WINDOW", "opened"]

AS_IT_IS: Final = ""
"""The seat may offer by itself."""
WINDOW: Final = "window"
"""It is asked in a window before the next throw, which stays whose it was."""
TURN: Final = "turn"
"""It is as if its own turn began."""

STAYS: Final = ("round", "turns", "starter", "pot", "players", "decks", "bank_mortgaged", "rents")
"""What is kept of the position at the next throw."""


def opened(position: Position, thrower: Position, seat: int) -> tuple[Position, str]:
    """The position in which a seat may offer, and what that assumes; ``thrower`` is the next throw from it.

    Raises :class:`~magnate.errors.IllegalAction` where the rules never allow the seat an offer.
    """
    why = why_no_offer(position, seat)
    if not why:
        return position, AS_IT_IS
    game, options = position.game, position.game.options
    hint = "choose another seat, or an earlier position"
    if options.offers_per_turn == 0 or position.to_move == OVER:
        raise IllegalAction(why, hint=hint)
    alive = int(thrower.state["alive"])
    if not alive >> seat & 1 or thrower.to_move == OVER:
        raise IllegalAction(f"seat {seat} may make no offer here: it is out of the game", hint=hint)
    setup = thrower.to_setup()
    players = [{**one, "offers": 0} for one in setup["players"]]
    players[seat] = {**players[seat], "quiet": False}
    now, doubles = setup["turn"], setup.get("doubles", 0)
    others = [(now - k) % game.players for k in range(1, game.players + 1)]
    before = next(one for one in others if alive >> one & 1)
    kept = {key: setup[key] for key in STAYS if key in setup} | {"players": players}
    past = {"turns": max(0, setup.get("turns", 0) - 1)}
    asked = (seat - before - 1) % game.players
    first = doubles == 0
    between = {"turn": before, "phase": "between", "asked": asked, **past}
    forms = [
        (WINDOW, {"turn": seat, "phase": "before", "doubles": doubles}, seat == now),
        (WINDOW, {"turn": before, "phase": "after", **past}, first and seat == before),
        (WINDOW, between, first and seat != before and bool(options.manage_between)),
        (TURN, {"turn": seat, "phase": "before"}, True),
        (TURN, {"turn": seat, "phase": "after"}, True),
    ]
    for assumed, changes, fits in forms:
        if not fits:
            continue
        try:
            found = bare(game.setup(kept | changes)).by_rules(position.rules_version)
        except BadSetup:
            continue
        if not why_no_offer(found, seat):
            return found, assumed
    raise IllegalAction(f"seat {seat} may make no offer here: by the rules it has nothing to trade", hint=hint)
