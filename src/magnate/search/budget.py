"""What a search may spend: ``depth:4`` moves ahead, ``nodes:100000``, ``sims:10000`` simulations, ``time:2s``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..errors import BadBudget

__all__ = ["BUDGETS", "Budget", "ends_at", "parse_budget"]

BUDGETS: Final = {
    "depth": "depth:4, moves ahead",
    "nodes": "nodes:100000, positions visited",
    "sims": "sims:10000, simulations",
    "time": "time:2s or time:200ms",
}
"""The kinds of budgets, with an example of each."""

MOST: Final = {"depth": 10**6, "nodes": 10**15, "sims": 10**15}
"""The greatest amounts: more than any search comes to, and little enough for the kernels' counters."""
MOST_MINUTES: Final = 10_000

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
        return Budget(kind, _nanoseconds(amount.strip()), str(text))
    if not amount.strip().isdecimal() or not amount.strip().strip("0"):
        raise BadBudget(f'"{text}" is no budget: {kind} needs a whole number from 1', hint=f"write {BUDGETS[kind]}")
    digits = amount.strip().lstrip("0")
    if len(digits) > len(str(MOST[kind])) or int(digits) > MOST[kind]:
        raise BadBudget(f"{kind} cannot be more than {MOST[kind]:,}", hint=f"write {BUDGETS[kind]}")
    return Budget(kind, int(digits), str(text))


def ends_at(budget: Budget, begun: int, until: int = 0) -> int:
    """The moment when a search that began then has to end, in nanoseconds of the monotonic clock; 0: none.

    That is when its time is used up, or ``until`` (0: never), whichever comes first.

    >>> ends_at(parse_budget("time:1ms"), 5), ends_at(parse_budget("sims:10"), 5, 700)
    (1000005, 700)
    """
    own = begun + budget.amount if budget.kind == "time" else 0
    return min(own, until) if own and until else own or until


def _nanoseconds(text: str) -> int:
    """What a text such as ``2s`` or ``200ms`` means."""
    found = _TIME.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise BadBudget(f'"{text}" is no time', hint=f"write {BUDGETS['time']}")
    seconds = float(found[1]) * _SECONDS[found[2]]
    if seconds > 60 * MOST_MINUTES:
        raise BadBudget(f"time cannot be more than {MOST_MINUTES:,}min", hint=f"write {BUDGETS['time']}")
    nanoseconds = round(seconds * 1e9)
    if nanoseconds == 0:  # which would mean no deadline
        raise BadBudget(f'"{text}" is less than a nanosecond', hint=f"write {BUDGETS['time']}")
    return nanoseconds
