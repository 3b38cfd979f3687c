"""What a network is shown of a position: the named numbers of the general and the thesis' schemas."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from ...games.monopoly.board import GROUP_DEEDS, GROUP_NAMES, RAILROADS, SEATS, STREET_GROUPS, TITLE_DEEDS, UTILITIES
from ...games.monopoly.setup_model import FRAME_KINDS
from ...runtime.layout import constants

THESIS, OURS = "the thesis", "ours"
"""Where a number comes from."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a schema: its name and meaning, what its values are divided by, and where it comes from.

    ``seat`` is the seat that it is about, counted from the one that looks on; None for the table.
    """

    name: str
    meaning: str
    scale: int = 1
    source: str = OURS
    seat: int | None = None


@dataclass(frozen=True)
class Schema:
    """The numbers that ``inputs(g, seat, out)`` of the module of this name writes, in their order.

    ``players`` are the sizes of table that it is meant for. ``version`` rises when a number comes to mean something
    else under its old name.
    """

    name: str
    version: int
    players: range
    numbers: tuple[Number, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each number by its name."""
        return {number.name: place for place, number in enumerate(self.numbers)}

    @cached_property
    def digest(self) -> str:
        """A hash of the layout: of names, scales, their order and the version, not of how meanings are worded."""
        layout: list[Any] = [self.name, self.version, [[one.name, one.scale] for one in self.numbers]]
        return hashlib.sha256(json.dumps(layout).encode()).hexdigest()[:16]


# ------------------------------------------------------------------------------ The general schema, for 2 to 8 players


@dataclass(frozen=True, slots=True)
class Block:
    """Some numbers that belong together: a single one, a category (``parts``), or a ramp with these ``steps``."""

    name: str
    meaning: str
    parts: tuple[str, ...] = ("",)
    steps: tuple[int, ...] = ()


def _ramp(name: str, meaning: str, *steps: int) -> Block:
    """A ramp: as many numbers as there are gaps between its steps."""
    parts = tuple(f"{low}-{high}" for low, high in pairwise(steps))
    return Block(name, meaning, parts, steps)


_BUILT = (0, 3, 5)
"""Buildings a lot: up to the third house, which pays most, and beyond."""
_TRADED = (0, 500, 5000)
"""Dollars of an offer."""


def _street(k: int) -> tuple[Block, ...]:
    """What is shown of a seat's hold on a colour group."""
    name, title = GROUP_NAMES[k], GROUP_NAMES[k].replace("_", " ")
    return (
        Block(f"{name}.owned", f"the part of {title} that it owns, or will when it has paid"),
        Block(f"{name}.lacks_one", f"it lacks one deed of {title}"),
        Block(f"{name}.whole", f"it owns all of {title}"),
        _ramp(f"{name}.built", f"houses a lot on {title}, a hotel being 5", *_BUILT),
        Block(f"{name}.mortgaged", f"the part of {title} that it has mortgaged"),
    )


_SEAT: Final = (
    Block("in_game", "it is in the game"),
    _ramp("cash", "dollars of cash, what it owes and is owed being settled",
          0, 50, 100, 150, 200, 300, 450, 700, 1000, 1600, 2500, 5000),
    _ramp("worth", "net worth in dollars, debts being settled", 0, 500, 1000, 1700, 2600, 4500, 9000),
    _ramp("raisable", "dollars that its buildings and mortgages would bring", 0, 150, 400, 1000, 3000),
    Block("jailed", "it is in jail"),
    Block("jail_cards", "half of the number of its jail cards"),
    Block("lap", "the part of the lap behind it"),
    Block("salary", "the chance that its next throw takes it to or past GO"),
    _ramp("rent_to_pay", "dollars of rent that its next throw costs on average", 0, 15, 60, 300),
    Block("short", "the chance that this rent is more than its cash"),
    Block("ruined", "the chance that this rent is more than its cash and what it can raise"),
    _ramp("rent_to_get", "dollars of rent that all others' next throws bring it on average", 0, 15, 60, 300),
    _ramp("income", "dollars of rent a round wherever tokens stand, by how often each square is visited",
          0, 20, 60, 150, 500),
    Block("owes", "thousands of dollars that it owes in debts that are pending, and in rents that may be claimed"),
    Block("is_owed", "the same of what it is owed"),
    Block("cannot_pay", "it owes more than its cash"),
    Block("cannot_raise", "it owes more than its cash and what it can raise"),
    Block("to_move", "it decides next"),
    Block("current", "it is its turn"),
    Block("throws_next", "the next throw for a move is its own"),
    Block("bidding", "it is still in the auction"),
    Block("leads", "the standing bid is its own"),
    Block("completes", "with the deed at stake it owns a whole group"),
    Block("proposer", "it makes the offer"),
    Block("partner", "the offer is made to it"),
    *(block for k in range(STREET_GROUPS) for block in _street(k)),
    _ramp("railroads", "railroads that it owns", *range(5)),
    Block("railroads_mortgaged", "the part of the railroads that it has mortgaged"),
    _ramp("utilities", "utilities that it owns", *range(3)),
    Block("utilities_mortgaged", "the part of the utilities that it has mortgaged"),
)  # fmt: skip
_TABLE: Final = (
    _ramp("rounds", "rounds completed", 0, 20, 80, 300),
    _ramp("limit", "the part of the game's limit (rounds, turns, time) that is over, in percent", 0, 80, 95, 100),
    _ramp("unsold", "deeds that the bank still has", 0, 4, 12, 28),
    _ramp("houses", "houses in the bank, which never run out where the rules say so", 0, 4, 12, 32),
    _ramp("hotels", "hotels in the bank, as the houses", 0, 12),
    Block("pot", "thousands of dollars on Free Parking"),
    Block("to_throw", "the current player's throw is still to come, or to be moved"),
    Block("again", "the current player throws again after this landing"),
    Block("buying", "the current player may buy"),
    Block("claiming", "an owner is asked whether it claims the rent"),
    Block("draw", "a card is to be drawn", ("chance", "chest")),
    Block("interrupt", "what interrupts the turn, the topmost", FRAME_KINDS[1:]),
    Block("stake", "the group of the deed at stake: for sale, or under the hammer (none: a building is)", GROUP_NAMES),
    _ramp("bid", "the standing bid in dollars", 0, 100, 400, 3000),
    Block("estate", "the part of all deeds that is of an estate and still to be auctioned"),
    _ramp("trade.pays", "dollars that the proposer pays", *_TRADED),
    _ramp("trade.asks", "dollars that it asks for", *_TRADED),
    Block("trade.gives", "thousands of dollars of list prices that it gives, a jail card being 50 dollars"),
    Block("trade.gets", "the same of what it gets"),
    Block("trade.completes", "groups that the offer completes, by halves", ("proposer", "partner")),
)  # fmt: skip


