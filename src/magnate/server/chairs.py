"""The seats of a table: who plays which, and who stands in for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Chair"]


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
