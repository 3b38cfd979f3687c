"""What a seat or a spectator sees, as data and as a drawn board.

Everything in Monopoly lies open: every viewpoint sees the same, and knows its own seat. Of a deck everybody knows
which cards have not come yet and the order of those that have.

The drawn board has 78 columns and 25 lines: the ring of squares, and what the players have in its middle. A square
shows its name, and below it the owner's seat and the buildings (1 to 4 houses, ``H`` a hotel, ``m`` mortgaged). The
tokens standing there are circled seat numbers.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from textwrap import wrap
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.contract import CHANCE, OVER
from ...core.setup_fields import Fields, bits
from ...runtime.layout import fields_of
from ...skins import shown
from .board import DEED_OF_SQUARE, SEATS, SQUARE_NAMES, TITLE_DEEDS
from .codec import DEED_SLUGS, GROUP_SLUGS, deed_number
from .setup import decks_of, frames_of, rents_of
from .setup_model import ENDINGS, PHASES, PIECES, PLAYER, deeds_of, part
from .state import AUCTION, CARDS_QUEUE
from .text import SQUARE_LABELS, dollars, joined, seats_title

if TYPE_CHECKING:
    from collections.abc import Mapping


__all__ = ["board_text", "view"]


# ---------------- The view: JSON-able data built from an allow-list


_SQUARES = [
    (name, index, DEED_SLUGS[index], GROUP_SLUGS[TITLE_DEEDS[index].group]) if index >= 0 else (name, index, "", "")
    for name, index in zip(SQUARE_NAMES, DEED_OF_SQUARE, strict=True)
]
"""What never changes of the squares: the name, and for a deed its number, its slug and its group."""


def view(record: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What the seat ``viewpoint`` (or, with None, a spectator) may see of a state."""
    state = fields_of(record)
    players = int(state["opt"]["players"])
    mover = int(state["mover"])
    g, money = SimpleNamespace(**{**state, "opt": SimpleNamespace(**state["opt"])}), part("money")
    owned = reduce(or_, state["deeds"])
    pending = frames_of(state)
    if pending and state["fkind"][len(pending) - 1] == AUCTION:
        pending[-1]["least"] = int(part("auction").least_bid(g))
    return {
        "you": viewpoint,
        "to_move": {CHANCE: "chance", OVER: None}.get(mover, mover),
        "turn": int(state["current"]),
        "phase": PHASES[int(state["phase"])],
        "round": int(state["rounds"]) + 1,
        "turns": int(state["turns"]),
        "dice": [int(state["low"]), int(state["high"])] if state["low"] else None,
        "doubles": max(0, int(state["doubles"])),
        "players": [_player(state, seat, int(money.worth(g, seat))) for seat in range(players)],
        "board": _board(state),
        "bank": {
            "houses": None if state["opt"]["unlimited_buildings"] else int(state["houses"]),
            "hotels": None if state["opt"]["unlimited_buildings"] else int(state["hotels"]),
            "deeds": deeds_of(~owned & ((1 << len(TITLE_DEEDS)) - 1)),
            "pot": int(state["pot"]),
        },
        "decks": decks_of(state) if state["opt"]["cards"] == CARDS_QUEUE else {},
        "rents": rents_of(state),
        "pending": pending,
        "ending": ENDINGS[int(state["ending"])] or None,
        "winners": bits(state["winners"]),
    }


def own_view(_state: np.void, viewpoint: int, _public: Mapping[str, Any]) -> dict[str, Any]:
    """What of the seat's view differs from a spectator's: whose it is, since nothing is hidden."""
    return {"you": viewpoint}


def _player(state: Fields, seat: int, worth: int) -> dict[str, Any]:
    """What one player has: the fields of a set-up, but for two that matter in it alone, and what follows from them."""
    found = PLAYER.named(state, seat, whole=True)
    del found["lapped"], found["claim"]
    square = None if found["bankrupt"] else found["square"]
    found.update(
        seat=seat, net_worth=worth, square=square, square_name=None if square is None else SQUARE_NAMES[square]
    )
    return found


