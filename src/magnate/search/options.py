"""Options of the algorithms: defaults, meanings and allowed values; those of ``mcts`` and how its kernel reads them."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import BadSearch
from ..runtime.pystate import PyStates, py_ints
from .mcts_extras import EXTRA, GUMBEL, HALVING, Notes

if TYPE_CHECKING:
    from ..core.game import Game
    from .budget import Budget


__all__ = [
    "CHOICES",
    "SIMULATING",
    "Option",
    "check_together",
    "choice",
    "clear_notes",
    "is_extended",
    "new_notes",
    "number",
    "switch",
    "whole",
    "write_options",
]


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


def write_options(run: Any, extra: Any, options: Mapping[str, Any], most: float) -> None:
    """Put the options where the kernel reads them; no value is more than ``most``."""
    run.c, run.fpu, run.high = options["c"], options["fpu"], most
    run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
    run.tuned, run.solver, run.open = options["select"] == "tuned", options["solver"], options["chance"] == "open"
    for name in ("bias", "history", "implicit", "width", "growth", "c_visit", "c_scale"):
        setattr(extra, name, options[name])
    extra.puct = options["select"] == "puct"
    extra.few_outcomes = options["widen"] in {"outcomes", "both"}
    extra.few_actions = options["widen"] in {"actions", "both"}
    extra.allocation = ALLOCATIONS[options["root"]]
    extra.sampled = int(options["sampled"]) if extra.allocation == GUMBEL else 1 << 30
    extra.interval = 0 if options["rounds"] is None else int(options["rounds"])
    extra.expected = options["backup"] == "expected" or extra.interval > 0
    extra.priors = wants_priors(options)


def is_extended(options: Mapping[str, Any]) -> bool:
    """Whether a search with these options (or the defaults) needs more than plain UCT, UCB1-Tuned and the solver."""
    more = ("fpu", "bias", "history", "implicit", "chance", "backup", "widen", "root", "rounds")
    changed = any(options.get(name, SIMULATING[name].default) != SIMULATING[name].default for name in more)
    return changed or options.get("select") == "puct"


def wants_priors(options: Mapping[str, Any]) -> bool:
    """Whether a search asks the guide for the probabilities of actions."""
    widens = options["widen"] in {"actions", "both"}
    return options["select"] == "puct" or options["root"] == "gumbel" or options["bias"] > 0 or widens


def new_notes(game: Game, pool: int, plies: int, options: Mapping[str, Any], *, interpreted: bool) -> Notes:
    """The tables beside a tree of ``pool`` nodes, as large as these options (or the defaults) need them."""
    asked = {name: options.get(name, option.default) for name, option in SIMULATING.items()}
    players, width = game.players, max(1, game.info.max_legal, game.info.max_outcomes)
    history = (players, max(1, game.info.max_actions)) if asked["history"] > 0 else (1, 1)
    extras = np.zeros(1, EXTRA)
    return Notes(
        extras=PyStates(extras) if interpreted else extras,
        priors=np.zeros(pool if wants_priors(asked) else 1),
        minimax=np.zeros((pool if asked["implicit"] > 0 else 1, players)),
        seen=np.zeros(pool if asked["chance"] == "open" else 1, np.int64),
        menu=py_ints(width) if interpreted else np.zeros(width, np.int64),
        odds=np.zeros(width),
        sums=np.zeros(history),
        counts=np.zeros(history, np.int64),
        arms=py_ints(width) if interpreted else np.zeros(width, np.int64),
        lures=np.zeros(width),
        gains=np.zeros(players),
        trails=np.full((1, 1) if asked["rounds"] is None else (int(asked["leaves"]), plies), -1, np.int64),
    )


def clear_notes(notes: Notes, used: int) -> None:
    """Forget what is noted of a tree of so many nodes, but not the settings."""
    for table in (notes.priors, notes.minimax, notes.seen):
        table[:used] = 0
    notes.sums[:], notes.counts[:], notes.trails[:] = 0, 0, -1
