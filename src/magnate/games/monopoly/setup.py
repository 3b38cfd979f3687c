"""Set-ups: a named JSON position becomes a state, and a state becomes such a position again.

For trusted callers (tests, puzzles, analysis): a set-up may describe positions that no game reaches, but none that
breaks an invariant of the rules. The form and the places of its fields are in ``setup_model.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...core.contract import OVER
from ...core.setup_fields import Fields, Place, bits, refuse
from ...errors import BadSetup
from ...messages import Message
from ...runtime.layout import fields_of
from ...runtime.pystate import py_ints
from .board import ALL_CARDS, CARDS_IN_DECK, HOTEL, JAIL_CARD, JAIL_SQUARE, STREET_GROUPS
from .codec import DECK_NAMES, DECK_TITLES, card_name, card_number
from .invariants import BROKEN_RULES, CASH_NEGATIVE, HOLDS, STALE_FIELD
from .options import Options, write_options
from .setup_checks import check_phase, check_player, check_position, check_seats, check_stock
from .setup_frames import check_frames
from .setup_model import FRAME, FRAME_KINDS, PLAYER, RENT, SETUP, Deck, Player, Setup, mirrored, part
from .state import CARDS_INDEPENDENT, CARDS_NONE, CARDS_QUEUE, FINISHED, MAX_LEGAL, STATE
from .text import card_message, said

# ---------------- From a state to the named position


def to_setup(record: np.void) -> dict[str, Any]:
    """The named position of a state: :func:`setup` with the same options makes the same bytes of it."""
    state = fields_of(record)
    found = SETUP.named(state)
    found["players"] = [PLAYER.named(state, seat) for seat in range(state["opt"]["players"])]
    if state["opt"]["cards"] == CARDS_QUEUE:
        found["decks"] = decks_of(state)
    if state["rent_left"][0] != 0:
        found["rents"] = rents_of(state)
    if state["depth"] > 0:
        found["frames"] = frames_of(state)
    return found


def decks_of(state: Fields) -> dict[str, dict[str, list[str]]]:
    """By deck the cards that nobody has seen, in the order of ``data.json``, and the known ones in their order."""
    edition = state["opt"]["deck"]
    return {
        name: {
            "unseen": [card_name(edition, deck, card) for card in bits(state["unseen"][deck])],
            "known": [card_name(edition, deck, card) for card in state["queue"][deck][: state["queued"][deck]]],
        }
        for deck, name in enumerate(DECK_NAMES)
    }


def rents_of(state: Fields) -> list[Fields]:
    """The rents that wait to be claimed, the oldest first."""
    return [RENT.named(state, i) for i, left in enumerate(state["rent_left"]) if left != 0]


def frames_of(state: Fields) -> list[Fields]:
    """What interrupts the turn, from the first to the one that is dealt with now."""
    kinds = [FRAME_KINDS[kind] for kind in state["fkind"][: state["depth"]]]
    return [{"kind": kind} | FRAME[kind].named(state, at) for at, kind in enumerate(kinds)]


# ---------------- From a named position to the state


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state (an array of one) of a named position, carried on to the next decision or throw.

    Raises :class:`~magnate.errors.BadSetup` for an impossible position, pydantic's ``ValidationError`` for a malformed
    one, and :class:`~magnate.errors.BadOption` for options that do not go with the number of players.
    """
    asked = Setup.model_validate(dict(position))
    refuse(check_seats(asked, players))
    states = np.zeros(1, STATE)
    g = states[0]
    write_options(options, players, g)
    SETUP.write(g, asked)
    for i, rent in enumerate(asked.rents):
        RENT.write(g, rent, i)
    asked.players += [Player() for _ in range(players - len(asked.players))]
    for seat, player in enumerate(asked.players):
        refuse(check_player(asked, seat, options))
        _write_player(g, seat, player, options)
    _write_stock(g)
    for deck, name in enumerate(DECK_NAMES):
        _write_deck(g, deck, getattr(asked.decks, name))
    for at, frame in enumerate(asked.frames):
        g["depth"], g["fkind"][at] = at + 1, FRAME_KINDS.index(frame.kind)
        FRAME[frame.kind].write(g, frame, at)
    state = mirrored(g)
    for group in range(STREET_GROUPS):
        part("property").note_built(state, group)
    refuse(check_phase(state, asked))
    refuse(check_position(state, asked))
    check_frames(state, asked)
    return _carried_on(state)


