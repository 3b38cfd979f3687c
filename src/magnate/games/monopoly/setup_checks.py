"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence.

The functions yield rows: whether something is wrong, what, what to do about it, the field, and the words of every
language. Rows stand in an order in which each may rely on those before it. Of interrupts tells ``setup_frames.py``.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ...core.setup_fields import Place, Rows
from . import board
from . import state as ids
from .codec import DECK_NAMES, DECK_TITLES, GROUP_SLUGS, deed_number
from .invariants import HOLDS
from .options import Options
from .setup_frames import check_stack
from .setup_model import Player, Setup, part
from .text import said

MOST_NEGATIVE = 1_000_000
"""Dollars below zero that a player's cash may be where the rules allow that at all, within one turn."""
_DICE = "give dice, for example [3, 4]"
_PHASE: Place = ("phase",)


# ---------------- Players and the bank


def check_seats(asked: Setup, players: int) -> Rows:
    """Every seat that is named plays."""
    described = len(asked.players)
    what, words = f"{described} players are described", said("setup.many_players", count=described, most=players)
    yield described > players, what, f"the game has {players}", ("players",), words
    seats = [("turn", asked.turn), ("starter", asked.starter), *(("winners", seat) for seat in asked.winners)]
    seats += [("rents", seat) for rent in asked.rents for seat in (rent.payer, rent.owner)]
    for frame in asked.frames:
        to = frame.to if isinstance(frame.to, int) else None
        several = (frame.who, frame.leader, frame.bidder, to, *(frame.seats or ()), *(frame.bidders or ()))
        seats += [(frame.kind, seat) for seat in several if seat is not None]
    for where, seat in seats:
        what, hint = f"{where} names seat {seat}, which does not play", f"seats are 0 to {players - 1}"
        place = where if where in Setup.model_fields else "frames"
        yield seat >= players, what, hint, (place,), said("setup.no_seat", number=seat, last=players - 1)


def check_player(asked: Setup, seat: int, options: Options) -> Rows:
    """A player stands where it can, and has what nobody before it has; a bankrupt has nothing."""
    player = asked.players[seat]
    at = ("players", seat)
    if player.bankrupt:
        wrong = player != Player(bankrupt=True, cash=player.cash) or player.cash
        what = f"seat {seat} is bankrupt and cannot hold anything"
        hint = "give it nothing but bankrupt: true"
        yield wrong, what, hint, (*at, "bankrupt"), said("setup.out_holds", seat=seat)
        return
    wrong = player.jail > 0 and player.square not in (None, board.JAIL_SQUARE)
    what = f"seat {seat} is in jail but stands on square {player.square}"
    hint = f"leave square out: it is {board.JAIL_SQUARE}"
    yield wrong, what, hint, (*at, "square"), said("setup.jailed_elsewhere", seat=seat)
    wrong = player.square == board.GO_TO_JAIL_SQUARE and options.completable_offers
    what = f"seat {seat} stands on square {board.GO_TO_JAIL_SQUARE}, Go To Jail, where no token stays"
    hint = f"a prisoner stands on square {board.JAIL_SQUARE} with jail 1 (or 2 or 3)"
    yield wrong, what, hint, (*at, "square"), said("setup.go_to_jail")
    before = asked.players[:seat]
    for other, one in enumerate(before):
        twice = [deed for deed in board.TITLE_DEEDS if deed.slug in one.deeds and deed.slug in player.deeds]
        for deed in twice:
            what, hint = f"{deed.name} has two owners, seats {other} and {seat}", "a deed has one owner"
            words = said("setup.two_owners", deed=deed.slug, one=other, other=seat)
            yield True, what, hint, (*at, "deeds"), words
    for name in [*player.mortgaged, *player.buildings]:
        what = f"seat {seat} does not own {board.TITLE_DEEDS[deed_number(name)].name}"
        hint, field = "list it under its owner's deeds", "mortgaged" if name in player.mortgaged else "buildings"
        yield name not in player.deeds, what, hint, (*at, field), said("setup.not_owned", seat=seat, deed=name)
    yield from _check_buildings(player, seat, options)
    for k, deck in enumerate(player.jail_cards):
        held = deck in player.jail_cards[:k] or any(deck in one.jail_cards for one in before)
        what = f"the {DECK_TITLES[DECK_NAMES.index(deck)]} jail card has two holders"
        hint, words = "there is one in each deck", said("setup.two_holders", deck=deck)
        yield held, what, hint, (*at, "jail_cards"), words
        what, hint = f'nobody can hold a jail card with cards "{options.cards}"', "leave jail_cards out"
        yield options.cards != "queue", what, hint, (*at, "jail_cards"), said("setup.no_jail_cards")


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
        yield group >= board.STREET_GROUPS, what, hint, at, said("setup.no_street", group=name)
        what, hint = f"seat {seat} builds without owning the whole {name} group", "give it the other lots too"
        yield len(levels) < len(deeds), what, hint, at, said("setup.part_group", group=name)
        mortgaged = any(slug in player.mortgaged for slug in slugs) and not options.build_mortgaged
        what, hint = f"the {name} group is built on and mortgaged", "leave out the buildings or the mortgage"
        yield mortgaged, what, hint, at, said("setup.mortgaged_group", group=name)
        highest = max(level for level in [0, *levels] if level != board.HOTEL)
        what, hint = f"the {name} group has too many houses on a lot", f"{options.hotel_houses} houses become a hotel"
        yield options.hotel_houses < highest, what, hint, at, said("setup.many_houses", most=options.hotel_houses)
        ranks = [options.hotel_houses + 1 if level == board.HOTEL else level for level in levels]
        what = f"the {name} group is built unevenly ({', '.join(map(str, levels))})"
        hint = f"the lots of a group differ by {most or 'no'} building{'' if most else 's'} at most"
        yield max(ranks) - min(ranks) > most, what, hint, at, said("setup.uneven", group=name, most=most)


