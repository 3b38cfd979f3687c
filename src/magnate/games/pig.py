"""Pig: a dice game of nerve with known exact values.

On your turn roll a die as often as you dare. Every roll but a 1 adds to the turn's total; a 1 loses the total and ends
the turn. Hold to bank the total. The first to bank ``target`` points wins. There is nothing to hold before the first
roll, and nobody rolls on with enough to win. A game that lasts ``max_turns`` turns is shared by the leaders.

With two players, ``target=100`` and six sides the first player wins with probability 0.5305927253 under optimal play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..core.contract import CHANCE, OVER, PURPOSES, SEATS
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..core.result_schema import ResultSchema
from ..errors import BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import emit
from ..runtime.stream import pick

MAX_TARGET, MAX_SIDES, MAX_TURNS = 1_000, 20, 100_000

OPTIONS = packed([("max_turns", "i4"), ("target", "i2"), ("sides", "i1"), ("players", "i1")])
STATE = packed(
    [
        ("opt", OPTIONS),
        ("turns", "i4"),  # turns completed
        ("total", "i4"),  # this turn's points, not yet banked
        ("points", "i2", (SEATS,)),  # banked
        ("seat", "i1"),  # whose turn it is (0 at the end)
        ("rolling", "i1"),  # 1 while the die is in the air
        ("ending", "i1"),  # 0 going on, 1 the target was reached, 2 the cap on turns
        ("spare", "i1"),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

ROLL, HOLD = range(2)
ROLLED, LOST, BANKED, WON, CAPPED = range(5)  # events
NO_SUCH_ACTION, GAME_OVER, NOTHING_TO_HOLD, ENOUGH_TO_WIN = range(1, 5)  # reasons

# ---------------------------------------------------------------- rules


@rule
def new_game(g: State) -> None:
    """Nobody has a point and seat 0 is to roll."""
    for p in range(SEATS):
        g.points[p] = 0
    g.turns = 0
    g.total = 0
    g.seat = 0
    g.rolling = 0
    g.ending = 0
    g.spare = 0


@rule
def to_move(g: State) -> int:
    """The player whose turn it is, or chance while the die is in the air."""
    if g.ending != 0:
        return OVER
    if g.rolling == 1:
        return CHANCE
    return g.seat


@rule
def why(g: State, a: int) -> int:
    """Why action ``a`` may not be taken (0: it may)."""
    if a < ROLL or a > HOLD:
        return NO_SUCH_ACTION
    if g.ending != 0:
        return GAME_OVER
    if a == HOLD and g.total == 0:
        return NOTHING_TO_HOLD
    if a == ROLL and g.points[g.seat] + g.total >= g.opt.target:
        return ENOUGH_TO_WIN
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """Roll and hold, where they may be chosen."""
    n = 0
    for a in range(2):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Each face of the die, equally likely; the outcome's id is the face."""
    for face in range(g.opt.sides):
        out[face] = face + 1
        weight[face] = 1
    return g.opt.sides


@rule
def draw(g: State, u: int) -> int:
    """The face that a 52-bit number means: the same as walking through :func:`chance`."""
    return pick(u, g.opt.sides) + 1


@rule
def chance_key(g: State) -> int:
    """Each seat throws its own die."""
    return g.seat * PURPOSES


@rule
def end_turn(g: State) -> None:
    """The next player's turn, unless the cap is reached."""
    g.total = 0
    g.turns += 1
    g.seat += 1
    if g.seat == g.opt.players:
        g.seat = 0
    if g.turns >= g.opt.max_turns:
        g.ending = 2
        g.seat = 0
        emit(g, CAPPED, g.turns, 0, 0, 0)


@rule
def step(g: State, a: int) -> None:
    """Throw the die, or let it fall on ``a``, or bank the turn's total."""
    p = g.seat
    if g.rolling == 1:
        g.rolling = 0
        emit(g, ROLLED, p, a, 0, 0)
        if a == 1:
            emit(g, LOST, p, g.total, 0, 0)
            end_turn(g)
        else:
            g.total += a
    elif a == ROLL:
        g.rolling = 1
    else:
        g.points[p] += g.total
        emit(g, BANKED, p, g.total, g.points[p], 0)
        if g.points[p] >= g.opt.target:
            g.total = 0
            g.ending = 1
            g.seat = 0
            emit(g, WON, p, g.points[p], 0, 0)
        else:
            end_turn(g)


