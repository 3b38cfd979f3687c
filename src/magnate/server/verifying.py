"""Records of tables, and whether a finished game is what it claims to be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import MagnateError
from ..messages import Message
from ..people import human
from .dice import Dice

if TYPE_CHECKING:
    from ..core.game import Record
    from .table import Table

__all__ = ["record_of", "verified"]


def record_of(table: Table) -> Record:
    """The record of a table's game so far; without seed and key as long as these are secret."""
    names = [chair.agent or human(chair.name) for chair in table.chairs]
    dice = table.terms.dice
    if not table.disclosed:
        dice = None
    found: dict[str, Any] = {"seed": dice.seed} if isinstance(dice, Dice) else {"seed": None, "dice": dice}
    return replace(table.position.record(agents=names), **found)


def verified(table: Table) -> dict[str, Any]:
    """What was checked of a finished game, each with whether it holds and what was found."""
    checks = []
    dice = table.terms.dice
    if dice is not None and not table.terms.imported:
        told = dice.commitment
        hashed = f"{dice.seed}:{dice.nonce}" if isinstance(dice, Dice) else dice.key
        formula, kept = f"sha256({hashed}) = {told}", dice.is_kept
        found = _said("commitment", formula=formula) if kept else _said("commitment.fault", hash=told)
        checks.append(_check("commitment", kept, found))
    try:
        played = record_of(table).verify()
    except MagnateError as error:
        checks.append(_check("game", False, _said("game.fault"), error.message))
    else:
        checks.append(_check("game", True, _said("game", count=played.decisions)))
        source = "dice" if isinstance(dice, Dice) else "dice.keyed"
        dice_told = _said(source, count=played.outcomes) if played.dice else _said("dice.seedless")
        checks.append(_check("dice", played.dice or not played.outcomes, dice_told))
        checks.append(_check("position", True, _said("position", hash=played.final_hash)))
    return {"ok": all(check["ok"] for check in checks), "checks": checks}


def _said(key: str, **params: Any) -> Message:
    return Message(f"table.check.{key}", params)


def _check(name: str, ok: bool, found: Message, detail: str = "") -> dict[str, Any]:
    return {"name": name, "ok": ok, "found": found.to_json(), "detail": detail}
