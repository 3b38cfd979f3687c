"""What is searched: an agent's parameters, each with the range in which the search looks.

A configuration is a point of the unit cube, one coordinate a free parameter: 0 is the low end of its range and 1 the
high end. What is played is the configuration's *spec*, whose numbers are rounded to a thousandth of the range (whole
numbers, for a parameter that counts), so that what was measured is exactly what is written down.

A game's agents may name the ranges in which values are sensible, since what a parameter allows is often far wider:
``SEARCH = {"baseline": {"reserve": (0.0, 1000.0, 10.0)}}`` in ``magnate.agents.<game>`` has low, high and the step
(0: any number) of a parameter.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from ...agents.spec import Knob, knobs, resolve
from ...core.agents import CompiledAgent
from ...errors import BadAgent, BadTuning, did_you_mean, listing

__all__ = ["Parameter", "Space", "compiled", "make_space"]

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
    package = _package(game)
    sensible = getattr(package, "SEARCH", {}).get(agent.name, {})
    known = knobs(game, agent.name)
    asked = dict(ranges or {})
    held = dict(fixed or {})
    for name in (*asked, *held):
        if name not in known:
            raise BadTuning(f'"{agent.name}" has no parameter "{name}"', hint=did_you_mean(name, known))
    found = []
    for name, knob in known.items():
        low, high, step = sensible.get(name, (knob.least, knob.most, float(knob.whole)))
        value = held.get(name)
        if value is not None and not knob.allows(value):
            raise BadTuning(f'"{name}" cannot be {value:g}', hint=f"it takes {knob.values}")
        begin = origin.row[knob.place] if value is None else value
        parameter = Parameter(name, knob.place, knob.default, low, high, step, begin, name not in held)
        found.append(_within(parameter, asked[name], knob) if name in asked else parameter)
    space = Space(game, agent.spec, tuple(found))
    if not space.free:
        raise BadTuning(
            f'"{agent.name}" has no parameter to search',
            hint=f"its parameters are {listing(known)}" if known else "name an agent with parameters",
        )
    return space


def _within(parameter: Parameter, asked: tuple[float, float], knob: Knob) -> Parameter:
    """The parameter with another range."""
    low, high = asked
    if not (knob.allows(low) and knob.allows(high) and low < high):
        raise BadTuning(
            f'the range {low:g} to {high:g} of "{parameter.name}" is impossible',
            hint=f"it needs two {'whole ' if knob.whole else ''}numbers from {knob.least:g} to {knob.most:g}, "
            "the smaller first",
        )
    if parameter.step and (high - low) / parameter.step != round((high - low) / parameter.step):
        raise BadTuning(f'the range of "{parameter.name}" has no whole number of steps of {parameter.step:g}')
    return replace(parameter, low=float(low), high=float(high))


def _package(game: str) -> object:
    """The game's own agents, None where it has none."""
    try:
        return importlib.import_module(f"magnate.agents.{game}")
    except ModuleNotFoundError:
        return None


def _levels(parameter: Parameter) -> list[float]:
    """The places of the values that the grid has for a parameter: all it can have, where these are no more."""
    choices = round((parameter.high - parameter.low) / parameter.step) + 1 if parameter.step else LEVELS
    many = min(LEVELS, choices)
    return sorted({parameter.unit(parameter.value(number / (many - 1))) for number in range(many)})


def _number(value: float) -> str:
    """A value as it stands in a spec: read back, it is the same number."""
    return str(int(value)) if value == int(value) else repr(value)
