"""What each action does, as a message with the names and amounts of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...core.setup_fields import bits
from ...messages import Message
from . import state as ids
from .board import CARD_DATA, DEED_OF_SQUARE, GROUP_DEEDS, HOTEL, TITLE_DEEDS
from .codec import (
    DEED_SLUGS,
    GROUP_SLUGS,
    ITEM_SLUGS,
    action_facets,
    break_levels,
    deed_number,
    group_number,
    item_number,
)
from .landing import FLAT_INCOME_TAX
from .setup_model import ENDINGS, PIECES, part, reading

__all__ = ["Scene", "action_message"]


# ---------------- How things are called: money, lists, cards, items and lots


SQUARE_LABELS = (
    *("GO", "Medit.", "Chest", "Baltic", "IncTax", "ReadRR", "Orient", "Chance", "Vermnt", "Connct"),
    *("Jail", "StChas", "Electr", "States", "Virgin", "PennRR", "StJame", "Chest", "Tennes", "NewYrk"),
    *("Parkng", "Kentky", "Chance", "Indian", "Illins", "B&O RR", "Atlant", "Ventnr", "Water", "Marvin"),
    *("ToJail", "Pacifc", "NCarol", "Chest", "PennAv", "ShrtLn", "Chance", "ParkPl", "LuxTax", "Brdwlk"),
)
"""Names of the squares in six letters."""


def dollars(amount: int) -> str:
    """An amount of money: ``$1,240``, ``-$50``."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def joined(words: Iterable[str]) -> str:
    """Words as a list in a sentence: ``a, b and c``."""
    every = list(words)
    return " and ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every)


def seats_title(mask: int) -> str:
    """The seats of a mask: ``seat 1``, ``seats 0 and 2``."""
    seats = [str(seat) for seat in bits(mask)]
    return f"seat{'s' if len(seats) > 1 else ''} {joined(seats)}"


def said(key: str, **params: Any) -> Message:
    """A message of this game: a key of ``locales/<language>/monopoly.json`` and its parameters."""
    return Message(f"monopoly.{key}", params)


def card_message(edition: int, deck: int, card: int) -> Message:
    """What a card says, in our own words."""
    data = CARD_DATA[edition][deck][card]
    effect = data["effect"]
    if effect == "advance":
        return said("card.advance", square=data["target"])
    if effect == "advance_nearest":
        return said(f"card.advance_nearest.{data['kind']}")
    if effect == "repairs":
        return said("card.repairs", per_house=data["per_house"], per_hotel=data["per_hotel"])
    return said(f"card.{effect}", **({"amount": data["amount"]} if "amount" in data else {}))


def ending_words(how: int, winners: int, alive: int) -> Message:
    """How a game ended. By option ``duel_richer`` (M2) a bankrupt may win as the richer of the last two."""
    if how == ids.ENDED_LAST and winners & ~alive:
        return said("ending.richer")
    return said(f"ending.{ENDINGS[how]}")


def items_in(mask: int) -> list[str]:
    """The names of the items of a mask."""
    return [name for item, name in enumerate(ITEM_SLUGS) if mask >> item & 1]


def items_with_cash(items: list[str], amount: int) -> list[str | Message]:
    """Items and cash as one list, which says so when it is empty."""
    cash = [said("cash", amount=amount)] if amount else []
    return [*items, *cash] or [said("nothing")]


def lot_name(lot: int) -> str:
    """What is auctioned: a deed, or a contested house or hotel."""
    return DEED_SLUGS[lot] if lot < ids.LOT_HOUSE else PIECES[lot - ids.LOT_HOUSE]


