"""What a searching agent does without a search (a kernel): by its guide's own rule, or by its delegate's policy."""

from __future__ import annotations

from ..core.binding import States, game, guide
from ..runtime.compiler import Floats, Floats2, Ints, entry


@entry
def rule_move(states: States, params: Floats) -> int:
    """The guide's action at the position of ``states[0]``; -1: it is to be searched."""
    return guide.rule_move(states[0], params)


@entry
def amend(states: States, action: int) -> int:
    """What the agent does at the position of ``states[0]`` that has chosen ``action`` (``Guide.amend``)."""
    return guide.amend(states[0], action)


@entry
def prune(states: States, models: Floats2, acts: Ints) -> int:
    """Take what is hopeless by the models out of ``states[0]``; the action, if only one is left, else -1."""
    guide.prune(states[0], models, acts)
    return acts[0] if game.legal(states[0], acts) == 1 else -1


@entry
def revise(states: States, action: int, models: Floats2) -> int:
    """What the agent does at the position of ``states[0]`` that has chosen ``action`` (``Guide.revise``)."""
    return guide.revise(states[0], action, models)


@entry
def delegate(states: States, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """The delegate's action at the position of ``states[0]``; -1: what the search says.

    ``found`` is that, and -1 before it is asked; ``params``, ``key``, ``acts`` and ``memo`` are for the policy.
    """
    return guide.delegate(states[0], params, found, key, acts, memo)


@entry
def narrow(states: States, acts: Ints) -> int:
    """Take what the delegate decides out of ``states[0]``; the action, if only one is left, else -1."""
    guide.narrow(states[0])
    return acts[0] if game.legal(states[0], acts) == 1 else -1
