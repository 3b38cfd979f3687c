"""Interrupts that a set-up must not give: each frame is held to the predicates by which the rules make one.

The functions yield rows, as those of ``setup_checks.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Any

from ...core.setup_fields import Place, Rows, refuse
from ...runtime.pystate import py_ints
from . import board
from . import state as ids
from .codec import GROUP_SLUGS
from .invariants import HOLDS
from .setup_model import PIECES, Frame, Setup, part
from .text import said

MOST_OWED = 1_000_000
"""Dollars that one can owe to a player or to the pot; prices, owed to the bank, may be higher."""
MOST_EACH = 10_000
"""Dollars that a card may ask to be paid to or by each player."""
_HERE: Place = ("frames",)

_BUILDING = -ids.AUCTION
"""The auction of a contested building, which happens elsewhere than that of a deed."""
_IN_WINDOW = {ids.TRADE, ids.TRANSFER, ids.CONTEST, ids.BREAK, _BUILDING}
FIRST_FRAMES: dict[int, set[int]] = {
    **dict.fromkeys((ids.BEFORE, ids.THROWN, ids.AFTER, ids.BETWEEN), _IN_WINDOW),
    ids.LANDED: {ids.DEBT, ids.PAY_EACH, ids.COLLECT_EACH, ids.AWARD, ids.AUCTION, ids.ESTATE, ids.TRANSFER},
    ids.PAID_MOVE: {ids.DEBT, ids.ESTATE},
}
"""What can interrupt each phase; the others are over before anything can."""
FRAMES_OF_CLAIMS: set[int] = {ids.DEBT, ids.ESTATE, ids.TRANSFER}
"""What can interrupt a throw, where rent may be claimed before it."""


def check_stack(state: Any, asked: Setup) -> Rows:
    """The frames can lie on each other."""
    what = f"the frames {', '.join(frame.kind for frame in asked.frames)} cannot lie on each other so"
    hint = "compare with pos.to_setup() of a real position"
    yield part("invariants").check_stack(state) != HOLDS, what, hint, _HERE, said("setup.stack")


def check_frames(state: Any, asked: Setup) -> None:
    """Every interrupt can happen in this phase and go on from here; ``state`` is the position for the rules.

    Raises :class:`~magnate.errors.BadSetup`, saying what is impossible.
    """
    if not asked.frames:
        return
    first = state.fkind[0]
    if first == ids.AUCTION and state.lot >= ids.LOT_HOUSE:
        first = _BUILDING
    what = f'the frame "{asked.frames[0].kind}" cannot happen in the phase "{asked.phase}"'
    hint = "debts, auctions of deeds and estates belong to landed, trades and buildings to the windows"
    refuse([(first not in _first_frames(state), what, hint, _HERE, said("setup.not_now"))])
    for at, frame in enumerate(asked.frames):
        refuse(_CHECKS[state.fkind[at]](state, frame, at, f'the frame "{frame.kind}" is impossible: '))
    refuse(_check_offered(state))


def _first_frames(state: Any) -> set[int]:
    """What can interrupt the phase of this position."""
    if state.phase == ids.THROW and state.opt.claim_rent > ids.RENT_ASKED:
        return FRAMES_OF_CLAIMS
    if state.phase == ids.BEFORE and state.opt.bankruptcy != ids.BANKRUPT_DEBT:
        return _IN_WINDOW | {ids.ESTATE}  # of who was found bankrupt at the end of the last turn
    return FIRST_FRAMES.get(state.phase, set())


def _living(state: Any, seats: Iterable[int], no: str) -> Rows:
    for seat in seats:
        what, hint = f"{no}seat {seat} is bankrupt", "name living players"
        yield not state.alive >> seat & 1, what, hint, _HERE, said("setup.out", seat=seat)


def _check_offered(state: Any) -> Rows:
    """A deed that the bank sells has no owner and is sold once."""
    seen = reduce(or_, state.deeds)
    for at in range(state.depth):
        kind, mask = state.fkind[at], 0
        if kind == ids.ESTATE:
            mask = state.farg[at]
        elif kind == ids.AWARD:
            mask = 1 << state.farg[at]
        elif kind == ids.AUCTION and state.lot < ids.LOT_HOUSE:
            mask = 1 << state.lot
        if seen & mask:
            what = "is auctioned but has an owner" if kind == ids.AUCTION else "has an owner or is sold twice"
            deed = board.TITLE_DEEDS[(seen & mask).bit_length() - 1]
            hint = "take it from the owner's deeds"
            yield True, f"{deed.name} {what}", hint, _HERE, said("setup.sold_owned", deed=deed.slug)
        seen |= mask


# ---------------- Payments


def _check_debt(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    who, to, amount = state.fwho[at], state.fto[at], state.famount[at]
    what, hint = "under these rules all is paid at once", "leave it out, and let the cash be what is left"
    yield state.opt.bankruptcy != ids.BANKRUPT_DEBT, no + what, hint, _HERE, said("setup.paid_at_once")
    yield from _living(state, [who] if to >= board.SEATS else [who, to], no)
    wrong = to == who or (to == board.POT and not state.opt.parking_pot)
    what, hint = "nobody owes this to that creditor", "owe to another player or to the bank"
    yield wrong, no + what, hint, _HERE, said("setup.creditor")
    wrong = amount < 1 or (to != board.BANK and amount > MOST_OWED)
    what, hint = f"{no}${amount} cannot be owed", f"an amount is 1 to {MOST_OWED}"
    yield wrong, what, hint, _HERE, said("setup.owed", least=1, most=MOST_OWED)
    wrong = state.farg[at] > (state.opt.offers_per_turn if state.opt.one_attempt else 0)
    what, hint = "so many offers cannot have been made for it", "leave offers out"
    yield wrong, no + what, hint, _HERE, said("setup.offers_of_debt")
    wrong = state.pledged and part("invariants").check_pledged(state) != HOLDS
    what, hint = "nothing can have been mortgaged so for it", "pledged are mortgaged deeds of who, by failed_raising"
    yield wrong, no + what, hint, _HERE, said("setup.pledged")
    below, payer = (state.fkind[at - 1], state.fwho[at - 1]) if at > 0 else (0, who)
    wrong = below == ids.PAY_EACH and to < board.SEATS and payer != who
    what, hint = "another player pays each", "let who be that of the frame below"
    yield wrong, no + what, hint, _HERE, said("setup.pays_each")
    wrong = below == ids.COLLECT_EACH and to < board.SEATS and payer != to
    what, hint = "another player collects", "let to be the collecting player"
    yield wrong, no + what, hint, _HERE, said("setup.collects_each")


def _check_each(state: Any, frame: Frame, at: int, no: str) -> Rows:
    seats = frame.seats or []
    yield from _living(state, seats, no)
    wrong = frame.who in seats or not 1 <= state.famount[at] <= MOST_EACH
    what, hint = "nobody pays that to itself", f"seats are others, an amount is 1 to {MOST_EACH}"
    yield wrong, no + what, hint, _HERE, said("setup.each", least=1, most=MOST_EACH)


def _check_who(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    """An award or a transfer is a living player's."""
    return _living(state, [state.fwho[at]], no)


