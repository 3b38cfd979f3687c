"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence.

The functions yield rows: whether something is wrong, what, and what to do about it. Rows stand in an order in which
each may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Any

from ...core.setup_fields import Rows, refuse
from ...messages import Message
from ...runtime.pystate import py_ints
from . import board
from . import state as ids
from .codec import DECK_NAMES, DECK_TITLES, GROUP_SLUGS, deed_number
from .invariants import HOLDS
from .options import Options
from .setup_model import PIECES, Frame, Player, Setup, part

MOST_OWED = 1_000_000
"""Dollars that one can owe to a player or to the pot; prices, owed to the bank, may be higher."""
MOST_EACH = 10_000
"""Dollars that a card may ask to be paid to or by each player."""
MOST_NEGATIVE = 1_000_000
"""Dollars below zero that a player's cash may be where the rules allow that at all, within one turn."""
_DICE = "give dice, for example [3, 4]"


# ---------------- Players and the bank


def check_seats(asked: Setup, players: int) -> Rows:
    """Every seat that is named plays."""
    yield len(asked.players) > players, f"{len(asked.players)} players are described", f"the game has {players}"
    seats = [("turn", asked.turn), ("starter", asked.starter), *(("winners", seat) for seat in asked.winners)]
    seats += [("rents", seat) for rent in asked.rents for seat in (rent.payer, rent.owner)]
    for frame in asked.frames:
        to = frame.to if isinstance(frame.to, int) else None
        several = (frame.who, frame.leader, frame.bidder, to, *(frame.seats or ()), *(frame.bidders or ()))
        seats += [(frame.kind, seat) for seat in several if seat is not None]
    for where, seat in seats:
        yield seat >= players, f"{where} names seat {seat}, which does not play", f"seats are 0 to {players - 1}"


def check_player(asked: Setup, seat: int, options: Options) -> Rows:
    """A player stands where it can, and has what nobody before it has; a bankrupt has nothing."""
    player = asked.players[seat]
    at = ("players", seat)
    if player.bankrupt:
        wrong = player != Player(bankrupt=True, cash=player.cash) or player.cash
        what = f"seat {seat} is bankrupt and cannot hold anything"
        yield wrong, what, "give it nothing but bankrupt: true", (*at, "bankrupt")
        return
    jailed = player.jail > 0
    what = f"seat {seat} is in jail but stands on square {player.square}"
    yield (
        jailed and player.square not in (None, board.JAIL_SQUARE),
        what,
        f"leave square out: it is {board.JAIL_SQUARE}",
        (*at, "square"),
    )
    yield (
        player.square == board.GO_TO_JAIL_SQUARE and options.completable_offers,
        f"seat {seat} stands on square {board.GO_TO_JAIL_SQUARE}, Go To Jail, where no token stays",
        f"a prisoner stands on square {board.JAIL_SQUARE} with jail 1 (or 2 or 3)",
        (*at, "square"),
        Message("monopoly.setup.go_to_jail"),
    )
    before = asked.players[:seat]
    for other, one in enumerate(before):
        twice = [deed.name for deed in board.TITLE_DEEDS if deed.slug in one.deeds and deed.slug in player.deeds]
        yield (
            twice,
            f"{''.join(twice[-1:])} has two owners, seats {other} and {seat}",
            "a deed has one owner",
            (*at, "deeds"),
        )
    for name in [*player.mortgaged, *player.buildings]:
        what = f"seat {seat} does not own {board.TITLE_DEEDS[deed_number(name)].name}"
        field = "mortgaged" if name in player.mortgaged else "buildings"
        yield name not in player.deeds, what, "list it under its owner's deeds", (*at, field)
    yield from _check_buildings(player, seat, options)
    for k, deck in enumerate(player.jail_cards):
        held = deck in player.jail_cards[:k] or any(deck in one.jail_cards for one in before)
        what = f"the {DECK_TITLES[DECK_NAMES.index(deck)]} jail card has two holders"
        yield held, what, "there is one in each deck", (*at, "jail_cards")
        what = f'nobody can hold a jail card with cards "{options.cards}"'
        said = Message("monopoly.setup.no_jail_cards")
        yield options.cards != "queue", what, "leave jail_cards out", (*at, "jail_cards"), said


