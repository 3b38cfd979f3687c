"""Backgammon bear-off: two players take their checkers off, each from their own home board, and never meet.

On your turn throw two dice and play each, a double four times. A die moves a checker down by that many points, or
bears one off from the point of that number. A die that is larger than your highest point bears off from that one. As
many dice as can be played must be played, and if only one can, the larger. The first to have no checker left wins.

Each die is a decision of its own, named as in backgammon by where the checker leaves and arrives (``6/2``,
``3/off``), so the dice can be played in any order. When more than one die could bear off from a point, the larger is
used. The choice makes no difference: that point is then the highest, and either die left would bear off the next
highest checker.

Small positions are solved exactly: with one checker on the 6 point each, say, the player who throws first wins 13/16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ..core.contract import CHANCE, OVER, PURPOSES
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..errors import BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import emit
from ..runtime.stream import pick

__all__ = [
    "GAME",
    "PRESETS",
    "Options",
    "action_facets",
    "action_message",
    "action_name",
    "board_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
    "setup",
    "to_setup",
    "view",
    "write_options",
]


POINTS, MAX_CHECKERS = 6, 15

OPTIONS = packed([("checkers", "i1")])  # how many each has at the start of a game
STATE = packed(
    [
        ("home", "i1", (2, POINTS + 1)),  # the checkers of each seat by point, 0 being off
        ("dice", "i1", (POINTS + 1,)),  # how often each number is still to be played (nothing at 0)
        ("seat", "i1"),  # whose turn it is
        ("rolling", "i1"),  # 1 while the dice are in the air
        ("winner", "i1"),  # seat + 1 at the end
        ("opt", OPTIONS),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

ROLL = 0
MOVES = tuple((start, end) for start in range(1, POINTS + 1) for end in range(start))
"""Where the checker leaves and arrives, by action id less 1."""

ROLLED, MOVED, BORNE_OFF, WON = range(4)  # events
NO_SUCH_ACTION, GAME_OVER, TO_ROLL, ROLLED_ALREADY, NO_CHECKER, NO_DIE, NOT_HIGHEST, BOTH_DICE = range(1, 9)  # reasons


@rule
def new_game(g: State) -> None:
    """The checkers stand on the points from the sixth down, round and round; seat 0 is to throw."""
    for p in range(2):
        for point in range(POINTS + 1):
            g.home[p, point] = 0
        for i in range(g.opt.checkers):
            g.home[p, POINTS - i % POINTS] += 1
    for face in range(POINTS + 1):
        g.dice[face] = 0
    g.seat = 0
    g.rolling = 0
    g.winner = 0


@rule
def to_move(g: State) -> int:
    """The player whose turn it is, or chance while the dice are in the air."""
    if g.winner != 0:
        return OVER
    if g.rolling == 1:
        return CHANCE
    return g.seat


@rule
def start_of(a: int) -> int:
    """The point that move ``a`` leaves."""
    point = 1
    while (point + 1) * point // 2 < a:
        point += 1
    return point


@rule
def end_of(a: int) -> int:
    """The point where move ``a`` arrives (0: off)."""
    point = start_of(a)
    return a - 1 - point * (point - 1) // 2


@rule
def largest_die(g: State) -> int:
    """The largest number still to be played, 0 for none."""
    for face in range(POINTS, 0, -1):
        if g.dice[face] > 0:
            return face
    return 0


@rule
def highest_point(g: State, p: int) -> int:
    """The highest point on which ``p`` has a checker, 0 for none."""
    for point in range(POINTS, 0, -1):
        if g.home[p, point] > 0:
            return point
    return 0


@rule
def die_for(g: State, start: int, end: int) -> int:
    """The number that takes a checker from ``start`` to ``end``; 0 where none does."""
    if end > 0:
        return start - end if g.dice[start - end] > 0 else 0
    die = largest_die(g)
    if die > start and highest_point(g, g.seat) == start:
        return die
    return start if g.dice[start] > 0 else 0


@rule
def wastes_die(g: State, start: int, end: int) -> bool:
    """Whether this bears off the last checker with a larger die while a smaller one could have been played before.

    Nothing else can leave a die unplayed: while there is a checker, every die can be played, and the moves of a double
    are the same number in any order.
    """
    smaller = 0
    for face in range(1, start):
        smaller += g.dice[face]
    checkers = 0
    for point in range(1, POINTS + 1):
        checkers += g.home[g.seat, point]
    return end == 0 and smaller > 0 and checkers == 1


@rule
def why(g: State, a: int) -> int:
    """Why action ``a`` may not be taken (0: it may)."""
    if a < ROLL or a > len(MOVES):
        return NO_SUCH_ACTION
    if g.winner != 0:
        return GAME_OVER
    die = largest_die(g)
    if a == ROLL:
        return ROLLED_ALREADY if die > 0 or g.rolling == 1 else 0
    if die == 0:
        return TO_ROLL
    start = start_of(a)
    end = end_of(a)
    if g.home[g.seat, start] == 0:
        return NO_CHECKER
    if die_for(g, start, end) == 0:
        return NOT_HIGHEST if end == 0 and die > start else NO_DIE
    return BOTH_DICE if wastes_die(g, start, end) else 0


@rule
def legal(g: State, out: Ints) -> int:
    """To throw, or the moves of the dice still to be played."""
    n = 0
    for a in range(len(MOVES) + 1):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def outcome_of(high: int, low: int) -> int:
    """The id of a throw, 0 to 20."""
    return high * (high - 1) // 2 + low - 1


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """The 21 throws of two dice: 1 way in 36 for a double, 2 for any other."""
    n = 0
    for high in range(1, POINTS + 1):
        for low in range(1, high + 1):
            out[n] = outcome_of(high, low)
            weight[n] = 1 if high == low else 2
            n += 1
    return n


@rule
def draw(g: State, u: int) -> int:
    """The throw that a 52-bit number means: one of the 36 ways."""
    way = pick(u, 36)
    one = 1 + way // 6
    other = 1 + way % 6
    return outcome_of(max(one, other), min(one, other))


@rule
def chance_key(g: State) -> int:
    """Each seat throws its own dice."""
    return g.seat * PURPOSES


@rule
def take_throw(g: State, outcome: int) -> None:
    """The dice have fallen."""
    high = 1
    while outcome_of(high + 1, 1) <= outcome:
        high += 1
    low = outcome - outcome_of(high, 1) + 1
    g.rolling = 0
    g.dice[high] += 1
    g.dice[low] += 1
    if high == low:
        g.dice[high] = 4
    emit(g, ROLLED, g.seat, high, low, 0)


@rule
def win(g: State) -> None:
    """The seat to move has no checker left; dice that are not played mean nothing any more."""
    g.winner = g.seat + 1
    for face in range(POINTS + 1):
        g.dice[face] = 0
    emit(g, WON, g.seat, 0, 0, 0)
    g.seat = 0


@rule
def step(g: State, a: int) -> None:
    """Throw, or let the dice fall as ``a``, or move a checker."""
    p = g.seat
    if g.rolling == 1:
        take_throw(g, a)
        return
    if a == ROLL:
        g.rolling = 1
        return
    start = start_of(a)
    end = end_of(a)
    die = die_for(g, start, end)
    g.dice[die] -= 1
    g.home[p, start] -= 1
    g.home[p, end] += 1
    emit(g, BORNE_OFF if end == 0 else MOVED, p, start, end, die)
    if highest_point(g, p) == 0:
        win(g)
    elif largest_die(g) == 0:
        g.seat = 1 - p


@rule
def settled(g: State) -> bool:
    """Between two turns: no dice are in the air or waiting to be played."""
    return g.rolling == 0 and largest_die(g) == 0


@rule
def utility(g: State, out: Floats) -> None:
    """1 for the first to bear off all checkers."""
    for p in range(2):
        out[p] = 1.0 if g.winner == p + 1 else 0.0


@rule
def ending(g: State) -> int:
    """0 going on, 1 somebody has no checker left."""
    return 1 if g.winner != 0 else 0


@rule
def score(g: State, out: Floats) -> None:
    """The checkers borne off."""
    for p in range(2):
        out[p] = g.home[p, 0]


@rule
def features(g: State, p: int, out: Floats) -> None:
    """``p``'s checkers by point (15 = 1), the other's, the dice left by number, whose turn it is, those borne off."""
    for point in range(1, POINTS + 1):
        out[point - 1] = g.home[p, point] / MAX_CHECKERS
        out[POINTS + point - 1] = g.home[1 - p, point] / MAX_CHECKERS
        out[2 * POINTS + point - 1] = g.dice[point]
    out[3 * POINTS] = 1.0 if g.seat == p else 0.0
    out[3 * POINTS + 1] = g.home[p, 0] / MAX_CHECKERS
    out[3 * POINTS + 2] = g.home[1 - p, 0] / MAX_CHECKERS


@rule
def key(g: State) -> int:
    """All checkers that are not off, four bits a point, then the dice left and whose turn it is.

    Dice left are one number, several times, or two different ones, so the largest, the smallest and how many tell them.
    """
    mixed = 0
    for p in range(2):
        for point in range(1, POINTS + 1):
            mixed = mixed * 16 + g.home[p, point]
    smallest = 0
    count = 0
    for face in range(POINTS, 0, -1):
        if g.dice[face] > 0:
            smallest = face
            count += g.dice[face]
    mixed = ((mixed * 7 + largest_die(g)) * 7 + smallest) * 5 + count
    return (mixed * 2 + g.rolling) * 2 + g.seat


@rule
def check(g: State) -> int:
    """1: impossible checkers, 2: impossible dice, 3: an impossible seat or winner."""
    for p in range(2):
        total = 0
        for point in range(POINTS + 1):
            if g.home[p, point] < 0:
                return 1
            total += g.home[p, point]
        if total < 1 or total > MAX_CHECKERS:
            return 1
    count = 0
    numbers = 0
    for face in range(POINTS + 1):
        if g.dice[face] < 0:
            return 2
        count += g.dice[face]
        if g.dice[face] > 0:
            numbers += 1
    if g.dice[0] != 0 or count > 4 or numbers > 2 or (numbers == 2 and count != 2):
        return 2
    if count > 0 and (g.rolling != 0 or g.winner != 0):
        return 2
    if g.seat < 0 or g.seat > 1 or g.rolling < 0 or g.rolling > 1 or g.winner < 0 or g.winner > 2:
        return 3
    for p in range(2):
        if (highest_point(g, p) == 0) != (g.winner == p + 1):
            return 3
    return 3 if g.winner != 0 and (g.seat != 0 or g.rolling != 0) else 0


# ---------------- Options


class Options(BaseModel):
    """The options of the bear-off."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    checkers: int = Field(
        default=MAX_CHECKERS,
        ge=1,
        le=MAX_CHECKERS,
        description="checkers of each player, dealt to the points 6, 5, 4, 3, 2, 1, 6, …",
    )