def _board(state: Fields) -> list[dict[str, Any]]:
    """The squares of the board: who stands there, and for a deed who owns it and what is built."""
    tokens: list[list[int]] = [[] for _ in SQUARE_NAMES]
    owners: list[int | None] = [None] * len(TITLE_DEEDS)
    for seat in range(SEATS):
        if state["alive"] >> seat & 1:
            tokens[state["square"][seat]].append(seat)
        for index in bits(state["deeds"][seat]):
            owners[index] = seat
    mortgaged, level = state["mortgaged"], state["level"]
    return [
        {"square": square, "name": name, "tokens": tokens[square]}
        if index < 0
        else {
            "square": square,
            "name": name,
            "tokens": tokens[square],
            "deed": deed,
            "group": group,
            "owner": owners[index],
            "mortgaged": mortgaged >> index & 1 == 1,
            "level": level[index],
        }
        for square, (name, index, deed, group) in enumerate(_SQUARES)
    ]


# ---------------- The board as text for a terminal


TOKENS = "⓪①②③④⑤⑥⑦"
CELL = 6
SIDE = 11
MIDDLE = (SIDE - 2) * (CELL + 1) - 1
"""Columns inside the ring."""
MIDDLE_LINES = 2 * (SIDE - 2)

PHASE_TITLES = {
    "start": "drawing lots for the start",
    "deal": "dealing deeds",
    "before": "before the throw",
    "throw": "throwing the dice",
    "thrown": "after the throw, before the move",
    "buying": "to buy or not",
    "taxing": "choosing the income tax",
    "claiming": "claiming the rent",
    "rent-throw": "throwing for the rent",
    "draw": "drawing a card",
    "after": "after the move",
    "between": "between turns",
    "finished": "finished",
}
"""The phases in which a game waits, in words."""


