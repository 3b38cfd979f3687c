"""A sentence for each action, with the names and amounts of the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import actions
from .board import DEED_OF_SQUARE, DEEDS, GROUP_DEEDS
from .codec import action_facets, break_levels, deed_number, group_number, item_number
from .landing import FLAT_INCOME_TAX
from .position_model import PIECES
from .state import AUCTION, BEFORE, BREAK, CONTEST, PASS_UNTIL_RAISED, RENT_ASKED, THROW, TRADE, TRANSFER
from .tables import HOTEL
from .titles import ORDINALS, dollars, group_title, item_title, items_in, joined, levels_text, lot_title
from .twins import part, reading

__all__ = ["Scene", "action_text"]


@dataclass(frozen=True)
class Scene:
    """A state with what sentences about its mover need."""

    state: np.void

    @cached_property
    def rules(self) -> Any:
        """The state as the interpreted rules read it."""
        return reading(self.state)

    @property
    def mover(self) -> int:
        """Who is to move (below 0: nobody)."""
        return int(self.state["mover"])

    @cached_property
    def frame(self) -> int:
        """The kind of the interrupt on top, 0 when there is none."""
        depth = int(self.state["depth"])
        return int(self.state["fkind"][depth - 1]) if depth > 0 else 0

    def top(self, field: str) -> int:
        """A field of the interrupt on top."""
        return int(self.state[field][int(self.state["depth"]) - 1])

    @property
    def deed(self) -> int:
        """The deed under the current player's token, -1 where there is none."""
        return DEED_OF_SQUARE[int(self.state["square"][int(self.state["current"])])]

    def level(self, deed: int) -> int:
        """The building level of a deed."""
        return int(self.state["level"][deed])

    def option(self, name: str) -> int:
        """An option's number in the state."""
        return int(self.state["opt"][name])

    def terms(self, seat: int) -> str:
        """What ``seat`` gives and gets in the pending offer."""
        who, to, items, money = self.top("fwho"), self.top("fto"), int(self.state["items"]), int(self.state["money"])
        other = to if seat == who else who
        holds = part("trade").holdings
        paid = money if seat == who else -money
        given = items_in(items & holds(self.rules, seat)) + ([dollars(paid)] if paid > 0 else [])
        taken = items_in(items & holds(self.rules, other)) + ([dollars(-paid)] if paid < 0 else [])
        return f"you give {joined(given) or 'nothing'}, you get {joined(taken) or 'nothing'}"


def action_text(state: np.void, action: int) -> str:
    """What an action does, as a sentence with names and amounts, for whoever is to move in ``state``."""
    facets = action_facets(action)
    text = _TEXTS[facets["kind"]]
    return text if isinstance(text, str) else text(Scene(state), action, facets)


