"""Who has to decide what, and why: a question for each phase, which everybody at the table may read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.contract import OVER
from ...messages import Message
from . import actions
from . import state as phases
from .codec import KIND_NAMES, TILE_NAMES
from .phrases import ends_of, merchant_place, on_board, said
from .position_model import PHASES
from .scene import Scene
from .tables import CANAL, CANAL_COST, RAIL_COST, SECOND_RAIL_COST

__all__ = ["pending_message", "prompt_message"]


def prompt_message(state: np.void, seat: int) -> Message:
    """What ``seat``, which is to move, is asked; nothing in it is hidden from anybody."""
    scene = Scene(state)
    ask = _ASKED.get(scene.phase)
    variant, params = ask(scene) if ask else ("", {})
    return said(f"prompt.{PHASES[scene.phase]}{variant and '.'}{variant}", seat=seat, **params)


def pending_message(state: np.void) -> Message:
    """Which decision is pending and what it takes, as the end of a sentence: for who tries something else."""
    scene = Scene(state)
    if scene.mover < 0:
        return said(f"pending.{'over' if scene.mover == OVER else 'chance'}")
    ask = _ASKED.get(scene.phase)
    return said(f"pending.{PHASES[scene.phase]}", **(ask(scene)[1] if ask else {}))


Asked = tuple[str, dict[str, Any]]
"""Which of the questions of a phase, and what it is about."""


def _number(scene: Scene, field: str) -> int:
    return int(scene.state[field])


def _action(scene: Scene) -> Asked:
    return "", {"count": _number(scene, "actions")}


def _build_space(scene: Scene) -> Asked:
    return "", {"tile": TILE_NAMES[scene.lowest(_number(scene, "industry"))]}


def _cubes(field: str) -> Callable[[Scene], Asked]:
    """Cubes or barrels that are still to be taken, and what for."""
    return lambda scene: ("", {"count": _number(scene, field), "use": _use(scene)})


def _use(scene: Scene) -> Message:
    """What the action in progress takes coal, iron or beer for."""
    doing, at = _number(scene, "doing"), _number(scene, "at")
    if doing == actions.NETWORK:
        return said("use.link", ends=ends_of(at))
    if doing == actions.DEVELOP:
        return said("use.develop")
    if doing == actions.SELL:
        return said("use.sell", **on_board(at, scene.tile(at)), to=merchant_place(_number(scene, "shop")))
    return said("use.build", **on_board(at, scene.lowest(_number(scene, "industry"))))  # it is not yet laid


def _line(scene: Scene) -> Asked:
    canal = _number(scene, "era") == CANAL
    return ("canal", {"money": CANAL_COST}) if canal else ("rail", {"money": RAIL_COST})


def _second_line(scene: Scene) -> Asked:
    return "", {"ends": ends_of(_number(scene, "at")), "money": SECOND_RAIL_COST}


def _sell_more(scene: Scene) -> Asked:
    return "", {"count": _number(scene, "count")}


def _merchant(scene: Scene) -> Asked:
    at = _number(scene, "at")
    return "", on_board(at, scene.tile(at))


def _bonus(scene: Scene) -> Asked:
    return ("" if int(scene.state["opt"]["bonus_compulsory"]) else "optional"), {}


def _card(scene: Scene) -> Asked:
    doing = _number(scene, "doing")
    return ("scout", {}) if doing == actions.SCOUT else ("", {"doing": KIND_NAMES[doing]})


def _scout_card(scene: Scene) -> Asked:
    return "", {"count": _number(scene, "count")}


def _shortfall(scene: Scene) -> Asked:
    return "", {"debt": _number(scene, "debt")}


_ASKED: dict[int, Callable[[Scene], Asked]] = {
    phases.ACTION: _action,
    phases.BUILD_SPACE: _build_space,
    phases.TAKE_COAL: _cubes("coal_left"),
    phases.TAKE_IRON: _cubes("iron_left"),
    phases.TAKE_BEER: _cubes("beer_left"),
    phases.LINE: _line,
    phases.SECOND_LINE: _second_line,
    phases.SELL_MORE: _sell_more,
    phases.MERCHANT: _merchant,
    phases.BONUS_TILE: _bonus,
    phases.CARD: _card,
    phases.SCOUT_CARD: _scout_card,
    phases.SHORTFALL: _shortfall,
}
"""What a question is about, by its phase; the others have one sentence without parameters."""
