"""What is searched: an agent's parameters, each with the range in which the search looks.

A configuration is a point of the unit cube, one coordinate a free parameter: 0 is the low end of its range and 1 the
high end. What is played is the configuration's *spec*. Its numbers are rounded to a thousandth of the range (to whole
numbers, for a parameter that counts), so what was measured is exactly what is written down.

A parameter often allows values far beyond the sensible ones. So its ``ParamSpec`` may name a range for searches. For
example ``tuning=(0.0, 1000.0, 10.0)`` has the low end, the high end and the step (0: any number).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy as np

from ...agents.spec import agent_names, param_specs, resolve
from ...core.agents import CompiledAgent, ParamSpec
from ...core.game import Game
from ...core.registry import agents_of
from ...errors import BadAgent, BadTuning, MissingExtra, did_you_mean, listing
from ...runtime.stream import deal_seed
from ..fingerprints import code_fingerprints
from ..plan import agent_digest, engine_digest, rules_digest
from ..sprt import Sprt

__all__ = ["Parameter", "Setting", "compiled", "default_pool", "make_space"]


LEVELS: Final = 5
"""The source tries five values of a continuous parameter, evenly spaced over its range."""
FINENESS: Final = 3
"""Decimal digits to which a place in a range is rounded."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the agent: its place in the row, its default, and where the search looks for it.

    ``step`` is the distance of the values from ``low`` on that are tried, 0 for any number. The search begins at
    ``start``; a parameter that is not ``free`` keeps that value.
    """

    name: str
    index: int
    default: float
    low: float
    high: float
    step: float
    start: float
    free: bool = True

    def value(self, unit: float) -> float:
        """The value at a place of the unit interval.

        >>> Parameter("reserve", 1, 150.0, 0.0, 800.0, 0.0, 150.0).value(0.33333)
        267.0
        >>> Parameter("level", 2, 3.0, 1.0, 5.0, 1.0, 3.0).value(0.6)
        3.0
        """
        place = self.low + min(max(float(unit), 0.0), 1.0) * (self.high - self.low)
        if self.step:
            place = self.low + self.step * round((place - self.low) / self.step)
        digits = FINENESS - math.ceil(math.log10(self.high - self.low))
        return min(max(round(place, max(digits, 0)), self.low), self.high)

    def unit(self, value: float) -> float:
        """The inverse; a value outside of the range is at its nearer end."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)

    @property
    def unit_step(self) -> float:
        """The step in the unit interval."""
        return self.step / (self.high - self.low)

    def as_dict(self) -> dict[str, Any]:
        """The parameter for JSON."""
        if not self.free:
            return {"name": self.name, "fixed": self.start}
        return {"name": self.name, "low": self.low, "high": self.high, "step": self.step, "start": self.start}


@dataclass(frozen=True, slots=True)
class Space:
    """All parameters of an agent, and the ``incumbent``: the spec that is to be beaten."""

    game: str
    incumbent: str
    parameters: tuple[Parameter, ...]

    @property
    def free(self) -> list[Parameter]:
        """The parameters that are searched, in the order of a point's coordinates."""
        return [parameter for parameter in self.parameters if parameter.free]

    @property
    def start(self) -> np.ndarray:
        """The point where the search begins."""
        return np.array([parameter.unit(parameter.start) for parameter in self.free])

    def spec(self, point: Sequence[float] | np.ndarray) -> str:
        """The configuration at a point as a spec, with the parameters that differ from the agent's default."""
        units = iter(point)
        settings = []
        for parameter in self.parameters:
            value = parameter.value(next(units)) if parameter.free else parameter.start
            if value != parameter.default:
                settings.append(f"{parameter.name}={_number(value)}")
        name = self.incumbent.partition(":")[0]
        return f"{name}:{','.join(settings)}" if settings else name

    def random_points(self, many: int, rng: np.random.Generator) -> list[np.ndarray]:
        """Different configurations of the source's grid: each parameter at one of its levels, all equally likely.

        Raises :class:`~magnate.errors.BadTuning` when the grid has fewer configurations.
        """
        levels = [_levels(parameter) for parameter in self.free]
        if math.prod(len(choices) for choices in levels) < many:
            raise BadTuning(
                f"the grid has no {many} configurations",
                hint="search fewer of them, or leave more parameters free",
            )
        found: dict[tuple[float, ...], np.ndarray] = {}
        while len(found) < many:
            point = np.array([choices[rng.integers(len(choices))] for choices in levels])
            found.setdefault(tuple(point), point)
        return list(found.values())


