"""The static counts and numeric tables that other people's boards and mats agree on (cases, section C)."""

from __future__ import annotations

from itertools import accumulate

import pytest

from magnate.games.brass import board
from magnate.games.brass.board import INDUSTRY_NAMES, LINE_OF, LINES, LOCATION_OF, LOCATIONS, SPACES, TILES

DEGREES = {
    "birmingham": (6, 8),
    "cannock": (4, 5),
    "burton": (4, 4),
    "walsall": (4, 4),
    "wolverhampton": (4, 4),
    "stone": (3, 4),
    "derby": (3, 4),
    "tamworth": (3, 4),
    "worcester": (3, 3),
    "coalbrookdale": (3, 3),
    "dudley": (3, 3),
    "kidderminster": (3, 3),
    "stoke": (3, 3),
    "redditch": (2, 3),
    "nuneaton": (1, 3),
    "stafford": (2, 2),
    "belper": (1, 2),
    "leek": (1, 2),
    "coventry": (1, 2),
    "uttoxeter": (0, 2),
    "gloucester": (2, 2),
    "oxford": (2, 2),
    "shrewsbury": (1, 1),
    "warrington": (1, 1),
    "nottingham": (1, 1),
    "farm_north": (1, 1),
    "farm_south": (1, 1),
}
"""By location: the lines that may carry a canal, and a rail."""


def bits(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]


def test_the_board_has_so_many_places_spaces_and_lines():
    kinds = [one.kind for one in LOCATIONS]
    assert (kinds.count("town"), kinds.count("farm_brewery"), kinds.count("merchant")) == (20, 2, 5)
    assert (len(SPACES), board.SPACE_COUNT, len(LINES), board.LINE_COUNT) == (49, 49, 39, 39)
    assert (board.CANAL_LINES.bit_count(), board.RAIL_LINES.bit_count()) == (31, 38)
    assert (board.RAIL_LINES & ~board.CANAL_LINES).bit_count() == 8
    assert bits(board.CANAL_LINES & ~board.RAIL_LINES) == [LINE_OF["burton-walsall"]]


@pytest.mark.parametrize(
    ("industry", "locations", "spaces"),
    [
        ("cotton", 11, 16),
        ("manufacturer", 15, 21),
        ("pottery", 4, 4),
        ("coal", 13, 15),
        ("iron", 8, 9),
        ("brewery", 10, 11),
    ],
)
def test_so_many_places_show_an_industry(industry, locations, spaces):
    showing = bits(int(board.SHOWING[INDUSTRY_NAMES.index(industry)]))
    assert len(showing) == spaces
    found = {SPACES[space].location for space in showing}
    assert len(found) == locations
    assert len(found & set(board.FARMS)) == (2 if industry == "brewery" else 0)
    assert showing == [s for s in range(49) if board.SPACE_SHOWS[s] >> INDUSTRY_NAMES.index(industry) & 1]


def test_every_location_has_so_many_lines():
    found = {}
    for location in LOCATIONS:
        lines = int(board.LINES_AT[location.index])
        found[location.id] = ((lines & board.CANAL_LINES).bit_count(), (lines & board.RAIL_LINES).bit_count())
    assert found == DEGREES


def test_one_line_joins_three_places():
    three = [line.id for line in LINES if int(board.LINE_ENDS[line.index]).bit_count() == 3]
    assert three == ["kidderminster-worcester"]
    assert int(board.LINE_ENDS[LINE_OF[three[0]]]) >> LOCATION_OF["farm_south"] & 1


def test_each_place_has_its_own_spaces():
    for space in SPACES:
        assert board.PLACE_OF[space.index] == space.location
        assert int(board.PLACE_SPACES[space.location]) >> space.index & 1
    assert sum(int(board.PLACE_SPACES[place]).bit_count() for place in range(board.PLACES)) == 49


def test_the_masks_of_places():
    assert (board.TOWN_MASK.bit_count(), board.FARM_MASK.bit_count(), board.MERCHANT_MASK.bit_count()) == (20, 2, 5)
    assert board.TOWN_MASK | board.FARM_MASK | board.MERCHANT_MASK == (1 << 27) - 1


# ------------------------------------------------------------------------------------------- markets


def bought(prices, room: int, present: int, empty: int, cubes: int) -> list[int]:
    """What the first cubes cost together, bought one by one."""
    paid = [int(prices[room - n]) for n in range(present, 0, -1)] + [empty] * cubes
    return list(accumulate(paid[:cubes]))


def sold(prices, room: int, cubes: int) -> list[int]:
    """What cubes bring together that are sold into an empty market."""
    return list(accumulate(int(prices[room - n - 1]) for n in range(cubes)))


