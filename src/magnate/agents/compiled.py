"""Compiled agents: the settings of a spec, and the row of numbers that they stand for.

Everything that makes agents may ask this module; it knows none of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from math import nan
from typing import Any, Final

from ..core.agents import CompiledAgent, ParamSpec
from ..core.binding import PARAMS
from ..core.registry import agents_of
from ..errors import BadAgent, UnknownAgent, did_you_mean, listing

# -------------------------------------------------------- Settings, ``name=value,name=value``, for every kind of agent


RENAMED: Final = {"deputy": "delegate"}
"""Settings by the names that they had before. Specs of then still work; the names are deprecated."""


def warn_of_earlier_name(earlier: str, today: str) -> None:
    """Say that a name is deprecated, and what to write instead."""
    warnings.warn(f'"{earlier}" has a new name: write "{today}"', DeprecationWarning, stacklevel=3)


def today_named(name: str, known: Iterable[str]) -> str:
    """The name that a setting has today, if it is the earlier name of a known one.

    >>> today_named("deputy", ["delegate"]), today_named("deputy", ["offers"])
    ('delegate', 'deputy')
    """
    today = RENAMED.get(name, name)
    if today == name or today not in known:
        return name
    warn_of_earlier_name(name, today)
    return today


def split_settings(text: str) -> list[tuple[str, str, str]]:
    """The settings of a text, each as its name, ``=`` or nothing, and its value.

    >>> split_settings("sims=800, late_game,c=1.4")
    [('sims', '=', '800'), ('late_game', '', ''), ('c', '=', '1.4')]
    """
    parts = (setting.partition("=") for setting in text.split(",")) if text else ()
    return [(name.strip(), equals, value.strip()) for name, equals, value in parts]


def once(spec: str, settings: Iterable[tuple[str, str, str]], what: str = "setting") -> Iterator[tuple[str, str, str]]:
    """The settings one by one; raises :class:`~magnate.errors.BadAgent` at one that was named before."""
    said: set[str] = set()
    for setting in settings:
        if setting[0] in said:
            raise BadAgent(f'"{spec}" says {setting[0]} twice', hint=f"give each {what} one value")
        said.add(setting[0])
        yield setting


def known_settings(settings: Iterable[str], known: Iterable[str], agent: str) -> dict[str, str]:
    """The values of settings by their names, of which the last one counts.

    Raises :class:`~magnate.errors.BadAgent` for one that is not ``known`` of the ``agent``.
    """
    names, found = list(known), {}
    for setting in settings:
        name, _, value = map(str.strip, setting.partition("="))
        name = today_named(name, names)
        if name not in names:
            raise BadAgent(f'"{name}" is no setting of {agent}', hint=did_you_mean(name, names))
        found[name] = value
    return found


def number_in(spec: str, param: ParamSpec, text: str | None, hint: str) -> float:
    """The number that a spec gives a parameter, its default if it says nothing; ``hint`` tells what to write."""
    if text is None:
        return param.default
    value = number(text)
    if not param.allows(value):
        raise BadAgent(f'{param.name} in "{spec}" cannot be "{text}"', hint=hint)
    return value


def number(text: str) -> float:
    """The number that is written, or NaN."""
    try:
        return float(text)
    except ValueError:
        return nan


def described_param(param: ParamSpec, default: Any = None) -> dict[str, Any]:
    """A parameter for lists of settings; ``default`` is what a game has instead of the parameter's own."""
    return {
        "name": param.name,
        "default": param.default if default is None else default,
        "values": param.values,
        "about": param.about,
    }


# ----------------------------------------------------------------------------------------------------- Compiled agents


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