# ---------------- Actions


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

    @property
    def current(self) -> int:
        """Whose turn it is."""
        return int(self.state["current"])

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
        return DEED_OF_SQUARE[int(self.state["square"][self.current])]

    @property
    def property_here(self) -> str:
        """The name of the deed under the current player's token; where there is none, ``property``."""
        return DEED_SLUGS[self.deed] if self.deed >= 0 else "property"

    def level(self, deed: int) -> int:
        """The building level of a deed."""
        return int(self.state["level"][deed])

    def option(self, name: str) -> int:
        """An option's number in the state."""
        return int(self.state["opt"][name])

    def terms(self, seat: int) -> dict[str, Any]:
        """What ``seat`` gives and gets in the pending offer: items, amounts of cash, and both together as words."""
        who, to, items, money = self.top("fwho"), self.top("fto"), int(self.state["items"]), int(self.state["money"])
        other = to if seat == who else who
        holds = part("trade").holdings
        paid = money if seat == who else -money
        give, get = items_in(items & holds(self.rules, seat)), items_in(items & holds(self.rules, other))
        pay, receive = max(paid, 0), max(-paid, 0)
        return {
            "given": items_with_cash(give, pay),
            "taken": items_with_cash(get, receive),
            "give": give,
            "get": get,
            "pay": pay,
            "receive": receive,
        }


def action_message(state: np.void, action: int) -> Message:
    """What an action does, with names and amounts, for the seat to move in ``state``.

    ``amount`` is the money that it brings or costs.
    """
    facets = action_facets(action)
    tell = _MESSAGES.get(facets["kind"])
    return said(f"action.{facets['kind']}") if tell is None else tell(Scene(state), action, facets)


