"""Tricks: hands and a deck that nobody sees, for tests of searching with hidden information.

Each of two or three players holds up to ``hand`` of ``cards`` cards. Everybody plays a card, the highest takes the
trick and leads the next, and all draw a card while there are some, unseen by the others. What others can do differs
from world to world, and what one knows grows with every card that is played. The result is the share of the tricks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from magnate.core.contract import CHANCE, OVER, PURPOSES, TABLE, GameInfo
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed
from magnate.runtime.primitives import count_bits, emit
from magnate.runtime.stream import below

from .numbered import (  # noqa: F401 - these are the game's
    DEFAULT_PRESET,
    PRESETS,
    action_name,
    narrate,
    outcome_name,
    parse_action,
    parse_outcome,
)

SEATS, MOST = 3, 16
DRAWS, PLAYS = 1, 2
OPTIONS = packed([("players", "i1"), ("cards", "i1"), ("hand", "i1"), ("spare", "i1")])
STATE = packed(
    [
        ("opt", OPTIONS),
        ("hands", "i4", (SEATS,)),  # sets of cards, as bits
        ("gone", "i4"),  # the cards that have been played
        ("table", "i1", (SEATS,)),  # the card of each in this trick, plus 1
        ("won", "i1", (SEATS,)),
        ("leader", "i1"),
        ("played", "i1"),  # cards on the table
    ]
)
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="tricks",
    title="Tricks",
    min_players=2,
    max_players=SEATS,
    max_actions=MOST,
    max_legal=MOST,
    max_outcomes=MOST,
    max_decisions=MOST,
    hidden=True,
    sometimes_chance=True,
    purposes=("deal",),
    endings=("", "played out"),
)


@rule
def new_game(g: State) -> None:
    """All cards are in the deck."""
    for p in range(SEATS):
        g.hands[p] = 0
        g.table[p] = 0
        g.won[p] = 0
    g.gone = 0
    g.leader = 0
    g.played = 0


@rule
def deck(g: State) -> int:
    """The cards that nobody has had."""
    rest = ((1 << g.opt.cards) - 1) & ~g.gone
    for p in range(g.opt.players):
        rest &= ~g.hands[p]
    return rest


@rule
def drawer(g: State) -> int:
    """Who draws next between two tricks: the first, from the leader on, whose hand is not full; -1: nobody."""
    if g.played > 0 or deck(g) == 0:
        return -1
    for i in range(g.opt.players):
        p = (g.leader + i) % g.opt.players
        if count_bits(g.hands[p]) < g.opt.hand:
            return p
    return -1


@rule
def to_move(g: State) -> int:
    """Chance while somebody draws, then everybody in turn from the leader on."""
    if drawer(g) >= 0:
        return CHANCE
    p = (g.leader + g.played) % g.opt.players
    return p if g.hands[p] != 0 else OVER


@rule
def why(g: State, a: int) -> int:
    """1: one does not hold that card."""
    p = to_move(g)
    return 0 if p >= 0 and a >= 0 and a < g.opt.cards and (g.hands[p] >> a) & 1 == 1 else 1


@rule
def legal(g: State, out: Ints) -> int:
    """Any card of one's hand."""
    n = 0
    for a in range(g.opt.cards):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Any card of the deck."""
    rest = deck(g)
    n = 0
    for a in range(g.opt.cards):
        if (rest >> a) & 1 == 1:
            out[n] = a
            weight[n] = 1
            n += 1
    return n


@rule
def chance_key(g: State) -> int:
    """One deck for all."""
    return TABLE * PURPOSES


@rule
def seen_by(g: State) -> int:
    """A card is seen by who draws it, and by all when it is played."""
    p = drawer(g)
    return 255 if p < 0 else 1 << p


@rule
def step(g: State, a: int) -> None:
    """Draw or play a card; the last one of a trick decides it."""
    p = drawer(g)
    if p >= 0:
        g.hands[p] |= 1 << a
        emit(g, DRAWS, p, a, 0, 0)
        return
    p = (g.leader + g.played) % g.opt.players
    g.hands[p] &= ~(1 << a)
    emit(g, PLAYS, p, a, 0, 0)
    g.gone |= 1 << a
    g.table[p] = a + 1
    g.played += 1
    if g.played == g.opt.players:
        finish(g)


@rule
def finish(g: State) -> None:
    """The highest card takes the trick and leads."""
    best = 0
    for p in range(g.opt.players):
        if g.table[p] > g.table[best]:
            best = p
    for p in range(g.opt.players):
        g.table[p] = 0
    g.won[best] += 1
    g.leader = best
    g.played = 0


@rule
def settled(g: State) -> bool:
    """When nobody draws."""
    return drawer(g) < 0


@rule
def nth(cards: int, n: int) -> int:
    """The ``n``-th card of a set, as a set."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@rule
