"""Compiled agents: their parameters, their configurations, and the row of numbers that a spec stands for.

Everything that makes agents may ask this module; it knows none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from math import nan
from typing import NamedTuple

from ..core.agents import CompiledAgent
from ..core.binding import PARAMS
from ..core.registry import agent_package
from ..errors import BadAgent, UnknownAgent, did_you_mean, listing

__all__ = ["Knob", "compiled_agent", "configurations", "kind_of_policy", "knobs", "number_of", "parameters"]


class Knob(NamedTuple):
    """A parameter of a compiled policy: its place in the row, its default, and the least and greatest value allowed.

    ``whole``: it counts something, so that a fraction has no meaning.
    """

    name: str
    place: int
    default: float
    least: float
    most: float
    whole: bool = False

    @property
    def values(self) -> str:
        """The values allowed, in words.

        >>> Knob("level", 1, 3, 1, 5, whole=True).values
        'a whole number from 1 to 5'
        """
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:g}"

    def allows(self, value: float) -> bool:
        """Whether it can have this value."""
        return self.least <= value <= self.most and not (self.whole and value % 1)


def _policies(game: str) -> dict[str, int]:
    package = agent_package(game)
    return {"random": 0, **getattr(package, "POLICIES", {})}


def kind_of_policy(game: str, name: str) -> int:
    """The kind of a compiled policy; raises :class:`~magnate.errors.UnknownAgent`."""
    policies = _policies(game)
    if name not in policies:
        raise UnknownAgent(f'{game} has no agent "{name}"', hint=did_you_mean(name, sorted(policies)))
    return policies[name]


def configurations(game: str, name: str) -> dict[str, Mapping[str, float]]:
    """The named configurations of an agent: what each changes of the parameters' defaults.

    >>> configurations("monopoly", "strategic")["late_game"]["cash_reserve"]
    250
    """
    found: dict[str, Mapping[str, float]] = getattr(agent_package(game), "CONFIGURATIONS", {}).get(name, {})
    return found


def knobs(game: str, name: str) -> dict[str, Knob]:
    """The parameters of a compiled policy by their names."""
    return {row[0]: Knob(*row) for row in getattr(agent_package(game), "PARAMS", {}).get(name, ())}


def parameters(game: str, name: str, configuration: str | None = None) -> dict[str, float]:
    """The parameters of an agent and their values, by default or in a configuration.

    >>> parameters("monopoly", "baseline")
    {'reserve': 150.0, 'bid': 1.0, 'trades': 1.0}
    """
    changed = configurations(game, name)[configuration] if configuration is not None else {}
    return {one.name: changed.get(one.name, one.default) for one in knobs(game, name).values()}


def compiled_agent(game: str, spec: str) -> CompiledAgent:
    """The compiled agent that a spec names.

    Raises :class:`~magnate.errors.UnknownAgent`, or :class:`~magnate.errors.BadAgent` for a configuration or a
    parameter that the agent does not have.

    >>> compiled_agent("monopoly", "baseline:reserve=300").row[:2]
    (1.0, 300.0)
    """
    name, colon, settings = map(str.strip, spec.partition(":"))
    row = [0.0] * PARAMS
    row[0] = float(kind_of_policy(game, name))
    known = knobs(game, name)
    for one in known.values():
        row[one.place] = float(one.default)
    said: set[str] = set()
    for number, setting in enumerate(settings.split(",") if colon else []):
        knob, equals, value = map(str.strip, setting.partition("="))
        if knob in said:
            raise BadAgent(f'"{spec}" says {knob} twice', hint="give each parameter one value")
        said.add(knob)
        if number == 0 and not equals and knob not in known and configurations(game, name):
            for changed, to in _configuration(game, name, knob).items():
                row[known[changed].place] = float(to)
        else:
            one = _knob(name, known, knob)
            row[one.place] = number_of(name, one, value if equals else "")
    return CompiledAgent(spec, tuple(row))


def _configuration(game: str, name: str, configuration: str) -> Mapping[str, float]:
    """What a named configuration changes."""
    named = configurations(game, name)
    if configuration not in named:
        raise BadAgent(
            f'the agent "{name}" has no configuration "{configuration}"', hint=did_you_mean(configuration, named)
        )
    return named[configuration]


def _knob(name: str, known: Mapping[str, Knob], knob: str) -> Knob:
    """The parameter of that name."""
    if knob not in known:
        hint = f'it has none: write "{name}"'
        if known:
            close = get_close_matches(knob, known, n=1)
            all_ = f"it has {listing(known, most=len(known))}"
            hint = f'did you mean "{close[0]}"? I{all_[1:]}' if close else all_
        raise BadAgent(f'the agent "{name}" has no parameter "{knob}"', hint=hint)
    return known[knob]


def number_of(name: str, knob: Knob, text: str) -> float:
    """The number that was written for a parameter."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not knob.allows(value):
        raise BadAgent(
            f'the parameter "{knob.name}" of "{name}" needs {knob.values}, not "{text}"',
            hint=f"write for example {name}:{knob.name}={knob.default:g}",
        )
    return value
