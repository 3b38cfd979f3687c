"""The options of connect four: the size of the board and of the line."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from .rules import MAX_BITS, MAX_SIDE

__all__ = ["DEFAULT_PRESET", "PRESETS", "Options", "write_options"]


class Options(BaseModel):
    """The options of connect four."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    columns: int = Field(default=7, ge=2, le=MAX_SIDE, description="columns of the board")
    rows: int = Field(default=6, ge=2, le=MAX_SIDE, description="rows of the board")
    line: int = Field(default=4, ge=2, le=MAX_SIDE, description="discs in a row that win")

    @model_validator(mode="after")
    def _possible(self) -> Options:
        if self.columns * (self.rows + 1) > MAX_BITS:
            raise ValueError(
                f"a board of {self.columns} columns and {self.rows} rows is too large: columns × (rows + 1) is at most "
                f"{MAX_BITS}"
            )
        if self.line > max(self.columns, self.rows):
            raise ValueError(f"no line of {self.line} fits on {self.columns} columns and {self.rows} rows")
        return self


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "small": {"columns": 5, "rows": 4},
    "tiny": {"columns": 4, "rows": 4},
}
DEFAULT_PRESET = "standard"


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``."""
    for name in Options.model_fields:
        g["opt"][name] = getattr(options, name)
