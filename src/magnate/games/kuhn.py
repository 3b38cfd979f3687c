"""Kuhn poker: three cards, two players, one bet. The smallest game with hidden information, solved exactly.

Both put one chip and are dealt one of jack, queen and king. In turns they pass or bet one more chip; after a bet, to
pass is to fold and to bet is to call. It ends with a fold, a call, or when both have passed; then the higher card
takes the pot.

Each brings two chips, all that can be lost, so the utility is the share of the four chips that a player leaves with:
``½ + chips won / 4``. Best play loses the first player 1/18 of a chip (H. W. Kuhn, "A simplified two-person poker",
1950), so its value is 35/72.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ..core.contract import CHANCE, OVER, PURPOSES, TABLE
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..core.result_schema import SHARES
from ..errors import BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import emit
from ..runtime.stream import below

STATE = packed(
    [
        ("card", "i1", (2,)),  # 0 not dealt, 1 jack, 2 queen, 3 king
        ("put", "i1", (2,)),  # chips in the pot
        ("moves", "i1"),  # decisions taken
        ("bets", "i1"),  # bit k: decision k was a bet
        ("winner", "i1"),  # seat + 1 at the end
        ("showdown", "i1"),  # 1: the game ended with both cards shown
    ]
)
State: TypeAlias = Annotated[Any, STATE]

PASS, BET = range(2)
DEALT, PASSED, BETS, SHOWS, TAKES = range(5)  # events
NO_SUCH_ACTION, GAME_OVER, DEALING = range(1, 4)  # reasons

# ---------------------------------------------------------------- rules


@rule
def new_game(g: State) -> None:
    """Both have put their ante; nothing is dealt."""
    for p in range(2):
        g.card[p] = 0
        g.put[p] = 1
    g.moves = 0
    g.bets = 0
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
    """Why action ``a`` may not be taken (0: it may)."""
    if a < PASS or a > BET:
        return NO_SUCH_ACTION
    if g.winner != 0:
        return GAME_OVER
    if g.card[1] == 0:
        return DEALING
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """Pass and bet, always (after a bet: fold and call)."""
    n = 0
    for a in range(2):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """The cards not dealt yet, equally likely."""
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
    return TABLE * PURPOSES


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
def faces_bet(g: State) -> bool:
    """Whether the last decision was a bet."""
    return g.moves > 0 and (g.bets >> (g.moves - 1)) & 1 == 1


@rule
def finish(g: State, winner: int, showdown: int) -> None:
    """The pot goes to the winner."""
    g.winner = winner + 1
    g.showdown = showdown
    if showdown == 1:
        emit(g, SHOWS, 0, g.card[0], 0, 0)
        emit(g, SHOWS, 1, g.card[1], 0, 0)
    emit(g, TAKES, winner, g.put[0] + g.put[1], 0, 0)


@rule
def step(g: State, a: int) -> None:
    """Deal a card, or pass or bet."""
    if g.card[1] == 0:
        to = 0 if g.card[0] == 0 else 1
        g.card[to] = a
        emit(g, DEALT, to, a, 0, 0)
        return
    p = g.moves & 1
    facing = int(faces_bet(g))
    if a == BET:
        g.bets |= 1 << g.moves
        g.put[p] += 1
    g.moves += 1
    emit(g, BETS if a == BET else PASSED, p, facing, 0, 0)
    if a == PASS and facing == 1:
        finish(g, 1 - p, 0)
    elif facing == 1 or (a == PASS and g.moves == 2):
        finish(g, 0 if g.card[0] > g.card[1] else 1, 1)


@rule
def utility(g: State, out: Floats) -> None:
    """The share of the four chips brought that each leaves with."""
    for p in range(2):
        won = g.put[1 - p] if g.winner == p + 1 else -g.put[p]
        out[p] = 0.5 + won / 4.0


@rule
def ending(g: State) -> int:
    """0 going on, 1 a fold, 2 a showdown."""
    if g.winner == 0:
        return 0
    return 1 + g.showdown


@rule
def score(g: State, out: Floats) -> None:
    """Chips won so far: what is in the pot counts as spent until somebody takes it."""
    for p in range(2):
        out[p] = g.put[1 - p] if g.winner == p + 1 else -g.put[p]


@rule
def features(g: State, p: int, out: Floats) -> None:
    """One's own card and, once shown, the other's (jack, queen, king each), the chips of both, and the decisions."""
    for i in range(9):
        out[i] = 0.0
    if g.card[p] > 0:
        out[g.card[p] - 1] = 1.0
    if g.showdown == 1:
        out[2 + g.card[1 - p]] = 1.0
    out[6] = g.put[p]
    out[7] = g.put[1 - p]
    out[8] = g.moves


@rule
def hide(g: State, p: int, key: int) -> None:
    """Return the other's card to the deck and draw one of those that ``p`` does not hold."""
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
    """The cards and the decisions; everything else follows from them."""
    return ((g.card[0] * 4 + g.card[1]) * 4 + g.moves) * 8 + g.bets


