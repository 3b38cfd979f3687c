"""Positions of the bear-off: shown to anybody, as JSON and in a terminal, and set up from a description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...errors import BadSetup
from .options import Options, write_options
from .rules import MAX_CHECKERS, POINTS, STATE

__all__ = ["board_text", "setup", "to_setup", "view"]


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
