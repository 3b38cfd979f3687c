"""The way back from a state to the named position that ``setup`` reads."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias

from ...runtime.layout import fields_of
from .codec import DECK_NAMES, DEED_SLUGS, GROUP_SLUGS, ITEM_SLUGS, card_name
from .position_model import ARRIVALS, CREDITORS, ENDINGS, FRAME_KINDS, PHASES, PIECES, TRADE_STEPS
from .state import (
    AUCTION,
    AWARD,
    BREAK,
    CARDS_QUEUE,
    COLLECT_EACH,
    CONTEST,
    DEBT,
    DRAW,
    ESTATE,
    LOT_HOUSE,
    PAY_EACH,
    TRADE,
    TRADE_ASKS,
    TRADE_PAYS,
    TRANSFER,
)
from .tables import HOTEL

if TYPE_CHECKING:
    import numpy as np

Fields: TypeAlias = dict[str, Any]
"""A state's fields as plain numbers and lists (see :func:`~magnate.runtime.layout.fields_of`)."""


def deeds_of(mask: int) -> list[str]:
    """The names of the deeds of a mask, in board order."""
    return [name for deed, name in enumerate(DEED_SLUGS) if mask >> deed & 1]


def seats_of(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def levels_of(state: Fields, deeds: int) -> dict[str, int | str]:
    """The buildings on the deeds of a mask: houses, or "hotel"."""
    return {
        DEED_SLUGS[deed]: "hotel" if level == HOTEL else int(level)
        for deed, level in enumerate(state["level"])
        if level > 0 and deeds >> deed & 1
    }


def jail_cards_of(state: Fields, seat: int) -> list[str]:
    """The decks whose get-out-of-jail card a seat holds."""
    return [name for deck, name in enumerate(DECK_NAMES) if state["holder"][deck] == seat + 1]


def rents_of(state: Fields) -> list[dict[str, int]]:
    """The rents that wait to be claimed, the oldest first."""
    return [
        {
            "payer": int(state["rent_payer"][i]),
            "owner": int(state["rent_owner"][i]),
            "amount": int(state["rent_due"][i]),
            "throws": int(left),
        }
        for i, left in enumerate(state["rent_left"])
        if left != 0
    ]


def creditor_name(to: int) -> int | str:
    """Who is paid: a seat, "bank" or "pot"."""
    return next((name for name, number in CREDITORS.items() if number == to), to)


def to_setup(record: np.void) -> dict[str, Any]:
    """The named position of a state: :func:`~.position.setup` with the same options makes the same bytes of it."""
    state = fields_of(record)
    phase = int(state["phase"])
    players = int(state["opt"]["players"])
    named: dict[str, Any] = {
        "turn": int(state["current"]),
        "phase": PHASES[phase],
        "round": int(state["rounds"]) + 1,
        "turns": int(state["turns"]),
        "starter": int(state["starter"]),
    }
    for name in ("doubles", "asked", "stage", "operations", "pot"):
        if state[name] != 0:
            named[name] = int(state[name])
    if state["again"]:
        named["again"] = True
    if state["low"] != 0:
        named["dice"] = [int(state["low"]), int(state["high"])]
    if state["arrival"] != 0:
        named["arrival"] = ARRIVALS[state["arrival"]]
    if phase == DRAW:
        named["drawn"] = DECK_NAMES[state["drawn"]]
    if state["ending"] != 0:
        named["ending"] = ENDINGS[state["ending"]]
        named["winners"] = seats_of(int(state["winners"]))
    named["players"] = [_player(state, seat) for seat in range(players)]
    if state["opt"]["cards"] == CARDS_QUEUE:
        named["decks"] = {name: deck_names(state, deck) for deck, name in enumerate(DECK_NAMES)}
    owned = reduce(or_, state["deeds"])
    if int(state["mortgaged"]) & ~owned:
        named["bank_mortgaged"] = deeds_of(int(state["mortgaged"]) & ~owned)
    if state["rent_left"][0] != 0:
        named["rents"] = rents_of(state)
    if state["depth"] > 0:
        named["frames"] = [frame_names(state, at) for at in range(int(state["depth"]))]
    return named


def _player(state: Fields, seat: int) -> dict[str, Any]:
    """One player, what is as in a fresh game left out."""
    named: dict[str, Any] = {}
    bit = 1 << seat
    if not int(state["alive"]) & bit:
        named["bankrupt"] = True
    else:
        named["cash"] = int(state["cash"][seat])
        named["square"] = int(state["square"][seat])
    deeds = int(state["deeds"][seat])
    found = {
        "jail": int(state["jail"][seat]),
        "deeds": deeds_of(deeds),
        "mortgaged": deeds_of(deeds & int(state["mortgaged"])),
        "buildings": levels_of(state, deeds),
        "jail_cards": jail_cards_of(state, seat),
        "quiet": bool(int(state["quiet"]) & bit),
        "lapped": bool(int(state["lapped"]) & bit),
        "offers": int(state["offers"][seat]),
    }
    named |= {name: value for name, value in found.items() if value}
    if state["claims"][seat] != 0:
        named["claim"] = DEED_SLUGS[state["claims"][seat] - 1]
    return named


def deck_names(state: Fields, deck: int) -> dict[str, list[str]]:
    """The cards that nobody has seen, in the order of ``data.json``, and the known ones in their order."""
    edition = int(state["opt"]["deck"])
    unseen = int(state["unseen"][deck])
    known = state["queue"][deck][: state["queued"][deck]]
    return {
        "unseen": [card_name(edition, deck, card) for card in range(unseen.bit_length()) if unseen >> card & 1],
        "known": [card_name(edition, deck, int(card)) for card in known],
    }


def frame_names(state: Fields, at: int) -> dict[str, Any]:
    """The interrupt at one depth."""
    kind, who, to = int(state["fkind"][at]), int(state["fwho"][at]), int(state["fto"][at])
    amount, arg = int(state["famount"][at]), int(state["farg"][at])
    named: dict[str, Any] = {"kind": FRAME_KINDS[kind]}
    if kind != AUCTION:
        named["who"] = who
    if kind == DEBT:
        named |= {"to": creditor_name(to), "amount": amount, "offers": arg}
        if state["pledged"] != 0:
            named["pledged"] = deeds_of(int(state["pledged"]))
    elif kind in (PAY_EACH, COLLECT_EACH):
        named |= {"amount": amount, "seats": seats_of(arg)}
    elif kind == AWARD:
        named |= {"deed": DEED_SLUGS[arg]}
    elif kind == AUCTION:
        named |= _auction(state, who, amount)
    elif kind in (ESTATE, TRANSFER):
        named |= {"deeds": deeds_of(arg)}
    elif kind == TRADE:
        named |= {"to": to, **_trade(state)}
    elif kind == CONTEST:
        named |= {"piece": PIECES[to], "seats": seats_of(arg)}
    elif kind == BREAK:
        named |= {"group": GROUP_SLUGS[arg]}
    return named


def _auction(state: Fields, declarer: int, opening: int) -> dict[str, Any]:
    lot = int(state["lot"])
    named: dict[str, Any] = {
        "lot": PIECES[lot - LOT_HOUSE] if lot >= LOT_HOUSE else DEED_SLUGS[lot],
        "bidder": int(state["bidder"]),
        "bidders": seats_of(int(state["bidders"])),
    }
    if state["leader"] != 0:
        named |= {"bid": int(state["bid"]), "leader": int(state["leader"]) - 1}
    else:
        named["amount"] = opening
        if lot >= LOT_HOUSE:
            named["who"] = declarer
    if state["entering"]:
        named["typed"] = int(state["entry"])
    return named


def _trade(state: Fields) -> dict[str, Any]:
    items, step = int(state["items"]), int(state["trade_step"])
    named: dict[str, Any] = {
        "items": [name for item, name in enumerate(ITEM_SLUGS) if items >> item & 1],
        "step": TRADE_STEPS[step],
    }
    if state["money"] != 0:
        named["money"] = int(state["money"])
    if step in (TRADE_PAYS, TRADE_ASKS):
        named["typed"] = int(state["entry"])
    return named
