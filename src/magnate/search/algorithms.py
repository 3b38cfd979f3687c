"""The algorithms by name, with the kernel, games, budgets and options of each; and :class:`SearchSpec`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadSearch, UnknownAlgorithm, did_you_mean
from .depth_first import TIES
from .options import BUDGETS, EDGES, ROOTS, SIMULATING, Budget, Option, check_together, choice, number, switch, whole

if TYPE_CHECKING:
    from ..core.game import Game
    from ..gpu.device import Device
    from ..runtime.compiler import Progress
    from .tree import TreeSize


ALWAYS: Final = ("depth", "nodes", "time")
"""The budgets of the depth-first searches: nodes and time by iterative deepening."""
MOST_SLOTS: Final = 1 << 28
"""The largest transposition table: 8 GiB."""
MOST_NODES: Final = 10**12
"""The most nodes of an exact search of the end."""
MOST: Final = 10_000
"""The greatest number of actions, outcomes or moves that an option may name."""

PORTFOLIO_NAME: Final = "portfolio"
"""An agent that searches with none of these algorithms (:mod:`.searchers`)."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """An algorithm: ``kernel`` is its file in this folder and the entry there, ``fixed`` what it sets in the WORK.

    ``chance``: it plays games with dice or cards; ``players``: with up to so many seats. ``vector``: it finds the
    values of all seats and not only that of the one who searches. ``plays_out``: it simulates games to their end;
    ``hidden``: it is meant for games with hidden parts; ``priors``: by some options it goes by the guide's priors.
    """

    name: str
    kernel: str
    about: str
    chance: bool = False
    players: int = 2
    vector: bool = False
    options: Mapping[str, Option] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    plays_out: bool = False
    hidden: bool = False
    priors: bool = False
    budgets: tuple[str, ...] = ALWAYS

    @property
    def default_budget(self) -> str:
        """What it may spend where nobody says."""
        return "depth:4" if "depth" in self.budgets else "sims:1000"

    def check_game(self, game: Game) -> None:
        """Raise :class:`~magnate.errors.BadSearch` for a game that the algorithm cannot search."""
        if game.players > self.players:
            raise BadSearch(
                f"{self.name} is for {self.players} players, not {game.players}", hint=f"use {fitting(game)}"
            )
        if not self.chance and hasattr(game.rules, "chance") and not game.info.sometimes_chance:
            raise no_chance(game)

    def check_budget(self, budget: Budget) -> None:
        """Raise :class:`~magnate.errors.BadSearch` for a budget that the algorithm does not go by."""
        if budget.kind not in self.budgets:
            known = "; ".join(BUDGETS[kind] for kind in self.budgets)
            raise BadSearch(f"{self.name} has no {budget.kind} to count", hint=f"give it {known}")

    def check(self, game: Game, budget: Budget, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values, for a search of this game with this budget.

        Raises :class:`~magnate.errors.BadSearch` where something does not fit.
        """
        self.check_budget(budget)
        settled = self.settle(given)
        if self.options is SIMULATING:
            check_together(settled, budget)
        self.check_game(game)
        return settled

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values; raises :class:`~magnate.errors.BadSearch` for unknown or impossible ones."""
        for name, value in given.items():
            if name not in self.options:
                hint = did_you_mean(name, self.options) if self.options else "it has no options"
                raise BadSearch(f'{self.name} has no option "{name}"', hint=hint)
            if not self.options[name].allows(value):
                raise BadSearch(
                    f"{name} cannot be {value!r}", hint=f"{self.options[name].about}: {self.options[name].values}"
                )
        return {name: option.settled(given.get(name, option.default)) for name, option in self.options.items()}


_EVERY = switch(False, "find the exact value of every action of the root, not only of the best one")
_SLOTS = whole(1, "places in the transposition table, of 32 bytes each; 1 remembers nothing", 1, MOST_SLOTS)
_SAMPLES = {
    "outcomes": whole(0, "so many outcomes of a chance node are looked at, drawn by their weights; 0: all", 0, MOST),
    "whole": whole(1, "chance nodes up to this ply keep all their outcomes", 0, MOST),
}
_BOUNDS = {
    "low": number(None, "the least value that is possible (default: the least utility of the game)"),
    "high": number(None, "the greatest value that is possible (default: the greatest utility of the game)"),
}
_BOUNDS_SUM = number(None, "the greatest sum of all values, for shallow (default: the sum of all utilities)")
_ENDGAME = {
    "exact": whole(0, "where all is known, the end is looked for exactly, in so many nodes", 0, MOST_NODES),
    "within": whole(1_000, "… if it is so many moves away at most", 1, MOST),
}
_SAMPLED = {name: SIMULATING[name] for name in ("c", "choose", "truncate", "pool")}

ALGORITHMS: Final[Mapping[str, Algorithm]] = {
    one.name: one
    for one in (
        Algorithm("minimax", "alphabeta.minimax", "every line, for two players without chance"),
        Algorithm(
            "alphabeta",
            "alphabeta.alphabeta",
            "minimax without what cannot matter",
            options={"deep": switch(True, "bounds of all ancestors count, not only the parent's"), "every": _EVERY},
        ),
        Algorithm(
            "ordered",
            "alphabeta.ordered",
            "alpha-beta with a transposition table, the most promising actions first",
            options={
                "slots": whole(1 << 16, "places in the transposition table, of 32 bytes each", 1, MOST_SLOTS),
                "killers": switch(True, "actions that led to a cut-off at the same ply come early"),
                "history": switch(True, "actions that led to many cut-offs come early"),
                "every": _EVERY,
            },
        ),
        Algorithm(
            "selective",
            "alphabeta.selective",
            "alpha-beta that looks at some lines less and at others further",
            options={
                "noisy": whole(0, "so many moves beyond the horizon noisy actions are followed", 0, MOST),
                "extra": whole(0, "the best action is looked at again, so many moves deeper", 0, MOST),
                "alike": switch(False, "look at only one of equivalent actions"),
                "beam": whole(
                    0, "so many actions of a node are looked at, those with the greatest prior; 0: all", 0, MOST
                ),
                "min_ply": whole(2, "the beam narrows nodes from this ply on", 1, MOST),
                "null": whole(0, "a null move is searched so many moves less deep; 0: none are made", 0, MOST),
                "every": _EVERY,
            },
            priors=True,
        ),
        Algorithm(
            "expectiminimax",
            "expectiminimax.expectiminimax",
            "minimax with the means of chance",
            chance=True,
            options=_SAMPLES,
        ),
        Algorithm(
            "star1",
            "expectiminimax.star",
            "expectiminimax without what cannot matter",
            chance=True,
            options={"every": _EVERY, **_BOUNDS, "slots": _SLOTS, **_SAMPLES},
        ),
        Algorithm(
            "star2",
            "expectiminimax.star",
            "the same, looking at one action below each outcome first",
            chance=True,
            options={
                "probe": whole(1, "look at so many actions below each outcome first", 1, 100),
                "every": _EVERY,
                **_BOUNDS,
                "slots": _SLOTS,
                **_SAMPLES,
            },
        ),
        Algorithm(
            "maxn",
            "maxn.search",
            "everybody does what is best for itself",
            chance=True,
            players=8,
            vector=True,
            options={
                "ties": choice("which of equally good actions a player takes", *TIES),
                "shallow": switch(False, "leave a node when the player above can have no use for it"),
                "high": _BOUNDS_SUM,
                "slots": _SLOTS,
                **_SAMPLES,
            },
        ),
        Algorithm(
            "paranoid",
            "expectiminimax.star",
            "everybody plays together against the seat that searches",
            chance=True,
            players=8,
            options={"every": _EVERY, **_BOUNDS, "slots": _SLOTS, **_SAMPLES},
        ),
        Algorithm(
            "mcts",
            "mcts.search",
            "many simulated games, the promising ones more often",
            chance=True,
            players=8,
            vector=True,
            options=SIMULATING,
            plays_out=True,
            priors=True,
            budgets=("sims", "time"),
        ),
        Algorithm(
            "ismcts",
            "ismcts.search",
            "one tree for all worlds that look alike, for games with hidden parts",
            chance=True,
            players=8,
            vector=True,
            options={
                **_SAMPLED,
                "select": choice("how actions are chosen in the tree", "ucb1", "puct"),
                "fpu": SIMULATING["fpu"],
                "trees": choice("whose knowledge others decide by: yours (one tree), or each its own", "one", "each"),
                **_ENDGAME,
            },
            plays_out=True,
            hidden=True,
            priors=True,
            budgets=("sims", "time"),
        ),
        Algorithm(
            "wholemove",
            "wholemove.search",
            "ismcts with whole moves as edges, for games whose moves take several decisions",
            chance=True,
            players=8,
            vector=True,
            options={
                **{name: SIMULATING[name] for name in ("c", "truncate", "pool", "fpu")},
                **_ENDGAME,
                "sampled": whole(16, "how many whole moves the root samples, by the guide's priors", 1, MOST),
                "cover": switch(True, "each first decision has at least one of the root's moves"),
                "noise": number(
                    0.0,
                    "1: these are drawn by probability; 0: they are the likeliest. Above 0 a plain root draws its move",
                    0.0,
                    1.0,
                ),
                **{name: SIMULATING[name] for name in ("width", "growth", "c_visit", "c_scale")},
                "root": choice("how the root's moves share the simulations: halved in rounds, or PUCT alone", *ROOTS),
                "edge": choice("what an edge of the tree is: a whole move, or one decision", *EDGES),
            },
            plays_out=True,
            hidden=True,
            priors=True,
            budgets=("sims", "time"),
        ),
        Algorithm(
            "determinised",
            "mcts.search",
            "Monte Carlo tree search of several worlds, each as if nothing were hidden in it",
            chance=True,
            players=8,
            vector=True,
            options={"worlds": whole(16, "how many worlds are drawn and searched", 1, 1 << 20), **_SAMPLED},
            plays_out=True,
            hidden=True,
            budgets=("sims", "time"),
        ),
    )
}
"""Every algorithm by its name."""


def no_chance(game: Game) -> BadSearch:
    """The error about an algorithm without chance and a game that has some."""
    return BadSearch(
        f"the algorithm knows no chance, and {game.name} has some", hint=f"use {fitting(game, chance=True)}"
    )


def fitting(game: Game, *, chance: bool = False) -> str:
    """The algorithms that can search a game, and with ``chance`` its dice, for a hint."""
    known = [one for one in ALGORITHMS.values() if one.players >= game.players and one.chance >= chance]
    return " or ".join(one.name for one in known if game.info.hidden or not one.hidden)


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of that name; raises :class:`~magnate.errors.UnknownAlgorithm`.

    >>> algorithm_named("star2").chance
    True
    """
    if name == PORTFOLIO_NAME:
        raise UnknownAlgorithm(
            f"{name} is an agent and no search of a position: it chooses among what other agents would do",
            hint=f"let it play: magnate play monopoly --agents {name}:sims=600",
        )
    if name not in ALGORITHMS:
        raise UnknownAlgorithm(f'there is no search algorithm "{name}"', hint=did_you_mean(name, ALGORITHMS))
    return ALGORITHMS[name]


