"""The options of Brass, the rulings that players disagree about; and the named presets."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from .board import LINE_COUNT, LINK_TILES

__all__ = ["DEFAULT_PRESET", "PRESETS", "Options", "write_options"]


class Options(BaseModel):
    """The options of Brass; the defaults are the preset ``full`` (the rulebook of 2018)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    eras: Literal["full", "canal"] = Field(
        default="full",
        description="both eras, or the introductory game: the Canal era alone, then points for money, income and the "
        "flipped tiles above level I once more",
    )
    tie_break: Literal["level", "space"] = Field(
        default="level",
        description="what “higher income” means among those with the most points: the level (the rulebook), or the "
        "marker's space of the track (the designer, because it breaks more ties)",
    )
    gloucester: Literal["compulsory", "optional"] = Field(
        default="compulsory",
        description="whether a tile must be removed for Gloucester's barrel where one can be (the rulebook does not "
        "say that it may be left)",
    )
    link_tiles: int = Field(
        default=LINK_TILES,
        ge=1,
        le=LINE_COUNT,
        description="how many links a player may have on the board: the tiles that the box has for each",
    )


PRESETS: dict[str, dict[str, Any]] = {"full": {}, "introductory": {"eras": "canal"}}
"""What each preset changes of the defaults."""
DEFAULT_PRESET = "full"


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``."""
    record = g["opt"]
    record["players"] = players
    record["eras"] = 2 if options.eras == "full" else 1
    record["tie_break"] = ("level", "space").index(options.tie_break)
    record["bonus_compulsory"] = options.gloucester == "compulsory"
    record["link_tiles"] = options.link_tiles
