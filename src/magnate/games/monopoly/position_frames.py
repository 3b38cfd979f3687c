"""What the interrupts of a set-up must not say: each is held to the predicates by which the rules make such a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...errors import BadSetup
from ...runtime.pystate import py_ints
from .actions import MAX_LEGAL
from .board import DEEDS
from .breaches import HOLDS
from .codec import GROUP_SLUGS
from .position_model import PIECES, Frame, Setup
from .state import (
    AFTER,
    AUCTION,
    AWARD,
    BANKRUPT_DEBT,
    BEFORE,
    BETWEEN,
    BREAK,
    COLLECT_EACH,
    CONTEST,
    DEBT,
    ESTATE,
    LANDED,
    LOT_HOUSE,
    PAID_MOVE,
    PAY_EACH,
    RENT_ASKED,
    THROW,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_ITEMS,
    TRANSFER,
)
from .tables import BANK, POT, SEATS
from .twins import part

__all__ = ["check_frames"]

MOST_OWED = 1_000_000
"""Dollars that one can owe to a player or to the pot; prices, owed to the bank, may be higher."""
MOST_EACH = 10_000
"""Dollars that a card may ask to be paid to or by each player."""

_BUILDING = -AUCTION
"""The auction of a contested building, which happens elsewhere than that of a deed."""
_IN_WINDOW = {TRADE, TRANSFER, CONTEST, BREAK, _BUILDING}
FIRST_FRAMES: dict[int, set[int]] = {
    **dict.fromkeys((BEFORE, THROWN, AFTER, BETWEEN), _IN_WINDOW),
    LANDED: {DEBT, PAY_EACH, COLLECT_EACH, AWARD, AUCTION, ESTATE, TRANSFER},
    PAID_MOVE: {DEBT, ESTATE},
}
"""What can interrupt each phase; the others are over before anything can."""
FRAMES_OF_CLAIMS: set[int] = {DEBT, ESTATE, TRANSFER}
"""What can interrupt a throw, where rent may be claimed before it."""


def check_frames(state: Any, asked: Setup) -> None:
    """Every interrupt can happen in this phase and go on from here; ``state`` is the position for the rules.

    Raises :class:`~magnate.errors.BadSetup`, saying what is impossible.
    """
    if not asked.frames:
        return
    first = state.fkind[0]
    if first == AUCTION and state.lot >= LOT_HOUSE:
        first = _BUILDING
    if first not in _first_frames(state):
        raise BadSetup(
            f'the frame "{asked.frames[0].kind}" cannot happen in the phase "{asked.phase}"',
            hint="debts, auctions of deeds and estates belong to landed, trades and buildings to the windows",
        )
    for at, frame in enumerate(asked.frames):
        _CHECKS[state.fkind[at]](state, frame, at)
    _check_offered(state)


def _first_frames(state: Any) -> set[int]:
    """What can interrupt the phase of this position."""
    if state.phase == THROW and state.opt.claim_rent > RENT_ASKED:
        return FRAMES_OF_CLAIMS
    if state.phase == BEFORE and state.opt.bankruptcy != BANKRUPT_DEBT:
        return _IN_WINDOW | {ESTATE}  # of who was found bankrupt at the end of the last turn
    return FIRST_FRAMES.get(state.phase, set())


def _refuse(frame: Frame, what: str, hint: str) -> BadSetup:
    return BadSetup(f'the frame "{frame.kind}" is impossible: {what}', hint=hint)


def _alive(state: Any, seat: int) -> bool:
    return bool(state.alive >> seat & 1)


def _living(state: Any, frame: Frame, seats: Iterable[int]) -> None:
    for seat in seats:
        if not _alive(state, seat):
            raise _refuse(frame, f"seat {seat} is bankrupt", "name living players")


def _check_offered(state: Any) -> None:
    """A deed that the bank sells has no owner and is sold once."""
    seen = 0
    for mask in state.deeds:
        seen |= mask
    for at in range(state.depth):
        kind, mask = state.fkind[at], 0
        if kind == ESTATE:
            mask = state.farg[at]
        elif kind == AWARD:
            mask = 1 << state.farg[at]
        elif kind == AUCTION and state.lot < LOT_HOUSE:
            mask = 1 << state.lot
        if seen & mask:
            deed = DEEDS[(seen & mask).bit_length() - 1].name
            what = "is auctioned but has an owner" if kind == AUCTION else "has an owner or is sold twice"
            raise BadSetup(f"{deed} {what}", hint="take it from the owner's deeds")
        seen |= mask


def _check_debt(state: Any, frame: Frame, at: int) -> None:
    who, to, amount = state.fwho[at], state.fto[at], state.famount[at]
    if state.opt.bankruptcy != BANKRUPT_DEBT:
        raise _refuse(frame, "under these rules all is paid at once", "leave it out, and let the cash be what is left")
    _living(state, frame, [who] if to >= SEATS else [who, to])
    if to == who or (to == POT and not state.opt.parking_pot):
        raise _refuse(frame, "nobody owes this to that creditor", "owe to another player or to the bank")
    if amount < 1 or (to != BANK and amount > MOST_OWED):
        raise _refuse(frame, f"${amount} cannot be owed", f"an amount is 1 to {MOST_OWED}")
    if state.farg[at] > (state.opt.offers_per_turn if state.opt.one_attempt else 0):
        raise _refuse(frame, "so many offers cannot have been made for it", "leave offers out")
    if state.pledged and part("meaning").check_pledged(state) != HOLDS:
        raise _refuse(
            frame, "nothing can have been mortgaged so for it", "pledged are mortgaged deeds of who, by failed_raising"
        )
    payer = state.fwho[at - 1] if at > 0 else who
    if at > 0 and state.fkind[at - 1] == PAY_EACH and to < SEATS and payer != who:
        raise _refuse(frame, "another player pays each", "let who be that of the frame below")
    if at > 0 and state.fkind[at - 1] == COLLECT_EACH and to < SEATS and payer != to:
        raise _refuse(frame, "another player collects", "let to be the collecting player")


def _check_each(state: Any, frame: Frame, at: int) -> None:
    seats = frame.seats or []
    _living(state, frame, seats)
    if frame.who in seats or not 1 <= state.famount[at] <= MOST_EACH:
        raise _refuse(frame, "nobody pays that to itself", f"seats are others, an amount is 1 to {MOST_EACH}")


def _check_award(state: Any, frame: Frame, at: int) -> None:
    _living(state, frame, [state.fwho[at]])


def _check_estate(state: Any, frame: Frame, at: int) -> None:
    if _alive(state, state.fwho[at]) or not state.opt.auctions:
        raise _refuse(frame, "the bank auctions the deeds of a bankrupt only", "let who be bankrupt, and auctions on")


def _check_auction(state: Any, frame: Frame, at: int) -> None:
    """The bidder and the leader bid, as much as they can pay, for something that is for sale."""
    bidders = frame.bidders or []
    if frame.bidder not in bidders or (frame.leader is not None and frame.leader not in bidders):
        raise BadSetup("the bidder and the leader of an auction must be among its bidders", hint="list them in bidders")
    if (frame.leader is None) != (frame.bid == 0) or (frame.leader is None) != bool(frame.amount):
        raise BadSetup("an auction has a bid and its leader, or the amount of the least first bid", hint="give either")
    _living(state, frame, bidders)
    if frame.leader == frame.bidder and len(bidders) > 1:
        raise _refuse(frame, f"seat {frame.leader} would bid against itself", "let another seat be bidder")
    if frame.lot in PIECES:
        _check_building(state, frame, at)
    elif not state.opt.auctions or frame.who is not None:
        raise _refuse(frame, "deeds are not auctioned so", "leave who out, and set the option auctions to true")
    elif state.bidders & ~part("auction").deed_bidders(state):
        raise _refuse(frame, "who has not passed GO does not bid", "leave it out of bidders")
    if frame.leader is not None and frame.bid > part("auction").bid_limit(state, frame.leader):
        raise _refuse(frame, f"seat {frame.leader} cannot pay ${frame.bid}", "lower bid")
    if frame.typed is not None and not _can_type(state):
        raise _refuse(frame, f"no possible bid begins with {frame.typed}", "correct typed")


def _check_building(state: Any, frame: Frame, at: int) -> None:
    """Who bids for a building has a lot for it; so has its declarer, who gets it if nobody bids."""
    if (frame.who is None) != (frame.leader is not None):
        raise _refuse(
            frame, "who declared the building matters until there is a bid", "give who, or a bid and its leader"
        )
    declarer = [] if frame.who is None else [frame.who]
    _living(state, frame, declarer)
    _check_claims(state, frame, [*(frame.bidders or []), *declarer], PIECES.index(frame.lot or ""))


def _check_claims(state: Any, frame: Frame, needed: Iterable[int], piece: int) -> None:
    if state.opt.contest == 0 or state.opt.unlimited_buildings:
        raise _refuse(frame, "under these rules buildings are not contested", "set building_contest to true")
    for seat in needed:
        if state.claims[seat] == 0:
            raise BadSetup(
                "who bids for a building needs a claim", hint="give each bidder a claim, the lot it would stand on"
            )
    for seat in range(state.opt.players):
        if state.claims[seat] and part("contest").why_not_claim(state, seat, state.claims[seat] - 1, piece) != 0:
            raise _refuse(
                frame,
                f"seat {seat} cannot build a {PIECES[piece]} on {DEEDS[state.claims[seat] - 1].name}",
                "a claim is for a lot that the piece could be built on now, and paid for",
            )


def _check_contest(state: Any, frame: Frame, at: int) -> None:
    seats = frame.seats or []
    _living(state, frame, seats)
    _check_claims(state, frame, [state.fwho[at]], state.fto[at])
    if any(state.claims[seat] for seat in seats):
        raise _refuse(frame, "a seat that is still to be asked has claimed already", "take it from seats")


def _can_type(state: Any) -> bool:
    """Whether the digits so far can be gone on with."""
    return bool(part("legality").list_frame(state, py_ints(MAX_LEGAL)))


def _can_complete(state: Any, who: int, to: int) -> bool:
    """Whether the offer that is being made up can be completed as it is, or with more items."""
    trade = part("trade")
    more = trade.addable(state, who, to)
    return bool(trade.can_complete(state, who, to, trade.debt_in_offer(state), state.items, more))


def _check_trade(state: Any, frame: Frame, at: int) -> None:
    """The items may change hands, and an offer that waits for its answer can be paid."""
    trade = part("trade")
    who, to = state.fwho[at], state.fto[at]
    if who == to or not isinstance(frame.to, int):
        raise BadSetup("a trade needs two different players", hint="who and to are two seats")
    _living(state, frame, [who, to])
    if state.opt.offers_per_turn == 0:
        raise _refuse(frame, "under these rules there are no trades", "set offers_per_turn to 1 or more")
    _check_debtor(state, frame, at)
    if state.items & ~(trade.tradable(state, who) | trade.tradable(state, to)):
        raise BadSetup(
            "an item of the trade cannot be given", hint="items are held by the two, without buildings in the group"
        )
    step = state.trade_step
    if step != TRADE_ITEMS and not state.items:
        raise _refuse(frame, "cash alone is no trade", "give items")
    if state.money != 0 and step != TRADE_ANSWER:
        raise BadSetup("money is only known once the offer is made", hint='let step be "answer", or give typed digits')
    least, most = trade.least_payable(state, who, to), trade.most_payable(state, who, to)
    if step == TRADE_ANSWER and not least <= state.money <= most:
        raise BadSetup(f"money {state.money} cannot be paid", hint=f"allowed are {least} to {most}")
    if step == TRADE_ITEMS and state.opt.completable_offers and not _can_complete(state, who, to):
        raise _refuse(frame, "the offer cannot be completed", "leave out items, or give the two more cash")
    if step not in (TRADE_ANSWER, TRADE_ITEMS) and not _can_type(state):
        raise _refuse(frame, f"no possible amount begins with {state.entry}", "correct typed, or items and cash")


def _check_debtor(state: Any, frame: Frame, at: int) -> None:
    """During a debt only its debtor trades and sells."""
    if at > 0 and state.fkind[at - 1] == DEBT and state.fwho[at - 1] != state.fwho[at]:
        raise _refuse(frame, "nobody but the debtor acts during a debt", "let who be the debtor")


def _check_transfer(state: Any, frame: Frame, at: int) -> None:
    _living(state, frame, [state.fwho[at]])


def _check_break(state: Any, frame: Frame, at: int) -> None:
    who, group = state.fwho[at], state.farg[at]
    _living(state, frame, [who])
    _check_debtor(state, frame, at)
    if part("buildings").why_not_break(state, who, group) != 0:
        raise _refuse(
            frame,
            f"seat {who} does not sell the {GROUP_SLUGS[group]} group down in one step",
            "it needs a hotel there, and a bank without the houses to break it",
        )


_CHECKS: dict[int, Callable[[Any, Frame, int], None]] = {
    DEBT: _check_debt,
    PAY_EACH: _check_each,
    COLLECT_EACH: _check_each,
    AWARD: _check_award,
    AUCTION: _check_auction,
    ESTATE: _check_estate,
    TRADE: _check_trade,
    TRANSFER: _check_transfer,
    CONTEST: _check_contest,
    BREAK: _check_break,
}
