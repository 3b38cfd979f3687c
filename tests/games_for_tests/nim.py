"""Nim: three heaps of stones; a move takes some from one heap, and the player who takes the last stone wins.

It is solved (Bouton 1901): the player to move loses exactly where the heaps' binary sum (exclusive or) is 0. With
``misere`` that player loses; then the same holds while some heap has two stones or more, and the
opposite after that. ``magnate new game`` writes this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from magnate.core.contract import OVER
from magnate.core.game_module import GameModule
from magnate.core.narration import Event, RawEvent, everyone
from magnate.errors import BadSetup
from magnate.messages import Message
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed
from magnate.runtime.primitives import emit

HEAPS, MOST = 3, 7
OPTIONS = packed([("heaps", "i1", (HEAPS,)), ("misere", "i1")])
STATE = packed([("opt", OPTIONS), ("heaps", "i1", (HEAPS,)), ("mover", "i1")])
State: TypeAlias = Annotated[Any, STATE]

TAKEN, WON = range(2)  # events
NO_SUCH_MOVE, GAME_OVER, TOO_FEW = range(1, 4)  # reasons
WHY = {NO_SUCH_MOVE: "nim.why.no_such_move", GAME_OVER: "engine.why.over", TOO_FEW: "nim.why.too_few"}


@rule
def new_game(g: State) -> None:
    """All heaps as the options say."""
    for heap in range(HEAPS):
        g.heaps[heap] = g.opt.heaps[heap]
    g.mover = 0


@rule
def stones(g: State) -> int:
    """How many stones are left."""
    left = 0
    for heap in range(HEAPS):
        left += g.heaps[heap]
    return left


@rule
def to_move(g: State) -> int:
    """The players take turns until no stone is left."""
    return OVER if stones(g) == 0 else g.mover


@rule
def why(g: State, a: int) -> int:
    """Action ``a`` takes ``a % MOST + 1`` stones from heap ``a // MOST``."""
    if a < 0 or a >= HEAPS * MOST:
        return NO_SUCH_MOVE
    if stones(g) == 0:
        return GAME_OVER
    return TOO_FEW if g.heaps[a // MOST] < a % MOST + 1 else 0


@rule
def legal(g: State, out: Ints) -> int:
    """What every heap still has, ascending."""
    n = 0
    for a in range(HEAPS * MOST):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def step(g: State, a: int) -> None:
    """Take the stones."""
    g.heaps[a // MOST] -= a % MOST + 1
    emit(g, TAKEN, g.mover, a // MOST, a % MOST + 1, 0)
    g.mover = 1 - g.mover
    if stones(g) == 0:
        emit(g, WON, winner(g), 0, 0, 0)


@rule
def winner(g: State) -> int:
    """Who has won a finished game: the player who moved last, or with ``misere`` the other."""
    return g.mover if g.opt.misere else 1 - g.mover


@rule
def utility(g: State, out: Floats) -> None:
    """1 for the winner."""
    for seat in range(2):
        out[seat] = 1.0 if seat == winner(g) else 0.0


@rule
def score(g: State, out: Floats) -> None:
    """The same."""
    utility(g, out)


@rule
def ending(g: State) -> int:
    """1 when the last stone is taken."""
    return 1 if stones(g) == 0 else 0


@rule
def features(g: State, p: int, out: Floats) -> None:
    """The heaps."""
    for heap in range(HEAPS):
        out[heap] = g.heaps[heap]


@rule
def key(g: State) -> int:
    """The heaps and the mover as one number."""
    found = g.mover
    for heap in range(HEAPS):
        found = found * (MOST + 1) + g.heaps[heap]
    return found


@rule
def check(g: State) -> int:
    """1: a heap that is negative or larger than at the start."""
    for heap in range(HEAPS):
        if g.heaps[heap] < 0 or g.heaps[heap] > g.opt.heaps[heap]:
            return 1
    return 0


class Options(BaseModel):
    """The heaps at the start, and which player the last stone is good for."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    first: int = Field(3, ge=0, le=MOST, description="stones of the first heap")
    second: int = Field(4, ge=0, le=MOST, description="stones of the second heap")
    third: int = Field(5, ge=1, le=MOST, description="stones of the third heap")
    misere: bool = Field(default=False, description="the player who takes the last stone loses")


PRESETS: dict[str, dict[str, Any]] = {"standard": {}, "misere": {"misere": True}}


def write_options(options: Options, players: int, g: np.void) -> None:
    """The options as the rules read them."""
    g["opt"]["heaps"] = [options.first, options.second, options.third]
    g["opt"]["misere"] = options.misere


def action_name(action: int) -> str:
    """As ``a3``: three stones from the first heap."""
    return f"{'abc'[action // MOST]}{action % MOST + 1}"


def parse_action(name: str) -> int:
    """The action of a name; raises ValueError where there is none."""
    return [action_name(action) for action in range(HEAPS * MOST)].index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What a move does; the files in ``locales`` have the words of every language."""
    return Message("nim.action.take", {"heap": "abc"[action // MOST], "count": action % MOST + 1})


def action_facets(action: int) -> dict[str, Any]:
    """The heap, and how many stones are taken."""
    return {"kind": "take", "place": "abc"[action // MOST], "count": action % MOST + 1}


def outcome_name(state: np.void, outcome: int) -> str:
    """There is no chance."""
    raise ValueError(f"Nim has no chance outcome {outcome}")


def parse_outcome(state: np.void, name: str) -> int:
    """There is no chance."""
    raise ValueError(f"Nim has no chance outcome {name!r}")


def board_text(state: np.void) -> str:
    """The heaps, one a line."""
    return "\n".join(f"{name} {'o' * int(count)}" for name, count in zip("abc", state["heaps"], strict=True))


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """Everything: nothing is hidden."""
    return {"heaps": [int(count) for count in state["heaps"]]}


class Setup(BaseModel):
    """A position: the heaps, and who is to move."""

    model_config = ConfigDict(strict=True, extra="forbid")
    heaps: list[int] = Field(min_length=HEAPS, max_length=HEAPS)
    mover: int = Field(0, ge=0, le=1)


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray[Any, Any]:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for an impossible one."""
    wanted = Setup.model_validate(dict(position))
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for count, most in zip(wanted.heaps, (options.first, options.second, options.third), strict=True):
        if not 0 <= count <= most:
            raise BadSetup(f"a heap of {count} stones", hint=f"it had {most} at the start")
    states["heaps"], states["mover"] = wanted.heaps, wanted.mover
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return {"heaps": [int(count) for count in state["heaps"]], "mover": int(state["mover"])}


def narrate(event: RawEvent) -> Event:
    """What happened, in the words of ``event.won`` and ``event.taken``."""
    seat, heap, count = event.args[:3]
    if event.kind == WON:
        return Event.of("nim", "won", {"seat": seat}, everyone(2))
    return Event.of("nim", "taken", {"seat": seat, "heap": "abc"[heap], "count": count}, everyone(2))


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why an action is refused."""
    return Message(WHY[code])


GAME = GameModule(
    name="nim",
    title="Nim",
    about="take stones from one of three heaps; solved",
    min_players=2,
    max_players=2,
    max_actions=HEAPS * MOST,
    max_legal=HEAPS * MOST,
    max_outcomes=1,
    max_decisions=HEAPS * MOST,
    endings=("", "last stone"),
    features=HEAPS,
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