def compiled(game: str, spec: str) -> CompiledAgent:
    """The compiled agent that a spec names; raises :class:`~magnate.errors.BadAgent` for all others."""
    agent = resolve(game, spec)
    if not isinstance(agent, CompiledAgent):
        raise BadAgent(f'"{spec}" is no compiled agent', hint="tuning plays compiled agents only")
    return agent


def make_space(
    game: str,
    incumbent: str,
    fixed: Mapping[str, float | None] | None = None,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    start: str | None = None,
) -> Space:
    """The search space of the agent that ``incumbent`` names.

    The search begins at ``start``, a spec of the same agent (default: the incumbent). ``fixed`` has parameters that are
    not searched, with their value (None: that of ``start``); ``ranges`` has low and high of those whose range is
    another.

    Raises :class:`~magnate.errors.BadTuning` for unknown parameters, an impossible range, or when nothing is free.

    >>> space = make_space("monopoly", "baseline:bid=2", fixed={"trades": None}, ranges={"reserve": (0, 500)})
    >>> space.spec([0.4, 0.015])
    'baseline:reserve=200,bid=0.06'
    """
    agent, origin = compiled(game, incumbent), compiled(game, start or incumbent)
    if origin.name != agent.name:
        raise BadTuning(f'the search for "{agent.name}" cannot begin at "{start}"', hint=f"begin at {agent.name}:…")
    known = param_specs(game, agent.name)
    asked = dict(ranges or {})
    held = dict(fixed or {})
    for name in (*asked, *held):
        if name not in known:
            raise BadTuning(f'"{agent.name}" has no parameter "{name}"', hint=did_you_mean(name, known))
    found = []
    for name, param in known.items():
        low, high, step = param.searched
        value = held.get(name)
        if value is not None and not param.allows(value):
            raise BadTuning(f'"{name}" cannot be {value:g}', hint=f"it takes {param.values}")
        begin = origin.row[param.place] if value is None else value
        parameter = Parameter(name, param.place, param.default, low, high, step, begin, name not in held)
        found.append(_within(parameter, asked[name], param) if name in asked else parameter)
    space = Space(game, agent.spec, tuple(found))
    if not space.free:
        raise BadTuning(
            f'"{agent.name}" has no parameter to search',
            hint=f"its parameters are {listing(known)}" if known else "name an agent with parameters",
        )
    return space


def _within(parameter: Parameter, asked: tuple[float, float], param: ParamSpec) -> Parameter:
    """The parameter with another range."""
    low, high = asked
    if not (param.allows(low) and param.allows(high) and low < high):
        raise BadTuning(
            f'the range {low:g} to {high:g} of "{parameter.name}" is impossible',
            hint=f"it needs two {'whole ' if param.whole else ''}numbers from {param.least:g} to {param.most:g}, "
            "the smaller first",
        )
    if parameter.step and (high - low) / parameter.step != round((high - low) / parameter.step):
        raise BadTuning(f'the range of "{parameter.name}" has no whole number of steps of {parameter.step:g}')
    return replace(parameter, low=float(low), high=float(high))


def _levels(parameter: Parameter) -> list[float]:
    """The places of the values that the grid has for a parameter: all it can have, where these are no more."""
    choices = round((parameter.high - parameter.low) / parameter.step) + 1 if parameter.step else LEVELS
    many = min(LEVELS, choices)
    return sorted({parameter.unit(parameter.value(number / (many - 1))) for number in range(many)})


def _number(value: float) -> str:
    """A value as it stands in a spec: read back, it is the same number."""
    return str(int(value)) if value == int(value) else repr(value)


# --------------------------------------------------------------- The setting: everything that decides a search's result


