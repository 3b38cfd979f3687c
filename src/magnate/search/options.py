"""What a search may spend, and the options of the algorithms: defaults, meanings and allowed values."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..core.contract import CHANCES_EACH
from ..errors import BadBudget, BadSearch
from .mcts_extras import GUMBEL, HALVING

# ------------------------- Budgets: ``depth:4`` moves ahead, ``nodes:100000``, ``sims:10000`` simulations, ``time:2s``


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


# ------------------------------------------------------------------------------------------------------------- Options


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an algorithm: its default, what it means, and the values it takes (a test and their description).

    ``settled`` is what a value that it takes is kept as, so that 2 and 2.0 are the same.
    """

    default: Any
    about: str
    values: str
    allows: Callable[[Any], bool]
    settled: Callable[[Any], Any] = lambda value: value


def switch(default: bool, about: str) -> Option:
    """An option that is true or false."""
    return Option(default, about, "true or false", lambda value: isinstance(value, bool))


def choice(about: str, *names: str) -> Option:
    """An option that is one of these words, by default the first."""
    return Option(names[0], about, ", ".join(names), lambda value: value in names)


def number(
    default: float | None, about: str, least: float = -sys.float_info.max, most: float = sys.float_info.max
) -> Option:
    """An option that is a finite number; None is one of its values where it is the default."""
    described = "a number"
    if least > -sys.float_info.max:
        described += f" from {least:g}" + (f" to {most:g}" if most < sys.float_info.max else "")

    def allows(value: Any) -> bool:
        if value is None:
            return default is None
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    return Option(default, about, described, allows, lambda value: None if value is None else float(value))


def whole(default: int | None, about: str, least: int, most: int) -> Option:
    """An option that is a whole number; None is one of its values where it is the default."""

    def allows(value: Any) -> bool:
        if value is None:
            return default is None
        known = isinstance(value, int | float) and not isinstance(value, bool)
        return known and least <= value <= most and value == int(value)

    values = f"a whole number from {least} to {most}"
    return Option(default, about, values, allows, lambda value: None if value is None else int(value))


# ------------------------------------------------------------------------------ The options of Monte Carlo tree search


CHOICES: Final = ("robust", "max", "secure")
"""The answer of a Monte Carlo search: the action visited most, that with the greatest mean, or that with the greatest
lower confidence bound."""
ALLOCATIONS: Final = {"plain": 0, "halving": HALVING, "gumbel": GUMBEL}
"""How the root's actions share the simulations."""
ROOTS: Final = ("gumbel", "plain")
"""How the root of a search over whole moves shares the simulations: halved in rounds, or by PUCT."""
EDGES: Final = ("move", "decision")
"""What an edge of such a search stands for."""
MOST_THREADS: Final = 256

SIMULATING: Final[Mapping[str, Option]] = {
    "c": number(math.sqrt(2), "how much the unknown attracts (UCB1, PUCT)", 0.0),
    "select": choice("how actions are chosen in the tree", "ucb1", "tuned", "puct"),
    "choose": choice("which action is the answer", *CHOICES),
    "truncate": whole(None, "the decisions after which a playout is estimated by the guide", 0, 1 << 30),
    "solver": switch(False, "keep what is proven, and stop when the root is"),
    "pool": whole(None, "the most nodes of the tree", 2, 1 << 30),
    "fpu": number(0.0, "how much less than its parent an action without visits seems to be worth (PUCT)"),
    "bias": number(0.0, "the weight of progressive bias by the guide's prior", 0.0),
    "history": number(0.0, "the weight of progressive history", 0.0),
    "implicit": number(0.0, "the share of implicit minimax values in what an action seems to be worth", 0.0, 1.0),
    "chance": choice("whether outcomes are in the tree", "closed", "open"),
    "backup": choice("what chance passes on: what was drawn, or the mean by weights", "drawn", "expected"),
    "widen": choice("which nodes widen progressively", "none", "outcomes", "actions", "both"),
    "width": number(1.0, "a node that widens tries less than width · visits ** growth children", 0.0),
    "growth": number(0.5, "a node that widens tries less than width · visits ** growth children", 0.0, 1.0),
    "root": choice("how the actions of the root share the simulations", *ALLOCATIONS),
    "sampled": whole(16, "the most actions that the Gumbel root samples", 1, 1 << 20),
    "c_visit": number(50.0, "how much values count beside priors at the Gumbel root", 0.0),
    "c_scale": number(1.0, "how much values count beside priors at the Gumbel root", 0.0),
    "rounds": whole(None, "the simulations of a round, after which promising leaves are searched on from", 1, 1 << 40),
    "leaves": whole(4, "how many promising leaves a round begins from", 1, 1 << 10),
    "threads": whole(1, "how many trees grow at once, each with its part of the simulations", 1, MOST_THREADS),
}
"""The options of ``mcts``."""


def check_together(options: Mapping[str, Any], budget: Budget) -> None:
    """Raise :class:`~magnate.errors.BadSearch` for options that do not go together."""
    if options["chance"] == "open":
        clashes = {
            "solver=true": options["solver"],
            "implicit": options["implicit"] > 0,
            "rounds": options["rounds"] is not None,
            "backup=expected": options["backup"] == "expected",
            f"widen={options['widen']}": options["widen"] in {"outcomes", "both"},
        }
        for name, asked in clashes.items():
            if asked:
                raise BadSearch(
                    f"an open loop has no outcomes in its tree, which {name} needs", hint="use chance=closed"
                )
    if options["root"] != "plain":
        shared = f"root={options['root']} shares a number of simulations out"
        if budget.kind != "sims":
            raise BadSearch(shared + ", so it needs one", hint="give it sims:1000")
        if options["threads"] != 1:
            raise BadSearch(shared + " in one tree", hint="leave threads out")
        if options["rounds"] is not None:
            raise BadSearch(shared + ", and so does rounds", hint="leave one of them out")


LONGEST_PLAYOUT: Final = 1 << 18
"""The most decisions and draws of chance that any playout may have.

That is 2.7 times the longest of 5,100 random games of Monopoly by its presets: 96,937, of eight seats by ``thesis``.
"""


def longest_playout(decisions: int) -> int:
    """After how many decisions and draws of chance a playout has no end, of a game that may have so many decisions.

    >>> longest_playout(9), longest_playout(10_000_000)
    (650, 262144)
    """
    return min((CHANCES_EACH + 1) * (decisions + 1), LONGEST_PLAYOUT)


def check_playouts(run: Any) -> None:
    """Raise :class:`~magnate.errors.BadSearch` where a simulation of this search (a record of limits) had no end."""
    if run.endless:
        raise BadSearch(
            f"a playout has no end: it had {int(run.longest):,} decisions and draws of chance",
            hint="give truncate=100, so that playouts end with an estimate"
            if run.truncate < 0
            else "here the rules never come to a decision, which their author has to mend",
        )