def _places(blocks: tuple[Block, ...]) -> dict[str, int]:
    """Where each block begins."""
    places, end = {}, 0
    for block in blocks:
        places[block.name] = end
        end += len(block.parts)
    return places


def _size(blocks: tuple[Block, ...]) -> int:
    """How many numbers some blocks have."""
    return sum(len(block.parts) for block in blocks)


def _numbers(prefix: str, blocks: tuple[Block, ...], seat: int | None) -> Iterator[Number]:
    """The numbers of some blocks by name."""
    for block in blocks:
        for part in block.parts:
            about = f"{block.meaning}: {part.replace('_', ' ')}" if part else block.meaning
            yield Number(f"{prefix}{block.name}{'.' if part else ''}{part}", about, seat=seat)


SEAT: Final = _places(_SEAT)
"""Where each block of a seat begins, counted from the seat's first number."""
TABLE: Final = _places(_TABLE)
"""Where each block of the table begins, counted from the table's first number."""
SEAT_NUMBERS: Final = _size(_SEAT)
"""How many numbers are shown of each seat."""
TABLE_NUMBERS: Final = _size(_TABLE)
"""How many of the table."""
NUMBERS: Final = (
    *(number for seat in range(SEATS) for number in _numbers(f"seat{seat}.", _SEAT, seat)),
    *_numbers("", _TABLE, None),
)
"""All numbers: the seats from the one that looks on, then the table."""
SCHEMA: Final = Schema("general", 1, range(2, SEATS + 1), NUMBERS)
INPUTS: Final = len(NUMBERS)

_RAMPS: Final = tuple({block.steps: None for block in (*_SEAT, *_TABLE) if block.steps})


def ramp_number(table: dict[str, int], name: str) -> int:
    """The number of a block's ramp in the tables below."""
    blocks = _SEAT if table is SEAT else _TABLE
    return _RAMPS.index(next(block.steps for block in blocks if block.name == name))


RAMP_UNITS: Final = constants(len(steps) - 1 for steps in _RAMPS)
"""How many numbers a ramp has."""
RAMP_STEPS: Final = constants(step for steps in _RAMPS for step in steps)
"""The steps of all ramps, one ramp behind the other."""
RAMP_FIRST: Final = constants(sum(len(steps) for steps in _RAMPS[:k]) for k in range(len(_RAMPS)))
"""Where the steps of a ramp begin."""


# ----- The layout of the thesis' 100 numbers: what each means, what it is divided by, and what of that is the thesis'.
#
# The thesis (section 5.3.1) describes a vector of 100 real numbers for two players. First comes the number of the
# player that decides, then the opponent's, kind by kind. 8 are about the players: squares, cash, whether they are
# free, jail cards. 48 are indicators of monopolies: deeds owned, houses and hotels, mortgages. 44 put the
# position into a strategic context ("how far the game has come, how much the utilities are worth, the number of
# turns in jail, etc."). They are scaled by evident bounds (two jail cards), or by what several thousand games
# showed and about 30 % more. So few values exceed 1 (cash: 5,000 dollars).
#
# 48 is 3 kinds × 8 colours × 2 players. Which 44 there are is not said: these are ours.