def _check_buildings(player: Player, seat: int, options: Options) -> Rows:
    """Buildings stand evenly on whole, unmortgaged groups of streets."""
    at = ("players", seat, "buildings")
    for group, deeds in enumerate(board.GROUP_DEEDS):
        slugs = [board.TITLE_DEEDS[deed].slug for deed in deeds]
        found = [player.buildings.get(slug, 0) for slug in slugs if slug in player.deeds]
        levels = [board.HOTEL if level == "hotel" else level for level in found]
        if not any(levels):
            continue
        name, most = GROUP_SLUGS[group], 0 if options.build_by == "group" else 1
        what, hint = f"nothing can be built on the {name} deeds", "buildings stand on streets"
        yield group >= board.STREET_GROUPS, what, hint, at
        what, hint = f"seat {seat} builds without owning the whole {name} group", "give it the other lots too"
        yield len(levels) < len(deeds), what, hint, at, Message("monopoly.setup.part_group", {"group": name})
        mortgaged = any(slug in player.mortgaged for slug in slugs) and not options.build_mortgaged
        what, hint = f"the {name} group is built on and mortgaged", "leave out the buildings or the mortgage"
        yield mortgaged, what, hint, at, Message("monopoly.setup.mortgaged_group", {"group": name})
        highest = max(level for level in [0, *levels] if level != board.HOTEL)
        what, hint = f"the {name} group has too many houses on a lot", f"{options.hotel_houses} houses become a hotel"
        said = Message("monopoly.setup.many_houses", {"most": options.hotel_houses})
        yield options.hotel_houses < highest, what, hint, at, said
        ranks = [options.hotel_houses + 1 if level == board.HOTEL else level for level in levels]
        what = f"the {name} group is built unevenly ({', '.join(map(str, levels))})"
        hint = f"the lots of a group differ by {most or 'no'} building{'' if most else 's'} at most"
        said = Message("monopoly.setup.uneven", {"group": name, "most": most})
        yield max(ranks) - min(ranks) > most, what, hint, at, said


def check_stock(opt: Any, standing: dict[str, int]) -> Rows:
    """No more buildings stand than there are."""
    for name, count in standing.items():
        what = f"{count} {name} stand on the board, but there are {opt[name]}"
        said = Message(f"monopoly.setup.many_{name}_stand", {"count": count, "most": int(opt[name])})
        yield count > opt[name] and not opt["unlimited_buildings"], what, f"raise the option {name}", ("bank",), said


# ---------------- The phase: what the rules need to carry it on


def check_phase(state: Any, asked: Setup) -> Rows:
    """The phase goes with the rest of the position; ``state`` is the position for the rules."""
    money = sum(max(cash, 0) for cash in state.cash) + state.pot
    hint = f"give all players and the pot {ids.MOST_MONEY} together"
    said = Message("monopoly.setup.much_money", {"most": ids.MOST_MONEY})
    yield (
        money > ids.MOST_MONEY,
        "there is too much money in play",
        hint,
        ("bank",),
        said,
    )  # some payment would leave 32 bits
    low = state.phase != ids.FINISHED and min(state.cash) < -MOST_NEGATIVE
    yield low, "somebody's cash is far below zero", f"cash is -{MOST_NEGATIVE} or more"
    yield from _check_turn(state, asked)
    yield from _check_end(state, asked)
    if state.phase in (ids.START, ids.DEAL):
        yield from _check_deal(state)
    if state.phase in (ids.BUYING, ids.CLAIMING, ids.DRAW, ids.LAND, ids.RENT_THROW, ids.TAXING):
        yield from _check_landing(state, asked)


