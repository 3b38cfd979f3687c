"""Who decides: agents by name, compiled policies and Python objects.

An agent is named by a *spec string* such as ``random``, ``baseline:reserve=300`` or ``strategic:late_game`` (see
:mod:`magnate.agents.spec`), or is any object with a method ``act(positions)``. It answers a list of positions with a
list of actions (ids or names), one each. :func:`search_as` shows what an agent that searches sees.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..core.agents import Agent, CompiledAgent, PythonAgent
from .spec import agent_names, default_agents, resolve, resolve_all, split_specs

if TYPE_CHECKING:
    from .decision import Decision, search_as

__all__ = [
    "Agent",
    "CompiledAgent",
    "Decision",
    "PythonAgent",
    "agent_names",
    "default_agents",
    "resolve",
    "resolve_all",
    "search_as",
    "split_specs",
]


def __getattr__(name: str) -> Any:
    """Import what needs the searches, and with them NumPy, when it is first used (PEP 562)."""
    if name in {"Decision", "search_as"}:
        return getattr(import_module(".decision", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