@rule
def check(g: State) -> int:
    """1: impossible cards, 2: impossible decisions, 3: chips that do not follow from them, 4: a wrong result."""
    if g.card[0] < 0 or g.card[0] > 3 or g.card[1] < 0 or g.card[1] > 3:
        return 1
    if (g.card[0] == 0 and g.card[1] != 0) or (g.card[0] != 0 and g.card[0] == g.card[1]):
        return 1
    if g.moves < 0 or g.moves > 3 or g.bets < 0 or g.bets >> g.moves or (g.moves > 0 and g.card[1] == 0):
        return 2
    if g.moves == 3 and g.bets & 3 != 2:  # only a pass and a bet are answered by a third decision
        return 2
    first = g.bets & 1
    second = (g.bets >> 1) & 1
    third = (g.bets >> 2) & 1
    if g.put[0] != 1 + first + third or g.put[1] != 1 + second:
        return 3
    winner = 0
    showdown = 0
    if g.moves == 3 or (g.moves == 2 and (first == 1 or second == 0)):
        showdown = 1 if g.put[0] == g.put[1] else 0
        if showdown == 1:
            winner = 1 if g.card[0] > g.card[1] else 2
        else:
            winner = 1 if g.put[0] > g.put[1] else 2
    return 0 if g.winner == winner and g.showdown == showdown else 4


# ---------------------------------------------------------------- options, names, texts


class Options(BaseModel):
    """Kuhn poker has no options."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
NAMES = ("pass", "bet")
CARDS = ("none", "jack", "queen", "king")


def write_options(options: Options, players: int, g: np.void) -> None:
    """Nothing to write: the state has no options."""


def action_name(action: int) -> str:
    """``pass`` (or fold) or ``bet`` (or call)."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The action of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def _decisions(state: np.void) -> list[str]:
    """The decisions so far, by name."""
    return [NAMES[int(state["bets"]) >> k & 1] for k in range(int(state["moves"]))]


def action_message(state: np.void, action: int) -> Message:
    """What the action does."""
    if _decisions(state)[-1:] == ["bet"]:
        return Message("kuhn.action.call" if action == BET else "kuhn.action.fold")
    if action == BET:
        return Message("kuhn.action.bet")
    return Message("kuhn.action.pass.last" if state["moves"] else "kuhn.action.pass")


def action_facets(action: int) -> dict[str, Any]:
    """The kind of the action."""
    return {"kind": NAMES[action]}