def _check_turn(state: Any, asked: Setup) -> Rows:
    """It is a living player's turn, and what it counts is within bounds."""
    phase, opt, turn = state.phase, state.opt, asked.turn
    alive, jail = _alive(state, turn), state.jail[turn]
    may_be_out = [ids.PAID_MOVE, ids.LANDED, ids.BETWEEN, ids.TURN_END, ids.FINISHED]
    if opt.claim_rent > ids.RENT_ASKED and asked.frames:
        may_be_out.append(ids.THROW)  # a claim before the throw may ruin the thrower
    what = f"it is the turn of seat {turn}, which is bankrupt"
    said = Message("monopoly.setup.turn_out")
    yield not alive and phase not in may_be_out, what, "let turn be a living player", ("turn",), said
    what, hint = 'drawn and the phase "draw" go together', 'drawn is "chance" or "chest"'
    yield (phase == ids.DRAW) != (asked.drawn is not None), what, hint
    what, hint = "under these rules there are no windows after the throw", "set manage_after_throw to true"
    yield phase == ids.THROWN and not opt.manage_after_throw, what, hint
    what, hint = f"{state.asked} seats cannot have been asked", f"asked is {opt.players} or fewer"
    yield phase not in (ids.DEAL, ids.THROW) and state.asked > opt.players, what, hint
    what = f'the phase "{asked.phase}" needs the throw that led there'
    yield phase in (ids.PAID_MOVE, ids.THROWN) and asked.dice is None, what, _DICE
    what = f"seat {turn} moves, but is in jail"
    said = Message("monopoly.setup.moves_jailed")
    yield phase in (ids.THROWN, ids.LAND) and jail > 0, what, "let its jail be 0", ("phase",), said
    what, hint = f"seat {turn} does not pay the fine of the third turn in jail", f"let its jail be {board.JAIL_TURNS}"
    yield phase == ids.PAID_MOVE and alive and jail != board.JAIL_TURNS, what, hint


def _check_end(state: Any, asked: Setup) -> Rows:
    """A finished game says how it ended and who won; any other has not met a reason to end."""
    over, opt = state.phase == ids.FINISHED, state.opt
    what, hint = 'ending, winners and the phase "finished" go together', "give all three or none"
    yield over != (asked.ending is not None) or over != bool(asked.winners), what, hint
    if over:
        return
    living = state.alive.bit_count()
    what = "so many players are bankrupt that the game is over"
    yield living < 2 or 0 < opt.end_bankruptcies <= opt.players - living, what, 'let the phase be "finished"'
    for cap in (opt.max_rounds, opt.time_limit_rounds):
        what = f"round {asked.round} is never played: the game ends with round {cap}"
        yield 0 < cap <= state.rounds, what, "lower round"
    yield 0 < opt.max_turns <= state.turns, f"the game ends with turn {opt.max_turns}", "lower turns"


