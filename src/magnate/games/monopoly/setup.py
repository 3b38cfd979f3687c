"""Set-ups: a named JSON position becomes a state, and a state becomes such a position again.

For trusted callers (tests, puzzles, analysis): a set-up may describe positions that no game reaches, but none that
breaks an invariant of the rules. The form is in ``setup_model.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

import numpy as np

from ...core.contract import OVER
from ...errors import BadSetup
from ...runtime.layout import fields_of
from ...runtime.pystate import py_ints
from .board import (
    ALL_CARDS,
    CARDS_IN_DECK,
    GO_TO_JAIL_SQUARE,
    GROUP_DEEDS,
    HOTEL,
    JAIL_CARD,
    JAIL_SQUARE,
    STREET_GROUPS,
    TITLE_DEEDS,
)
from .codec import (
    DECK_NAMES,
    DECK_TITLES,
    DEED_SLUGS,
    GROUP_SLUGS,
    ITEM_SLUGS,
    card_name,
    card_number,
    deed_number,
    group_number,
    item_number,
)
from .options import Options, write_options
from .setup_checks import BROKEN_RULES, check_position, check_seats
from .setup_model import (
    ARRIVALS,
    CREDITORS,
    ENDINGS,
    FRAME_KINDS,
    PHASES,
    PIECES,
    TRADE_STEPS,
    Deck,
    Frame,
    Player,
    Setup,
    mirrored,
    part,
)
from .state import (
    AUCTION,
    AWARD,
    BREAK,
    CARDS_INDEPENDENT,
    CARDS_NONE,
    CARDS_QUEUE,
    COLLECT_EACH,
    CONTEST,
    DEBT,
    DRAW,
    ESTATE,
    FINISHED,
    LOT_HOUSE,
    MAX_LEGAL,
    PAY_EACH,
    STATE,
    TRADE,
    TRADE_ASKS,
    TRADE_PAYS,
    TRANSFER,
)

__all__ = ["setup", "to_setup"]


# ---------------- Writing


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


# ---------------- Reading


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state (an array of one) of a named position, carried on to the next decision or throw.

    Raises :class:`~magnate.errors.BadSetup` for an impossible position, pydantic's ``ValidationError`` for a malformed
    one, and :class:`~magnate.errors.BadOption` for options that do not go with the number of players.
    """
    asked = Setup.model_validate(dict(position))
    check_seats(asked, players)
    states = np.zeros(1, STATE)
    g = states[0]
    write_options(options, players, g)
    _write_turn(g, asked)
    for seat in range(players):
        _write_player(g, seat, asked.players[seat] if seat < len(asked.players) else Player(), options)
    g["mortgaged"] |= _mask(asked.bank_mortgaged)
    _write_stock(g)
    for deck, name in enumerate(DECK_NAMES):
        _write_deck(g, deck, getattr(asked.decks, name))
    for frame in asked.frames:
        _push(g, frame)
    check_position(g, asked)
    return _carried_on(g)


def _mask(deeds: Iterable[str]) -> int:
    return sum({1 << deed_number(name) for name in deeds})


def _seats(seats: Iterable[int]) -> int:
    return sum({1 << seat for seat in seats})


def _write_turn(g: np.void, asked: Setup) -> None:
    """The fields of the turn as a whole."""
    g["current"] = asked.turn
    g["phase"] = PHASES.index(asked.phase)
    g["rounds"] = asked.round - 1
    for name in ("turns", "starter", "doubles", "again", "asked", "stage", "operations", "pot"):
        g[name] = getattr(asked, name)
    if asked.dice is not None:
        g["low"], g["high"] = sorted(asked.dice)
    g["arrival"] = ARRIVALS.index(asked.arrival)
    if asked.drawn is not None:
        g["drawn"] = DECK_NAMES.index(asked.drawn)
    for i, rent in enumerate(asked.rents):
        g["rent_payer"][i], g["rent_owner"][i] = rent.payer, rent.owner
        g["rent_due"][i], g["rent_left"][i] = rent.amount, rent.throws
    if asked.ending is not None:
        g["ending"] = ENDINGS.index(asked.ending)
    g["winners"] = _seats(asked.winners)


