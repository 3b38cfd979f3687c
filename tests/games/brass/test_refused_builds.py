"""Why something is not built, developed, borrowed or scouted, and why a card does not pay."""

from __future__ import annotations

import pytest

from magnate.games.brass import codec
from magnate.games.brass.board import INDUSTRY_NAMES, MAT_SIZE, SPACES
from magnate.games.brass.state import BUILD_SPACE

from .rich import RICH, table
from .table import links, tile

SIZES = dict(zip(INDUSTRY_NAMES, map(int, MAT_SIZE), strict=True))


@pytest.mark.parametrize(
    ("hand", "parts", "decisions", "refused", "reason"),
    [
        (["stoke"], {"mine": {"money": 0}}, [], "build", "TOO_EXPENSIVE"),
        (["stoke"], {"mine": RICH | {"taken": {"iron": 4}}}, ["build"], "industry:iron", "MAT_EMPTY"),
        (["stoke"], {"mine": RICH | {"taken": {"brewery": 6}}}, ["build"], "industry:brewery", "NOT_IN_CANAL_ERA"),
        (
            ["stoke", "dudley"],
            {"era": "rail", "mine": RICH | {"taken": {"coal": 1}}},
            ["build"],
            "industry:cotton",
            "NOT_IN_RAIL_ERA",
        ),
        (["stoke"], {}, ["build", "industry:cotton"], "build:dudley.0", "NOT_SHOWN"),
        (["stoke"], {}, ["build", "industry:manufacturer"], "build:stoke.2", "NO_COAL"),
        (
            ["stoke", "leek"],
            {"tiles": [tile("stoke.0", 1, "manufacturer 2")]},
            ["build", "industry:cotton"],
            "build:stoke.0",
            "OTHER_INDUSTRY",
        ),
        (
            ["stoke", "leek"],
            {"tiles": [tile("stoke.0", 1, "cotton 1")]},
            ["build", "industry:cotton"],
            "build:stoke.0",
            "OPPONENTS_TILE",
        ),
        (
            ["dudley", "leek", "cannock"],
            {"tiles": [tile("dudley.0", 0, "coal 2", 3)]},
            ["build", "industry:coal"],
            "build:dudley.0",
            "LEVEL_NOT_HIGHER",
        ),
        (
            ["dudley", "cannock"],
            {"tiles": [tile("dudley.0", 1, "coal 1", 2)], "mine": RICH | {"taken": {"coal": 1}}},
            ["build", "industry:coal"],
            "build:dudley.0",
            "CUBES_LEFT",
        ),
        (["cannock"], {}, ["build", "industry:coal"], "build:cannock.0", "SINGLE_SPACE_FIRST"),
        (
            ["birmingham", "kidderminster", "stone"],
            {"tiles": [tile("birmingham.2", 0, "iron 1", 4)]},
            ["build", "industry:cotton"],
            "build:birmingham.0",
            "ONE_TILE_A_TOWN",
        ),
        (["stoke", "leek"], {}, ["build", "industry:cotton"], "build:derby.1", "NO_CARD"),
        (["burton", "stone"], {}, ["build", "industry:brewery"], "build:farm_north.0", "FARM_NEEDS_INDUSTRY"),
        (
            ["brewery", "stone"],
            {"tiles": [tile("walsall.0", 0, "iron 1", 4)]},
            ["build", "industry:brewery"],
            "build:burton.1",
            "CARD_OUTSIDE_NETWORK",
        ),
        (["birmingham"], {}, ["build", "industry:iron"], "build:birmingham.2", "NO_COAL"),
    ],
)
def test_builds(hand, parts, decisions, refused, reason):
    position = table(*hand, **parts)
    if reason == "NO_COAL":  # nothing else of that industry can be built either
        assert position.why("build") in {"OK", reason}
        position.g.phase = BUILD_SPACE
        position.g.industry = codec.industry_number(decisions[1].removeprefix("industry:"))
    else:
        position.do(*decisions)
    assert not position.can(refused)
    assert position.why(refused) == reason


def test_no_coal_and_no_money_for_it():
    """Stoke without a mine: no coal at all; linked to Warrington, it can be bought, if there is money."""
    hand = ["stoke", "leek"]
    position = table(*hand, mine={"money": 8}, links=links(1, "stoke-warrington"))
    position.g.phase, position.g.industry = BUILD_SPACE, codec.industry_number("manufacturer")
    assert position.why("build:stoke.2") == "TOO_EXPENSIVE"
    position.g.money[0] = 9
    assert position.can("build:stoke.2")