def _check_deal(state: Any) -> Rows:
    """Enough deeds are free, and everybody can pay for those that it will be dealt."""
    opt = state.opt
    yield state.alive != (1 << opt.players) - 1, "nobody is bankrupt before the first turn", "leave bankrupt out"
    left, owned = opt.dealt_deeds * opt.players - state.asked, reduce(or_, state.deeds)
    free = sorted((deed.price for deed in board.TITLE_DEEDS if not owned >> deed.index & 1), reverse=True)
    hint = "asked counts the deeds dealt, and players own these"
    yield left < 0 or left > len(free), f"{left} deeds cannot be dealt", hint
    dearest = sum(free[: -(-left // opt.players)])
    poor = opt.dealt_paid and min(state.cash[seat] for seat in range(opt.players)) < dearest
    yield poor, "somebody could not pay for the deeds to be dealt", f"they can cost ${dearest}"


def _check_landing(state: Any, asked: Setup) -> Rows:
    """The token stands where its phase can happen, and the dice are known where they matter."""
    phase, p, opt, landing = state.phase, state.current, state.opt, part("landing")
    square = state.square[p]
    deed, kind = board.SQUARE_DEED[square], board.SQUARE_KIND[square]
    owner = part("money").owner_of(state, deed) if deed >= 0 else -1
    where = f'the phase "{asked.phase}" with seat {p} on {board.SQUARE_NAMES[square]}'
    impossible = f"{where} is impossible"
    wrong = phase == ids.BUYING and (deed < 0 or owner >= 0 or not landing.may_buy_yet(state, p))
    hint, said = "it must stand on a deed that nobody owns, and may buy", Message("monopoly.setup.buys_nothing")
    yield wrong, impossible, hint, ("phase",), said
    wrong = phase == ids.DRAW and (
        opt.cards == ids.CARDS_NONE or kind != board.CARD or board.SQUARE_DECK[square] != state.drawn
    )
    yield wrong, impossible, "it must stand on a square of the deck that it draws from", ("phase",)
    wrong = phase == ids.TAXING and (opt.income_tax != ids.TAX_IS_CHOICE or kind != board.INCOME_TAX)
    yield wrong, impossible, 'it must stand on the Income Tax, with income_tax "choice"', ("phase",)
    wrong = phase in (ids.CLAIMING, ids.RENT_THROW) and owner in (-1, p)
    yield wrong, impossible, "it must stand on somebody else's deed"
    if owner < 0:
        return
    if phase == ids.CLAIMING and opt.claim_rent > ids.RENT_ASKED:
        wrong = not asked.rents or asked.rents[-1].owner != owner
        yield wrong, f"{where} needs the rent that is asked for", "let it be the last of rents"
        return
    utility, multiplied, thrown = (
        board.GROUP[deed] == board.UTILITIES,
        landing.by_arriving_throw(state, deed),
        asked.dice,
    )
    wrong = phase in (ids.LAND, ids.CLAIMING) and utility and multiplied and thrown is None
    said = Message("monopoly.setup.needs_dice")
    yield wrong, f"{where} needs the throw that led there", _DICE, ("dice",), said
    wrong = phase in (ids.CLAIMING, ids.RENT_THROW) and not landing.rent_is_due(state, owner, deed)
    yield wrong, impossible, "no rent is due there"
    wrong = phase == ids.CLAIMING and (opt.claim_rent != ids.RENT_ASKED or (thrown is not None and not multiplied))
    yield wrong, impossible, 'it needs rent_claim "ask", and dice on a utility only'
    wrong = phase == ids.RENT_THROW and (not utility or multiplied)
    yield wrong, impossible, "a throw for the rent is for a utility that asks for a fresh one"


def check_position(state: Any, asked: Setup) -> Rows:
    """What the bank holds, the stack of frames and the waiting rents are possible."""
    what = "the bank holds mortgaged deeds only while it auctions them"
    yield asked.bank_mortgaged and (not asked.frames or state.opt.clear_mortgages), what, "leave bank_mortgaged out"
    what = f"the frames {', '.join(frame.kind for frame in asked.frames)} cannot lie on each other so"
    hint = "compare with pos.to_setup() of a real position"
    yield part("invariants").check_stack(state) != HOLDS, what, hint
    hint = (
        'with rent_claim "next_throw" or "second_throw" they are of living players, the oldest first, at most three '
        "for each number of throws"
    )
    yield part("invariants").check_rents(state) != HOLDS, "such rents cannot wait to be claimed here", hint


# ---------------- Interrupts: each is held to the predicates by which the rules make such a frame

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
    said = Message("monopoly.setup.not_now")
    refuse([(first not in _first_frames(state), what, hint, ("frames",), said)])
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


def _alive(state: Any, seat: int) -> bool:
    return bool(state.alive >> seat & 1)


def _living(state: Any, seats: Iterable[int], no: str) -> Rows:
    for seat in seats:
        said = Message("monopoly.setup.out", {"seat": seat})
        yield not _alive(state, seat), f"{no}seat {seat} is bankrupt", "name living players", ("frames",), said


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
            said = Message("monopoly.setup.sold_owned", {"deed": deed.slug})
            yield True, f"{deed.name} {what}", "take it from the owner's deeds", ("frames",), said
        seen |= mask


def _check_debt(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    who, to, amount = state.fwho[at], state.fto[at], state.famount[at]
    what, hint = "under these rules all is paid at once", "leave it out, and let the cash be what is left"
    yield state.opt.bankruptcy != ids.BANKRUPT_DEBT, no + what, hint
    yield from _living(state, [who] if to >= board.SEATS else [who, to], no)
    what, hint = "nobody owes this to that creditor", "owe to another player or to the bank"
    yield to == who or (to == board.POT and not state.opt.parking_pot), no + what, hint
    wrong = amount < 1 or (to != board.BANK and amount > MOST_OWED)
    what, hint, said = f"{no}${amount} cannot be owed", f"an amount is 1 to {MOST_OWED}", Message("monopoly.setup.owed")
    yield wrong, what, hint, ("frames",), said
    wrong = state.farg[at] > (state.opt.offers_per_turn if state.opt.one_attempt else 0)
    said = Message("monopoly.setup.offers_of_debt")
    yield wrong, no + "so many offers cannot have been made for it", "leave offers out", ("frames",), said
    wrong = state.pledged and part("invariants").check_pledged(state) != HOLDS
    what, hint = "nothing can have been mortgaged so for it", "pledged are mortgaged deeds of who, by failed_raising"
    yield wrong, no + what, hint, ("frames",), Message("monopoly.setup.pledged")
    below, payer = (state.fkind[at - 1], state.fwho[at - 1]) if at > 0 else (0, who)
    what, hint = "another player pays each", "let who be that of the frame below"
    yield below == ids.PAY_EACH and to < board.SEATS and payer != who, no + what, hint
    what, hint = "another player collects", "let to be the collecting player"
    yield below == ids.COLLECT_EACH and to < board.SEATS and payer != to, no + what, hint


def _check_each(state: Any, frame: Frame, at: int, no: str) -> Rows:
    seats = frame.seats or []
    yield from _living(state, seats, no)
    wrong = frame.who in seats or not 1 <= state.famount[at] <= MOST_EACH
    yield wrong, no + "nobody pays that to itself", f"seats are others, an amount is 1 to {MOST_EACH}"


def _check_who(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    """An award or a transfer is a living player's."""
    return _living(state, [state.fwho[at]], no)


def _check_estate(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    what, hint = "the bank auctions the deeds of a bankrupt only", "let who be bankrupt, and auctions on"
    said = Message("monopoly.setup.estate")
    yield _alive(state, state.fwho[at]) or not state.opt.auctions, no + what, hint, ("frames",), said


def _check_auction(state: Any, frame: Frame, _at: int, no: str) -> Rows:
    """The bidder and the leader bid, as much as they can pay, for something that is for sale."""
    bidders, leader, bid = frame.bidders or [], frame.leader, frame.bid
    wrong = frame.bidder not in bidders or (leader is not None and leader not in bidders)
    yield wrong, "the bidder and the leader of an auction must be among its bidders", "list them in bidders"
    wrong = (leader is None) != (bid == 0) or (leader is None) != bool(frame.amount)
    yield wrong, "an auction has a bid and its leader, or the amount of the least first bid", "give either"
    yield from _living(state, bidders, no)
    wrong = leader == frame.bidder and len(bidders) > 1
    yield wrong, f"{no}seat {leader} would bid against itself", "let another seat be bidder"
    if frame.lot in PIECES:
        yield from _check_building(state, frame, no)
    else:
        what, hint = "deeds are not auctioned so", "leave who out, and set the option auctions to true"
        yield not state.opt.auctions or frame.who is not None, no + what, hint
        wrong = state.bidders & ~part("auction").deed_bidders(state)
        yield wrong, no + "who has not passed GO does not bid", "leave it out of bidders"
    wrong = leader is not None and bid > part("auction").bid_limit(state, leader)
    said = Message("monopoly.setup.bid_limit", {"seat": leader})
    yield wrong, f"{no}seat {leader} cannot pay ${bid}", "lower bid", ("frames",), said
    wrong = frame.typed is not None and not _can_type(state)
    yield wrong, f"{no}no possible bid begins with {frame.typed}", "correct typed"


def _check_building(state: Any, frame: Frame, no: str) -> Rows:
    """Who bids for a building has a lot for it; so has its declarer, who gets it if nobody bids."""
    what, hint = "who declared the building matters until there is a bid", "give who, or a bid and its leader"
    said = Message("monopoly.setup.declarer")
    yield (frame.who is None) != (frame.leader is not None), no + what, hint, ("frames",), said
    declarer = [] if frame.who is None else [frame.who]
    yield from _living(state, declarer, no)
    yield from _check_claims(state, [*(frame.bidders or []), *declarer], PIECES.index(frame.lot or ""), no)


def _check_claims(state: Any, needed: Iterable[int], piece: int, no: str) -> Rows:
    what, hint = "under these rules buildings are not contested", "set building_contest to true"
    said = Message("monopoly.setup.no_contest")
    yield state.opt.contest == 0 or state.opt.unlimited_buildings, no + what, hint, ("frames",), said
    for seat in needed:
        what, hint = "who bids for a building needs a claim", "give each bidder a claim, the lot it would stand on"
        said = Message("monopoly.setup.needs_claim", {"seat": seat})
        yield state.claims[seat] == 0, what, hint, ("frames",), said
    for seat in range(state.opt.players):
        if deed := state.claims[seat]:
            yield (
                part("auction").why_not_claim(state, seat, deed - 1, piece) != 0,
                f"{no}seat {seat} cannot build a {PIECES[piece]} on {board.TITLE_DEEDS[deed - 1].name}",
                "a claim is for a lot that the piece could be built on now, and paid for",
                ("players", seat, "claim"),
                Message("monopoly.setup.bad_claim", {"seat": seat}),
            )


def _check_contest(state: Any, frame: Frame, at: int, no: str) -> Rows:
    seats = frame.seats or []
    yield from _living(state, seats, no)
    yield from _check_claims(state, [state.fwho[at]], state.fto[at], no)
    wrong = any(state.claims[seat] for seat in seats)
    said = Message("monopoly.setup.claimed")
    yield wrong, no + "a seat that is still to be asked has claimed already", "take it from seats", ("frames",), said


def _can_type(state: Any) -> bool:
    """Whether the digits so far can be gone on with."""
    return bool(part("legal").list_frame(state, py_ints(ids.MAX_LEGAL)))


def _can_complete(state: Any, who: int, to: int) -> bool:
    """Whether the offer that is being made up can be completed as it is, or with more items."""
    trade = part("trade")
    more = trade.addable(state, who, to)
    return bool(trade.can_complete(state, who, to, trade.debt_in_offer(state), state.items, more))


def _check_trade(state: Any, frame: Frame, at: int, no: str) -> Rows:
    """The items may change hands, and an offer that waits for its answer can be paid."""
    trade, step = part("trade"), state.trade_step
    who, to = state.fwho[at], state.fto[at]
    wrong = who == to or not isinstance(frame.to, int)
    yield wrong, "a trade needs two different players", "who and to are two seats"
    yield from _living(state, [who, to], no)
    what, hint = "under these rules there are no trades", "set offers_per_turn to 1 or more"
    yield state.opt.offers_per_turn == 0, no + what, hint
    yield from _check_debtor(state, at, no)
    wrong = state.items & ~(trade.tradable(state, who) | trade.tradable(state, to))
    what, hint = "an item of the trade cannot be given", "items are held by the two, without buildings in the group"
    yield wrong, what, hint
    yield step != ids.TRADE_ITEMS and not state.items, no + "cash alone is no trade", "give items"
    what, hint = "money is only known once the offer is made", 'let step be "answer", or give typed digits'
    yield state.money != 0 and step != ids.TRADE_ANSWER, what, hint
    least, most = trade.least_payable(state, who, to), trade.most_payable(state, who, to)
    wrong = step == ids.TRADE_ANSWER and not least <= state.money <= most
    yield wrong, f"money {state.money} cannot be paid", f"allowed are {least} to {most}"
    wrong = step == ids.TRADE_ITEMS and state.opt.completable_offers and not _can_complete(state, who, to)
    yield wrong, no + "the offer cannot be completed", "leave out items, or give the two more cash"
    wrong = step not in (ids.TRADE_ANSWER, ids.TRADE_ITEMS) and not _can_type(state)
    yield wrong, f"{no}no possible amount begins with {state.entry}", "correct typed, or items and cash"


def _check_debtor(state: Any, at: int, no: str) -> Rows:
    """During a debt only its debtor trades and sells."""
    wrong = at > 0 and state.fkind[at - 1] == ids.DEBT and state.fwho[at - 1] != state.fwho[at]
    yield wrong, no + "nobody but the debtor acts during a debt", "let who be the debtor"


def _check_break(state: Any, _frame: Frame, at: int, no: str) -> Rows:
    who, group = state.fwho[at], state.farg[at]
    yield from _living(state, [who], no)
    yield from _check_debtor(state, at, no)
    wrong = part("property").why_not_break(state, who, group) != 0
    what = f"{no}seat {who} does not sell the {GROUP_SLUGS[group]} group down in one step"
    yield wrong, what, "it needs a hotel there, and a bank without the houses to break it"


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
