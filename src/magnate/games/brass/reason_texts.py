"""Why an action is refused, as messages."""

from __future__ import annotations

import numpy as np

from ...messages import Message
from . import actions, reasons
from .codec import TILE_NAMES
from .phrases import on_board, said
from .prompts import pending_message
from .scene import Scene
from .shortages import link_price, nearest_build
from .tables import INDUSTRIES, SCOUT_CARDS

__all__ = ["REASONS", "reason_message", "rule_message"]

REASONS: dict[int, str] = {
    code: name.lower().replace("_", "-") for name, code in vars(reasons).items() if name.isupper()
}
"""The key of each reason's sentence: they are named like the codes."""
ANY_LINE = (reasons.NO_CANAL_LINE, reasons.NO_RAIL_LINE, reasons.LINE_TAKEN)
"""Why no link can be laid at all: their sentences about one line would not fit."""
ABOUT_THE_MAT = (reasons.NOT_IN_CANAL_ERA, reasons.NOT_IN_RAIL_ERA, reasons.NOT_DEVELOPABLE)


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why ``action`` is refused in ``state``: for whoever is to move only, for it may tell of the hand."""
    scene = Scene(state)
    if code == reasons.NOT_NOW:
        return said("why.not-now", pending=pending_message(state))
    if code == reasons.LINK_TOO_EXPENSIVE:
        return _dear(scene, link_price(scene, action))
    if action == actions.NETWORK and code in ANY_LINE:
        return said(f"why.{REASONS[code]}.any")
    if action == actions.BUILD and reasons.MAT_EMPTY <= code <= reasons.TOO_EXPENSIVE:
        return _nothing_built(scene, code)
    if code == reasons.TOO_EXPENSIVE:
        return _dear(scene, nearest_build(scene, code, action).price)
    if code in ABOUT_THE_MAT:
        return _about_the_mat(scene, code, action)
    return rule_message(code)


def rule_message(code: int) -> Message:
    """The rule that a reason stands for, whatever the position."""
    if code == reasons.NOT_NOW:
        return said("why.not-now", pending=said("pending.other"))
    if code == reasons.TOO_FEW_CARDS:
        return said("why.too-few-cards", count=SCOUT_CARDS)
    return said(f"why.{REASONS[code]}")


def _dear(scene: Scene, price: int) -> Message:
    return said("why.dear", price=price, money=int(scene.state["money"][scene.mover]))


def _nothing_built(scene: Scene, code: int) -> Message:
    """Why nothing can be built: what came nearest, and what it lacks."""
    if code == reasons.MAT_EMPTY:
        return said("why.nothing-built.mat")
    near = nearest_build(scene, code, actions.BUILD)
    tile = scene.lowest(near.industry)
    lacks = _dear(scene, near.price) if code == reasons.TOO_EXPENSIVE else rule_message(code)
    if code in ABOUT_THE_MAT:
        return said("why.nothing-built.tile", tile=TILE_NAMES[tile], lacks=lacks)
    return said("why.nothing-built", **on_board(near.space, tile), lacks=lacks)


def _about_the_mat(scene: Scene, code: int, action: int) -> Message:
    """A reason about the lowest tile of an industry, with its name."""
    if actions.INDUSTRY <= action < actions.BUILD_AT:
        industry = action - actions.INDUSTRY
    elif code == reasons.NOT_DEVELOPABLE:  # nothing can be developed: every other mat stack is empty
        industry = next(industry for industry in range(INDUSTRIES) if scene.lowest(industry))
    else:
        industry = nearest_build(scene, code, action).industry
    return said(f"why.{REASONS[code]}.named", tile=TILE_NAMES[scene.lowest(industry)])
