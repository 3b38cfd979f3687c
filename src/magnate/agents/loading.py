"""Agents of a user's own: a class named by its module, ``mypkg.bots:Cautious``."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ..errors import BadAgent, UnknownAgent

if TYPE_CHECKING:
    from .spec import PythonAgent

__all__ = ["load_user_agent"]


def load_user_agent(game: str, spec: str) -> PythonAgent:  # noqa: ARG001
    """A new object of the class that ``module:Class`` names."""
    module, _, name = spec.partition(":")
    try:
        kind = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownAgent(f'there is no agent "{spec}": {error}') from error
    agent = kind()
    if not callable(getattr(agent, "act", None)):
        raise BadAgent(f"{spec} has no method act", hint="see the tutorial on writing an agent")
    agent.name = spec
    return agent