def _pass(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    if scene.frame == AUCTION:
        until = " until somebody raises" if scene.option("auction_passes") == PASS_UNTIL_RAISED else ""
        return f"Stop bidding for {lot_title(int(scene.state['lot']))}{until}"
    if scene.frame == TRANSFER:
        return "Lift no more mortgages now"
    if scene.frame == CONTEST:
        return f"Leave the {PIECES[scene.top('fto')]} to seat {scene.top('fwho')}"
    return "Pass"


def _pass_until_my_turn(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    before = int(scene.state["phase"]) == BEFORE
    return "Roll the dice, and ask me in no window until my next turn" if before else "Pass until my next turn"


def _roll(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    turn = int(scene.state["jail"][int(scene.state["current"])])
    if turn == 0:
        return "Roll the dice"
    fine = f" (else you pay {dollars(scene.option('jail_fine'))} and move)" if turn == 3 else ""
    return f"Roll for a double to leave jail{fine}"


def _buy(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    if scene.deed < 0:
        return "Buy the property under your token"
    deed = DEEDS[scene.deed]
    short = deed.price - int(scene.state["cash"][int(scene.state["current"])])
    return f"Buy {deed.name} for {dollars(deed.price)}" + (f", raising {dollars(short)} first" if short > 0 else "")


def _decline(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    name = DEEDS[scene.deed].name if scene.deed >= 0 else "the property"
    return f"Do not buy {name}: it is auctioned" if scene.option("auctions") else f"Do not buy {name}"


def _rent(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    if scene.option("claim_rent") > RENT_ASKED and scene.state["rent_left"][0] != 0:
        return _waiting_rent(scene, action)
    name = DEEDS[scene.deed].name if scene.deed >= 0 else "the property"
    verb = "Claim" if action == actions.CLAIM_RENT else "Waive"
    return f"{verb} the rent for {name} from seat {int(scene.state['current'])}"


def _waiting_rent(scene: Scene, action: int) -> str:
    """Of a rent that may be claimed later too, unless the throw that comes now is the last moment."""
    at = part("rents").asked_rent(scene.rules)
    rent = f"the rent of {dollars(int(scene.state['rent_due'][at]))} from seat {int(scene.state['rent_payer'][at])}"
    if action == actions.CLAIM_RENT:
        return f"Claim {rent}"
    first_throw = int(scene.state["phase"]) == THROW and scene.state["doubles"] <= 0
    return f"Forgo {rent}" if first_throw and scene.state["rent_left"][at] == 1 else f"Do not claim {rent} yet"


def _propose(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    return f"Make the offer: {scene.terms(scene.top('fwho'))}" if scene.frame == TRADE else "Make the offer"


def _accept(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    return f"Accept: {scene.terms(scene.top('fto'))}" if scene.frame == TRADE else "Accept the offer"


def _digit(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    return f"Type {facets['digit']}: {dollars(int(scene.state['entry']) * 10 + facets['digit'])} …"


def _bid(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    if action == actions.BID_EXACT:
        return "Bid another amount, typed digit by digit"
    if scene.frame != AUCTION:
        return f"Bid {facets['bid']}"
    auction, bidder = part("auction"), int(scene.state["bidder"])
    amount = dollars(auction.ladder(scene.rules, action, auction.bid_limit(scene.rules, bidder)))
    return f"Bid {amount}, your limit" if action == actions.BID_LIMIT else f"Bid {amount}"


def _group(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    group = group_number(facets["group"])
    cost = len(GROUP_DEEDS[group]) * DEEDS[GROUP_DEEDS[group][0]].house_price
    title = group_title(group)
    if facets["kind"] == "build-group":
        return f"Build on every lot of the {title} group for {dollars(cost)}"
    if facets["kind"] == "sell-group":
        return f"Sell a building from every lot of the {title} group for {dollars(cost // 2)}"
    return f"Sell the buildings of the {title} group down in one step"


def _break_to(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    group = scene.top("farg") if scene.frame == BREAK else 0
    lots = len(GROUP_DEEDS[group])
    levels = break_levels(action - actions.BREAK_TO, lots)
    title = f"the {group_title(group)} group" if scene.frame == BREAK else "the group"
    return f"Sell {title} down to {levels_text(levels)}"


def _build(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    deed = DEEDS[deed_number(facets["property"])]
    level = scene.level(deed.index)
    houses = scene.option("hotel_houses")
    piece = f"the {ORDINALS[level + 1]} house" if level < houses else "a hotel"
    return f"Build {piece} on {deed.name} for {dollars(deed.house_price)}"


def _sell(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    deed = DEEDS[deed_number(facets["property"])]
    piece = "the hotel" if scene.level(deed.index) == HOTEL else "a house"
    return f"Sell {piece} on {deed.name} for {dollars(deed.house_price // 2)}"


def _mortgage(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    deed = DEEDS[deed_number(facets["property"])]
    return f"Mortgage {deed.name} for {dollars(deed.mortgage)}"


def _lift(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    deed = DEEDS[deed_number(facets["property"])]
    price = deed.mortgage if scene.frame == TRANSFER else part("mortgages").lifting_price(scene.rules, deed.index)
    return f"Lift the mortgage of {deed.name} for {dollars(price)}"


def _item(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    item = item_number(facets["item"])
    if scene.frame != TRADE:
        return f"Add {item_title(item)}"
    mine = part("trade").holdings(scene.rules, scene.top("fwho")) >> item & 1
    return f"{'Give' if mine else 'Ask for'} {item_title(item)}"


def _claim(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    piece = PIECES[scene.top("fto")] if scene.frame == CONTEST else "building"
    return f"Claim the {piece} for {DEEDS[deed_number(facets['property'])].name}"


def _pay_fine(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    return f"Pay {dollars(scene.option('jail_fine'))} to leave jail"


def _trade(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    return f"Make an offer to seat {facets['seat']}"


def _done(scene: Scene, action: int, facets: dict[str, Any]) -> str:
    return f"Confirm {dollars(int(scene.state['entry']))}"


_TEXTS: dict[str, str | Callable[[Scene, int, dict[str, Any]], str]] = {
    "pass": _pass,
    "pass-until-my-turn": _pass_until_my_turn,
    "roll": _roll,
    "pay-fine": _pay_fine,
    "use-chance-card": "Use the Chance card to leave jail",
    "use-chest-card": "Use the Community Chest card to leave jail",
    "buy": _buy,
    "decline": _decline,
    "tax-flat": f"Pay {dollars(FLAT_INCOME_TAX)} of income tax",
    "tax-share": "Pay 10 % of your total worth as income tax",
    "claim-rent": _rent,
    "waive-rent": _rent,
    "bankrupt": "Declare bankruptcy",
    "trade": _trade,
    "cancel": "Withdraw the offer",
    "propose": _propose,
    "offer-cash": "Pay cash as well, then make the offer",
    "ask-cash": "Ask for cash as well, then make the offer",
    "accept": _accept,
    "reject": "Reject the offer",
    "digit": _digit,
    "done": _done,
    "bid": _bid,
    "build-group": _group,
    "sell-group": _group,
    "break-group": _group,
    "break-to": _break_to,
    "build": _build,
    "sell": _sell,
    "mortgage": _mortgage,
    "lift": _lift,
    "item": _item,
    "claim": _claim,
}
"""The sentence of each kind of action, or what makes it."""
