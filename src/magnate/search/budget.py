"""What a search may spend: ``depth:4`` moves ahead, ``nodes:100000``, ``sims:10000`` simulations, ``time:2s``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..errors import BadBudget

__all__ = ["BUDGETS", "Budget", "parse_budget"]

BUDGETS: Final = {
    "depth": "depth:4, moves ahead",
    "nodes": "nodes:100000, positions visited",
    "sims": "sims:10000, simulations",
    "time": "time:2s or time:200ms",
}
"""The kinds of budgets, with an example of each."""

_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|min)")
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}


@dataclass(frozen=True, slots=True)
class Budget:
    """``kind`` is ``depth``, ``nodes``, ``sims`` or ``time``; ``amount`` a whole number, of nanoseconds for time."""

    kind: str
    amount: int
    text: str

    def __str__(self) -> str:
        return self.text


def parse_budget(text: str | Budget) -> Budget:
    """The budget that a text means.

    Raises :class:`~magnate.errors.BadBudget`, saying what would be right.

    >>> parse_budget("depth:4").amount, parse_budget("time:200ms").amount
    (4, 200000000)
    """
    if isinstance(text, Budget):
        return text
    kind, _, amount = str(text).replace("_", "").partition(":")
    examples = "; ".join(BUDGETS.values())
    if kind not in BUDGETS:
        raise BadBudget(f'"{text}" is no budget', hint=f"write {examples}")
    if kind == "time":
        found = _TIME.fullmatch(amount.strip())
        if found is None or float(found[1]) == 0:
            raise BadBudget(f'"{amount}" is no time', hint=f"write {BUDGETS[kind]}")
        return Budget(kind, round(float(found[1]) * _SECONDS[found[2]] * 1e9), str(text))
    if not amount.strip().isdecimal() or int(amount) == 0:
        raise BadBudget(f'"{text}" is no budget: {kind} needs a whole number from 1', hint=f"write {BUDGETS[kind]}")
    return Budget(kind, int(amount), str(text))