@rule
def settled(g: State) -> bool:
    """Everything but the die in the air."""
    return g.rolling == 0


@rule
def seen_by(g: State) -> int:
    """Everybody sees everything."""
    return (1 << g.opt.players) - 1


@rule
def utility(g: State, out: Floats) -> None:
    """The player with most points wins; ties, possible only at the cap, share."""
    best = 0
    for p in range(g.opt.players):
        best = max(best, g.points[p])
    winners = 0
    for p in range(g.opt.players):
        if g.points[p] == best:
            winners += 1
    for p in range(g.opt.players):
        out[p] = 1.0 / winners if g.points[p] == best else 0.0


@rule
def ending(g: State) -> int:
    """0 going on, 1 the target was reached, 2 the cap on turns."""
    return g.ending


@rule
def score(g: State, out: Floats) -> None:
    """The points banked."""
    for p in range(g.opt.players):
        out[p] = g.points[p]


@rule
def features(g: State, p: int, out: Floats) -> None:
    """The turn's total, whether it is ``p``'s turn, then all points from ``p`` on round the table (target = 1)."""
    out[0] = g.total / g.opt.target
    out[1] = 1.0 if g.seat == p else 0.0
    for i in range(SEATS):
        out[2 + i] = 0.0
    for i in range(g.opt.players):
        out[2 + i] = g.points[(p + i) % g.opt.players] / g.opt.target


@rule
def key(g: State) -> int:
    """A mix of all that matters; the cap's turn count is part of the position."""
    mixed = ((g.turns * 8 + g.seat) * 2 + g.rolling) * 4 + g.ending
    mixed = (mixed * 1_000_003 + g.total) & 0xFFFFFFFFFF
    for p in range(g.opt.players):
        mixed = (mixed * 1_000_003 + g.points[p]) & 0xFFFFFFFFFF
    return mixed


@rule
def check(g: State) -> int:
    """1: points out of range, 2: a total or die where none can be, 3: an impossible seat or ending.

    At the end it is nobody's turn: ``seat`` is 0.
    """
    winners = 0
    for p in range(SEATS):
        if g.points[p] < 0 or g.points[p] > g.opt.target + MAX_SIDES:
            return 1
        if g.points[p] != 0 and p >= g.opt.players:
            return 1
        if g.points[p] >= g.opt.target:
            winners += 1
    if g.total < 0 or g.total == 1 or (g.ending != 0 and (g.total != 0 or g.rolling != 0)):
        return 2
    if g.seat < 0 or g.seat >= g.opt.players or (g.ending != 0 and g.seat != 0):
        return 3
    if winners > 1 or (winners == 1) != (g.ending == 1):
        return 3
    return 0


# ---------------------------------------------------------------- options, names, texts


class Options(BaseModel):
    """The options of Pig."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    target: int = Field(default=100, ge=2, le=MAX_TARGET, description="points that win")
    sides: int = Field(default=6, ge=2, le=MAX_SIDES, description="faces of the die; the face 1 loses the turn")
    max_turns: int = Field(default=10_000, ge=1, le=MAX_TURNS, description="turns after which the leaders share")


PRESETS: dict[str, dict[str, Any]] = {"standard": {}, "short": {"target": 50}}
NAMES = ("roll", "hold")


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``."""
    g["opt"]["target"] = options.target
    g["opt"]["sides"] = options.sides
    g["opt"]["max_turns"] = options.max_turns
    g["opt"]["players"] = players


def action_name(action: int) -> str:
    """``roll`` or ``hold``."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The action of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What the action does."""
    if action == ROLL:
        return Message("pig.action.roll")
    seat, total = int(state["seat"]), int(state["total"])
    return Message("pig.action.hold", {"points": total, "sum": int(state["points"][seat]) + total})


def action_facets(action: int) -> dict[str, Any]:
    """The kind of the action."""
    return {"kind": NAMES[action]}


def outcome_name(state: np.void, outcome: int) -> str:
    """The face."""
    return str(outcome)