PRESETS: dict[str, dict[str, Any]] = {"standard": {}, "short": {"checkers": 6}, "tiny": {"checkers": 2}}


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the number of checkers into the state."""
    g["opt"]["checkers"] = options.checkers


# ---------------- Positions


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: everything. A player's checkers are told as the list of their points."""
    return {
        "home": [
            [point for point in range(POINTS, 0, -1) for _ in range(int(state["home"][seat, point]))]
            for seat in range(2)
        ],
        "off": [int(state["home"][seat, 0]) for seat in range(2)],
        "seat": int(state["seat"]),
        "dice": [face for face in range(POINTS, 0, -1) for _ in range(int(state["dice"][face]))],
        "rolling": bool(state["rolling"]),
    }


def board_text(state: np.void) -> str:
    """Both home boards for a terminal, the player to move marked."""
    shown = view(state, None)
    rows = [f"{'point':>10}" + "".join(f"{point:4d}" for point in range(POINTS, 0, -1)) + "   off"]
    for seat in range(2):
        counts = [int(state["home"][seat, point]) for point in range(POINTS, 0, -1)]
        turn = seat == shown["seat"] and not state["winner"]
        dice = "   dice " + " ".join(map(str, shown["dice"])) if turn and shown["dice"] else ""
        cells = "".join(f"{count or '·':>4}" for count in counts)
        rows.append(f"{'>' if turn else ' '} seat {seat}: {cells}{shown['off'][seat]:6d}{dice}")
    return "\n".join(rows)


