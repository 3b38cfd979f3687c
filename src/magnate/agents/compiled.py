"""Compiled agents: their parameters, their configurations, and the row of numbers that a spec stands for.

Everything that makes agents may ask this module; it knows none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from ..core.agents import CompiledAgent, ParamSpec
from ..core.binding import PARAMS
from ..core.registry import agents_of
from ..errors import BadAgent, UnknownAgent, did_you_mean, listing
from .settings import number, once, split_settings

__all__ = ["ParamSpec", "compiled_agent", "configurations", "kind_of_policy", "number_of", "param_specs", "parameters"]


def _policies(game: str) -> dict[str, int]:
    return {"random": 0, **agents_of(game).policies}


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
    return {named: one.changes for named, one in agents_of(game).configurations.get(name, {}).items()}


def param_specs(game: str, name: str) -> dict[str, ParamSpec]:
    """The parameters of a compiled policy by their names."""
    return {one.name: one for one in agents_of(game).params.get(name, ())}


def parameters(game: str, name: str, configuration: str | None = None) -> dict[str, float]:
    """The parameters of an agent and their values, by default or in a configuration.

    >>> parameters("monopoly", "baseline")
    {'reserve': 150.0, 'bid': 1.0, 'trades': 1.0, 'offer_every': 8.0}
    """
    changed = configurations(game, name)[configuration] if configuration is not None else {}
    return {one.name: changed.get(one.name, one.default) for one in param_specs(game, name).values()}


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
    known = param_specs(game, name)
    for one in known.values():
        row[one.place] = float(one.default)
    written = split_settings(settings) or ([("", "", "")] if colon else [])
    for place, (param, equals, value) in enumerate(once(spec, written, "parameter")):
        if place == 0 and not equals and param not in known and configurations(game, name):
            for changed, to in _configuration(game, name, param).items():
                row[known[changed].place] = float(to)
        else:
            one = _param(name, known, param)
            row[one.place] = number_of(name, one, value)
    return CompiledAgent(spec, tuple(row))


def _configuration(game: str, name: str, configuration: str) -> Mapping[str, float]:
    """What a named configuration changes."""
    named = configurations(game, name)
    if configuration not in named:
        raise BadAgent(
            f'the agent "{name}" has no configuration "{configuration}"', hint=did_you_mean(configuration, named)
        )
    return named[configuration]


def _param(name: str, known: Mapping[str, ParamSpec], param: str) -> ParamSpec:
    """The parameter of that name."""
    if param not in known:
        hint = f'it has none: write "{name}"'
        if known:
            close = get_close_matches(param, known, n=1)
            all_ = f"it has {listing(known, most=len(known))}"
            hint = f'did you mean "{close[0]}"? I{all_[1:]}' if close else all_
        raise BadAgent(f'the agent "{name}" has no parameter "{param}"', hint=hint)
    return known[param]


def number_of(name: str, param: ParamSpec, text: str) -> float:
    """The number that was written for a parameter."""
    value = number(text)
    if not param.allows(value):
        raise BadAgent(
            f'the parameter "{param.name}" of "{name}" needs {param.values}, not "{text}"',
            hint=f"write for example {name}:{param.name}={param.default:g}",
        )
    return value
