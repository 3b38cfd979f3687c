"""Set-ups: a named JSON position becomes a state, and any state becomes such a position again.

For trusted callers (tests, puzzles, analysis): a set-up may describe positions that no game reaches, but none that
breaks an invariant of the rules. The form is in ``position_model.py``, the way back in ``position_names.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...core.contract import OVER
from ...errors import BadSetup
from ...runtime.pystate import py_ints
from .actions import MAX_LEGAL
from .board import CARDS_IN_DECK, DEEDS, GO_TO_JAIL_SQUARE, GROUP_DEEDS, STREET_GROUPS
from .codec import (
    DECK_NAMES,
    DECK_TITLES,
    GROUP_SLUGS,
    card_name,
    card_number,
    deed_number,
    group_number,
    item_number,
)
from .options import Options, write_options
from .position_checks import BROKEN_RULES, check_position, check_seats
from .position_model import (
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
)
from .position_names import to_setup
from .state import (
    AUCTION,
    AWARD,
    BREAK,
    CARDS_INDEPENDENT,
    CARDS_NONE,
    CONTEST,
    DEBT,
    FINISHED,
    LOT_HOUSE,
    STATE,
    TRADE,
)
from .tables import ALL_CARDS, HOTEL, JAIL_CARD, JAIL_SQUARE
from .twins import mirrored, part

__all__ = ["setup", "to_setup"]


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
            deed = DEEDS[twice.bit_length() - 1]
            raise BadSetup(f"{deed.name} has two owners, seats {other} and {seat}", hint="a deed has one owner")
    for name in [*player.mortgaged, *player.buildings]:
        if not owned >> deed_number(name) & 1:
            raise BadSetup(
                f"seat {seat} does not own {DEEDS[deed_number(name)].name}", hint="list it under its owner's deeds"
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
        part("buildings").note_built(state, group)
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
