"""Records of tables, and whether a finished game is what it claims to be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import MagnateError
from ..people import human

if TYPE_CHECKING:
    from ..engine.record import Record
    from .table import Table

__all__ = ["record_of", "verified"]


def record_of(table: Table) -> Record:
    """The record of a table's game so far; without the seed as long as the game goes on."""
    names = [chair.agent or human(chair.name) for chair in table.chairs]
    dice = table.terms.dice
    seed = dice.seed if table.over and dice is not None else None
    return replace(table.position.record(agents=names), seed=seed)


def verified(table: Table) -> dict[str, Any]:
    """What was checked of a finished game, each with whether it holds and what was found."""
    checks = []
    dice = table.terms.dice
    if dice is not None and not table.terms.imported:
        told = table.info()["commitment"]
        checks.append(_check("commitment", dice.commitment == told, f"sha256({dice.seed}:{dice.nonce}) = {told}"))
    try:
        found = record_of(table).verify()
    except MagnateError as error:
        checks.append(_check("game", False, error.message))
    else:
        checks.append(_check("game", True, f"{found.decisions} decisions, each of them legal"))
        dice_told = f"{found.outcomes} outcomes, all as the seed gives them" if found.dice else "the record has no seed"
        checks.append(_check("dice", found.dice or not found.outcomes, dice_told))
        checks.append(_check("position", True, f"the game ends with {found.final_hash}"))
    return {"ok": all(check["ok"] for check in checks), "checks": checks}


def _check(name: str, ok: bool, found: str) -> dict[str, Any]:
    return {"name": name, "ok": ok, "found": found}
