"""Who decides: agents by name, compiled policies and Python objects.

An agent is named by a *spec string* such as ``random``, ``baseline`` or ``baseline:reserve=300``
(see :mod:`magnate.agents.spec`), or is any object with a method ``act(positions)`` that answers a list of positions
with a list of actions (ids or names), one each.
"""

from __future__ import annotations

from .spec import Agent, CompiledAgent, PythonAgent, agent_names, resolve, resolve_all

__all__ = ["Agent", "CompiledAgent", "PythonAgent", "agent_names", "resolve", "resolve_all"]
