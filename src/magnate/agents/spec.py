"""Agents from spec strings and Python objects.

``name``, ``name:key=value,key=value``, ``name:configuration`` or ``name:configuration,key=value``. Every game has
``random`` (uniformly random legal play, policy kind 0); a package ``magnate.agents.<game>`` may declare more::

    AGENTS = AgentPackage(
        guide="magnate.agents.monopoly.guide",  # the module with `policy`, which dispatches on the kind
        policies={"baseline": 1},
        params={"baseline": (ParamSpec("reserve", 1, 200.0, 0.0, 1e6, about="dollars kept"),)},
        configurations={"baseline": {"rich": Configuration("keeps more", {"reserve": 900})}},
        defaults=("baseline",),
    )

A compiled policy reads its parameters from a row of :data:`~magnate.core.binding.PARAMS` numbers, the first of
which is the kind. ``network:FILE.safetensors`` plays by a network (:mod:`.learned.spec`), ``llm:NAME`` asks a language
model (:mod:`magnate.models.llm`). A name with a dot before the
colon, ``mypackage.bots:Cautious``, is a class of the user's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.agents import Agent, CompiledAgent, PythonAgent
from ..core.registry import agent_everywhere, agent_names, agents_of
from ..errors import BadAgent, UnknownAgent, did_you_mean, listing
from .compiled import compiled_agent, configurations, number_of, param_specs, parameters

__all__ = [
    "agent_names",
    "configurations",
    "default_agents",
    "described",
    "number_of",
    "param_specs",
    "parameters",
    "resolve",
    "resolve_all",
    "split_specs",
]


def default_agents(game: str) -> list[str]:
    """Who plays a game when nobody is named, the strongest first.

    >>> default_agents("pig")
    ['random']
    """
    return list(agents_of(game).defaults)


def described(game: str, name: str) -> dict[str, list[dict[str, Any]]]:
    """An agent's parameters (name, default, least, most, whole, about) and configurations (name, about, changes).

    Raises :class:`~magnate.errors.UnknownAgent`.

    >>> described("monopoly", "baseline")["parameters"][1]["most"]
    100.0
    """
    if name not in agent_names(game):
        raise unknown_agent(game, name)
    return {
        "parameters": [
            {
                "name": one.name,
                "default": one.default,
                "least": one.least,
                "most": one.most,
                "whole": one.whole,
                "about": one.about,
            }
            for one in param_specs(game, name).values()
        ],
        "configurations": [
            {"name": named, "about": one.about, "changes": dict(one.changes)}
            for named, one in agents_of(game).configurations.get(name, {}).items()
        ],
    }


def unknown_agent(game: str, name: str) -> UnknownAgent:
    """The error about a name that no agent of the game has."""
    return UnknownAgent(f'{game} has no agent "{name}"', hint=_instead(game, name, agent_names(game)))


def _instead(game: str, name: str, known: Sequence[str]) -> str:
    """What may have been meant by a name that no agent of the game has."""
    if name == "human":  # as records and tables call a person
        return "people play in `magnate play` and `magnate serve`; here all seats are agents'"
    for agent in known:
        if name in configurations(game, agent):
            return f'"{name}" is a configuration: write "{agent}:{name}"'
    from ..core.registry import game_names
    from .learned.spec import NETWORK, USAGE
    from .loading import is_own, listed_players, own_names
    from .search_spec import search_names

    plays = [other for other in game_names() if name in agent_names(other) or is_own(other, name)]
    if plays:
        return f"that agent plays {listing(plays)}; {game} has {listing(sorted([*known, *own_names(game)]))}"

    own = "a class of your own is named by its module, which lies in the current folder or is installed: bots:Cautious"
    searching, learned = search_names(game), f"one that plays by a network is {USAGE}"
    hint = did_you_mean(name, [*known, *own_names(game), *listed_players(game), *searching, NETWORK])
    if hint.startswith("did"):
        return hint
    names = listing(sorted([*known, *own_names(game), *listed_players(game)]), most=20)
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

    A spec string names an agent of the game, one that searches (:mod:`.search_spec`), one that plays by a network
    (:mod:`.learned.spec`), or a class of the user's: ``mypkg.bots:Cautious``. ``players`` is the size of the table, if
    that is known. A class is an agent with its constructor's defaults.

    Raises :class:`~magnate.errors.UnknownAgent` listing the agents of the game, or
    :class:`~magnate.errors.BadAgent` for an object without ``act``, or a configuration or parameter that the agent does
    not have.

    >>> resolve("pig", "random").row[0]
    0.0
    """
    from .learned.spec import is_network, network_agent
    from .loading import agent_of, is_own, is_user_spec, load_user_agent, own_agent, written_agent
    from .search_spec import is_search, search_agent

    if isinstance(agent, CompiledAgent):
        return agent
    if not isinstance(agent, str):
        return agent_of(game, agent)
    name = agent.partition(":")[0].strip()
    if is_own(game, name):
        return own_agent(game, agent, players)
    if name not in agent_names(game) and is_search(name):
        return search_agent(game, agent, players)
    if name not in agent_names(game) and is_network(name):
        return network_agent(game, agent, players)
    made = agent_everywhere(name)
    if made is not None:
        asked: PythonAgent = made(agent.partition(":")[2].strip())
        return asked
    if is_user_spec(game, agent):
        return load_user_agent(game, agent)
    if name not in agent_names(game):
        raise unknown_agent(game, name)
    return written_agent(game, agent, players) or compiled_agent(game, agent.strip())


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
