"""Each refused decision has its reason, and a reason is given exactly where a decision is refused."""

import pytest

from magnate.engine.loader import twin
from magnate.games.brass import codec, reasons
from magnate.games.brass.actions import ACTIONS
from magnate.games.brass.board import INDUSTRIES, TILES
from magnate.games.brass.state import ACTION, BUILD_SPACE, CARD, LINE

from .table import OTHER, Table, links, player, tile
from .wandering import wander

WHY = twin("magnate.games.brass.refusals").why
RICH = {"money": 200}
NAMES = {number: name for name, number in vars(reasons).items() if name.isupper()}


def table(*hand, other=OTHER, mine=RICH, **parts):
    return Table(player(*hand, **mine), other, OTHER, OTHER, **parts)


# ---------------------------------------------------------------------------------------------- building


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


# ---------------------------------------------------------------------------------- develop, loan, scout, card


def test_develop():
    assert table("stoke").do("develop").why("industry:pottery") == "NOT_DEVELOPABLE"
    assert table("stoke", mine={"money": 1}).why("develop") == "NO_IRON"
    assert table("stoke", mine={"money": 2}).why("develop") == "OK"
    gone = {"cotton": 11, "manufacturer": 11, "coal": 7, "iron": 4, "brewery": 7}
    assert table("stoke", mine=RICH | {"taken": gone}).why("develop") == "NOT_DEVELOPABLE"


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


# ------------------------------------------------------------------------------------------------- network


def test_links():
    at = [tile("walsall.0", 0, "iron 1", 4)]
    begun = table("stoke", tiles=at, links=links(1, "walsall-wolverhampton")).do("network")
    assert begun.why("link:tamworth-walsall") == "NO_CANAL_LINE"
    assert begun.why("link:walsall-wolverhampton") == "LINE_TAKEN"
    assert begun.why("link:birmingham-dudley") == "LINE_OUTSIDE_NETWORK"
    assert table("stoke", tiles=at, mine={"money": 2}).why("network") == "LINK_TOO_EXPENSIVE"
    later = [tile("walsall.0", 0, "iron 2", 4)]
    assert table("stoke", tiles=later, era="rail").why("network") == "NO_COAL_FOR_RAIL"


def test_rails():
    at = [tile("stoke.2", 0, "manufacturer 2"), tile("birmingham.1", 1, "manufacturer 3")]
    laid = links(1, "birmingham-oxford")
    poor = table("stoke", tiles=at, links=laid, era="rail", mine={"money": 5})
    assert poor.why("network") == "LINK_TOO_EXPENSIVE"
    begun = table("stoke", tiles=at, links=laid, era="rail")
    begun.g.phase, begun.g.doing = LINE, 1
    assert begun.why("link:stoke-warrington") == "OK"
    assert begun.why("link:burton-walsall") == "NO_RAIL_LINE"
    assert begun.why("link:leek-stoke") == "NO_COAL_FOR_RAIL"
    all_laid = [line.id for line in codec.LINES if line.rail][:14]
    assert table("stoke", links=links(0, *all_laid), era="rail").why("network") == "NO_LINKS_LEFT"


def test_the_second_rail_needs_a_brewery_in_reach():
    """An opponent's brewery in Birmingham serves a rail that is connected to it, not the one at Stoke."""
    tiles = [
        tile("stoke.2", 0, "manufacturer 2"),
        tile("coventry.2", 0, "iron 2", 4),
        tile("nuneaton.0", 1, "brewery 2", 2),
    ]
    laid = links(1, "belper-derby", "derby-nottingham", "birmingham-oxford", "birmingham-nuneaton")
    begun = table("stoke", tiles=tiles, links=laid, era="rail").do("network", "link:stoke-warrington")
    assert begun.why("link:leek-stoke") == "NO_BEER_FOR_RAIL"
    assert begun.can("link:birmingham-coventry")
    assert begun.can("stop")
    begun.do("link:birmingham-coventry")
    assert begun.g.goods[codec.SPACE_OF["nuneaton.0"]] == 1


# --------------------------------------------------------------------------------------------------- sell

