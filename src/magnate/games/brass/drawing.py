"""The board as text for a terminal: the map with the markets in a corner, the players, and a seat's hand and mat.

100 columns; the map takes 38 lines, the players one each, the discards as many as they need. A place on the map is a
block of text: its name, and below it its spaces, two in a row, in the order of their numbers. An empty space shows
what may be built there (``cot/man``). A tile shows its owner's seat, its industry and level, and behind a colon what
it carries, or a star when it is flipped (``1COA2:3``, ``0COT1*``). A line is dotted, or full of its owner's seat where
a link lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import floor
from textwrap import wrap
from typing import Any

import numpy as np

from . import board
from .codec import RESOURCES, card_title, counted, joined, place_title, pounds, seats_title, tile_number, tile_title
from .setup_model import ERAS
from .view import view

__all__ = ["WIDTH", "board_text", "hand_text"]


# ---------------- The map: places where they lie on the board, the lines between them, and what has been built


WIDTH, HEIGHT = 100, 38
CELL = 7
"""Columns of a space; two of them and a blank make a block."""
BLOCK = 2 * CELL + 1

SHORT = {"cotton": "cot", "manufacturer": "man", "pottery": "pot", "coal": "coa", "iron": "iro", "brewery": "bre"}
"""The industries in three letters."""
BONUSES = {
    board.BONUS_POINTS: "{}VP",
    board.BONUS_DEVELOP: "develop",
    board.BONUS_INCOME: "+{}inc",
    board.BONUS_MONEY: "£{}",
}
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


# ---------------- the places


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
        at = board.LOCATION_OF[place["id"]]
        name = f"{name.upper()} {BONUSES[board.MERCHANT_BONUS[at]].format(board.BONUS_AMOUNT[at])}"
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


# ---------------- the lines


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


# ---------------- Markets, players, hands and mats


MARKETS_AT, LEGEND_AT = (3, 1), (27, 76)
"""The free corners of the map: row and column."""
LEGEND = (
    "cot/man  a free space",
    "0COT1    seat 0's tile",
    "1COA2:3  it carries 3",
    "2IRO1*   it is flipped",
    "· · ·    a free line",
    "111111   seat 1's link",
    "any+b    with a barrel",
)
LEGEND_IN_CANAL_ERA = (": : :    for rails only",)
SPACE_NUMBERS = "Spaces go left to right, then down. Names count from 0: Dudley's first is dudley.0."
"""What the names of actions call the spaces of the map."""

UNBROKEN = "\N{NO-BREAK SPACE}"

PHASE_TITLES = {
    "deal-order": "drawing the turn order",
    "deal-merchant": "laying out the merchants",
    "deal-cards": "dealing the hands",
    "action": "to choose an action",
    "build-industry": "building: which industry",
    "build-space": "building: where",
    "take-coal": "taking coal",
    "take-iron": "taking iron",
    "take-beer": "taking beer",
    "line": "laying a link",
    "second-line": "laying a second rail, or none",
    "develop": "developing",
    "develop-more": "developing another tile, or none",
    "sell": "selling",
    "sell-more": "selling another tile, or none",
    "merchant": "choosing a merchant",
    "bonus": "removing a tile for the bonus",
    "card": "giving a card",
    "scout-card": "scouting: giving another card",
    "refill": "drawing cards",
    "shortfall": "giving up a tile for a debt",
}
"""What is going on in each phase, in words."""


def board_text(state: np.void) -> str:
    """What everybody sees, as plain text."""
    shown = view(state, None)
    rows = [_headline(shown), _pending(shown["doing"] or {})]
    legend = [*LEGEND, *(LEGEND_IN_CANAL_ERA if shown["era"] == "canal" else ())]
    rows += map_lines(shown, {MARKETS_AT: _markets(shown), LEGEND_AT: legend})
    rows += ["", SPACE_NUMBERS, "", *_players(shown), "", *_discards(shown)]
    return "\n".join(rows)


def _headline(shown: dict[str, Any]) -> str:
    """Where the game stands, in one line."""
    if shown["ending"]:
        won = shown["winners"]
        return f"The game is over: {seats_title(sum(1 << s for s in won)).lower()} {'win' if len(won) > 1 else 'wins'}"
    parts = [f"{shown['era'].capitalize()} era, round {shown['round']} of {shown['rounds']}"]
    if shown["turn"] is not None:
        left = f" ({counted(shown['actions'], 'action')} left)" if shown["actions"] else ""
        parts.append(f"seat {shown['turn']}{left}")
    parts.append(PHASE_TITLES[shown["phase"]])
    if shown["debt"]:
        parts.append(f"{pounds(shown['debt'])} missing")
    return " · ".join([*parts, f"deck {shown['deck']}"])


def _pending(doing: dict[str, Any]) -> str:
    """What the action in progress is about, and what it still takes; empty when there is none."""
    if not doing:
        return ""
    about = [doing[name] for name in ("industry", "at") if name in doing]
    about += [f"to {doing['merchant']}"] if "merchant" in doing else []
    left = [f"{doing[name]} {name}" for name in ("coal", "iron", "beer") if name in doing]
    taken = f"; still to be taken: {joined(left)}" if left else ""
    return f"{doing['kind'].capitalize()} {' '.join(about)}".rstrip() + taken


def _markets(shown: dict[str, Any]) -> list[str]:
    """The cubes of both markets by price, with the price of the next one."""
    coal, iron = shown["markets"]["coal"], shown["markets"]["iron"]
    rows = ["market  coal  iron"]
    for price in range(1, max(board.COAL_PRICES) + 1):
        coals = _cubes(price, board.COAL_PRICES, board.COAL_ROOM, coal["cubes"])
        irons = _cubes(price, board.IRON_PRICES, board.IRON_ROOM, iron["cubes"])
        rows.append(f"{pounds(price):>6}  {coals:<4}  {irons}".rstrip())
    rows.append(f"{'empty':>6}  {pounds(board.COAL_WHEN_EMPTY):<4}  {pounds(board.IRON_WHEN_EMPTY)}")
    return rows


def _cubes(price: int, prices: Any, room: int, cubes: int) -> str:
    """The places of one price in a market: full ones and empty ones; the cheapest empty first."""
    places = [at for at in range(room) if prices[at] == price]
    return "".join("■" if at >= room - cubes else "□" for at in places)


def _players(shown: dict[str, Any]) -> list[str]:
    """The players' lines, in turn order."""
    rows = ["seat   VP  money  spent    income  cards  links  next tile on the mat (tiles left)"]
    order = shown["order"] or [player["seat"] for player in shown["players"]]
    rest = [player["seat"] for player in shown["players"] if player["seat"] not in order]
    return rows + [_player(shown, shown["players"][seat]) for seat in [*order, *rest]]


