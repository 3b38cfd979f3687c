"""Kuhn poker, the smallest game with hidden information; it lives outside the package, as a user's game would.

Three cards (jack, queen, king), two players, one card each, an ante of 1. A player passes or bets 1; a pass after a
bet folds. The higher card takes the pot at a showdown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict

from magnate.engine.compiler import Floats, Ints, rule
from magnate.engine.contract import CHANCE, OVER, TABLE, GameInfo
from magnate.engine.events import emit
from magnate.engine.layout import packed
from magnate.engine.narration import Event, RawEvent, everyone
from magnate.engine.stream import below
from magnate.errors import BadSetup

STATE = packed(
    [
        ("card", "i1", (2,)),  # 0 not dealt, 1 jack, 2 queen, 3 king
        ("put", "i1", (2,)),  # chips in the pot
        ("moves", "i1"),  # decisions taken
        ("last", "i1"),  # the last one: 0 pass, 1 bet
        ("winner", "i1"),  # seat + 1 at the end
        ("showdown", "i1"),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="kuhn",
    title="Kuhn poker",
    min_players=2,
    max_players=2,
    max_actions=2,
    max_legal=2,
    max_outcomes=3,
    max_decisions=3,
    hidden=True,
    purposes=("deal",),
    endings=("", "fold", "showdown"),
    features=6,
)
PASS, BET = 0, 1
DEALT, PASSED, BETS, TAKES = range(4)


@rule
def new_game(g: State) -> None:
    """Both have put their ante; nothing is dealt."""
    for p in range(2):
        g.card[p] = 0
        g.put[p] = 1
    g.moves = 0
    g.last = 0
    g.winner = 0
    g.showdown = 0


@rule
def to_move(g: State) -> int:
    """Chance deals two cards, then the players alternate."""
    if g.winner != 0:
        return OVER
    if g.card[1] == 0:
        return CHANCE
    return g.moves & 1


@rule
def why(g: State, a: int) -> int:
    """1: no such action, 2: not now."""
    if a < PASS or a > BET:
        return 1
    if g.winner != 0 or g.card[1] == 0:
        return 2
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """Pass and bet, always (a bet after a bet is a call)."""
    n = 0
    for a in range(2):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """The cards not dealt yet."""
    n = 0
    for card in range(1, 4):
        if g.card[0] != card:
            out[n] = card
            weight[n] = 1
            n += 1
    return n


@rule
def chance_key(g: State) -> int:
    """One deck for all."""
    return TABLE * 8


@rule
def seen_by(g: State) -> int:
    """A card is seen by whom it is dealt to, a decision by both."""
    if g.card[0] == 0:
        return 1
    if g.card[1] == 0:
        return 2
    return 3


@rule
def settled(g: State) -> bool:
    """Once the cards are dealt."""
    return g.card[1] != 0


@rule
def finish(g: State, winner: int, showdown: int) -> None:
    """The pot goes to the winner."""
    g.winner = winner + 1
    g.showdown = showdown
    emit(g, TAKES, winner, g.put[0] + g.put[1], 0, 0)


@rule
def step(g: State, a: int) -> None:
    """Deal a card, or pass or bet."""
    if g.card[1] == 0:
        p = 0 if g.card[0] == 0 else 1
        g.card[p] = a
        emit(g, DEALT, p, a, 0, 0)
        return
    p = g.moves & 1
    facing = g.last == BET and g.moves > 0
    g.moves += 1
    if a == BET:
        g.put[p] += 1
        emit(g, BETS, p, 0, 0, 0)
    else:
        emit(g, PASSED, p, 0, 0, 0)
    if a == PASS and facing:
        finish(g, 1 - p, 0)
    elif (a == BET and facing) or (a == PASS and g.moves == 2):
        finish(g, 0 if g.card[0] > g.card[1] else 1, 1)
    else:
        g.last = a


@rule
def utility(g: State, out: Floats) -> None:
    """The winner takes all."""
    for p in range(2):
        out[p] = 1.0 if g.winner == p + 1 else 0.0


@rule
def ending(g: State) -> int:
    """0 going on, 1 a fold, 2 a showdown."""
    if g.winner == 0:
        return 0
    return 1 + g.showdown


@rule
def score(g: State, out: Floats) -> None:
    """Chips won."""
    for p in range(2):
        out[p] = g.put[1 - p] if g.winner == p + 1 else -g.put[p]


@rule
def features(g: State, p: int, out: Floats) -> None:
    """One's own card, the chips, and the moves."""
    for i in range(6):
        out[i] = 0.0
    if g.card[p] > 0:
        out[g.card[p] - 1] = 1.0
    out[3] = g.put[p]
    out[4] = g.put[1 - p]
    out[5] = g.moves


