"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...errors import BadSetup
from ...runtime.pystate import py_ints
from . import invariants
from .board import (
    BANK,
    CARD,
    GROUP,
    INCOME_TAX,
    JAIL_TURNS,
    POT,
    SEATS,
    SQUARE_DECK,
    SQUARE_DEED,
    SQUARE_KIND,
    SQUARE_NAMES,
    TITLE_DEEDS,
    UTILITIES,
)
from .codec import GROUP_SLUGS
from .invariants import HOLDS
from .setup_model import PIECES, Frame, Setup, mirrored, part
from .state import (
    AFTER,
    AUCTION,
    AWARD,
    BANKRUPT_DEBT,
    BEFORE,
    BETWEEN,
    BREAK,
    BUYING,
    CARDS_NONE,
    CLAIMING,
    COLLECT_EACH,
    CONTEST,
    DEAL,
    DEBT,
    DRAW,
    ESTATE,
    FINISHED,
    LAND,
    LANDED,
    LOT_HOUSE,
    MAX_LEGAL,
    MOST_MONEY,
    PAID_MOVE,
    PAY_EACH,
    RENT_ASKED,
    RENT_THROW,
    START,
    TAX_IS_CHOICE,
    TAXING,
    THROW,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_ITEMS,
    TRANSFER,
    TURN_END,
)

__all__ = []