def _player(shown: dict[str, Any], player: dict[str, Any]) -> str:
    """One player's line: the income as its level and the marker's space, wild cards apart, the link tiles left."""
    mark = ">" if shown["to_move"] == player["seat"] else " "
    wild = f"+{len(player['wild'])}w" if player["wild"] else ""
    cards = f"{player['cards'] - len(player['wild'])}{wild}"
    mat = " ".join(
        f"{short_tile(stack['next'])}({stack['left']})" if stack["next"] else "--" for stack in player["mat"].values()
    )
    level = f"{player['level']:+d} ({player['income']})"
    return (
        f"{mark}{player['seat']:>3}  {player['points']:>3}  {pounds(player['money']):>5}  "
        f"{pounds(player['spent']):>5}  {level:>8}  {cards:>5}  {player['links']:>5}  {mat}"
    )


def _discards(shown: dict[str, Any]) -> list[str]:
    """The cards that lie face up, in the order of the kinds."""
    discards = shown["discards"]
    return _listed(f"Discarded ({counted(sum(discards.values()), 'card')})", _cards(discards))


def _cards(counts: Mapping[str, int]) -> list[str]:
    """Cards that are counted by kind: ``Leek``, ``iron ×2``."""
    return [f"{card_title(board.CARD_OF[name])}{f' ×{count}' if count > 1 else ''}" for name, count in counts.items()]


# ---------------- what a seat has itself


def hand_text(state: np.void, seat: int) -> str:
    """The seat's own cards, its network and its mat."""
    shown = view(state, seat)
    mine = shown["players"][seat]
    cards = _cards(Counter(mine["hand"]))
    network = [place_title(at) for at, place in enumerate(shown["places"]) if seat in place["networks"]]
    rows = [*_listed(f"Your hand ({counted(mine['cards'], 'card')})", cards), *_listed("Your network", network)]
    rows += ["", "Next on your mat  costs                  beer  brings   VP  income  icons  note   levels left"]
    rows += [_stack(mine["mat"][name], shown["era"]) for name in board.INDUSTRY_NAMES if mine["mat"][name]["next"]]
    return "\n".join(rows)


def _listed(title: str, names: list[str]) -> list[str]:
    """A titled list, in as many lines as it needs; no name is broken."""
    whole = ", ".join(name.replace(" ", UNBROKEN) for name in names) or "none"
    rows = wrap(f"{title}: {whole}.", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [row.replace(UNBROKEN, " ") for row in rows]


def _stack(stack: dict[str, Any], era: str) -> str:
    """The lowest tile of an industry on a mat, and the levels of all that are left.

    ``beer`` is what its sale takes, ``brings`` what it carries when it is built in this era. Noted is the only era that
    it may be built in, or the bulb of a tile that cannot be developed.
    """
    one = board.TILES[tile_number(stack["next"]) - 1]
    costs = ", ".join(
        [pounds(one.money), *(f"{n} {name}" for n, name in ((one.coal, "coal"), (one.iron, "iron")) if n)]
    )
    beer = str(one.beer) if board.GOODS_MASK >> one.industry & 1 else ""
    goods = one.goods or board.BARRELS[ERAS.index(era)] * (one.industry == board.BREWERY)
    brings = f"{goods} {RESOURCES[one.industry]}" if goods else ""
    note = "canal" * (not one.rail) or "rail" * (not one.canal) or "bulb" * (not one.developable)
    return (
        f"{tile_title(one.index):<16}  {costs:<21}  {beer:>4}  {brings:<6}  {one.points:>3}  {one.income:>+6}  "
        f"{one.icons:>5}  {note:<5}  {_levels(stack, one.industry)}"
    )


def _levels(stack: dict[str, Any], industry: int) -> str:
    """The levels of the tiles left, each as often as there are tiles of it: ``1 22 3``."""
    stacked = [str(tile.level) * tile.count for tile in board.TILES if tile.industry == industry]
    gone = sum(map(len, stacked)) - stack["left"]
    left = []
    for level in stacked:
        left.append(level[min(gone, len(level)) :])
        gone = max(0, gone - len(level))
    return " ".join(level for level in left if level)