def _write_player(g: np.void, seat: int, player: Player, options: Options) -> None:
    """One player's cash, place, property and intentions."""
    bit = 1 << seat
    g["quiet"] |= bit * player.quiet
    g["lapped"] |= bit * player.lapped
    g["offers"][seat] = player.offers
    if player.claim is not None:
        g["claims"][seat] = deed_number(player.claim) + 1
    if player.bankrupt:
        if player != Player(bankrupt=True, cash=player.cash) or player.cash:
            raise BadSetup(
                f"seat {seat} is bankrupt and cannot hold anything", hint="give it nothing but bankrupt: true"
            )
        return
    g["alive"] |= bit
    g["cash"][seat] = options.start_cash if player.cash is None else player.cash
    g["jail"][seat] = player.jail
    square = player.square
    if player.jail > 0:
        if square not in (None, JAIL_SQUARE):
            raise BadSetup(
                f"seat {seat} is in jail but stands on square {square}", hint=f"leave square out: it is {JAIL_SQUARE}"
            )
        square = JAIL_SQUARE
    if square == GO_TO_JAIL_SQUARE and options.completable_offers:
        raise BadSetup(
            f"seat {seat} stands on square {GO_TO_JAIL_SQUARE}, Go To Jail, where no token stays",
            hint=f"a prisoner stands on square {JAIL_SQUARE} with jail 1 (or 2 or 3)",
        )
    g["square"][seat] = square or 0
    _write_property(g, seat, player, options)


def _write_property(g: np.void, seat: int, player: Player, options: Options) -> None:
    """One player's deeds, mortgages, buildings and jail cards."""
    owned = _mask(player.deeds)
    for other in range(seat):
        twice = owned & int(g["deeds"][other])
        if twice:
            deed = TITLE_DEEDS[twice.bit_length() - 1]
            raise BadSetup(f"{deed.name} has two owners, seats {other} and {seat}", hint="a deed has one owner")
    for name in [*player.mortgaged, *player.buildings]:
        if not owned >> deed_number(name) & 1:
            raise BadSetup(
                f"seat {seat} does not own {TITLE_DEEDS[deed_number(name)].name}",
                hint="list it under its owner's deeds",
            )
    g["deeds"][seat] = owned
    g["mortgaged"] |= _mask(player.mortgaged)
    for name, level in player.buildings.items():
        g["level"][deed_number(name)] = HOTEL if level == "hotel" else level
    _check_buildings(g, seat, options)
    for name in player.jail_cards:
        deck = DECK_NAMES.index(name)
        if g["holder"][deck] != 0:
            raise BadSetup(f"the {DECK_TITLES[deck]} jail card has two holders", hint="there is one in each deck")
        if options.cards != "queue":
            raise BadSetup(f'nobody can hold a jail card with cards "{options.cards}"', hint="leave jail_cards out")
        g["holder"][deck] = seat + 1


def _check_buildings(g: np.void, seat: int, options: Options) -> None:
    """Buildings stand evenly on whole, unmortgaged groups of streets."""
    owned, mortgaged = int(g["deeds"][seat]), int(g["mortgaged"])
    for group, deeds in enumerate(GROUP_DEEDS):
        levels = [int(g["level"][deed]) for deed in deeds if owned >> deed & 1]
        if not any(levels):
            continue
        name = GROUP_SLUGS[group]
        if group >= STREET_GROUPS:
            raise BadSetup(f"nothing can be built on the {name} deeds", hint="buildings stand on streets")
        if len(levels) < len(deeds):
            raise BadSetup(
                f"seat {seat} builds without owning the whole {name} group", hint="give it the other lots too"
            )
        if any(mortgaged >> deed & 1 for deed in deeds) and not options.build_mortgaged:
            raise BadSetup(
                f"the {name} group is built on and mortgaged", hint="leave out the buildings or the mortgage"
            )
        if options.hotel_houses < max(level for level in [0, *levels] if level != HOTEL):
            raise BadSetup(
                f"the {name} group has too many houses on a lot", hint=f"{options.hotel_houses} houses become a hotel"
            )
        ranks = [options.hotel_houses + 1 if level == HOTEL else level for level in levels]
        most = 0 if options.build_by == "group" else 1
        if max(ranks) - min(ranks) > most:
            raise BadSetup(
                f"the {name} group is built unevenly ({', '.join(map(str, levels))})",
                hint=f"the lots of a group differ by {most or 'no'} building{'' if most else 's'} at most",
            )


def _write_stock(g: np.void) -> None:
    """What the bank has left of houses and hotels, and the mask of the groups that are built on."""
    for name, standing in (
        ("houses", sum(int(level) for level in g["level"] if level != HOTEL)),
        ("hotels", sum(1 for level in g["level"] if level == HOTEL)),
    ):
        total = int(g["opt"][name])
        left = total if g["opt"]["unlimited_buildings"] else total - standing
        if left < 0:
            raise BadSetup(
                f"{standing} {name} stand on the board, but there are {total}", hint=f"raise the option {name}"
            )
        g[name] = left
    built = [deeds for deeds in GROUP_DEEDS if any(g["level"][deed] for deed in deeds)]
    g["built"] = sum(1 << deed for deeds in built for deed in deeds)