def board_text(state: np.void) -> str:
    """The board, the players and what is pending, as plain text."""
    shown = view(state, None)
    cells = [_cell(square) for square in shown["board"]]
    middle = _middle(shown)
    bar = "─" * CELL
    rows = ["┌" + "┬".join([bar] * SIDE) + "┐"]
    rows += _row(cells[20:31])
    rows.append("├" + bar + "┼" + "┴".join([bar] * (SIDE - 2)) + "┼" + bar + "┤")
    for line in range(MIDDLE_LINES):
        left, right = cells[19 - line // 2], cells[31 + line // 2]
        rows.append(f"│{left[line % 2]}│{middle[line]}│{right[line % 2]}│")
    rows.append("├" + bar + "┼" + "┬".join([bar] * (SIDE - 2)) + "┼" + bar + "┤")
    rows += _row(cells[10::-1])
    rows.append("└" + "┴".join([bar] * SIDE) + "┘")
    return "\n".join(rows)


def _row(cells: list[tuple[str, str]]) -> list[str]:
    """The two lines of the top or bottom side."""
    return ["│" + "│".join(cell[line] for cell in cells) + "│" for line in range(2)]


def _label(square: int) -> str:
    """A square's name in six letters: under a skin the first ones of its own."""
    name = shown(SQUARE_NAMES[square])
    return SQUARE_LABELS[square] if name == SQUARE_NAMES[square] else wrap(name.partition(" /")[0], CELL)[0]


def _cell(square: dict[str, Any]) -> tuple[str, str]:
    """The two lines of a square."""
    status = ""
    if square.get("owner") is not None:
        level = square["level"]
        mark = "m" if square["mortgaged"] else "H" if level == 5 else str(level or "")
        status = f"{square['owner']} {mark:<2}"
    tokens = "".join(TOKENS[seat] for seat in square["tokens"])
    room = CELL - len(status)
    if len(tokens) > room:
        tokens = tokens[: room - 1] + "+"
    return f"{_label(square['square']):<{CELL}}", f"{status}{tokens:>{room}}"


def _middle(shown: dict[str, Any]) -> list[str]:
    """The lines inside the ring, each as wide as there is room."""
    lines = ["", f"  {_headline(shown)}", "", "      seat      cash     worth  deeds  where"]
    lines += [_player_line(shown, player) for player in shown["players"]]
    lines += ["", *_facts(shown)]
    lines += [""] * (MIDDLE_LINES - len(lines))
    return [f"{line[: MIDDLE - 1]:<{MIDDLE}}" for line in lines[:MIDDLE_LINES]]


def _headline(shown: dict[str, Any]) -> str:
    """Where the game stands, in one line."""
    if shown["ending"]:
        won = shown["winners"]
        verb = "win" if len(won) > 1 else "wins"
        return f"Over after {shown['turns']} turns ({shown['ending']}): {seats_title(sum(1 << s for s in won))} {verb}"
    parts = [f"Round {shown['round']}", f"seat {shown['turn']}'s turn"]
    if shown["to_move"] != shown["turn"]:
        parts.append("chance" if shown["to_move"] == "chance" else f"seat {shown['to_move']} to move")
    what = shown["pending"][-1]["kind"] if shown["pending"] else PHASE_TITLES.get(shown["phase"])
    return " · ".join([*parts, what] if what else parts)


def _player_line(shown: dict[str, Any], player: dict[str, Any]) -> str:
    """One player's line."""
    seat = player["seat"]
    mark = ">" if shown["to_move"] == seat else " "
    if player["bankrupt"]:
        return f"  {mark} {TOKENS[seat]}   {seat}  bankrupt"
    where = f"in jail ({player['jail']})" if player["jail"] else player["square_name"]
    cards = " +card" * len(player["jail_cards"])
    cash, worth = dollars(player["cash"]), dollars(player["net_worth"])
    return f"  {mark} {TOKENS[seat]}   {seat} {cash:>9} {worth:>9} {len(player['deeds']):>6}  {where}{cards}"


def _facts(shown: dict[str, Any]) -> list[str]:
    """Dice, stock, pot, monopolies and what is pending."""
    bank = shown["bank"]
    parts = [f"dice {shown['dice'][0]}-{shown['dice'][1]}"] if shown["dice"] else []
    if bank["houses"] is not None:
        parts.append(f"bank: {bank['houses']} houses, {bank['hotels']} hotels")
    if shown["rents"]:
        parts.append(f"unclaimed rent: {dollars(sum(rent['amount'] for rent in shown['rents']))}")
    if bank["pot"]:
        parts.append(f"pot: {dollars(bank['pot'])}")
    lines = [f"  {' · '.join(parts)}"] if parts else []
    lines += [f"  {text}" for text in _monopolies(shown)]
    return lines + ([f"  {_pending(shown['pending'][-1])}"] if shown["pending"] else [])


def _monopolies(shown: dict[str, Any]) -> list[str]:
    """Who owns whole groups of streets."""
    owners: dict[str, set[int | None]] = {}
    for square in shown["board"]:
        if "group" in square and square["group"] not in ("railroad", "utility"):
            owners.setdefault(square["group"], set()).add(square["owner"])
    whole = [
        f"{group.replace('-', ' ')} (seat {seats.pop()})"
        for group, seats in owners.items()
        if len(seats) == 1 and None not in seats
    ]
    return wrap(f"whole groups: {joined(whole)}", MIDDLE - 3) if whole else []


def _lot(name: str) -> str:
    """What is auctioned, in words: a deed's title, or a house or hotel."""
    return f"a {name}" if name in PIECES else TITLE_DEEDS[deed_number(name)].name


def _pending(frame: dict[str, Any]) -> str:
    """What the interrupt on top is about."""
    kind = frame["kind"]
    if kind == "auction":
        lead = f"seat {frame['leader']} leads at {dollars(frame['bid'])}" if "leader" in frame else "no bid yet"
        return f"Auction of {_lot(frame['lot'])}: {lead}"
    who = f"seat {frame['who']}"
    if kind == "debt":
        to = frame["to"] if isinstance(frame["to"], str) else f"seat {frame['to']}"
        return f"{who.capitalize()} owes {to} {dollars(frame['amount'])}"
    if kind == "trade":
        return f"{who.capitalize()} makes an offer to seat {frame['to']}"
    if kind == "contest":
        return f"{who.capitalize()} wants to build a {frame['piece']}; others may claim it"
    if kind == "break":
        return f"{who.capitalize()} sells the {frame['group']} group down"
    return f"{who.capitalize()}: {kind}"