def outcome_name(state: np.void, outcome: int) -> str:
    """The card."""
    return CARDS[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The card of a name; raises ValueError when there is none."""
    return CARDS.index(name.strip().lower(), 1)


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """Chips and decisions for all; a card for its holder, and both after a showdown."""
    return {
        "put": [int(chips) for chips in state["put"]],
        "decisions": _decisions(state),
        "cards": [_card(state, seat, viewpoint) for seat in range(2)],
    }


def _card(state: np.void, seat: int, viewpoint: int | None) -> str:
    """A seat's card as somebody sees it."""
    card = int(state["card"][seat])
    shown = card == 0 or viewpoint == seat or bool(state["showdown"])
    return CARDS[card] if shown else "hidden"


def board_text(state: np.void) -> str:
    """What both see, for a terminal: the pot, what was decided, and the cards after a showdown."""
    decisions = ", ".join(_decisions(state)) or "nothing yet"
    rows = [f"pot {int(state['put'].sum())}; decided: {decisions}"]
    rows += [f"seat {seat}: {_card(state, seat, None)} card, {int(state['put'][seat])} in the pot" for seat in range(2)]
    return "\n".join(rows).replace("none card", "no card").replace("hidden card", "a hidden card")


def hand_text(state: np.void, seat: int) -> str:
    """The seat's own card, for a terminal."""
    return f"You hold the {CARDS[int(state['card'][seat])]}."


class Setup(BaseModel):
    """A position: the cards dealt, to seat 0 first, and the decisions taken."""

    model_config = ConfigDict(strict=True, extra="forbid")

    cards: list[Literal["jack", "queen", "king"]] = Field(max_length=2)
    decisions: list[Literal["pass", "bet"]] = Field(default=[], max_length=3)


OVER_AFTER = (["pass", "pass"], ["bet", "pass"], ["bet", "bet"])
"""The pairs of decisions that end the game."""


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for an impossible one."""
    asked = Setup.model_validate(dict(position))
    cards, decisions = [CARDS.index(card) for card in asked.cards], list(asked.decisions)
    if len(set(cards)) != len(cards):
        raise BadSetup(f"both hold the {asked.cards[0]}", hint="there is one card of each kind")
    if decisions and len(cards) < 2:
        raise BadSetup("somebody has decided before both cards were dealt", hint="give two cards")
    if decisions[:2] in OVER_AFTER and len(decisions) == 3:
        raise BadSetup("the game would have ended earlier", hint=f"it is over after {' and '.join(decisions[:2])}")
    states = np.zeros(1, STATE)
    states["card"][0, : len(cards)] = cards
    states["put"] = [1 + decisions[::2].count("bet"), 1 + decisions[1::2].count("bet")]
    states["moves"] = len(decisions)
    states["bets"] = sum(1 << k for k, name in enumerate(decisions) if name == "bet")
    if decisions in OVER_AFTER or len(decisions) == 3:
        first, second = (int(chips) for chips in states["put"][0])
        states["showdown"] = first == second
        states["winner"] = 1 if (cards > cards[::-1] if first == second else first > second) else 2
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    cards = [CARDS[int(card)] for card in state["card"] if card]
    return {"cards": cards, "decisions": _decisions(state)}


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules; a card is told to its holder only, until it is shown."""
    seat, number = event.args[:2]
    if event.kind == DEALT:
        return Event.of(GAME.name, "dealt", {"seat": seat, "card": CARDS[number]}, 1 << seat)
    if event.kind == SHOWS:
        return Event.of(GAME.name, "shows", {"seat": seat, "card": CARDS[number]}, everyone(2))
    if event.kind == TAKES:
        return Event.of(GAME.name, "takes", {"seat": seat, "chips": number}, everyone(2))
    if event.kind == BETS:
        key_ = "calls" if number else "bets"
    else:
        key_ = "folds" if number else "passes"
    return Event.of(GAME.name, key_, {"seat": seat}, everyone(2))


WHY = {
    NO_SUCH_ACTION: "kuhn.why.no_such_action",
    GAME_OVER: "engine.why.over",
    DEALING: "kuhn.why.dealing",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code])


FACTS = SHARES
"""Tournaments count the shares themselves: a pot may be small or large."""

GAME = GameModule(
    name="kuhn",
    title="Kuhn poker",
    about="three cards and one bet: the smallest poker, solved exactly",
    min_players=2,
    max_players=2,
    max_actions=2,
    max_legal=2,
    max_outcomes=3,
    max_decisions=3,
    hidden=True,
    sometimes_chance=True,
    purposes=("deal",),
    endings=("", "fold", "showdown"),
    features=9,
    options=Options,
    presets=PRESETS,
    default_preset="standard",
    write_options=write_options,
    action_name=action_name,
    parse_action=parse_action,
    action_facets=action_facets,
    outcome_name=outcome_name,
    parse_outcome=parse_outcome,
    action_message=action_message,
    reason_message=reason_message,
    narrate=narrate,
    view=view,
    board_text=board_text,
    hand_text=hand_text,
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
)