def test_c1_coal_costs():
    found = bought(board.COAL_PRICES, board.COAL_ROOM, board.COAL_AT_START, board.COAL_WHEN_EMPTY, 15)
    assert found == [1, 3, 5, 8, 11, 15, 19, 24, 29, 35, 41, 48, 55, 63, 71]


def test_c2_iron_costs():
    found = bought(board.IRON_PRICES, board.IRON_ROOM, board.IRON_AT_START, board.IRON_WHEN_EMPTY, 10)
    assert found == [2, 4, 7, 10, 14, 18, 23, 28, 34, 40]


def test_sales_into_an_empty_market():
    assert sold(board.COAL_PRICES, board.COAL_ROOM, 5) == [7, 14, 20, 26, 31]
    assert sold(board.IRON_PRICES, board.IRON_ROOM, 6) == [5, 10, 14, 18, 21, 24]


# ------------------------------------------------------------------------------------------ the track


def test_loans_land_on_these_spaces():
    """The top of three levels down; from level -8 and below there is no loan."""
    landing = {3: 0, 6: 3, 10: 7, 11: 8, 12: 8, 14: 9, 18: 12, 25: 20, 30: 24, 31: 26, 60: 51, 61: 54, 96: 84, 97: 88}
    landing[99] = 88
    for space, wanted in landing.items():
        level = int(board.INCOME_LEVEL[space]) - board.LOAN_LEVELS
        assert int(board.TOP_OF_LEVEL[level + 10]) == wanted
    assert [int(board.INCOME_LEVEL[space]) for space in range(4)] == [-10, -9, -8, -7]
    assert (board.LOAN, board.LOAN_LEVELS, board.LOWEST_LEVEL) == (30, 3, -10)


def test_the_levels_of_the_track():
    """Ten and one spaces for the levels up to 0, then two, three and four a level, and three for the last."""
    levels = list(range(-10, 1))
    levels += [level for level in range(1, 11) for _ in range(2)]
    levels += [level for level in range(11, 21) for _ in range(3)]
    levels += [level for level in range(21, 30) for _ in range(4)]
    levels += [30] * 3
    assert [int(level) for level in board.INCOME_LEVEL] == levels
    assert len(levels) == 100
    assert board.LAST_SPACE == 99


# ----------------------------------------------------------------------------------------- the tiles


def test_the_mat():
    assert [int(size) for size in board.MAT_SIZE] == [11, 11, 5, 7, 4, 7]
    assert sum(tile.count for tile in TILES) == 45
    assert sum(tile.count * tile.points for tile in TILES) == 290
    for industry in range(board.INDUSTRIES):
        mat = [int(board.MAT[industry * board.MAT_ROOM + n]) for n in range(int(board.MAT_SIZE[industry]) + 1)]
        assert mat.pop() == 0
        assert [int(board.TILE_LEVEL[tile]) for tile in mat] == sorted(int(board.TILE_LEVEL[tile]) for tile in mat)
        assert {int(board.TILE_INDUSTRY[tile]) for tile in mat} == {industry}


def test_only_level_one_is_for_canals_only_and_two_kinds_are_for_rails_only():
    canal_only = {(t.industry, t.level) for t in TILES if not t.rail}
    assert canal_only == {(industry, 1) for industry in range(6)} - {(board.POTTERY, 1)}
    assert {(t.industry, t.level) for t in TILES if not t.canal} == {(board.BREWERY, 4), (board.POTTERY, 5)}
    assert {(t.industry, t.level) for t in TILES if not t.developable} == {(board.POTTERY, 1), (board.POTTERY, 3)}
    for tile in TILES:
        assert int(board.TILE_ERAS[tile.index]) == tile.canal + 2 * tile.rail


@pytest.mark.parametrize(
    ("industry", "level", "money", "coal", "iron", "points", "income", "icons", "beer_or_cubes"),
    [
        ("cotton", 1, 12, 0, 0, 5, 5, 1, 1),
        ("cotton", 2, 14, 1, 0, 5, 4, 2, 1),
        ("cotton", 3, 16, 1, 1, 9, 3, 1, 1),
        ("cotton", 4, 18, 1, 1, 12, 2, 1, 1),
        ("manufacturer", 1, 8, 1, 0, 3, 5, 2, 1),
        ("manufacturer", 3, 12, 2, 0, 4, 4, 0, 0),
        ("manufacturer", 4, 8, 0, 1, 3, 6, 1, 1),  # ruling 32: the retail mat's £8
        ("manufacturer", 5, 16, 1, 0, 8, 2, 2, 2),
        ("manufacturer", 7, 16, 1, 1, 9, 4, 0, 0),
        ("pottery", 1, 17, 0, 1, 10, 5, 1, 1),
        ("pottery", 5, 24, 2, 0, 20, 5, 1, 2),
        ("coal", 1, 5, 0, 0, 1, 4, 2, 2),
        ("coal", 4, 10, 0, 1, 4, 5, 1, 5),
        ("iron", 1, 5, 1, 0, 3, 3, 1, 4),
        ("iron", 4, 12, 1, 0, 9, 1, 1, 6),
        ("brewery", 2, 7, 0, 1, 5, 5, 2, 0),
    ],
)
def test_the_numbers_of_a_tile(industry, level, money, coal, iron, points, income, icons, beer_or_cubes):
    tile = next(t for t in TILES if (INDUSTRY_NAMES[t.industry], t.level) == (industry, level))
    k = tile.index
    costs = [int(table[k]) for table in (board.TILE_MONEY, board.TILE_COAL, board.TILE_IRON)]
    assert costs == [money, coal, iron]
    worth = [int(table[k]) for table in (board.TILE_POINTS, board.TILE_INCOME, board.TILE_ICONS)]
    assert worth == [points, income, icons]
    assert int(board.TILE_BEER[k]) + int(board.TILE_GOODS[k]) == beer_or_cubes


