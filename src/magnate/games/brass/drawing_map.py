"""The map as text: places where they lie on the board, the lines between them, and what has been built.

A place is a block of text: its name, and below it its spaces, two in a row, in the order of their numbers. An empty
space shows what may be built there (``cot/man``); a tile shows its owner's seat, its industry and level, and behind a
colon what it carries, or a star when it is flipped (``1COA2:3``, ``0COT1*``). A line is dotted, or full of its owner's
seat where a link lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import floor
from typing import Any

from .board import LOCATION_OF
from .tables import BONUS_AMOUNT, BONUS_DEVELOP, BONUS_INCOME, BONUS_MONEY, BONUS_POINTS, MERCHANT_BONUS

__all__ = ["WIDTH", "map_lines", "short_tile"]

WIDTH, HEIGHT = 100, 38
CELL = 7
"""Columns of a space; two of them and a blank make a block."""
BLOCK = 2 * CELL + 1

SHORT = {"cotton": "cot", "manufacturer": "man", "pottery": "pot", "coal": "coa", "iron": "iro", "brewery": "bre"}
"""The industries in three letters."""
BONUSES = {BONUS_POINTS: "{}VP", BONUS_DEVELOP: "develop", BONUS_INCOME: "+{}inc", BONUS_MONEY: "£{}"}
"""What merchants' barrels bring, in short."""

PLACED = {
    "warrington": (0, 2), "stoke": (0, 25), "leek": (0, 47), "belper": (0, 67), "nottingham": (3, 85),
    "derby": (5, 66), "uttoxeter": (5, 45), "stone": (6, 22), "stafford": (10, 31), "burton": (10, 63),
    "shrewsbury": (13, 1), "farm_north": (13, 18), "cannock": (15, 38), "tamworth": (15, 72),
    "coalbrookdale": (18, 2), "wolverhampton": (20, 24), "walsall": (19, 50), "nuneaton": (19, 85),
    "dudley": (24, 27), "birmingham": (24, 54), "coventry": (24, 85), "kidderminster": (27, 6),
    "farm_south": (32, 0), "redditch": (31, 44), "worcester": (33, 16), "oxford": (35, 66), "gloucester": (36, 36),
}  # fmt: skip
"""The row and the first column of each place's block."""

FARM_NAMES = {"farm_north": "Farm (north)", "farm_south": "Farm (south)"}

Canvas = list[list[str]]


def map_lines(shown: dict[str, Any], notes: Mapping[tuple[int, int], list[str]]) -> list[str]:
    """The map of a view, as lines of text; ``notes`` are blocks of text for the free corners, by row and column."""
    canvas = [[" "] * WIDTH for _ in range(HEIGHT)]
    blocks = {place["id"]: _block(place) for place in shown["places"]}
    centres = {name: _centre(name, block) for name, block in blocks.items()}
    for line in shown["lines"]:
        _draw_line(canvas, line, centres, shown["era"])
    for name, block in blocks.items():
        _write(canvas, PLACED[name], block)
    for at, note in notes.items():
        _write(canvas, at, note)
    return ["".join(row).rstrip() for row in canvas]


# ------------------------------------------------------------------------------------------- the places


def short_tile(name: str) -> str:
    """A kind of tile in short: ``cot1``."""
    industry, level = name.split()
    return f"{SHORT[industry]}{level}"


def short_merchant(tile: str | None) -> str:
    """What a merchant tile buys, in short: ``cot``, ``any``, ``blank``."""
    if tile is None:
        return "none"
    return "any" if "/" in tile else SHORT.get(tile, tile)


def _space(space: dict[str, Any]) -> str:
    if space["tile"] is None:
        return "/".join(SHORT[name] for name in space["industries"])
    state = "*" if space["flipped"] else f":{space['goods']}" if space["goods"] else ""
    return f"{space['owner']}{short_tile(space['tile']).upper()}{state}"


def _merchant(merchant: dict[str, Any]) -> str:
    return short_merchant(merchant["tile"]) + "+b" * merchant["barrel"]


def _block(place: dict[str, Any]) -> list[str]:
    """The lines of a place's block."""
    cells = [_space(space) for space in place["spaces"]] + [_merchant(one) for one in place["merchants"]]
    name = FARM_NAMES.get(place["id"], place["name"])
    if place["kind"] == "merchant":
        at = LOCATION_OF[place["id"]]
        name = f"{name.upper()} {BONUSES[MERCHANT_BONUS[at]].format(BONUS_AMOUNT[at])}"
        cells = cells or ["(no merchant)"]
    rows = [" ".join(f"{cell:<{CELL}}" for cell in cells[i : i + 2]).rstrip() for i in range(0, len(cells), 2)]
    return [name, *rows]


def _width(block: list[str]) -> int:
    return max(map(len, block))


def _centre(name: str, block: list[str]) -> tuple[float, float]:
    row, column = PLACED[name]
    return row + (len(block) - 1) / 2, column + (_width(block) - 1) / 2


def _write(canvas: Canvas, at: tuple[int, int], block: list[str]) -> None:
    """Write a block, with an empty margin at its sides."""
    row, column = at
    width = _width(block)
    for i, text in enumerate(block):
        for k, sign in enumerate(f" {text:<{width}} ", column - 1):
            if 0 <= k < WIDTH:
                canvas[row + i][k] = sign


# -------------------------------------------------------------------------------------------- the lines


def _draw_line(canvas: Canvas, line: dict[str, Any], centres: dict[str, tuple[float, float]], era: str) -> None:
    """A line that may have a link: dots, or its owner's seat all along."""
    if line["owner"] is None and era == "rail" and not line["rail"]:
        return
    points = [centres[line["ends"][0]], centres[line["ends"][1]]]
    track = list(_track(points))
    if len(line["ends"]) > 2:
        middle = track[len(track) // 2]
        track += _track([middle, centres[line["ends"][2]]])
    for row, column in track if line["owner"] is None else _filled(track):
        canvas[row][column] = _sign(line, era)


def _sign(line: dict[str, Any], era: str) -> str:
    if line["owner"] is not None:
        return str(line["owner"])
    return "·" if line["canal"] or era == "rail" else ":"


def _track(points: list[tuple[float, float]]) -> Iterator[tuple[int, int]]:
    """The cells along a chain of straight lines: one in each row of a steep one, one in two columns of a flat one."""
    for (row, column), (to_row, to_column) in pairwise(points):
        steps = max(1, round(max(abs(to_row - row), abs(to_column - column) / 2)))
        for i in range(steps + 1):
            part = i / steps
            yield floor(row + (to_row - row) * part + 0.5), floor(column + (to_column - column) * part + 0.5)


def _filled(track: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The cells of a track and those between two that lie in one row."""
    for (row, column), (_, following) in pairwise(track):
        step = 1 if following >= column else -1
        yield from ((row, between) for between in range(column, following, step) if abs(between - following) < 4)
        yield row, column
