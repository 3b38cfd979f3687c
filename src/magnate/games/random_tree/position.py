"""Positions of random trees are paths: shown as JSON and in a terminal, and followed from the root to set one up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from ...errors import BadSetup
from ...runtime.interpreter import interpret
from ...runtime.pystate import pystate_class
from . import rules
from .options import Options, write_options
from .rules import STATE
from .text import NAMES, OUTCOMES

__all__ = ["board_text", "setup", "to_setup", "view"]


def _at_chance(options: np.void, level: int) -> bool:
    """Whether a level is one of chance."""
    every = int(options["chance"])
    return every > 0 and level % (every + 1) == every


def _path(state: np.void) -> list[str]:
    """The names of all steps so far."""
    node, names = int(state["node"]), []
    for level in range(int(state["level"]) - 1, -1, -1):
        drawn = _at_chance(state["opt"], level)
        node, k = divmod(node, int(state["opt"]["outcomes" if drawn else "branching"]))
        names.append((OUTCOMES if drawn else NAMES)[k])
    return names[::-1]


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: the path. What lies below it is for a search to find out."""
    return {"path": _path(state)}


def board_text(state: np.void) -> str:
    """The path for a terminal."""
    path = _path(state)
    made = sum(name.startswith("m") for name in path)
    return f"decision {made} of {int(state['opt']['depth'])}; path: {' '.join(path) or 'none yet'}"


class Setup(BaseModel):
    """A position: the names of the steps from the root."""

    model_config = ConfigDict(strict=True, extra="forbid")

    path: list[str]


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for a path that the tree lacks."""
    path = Setup.model_validate(dict(position)).path
    chances = options.depth // options.chance if options.chance else 0
    if len(path) > options.depth + chances:
        raise BadSetup(f"the path has {len(path)} steps", hint=f"a leaf is reached after {options.depth + chances}")
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    interpreted, g = interpret(rules.__name__), pystate_class(STATE)().from_record(states[0])
    for level, name in enumerate(path):
        drawn = _at_chance(states["opt"][0], level)
        names = OUTCOMES[: options.outcomes] if drawn else NAMES[: options.branching]
        if name not in names:
            raise BadSetup(f"step {level + 1} of the path cannot be {name!r}", hint=f"it is one of {', '.join(names)}")
        interpreted.step(g, names.index(name))
    return g.to_record()


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return view(state, None)