def _pass(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if scene.frame == ids.AUCTION:
        raised = ".raised" if scene.option("auction_passes") == ids.PASS_UNTIL_RAISED else ""
        return said(f"action.pass.auction{raised}", lot=lot_name(int(scene.state["lot"])))
    if scene.frame == ids.TRANSFER:
        return said("action.pass.transfer")
    if scene.frame == ids.CONTEST:
        return said("action.pass.contest", piece=PIECES[scene.top("fto")], seat=scene.top("fwho"))
    return said("action.pass")


def _pass_until_my_turn(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said(f"action.pass-until-my-turn{'.roll' if int(scene.state['phase']) == ids.BEFORE else ''}")


def _roll(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    turn = int(scene.state["jail"][scene.current])
    if turn == 3:
        return said("action.roll.jail.last", amount=scene.option("jail_fine"))
    return said("action.roll.jail" if turn else "action.roll")


def _buy(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if scene.deed < 0:
        return said("action.buy.here")
    price = TITLE_DEEDS[scene.deed].price
    short = price - int(scene.state["cash"][scene.current])
    if short > 0:
        return said("action.buy.raising", deed=scene.property_here, amount=price, short=short)
    return said("action.buy", deed=scene.property_here, amount=price)


def _decline(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said(f"action.decline{'.auction' if scene.option('auctions') else ''}", deed=scene.property_here)


def _rent(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if scene.option("claim_rent") > ids.RENT_ASKED and scene.state["rent_left"][0] != 0:
        return _waiting_rent(scene, action)
    return said(f"action.{facets['kind']}", deed=scene.property_here, seat=scene.current)


def _waiting_rent(scene: Scene, action: int) -> Message:
    """Of a rent that may be claimed later too, unless the throw that comes now is the last moment."""
    at = part("landing").asked_rent(scene.rules)
    rent = {"amount": int(scene.state["rent_due"][at]), "seat": int(scene.state["rent_payer"][at])}
    if action == ids.CLAIM_RENT:
        return said("action.claim-rent.waiting", **rent)
    first_throw = int(scene.state["phase"]) == ids.THROW and scene.state["doubles"] <= 0
    last = first_throw and scene.state["rent_left"][at] == 1
    return said(f"action.waive-rent.{'last' if last else 'waiting'}", **rent)


def _propose(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if scene.frame != ids.TRADE:
        return said("action.propose")
    return said("action.propose.terms", **scene.terms(scene.top("fwho")))


def _accept(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if scene.frame != ids.TRADE:
        return said("action.accept")
    return said("action.accept.terms", **scene.terms(scene.top("fto")))


def _reject(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if scene.frame != ids.TRADE:
        return said("action.reject")
    return said("action.reject.terms", **scene.terms(scene.top("fto")))


def _digit(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said("action.digit", digit=facets["digit"], amount=int(scene.state["entry"]) * 10 + facets["digit"])


def _bid(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    if action == ids.BID_EXACT:
        return said("action.bid.exact")
    if scene.frame != ids.AUCTION:
        return said("action.bid.by", bid=facets["bid"])
    auction, bidder = part("auction"), int(scene.state["bidder"])
    amount = int(auction.ladder(scene.rules, action, auction.bid_limit(scene.rules, bidder)))
    return said("action.bid.limit" if action == ids.BID_LIMIT else "action.bid", amount=amount)


def _group(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    deeds = GROUP_DEEDS[group_number(facets["group"])]
    cost = len(deeds) * TITLE_DEEDS[deeds[0]].house_price
    amount = cost if facets["kind"] == "build-group" else cost // 2
    return said(f"action.{facets['kind']}", group=facets["group"], amount=amount)


def _break_group(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said("action.break-group", group=facets["group"])


def _break_to(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    breaking = scene.frame == ids.BREAK
    group = scene.top("farg") if breaking else 0
    levels = list(break_levels(action - ids.BREAK_TO, len(GROUP_DEEDS[group])))
    key = f"action.break-to{'' if breaking else '.any'}{'' if any(levels) else '.bare'}"
    return said(key, levels=levels, **({"group": GROUP_SLUGS[group]} if breaking else {}))


def _build(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    deed = TITLE_DEEDS[deed_number(facets["property"])]
    level = scene.level(deed.index)
    if level >= scene.option("hotel_houses"):
        return said("action.build.hotel", deed=deed.slug, amount=deed.house_price)
    return said("action.build", level=level + 1, deed=deed.slug, amount=deed.house_price)


def _sell(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    deed = TITLE_DEEDS[deed_number(facets["property"])]
    hotel = ".hotel" if scene.level(deed.index) == HOTEL else ""
    return said(f"action.sell{hotel}", deed=deed.slug, amount=deed.house_price // 2)


def _mortgage(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    deed = TITLE_DEEDS[deed_number(facets["property"])]
    return said("action.mortgage", deed=deed.slug, amount=deed.mortgage)


def _lift(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    deed = TITLE_DEEDS[deed_number(facets["property"])]
    price = deed.mortgage if scene.frame == ids.TRANSFER else part("property").lifting_price(scene.rules, deed.index)
    return said("action.lift", deed=deed.slug, amount=int(price))


def _item(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    item = facets["item"]
    if scene.frame != ids.TRADE:
        return said("action.item", item=item)
    mine = part("trade").holdings(scene.rules, scene.top("fwho")) >> item_number(item) & 1
    return said(f"action.item.{'give' if mine else 'ask'}", item=item)


def _claim(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    piece = PIECES[scene.top("fto")] if scene.frame == ids.CONTEST else "building"
    return said("action.claim", piece=piece, deed=facets["property"])


def _pay_fine(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said("action.pay-fine", amount=scene.option("jail_fine"))


def _tax_flat(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said("action.tax-flat", amount=FLAT_INCOME_TAX)


def _trade(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said("action.trade", seat=facets["seat"])


def _done(scene: Scene, action: int, facets: dict[str, Any]) -> Message:
    return said("action.done", amount=int(scene.state["entry"]))


_MESSAGES: dict[str, Callable[[Scene, int, dict[str, Any]], Message]] = {
    "pass": _pass,
    "pass-until-my-turn": _pass_until_my_turn,
    "roll": _roll,
    "pay-fine": _pay_fine,
    "buy": _buy,
    "decline": _decline,
    "tax-flat": _tax_flat,
    "claim-rent": _rent,
    "waive-rent": _rent,
    "trade": _trade,
    "propose": _propose,
    "accept": _accept,
    "reject": _reject,
    "digit": _digit,
    "done": _done,
    "bid": _bid,
    "build-group": _group,
    "sell-group": _group,
    "break-group": _break_group,
    "break-to": _break_to,
    "build": _build,
    "sell": _sell,
    "mortgage": _mortgage,
    "lift": _lift,
    "item": _item,
    "claim": _claim,
}
"""What makes the message of each kind of action; the other kinds always say the same."""