ANY = "cotton/manufacturer/pottery"
SHOPS = {
    "shrewsbury": ["cotton"],
    "gloucester": ["blank", "blank"],
    "oxford": ["manufacturer", "pottery"],
    "warrington": ["blank", "cotton"],
    "nottingham": ["manufacturer", ANY],
}


def sale(tiles, *lines, **parts):
    return table("stoke", "leek", tiles=tiles, links=links(0, *lines), merchants=SHOPS, **parts)


def test_sales():
    tiles = [
        tile("coalbrookdale.1", 0, "iron 1", 4),
        tile("worcester.0", 0, "cotton 1"),
        tile("birmingham.1", 0, "manufacturer 2", flipped=True),
        tile("stone.1", 1, "manufacturer 2"),
    ]
    assert table("stoke").why("sell") == "NO_TILE_TO_SELL"
    alone = sale(tiles)
    assert alone.why("sell") == "NO_BUYER"
    lines = "coalbrookdale-shrewsbury", "coalbrookdale-kidderminster", "kidderminster-worcester"
    joined = sale([*tiles, tile("kidderminster.1", 0, "cotton 1")], *lines).do("sell")
    assert joined.why("sell:coalbrookdale.1") == "NOT_SOLD"
    assert joined.why("sell:birmingham.1") == "ALREADY_FLIPPED"
    assert joined.why("sell:stone.1") == "NOT_YOUR_TILE"
    joined.do("sell:worcester.0")  # the only merchant, the only beer
    assert joined.g.points[0] == 4
    joined.do("card:leek")
    assert joined.why("sell") == "NO_BEER"
    assert sale(tiles, *lines[1:]).why("sell") == "NO_BUYER"


def test_merchants():
    shops = {
        "shrewsbury": ["cotton"],
        "gloucester": ["manufacturer", "blank"],
        "oxford": ["manufacturer", "cotton"],
        "warrington": ["blank", "blank"],
        "nottingham": ["pottery", ANY],
    }
    tiles = [
        tile("redditch.0", 0, "manufacturer 2"),
        tile("burton.1", 0, "brewery 1", 1),
        tile("leek.0", 1, "cotton 1"),
    ]
    position = table(
        "stoke",
        "leek",
        tiles=tiles,
        links=links(0, "gloucester-redditch", "oxford-redditch"),
        merchants=shops,
        barrels=["oxford.0", "oxford.1"],
    )
    position.do("sell")
    assert position.why("to:oxford.1") == "NOT_BOUGHT"
    assert position.why("to:shrewsbury.0") == "NOT_BOUGHT"
    position.g.stocked[2] = 0  # as if the brewery were empty: Gloucester has no barrel
    assert position.why("to:gloucester.0") == "NO_BEER"
    position.g.joined[19] = 1 << 19
    assert position.why("to:gloucester.0") == "MERCHANT_NOT_CONNECTED"


def test_a_second_tile_that_is_the_same_is_not_offered():
    shops = SHOPS | {"oxford": ["cotton", "cotton"], "gloucester": [ANY, "blank"], "shrewsbury": ["manufacturer"]}
    shops |= {"warrington": ["blank", "blank"], "nottingham": ["pottery", "manufacturer"]}
    tiles = [tile("redditch.0", 0, "manufacturer 2"), tile("worcester.0", 0, "cotton 1")]
    lines = links(0, "gloucester-redditch", "oxford-redditch", "gloucester-worcester")
    position = table("stoke", "leek", tiles=tiles, links=lines, merchants=shops).do("sell", "sell:worcester.0")
    assert position.why("to:oxford.1") == "SAME_MERCHANT"
    assert position.legal == ["to:gloucester.0", "to:oxford.0"]


# ------------------------------------------------------------------------------------------------ sources


def test_no_tile_takes_what_its_industry_carries():
    """So an overbuilt tile can never supply the tile that replaces it."""
    takes = {(tile_.industry, resource) for tile_ in TILES for resource in ("coal", "iron") if getattr(tile_, resource)}
    assert takes.isdisjoint({(INDUSTRIES.index(resource), resource) for resource in ("coal", "iron")})