Point = Annotated[int, Field(ge=1, le=POINTS)]


class Setup(BaseModel):
    """A position: the point of every checker of both seats, how many are off, whose turn it is, the dice to play."""

    model_config = ConfigDict(strict=True, extra="forbid")

    home: list[Annotated[list[Point], Field(max_length=MAX_CHECKERS)]] = Field(min_length=2, max_length=2)
    off: list[Annotated[int, Field(ge=0, le=MAX_CHECKERS)]] = Field(default=[0, 0], min_length=2, max_length=2)
    seat: int = Field(default=0, ge=0, le=1)
    dice: list[Point] = Field(default=[], max_length=4)
    rolling: bool = False


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for an impossible one."""
    asked = Setup.model_validate(dict(position))
    for seat, (points, off) in enumerate(zip(asked.home, asked.off, strict=True)):
        if not 1 <= len(points) + off <= MAX_CHECKERS:
            raise BadSetup(f"seat {seat} has {len(points) + off} checkers", hint=f"allowed are 1 to {MAX_CHECKERS}")
    if len(set(asked.dice)) > 1 and len(asked.dice) > 2:
        raise BadSetup(f"no throw leaves the dice {asked.dice}", hint="give two numbers, or up to four equal ones")
    if asked.dice and asked.rolling:
        raise BadSetup("dice cannot lie on the table and be in the air", hint="leave out dice or rolling")
    winners = [seat for seat, points in enumerate(asked.home) if not points]
    if len(winners) == 2 or (winners and (asked.dice or asked.rolling or asked.seat)):
        raise BadSetup(
            "the game would have ended earlier", hint="who has no checker left has won: give no dice, and seat 0"
        )
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for seat in range(2):
        states["home"][0, seat] = [asked.off[seat], *(asked.home[seat].count(point) for point in range(1, POINTS + 1))]
    states["dice"][0] = [asked.dice.count(face) for face in range(POINTS + 1)]
    states["seat"], states["rolling"] = asked.seat, asked.rolling
    states["winner"] = winners[0] + 1 if winners else 0
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return view(state, None)


# ---------------- Words


NAMES = ("roll", *(f"{start}/{end or 'off'}" for start, end in MOVES))
THROWS = tuple(f"{high}-{low}" for high in range(1, POINTS + 1) for low in range(1, high + 1))


def action_name(action: int) -> str:
    """``roll``, or where a checker leaves and arrives: ``6/2``, ``3/off``."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The action of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What the action does."""
    if action == ROLL:
        return Message("bearoff.action.roll")
    start, end = MOVES[action - 1]
    if end == 0:
        return Message("bearoff.action.bear_off", {"from": start})
    return Message("bearoff.action.move", {"from": start, "to": end, "die": start - end})


