"""The layout of the thesis' 100 numbers: what each means, what it is divided by, and what of that is the thesis'.

The thesis (section 5.3.1) describes a vector of 100 real numbers for two players. First comes the number of the player
that decides, then the opponent's, kind by kind. 8 are about the players: squares, cash, whether they are free, jail
cards. 48 are indicators of monopolies: deeds owned, houses and hotels, mortgages. 44 put the position into a strategic
context ("how far the game has come, how much the utilities are worth, the number of turns in jail, etc."). They are
scaled by evident bounds (two jail cards), or by what several thousand games showed and about 30 % more. So few values
exceed 1 (cash: 5,000 dollars).

48 is 3 kinds × 8 colours × 2 players. Which 44 there are is not said: these are ours.
"""

from __future__ import annotations

from typing import Final

from ...games.monopoly.board import GROUP_DEEDS, GROUP_NAMES, RAILROADS, STREET_GROUPS, TITLE_DEEDS, UTILITIES
from ...runtime.layout import constants
from .layout import OURS, THESIS, Number, Schema

__all__ = ["INPUTS", "SCALES", "SCHEMA"]


# What 999 of 1,000 positions do not exceed, and 30 % more, rounded (tools/feature_ranges.py; docs/features.md has its
# table). By the same measure cash comes to 4,900 dollars, so it may well be the thesis' own.
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


def _numbers() -> tuple[Number, ...]:
    sides = ((0, "own", "the player that decides"), (1, "other", "the opponent"))
    paired = [
        Number(f"{side}.{name}", f"{whose}: {meaning}", scale, source, seat)
        for name, meaning, scale, source in _KINDS
        for seat, side, whose in sides
    ]
    return (*paired, *_PAIR)


SCHEMA: Final = Schema("thesis", 1, range(2, 3), _numbers())
"""The thesis' schema, scaled to 0 to 1."""
UNSCALED: Final = Schema(
    "thesis_unscaled",
    1,
    SCHEMA.players,
    tuple(Number(one.name, one.meaning, 1, one.source, one.seat) for one in SCHEMA.numbers),
)
"""The same numbers as they are: squares, dollars, counts."""
INPUTS: Final = SCHEMA.size
"""100."""
SCALES: Final = constants(number.scale for number in SCHEMA.numbers)
"""What each number is divided by."""