@rule
def hide(g: State, p: int, key: int) -> None:
    """Return the other's card to the pool and draw one of the two that ``p`` does not hold."""
    q = 1 - p
    if g.card[q] == 0 or g.showdown == 1:
        return
    if g.card[p] == 0:  # nothing of one's own is known yet
        g.card[q] = 1 + below(key, 0, 3)
        return
    card = 1 + below(key, 0, 2)
    if card >= g.card[p]:
        card += 1
    g.card[q] = card


@rule
def key(g: State) -> int:
    """All fields side by side."""
    mixed = g.card[0] * 4 + g.card[1]
    mixed = (mixed * 4 + g.put[0]) * 4 + g.put[1]
    return (((mixed * 4 + g.moves) * 2 + g.last) * 4 + g.winner) * 2 + g.showdown


@rule
def check(g: State) -> int:
    """1: the same card twice, 2: chips out of range."""
    if g.card[0] != 0 and g.card[0] == g.card[1]:
        return 1
    for p in range(2):
        if g.put[p] < 1 or g.put[p] > 2:
            return 2
    return 0


class Options(BaseModel):
    """No options."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
DEFAULT_PRESET = "standard"
NAMES = ("pass", "bet")
CARDS = ("none", "jack", "queen", "king")


def write_options(options: Options, players: int, g: np.void) -> None:
    """Nothing to write."""


def action_name(action: int) -> str:
    return NAMES[action]


def parse_action(name: str) -> int:
    return NAMES.index(name)


def action_text(state: np.void, action: int) -> str:
    return ("pass", "bet one chip")[action]


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": NAMES[action]}


def outcome_name(state: np.void, outcome: int) -> str:
    return CARDS[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    return CARDS.index(name)


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """Chips and moves for all; a card for its holder, and both after a showdown."""
    shown = [viewpoint == p or bool(state["showdown"]) for p in range(2)]
    return {
        "put": [int(n) for n in state["put"]],
        "moves": int(state["moves"]),
        "cards": [CARDS[int(state["card"][p])] if shown[p] else "hidden" for p in range(2)],
    }


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    if set(position) != {"cards"} or len(set(position["cards"])) != 2:
        raise BadSetup("a set-up of Kuhn poker is two different cards", hint='{"cards": ["king", "jack"]}')
    states = np.zeros(1, STATE)
    states["card"] = [CARDS.index(card) for card in position["cards"]]
    states["put"] = 1
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return {"cards": [CARDS[int(card)] for card in state["card"]]}


def narrate(event: RawEvent) -> Event:
    seat, number = event.args[:2]
    if event.kind == DEALT:
        return Event(
            "dealt", f"Seat {seat} gets the {CARDS[number]}.", {"seat": seat, "card": CARDS[number]}, 1 << seat
        )
    if event.kind == TAKES:
        return Event("takes", f"Seat {seat} takes {number}.", {"seat": seat, "chips": number}, everyone(2))
    key = "bets" if event.kind == BETS else "passes"
    return Event(key, f"Seat {seat} {key}.", {"seat": seat}, everyone(2))


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "there is no such action", "it is not the time")[code]


def board_text(state: np.void) -> str:
    return f"pot {int(state['put'].sum())}"