def test_mines():
    """Two rails meet mines at different distances, with a tie among the nearest and two mines that are the same."""
    tiles = [
        tile("cannock.0", 1, "coal 2", 3),
        tile("cannock.1", 1, "coal 2", 3),
        tile("walsall.1", 0, "manufacturer 2"),
        tile("wolverhampton.1", 1, "coal 2", 1),
        tile("dudley.0", 1, "coal 2", 2),
        tile("belper.1", 1, "coal 2", 2),
    ]
    lines = links(1, "cannock-walsall", "walsall-wolverhampton", "dudley-wolverhampton")
    begun = table("stoke", "leek", tiles=tiles, links=lines, era="rail").do("network", "link:birmingham-walsall")
    assert begun.legal == ["take:cannock.0", "take:wolverhampton.1"]
    assert begun.why("take:cannock.1") == "SAME_SOURCE"
    assert begun.why("take:dudley.0") == "MINE_FARTHER"
    assert begun.why("take:belper.1") == "SOURCE_NOT_CONNECTED"
    assert begun.why("take:walsall.1") == "NOTHING_THERE"
    assert begun.why("barrel") == "NOTHING_THERE"


def test_beer():
    """A rail's beer: own breweries anywhere, others' where connected, never a merchant's barrel."""
    tiles = [
        tile("burton.1", 0, "brewery 2", 2),
        tile("nuneaton.0", 1, "brewery 2", 1),
        tile("uttoxeter.0", 1, "brewery 2", 2),
        tile("coventry.1", 1, "coal 2", 3),
        tile("redditch.1", 0, "iron 2", 4),
    ]
    lines = links(1, "coventry-nuneaton", "birmingham-coventry", "birmingham-oxford")
    begun = table("stoke", "leek", tiles=tiles, links=lines, era="rail")
    begun.do("network", "link:oxford-redditch", "link:birmingham-redditch")
    assert begun.legal == ["take:burton.1", "take:nuneaton.0"]
    assert begun.why("take:uttoxeter.0") == "SOURCE_NOT_CONNECTED"
    assert begun.why("take:redditch.1") == "NOTHING_THERE"
    assert begun.why("barrel") == "BARREL_NOT_FOR_RAILS"


def test_a_sale_asks_for_no_barrel_that_is_not_there():
    tiles = [
        tile("redditch.0", 0, "manufacturer 5"),
        tile("burton.1", 0, "brewery 2", 1),
        tile("stone.0", 0, "brewery 2", 1),
    ]
    begun = table("stoke", "leek", tiles=tiles, links=links(0, "oxford-redditch"), merchants=SHOPS, era="rail")
    begun.do("sell")
    assert begun.legal == ["take:stone.0", "take:burton.1", "barrel"]
    begun.do("barrel")
    assert begun.g.space_of[0] == 12
    assert begun.why("barrel") == "NO_BARREL"


@pytest.mark.parametrize(("gloucester", "stop"), [("compulsory", "COMPULSORY"), ("optional", "OK")])
def test_gloucester(gloucester, stop):
    shops = SHOPS | {"gloucester": ["cotton", "blank"], "shrewsbury": ["blank"]}
    tiles = [tile("worcester.0", 0, "cotton 1")]
    lines = links(0, "gloucester-worcester")
    begun = table("stoke", "leek", tiles=tiles, links=lines, merchants=shops, gloucester=gloucester).do("sell")
    assert begun.why("stop") == stop
    assert begun.why("industry:pottery") == "NOT_DEVELOPABLE"
    begun.do("industry:coal")
    assert begun.g.taken[0, 3] == 1
    assert begun.g.flipped != 0


# ------------------------------------------------------------------------------------------ random games


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 100), marks=pytest.mark.long)])
def test_a_reason_is_given_exactly_where_a_decision_is_refused(seeds):
    met = set()
    for seed in seeds:
        options = {"gloucester": ("compulsory", "optional")[seed % 2]}
        for n, (g, legal) in enumerate(wander(seed, 2 + seed % 3, **options)):
            if n % 9 and g.phase in {ACTION, LINE, CARD}:
                continue  # the phases that are met most
            found = [WHY(g, action) for action in range(-1, ACTIONS + 1)]
            assert [action - 1 for action, code in enumerate(found) if code == reasons.OK] == legal
            met.update(found)
    assert {NAMES[code] for code in met} > {"NO_SUCH_ACTION", "NOT_NOW", "NO_COAL", "NO_BEER_FOR_RAIL", "NOT_BOUGHT"}