def default_algorithm(game: Game) -> str:
    """What searches a game where no algorithm is named: the first that fits it and prunes, or max^n, or ISMCTS."""
    if game.info.hidden:
        return "ismcts"
    if game.players > 2:
        return "maxn"
    return "star1" if hasattr(game.rules, "chance") else "alphabeta"


def parse_algorithm(text: str) -> tuple[str, dict[str, Any]]:
    """A name and its options from ``name:option=value,option=value``; raises as :func:`algorithm_named` does.

    >>> parse_algorithm("maxn:ties=last"), parse_algorithm("star1:every=true,high=2")
    (('maxn', {'ties': 'last'}), ('star1', {'every': True, 'high': 2}))
    """
    name, _, settings = text.strip().partition(":")
    algorithm_named(name)
    options = {}
    for setting in settings.split(",") if settings else []:
        option, equals, value = map(str.strip, setting.partition("="))
        if not equals:
            raise BadSearch(f'"{setting}" is no option', hint="write name=value, for example every=true")
        if option in options:
            raise BadSearch(f'"{text}" says {option} twice', hint="give each option one value")
        options[option] = value_of(value)
    return name, options


def value_of(text: str) -> Any:
    """What a text means: true, false, a number or a word.

    >>> value_of("2"), value_of("2.5"), value_of("halving")
    (2, 2.5, 'halving')
    """
    if text in {"true", "false"}:
        return text == "true"
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """What is to be searched for: an algorithm with all of its options, a budget, and a guide.

    ``params`` is the guide's row of numbers, ``plies`` the longest line there is room for (None: the usual one).
    ``rows`` are those of a portfolio's agents. ``until`` is the moment (nanoseconds of the monotonic clock; 0: none) at
    which the search ends, whatever its budget: its answer is then the best that it has found.
    """

    algorithm: Algorithm
    budget: Budget
    options: Mapping[str, Any] = field(default_factory=dict)
    guide: ModuleType | None = None
    params: tuple[float, ...] = ()
    plies: int | None = None
    rows: tuple[tuple[float, ...], ...] = ()
    until: int = 0


@dataclass(frozen=True, slots=True)
class Execution:
    """How one search runs, which changes nothing of what it finds; the words are those of :func:`.api.search`.

    ``tree`` is how much of the tree the report has (None: none of it).
    """

    interpreted: bool = False
    fractions: bool = False
    progress: Progress | None = None
    tree: TreeSize | None = None
    device: Device | None = None