def action_facets(action: int) -> dict[str, Any]:
    """The kind of the action; for a move the points."""
    if action == ROLL:
        return {"kind": "roll"}
    start, end = MOVES[action - 1]
    return {"kind": "bear off", "from": start} if end == 0 else {"kind": "move", "from": start, "to": end}


def outcome_name(state: np.void, outcome: int) -> str:
    """The throw, the larger number first: ``5-2``."""
    return THROWS[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The throw of a name, in any order; raises ValueError when two dice cannot show it."""
    return THROWS.index("-".join(sorted(name.strip().split("-"), reverse=True)))


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    seat, one, other, die = event.args
    if event.kind == ROLLED:
        params = {"seat": seat, "dice": [one, other]}
        return Event.of("bearoff", "rolled", params, everyone(2), high=one, low=other)
    if event.kind == MOVED:
        return Event.of("bearoff", "moved", {"seat": seat, "from": one, "to": other, "die": die}, everyone(2))
    if event.kind == BORNE_OFF:
        return Event.of("bearoff", "borne_off", {"seat": seat, "from": one, "die": die}, everyone(2))
    return Event.of("bearoff", "won", {"seat": seat}, everyone(2))


WHY = {
    NO_SUCH_ACTION: "bearoff.why.no_such_action",
    GAME_OVER: "engine.why.over",
    TO_ROLL: "bearoff.why.to_roll",
    ROLLED_ALREADY: "bearoff.why.rolled_already",
    NO_CHECKER: "bearoff.why.no_checker",
    NO_DIE: "bearoff.why.no_die",
    NOT_HIGHEST: "bearoff.why.not_highest",
    BOTH_DICE: "bearoff.why.both_dice",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code])


# ---------------- The game

GAME = GameModule(
    name="bearoff",
    title="Backgammon bear-off",
    about="two dice, up to fifteen checkers each to bear off: a race solved exactly",
    min_players=2,
    max_players=2,
    max_actions=1 + len(MOVES),
    max_legal=2 * POINTS,
    max_outcomes=21,
    max_decisions=4 * POINTS * MAX_CHECKERS,  # each move takes a pip at least, and no turn is without one
    purposes=("dice",),
    endings=("", "borne off"),
    features=3 * POINTS + 3,
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
)
