"""Set-ups in which the mover has money enough, so that what refuses it something is another rule."""

from __future__ import annotations

from typing import Any

from .table import OTHER, Table, links, player

RICH = {"money": 200}


def table(*hand: str, other: Any = OTHER, mine: Any = RICH, **parts: Any) -> Table:
    """Four players, of whom the first, with this hand, is asked."""
    return Table(player(*hand, **mine), other, OTHER, OTHER, **parts)


ANY = "cotton/manufacturer/pottery"
SHOPS = {
    "shrewsbury": ["cotton"],
    "gloucester": ["blank", "blank"],
    "oxford": ["manufacturer", "pottery"],
    "warrington": ["blank", "cotton"],
    "nottingham": ["manufacturer", ANY],
}


def sale(tiles: list[dict[str, Any]], *lines: str, **parts: Any) -> Table:
    """Tiles of the mover, linked by its own links to merchants that buy something."""
    return table("stoke", "leek", tiles=tiles, links=links(0, *lines), merchants=SHOPS, **parts)