METHODS: Final = ("evolution", "rounds")
SCHEMA: Final = 1
"""The version of the journal."""
SAMPLED: Final = 4
"""How many configurations are sampled for the fingerprints."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A search: of which space, how, against whom, and with how many games.

    ``configurations`` are evaluated at least, each with ``games`` games against each opponent of the ``pool`` (or,
    with the method ``rounds``, of its round). The gate tests "stronger than the incumbent by ``elo[1]``" against "by
    ``elo[0]``" with at most ``gate_games``; the final figure takes ``final_games`` for each pair. All are rounded up
    to whole deals. ``sigma`` is the deviation of an evolution's first generation, as a part of each range.
    """

    game: Game
    space: Space
    method: str
    pool: tuple[str, ...]
    seed: int
    configurations: int = 100
    games: int = 1000
    sigma: float = 0.2
    elo: tuple[float, float] = (0.0, 10.0)
    gate_games: int = 100_000
    final_games: int = 10_000

    def check(self) -> None:
        """Raise a :class:`~magnate.errors.MagnateError` for what cannot be played."""
        if self.method not in METHODS:
            raise BadTuning(f'there is no method "{self.method}"', hint=did_you_mean(self.method, METHODS))
        if self.game.players < 2:
            raise BadTuning("tuning needs a table of at least two players")
        if min(self.configurations, self.games, self.gate_games, self.final_games) < 1:
            raise BadTuning("configurations and games must be at least 1")
        try:
            self.test()
        except ValueError as error:
            raise BadTuning(str(error)) from None
        if not 0 < self.sigma <= 1:
            raise BadTuning(f"the first generation cannot have the deviation {self.sigma:g}", hint="it is a part of 1")
        if not self.pool:
            raise BadTuning("the pool is empty", hint="name at least one opponent")
        for spec in self.pool:
            compiled(self.game.name, spec)
        if self.method == "evolution":
            _version_of_cmaes()

    def test(self) -> Sprt:
        """The gate's sequential test."""
        return Sprt(*self.elo, players=self.game.players)

    def code(self) -> dict[str, str]:
        """Hashes of the sources that play; where they are as they were, a search is resumed."""
        return {
            "engine": engine_digest(),
            "rules": rules_digest(self.game.name),
            "agents": agent_digest(self.game.name, self.space.incumbent),
        }

    def fingerprints(self) -> dict[str, Any]:
        """Fingerprints of what the code does; a search is resumed with other sources where these are as they were.

        They are those of the game, the incumbent, the pool, and a sample of the configurations.
        """
        space = self.space
        many = min(SAMPLED, math.prod(len(_levels(parameter)) for parameter in space.free))
        points = space.random_points(many, np.random.default_rng(deal_seed(self.seed, "fingerprints")))
        specs = [space.incumbent, *self.pool, *map(space.spec, points)]
        return code_fingerprints(self.game, specs).model_dump(mode="json")

    def about(self) -> dict[str, Any]:
        """The setting for the journal and for JSON."""
        game = self.game
        evolution = {"cmaes": _version_of_cmaes(), "sigma": self.sigma} if self.method == "evolution" else {}
        return {
            "schema": SCHEMA,
            "game": game.name,
            "rules_version": game.info.rules_version,
            "preset": game.preset,
            "options": game.options.model_dump(mode="json"),
            "players": game.players,
            "incumbent": self.space.incumbent,
            "method": self.method,
            **evolution,
            "parameters": [parameter.as_dict() for parameter in self.space.parameters],
            "pool": list(self.pool),
            "seed": self.seed,
            "configurations": self.configurations,
            "games": self.games,
            "gate": {"elo": list(self.elo), "games": self.gate_games},
            "final_games": self.final_games,
        }


def default_pool(game: str, incumbent: str) -> list[str]:
    """The opponents when none are named: the incumbent, and every compiled agent and configuration.

    Those that play at random, or are there to be shown, are left out.

    >>> default_pool("monopoly", "baseline:reserve=300")[:4]
    ['baseline:reserve=300', 'algorithmic', 'baseline', 'strategic']
    """
    left_out = {"random", *agents_of(game).shown}
    names = [name for name in agent_names(game) if name not in left_out]
    named = [
        f"{name}:{one}"
        for name in names
        for one, configuration in agents_of(game).configurations.get(name, {}).items()
        if not configuration.player
    ]
    found: dict[tuple[float, ...], str] = {}
    for spec in (incumbent, *names, *named):
        found.setdefault(compiled(game, spec).row, spec)
    return list(found.values())


def _version_of_cmaes() -> str:
    """The version of the library that the method evolution takes."""
    try:
        return version("cmaes")
    except PackageNotFoundError:
        raise MissingExtra.of("the method evolution", "cmaes", "tune") from None
