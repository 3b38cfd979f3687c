"""Hints at the table: what a worker process finds, as the page receives it (:mod:`magnate.analysis.hints`).

A hint is worked out from what the asking seat sees, and by its eyes alone. The chances of a running game by the eyes of
one who sees everything are shown to nobody (:func:`check_eyes`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..messages import Message
from .game_session import refused

if TYPE_CHECKING:
    from ..analysis.hints import HintedMove
    from ..core.game import Position

__all__ = ["check_eyes", "hinted"]

LEAST: Final = "time:1ms"
"""A budget with which everything is loaded and next to nothing searched."""
FEW: Final = 4
"""Games that are played on for that."""


def hinted(
    position: Position, spec: str, seed: int, seconds: float, eyes: int | str, ready: Callable[[], int]
) -> dict[str, Any]:
    """The best moves for the seat to move: ``quantity``, ``policy`` and ``actions``, as they are sent (``HintGiven``).

    The agent ``spec`` says what it would do, and for so many seconds games are played on. ``ready`` is called when all
    is loaded. It returns the moment at which everything ends, whatever the budget (nanoseconds of the monotonic clock).
    """
    from ..agents.search_spec import is_search, with_budget
    from ..analysis.hints import hint
    from ..search.options import parse_budget

    check_eyes(position, eyes)
    quick = with_budget(spec, parse_budget(LEAST)) if is_search(spec.partition(":")[0].strip()) else spec
    hint(position, quick, games=FEW, seed=seed)
    found = hint(position, spec, seconds=seconds, seed=seed, until=ready())
    actions = [_line(position, found.seat, one) for one in found.moves]
    return {"quantity": found.quantity, "policy": found.policy, "actions": actions}


def check_eyes(position: Position, eyes: int | str) -> None:
    """Raise :class:`~magnate.errors.Refused` for eyes with which nobody may look at a position of a table.

    Whoever is to decide has its own. Of a game that is over everything may be seen.
    """
    if not position.is_over and eyes != position.to_move:
        raise refused("refused", "eyes")


def _line(position: Position, seat: int, one: HintedMove) -> dict[str, Any]:
    """A move as it is sent."""
    from ..analysis.hints import move_messages

    share = min(1.0, max(0.0, one.shares[seat]))
    low = high = None
    if one.margin is not None:
        low, high = max(0.0, share - one.margin), min(1.0, share + one.margin)
    said, *more = move_messages(position, one.move, seat)
    for message in more:
        said = Message("engine.moves.then", {"first": said, "then": message})
    return {
        "name": one.move.names[0],
        "names": list(one.move.names),
        "m": said.to_json(),
        "value": share,
        "low": low,
        "high": high,
        "source": one.source,
        "games": one.games,
        "network": one.network,
        "chosen": one.chosen,
        "visits": one.visits,
        "search_value": None if one.search_value is None else min(1.0, max(0.0, one.search_value)),
        "prior": one.prior,
    }
