"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence."""

from __future__ import annotations

import numpy as np

from ...errors import BadSetup
from . import breaches
from .board import DEED_OF_SQUARE, DEEDS, SQUARE_NAMES
from .position_model import Frame, Setup
from .state import (
    BETWEEN,
    BUYING,
    CLAIMING,
    DRAW,
    FINISHED,
    LAND,
    LANDED,
    PAID_MOVE,
    RENT_THROW,
    THROWN,
    TRADE_ANSWER,
    TURN_END,
)
from .tables import UTILITIES
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
}
"""What each code of ``invariants.check`` says."""


def check_seats(asked: Setup, players: int) -> None:
    """Every seat that is named plays."""
    if len(asked.players) > players:
        raise BadSetup(f"{len(asked.players)} players are described", hint=f"the game has {players}")
    named = [("turn", asked.turn), ("starter", asked.starter), *(("winners", seat) for seat in asked.winners)]
    for frame in asked.frames:
        singles = [frame.who, frame.leader, frame.bidder, frame.to if isinstance(frame.to, int) else None]
        seats = [*singles, *(frame.seats or ()), *(frame.bidders or ())]
        named += [(frame.kind, seat) for seat in seats if seat is not None]
    for where, seat in named:
        if seat >= players:
            raise BadSetup(f"{where} names seat {seat}, which does not play", hint=f"seats are 0 to {players - 1}")


def check_position(g: np.void, asked: Setup) -> None:
    """The phase goes with the rest of the position, and each interrupt makes sense."""
    phase = int(g["phase"])
    if (phase == FINISHED) != (asked.ending is not None) or (phase == FINISHED) != bool(asked.winners):
        raise BadSetup('ending, winners and the phase "finished" go together', hint="give all three or none")
    if (phase == DRAW) != (asked.drawn is not None):
        raise BadSetup('drawn and the phase "draw" go together', hint='drawn is "chance" or "chest"')
    alive = int(g["alive"])
    if not alive >> asked.turn & 1 and phase not in (PAID_MOVE, LANDED, BETWEEN, TURN_END, FINISHED):
        raise BadSetup(f"it is the turn of seat {asked.turn}, which is bankrupt", hint="let turn be a living player")
    if asked.bank_mortgaged and not asked.frames:
        raise BadSetup("the bank holds mortgaged deeds only while it auctions them", hint="leave bank_mortgaged out")
    _check_landing(g, phase, asked)
    if part("meaning").check_stack(mirrored(g)) != breaches.HOLDS:
        raise BadSetup(
            f"the frames {', '.join(frame.kind for frame in asked.frames)} cannot lie on each other so",
            hint="compare with pos.to_setup() of a real position",
        )
    if asked.frames and asked.frames[-1].kind == "auction":
        _check_auction(g, asked.frames[-1])
    if asked.frames and asked.frames[-1].kind == "trade":
        _check_trade(g, asked.frames[-1])


def _check_landing(g: np.void, phase: int, asked: Setup) -> None:
    """The token stands where its phase can happen, and the dice are known where they matter."""
    square = int(g["square"][asked.turn])
    deed = DEED_OF_SQUARE[square]
    owners = [seat for seat in range(len(g["deeds"])) if deed >= 0 and int(g["deeds"][seat]) >> deed & 1]
    where = f'the phase "{asked.phase}" with seat {asked.turn} on {SQUARE_NAMES[square]}'
    if phase == BUYING and (deed < 0 or owners):
        raise BadSetup(f"{where} is impossible", hint="it must stand on a deed that nobody owns")
    if phase in (CLAIMING, RENT_THROW) and (not owners or owners == [asked.turn]):
        raise BadSetup(f"{where} is impossible", hint="it must stand on somebody else's deed")
    multiplied = phase in (LAND, CLAIMING) and owners and DEEDS[deed].group == UTILITIES
    if asked.dice is None and (phase in (PAID_MOVE, THROWN) or multiplied):
        raise BadSetup(f"{where} needs the throw that led there", hint="give dice, for example [3, 4]")


def _check_auction(g: np.void, frame: Frame) -> None:
    """The bidder and the leader bid, and the lot is the bank's to sell."""
    bidders = frame.bidders or []
    if frame.bidder not in bidders or (frame.leader is not None and frame.leader not in bidders):
        raise BadSetup("the bidder and the leader of an auction must be among its bidders", hint="list them in bidders")
    if (frame.leader is None) != (frame.bid == 0) or (frame.leader is None) != (frame.amount is not None):
        raise BadSetup("an auction has a bid and its leader, or the amount of the least first bid", hint="give either")
    lot = int(g["lot"])
    if lot < len(DEEDS):
        if any(int(mask) >> lot & 1 for mask in g["deeds"]):
            raise BadSetup(f"{DEEDS[lot].name} is auctioned but has an owner", hint="take it from the owner's deeds")
    elif any(g["claims"][seat] == 0 for seat in bidders):
        raise BadSetup(
            "who bids for a building needs a claim", hint="give each bidder a claim, the lot it would stand on"
        )


def _check_trade(g: np.void, frame: Frame) -> None:
    """The items may change hands, and an offer that waits for its answer can be paid."""
    trade, state = part("trade"), mirrored(g)
    who, to = int(state.fwho[state.depth - 1]), int(state.fto[state.depth - 1])
    if who == to or not isinstance(frame.to, int):
        raise BadSetup("a trade needs two different players", hint="who and to are two seats")
    if state.items & ~(trade.tradable(state, who) | trade.tradable(state, to)):
        raise BadSetup(
            "an item of the trade cannot be given", hint="items are held by the two, without buildings in the group"
        )
    answered = state.trade_step == TRADE_ANSWER
    if state.money != 0 and not answered:
        raise BadSetup("money is only known once the offer is made", hint='let step be "answer", or give typed digits')
    least, most = trade.least_payable(state, who, to), trade.most_payable(state, who, to)
    if answered and not least <= state.money <= most:
        raise BadSetup(f"money {state.money} cannot be paid", hint=f"allowed are {least} to {most}")
