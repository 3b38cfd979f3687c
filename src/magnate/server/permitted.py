"""Which agents a page may ask for.

A spec can name a class of the user's or a file with a network, and can ask for any amount of memory: that is for the
command line. Over the network only agents that this installation has may be asked for, with bounded settings.
"""

from __future__ import annotations

from typing import Final

from ..errors import BadAgent

__all__ = ["check_agent"]

ROOM: Final = frozenset({"leaves", "plies", "pool", "slots", "threads", "trees", "worlds"})
"""Settings of searches that ask for memory or processors."""
BUDGETS: Final = {"sims": 1_000_000, "nodes": 100_000_000, "depth": 64}
"""The most of each budget; what is left takes the time that a table gives an agent."""


def check_agent(game: str, spec: str, players: int) -> None:
    """Refuse a spec that a page may not ask for.

    Raises :class:`~magnate.errors.BadAgent`, and what an impossible spec raises.

    >>> check_agent("pig", "mcts:sims=100", 2)
    >>> check_agent("pig", "os:system", 2)
    Traceback (most recent call last):
    ...
    magnate.errors.BadAgent: the agent "os:system" cannot be asked for here; ask for one of the list of agents
    """
    from ..agents.own_spec import described_own, is_own
    from ..agents.search_spec import is_search
    from ..agents.spec import agent_names, resolve

    name, _, settings = map(str.strip, spec.partition(":"))
    if name in agent_names(game):
        pass
    elif is_own(game, name):
        named = {one["name"] for one in described_own(game, name)["configurations"]}
        if settings and settings not in named:
            raise _refused(spec)
    elif is_search(name):
        _check_settings(spec, settings)
    else:
        raise _refused(spec)
    resolve(game, spec, players)


def _check_settings(spec: str, settings: str) -> None:
    for setting in settings.split(",") if settings else []:
        name, _, value = map(str.strip, setting.partition("="))
        if name in ROOM:
            raise _refused(spec)
        if name in BUDGETS and (not value.isdecimal() or len(value) > 12 or int(value) > BUDGETS[name]):
            raise BadAgent(f'"{spec}" asks for too much', hint=f"{name} is at most {BUDGETS[name]:,} here")


def _refused(spec: str) -> BadAgent:
    return BadAgent(f'the agent "{spec}" cannot be asked for here', hint="ask for one of the list of agents")
