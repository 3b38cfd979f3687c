"""The message of each reason why an action is refused."""

from __future__ import annotations

import numpy as np

from ...messages import Message
from . import reasons
from .actions import BUILD_GROUP, LIFT, SELL, SELL_GROUP
from .board import DEEDS, GROUP_DEEDS
from .codec import action_facets, deed_number, group_number
from .prompts import pending_message
from .state import TRANSFER
from .text import Scene
from .titles import said
from .twins import part

KEYS: dict[int, str] = {code: name.lower() for name, code in vars(reasons).items() if name.isupper()}
"""What the words of each reason are filed under: ``why.not_yours``."""


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why ``action`` is refused in ``state``, as the end of a sentence; ``code`` is what ``why`` answered."""
    scene = Scene(state)
    if code == reasons.NOT_NOW:
        return said("why.not_now", pending=pending_message(state))
    if code == reasons.TOO_EXPENSIVE and scene.mover >= 0:
        cash = int(state["cash"][scene.mover])
        return said("why.too_expensive.price", amount=_price(scene, action), cash=cash)
    if code == reasons.UNEVEN:
        return said(f"why.uneven.{'sell' if action_facets(action)['kind'] == 'sell' else 'build'}")
    return said(f"why.{KEYS[code]}")


def _price(scene: Scene, action: int) -> int:
    """What an action that the mover cannot pay would cost."""
    facets = action_facets(action)
    if BUILD_GROUP <= action < SELL_GROUP:
        deeds = GROUP_DEEDS[group_number(facets["group"])]
        return len(deeds) * DEEDS[deeds[0]].house_price
    if "property" not in facets:
        return scene.option("jail_fine")
    deed = DEEDS[deed_number(facets["property"])]
    if action < SELL or action >= LIFT + len(DEEDS):
        return deed.house_price
    if scene.frame == TRANSFER:
        return deed.mortgage
    price = part("mortgages").lifting_price(scene.rules, deed.index)
    return int(price)