def check_stock(opt: Any, standing: dict[str, int]) -> Rows:
    """No more buildings stand than there are."""
    for name, count in standing.items():
        what, hint = f"{count} {name} stand on the board, but there are {opt[name]}", f"raise the option {name}"
        words = said(f"setup.many_{name}_stand", count=count, most=int(opt[name]))
        yield count > opt[name] and not opt["unlimited_buildings"], what, hint, ("bank",), words


# ---------------- The phase: what the rules need to carry it on


def check_phase(state: Any, asked: Setup) -> Rows:
    """The phase goes with the rest of the position; ``state`` is the position for the rules."""
    money = sum(max(cash, 0) for cash in state.cash) + state.pot
    what, hint = "there is too much money in play", f"give all players and the pot {ids.MOST_MONEY} together"
    # some payment would leave 32 bits
    yield money > ids.MOST_MONEY, what, hint, ("bank",), said("setup.much_money", most=ids.MOST_MONEY)
    poorest = min(range(state.opt.players), key=lambda seat: state.cash[seat])
    low = state.phase != ids.FINISHED and state.cash[poorest] < -MOST_NEGATIVE
    what, hint = "somebody's cash is far below zero", f"cash is -{MOST_NEGATIVE} or more"
    yield low, what, hint, ("players", poorest, "cash"), said("setup.far_below", least=-MOST_NEGATIVE)
    yield from _check_turn(state, asked)
    yield from _check_end(state, asked)
    if state.phase in (ids.START, ids.DEAL):
        yield from _check_deal(state)
    if state.phase in (ids.BUYING, ids.CLAIMING, ids.DRAW, ids.LAND, ids.RENT_THROW, ids.TAXING):
        yield from _check_landing(state, asked)


