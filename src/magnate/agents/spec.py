"""Agents from spec strings and Python objects.

``name``, ``name:key=value,key=value``, ``name:configuration`` or ``name:configuration,key=value``. Every game has
``random`` (uniformly random legal play, policy kind 0); a package ``magnate.agents.<game>`` may offer more::

    GUIDE = "magnate.agents.monopoly.guide"         # the module with `policy`, which dispatches on kind
    POLICIES = {"baseline": 1}                       # name -> kind
    PARAMS = {"baseline": (Knob("reserve", 1, 200.0, 0.0, 1e6),)}  # parameter, index in the row, default, least, most
    CONFIGURATIONS = {"baseline": {"rich": {"reserve": 900}}}  # named settings of the parameters
    DEFAULTS = ("baseline",)                         # who plays when nobody is named, the strongest first
    INPUTS = {"general": "magnate.agents.monopoly.general"}  # what networks may be told (:mod:`.learned.schema`)
    OWN = {"dqn": "magnate.agents.monopoly.deep_q.spec"}     # agents that the package makes itself (:mod:`.own_spec`)

A compiled policy reads its parameters from a row of :data:`~magnate.core.binding.PARAMS` numbers, the first of
which is the kind. ``network:FILE.safetensors`` plays by a network (:mod:`.learned.spec`). A name with a dot before the
colon, ``mypackage.bots:Cautious``, is a class of the user's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import nan
from typing import Any, NamedTuple

from ..core.agents import Agent, CompiledAgent, PythonAgent
from ..core.binding import PARAMS
from ..core.registry import agent_names, agent_package
from ..errors import BadAgent, UnknownAgent, did_you_mean, listing

__all__ = [
    "Knob",
    "agent_names",
    "configurations",
    "default_agents",
    "described",
    "knobs",
    "number_of",
    "parameters",
    "resolve",
    "resolve_all",
    "split_specs",
]


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


def default_agents(game: str) -> list[str]:
    """Who plays a game when nobody is named, the strongest first.

    >>> default_agents("pig")
    ['random']
    """
    return list(getattr(agent_package(game), "DEFAULTS", ("random",)))


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


def described(game: str, name: str) -> dict[str, list[dict[str, Any]]]:
    """An agent's parameters (name, default, least, most, whole, about) and configurations (name, about, changes).

    Raises :class:`~magnate.errors.UnknownAgent`.

    >>> described("monopoly", "baseline")["parameters"][1]["most"]
    100.0
    """
    _kind(game, name)
    package = agent_package(game)
    meanings = getattr(package, "ABOUT", {}).get(name, {})
    characters = getattr(package, "CONFIGURATIONS_ABOUT", {}).get(name, {})
    return {
        "parameters": [
            {
                "name": one.name,
                "default": one.default,
                "least": one.least,
                "most": one.most,
                "whole": one.whole,
                "about": meanings.get(one.name, ""),
            }
            for one in knobs(game, name).values()
        ],
        "configurations": [
            {"name": named, "about": characters.get(named, ""), "changes": dict(changes)}
            for named, changes in configurations(game, name).items()
        ],
    }


def _kind(game: str, name: str) -> int:
    """The kind of a compiled policy."""
    policies = _policies(game)
    if name not in policies:
        raise UnknownAgent(f'{game} has no agent "{name}"', hint=_instead(game, name, sorted(policies)))
    return policies[name]


def _instead(game: str, name: str, known: Sequence[str]) -> str:
    """What may have been meant by a name that no agent of the game has."""
    for agent in known:
        if name in configurations(game, agent):
            return f'"{name}" is a configuration: write "{agent}:{name}"'
    from ..core.registry import game_names
    from .learned.spec import NETWORK, USAGE
    from .own_spec import is_own, own_names
    from .search_spec import search_names

    plays = [other for other in game_names() if name in agent_names(other) or is_own(other, name)]
    if plays:
        return f"that agent plays {listing(plays)}; {game} has {listing(sorted([*known, *own_names(game)]))}"

    own = "a class of your own is named by its module, which lies in the current folder or is installed: bots:Cautious"
    searching, learned = search_names(game), f"one that plays by a network is {USAGE}"
    hint = did_you_mean(name, [*known, *own_names(game), *searching, NETWORK])
    if hint.startswith("did"):
        return hint
    names = listing(sorted([*known, *own_names(game)]))
    return f"known: {names}; those that search: {listing(searching, most=len(searching))}; {learned}; {own}"


COPIES = re.compile(r"(?P<spec>.*?)\s*\*\s*(?P<count>\d+)")
MOST_COPIES = 1000


def split_specs(text: str) -> list[str]:
    """The specs of a comma-separated list, in which agents may have parameters of their own and ``A*3`` means A, A, A.

    A piece with ``=`` belongs to the agent before it.

    >>> split_specs("strategic:late_game,bid_ratio=1,random, baseline*2")
    ['strategic:late_game,bid_ratio=1', 'random', 'baseline', 'baseline']

    Raises :class:`~magnate.errors.BadAgent` for an empty name or a senseless number of copies.
    """
    specs: list[str] = []
    for piece in map(str.strip, text.split(",")):
        if not piece:
            raise BadAgent(f'"{text}" has an empty name in it', hint="write the agents with one comma between them")
        if specs and "=" in piece and ":" not in piece.partition("=")[0]:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return [one for spec in specs for one in _copies(spec)]


def _copies(spec: str) -> list[str]:
    """The spec as often as its ``*n`` says."""
    match = COPIES.fullmatch(spec)
    if match is None:
        if "*" in spec:
            raise BadAgent(f'"{spec}" does not say how many copies', hint="write for example random*3")
        return [spec]
    count = int(match["count"])
    if not match["spec"] or not 1 <= count <= MOST_COPIES:
        raise BadAgent(
            f'"{spec}" asks for an impossible number of copies', hint=f"write name*n with n from 1 to {MOST_COPIES}"
        )
    return [match["spec"]] * count


def resolve(game: str, agent: Agent, players: int | None = None) -> CompiledAgent | PythonAgent:
    """The agent that a spec string names, or the Python agent itself.

    A spec string names an agent of the game, one that searches (:mod:`.search_spec`) or plays by a network
    (:mod:`.learned.spec`; both for a table of so many ``players``, if that is known), or a class of the user's:
    ``mypkg.bots:Cautious``. A class is an agent with its
    constructor's defaults.

    Raises :class:`~magnate.errors.UnknownAgent` listing the agents of the game, or
    :class:`~magnate.errors.BadAgent` for an object without ``act``, or a configuration or parameter that the agent does
    not have.

    >>> resolve("pig", "random").row[0]
    0.0
    """
    from .learned.spec import is_network, network_agent
    from .loading import agent_of, is_user_spec, load_user_agent
    from .own_spec import is_own, own_agent
    from .search_spec import is_search, search_agent

    if isinstance(agent, CompiledAgent):
        return agent
    if not isinstance(agent, str):
        return agent_of(game, agent)
    name = agent.partition(":")[0].strip()
    if is_own(game, name):
        return own_agent(game, agent, players)
    if name not in _policies(game) and is_search(name):
        return search_agent(game, agent, players)
    if name not in _policies(game) and is_network(name):
        return network_agent(game, agent, players)
    return load_user_agent(game, agent) if is_user_spec(game, agent) else _from_spec(game, agent.strip())


def _from_spec(game: str, spec: str) -> CompiledAgent:
    name, colon, settings = map(str.strip, spec.partition(":"))
    row = [0.0] * PARAMS
    row[0] = float(_kind(game, name))
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


def resolve_all(game: str, players: int, agents: Agent | Iterable[Agent]) -> list[CompiledAgent | PythonAgent]:
    """One agent a seat; a single agent takes every seat.

    Raises :class:`~magnate.errors.BadAgent` when the number of agents is not the number of seats.
    """
    if not isinstance(agents, Iterable) or isinstance(agents, str | type):
        return [resolve(game, agents, players)] * players
    listed = list(agents)
    if len(listed) != players:
        raise BadAgent(
            f"{len(listed)} agents for {players} seats", hint=f"give {players} agents, or one that plays every seat"
        )
    return [resolve(game, agent, players) for agent in listed]
