"""An agent of Pig with parameters, for tests of tuning, as ``magnate.agents.pig`` would have it."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from magnate.arena.fingerprints import code_fingerprints
from magnate.core.game import load

NAME = "magnate.agents.pig"


def agents() -> ModuleType:
    """What ``magnate.agents.pig`` would be.

    The fingerprint of Pig is taken first, and kept: its guide plays at random too, but draws otherwise than Pig alone.
    """
    if not hasattr(sys.modules.get(NAME), "GUIDE"):  # those of here are not installed yet
        code_fingerprints(load("pig"), [])
    module = ModuleType(NAME)
    module.__spec__ = ModuleSpec(NAME, None)
    vars(module).update(
        GUIDE="tests.games_for_tests.pig_holder",
        POLICIES={"holder": 1},
        PARAMS={"holder": (("hold", 1, 5.0, 2.0, 1000.0), ("chase", 2, 0.0, 0.0, 1.0))},
        SEARCH={"holder": {"hold": (2.0, 62.0, 0.0), "chase": (0.0, 1.0, 1.0)}},
    )
    return module


def install() -> None:
    """Give Pig the agent in this process."""
    sys.modules[NAME] = agents()