def _check_turn(state: Any, asked: Setup) -> Rows:
    """It is a living player's turn, and what it counts is within bounds."""
    phase, opt, turn = state.phase, state.opt, asked.turn
    alive, jail = state.alive >> turn & 1, state.jail[turn]
    may_be_out = [ids.PAID_MOVE, ids.LANDED, ids.BETWEEN, ids.TURN_END, ids.FINISHED]
    if opt.claim_rent > ids.RENT_ASKED and asked.frames:
        may_be_out.append(ids.THROW)  # a claim before the throw may ruin the thrower
    what, hint = f"it is the turn of seat {turn}, which is bankrupt", "let turn be a living player"
    yield not alive and phase not in may_be_out, what, hint, ("turn",), said("setup.turn_out")
    what, hint = 'drawn and the phase "draw" go together', 'drawn is "chance" or "chest"'
    yield (phase == ids.DRAW) != (asked.drawn is not None), what, hint, _PHASE, said("setup.drawn")
    what, hint = "under these rules there are no windows after the throw", "set manage_after_throw to true"
    yield phase == ids.THROWN and not opt.manage_after_throw, what, hint, _PHASE, said("setup.no_window")
    wrong = phase not in (ids.DEAL, ids.THROW) and state.asked > opt.players
    what, hint = f"{state.asked} seats cannot have been asked", f"asked is {opt.players} or fewer"
    yield wrong, what, hint, ("asked",), said("setup.asked", most=opt.players)
    wrong = phase in (ids.PAID_MOVE, ids.THROWN) and asked.dice is None
    what = f'the phase "{asked.phase}" needs the throw that led there'
    yield wrong, what, _DICE, _PHASE, said("setup.needs_throw")
    what, hint = f"seat {turn} moves, but is in jail", "let its jail be 0"
    yield phase in (ids.THROWN, ids.LAND) and jail > 0, what, hint, _PHASE, said("setup.moves_jailed")
    wrong = phase == ids.PAID_MOVE and alive and jail != board.JAIL_TURNS
    what, hint = f"seat {turn} does not pay the fine of the third turn in jail", f"let its jail be {board.JAIL_TURNS}"
    yield wrong, what, hint, _PHASE, said("setup.no_fine")


def _check_end(state: Any, asked: Setup) -> Rows:
    """A finished game says how it ended and who won; any other has not met a reason to end."""
    over, opt = state.phase == ids.FINISHED, state.opt
    wrong = over != (asked.ending is not None) or over != bool(asked.winners)
    what, hint = 'ending, winners and the phase "finished" go together', "give all three or none"
    yield wrong, what, hint, _PHASE, said("setup.unfinished")
    if over:
        return
    living = state.alive.bit_count()
    wrong = living < 2 or 0 < opt.end_bankruptcies <= opt.players - living
    what, hint = "so many players are bankrupt that the game is over", 'let the phase be "finished"'
    yield wrong, what, hint, _PHASE, said("setup.over")
    for cap in (opt.max_rounds, opt.time_limit_rounds):
        what = f"round {asked.round} is never played: the game ends with round {cap}"
        yield 0 < cap <= state.rounds, what, "lower round", ("round",), said("setup.last_round", most=cap)
    what, words = f"the game ends with turn {opt.max_turns}", said("setup.last_turn", most=opt.max_turns)
    yield 0 < opt.max_turns <= state.turns, what, "lower turns", ("turns",), words


