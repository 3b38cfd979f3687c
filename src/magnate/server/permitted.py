"""Which agents a page may ask for.

A spec can name a class of the user's or a file with a network, and can ask for any amount of memory: that is for the
command line. Over the network only agents that this installation has may be asked for, with bounded settings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadAgent
from .limits import AGENT_SECONDS

if TYPE_CHECKING:
    from ..search.budget import Budget

__all__ = ["check_agent"]

ROOM: Final = frozenset({"leaves", "plies", "pool", "slots", "threads", "trees", "worlds"})
"""Settings of searches that ask for memory or processors."""
BUDGETS: Final = {"sims": 1_000_000, "nodes": 100_000_000, "depth": 64}
"""The most of each budget; a search that they let run on ends after the time that a table gives an agent."""
NANOSECONDS: Final = 1_000_000_000


def check_agent(game: str, spec: str, players: int, seconds: float = AGENT_SECONDS) -> None:
    """Refuse a spec that a page may not ask for: at a table where an agent may think so many seconds.

    Raises :class:`~magnate.errors.BadAgent`, and what an impossible spec raises.

    >>> check_agent("pig", "mcts:sims=100", 2)
    >>> check_agent("pig", "os:system", 2)
    Traceback (most recent call last):
    ...
    magnate.errors.BadAgent: the agent "os:system" cannot be asked for here; ask for one of the list of agents
    """
    from ..agents.own_spec import described_own, is_own
    from ..agents.search_spec import is_search
    from ..agents.searching import SearchAgent
    from ..agents.spec import agent_names, resolve

    name, _, settings = map(str.strip, spec.partition(":"))
    if name in agent_names(game):
        pass
    elif is_own(game, name):
        named = {one["name"] for one in described_own(game, name)["configurations"]}
        if settings and settings not in named:
            raise _refused(spec)
    elif is_search(name):
        if any(setting.partition("=")[0].strip() in ROOM for setting in settings.split(",")):
            raise _refused(spec)
    else:
        raise _refused(spec)
    agent = resolve(game, spec, players)
    if isinstance(agent, SearchAgent):
        _check_budget(spec, agent.question.budget, seconds)


def _check_budget(spec: str, budget: Budget, seconds: float) -> None:
    """Refuse a budget beyond a limit of the server, by the limit's name."""
    if budget.kind == "time":
        if budget.amount > seconds * NANOSECONDS:
            raise BadAgent(
                f'"{spec}" takes longer than the limit agent_seconds of this server',
                hint=f"give it at most {seconds:g} s",
            )
    elif budget.amount > BUDGETS[budget.kind]:
        raise BadAgent(
            f'"{spec}" asks for more than the limit of {budget.kind} of this server',
            hint=f"{budget.kind} is at most {BUDGETS[budget.kind]:,} here",
        )


def _refused(spec: str) -> BadAgent:
    return BadAgent(f'the agent "{spec}" cannot be asked for here', hint="ask for one of the list of agents")
