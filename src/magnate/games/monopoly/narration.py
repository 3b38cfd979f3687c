"""What happened, told: the raw events of the rules as keyed messages with parameters and a sentence each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...core.narration import Event, RawEvent, everyone
from ...core.setup_fields import bits
from ...messages import Message
from . import events
from .board import HOTEL, SEATS
from .codec import DECK_NAMES, DEED_SLUGS, card_name
from .setup_model import ENDINGS, PIECES, creditor_name, deeds_of
from .state import LOT_HOUSE
from .text import card_message, ending_words, items_in, items_with_cash, lot_name, said

__all__ = ["narrate"]


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
