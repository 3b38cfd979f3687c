"""One way in which an action was carried out, as its decisions and events tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from magnate.games.brass import board, codec
from magnate.games.brass.state import STATE
from magnate.runtime.pystate import pystate_class

MIRROR = pystate_class(STATE)
RESOURCES = {3: "coal", 4: "iron", 5: "beer"}
CARDS = [card.id for card in board.CARDS]


@dataclass(frozen=True)
class Finish:
    """One way to carry an action out: the decisions, the events, and the bytes of the state after it."""

    names: tuple[str, ...]
    events: tuple[tuple[str, tuple[int, ...]], ...]
    state: bytes
    asked: tuple[str, ...] = ()

    @property
    def g(self) -> Any:
        """The state after it, a new mirror."""
        return MIRROR().from_bytes(self.state)

    def of(self, kind: str) -> list[tuple[int, ...]]:
        """The numbers of all events of a kind."""
        return [args for name, args in self.events if name == kind]

    @property
    def built(self) -> tuple[str, str] | None:
        """The tile built and where: ``("cotton 1", "stoke.0")``."""
        return next(
            ((codec.TILE_NAMES[tile], board.SPACES[at].id) for _, at, tile, _ in self.of("BUILDS")),
            None,
        )

    @property
    def laid(self) -> tuple[str, ...]:
        """The lines on which links were laid, in order."""
        return tuple(board.LINES[args[1]].id for args in self.of("LINKS"))

    @property
    def used(self) -> list[str]:
        """Cubes and barrels taken, in order: ``coal dudley.0``, ``beer oxford.0`` for a merchant's barrel."""
        found = []
        for name, args in self.events:
            if name == "TAKES":
                found.append(f"{RESOURCES[args[1]]} {board.SPACES[args[2]].id}")
            elif name == "TAKES_BARREL":
                found.append(f"beer {board.MERCHANT_SPACES[args[1]].id}")
        return found

    @property
    def bought(self) -> list[tuple[str, int]]:
        """Cubes bought and their prices, in order."""
        return [(RESOURCES[args[1]], args[2]) for args in self.of("BUYS")]

    @property
    def sold(self) -> tuple[tuple[str, str], ...]:
        """The spaces whose tiles were sold and the merchant spaces that bought them, in order."""
        return tuple((board.SPACES[args[1]].id, board.MERCHANT_SPACES[args[2]].id) for args in self.of("SELLS"))

    @property
    def developed(self) -> tuple[str, ...]:
        """The tiles removed from the mat, in order."""
        return tuple(codec.TILE_NAMES[args[1]] for args in self.of("DEVELOPS"))

    @property
    def flipped(self) -> list[tuple[int, str]]:
        """Owners and spaces of the tiles that were flipped."""
        return [(args[0], board.SPACES[args[1]].id) for args in self.of("FLIPS")]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards given."""
        return tuple(CARDS[args[1]] for args in self.of("GIVES"))


def scored(finish: Finish, kind: str) -> list[int]:
    """The points of each of two seats' links or tiles."""
    points = [0, 0]
    for args in finish.of(kind):
        points[args[0]] += args[2]
    return points