def _check_debtor(state: Any, at: int, no: str) -> Rows:
    """During a debt only its debtor trades and sells."""
    wrong = at > 0 and state.fkind[at - 1] == ids.DEBT and state.fwho[at - 1] != state.fwho[at]
    what, hint = "nobody but the debtor acts during a debt", "let who be the debtor"
    yield wrong, no + what, hint, _HERE, said("setup.debtor_acts")


# ---------------- Auctions and buildings


def _check_estate(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    wrong = state.alive >> state.fwho[at] & 1 or not state.opt.auctions
    what, hint = "the bank auctions the deeds of a bankrupt only", "let who be bankrupt, and auctions on"
    yield wrong, no + what, hint, _HERE, said("setup.estate")


def _check_auction(state: Any, frame: Frame, _at: int, no: str) -> Rows:
    """The bidder and the leader bid, as much as they can pay, for something that is for sale."""
    bidders, leader, bid = frame.bidders or [], frame.leader, frame.bid
    wrong = frame.bidder not in bidders or (leader is not None and leader not in bidders)
    what, hint = "the bidder and the leader of an auction must be among its bidders", "list them in bidders"
    yield wrong, what, hint, _HERE, said("setup.bidders")
    wrong = (leader is None) != (bid == 0) or (leader is None) != bool(frame.amount)
    what, hint = "an auction has a bid and its leader, or the amount of the least first bid", "give either"
    yield wrong, what, hint, _HERE, said("setup.bid_or_least")
    yield from _living(state, bidders, no)
    wrong = leader == frame.bidder and len(bidders) > 1
    what, hint = f"{no}seat {leader} would bid against itself", "let another seat be bidder"
    yield wrong, what, hint, _HERE, said("setup.outbids_itself", seat=leader)
    if frame.lot in PIECES:
        yield from _check_building(state, frame, no)
    else:
        what, hint = f"{no}deeds are not auctioned so", "leave who out, and set the option auctions to true"
        yield not state.opt.auctions, what, hint, _HERE, said("setup.no_auctions")
        yield frame.who is not None, what, hint, _HERE, said("setup.undeclared")
        wrong = state.bidders & ~part("auction").deed_bidders(state)
        what, hint = f"{no}who has not passed GO does not bid", "leave it out of bidders"
        yield wrong, what, hint, _HERE, said("setup.not_lapped", square=0)
    wrong = leader is not None and bid > part("auction").bid_limit(state, leader)
    what, hint = f"{no}seat {leader} cannot pay ${bid}", "lower bid"
    yield wrong, what, hint, _HERE, said("setup.bid_limit", seat=leader)
    wrong = frame.typed is not None and not _can_type(state)
    what, hint = f"{no}no possible bid begins with {frame.typed}", "correct typed"
    yield wrong, what, hint, _HERE, said("setup.typed_bid", typed=frame.typed)


def _check_building(state: Any, frame: Frame, no: str) -> Rows:
    """Who bids for a building has a lot for it; so has its declarer, who gets it if nobody bids."""
    what, hint = "who declared the building matters until there is a bid", "give who, or a bid and its leader"
    yield (frame.who is None) != (frame.leader is not None), no + what, hint, _HERE, said("setup.declarer")
    declarer = [] if frame.who is None else [frame.who]
    yield from _living(state, declarer, no)
    yield from _check_claims(state, [*(frame.bidders or []), *declarer], PIECES.index(frame.lot or ""), no)


def _check_claims(state: Any, needed: Iterable[int], piece: int, no: str) -> Rows:
    wrong = state.opt.contest == 0 or state.opt.unlimited_buildings
    what, hint = "under these rules buildings are not contested", "set building_contest to true"
    yield wrong, no + what, hint, _HERE, said("setup.no_contest")
    for seat in needed:
        what, hint = "who bids for a building needs a claim", "give each bidder a claim, the lot it would stand on"
        yield state.claims[seat] == 0, what, hint, _HERE, said("setup.needs_claim", seat=seat)
    for seat in range(state.opt.players):
        if deed := state.claims[seat]:
            wrong = part("auction").why_not_claim(state, seat, deed - 1, piece) != 0
            what = f"{no}seat {seat} cannot build a {PIECES[piece]} on {board.TITLE_DEEDS[deed - 1].name}"
            hint = "a claim is for a lot that the piece could be built on now, and paid for"
            yield wrong, what, hint, ("players", seat, "claim"), said("setup.bad_claim", seat=seat)


def _check_contest(state: Any, frame: Frame, at: int, no: str) -> Rows:
    seats = frame.seats or []
    yield from _living(state, seats, no)
    yield from _check_claims(state, [state.fwho[at]], state.fto[at], no)
    wrong = any(state.claims[seat] for seat in seats)
    what, hint = "a seat that is still to be asked has claimed already", "take it from seats"
    yield wrong, no + what, hint, _HERE, said("setup.claimed")


def _check_break(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    who, group = state.fwho[at], state.farg[at]
    yield from _living(state, [who], no)
    yield from _check_debtor(state, at, no)
    wrong = part("property").why_not_break(state, who, group) != 0
    what = f"{no}seat {who} does not sell the {GROUP_SLUGS[group]} group down in one step"
    hint = "it needs a hotel there, and a bank without the houses to break it"
    yield wrong, what, hint, _HERE, said("setup.no_break", seat=who, group=GROUP_SLUGS[group])


# ---------------- Trades


def _check_trade(state: Any, frame: Frame, at: int, no: str) -> Rows:
    """The items may change hands, and an offer that waits for its answer can be paid."""
    trade, step = part("trade"), state.trade_step
    who, to = state.fwho[at], state.fto[at]
    wrong = who == to or not isinstance(frame.to, int)
    what, hint = "a trade needs two different players", "who and to are two seats"
    yield wrong, what, hint, _HERE, said("setup.trade_two")
    yield from _living(state, [who, to], no)
    what, hint = "under these rules there are no trades", "set offers_per_turn to 1 or more"
    yield state.opt.offers_per_turn == 0, no + what, hint, _HERE, said("setup.no_trades")
    yield from _check_debtor(state, at, no)
    wrong = state.items & ~(trade.tradable(state, who) | trade.tradable(state, to))
    what, hint = "an item of the trade cannot be given", "items are held by the two, without buildings in the group"
    yield wrong, what, hint, _HERE, said("setup.trade_items")
    wrong = step != ids.TRADE_ITEMS and not state.items
    yield wrong, no + "cash alone is no trade", "give items", _HERE, said("setup.trade_cash")
    what, hint = "money is only known once the offer is made", 'let step be "answer", or give typed digits'
    yield state.money != 0 and step != ids.TRADE_ANSWER, what, hint, _HERE, said("setup.trade_money")
    least, most = trade.least_payable(state, who, to), trade.most_payable(state, who, to)
    wrong = step == ids.TRADE_ANSWER and not least <= state.money <= most
    what, hint = f"money {state.money} cannot be paid", f"allowed are {least} to {most}"
    yield wrong, what, hint, _HERE, said("setup.trade_payable", least=least, most=most)
    wrong = step == ids.TRADE_ITEMS and state.opt.completable_offers and not _can_complete(state, who, to)
    what, hint = "the offer cannot be completed", "leave out items, or give the two more cash"
    yield wrong, no + what, hint, _HERE, said("setup.trade_incomplete")
    wrong = step not in (ids.TRADE_ANSWER, ids.TRADE_ITEMS) and not _can_type(state)
    what, hint = f"{no}no possible amount begins with {state.entry}", "correct typed, or items and cash"
    yield wrong, what, hint, _HERE, said("setup.typed_amount", typed=int(state.entry))


def _can_complete(state: Any, who: int, to: int) -> bool:
    """Whether the offer that is being made up can be completed as it is, or with more items."""
    trade = part("trade")
    more = trade.addable(state, who, to)
    return bool(trade.can_complete(state, who, to, trade.debt_in_offer(state), state.items, more))


def _can_type(state: Any) -> bool:
    """Whether the digits so far can be gone on with."""
    return bool(part("legal").list_frame(state, py_ints(ids.MAX_LEGAL)))


_CHECKS: dict[int, Callable[[Any, Frame, int, str], Rows]] = {
    ids.DEBT: _check_debt,
    ids.PAY_EACH: _check_each,
    ids.COLLECT_EACH: _check_each,
    ids.AWARD: _check_who,
    ids.AUCTION: _check_auction,
    ids.ESTATE: _check_estate,
    ids.TRADE: _check_trade,
    ids.TRANSFER: _check_who,
    ids.CONTEST: _check_contest,
    ids.BREAK: _check_break,
}
