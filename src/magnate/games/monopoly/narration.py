"""Sentences about a game: what happened, who has to decide and what about, and why an action is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...core.contract import OVER
from ...core.narration import Event, RawEvent, everyone
from ...core.setup_fields import bits
from ...messages import Message
from . import events, reasons
from . import state as ids
from .board import GROUP_DEEDS, HOTEL, SEATS, TITLE_DEEDS
from .codec import DECK_NAMES, DEED_SLUGS, GROUP_SLUGS, action_facets, card_name, deed_number, group_number
from .landing import FLAT_INCOME_TAX
from .setup_model import ENDINGS, PIECES, TRADE_STEPS, creditor_name, deeds_of, part
from .state import LOT_HOUSE
from .text import Scene, card_message, ending_words, items_in, items_with_cash, lot_name, said

__all__ = ["ending_message", "is_debt", "narrate", "prompt_message"]


class EventText(NamedTuple):
    """What an event says: its parameters, those that only the words need, and which words where there are several."""

    params: dict[str, Any]
    words: dict[str, Any] = {}  # noqa: RUF012 - never changed
    variant: str = ""


CAUSES = ("square", "card", "doubles")
WAYS = ("paid", "card", "double", "third turn")


PURPOSES = {
    events.FOR_TAX: "tax",
    events.FOR_CARD: "card",
    events.FOR_RENT: "rent",
    events.FOR_INTEREST: "interest",
    events.FOR_BAIL: "bail",
    events.FOR_BONUS: "bonus",
}


def narrate(event: RawEvent) -> Event | None:
    """The message of an event; everybody may read it, since everything in Monopoly happens in the open."""
    key, tell = _TEXTS[event.kind]
    text = tell(*event.args)
    variant = f".{text.variant}" if text.variant else ""
    message = Message(f"monopoly.event.{key}{variant}", {**text.params, **text.words})
    return Event.said(key, message, text.params, everyone(SEATS))


def _starts(seat: int, *_: int) -> EventText:
    return EventText({"seat": seat})


def _dealt(seat: int, deed: int, price: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed], "price": price}, variant="paid" if price else "")


def _throws(seat: int, low: int, high: int, *_: int) -> EventText:
    return EventText({"seat": seat, "low": low, "high": high}, {"double": said("double") if low == high else None})


def _moves(seat: int, square: int, backwards: int, *_: int) -> EventText:
    params = {"seat": seat, "square": square, "backwards": bool(backwards)}
    return EventText(params, variant="back" if backwards else "")


def _salary(seat: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "amount": amount})


def _draws(seat: int, deck: int, card: int, edition: int) -> EventText:
    params = {"seat": seat, "deck": DECK_NAMES[deck], "card": card_name(edition, deck, card)}
    return EventText(params, {"says": card_message(edition, deck, card)})


def _keeps_card(seat: int, deck: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deck": DECK_NAMES[deck]})


def _returns_card(seat: int, deck: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deck": DECK_NAMES[deck]})


def _for(params: dict[str, Any], what: int) -> EventText:
    """A payment or a debt with what it is for: ``reason``, and for a purchase the ``deed``."""
    if what >= events.FOR_DEED:
        won = what >= events.FOR_LOT
        deed = DEED_SLUGS[what - (events.FOR_LOT if won else events.FOR_DEED)]
        return EventText({**params, "reason": "auction" if won else "purchase", "deed": deed}, variant="deed")
    reason = PURPOSES.get(what)
    return EventText({**params, "reason": reason}, variant="for" if reason else "")


def _receives(seat: int, amount: int, what: int, *_: int) -> EventText:
    return _for({"seat": seat, "amount": amount}, what)


def _pays(seat: int, to: int, amount: int, what: int) -> EventText:
    return _for({"seat": seat, "to": creditor_name(to), "amount": amount}, what)


def _owes(seat: int, to: int, amount: int, what: int) -> EventText:
    return _for({"seat": seat, "to": creditor_name(to), "amount": amount}, what)


def _to_jail(seat: int, cause: int, *_: int) -> EventText:
    return EventText({"seat": seat, "cause": CAUSES[cause]})


def _leaves_jail(seat: int, how: int, amount: int, to: int) -> EventText:
    params = {"seat": seat, "how": WAYS[how], "amount": amount, "to": creditor_name(to) if amount else None}
    return EventText(params, variant="paid" if amount else "")


def _stays_in_jail(seat: int, turn: int, *_: int) -> EventText:
    return EventText({"seat": seat, "turn": turn})


def _buys(seat: int, deed: int, price: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed], "price": price})


def _declines(seat: int, deed: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed]})


def _rent(payer: int, owner: int, deed: int, amount: int) -> EventText:
    return EventText({"seat": payer, "owner": owner, "deed": DEED_SLUGS[deed], "amount": amount})


def _rent_waived(owner: int, payer: int, deed: int, *_: int) -> EventText:
    return EventText({"seat": owner, "payer": payer, "deed": DEED_SLUGS[deed]})


def _rent_claimed(owner: int, payer: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": owner, "payer": payer, "amount": amount})


def _rent_waits(owner: int, payer: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": owner, "payer": payer, "amount": amount})


def _rent_forfeited(owner: int, payer: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": owner, "payer": payer, "amount": amount})


def _auction_opens(lot: int, least: int, *_: int) -> EventText:
    return EventText({"lot": lot_name(lot), "least": least})


def _bids(seat: int, lot: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "lot": lot_name(lot), "amount": amount})


def _passes_bid(seat: int, lot: int, forced: int, *_: int) -> EventText:
    params = {"seat": seat, "lot": lot_name(lot), "forced": bool(forced)}
    return EventText(params, variant="forced" if forced else "")


def _sold(seat: int, lot: int, amount: int, paid: int) -> EventText:
    return EventText({"seat": seat, "lot": lot_name(lot), "amount": amount, "paid": bool(paid)})


def _unsold(lot: int, declarer: int, *_: int) -> EventText:
    if lot >= LOT_HOUSE:
        return EventText({"lot": lot_name(lot), "seat": declarer}, variant="building")
    return EventText({"lot": lot_name(lot)})


def _builds(seat: int, deed: int, level: int, price: int) -> EventText:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "level": level, "price": price}
    return EventText(params, variant="hotel" if level == HOTEL else "")


def _sells(seat: int, deed: int, level: int, amount: int) -> EventText:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "level": level, "amount": amount}
    return EventText(params, {"count": level}, "" if level else "bare")


def _mortgages(seat: int, deed: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed], "amount": amount})


def _lifts(seat: int, deed: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed], "amount": amount})


def _mortgage_undone(seat: int, deed: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed], "amount": amount})


def _terms(seats: int, given: int, got: int, money: int) -> EventText:
    """What each side of a trade gives: items and cash."""
    seat, partner = divmod(seats, SEATS)
    give, get, pay, receive = items_in(given), items_in(got), max(money, 0), max(-money, 0)
    gives = {"give": give, "get": get, "pay": pay, "receive": receive}
    params = {"seat": seat, "partner": partner, **gives, "items": items_in(given | got), "money": money}
    return EventText(params, {"given": items_with_cash(give, pay), "taken": items_with_cash(get, receive)})


def _offers(seats: int, given: int, got: int, money: int) -> EventText:
    return _terms(seats, given, got, money)


def _traded(seats: int, given: int, got: int, money: int) -> EventText:
    return _terms(seats, given, got, money)


def _refused(partner: int, seat: int, *_: int) -> EventText:
    return EventText({"seat": seat, "partner": partner})


def _withdrawn(seat: int, partner: int, *_: int) -> EventText:
    return EventText({"seat": seat, "partner": partner})


def _claims(seat: int, deed: int, piece: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed], "piece": PIECES[piece]})


def _contested(seat: int, piece: int, *_: int) -> EventText:
    return EventText({"seat": seat, "piece": PIECES[piece]})


def _goes_bankrupt(seat: int, to: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "to": creditor_name(to), "amount": amount}, variant="" if amount else "broke")


def _written_off(seat: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "amount": amount})


def _estate(seat: int, to: int, items: int, cash: int) -> EventText:
    names = items_in(items)
    params = {"seat": seat, "to": creditor_name(to), "items": names, "cash": cash}
    return EventText(params, {"left": items_with_cash(names, cash)})


def _deed_returns(seat: int, deed: int, *_: int) -> EventText:
    return EventText({"seat": seat, "deed": DEED_SLUGS[deed]})


def _mortgages_cancelled(deeds: int, *_: int) -> EventText:
    names = deeds_of(deeds)
    return EventText({"deeds": names}, {"count": len(names)})


def _pot_taken(seat: int, amount: int, *_: int) -> EventText:
    return EventText({"seat": seat, "amount": amount})


def _turn(seat: int, number: int, *_: int) -> EventText:
    return EventText({"seat": seat, "round": number})


def _ends(how: int, winners: int, alive: int, *_: int) -> EventText:
    won = bits(winners)
    params = {"ending": ENDINGS[how], "winners": won}
    return EventText(params, {"how": ending_words(how, winners, alive)}, "share" if len(won) > 1 else "")


_TEXTS: dict[int, tuple[str, Callable[..., EventText]]] = {
    getattr(events, tell.__name__[1:].upper()): (tell.__name__[1:].replace("_", "-"), tell)
    for tell in (
        *(_starts, _dealt, _throws, _moves, _salary, _draws, _keeps_card, _returns_card, _receives, _pays, _owes),
        *(_to_jail, _leaves_jail, _stays_in_jail, _buys, _declines, _rent, _rent_waived, _rent_claimed),
        *(_rent_waits, _rent_forfeited, _auction_opens, _bids),
        *(_passes_bid, _sold, _unsold, _builds, _sells, _mortgages, _lifts, _mortgage_undone, _offers, _traded),
        *(_refused, _withdrawn, _claims, _contested, _goes_bankrupt, _written_off, _estate, _deed_returns),
        *(_mortgages_cancelled, _pot_taken, _turn, _ends),
    )
}
"""The key and the teller of each event: the tellers are named like the events, and so are the keys."""


# ------------------------------------------------------ Who has to decide and what about, and why an action is refused


def prompt_message(state: np.void, seat: int) -> Message:
    """Why the seat to move is asked: the debt, the auction, the offer or the part of the turn that is pending."""
    scene = Scene(state)
    return _in_frame(scene, seat) if scene.frame else _in_turn(scene, seat)


def ending_message(state: np.void) -> Message:
    """How the finished game ended."""
    return ending_words(int(state["ending"]), int(state["winners"]), int(state["alive"]))


def pending_message(state: np.void) -> Message:
    """Which decision is pending and what it takes, as the end of a sentence: for who tries something else."""
    scene = Scene(state)
    if scene.mover < 0:
        return said(f"pending.{'over' if scene.mover == OVER else 'chance'}")
    if scene.frame:
        return _pending_frame(scene)
    phase, turn = int(state["phase"]), int(state["jail"][scene.current])
    if phase == ids.BEFORE:
        manages = ".manage" if scene.option("manage_before") else ""
        return said(f"pending.before{'.jail' if turn else ''}{manages}")
    if phase == ids.BUYING:
        return said("pending.buying", deed=scene.property_here)
    if phase == ids.TAXING:
        return said("pending.taxing")
    return said("pending.rent" if phase in (ids.CLAIMING, ids.THROW) else "pending.window")


def _pending_frame(scene: Scene) -> Message:
    """In an interrupt."""
    who, to = scene.top("fwho"), scene.top("fto")
    if scene.frame == ids.DEBT:
        return said("pending.debt", to=creditor_name(to), amount=scene.top("famount"))
    if scene.frame == ids.AUCTION:
        typing = ".typing" if scene.state["entering"] else ""
        return said(f"pending.auction{typing}", lot=lot_name(int(scene.state["lot"])))
    if scene.frame == ids.TRADE:
        step = int(scene.state["trade_step"])
        if step == ids.TRADE_ANSWER:
            return said("pending.trade.answer", seat=who)
        return said(f"pending.trade{'' if step == ids.TRADE_ITEMS else '.typing'}", seat=to)
    if scene.frame == ids.TRANSFER:
        return said("pending.transfer")
    if scene.frame == ids.BREAK:
        return said("pending.break", group=GROUP_SLUGS[scene.top("farg")])
    return said("pending.contest", piece=PIECES[to])


def is_debt(state: np.void) -> bool:
    """Whether cash has to be raised for a debt, of which the page of a table proposes the cheapest way."""
    return bool(Scene(state).frame == ids.DEBT)


def _in_frame(scene: Scene, seat: int) -> Message:
    """In an interrupt."""
    if scene.frame == ids.DEBT:
        cash = int(scene.state["cash"][seat])
        return said(
            "prompt.debt", seat=seat, to=creditor_name(scene.top("fto")), amount=scene.top("famount"), cash=cash
        )
    if scene.frame == ids.AUCTION:
        return _auction(scene, seat)
    if scene.frame == ids.TRADE:
        return _trade(scene, seat)
    if scene.frame == ids.TRANSFER:
        return said("prompt.transfer", seat=seat)
    if scene.frame == ids.BREAK:
        return said("prompt.break", seat=seat, group=GROUP_SLUGS[scene.top("farg")])
    return said("prompt.contest", seat=seat, player=scene.top("fwho"), piece=PIECES[scene.top("fto")])


def _auction(scene: Scene, seat: int) -> Message:
    lot, leader = lot_name(int(scene.state["lot"])), int(scene.state["leader"]) - 1
    least = int(part("auction").least_bid(scene.rules))
    if scene.state["entering"]:
        return said("prompt.auction.typing", seat=seat, lot=lot, least=least)
    if leader < 0:
        return said("prompt.auction.open", seat=seat, lot=lot, least=least)
    return said("prompt.auction", seat=seat, lot=lot, leader=leader, bid=int(scene.state["bid"]), least=least)


def _trade(scene: Scene, seat: int) -> Message:
    step = int(scene.state["trade_step"])
    if step == ids.TRADE_ANSWER:
        return said("prompt.trade.answer", seat=seat, partner=scene.top("fwho"), **scene.terms(seat))
    return said(f"prompt.trade.{TRADE_STEPS[step]}", seat=seat, partner=scene.top("fto"))


def _in_turn(scene: Scene, seat: int) -> Message:
    """In a part of the turn."""
    phase, here, player = int(scene.state["phase"]), scene.property_here, scene.current
    if phase == ids.BEFORE:
        return _before(scene, seat)
    if phase == ids.BUYING:
        return said("prompt.buying", seat=seat, deed=here, amount=TITLE_DEEDS[scene.deed].price)
    if phase == ids.TAXING:
        return said("prompt.taxing", seat=seat, amount=FLAT_INCOME_TAX)
    if phase == ids.THROW or (phase == ids.CLAIMING and scene.option("claim_rent") > ids.RENT_ASKED):
        at = part("landing").asked_rent(scene.rules)
        rent = {"amount": int(scene.state["rent_due"][at]), "player": int(scene.state["rent_payer"][at])}
        return said("prompt.rent", seat=seat, **rent)
    if phase == ids.CLAIMING:
        return said("prompt.claiming", seat=seat, player=player, deed=here)
    if phase == ids.THROWN:
        dice = {"low": int(scene.state["low"]), "high": int(scene.state["high"])}
        return said("prompt.thrown", seat=seat, player=player, **dice)
    return said(f"prompt.{'after' if phase == ids.AFTER else 'between'}", seat=seat)


def _before(scene: Scene, seat: int) -> Message:
    """Before the throw."""
    turn = int(scene.state["jail"][seat])
    if turn:
        return said("prompt.jail", seat=seat, turn=turn)
    return said("prompt.before" if scene.option("manage_before") else "prompt.roll", seat=seat)


# ---------------- Why an action is refused


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
    if ids.BUILD_GROUP <= action < ids.SELL_GROUP:
        deeds = GROUP_DEEDS[group_number(facets["group"])]
        return len(deeds) * TITLE_DEEDS[deeds[0]].house_price
    if "property" not in facets:
        return scene.option("jail_fine")
    deed = TITLE_DEEDS[deed_number(facets["property"])]
    if action < ids.SELL or action >= ids.LIFT + len(TITLE_DEEDS):
        return deed.house_price
    if scene.frame == ids.TRANSFER:
        return deed.mortgage
    price = part("property").lifting_price(scene.rules, deed.index)
    return int(price)