# ---------------- Interrupts: each is held to the predicates by which the rules make such a frame


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
            deed = TITLE_DEEDS[(seen & mask).bit_length() - 1].name
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
    if state.pledged and part("invariants").check_pledged(state) != HOLDS:
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
        if state.claims[seat] and part("auction").why_not_claim(state, seat, state.claims[seat] - 1, piece) != 0:
            raise _refuse(
                frame,
                f"seat {seat} cannot build a {PIECES[piece]} on {TITLE_DEEDS[state.claims[seat] - 1].name}",
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
    return bool(part("legal").list_frame(state, py_ints(MAX_LEGAL)))


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
    if part("property").why_not_break(state, who, group) != 0:
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


# ---------------- Phases: each is held to what the rules need to carry it on


MOST_NEGATIVE = 1_000_000
"""Dollars below zero that a player's cash may be where the rules allow that at all, within one turn."""


def check_phase(state: Any, asked: Setup) -> None:
    """The phase goes with the rest of the position; ``state`` is the position for the rules.

    Raises :class:`~magnate.errors.BadSetup`, saying what is impossible.
    """
    _check_money(state)
    _check_turn(state, asked)
    _check_end(state, asked)
    if state.phase in (START, DEAL):
        _check_deal(state)
    if state.phase in (BUYING, CLAIMING, DRAW, LAND, RENT_THROW, TAXING):
        _check_landing(state, asked)


def _check_money(state: Any) -> None:
    """So little money that no payment of any continuation leaves 32 bits."""
    if sum(max(cash, 0) for cash in state.cash) + state.pot > MOST_MONEY:
        raise BadSetup("there is too much money in play", hint=f"give all players and the pot {MOST_MONEY} together")
    if state.phase != FINISHED and min(state.cash) < -MOST_NEGATIVE:
        raise BadSetup("somebody's cash is far below zero", hint=f"cash is -{MOST_NEGATIVE} or more")


def _check_end(state: Any, asked: Setup) -> None:
    """A finished game says how it ended and who won; any other has not met a reason to end."""
    over = state.phase == FINISHED
    if over != (asked.ending is not None) or over != bool(asked.winners):
        raise BadSetup('ending, winners and the phase "finished" go together', hint="give all three or none")
    if over:
        return
    living, opt = state.alive.bit_count(), state.opt
    if living < 2 or 0 < opt.end_bankruptcies <= opt.players - living:
        raise BadSetup("so many players are bankrupt that the game is over", hint='let the phase be "finished"')
    for cap in (opt.max_rounds, opt.time_limit_rounds):
        if 0 < cap <= state.rounds:
            raise BadSetup(f"round {asked.round} is never played: the game ends with round {cap}", hint="lower round")
    if 0 < opt.max_turns <= state.turns:
        raise BadSetup(f"the game ends with turn {opt.max_turns}", hint="lower turns")


def _check_turn(state: Any, asked: Setup) -> None:
    """It is a living player's turn, and what it counts is within bounds."""
    phase, opt = state.phase, state.opt
    alive = state.alive >> asked.turn & 1
    may_be_out = [PAID_MOVE, LANDED, BETWEEN, TURN_END, FINISHED]
    if opt.claim_rent > RENT_ASKED and asked.frames:
        may_be_out.append(THROW)  # a claim before the throw may ruin the thrower
    if not alive and phase not in may_be_out:
        raise BadSetup(f"it is the turn of seat {asked.turn}, which is bankrupt", hint="let turn be a living player")
    if (phase == DRAW) != (asked.drawn is not None):
        raise BadSetup('drawn and the phase "draw" go together', hint='drawn is "chance" or "chest"')
    if phase == THROWN and not opt.manage_after_throw:
        raise BadSetup("under these rules there are no windows after the throw", hint="set manage_after_throw to true")
    if phase not in (DEAL, THROW) and state.asked > opt.players:
        raise BadSetup(f"{state.asked} seats cannot have been asked", hint=f"asked is {opt.players} or fewer")
    if phase in (PAID_MOVE, THROWN) and asked.dice is None:
        raise BadSetup(
            f'the phase "{asked.phase}" needs the throw that led there', hint="give dice, for example [3, 4]"
        )
    if phase in (THROWN, LAND) and state.jail[asked.turn] > 0:
        raise BadSetup(f"seat {asked.turn} moves, but is in jail", hint="let its jail be 0")
    if phase == PAID_MOVE and alive and state.jail[asked.turn] != JAIL_TURNS:
        raise BadSetup(
            f"seat {asked.turn} does not pay the fine of the third turn in jail", hint=f"let its jail be {JAIL_TURNS}"
        )


def _check_deal(state: Any) -> None:
    """Enough deeds are free, and everybody can pay for those that it will be dealt."""
    opt = state.opt
    if state.alive != (1 << opt.players) - 1:
        raise BadSetup("nobody is bankrupt before the first turn", hint="leave bankrupt out")
    left = opt.dealt_deeds * opt.players - state.asked
    owned = 0
    for mask in state.deeds:
        owned |= mask
    free = sorted((deed.price for deed in TITLE_DEEDS if not owned >> deed.index & 1), reverse=True)
    if left < 0 or left > len(free):
        raise BadSetup(f"{left} deeds cannot be dealt", hint="asked counts the deeds dealt, and players own these")
    dearest = sum(free[: -(-left // opt.players)])
    if opt.dealt_paid and min(state.cash[seat] for seat in range(opt.players)) < dearest:
        raise BadSetup("somebody could not pay for the deeds to be dealt", hint=f"they can cost ${dearest}")


def _check_landing(state: Any, asked: Setup) -> None:
    """The token stands where its phase can happen, and the dice are known where they matter."""
    phase, p, opt = state.phase, state.current, state.opt
    square = state.square[p]
    deed = SQUARE_DEED[square]
    owner = part("money").owner_of(state, deed) if deed >= 0 else -1
    where = f'the phase "{asked.phase}" with seat {p} on {SQUARE_NAMES[square]}'
    if phase == BUYING and (deed < 0 or owner >= 0 or not part("landing").may_buy_yet(state, p)):
        raise BadSetup(f"{where} is impossible", hint="it must stand on a deed that nobody owns, and may buy")
    if phase == DRAW and (opt.cards == CARDS_NONE or SQUARE_KIND[square] != CARD or SQUARE_DECK[square] != state.drawn):
        raise BadSetup(f"{where} is impossible", hint="it must stand on a square of the deck that it draws from")
    if phase == TAXING and (opt.income_tax != TAX_IS_CHOICE or SQUARE_KIND[square] != INCOME_TAX):
        raise BadSetup(f"{where} is impossible", hint='it must stand on the Income Tax, with income_tax "choice"')
    if phase in (CLAIMING, RENT_THROW) and owner in (-1, p):
        raise BadSetup(f"{where} is impossible", hint="it must stand on somebody else's deed")
    if owner < 0:
        return
    if phase == CLAIMING and opt.claim_rent > RENT_ASKED:
        if not asked.rents or asked.rents[-1].owner != owner:
            raise BadSetup(f"{where} needs the rent that is asked for", hint="let it be the last of rents")
        return
    landing = part("landing")
    multiplied = landing.by_arriving_throw(state, deed)
    if phase in (LAND, CLAIMING) and GROUP[deed] == UTILITIES and multiplied and asked.dice is None:
        raise BadSetup(f"{where} needs the throw that led there", hint="give dice, for example [3, 4]")
    if phase in (CLAIMING, RENT_THROW) and not landing.rent_is_due(state, owner, deed):
        raise BadSetup(f"{where} is impossible", hint="no rent is due there")
    if phase == CLAIMING and (opt.claim_rent != RENT_ASKED or (asked.dice is not None and not multiplied)):
        raise BadSetup(f"{where} is impossible", hint='it needs rent_claim "ask", and dice on a utility only')
    if phase == RENT_THROW and (GROUP[deed] != UTILITIES or multiplied):
        raise BadSetup(f"{where} is impossible", hint="a throw for the rent is for a utility that asks for a fresh one")


# ---------------- The whole position


BROKEN_RULES = {
    invariants.HOLDS: "",
    invariants.DEED_OWNED_TWICE: "a deed has two owners",
    invariants.MORTGAGED_WITHOUT_OWNER: "a mortgaged deed belongs to nobody",
    invariants.HOUSES_LOST: "houses on the board and in the bank do not add up",
    invariants.HOTELS_LOST: "hotels on the board and in the bank do not add up",
    invariants.BUILT_UNEVENLY: "a group is built unevenly",
    invariants.BUILT_WITHOUT_GROUP: "buildings stand on an incomplete group",
    invariants.BUILT_AND_MORTGAGED: "a group is built on and mortgaged",
    invariants.BANKRUPT_HOLDS: "a bankrupt or absent player holds something",
    invariants.CARDS_LOST: "a card is missing from its deck",
    invariants.CARD_TWICE: "a card is in its deck twice",
    invariants.CASH_NEGATIVE: "somebody's cash is below zero",
    invariants.JAIL_ELSEWHERE: "somebody in jail stands elsewhere",
    invariants.STACK_IMPOSSIBLE: "one interrupt cannot happen during the one before it",
    invariants.NOBODY_LEFT: "nobody is left in the game",
    invariants.MOVER_OUT: "a bankrupt player would be to move",
    invariants.STALE_FIELD: "something is given that has no meaning in this phase or under these options",
    invariants.NO_WINNER: "nobody has won the finished game",
    invariants.BUILT_MASK_WRONG: "the mask of built groups does not follow from the buildings",
    invariants.BIDDER_OUT: "a bidder is bankrupt or no longer bids",
    invariants.ITEM_NOT_HELD: "an item of the trade belongs to neither side",
    invariants.LEVEL_IMPOSSIBLE: "a lot has more houses than a hotel replaces, or less than none",
    invariants.SQUARE_IMPOSSIBLE: "a token stands off the board",
    invariants.TERM_IMPOSSIBLE: "somebody is in jail for more turns than there are",
    invariants.RENT_IMPOSSIBLE: "rents wait that no landings leave so",
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
    if part("invariants").check_stack(state) != invariants.HOLDS:
        raise BadSetup(
            f"the frames {', '.join(frame.kind for frame in asked.frames)} cannot lie on each other so",
            hint="compare with pos.to_setup() of a real position",
        )
    if part("invariants").check_rents(state) != invariants.HOLDS:
        raise BadSetup(
            "such rents cannot wait to be claimed here",
            hint='with rent_claim "next_throw" or "second_throw" they are of living players, the oldest first, at most '
            "three for each number of throws",
        )
    check_frames(state, asked)
