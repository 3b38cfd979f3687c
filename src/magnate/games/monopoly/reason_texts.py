"""The sentence of each reason why an action is refused."""

from __future__ import annotations

import numpy as np

from . import reasons
from .actions import BUILD_GROUP, LIFT, SELL, SELL_GROUP
from .board import DEEDS, GROUP_DEEDS
from .codec import action_facets, deed_number, group_number
from .state import TRANSFER
from .text import Scene
from .titles import dollars
from .twins import part

REASONS: dict[int, str] = {
    reasons.OK: "it is legal",
    reasons.NOT_NOW: "this decision is about something else",
    reasons.NO_SUCH_ACTION: "there is no such action",
    reasons.NOT_A_STREET: "only streets can be built on",
    reasons.NOT_YOURS: "you do not own it",
    reasons.GROUP_INCOMPLETE: "you do not own the whole colour group",
    reasons.GROUP_MORTGAGED: "a lot of the group is mortgaged: lift it first",
    reasons.UNEVEN: "build and sell evenly: another lot of the group comes first",
    reasons.FULLY_BUILT: "a hotel stands there already",
    reasons.NO_HOUSES_LEFT: "the bank has no houses left",
    reasons.NO_HOTELS_LEFT: "the bank has no hotels left",
    reasons.TOO_EXPENSIVE: "you cannot pay for it from cash",
    reasons.NOTHING_BUILT: "nothing is built there",
    reasons.NO_HOUSES_TO_BREAK_HOTEL: "the bank lacks the houses for it: sell the group down in one step",
    reasons.HOTEL_CAN_BE_SOLD: "the bank has the houses for breaking a hotel: sell building by building",
    reasons.NO_HOTEL_IN_GROUP: "the group has no hotel to break",
    reasons.BY_GROUP_ONLY: "under these rules buildings are built and sold for a whole group at once",
    reasons.BY_LOT_ONLY: "under these rules buildings are built and sold one by one",
    reasons.ALREADY_MORTGAGED: "it is mortgaged already",
    reasons.NOT_MORTGAGED: "it is not mortgaged",
    reasons.GROUP_HAS_BUILDINGS: "its colour group has buildings: sell them first",
    reasons.NO_TRADES: "under these rules there are no trades",
    reasons.NO_OFFERS_LEFT: "you have made all the offers that you may make now",
    reasons.NO_PARTNER: "that seat is not another living player",
    reasons.NOTHING_TO_TRADE: "neither of you has anything that can be traded",
    reasons.ITEM_NOT_HELD: "neither of you has it",
    reasons.ITEM_ORDER: "items are added in the order of the board, each once",
    reasons.MORTGAGED_NOT_TRADED: "under these rules mortgaged property is not traded",
    reasons.NOTHING_OFFERED: "add a property or a jail card first",
    reasons.CANNOT_PAY_INTEREST: "somebody could not pay the 10 % on the mortgages from cash",
    reasons.MUST_RAISE_CASH: "a debtor's offer must bring the cash that the rules ask for",
    reasons.NO_SUCH_AMOUNT: "no amount that begins so can be paid",
    reasons.NOT_JAILED: "you are not in jail",
    reasons.NO_JAIL_CARD: "you do not hold that card",
    reasons.CAN_STILL_PAY: "you can still raise the money: sell or mortgage",
    reasons.BID_TOO_LOW: "the bid is below the least one accepted now",
    reasons.BID_OVER_LIMIT: "you could not pay that bid",
    reasons.SAME_BID: "a simpler bid is the same amount",
    reasons.STAGE_CLOSED: "under these rules a window has an order, and this kind of action is over in it",
    reasons.STOCK_TOO_SMALL: "the bank does not have the pieces for it",
    reasons.NOT_EVEN_TARGET: "the group cannot be sold down to that",
    reasons.NOT_IN_DEBT_SALE: "while you owe money you can only sell, mortgage and trade",
    reasons.OPERATION_DONE: "under these rules there is one management action, and you took it",
    reasons.NOT_RECEIVED: "it is not among the mortgages that you have just received",
    reasons.THIRD_JAILED_TURN: "on the third turn in jail you throw first, and pay if it is no double",
}


def reason_text(state: np.void, code: int, action: int) -> str:
    """Why ``action`` is refused in ``state``, as the end of a sentence; ``code`` is what ``why`` answered."""
    scene = Scene(state)
    if code == reasons.TOO_EXPENSIVE and scene.mover >= 0:
        price = _price(scene, action)
        return f"it costs {dollars(price)} and you have {dollars(int(state['cash'][scene.mover]))}"
    if code == reasons.UNEVEN:
        kind = action_facets(action)["kind"]
        return (
            "sell evenly: another lot of the group has more buildings"
            if kind == "sell"
            else "build evenly: another lot of the group has fewer buildings"
        )
    return REASONS[code]


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
    price: int = part("mortgages").lifting_price(scene.rules, deed.index)
    return price
