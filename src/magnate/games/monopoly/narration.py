"""What happened, told: the raw events of the rules as keyed messages with parameters and a sentence each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.narration import Event, RawEvent, everyone
from . import events
from .board import DEEDS, SQUARE_NAMES
from .codec import DECK_NAMES, DECK_TITLES, DEED_SLUGS, ITEM_SLUGS, card_name
from .position_model import ENDINGS, PIECES
from .position_names import creditor_name, seats_of
from .state import LOT_HOUSE
from .tables import HOTEL, SEATS
from .titles import (
    ORDINALS,
    card_title,
    creditor_title,
    dollars,
    items_in,
    joined,
    lot_title,
    seats_title,
)

__all__ = ["narrate"]

Told = tuple[str, dict[str, Any]]
"""A sentence and the parameters that it was made of."""

CAUSES = (
    ("square", "by the square Go To Jail"),
    ("card", "by a card"),
    ("doubles", "for three doubles in one turn"),
)
WAYS = (
    ("paid", "by paying"),
    ("card", "with a card"),
    ("double", "by a double"),
    ("third turn", "for the fine, after the third try"),
)


def narrate(event: RawEvent) -> Event | None:
    """The message of an event; everybody may read it, since everything in Monopoly happens in the open."""
    key, tell = _TOLD[event.kind]
    text, params = tell(*event.args)
    return Event(key, text, params, everyone(SEATS))


def _lot(lot: int) -> str:
    return DEED_SLUGS[lot] if lot < LOT_HOUSE else PIECES[lot - LOT_HOUSE]


def _starts(seat: int, *_: int) -> Told:
    return f"Seat {seat} begins.", {"seat": seat}


def _dealt(seat: int, deed: int, price: int, *_: int) -> Told:
    paid = f" and pays {dollars(price)} for it" if price else ""
    return f"Seat {seat} is dealt {DEEDS[deed].name}{paid}.", {"seat": seat, "deed": DEED_SLUGS[deed], "price": price}


def _throws(seat: int, low: int, high: int, *_: int) -> Told:
    double = ", a double" if low == high else ""
    return f"Seat {seat} rolls {low} and {high}{double}.", {"seat": seat, "low": low, "high": high}


def _moves(seat: int, square: int, backwards: int, *_: int) -> Told:
    back = "back " if backwards else ""
    params = {"seat": seat, "square": square, "backwards": bool(backwards)}
    return f"Seat {seat} moves {back}to {SQUARE_NAMES[square]}.", params


def _salary(seat: int, amount: int, *_: int) -> Told:
    return f"Seat {seat} has reached GO: {dollars(amount)} of salary.", {"seat": seat, "amount": amount}


def _draws(seat: int, deck: int, card: int, edition: int) -> Told:
    params = {"seat": seat, "deck": DECK_NAMES[deck], "card": card_name(edition, deck, card)}
    return f"Seat {seat} draws a {DECK_TITLES[deck]} card: {card_title(edition, deck, card)}.", params


def _keeps_card(seat: int, deck: int, *_: int) -> Told:
    return f"Seat {seat} keeps the {DECK_TITLES[deck]} card.", {"seat": seat, "deck": DECK_NAMES[deck]}


def _returns_card(seat: int, deck: int, *_: int) -> Told:
    text = f"Seat {seat}'s get-out-of-jail card goes to the bottom of the {DECK_TITLES[deck]} deck."
    return text, {"seat": seat, "deck": DECK_NAMES[deck]}


def _receives(seat: int, amount: int, *_: int) -> Told:
    return f"The bank pays seat {seat} {dollars(amount)}.", {"seat": seat, "amount": amount}


def _pays(seat: int, to: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "to": creditor_name(to), "amount": amount}
    return f"Seat {seat} pays {creditor_title(to)} {dollars(amount)}.", params


def _owes(seat: int, to: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "to": creditor_name(to), "amount": amount}
    return f"Seat {seat} owes {creditor_title(to)} {dollars(amount)} and has to raise it.", params


def _to_jail(seat: int, cause: int, *_: int) -> Told:
    key, text = CAUSES[cause]
    return f"Seat {seat} is sent to jail {text}.", {"seat": seat, "cause": key}


def _leaves_jail(seat: int, how: int, *_: int) -> Told:
    key, text = WAYS[how]
    return f"Seat {seat} leaves jail {text}.", {"seat": seat, "how": key}


def _stays_in_jail(seat: int, turn: int, *_: int) -> Told:
    return f"Seat {seat} stays in jail; its {ORDINALS[turn]} try comes next.", {"seat": seat, "turn": turn}


def _buys(seat: int, deed: int, price: int, *_: int) -> Told:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "price": price}
    return f"Seat {seat} buys {DEEDS[deed].name} for {dollars(price)}.", params


def _declines(seat: int, deed: int, *_: int) -> Told:
    return f"Seat {seat} does not buy {DEEDS[deed].name}.", {"seat": seat, "deed": DEED_SLUGS[deed]}


def _rent(payer: int, owner: int, deed: int, amount: int) -> Told:
    params = {"seat": payer, "owner": owner, "deed": DEED_SLUGS[deed], "amount": amount}
    return f"The rent of {DEEDS[deed].name} is {dollars(amount)}: from seat {payer} to seat {owner}.", params


def _rent_waived(owner: int, payer: int, deed: int, *_: int) -> Told:
    params = {"seat": owner, "payer": payer, "deed": DEED_SLUGS[deed]}
    return f"Seat {owner} waives the rent of {DEEDS[deed].name} for seat {payer}.", params


def _of_rent(owner: int, payer: int, amount: int) -> dict[str, Any]:
    return {"seat": owner, "payer": payer, "amount": amount}


def _rent_claimed(owner: int, payer: int, amount: int, *_: int) -> Told:
    return f"Seat {owner} asks seat {payer} for {dollars(amount)} of rent.", _of_rent(owner, payer, amount)


def _rent_waits(owner: int, payer: int, amount: int, *_: int) -> Told:
    return f"Seat {owner} does not ask seat {payer} for its {dollars(amount)} of rent.", _of_rent(owner, payer, amount)


def _rent_forfeited(owner: int, payer: int, amount: int, *_: int) -> Told:
    text = f"Seat {owner} has not asked in time: the {dollars(amount)} of rent from seat {payer} are forfeited."
    return text, _of_rent(owner, payer, amount)


def _auction_opens(lot: int, least: int, *_: int) -> Told:
    return f"The bank auctions {lot_title(lot)}, from {dollars(least)} up.", {"lot": _lot(lot), "least": least}


def _bids(seat: int, lot: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "lot": _lot(lot), "amount": amount}
    return f"Seat {seat} bids {dollars(amount)} for {lot_title(lot)}.", params


def _passes_bid(seat: int, lot: int, *_: int) -> Told:
    return f"Seat {seat} stops bidding for {lot_title(lot)}.", {"seat": seat, "lot": _lot(lot)}


def _sold(seat: int, lot: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "lot": _lot(lot), "amount": amount}
    return f"Seat {seat} wins {lot_title(lot)} for {dollars(amount)}.", params


def _unsold(lot: int, declarer: int, *_: int) -> Told:
    if lot >= LOT_HOUSE:
        text = f"Nobody bids for {lot_title(lot)}: seat {declarer}, who declared it, builds at the printed price."
        return text, {"lot": _lot(lot), "seat": declarer}
    return f"Nobody wants {lot_title(lot)}: the bank keeps it.", {"lot": _lot(lot)}


def _builds(seat: int, deed: int, level: int, price: int) -> Told:
    piece = "a hotel" if level == HOTEL else f"the {ORDINALS[level]} house"
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "level": level, "price": price}
    return f"Seat {seat} builds {piece} on {DEEDS[deed].name} for {dollars(price)}.", params


def _sells(seat: int, deed: int, level: int, *_: int) -> Told:
    left = f"{level} house{'s' * (level > 1)}" if level else "bare land"
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "level": level}
    return f"Seat {seat} sells buildings on {DEEDS[deed].name} down to {left}.", params


def _mortgages(seat: int, deed: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "amount": amount}
    return f"Seat {seat} mortgages {DEEDS[deed].name} for {dollars(amount)}.", params


def _lifts(seat: int, deed: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "amount": amount}
    return f"Seat {seat} lifts the mortgage of {DEEDS[deed].name} for {dollars(amount)}.", params


def _mortgage_undone(seat: int, deed: int, amount: int, *_: int) -> Told:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "amount": amount}
    return f"The mortgage of {DEEDS[deed].name} is undone: seat {seat} gives the {dollars(amount)} back.", params


def _terms(seat: int, partner: int, items: int, money: int) -> Told:
    """The items of a trade, each going to the other side, and who pays cash."""
    payer, amount = (seat, money) if money > 0 else (partner, -money)
    cash = f", and seat {payer} pays {dollars(amount)}" if amount else ""
    names = [name for item, name in enumerate(ITEM_SLUGS) if items >> item & 1]
    params = {"seat": seat, "partner": partner, "items": names, "money": money}
    change = "changes" if len(names) == 1 else "change"
    return f"{joined(items_in(items))} {change} hands{cash}", params


def _offers(seat: int, partner: int, items: int, money: int) -> Told:
    terms, params = _terms(seat, partner, items, money)
    return f"Seat {seat} offers seat {partner} a trade: {terms}.", params


def _traded(seat: int, partner: int, items: int, money: int) -> Told:
    terms, params = _terms(seat, partner, items, money)
    return f"Seats {seat} and {partner} trade: {terms}.", params


def _refused(partner: int, seat: int, *_: int) -> Told:
    return f"Seat {partner} rejects seat {seat}'s offer.", {"seat": seat, "partner": partner}


def _withdrawn(seat: int, partner: int, *_: int) -> Told:
    return f"Seat {seat} withdraws its offer to seat {partner}.", {"seat": seat, "partner": partner}


def _claims(seat: int, deed: int, piece: int, *_: int) -> Told:
    params = {"seat": seat, "deed": DEED_SLUGS[deed], "piece": PIECES[piece]}
    return f"Seat {seat} claims the {PIECES[piece]} for {DEEDS[deed].name}.", params


def _contested(seat: int, piece: int, *_: int) -> Told:
    text = f"Seat {seat} wants to build a {PIECES[piece]}, but too few are left for all: the others may claim it."
    return text, {"seat": seat, "piece": PIECES[piece]}


def _goes_bankrupt(seat: int, to: int, *_: int) -> Told:
    return f"Seat {seat} is bankrupt, to {creditor_title(to)}.", {"seat": seat, "to": creditor_name(to)}


def _pot_taken(seat: int, amount: int, *_: int) -> Told:
    return f"Seat {seat} takes the pot of {dollars(amount)}.", {"seat": seat, "amount": amount}


def _turn(seat: int, number: int, *_: int) -> Told:
    return f"Round {number}: it is seat {seat}'s turn.", {"seat": seat, "round": number}


def _ends(how: int, winners: int, *_: int) -> Told:
    won = "win" if winners & (winners - 1) else "wins"
    text = f"The game is over ({ENDINGS[how]}): {seats_title(winners)} {won}."
    return text, {"ending": ENDINGS[how], "winners": seats_of(winners)}


_TOLD: dict[int, tuple[str, Callable[..., Told]]] = {
    getattr(events, told.__name__[1:].upper()): (told.__name__[1:].replace("_", "-"), told)
    for told in (
        *(_starts, _dealt, _throws, _moves, _salary, _draws, _keeps_card, _returns_card, _receives, _pays, _owes),
        *(_to_jail, _leaves_jail, _stays_in_jail, _buys, _declines, _rent, _rent_waived, _rent_claimed),
        *(_rent_waits, _rent_forfeited, _auction_opens, _bids),
        *(_passes_bid, _sold, _unsold, _builds, _sells, _mortgages, _lifts, _mortgage_undone, _offers, _traded),
        *(_refused, _withdrawn, _claims, _contested, _goes_bankrupt, _pot_taken, _turn, _ends),
    )
}
"""The key and the teller of each event: the tellers are named like the events, and so are the keys."""