def _write_player(g: np.void, seat: int, player: Player, options: Options) -> None:
    """One player, with the defaults that hang on something else."""
    PLAYER.write(g, player, seat)
    if not player.bankrupt:
        if player.cash is None:
            g["cash"][seat] = options.start_cash
        if player.jail > 0:
            g["square"][seat] = JAIL_SQUARE


def _write_stock(g: np.void) -> None:
    """What the bank has left of houses and hotels."""
    levels = [int(level) for level in g["level"]]
    standing = {"houses": sum(level for level in levels if level != HOTEL), "hotels": levels.count(HOTEL)}
    refuse(check_stock(g["opt"], standing))
    for name, count in standing.items():
        g[name] = g["opt"][name] - (0 if g["opt"]["unlimited_buildings"] else count)


def _write_deck(g: np.void, number: int, deck: Deck) -> None:
    """The unseen and the known cards of one deck."""
    rule, title = int(g["opt"]["cards"]), DECK_TITLES[number]
    if rule in (CARDS_NONE, CARDS_INDEPENDENT):
        if deck != Deck():
            raise BadSetup(
                f'the order of the {title} deck has no meaning without cards "queue"',
                hint="leave decks out, or set the option cards to queue",
                place=("decks", DECK_NAMES[number]),
                localized=said("setup.no_order"),
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
        behind = [(top + i) % CARDS_IN_DECK for i in range(CARDS_IN_DECK)]
        known, unseen = [card for card in behind if card not in held - {top}], set()
    listed = [*known, *unseen]
    wrong = sorted(set(listed) ^ there) or [card for card in listed if listed.count(card) > 1]
    if wrong:
        raise BadSetup(
            f"the {title} card {card_name(edition, number, wrong[0])} is in play twice or not at all",
            hint="each card is unseen, known or (a jail card) held by a player",
            place=("decks", DECK_NAMES[number]),
            localized=said("setup.cards", deck=DECK_NAMES[number], card=card_message(edition, number, wrong[0])),
        )
    g["unseen"][number] = sum(1 << card for card in unseen)
    g["queued"][number] = len(known)
    g["queue"][number, : len(known)] = known


def _cards(edition: int, deck: int, names: Iterable[str]) -> list[int]:
    found = []
    for name in names:
        try:
            found.append(card_number(edition, deck, name))
        except ValueError as unknown:
            place, words = ("decks", DECK_NAMES[deck]), said("setup.no_card", deck=DECK_NAMES[deck], card=name)
            hint = "cards are named by their ids in data.json"
            raise BadSetup(str(unknown), hint=hint, place=place, localized=words) from unknown
    return found


def _carried_on(state: Any) -> np.ndarray:
    """Let the rules run on to the next decision or chance node, and see that every invariant holds."""
    rules = part("rules")
    if state.phase == FINISHED:
        state.mover = OVER
    try:
        rules.advance(state)
        stuck = state.mover >= 0 and rules.legal(state, py_ints(MAX_LEGAL)) == 0
    except (IndexError, ValueError, OverflowError) as broken:
        what, hint = f"the rules cannot go on from this position ({broken})", "check phase, frames and squares"
        raise BadSetup(what, hint=hint, place=("phase",), localized=said("setup.no_further")) from broken
    code, compare = rules.check(state), "compare with pos.to_setup() of a real position"
    what, (place, words) = f"the position is impossible: {BROKEN_RULES[code]}", _broken(state, code)
    refuse([(code != HOLDS, what, compare, place, words)])
    what, hint = f"seat {state.mover} would have no legal action", "check the interrupt on top of frames"
    refuse([(stuck, what, hint, ("phase",), said("setup.stuck", seat=state.mover))])
    states: np.ndarray = state.to_record()
    return states


def _broken(state: Any, code: int) -> tuple[Place, Message]:
    """The field of a broken invariant and its words; those that the checks before it let pass have their own."""
    if code == CASH_NEGATIVE:
        poorest = min(range(state.opt.players), key=lambda seat: state.cash[seat])
        return ("players", poorest, "cash"), said("setup.below_zero")
    if code == STALE_FIELD:
        return (), said("setup.stale")
    return (), said("setup.broken")