def test_before_the_action_has_begun():
    """Asked at once for a space, a line or a tile to sell, the rule against it is named all the same."""
    tiles = [tile("walsall.0", 0, "iron 1", 4), tile("leek.0", 0, "cotton 1")]
    position = table("stoke", "iron", tiles=tiles)
    assert position.why("build:stoke.0") == "LATER"
    assert position.why("build:stoke.2") == "NO_COAL"
    assert position.why("build:dudley.1") == "CARD_OUTSIDE_NETWORK"
    assert position.why("build:dudley.0") == "NO_CARD"
    assert position.why("link:cannock-walsall") == "LATER"
    assert position.why("link:belper-derby") == "LINE_OUTSIDE_NETWORK"
    assert position.why("sell:leek.0") == "NO_BUYER"
    assert position.why("sell:walsall.0") == "NOT_SOLD"
    assert position.why("take:walsall.0") == "NOT_NOW"
    begun = position.do("build")
    assert begun.why("build:stoke.0") == "LATER"
    assert begun.why("link:cannock-walsall") == "NOT_NOW"


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.id)
def test_a_space_is_judged_by_the_industries_that_it_shows(space):
    """With a fresh mat only pottery may be built in the Rail era; whoever has no tile left is told so."""
    shown = {INDUSTRY_NAMES[industry] for industry in space.industries}
    fresh = table("stoke", "leek", era="rail")
    name = f"build:{space.id}"
    assert (fresh.why(name) == "NOT_IN_RAIL_ERA") == shown.isdisjoint({"pottery"})
    bare = table("stoke", mine=RICH | {"taken": {one: SIZES[one] for one in shown}})
    assert bare.why(name) == "MAT_EMPTY"


def test_later_is_said_of_exactly_the_spaces_where_something_can_be_built():
    tiles = [tile("walsall.0", 0, "iron 2", 4), tile("stone.1", 1, "coal 2", 3)]
    for era in ("canal", "rail"):
        position = table("stoke", "iron", "birmingham", tiles=tiles, era=era)
        possible = {at for _, at in position.builds()}
        begun = position.at_state(position.g.copy()).do("build")
        for at in (space.id for space in SPACES):
            assert (position.why(f"build:{at}") == "LATER") == (at in possible)
            assert (
                begun.why(f"build:{at}") in {"LATER", "OK"} if at in possible else begun.why(f"build:{at}") != "LATER"
            )


# ---------------------------------------------------------------------------------- develop, loan, scout, card


def test_develop():
    assert table("stoke").do("develop").why("industry:pottery") == "NOT_DEVELOPABLE"
    assert table("stoke", mine={"money": 1}).why("develop") == "NO_IRON"
    assert table("stoke", mine={"money": 2}).why("develop") == "OK"
    gone = {"cotton": 11, "manufacturer": 11, "coal": 7, "iron": 4, "brewery": 7}
    assert table("stoke", mine=RICH | {"taken": gone}).why("develop") == "NOT_DEVELOPABLE"


def test_an_industry_before_the_action_has_begun():
    """It can be built or developed later, or the rule against building it is named."""
    assert table("stoke").why("industry:cotton") == "LATER"
    assert table("stoke", mine={"money": 0}).why("industry:cotton") == "TOO_EXPENSIVE"
    assert table("leek", mine={"money": 0}).why("industry:iron") == "NO_CARD"
    assert table("stoke", mine=RICH | {"taken": {"cotton": 11}}).why("industry:cotton") == "MAT_EMPTY"
    assert table("stoke", era="rail", mine={"money": 1}).why("industry:coal") == "NOT_IN_RAIL_ERA"


def test_loan_and_scout():
    assert table("stoke", mine={"income": 2}).why("loan") == "INCOME_TOO_LOW"
    assert table("stoke", mine={"income": 3}).why("loan") == "OK"
    assert table("stoke", "leek").why("scout") == "TOO_FEW_CARDS"
    assert table("stoke", "leek", "stone", "wild-industry").why("scout") == "HOLDS_WILD_CARD"
    begun = table("stoke", "leek", "stone").do("scout")
    assert begun.why("card:stone") == "SCOUT_ORDER"  # Leek, Stoke, Stone is the order of the cards
    assert begun.legal == ["card:leek"]
    begun.do("card:leek", "card:stoke")  # one kind is left: it goes by itself
    assert [kind for kind in range(27) if begun.g.hand[0, kind]] == [25, 26]


def test_card():
    built = table("stoke", "leek", "iron").do("build", "industry:cotton", "build:stoke.0")
    assert built.why("card:iron") == "CARD_DOES_NOT_FIT"
    assert built.why("card:stone") == "NOT_HELD"
    assert built.legal == ["card:stoke"]