def hide(g: State, p: int, key: int) -> None:
    """All hands but one's own go back to the deck, and as many cards are drawn again."""
    unseen = ((1 << g.opt.cards) - 1) & ~g.gone & ~g.hands[p]
    draws = 0
    for q in range(g.opt.players):
        if q == p:
            continue
        held = count_bits(g.hands[q])
        g.hands[q] = 0
        for _ in range(held):
            card = nth(unseen, below(key, draws, count_bits(unseen)))
            unseen &= ~card
            g.hands[q] |= card
            draws += 1


@rule
def knows(g: State, p: int) -> bool:
    """Whether no other seat holds a card, or one other seat all that ``p`` has not seen."""
    holding = 0
    for q in range(g.opt.players):
        if q != p and g.hands[q] != 0:
            holding += 1
    return holding == 0 or (holding == 1 and deck(g) == 0)


@rule
def utility(g: State, out: Floats) -> None:
    """The share of the tricks."""
    tricks = 0
    for p in range(g.opt.players):
        tricks += g.won[p]
    for p in range(g.opt.players):
        out[p] = g.won[p] / tricks


@rule
def ending(g: State) -> int:
    """1 when nobody holds a card."""
    return 1 if to_move(g) == OVER else 0


@rule
def score(g: State, out: Floats) -> None:
    """The tricks so far."""
    for p in range(g.opt.players):
        out[p] = g.won[p]


@rule
def key(g: State) -> int:
    """A hash of 40 bits of all that there is."""
    h = g.leader * 4 + g.played
    for p in range(SEATS):
        h = ((h * 1_000_003) ^ (g.hands[p] | (g.table[p] << 16) | (g.won[p] << 24))) & ((1 << 40) - 1)
    return ((h * 1_000_003) ^ g.gone) & ((1 << 40) - 1)


@rule
def check(g: State) -> int:
    """1: a card is in two places."""
    seen = g.gone
    for p in range(g.opt.players):
        if seen & g.hands[p] != 0:
            return 1
        seen |= g.hands[p]
    return 0


class Options(BaseModel):
    """How many cards there are, and how many one may hold."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    cards: int = Field(default=10, ge=3, le=MOST)
    hand: int = Field(default=3, ge=1)


def write_options(options: Options, players: int, g: np.void) -> None:
    g["opt"]["players"], g["opt"]["cards"], g["opt"]["hand"] = players, options.cards, options.hand


def action_text(state: np.void, action: int) -> str:
    return f"play {action}"


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": "card"}


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    hand = None if viewpoint is None else int(state["hands"][viewpoint])
    public = {name: state[name].tolist() for name in ("gone", "table", "won", "leader", "played")}
    return {"hand": hand, "held": [int(hand).bit_count() for hand in state["hands"]], **public}


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for name, value in position.items():
        states[name] = value
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return {name: state[name].tolist() for name in ("hands", "gone", "table", "won", "leader", "played")}


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "one does not hold that card")[code]


def board_text(state: np.void) -> str:
    return f"tricks {state['won'].tolist()}"
