"""The options of random trees."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ...errors import BadOption
from .rules import MAX_BRANCHING, MAX_DEPTH, MAX_LEAVES, MAX_OUTCOMES, MAX_POINTS

__all__ = ["DEFAULT_PRESET", "PRESETS", "Options", "write_options"]

ORDERINGS = ("random", "best", "worst")


class Options(BaseModel):
    """The options of random trees."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    branching: int = Field(default=3, ge=2, le=MAX_BRANCHING, description="children of each decision")
    depth: int = Field(default=6, ge=1, le=MAX_DEPTH, description="decisions from the root to a leaf")
    chance: int = Field(
        default=0, ge=0, le=MAX_DEPTH, description="a chance node follows every so many decisions; 0: there are none"
    )
    outcomes: int = Field(default=2, ge=2, le=MAX_OUTCOMES, description="outcomes of each chance node")
    ordering: Literal["random", "best", "worst"] = Field(
        default="random", description="children in no order, or the mover's best one first, or last (two players)"
    )
    points: int = Field(
        default=0,
        ge=0,
        le=MAX_POINTS,
        description="points that a leaf gives out, one by one; 0: shares may be any numbers (random order only)",
    )
    seed: int = Field(default=1, ge=0, le=(1 << 32) - 1, description="which of the trees of this shape")

    @model_validator(mode="after")
    def _possible(self) -> Options:
        if self.leaves > MAX_LEAVES:
            raise ValueError(f"the tree has {self.leaves} leaves; allowed are {MAX_LEAVES}: lower depth or branching")
        if self.points and self.ordering != "random":
            raise ValueError(f"with ordering={self.ordering} no two leaves are worth the same: leave points at 0")
        return self

    @property
    def leaves(self) -> int:
        """How many leaves the tree has."""
        chances = self.depth // self.chance if self.chance else 0
        return int(self.branching**self.depth * self.outcomes**chances)


PRESETS: dict[str, dict[str, Any]] = {
    "random": {},
    "chance": {"depth": 4, "chance": 1, "outcomes": 3},
    "best": {"ordering": "best"},
    "worst": {"ordering": "worst"},
    "win-or-lose": {"points": 1},
}
DEFAULT_PRESET = "random"


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``; BadOption where they do not go with the number of players."""
    if options.ordering != "random" and players != 2:
        raise BadOption(
            f"trees for {players} players cannot be ordered {options.ordering} first",
            hint='set players to 2, or ordering to "random"',
        )
    for name in ("seed", "leaves", "branching", "depth", "chance", "outcomes", "points"):
        g["opt"][name] = getattr(options, name)
    g["opt"]["ordering"] = ORDERINGS.index(options.ordering)
    g["opt"]["players"] = players
