"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence."""

from __future__ import annotations

import numpy as np

from ...errors import BadSetup
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
    TRADE_ANSWER,
    TURN_END,
)
from .tables import UTILITIES
from .twins import mirrored, part

BROKEN_RULES = (
    "",
    "a deed has two owners",
    "a mortgaged deed belongs to nobody",
    "houses on the board and in the bank do not add up",
    "hotels on the board and in the bank do not add up",
    "a group is built unevenly",
    "buildings stand on an incomplete group",
    "a group is built on and mortgaged",
    "a bankrupt or absent player holds something",
    "a card is missing from its deck",
    "a card is in its deck twice",
    "somebody's cash is below zero",
    "somebody in jail stands elsewhere",
    "too many interrupts are pending",
    "nobody is left in the game",
    "a bankrupt player would be to move",
    "a field has a value although it has no meaning now",
    "nobody has won the finished game",
    "the mask of built groups does not follow from the buildings",
)
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
    if not asked.frames and not alive >> asked.turn & 1 and phase not in (LANDED, BETWEEN, TURN_END, FINISHED):
        raise BadSetup(f"it is the turn of seat {asked.turn}, which is bankrupt", hint="let turn be a living player")
    if asked.bank_mortgaged and not asked.frames:
        raise BadSetup("the bank holds mortgaged deeds only while it auctions them", hint="leave bank_mortgaged out")
    _check_landing(g, phase, asked)
    for frame in asked.frames:
        if frame.kind == "auction":
            _check_auction(g, frame)
    if sum(frame.kind == "trade" for frame in asked.frames) > 1 or sum(f.kind == "auction" for f in asked.frames) > 1:
        raise BadSetup("two trades or two auctions are under way", hint="one of each at a time")
    if asked.frames and asked.frames[-1].kind == "trade":
        _check_trade(g, asked.frames[-1])
    elif any(frame.kind == "trade" for frame in asked.frames):
        raise BadSetup("nothing interrupts a trade", hint="a trade is the last of frames")


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
    if asked.dice is None and (phase == PAID_MOVE or multiplied):
        raise BadSetup(f"{where} needs the throw that led there", hint="give dice, for example [3, 4]")


def _check_auction(g: np.void, frame: Frame) -> None:
    """The bidder and the leader bid, and the lot is the bank's to sell."""
    bidders = frame.bidders or []
    if frame.bidder not in bidders or (frame.leader is not None and frame.leader not in bidders):
        raise BadSetup("the bidder and the leader of an auction must be among its bidders", hint="list them in bidders")
    if (frame.leader is None) != (frame.bid == 0):
        raise BadSetup("bid and leader of an auction go together", hint="give both, or neither before the first bid")
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
    who, to = int(state.fwho[state.depth - 1]), state.partner
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
