"""How much of what a network says of moves and trades is real, as rollouts have measured it.

``tools/review_gains.py`` measures the gains of moves, ``tools/check_trades.py`` those of trades.

The best of several moves by a noisy value is praised for its noise too. So a gain by the network is multiplied by a
factor. Its spread is the standard deviation of real gains around it, so widened that 1.96 of it hold 95 of 100. Both go
by kind of move and number of players.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

__all__ = ["ALL", "FILE", "Gains", "TradeGains", "gains_of", "provenance", "trade_gains"]

FILE: Final = "gains.json"
"""The factors, a file beside this one."""
ALL: Final = "all"
"""The key of all kinds together."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What gains of a kind are worth: ``factor`` times what the network says.

    The variance of real gains around that is ``base`` squared plus (``part`` times the network's gain) squared.
    ``decisions`` were measured. 0 where few of this kind were: then the factor is that of all kinds, and the spread is
    wider, by how much kinds differ. It has no bound where nothing was measured.
    """

    factor: float
    base: float
    part: float
    decisions: int

    def spread(self, gain: float) -> float:
        """The standard deviation of the real gain where the network says ``gain``; infinite if none was measured."""
        return math.hypot(self.base, self.part * gain)


def gains_of(game: str, players: int, kind: str) -> Gains:
    """The factor and spread for a kind of move, where so many play.

    Monopoly was measured with two players and four, which stand for three and more, Brass with two, three and four.
    Where nothing was measured the factor is 1.

    >>> gains_of("pig", 2, "move").decisions
    0
    """
    tables = _tables()
    table = tables.get(f"{game}/{players}") or tables.get(f"{game}/4", {})
    factor, base, part, decisions = table.get(kind) or table.get(ALL) or (1.0, math.inf, 0.0, 0)
    return Gains(factor, base, part, decisions if kind in table else 0)


@dataclass(frozen=True, slots=True)
class TradeGains:
    """What the network's changes by a trade are worth: ``factor`` times them, and a spread as in :class:`Gains`.

    From changes of ``sure_from`` on (None: never) the sign was right in 95 % of the trades that rollouts decide.
    """

    factor: float
    base: float
    part: float
    sure_from: float | None

    def spread(self, change: float) -> float:
        """The root of the mean square of the real change less the expected one."""
        return math.hypot(self.base, self.part * change)


def trade_gains(players: int) -> TradeGains | None:
    """What was measured for trades among so many players who are left: two, or more."""
    found = _read()["trades"].get("2" if players == 2 else "3")
    return None if found is None else TradeGains(*found)


def provenance() -> dict[str, Any]:
    """Where the factors come from: games, tables, policies, date, and the hashes of the networks."""
    found: dict[str, Any] = _read()["about"]
    return found


def _tables() -> dict[str, Any]:
    found: dict[str, Any] = _read()["tables"]
    return found


@cache
def _read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((resources.files(__package__) / FILE).read_text(encoding="utf-8"))
    return found
