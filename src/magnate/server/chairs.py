"""The seats of a table: who plays which, and who stands in for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import BadTable
from .playing import agent_for

if TYPE_CHECKING:
    from ..core.game import Game
    from .bodies import SeatWish

__all__ = ["Chair", "chairs_for", "changed"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat: of a person, or of an agent (``agent`` is its spec).

    ``stand_in`` is the spec of the agent that plays for a person who has left; ``claimed`` says that the person has
    been here.
    """

    seat: int
    name: str
    agent: str | None = None
    stand_in: str | None = None
    claimed: bool = False

    @property
    def human(self) -> bool:
        """Whether it is a person's."""
        return self.agent is None

    @property
    def played_by(self) -> str | None:
        """The spec of the agent that decides here now; None where a person does."""
        return self.agent or self.stand_in

    def shown(self, *, online: bool) -> dict[str, Any]:
        """As everybody may see it."""
        return {
            "seat": self.seat,
            "name": self.name,
            "kind": "human" if self.human else "agent",
            "agent": self.played_by,
            "online": online,
            "claimed": self.claimed,
            "taken_over": self.stand_in is not None,
        }

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Chair:
        """What :meth:`to_json` gave."""
        return cls(**kept)


def chairs_for(game: Game, seats: Sequence[SeatWish], undo: str, seconds: float) -> tuple[Chair, ...]:
    """The chairs of a new table, whose agents may think so many seconds about a decision.

    Raises :class:`~magnate.errors.BadTable`, and what an impossible agent raises.
    """
    if undo == "free" and sum(wish.kind == "human" for wish in seats) > 1:
        raise BadTable("several people cannot take everything back", hint='let one person play, or say "barrier"')
    chairs = []
    for seat, wish in enumerate(seats):
        if wish.kind == "human":
            if wish.agent is not None:
                raise BadTable(f"seat {seat} is a person's and names an agent", hint="leave one of them out")
            chairs.append(Chair(seat, wish.name or f"Player {seat + 1}"))
        else:
            spec = agent_for(game, wish.agent, seconds)
            chairs.append(Chair(seat, wish.name or spec, spec))
    return tuple(chairs)


def changed(chairs: Sequence[Chair], seat: int, **parts: Any) -> tuple[Chair, ...]:
    """The chairs with these parts of one of them changed."""
    return (*chairs[:seat], replace(chairs[seat], **parts), *chairs[seat + 1 :])
