"""Reading and describing the settings of a spec, ``name=value,name=value``, for every kind of agent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import nan
from typing import Any, Final

from ..core.agents import ParamSpec
from ..errors import BadAgent, did_you_mean

__all__ = ["described_param", "known_settings", "number", "number_in", "once", "split_settings", "today_named"]

RENAMED: Final = {"deputy": "delegate"}
"""Settings by the names that they had before. Specs of then still work; the names are deprecated."""


def today_named(name: str, known: Iterable[str]) -> str:
    """The name that a setting has today, if it is the earlier name of a known one.

    >>> today_named("deputy", ["delegate"]), today_named("deputy", ["offers"])
    ('delegate', 'deputy')
    """
    today = RENAMED.get(name, name)
    return today if today in known else name


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
