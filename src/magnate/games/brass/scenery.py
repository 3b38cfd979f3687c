"""What of the views never changes: the names of the board. A table sends it once, and leaves it out of every step."""

from __future__ import annotations

from typing import Any

from .board import INDUSTRIES, LINES, LOCATIONS, MERCHANT_SPACES, SPACES
from .tables import MERCHANT_FROM

__all__ = ["scenery"]


def scenery(players: int) -> dict[str, Any]:
    """Names and neighbours of places, spaces and lines, shaped like :func:`.view.view` for so many players."""
    return {
        "places": [
            {
                "id": one.id,
                "name": one.name,
                "kind": one.kind,
                "spaces": [
                    {
                        "id": SPACES[space].id,
                        "industries": [INDUSTRIES[industry] for industry in SPACES[space].industries],
                    }
                    for space in one.spaces
                ],
                "merchants": [
                    {"id": space.id}
                    for space in MERCHANT_SPACES
                    if space.location == place and MERCHANT_FROM[space.index] <= players
                ],
            }
            for place, one in enumerate(LOCATIONS)
        ],
        "lines": [
            {
                "id": one.id,
                "ends": [LOCATIONS[end].id for end in one.ends],
                "canal": one.canal,
                "rail": one.rail,
            }
            for one in LINES
        ],
    }