def most_icons(location: int) -> int:
    """The most link icons that a location can show."""
    printed = board.MERCHANT_ICONS if board.MERCHANT_MASK >> location & 1 else 0
    return printed + sum(
        max(tile.icons for tile in TILES if tile.industry in SPACES[space].industries)
        for space in LOCATIONS[location].spaces
    )


def test_e16_the_most_that_a_link_can_be_worth():
    worth = {line.id: sum(most_icons(end) for end in line.ends) for line in LINES}
    assert {name for name, points in worth.items() if points >= 12} == {"birmingham-coventry"}
    assert worth["birmingham-coventry"] == 12
    eleven = {f"birmingham-{other}" for other in ("worcester", "walsall", "tamworth", "nuneaton")}
    assert {name for name, points in worth.items() if points == 11} == eleven
    assert worth["kidderminster-worcester"] == 10


# ------------------------------------------------------------------------------- cards and merchants


def deck(players: int) -> list[int]:
    return [int(board.DECK[players * board.PLAIN_CARDS + kind]) for kind in range(board.PLAIN_CARDS)]


@pytest.mark.parametrize(("players", "towns", "industries", "dual"), [(2, 27, 13, 0), (3, 35, 19, 6), (4, 41, 23, 8)])
def test_s5_s6_the_deck(players, towns, industries, dual):
    cards = deck(players)
    assert sum(cards[: board.TOWNS]) == towns
    assert sum(cards[board.TOWNS :]) == industries
    assert cards[board.CARD_OF["cotton+manufacturer"]] == dual
    assert "cotton" not in board.CARD_OF
    assert "manufacturer" not in board.CARD_OF
    uttoxeter, belper, derby = (cards[board.CARD_OF[name]] for name in ("uttoxeter", "belper", "derby"))
    assert (uttoxeter, belper, derby) == {2: (0, 0, 0), 3: (1, 0, 0), 4: (2, 2, 3)}[players]


def test_s7_the_merchants_tiles():
    pools = {2: [2, 1, 1, 1, 0], 3: [3, 1, 1, 1, 1], 4: [3, 1, 2, 2, 1]}  # blank, any, cotton, manufacturer, pottery
    for players, pool in pools.items():
        row = [int(board.MERCHANT_POOL[players * board.MERCHANT_KINDS + kind]) for kind in range(6)]
        assert row == [0, *pool]
        in_play = [space.id for space in board.MERCHANT_SPACES if space.players <= players]
        assert len(in_play) == sum(pool)
    assert [s.players for s in board.MERCHANT_SPACES] == [2, 2, 2, 2, 2, 3, 3, 4, 4]


def test_the_bonuses():
    found = {
        LOCATIONS[place].id: (int(board.MERCHANT_BONUS[place]), int(board.BONUS_AMOUNT[place]))
        for place in board.MERCHANTS
    }
    assert found == {
        "shrewsbury": (board.BONUS_POINTS, 4),
        "nottingham": (board.BONUS_POINTS, 3),
        "gloucester": (board.BONUS_DEVELOP, 1),
        "oxford": (board.BONUS_INCOME, 2),
        "warrington": (board.BONUS_MONEY, 5),
    }


def test_what_things_cost():
    assert (board.CANAL_COST, board.RAIL_COST, board.SECOND_RAIL_COST) == (3, 5, 10)
    assert (board.START_MONEY, board.START_SPACE, board.HAND, board.LINK_TILES) == (17, 10, 8, 14)
    assert (board.SCOUT_CARDS, board.WILDS) == (3, 4)
    assert [int(rounds) for rounds in board.ROUNDS] == [0, 0, 10, 9, 8]
    assert [int(barrels) for barrels in board.BARRELS] == [1, 2]