def parse_outcome(state: np.void, name: str) -> int:
    """The face of a name; raises ValueError when the die has no such face."""
    face = int(name)
    if not 1 <= face <= int(state["opt"]["sides"]):
        raise ValueError(f"no face {face}")
    return face


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: everything."""
    players = int(state["opt"]["players"])
    return {
        "points": [int(n) for n in state["points"][:players]],
        "total": int(state["total"]),
        "seat": int(state["seat"]),
        "rolling": bool(state["rolling"]),
        "turns": int(state["turns"]),
        "target": int(state["opt"]["target"]),
    }


def board_text(state: np.void) -> str:
    """The points for a terminal, the player to move marked."""
    shown = view(state, None)
    rows = []
    for seat, points in enumerate(shown["points"]):
        turn = f"  rolling on {shown['total']}" if seat == shown["seat"] and not state["ending"] else ""
        rows.append(f"{'>' if turn else ' '} seat {seat}: {points:4d} of {shown['target']}{turn}")
    return "\n".join(rows)


class Setup(BaseModel):
    """A position: everybody's points, the total at stake, whose turn it is, and the turns completed.

    Of a game that is over the seat means nothing: whatever is given, the state has 0.
    """

    model_config = ConfigDict(strict=True, extra="forbid")

    points: list[Annotated[int, Field(ge=0, le=MAX_TARGET + MAX_SIDES)]]
    total: int = Field(default=0, ge=0, le=MAX_TARGET + MAX_SIDES)
    seat: int = Field(default=0, ge=0)
    rolling: bool = False
    turns: int = Field(default=0, ge=0, le=MAX_TURNS)

    @model_validator(mode="after")
    def _possible(self) -> Setup:
        if self.seat >= len(self.points):
            raise ValueError(f"seat {self.seat} does not play; seats are 0 to {len(self.points) - 1}")
        if self.total == 1:
            raise ValueError("a turn's total is never 1, since a 1 loses it")
        return self


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for an impossible one."""
    asked = Setup.model_validate(dict(position))
    if len(asked.points) != players:
        raise BadSetup(f"points are given for {len(asked.points)} players", hint=f"give {players} numbers")
    winners = sum(points >= options.target for points in asked.points)
    enough = asked.points[asked.seat] + asked.total >= options.target
    ending = 1 if winners else 2 if asked.turns >= options.max_turns else 0
    if winners > 1 or (ending and (asked.total or asked.rolling)) or (asked.rolling and enough):
        ends = f"{options.target} points win at once, and {options.max_turns} turns end the game"
        raise BadSetup("the game would have ended earlier", hint=ends)
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    states["points"][0, :players] = asked.points
    for name in ("total", "seat", "rolling", "turns"):
        states[name] = getattr(asked, name)
    states["ending"] = ending
    if ending:
        states["seat"] = 0
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return {name: value for name, value in view(state, None).items() if name != "target"}


def narrate(event: RawEvent) -> Event | None:
    """The message of an event of these rules."""
    seat, number, sum_, _ = event.args
    if event.kind == CAPPED:
        return Event.of(GAME.name, "capped", {"turns": seat}, everyone(SEATS))
    key_, params = {
        ROLLED: ("rolled", {"seat": seat, "face": number}),
        LOST: ("lost", {"seat": seat, "points": number}),
        BANKED: ("banked", {"seat": seat, "points": number, "sum": sum_}),
        WON: ("won", {"seat": seat, "points": number}),
    }[event.kind]
    return Event.of(GAME.name, key_, params, everyone(SEATS))


WHY = {
    NO_SUCH_ACTION: "pig.why.no_such_action",
    GAME_OVER: "engine.why.over",
    NOTHING_TO_HOLD: "pig.why.nothing_to_hold",
    ENOUGH_TO_WIN: "pig.why.enough_to_win",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code])


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    """Facts of finished games that a tournament averages: the turns played."""
    return {"turns": states["turns"].copy()}


FACTS = ResultSchema(
    game=(("turns", "i4"),),
    seat=(("score", "i4"),),
    collect=lambda results: {**statistics(results.states), "score": results.score},
)
"""What a tournament keeps of each finished game."""

GAME = GameModule(
    name="pig",
    title="Pig",
    about="roll on or hold: a dice game of nerve with known exact values",
    min_players=2,
    max_players=SEATS,
    max_actions=2,
    max_legal=2,
    max_outcomes=MAX_SIDES,
    max_decisions=MAX_TURNS * (MAX_TARGET // 2 + 1),
    rules_version=2,
    purposes=("die",),
    endings=("", "target", "turn cap"),
    caps=("turn cap",),
    features=2 + SEATS,
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
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
)