# What 999 of 1,000 positions do not exceed, and 30 % more, rounded (tools/feature_ranges.py; docs/reference/features.md
# has its table). By the same measure cash comes to 4,900 dollars, so it may well be the thesis' own.
MOST_WORTH: Final = 10_000
MOST_RAISABLE: Final = 4_000
MOST_RENTS: Final = 9_000
MOST_HOUSES: Final = 32

_STREETS = range(STREET_GROUPS)
_SIZES = [len(deeds) for deeds in GROUP_DEEDS]


def _per_colour(name: str, meaning: str, scales: list[int]) -> list[tuple[str, str, int, str]]:
    """One line for each colour group."""
    return [
        (f"{GROUP_NAMES[k]}.{name}", meaning.format(GROUP_NAMES[k].replace("_", " ")), scales[k], THESIS)
        for k in _STREETS
    ]


_KINDS = (
    # 4 kinds: 8 numbers about the players
    ("square", "the square that the token stands on, 0 (GO) to 39", 40, THESIS),
    ("cash", "dollars of cash", 5_000, THESIS),
    ("in_jail", "1 in jail", 1, THESIS),
    ("jail_cards", "get-out-of-jail cards", 2, THESIS),
    # 24 kinds: 48 numbers about monopolies
    *_per_colour("owned", "deeds owned of {}", _SIZES),
    *_per_colour("buildings", "houses on {}, a hotel being 5", [5 * size for size in _SIZES]),
    *_per_colour("mortgaged", "mortgaged deeds of {}", _SIZES),
    # 21 kinds and a pair: 44 numbers of strategic context
    ("railroads", "railroads owned", _SIZES[RAILROADS], OURS),
    ("railroads_mortgaged", "mortgaged railroads", _SIZES[RAILROADS], OURS),
    ("railroad_rents", "rents of the railroads, once each, without the mortgaged ones", 4 * 200, OURS),
    ("utilities", "utilities owned", _SIZES[UTILITIES], OURS),
    ("utilities_mortgaged", "mortgaged utilities", _SIZES[UTILITIES], OURS),
    ("utility_rents", "rents of the utilities at a throw of 7, once each, without mortgaged ones", 2 * 70, THESIS),
    ("jail_turns", "which turn in jail comes next, 1 to 3; 0 when free", 3, THESIS),
    ("worth", "net worth: cash, printed prices, buildings at cost (mortgaged deeds at half)", MOST_WORTH, OURS),
    ("raisable", "dollars that buildings and mortgages would bring", MOST_RAISABLE, OURS),
    ("liquidity", "cash by net worth, the ratio of reward A.3", 1, OURS),
    ("rents", "rents of all deeds, once each (utilities at a throw of 7), without mortgaged ones", MOST_RENTS, OURS),
    ("danger", "the danger of reward A.5: the part of its cash that the next throw costs on average", 1, OURS),
    ("highest_rent", "the highest rent that its next throw may cost", 2_000, OURS),
    ("whole_groups", "colour groups owned whole", STREET_GROUPS, OURS),
    ("nearly_whole", "colour groups of which it lacks one deed", STREET_GROUPS, OURS),
    ("deeds", "deeds owned", len(TITLE_DEEDS), OURS),
    ("houses", "houses", MOST_HOUSES, OURS),
    ("hotels", "hotels", sum(_SIZES[:STREET_GROUPS]), OURS),
    ("for_sale", "the price of the deed under its token while the bank has it, else 0", 400, OURS),
    ("for_sale_share", "the part of that deed's group that it would own with it", 1, OURS),
    ("its_turn", "1 when it is its turn", 1, OURS),
)
_PAIR = (
    Number("progress", "rounds completed", 1_000, THESIS),
    Number("sold", "deeds that the bank has sold", len(TITLE_DEEDS), OURS),
)


def _thesis_numbers() -> tuple[Number, ...]:
    sides = ((0, "own", "the player that decides"), (1, "other", "the opponent"))
    paired = [
        Number(f"{side}.{name}", f"{whose}: {meaning}", scale, source, seat)
        for name, meaning, scale, source in _KINDS
        for seat, side, whose in sides
    ]
    return (*paired, *_PAIR)


THESIS_SCHEMA: Final = Schema("thesis", 1, range(2, 3), _thesis_numbers())
"""The thesis' schema, scaled to 0 to 1."""
THESIS_UNSCALED: Final = Schema(
    "thesis_unscaled",
    1,
    THESIS_SCHEMA.players,
    tuple(Number(one.name, one.meaning, 1, one.source, one.seat) for one in THESIS_SCHEMA.numbers),
)
"""The same numbers as they are: squares, dollars, counts."""
THESIS_INPUTS: Final = THESIS_SCHEMA.size
"""100."""
SCALES: Final = constants(number.scale for number in THESIS_SCHEMA.numbers)
"""What each number is divided by."""