def _write_deck(g: np.void, number: int, deck: Deck) -> None:
    """The unseen and the known cards of one deck."""
    rule = int(g["opt"]["cards"])
    if rule in (CARDS_NONE, CARDS_INDEPENDENT):
        if deck != Deck():
            raise BadSetup(
                f'the order of the {DECK_TITLES[number]} deck has no meaning without cards "queue"',
                hint="leave decks out, or set the option cards to queue",
            )
        g["unseen"][number] = ALL_CARDS if rule == CARDS_INDEPENDENT else 0
        return
    edition = int(g["opt"]["deck"])
    held = {int(JAIL_CARD[number])} if g["holder"][number] != 0 else set()
    there = set(range(CARDS_IN_DECK)) - held
    known = _cards(edition, number, deck.known or [])
    unseen = there - set(known) if deck.unseen is None else set(_cards(edition, number, deck.unseen))
    if deck.top is not None:
        top = _cards(edition, number, [deck.top])[0]
        known = [
            (top + i) % CARDS_IN_DECK for i in range(CARDS_IN_DECK) if (top + i) % CARDS_IN_DECK not in held - {top}
        ]
        unseen = set()
    listed = [*known, *unseen]
    wrong = sorted(set(listed) ^ there) or [card for card in listed if listed.count(card) > 1]
    if wrong:
        raise BadSetup(
            f"the {DECK_TITLES[number]} card {card_name(edition, number, wrong[0])} is in play twice or not at all",
            hint="each card is unseen, known or (a jail card) held by a player",
        )
    g["unseen"][number] = sum(1 << card for card in unseen)
    g["queued"][number] = len(known)
    g["queue"][number, : len(known)] = known


def _cards(edition: int, deck: int, names: Iterable[str]) -> list[int]:
    try:
        return [card_number(edition, deck, name) for name in names]
    except ValueError as unknown:
        raise BadSetup(str(unknown), hint="cards are named by their ids in data.json") from unknown


def _push(g: np.void, frame: Frame) -> None:
    """Put an interrupt on top of the stack, with the fields that go with it."""
    top = int(g["depth"])
    kind = FRAME_KINDS.index(frame.kind)
    to, arg = 0, 0
    if kind in (DEBT, TRADE):
        to = CREDITORS[frame.to] if isinstance(frame.to, str) else int(frame.to or 0)
    if kind == DEBT:
        arg = frame.offers
        g["pledged"] |= _mask(frame.pledged)
    elif kind == AUCTION:
        _write_auction(g, frame)
    elif kind == TRADE:
        _write_trade(g, frame)
    elif kind == AWARD:
        arg = deed_number(frame.deed or "")
    elif kind == BREAK:
        arg = group_number(frame.group or "")
    elif frame.deeds is not None:  # an estate, a transfer
        arg = _mask(frame.deeds)
    else:
        arg = _seats(frame.seats or ())
    if kind == CONTEST:
        to = PIECES.index(frame.piece or "")
    g["fkind"][top] = kind
    g["fwho"][top] = frame.who or 0
    g["fto"][top] = to
    g["famount"][top] = frame.amount or 0
    g["farg"][top] = arg
    g["depth"] = top + 1


def _write_auction(g: np.void, frame: Frame) -> None:
    lot = frame.lot or ""
    g["lot"] = LOT_HOUSE + PIECES.index(lot) if lot in PIECES else deed_number(lot)
    g["bid"] = frame.bid
    g["leader"] = 0 if frame.leader is None else frame.leader + 1
    g["bidder"] = frame.bidder or 0
    g["bidders"] = _seats(frame.bidders or ())
    g["entering"] = frame.typed is not None
    g["entry"] = frame.typed or 0


def _write_trade(g: np.void, frame: Frame) -> None:
    g["items"] = sum({1 << item_number(name) for name in frame.items})
    g["money"] = frame.money
    g["trade_step"] = TRADE_STEPS.index(frame.step)
    g["entry"] = frame.typed or 0


def _carried_on(g: np.void) -> np.ndarray:
    """Let the rules run on to the next decision or chance node, and see that every invariant holds."""
    state = mirrored(g)
    rules = part("rules")
    for group in range(STREET_GROUPS):
        part("property").note_built(state, group)
    if state.phase == FINISHED:
        state.mover = OVER
    try:
        rules.advance(state)
        stuck = state.mover >= 0 and rules.legal(state, py_ints(MAX_LEGAL)) == 0
    except (IndexError, ValueError, OverflowError) as broken:
        raise BadSetup(
            f"the rules cannot go on from this position ({broken})", hint="check phase, frames and squares"
        ) from broken
    code = rules.check(state)
    if code != 0:
        broken_rule = BROKEN_RULES[code]
        raise BadSetup(
            f"the position is impossible: {broken_rule}", hint="compare with pos.to_setup() of a real position"
        )
    if stuck:
        raise BadSetup(f"seat {state.mover} would have no legal action", hint="check the interrupt on top of frames")
    states: np.ndarray = state.to_record()
    return states