def _check_deal(state: Any) -> Rows:
    """Enough deeds are free, and everybody can pay for those that it will be dealt."""
    opt = state.opt
    wrong, what = state.alive != (1 << opt.players) - 1, "nobody is bankrupt before the first turn"
    yield wrong, what, "leave bankrupt out", _PHASE, said("setup.deal_out")
    left, owned = opt.dealt_deeds * opt.players - state.asked, reduce(or_, state.deeds)
    free = sorted((deed.price for deed in board.TITLE_DEEDS if not owned >> deed.index & 1), reverse=True)
    what, hint = f"{left} deeds cannot be dealt", "asked counts the deeds dealt, and players own these"
    yield left < 0 or left > len(free), what, hint, ("asked",), said("setup.deal_count")
    dearest = sum(free[: -(-left // opt.players)])
    wrong = opt.dealt_paid and min(state.cash[seat] for seat in range(opt.players)) < dearest
    what, hint = "somebody could not pay for the deeds to be dealt", f"they can cost ${dearest}"
    yield wrong, what, hint, _PHASE, said("setup.deal_poor", price=dearest)


def _check_landing(state: Any, asked: Setup) -> Rows:
    """The token stands where its phase can happen, and the dice are known where they matter."""
    phase, p, opt, landing = state.phase, state.current, state.opt, part("landing")
    square = state.square[p]
    deed, kind = board.SQUARE_DEED[square], board.SQUARE_KIND[square]
    owner = part("money").owner_of(state, deed) if deed >= 0 else -1
    where = f'the phase "{asked.phase}" with seat {p} on {board.SQUARE_NAMES[square]}'
    impossible = f"{where} is impossible"
    wrong = phase == ids.BUYING and (deed < 0 or owner >= 0 or not landing.may_buy_yet(state, p))
    hint = "it must stand on a deed that nobody owns, and may buy"
    yield wrong, impossible, hint, _PHASE, said("setup.buys_nothing")
    elsewhere = opt.cards == ids.CARDS_NONE or kind != board.CARD or board.SQUARE_DECK[square] != state.drawn
    hint = "it must stand on a square of the deck that it draws from"
    yield phase == ids.DRAW and elsewhere, impossible, hint, _PHASE, said("setup.draws_nothing")
    wrong = phase == ids.TAXING and (opt.income_tax != ids.TAX_IS_CHOICE or kind != board.INCOME_TAX)
    hint = 'it must stand on the Income Tax, with income_tax "choice"'
    yield wrong, impossible, hint, _PHASE, said("setup.no_tax")
    wrong = phase in (ids.CLAIMING, ids.RENT_THROW) and owner in (-1, p)
    yield wrong, impossible, "it must stand on somebody else's deed", _PHASE, said("setup.rents_nothing")
    if owner < 0:
        return
    if phase == ids.CLAIMING and opt.claim_rent > ids.RENT_ASKED:
        wrong = not asked.rents or asked.rents[-1].owner != owner
        what, hint = f"{where} needs the rent that is asked for", "let it be the last of rents"
        yield wrong, what, hint, _PHASE, said("setup.rent_missing")
        return
    utility, thrown = board.GROUP[deed] == board.UTILITIES, asked.dice
    multiplied = landing.by_arriving_throw(state, deed)
    wrong = phase in (ids.LAND, ids.CLAIMING) and utility and multiplied and thrown is None
    yield wrong, f"{where} needs the throw that led there", _DICE, ("dice",), said("setup.needs_dice")
    wrong = phase in (ids.CLAIMING, ids.RENT_THROW) and not landing.rent_is_due(state, owner, deed)
    yield wrong, impossible, "no rent is due there", _PHASE, said("setup.no_rent")
    wrong = phase == ids.CLAIMING and (opt.claim_rent != ids.RENT_ASKED or (thrown is not None and not multiplied))
    hint = 'it needs rent_claim "ask", and dice on a utility only'
    yield wrong, impossible, hint, _PHASE, said("setup.no_claim")
    wrong = phase == ids.RENT_THROW and (not utility or multiplied)
    hint = "a throw for the rent is for a utility that asks for a fresh one"
    yield wrong, impossible, hint, _PHASE, said("setup.no_rent_throw")


def check_position(state: Any, asked: Setup) -> Rows:
    """What the bank holds and the waiting rents are possible."""
    wrong = asked.bank_mortgaged and (not asked.frames or state.opt.clear_mortgages)
    what, hint = "the bank holds mortgaged deeds only while it auctions them", "leave bank_mortgaged out"
    yield wrong, what, hint, ("bank_mortgaged",), said("setup.bank_mortgaged")
    yield from check_stack(state, asked)
    what = "such rents cannot wait to be claimed here"
    hint = (
        'with rent_claim "next_throw" or "second_throw" they are of living players, the oldest first, at most three '
        "for each number of throws"
    )
    yield part("invariants").check_rents(state) != HOLDS, what, hint, ("rents",), said("setup.rents")
