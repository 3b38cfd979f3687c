# ruff: noqa: ARG001 - the contract gives the signatures
"""What the loader adds to the rules of a game without chance, compound moves, observations or hidden parts."""

from __future__ import annotations

from typing import Any

from ..runtime.compiler import Floats, Ints, shared

NOBODYS_CHANNEL = 64
EVERYBODY = 255


@shared
def chance(g: Any, out: Ints, weight: Ints) -> int:
    """No outcomes: the game has no chance nodes."""
    return 0


@shared
def chance_key(g: Any) -> int:
    """The table's own channel."""
    return NOBODYS_CHANNEL


@shared
def draw(g: Any, u: int) -> int:
    """Never called: drivers draw by weight unless the rules define ``draw``."""
    return 0


@shared
def settled(g: Any) -> bool:
    """Every decision is a move of its own."""
    return True


@shared
def seen_by(g: Any) -> int:
    """All seats see everything."""
    return EVERYBODY


@shared
def features(g: Any, p: int, out: Floats) -> None:
    """No observation."""


@shared
def hide(g: Any, p: int, key: int) -> None:
    """Nothing is hidden."""


@shared
def knows(g: Any, p: int) -> bool:
    """Nobody can be sure; never asked about a game without hidden parts."""
    return False


@shared
def track(g: Any, a: int, tally: Ints) -> None:
    """Never called: drivers track only games whose rules define ``track``."""


@shared
def canonical(g: Any, a: int) -> int:
    """No two actions are known to be equivalent."""
    return a


@shared
def skip(g: Any) -> bool:
    """Nobody passes."""
    return False
