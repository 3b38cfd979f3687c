"""The options of the bear-off."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from .rules import MAX_CHECKERS

__all__ = ["DEFAULT_PRESET", "PRESETS", "Options", "write_options"]


class Options(BaseModel):
    """The options of the bear-off."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    checkers: int = Field(
        default=MAX_CHECKERS,
        ge=1,
        le=MAX_CHECKERS,
        description="checkers of each player, dealt to the points 6, 5, 4, 3, 2, 1, 6, …",
    )


PRESETS: dict[str, dict[str, Any]] = {"standard": {}, "short": {"checkers": 6}, "tiny": {"checkers": 2}}
DEFAULT_PRESET = "standard"


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the number of checkers into the state."""
    g["opt"]["checkers"] = options.checkers
