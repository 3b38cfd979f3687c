"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence."""

from __future__ import annotations

import numpy as np

from ...errors import BadSetup
from . import breaches
from .position_frames import check_frames
from .position_model import Setup
from .position_phases import check_phase
from .twins import mirrored, part

BROKEN_RULES = {
    breaches.HOLDS: "",
    breaches.DEED_OWNED_TWICE: "a deed has two owners",
    breaches.MORTGAGED_WITHOUT_OWNER: "a mortgaged deed belongs to nobody",
    breaches.HOUSES_LOST: "houses on the board and in the bank do not add up",
    breaches.HOTELS_LOST: "hotels on the board and in the bank do not add up",
    breaches.BUILT_UNEVENLY: "a group is built unevenly",
    breaches.BUILT_WITHOUT_GROUP: "buildings stand on an incomplete group",
    breaches.BUILT_AND_MORTGAGED: "a group is built on and mortgaged",
    breaches.BANKRUPT_HOLDS: "a bankrupt or absent player holds something",
    breaches.CARDS_LOST: "a card is missing from its deck",
    breaches.CARD_TWICE: "a card is in its deck twice",
    breaches.CASH_NEGATIVE: "somebody's cash is below zero",
    breaches.JAIL_ELSEWHERE: "somebody in jail stands elsewhere",
    breaches.STACK_IMPOSSIBLE: "one interrupt cannot happen during the one before it",
    breaches.NOBODY_LEFT: "nobody is left in the game",
    breaches.MOVER_OUT: "a bankrupt player would be to move",
    breaches.STALE_FIELD: "something is given that has no meaning in this phase or under these options",
    breaches.NO_WINNER: "nobody has won the finished game",
    breaches.BUILT_MASK_WRONG: "the mask of built groups does not follow from the buildings",
    breaches.BIDDER_OUT: "a bidder is bankrupt or no longer bids",
    breaches.ITEM_NOT_HELD: "an item of the trade belongs to neither side",
    breaches.LEVEL_IMPOSSIBLE: "a lot has more houses than a hotel replaces, or less than none",
    breaches.SQUARE_IMPOSSIBLE: "a token stands off the board",
    breaches.TERM_IMPOSSIBLE: "somebody is in jail for more turns than there are",
    breaches.RENT_IMPOSSIBLE: "rents wait that no landings leave so",
}
"""What each code of ``invariants.check`` says."""


def check_seats(asked: Setup, players: int) -> None:
    """Every seat that is named plays."""
    if len(asked.players) > players:
        raise BadSetup(f"{len(asked.players)} players are described", hint=f"the game has {players}")
    named = [("turn", asked.turn), ("starter", asked.starter), *(("winners", seat) for seat in asked.winners)]
    named += [("rents", seat) for rent in asked.rents for seat in (rent.payer, rent.owner)]
    for frame in asked.frames:
        singles = [frame.who, frame.leader, frame.bidder, frame.to if isinstance(frame.to, int) else None]
        seats = [*singles, *(frame.seats or ()), *(frame.bidders or ())]
        named += [(frame.kind, seat) for seat in seats if seat is not None]
    for where, seat in named:
        if seat >= players:
            raise BadSetup(f"{where} names seat {seat}, which does not play", hint=f"seats are 0 to {players - 1}")


def check_position(g: np.void, asked: Setup) -> None:
    """The phase goes with the rest of the position, and each interrupt makes sense.

    Raises :class:`~magnate.errors.BadSetup`, saying what is impossible.
    """
    state = mirrored(g)
    check_phase(state, asked)
    if asked.bank_mortgaged and (not asked.frames or state.opt.clear_mortgages):
        raise BadSetup("the bank holds mortgaged deeds only while it auctions them", hint="leave bank_mortgaged out")
    if part("meaning").check_stack(state) != breaches.HOLDS:
        raise BadSetup(
            f"the frames {', '.join(frame.kind for frame in asked.frames)} cannot lie on each other so",
            hint="compare with pos.to_setup() of a real position",
        )
    if part("waiting").check_rents(state) != breaches.HOLDS:
        raise BadSetup(
            "such rents cannot wait to be claimed here",
            hint='with rent_claim "next_throw" or "second_throw" they are of living players, the oldest first, at most '
            "three for each number of throws",
        )
    check_frames(state, asked)
