"""A logged action that breaks a rule is refused with that rule, whether our rules would have asked about it or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from magnate.errors import BadRecord
from magnate.games.brass.game_logs.model import LogAction, read_log
from magnate.games.brass.game_logs.replay import Replay

from .rich import RICH, SHOPS, table
from .table import Table, links, tile
from .test_game_logs import text

Action = dict[str, Any]

# --------------------------------------------------------------------- a recorded game, one thing of it changed


def refused(number: int, change: Callable[[Action], None]) -> str:
    """What is said about the four players' game when its action of this number has been changed."""
    log = json.loads(text("synthetic_4p"))
    change(log["actions"][number])
    with pytest.raises(BadRecord) as error:
        list(Replay(read_log(json.dumps(log))))
    said = str(error.value)
    assert said.startswith(f"action {number} (seat "), said
    return said


def with_parts(**parts: Any) -> Callable[[Action], None]:
    return lambda action: action.update(parts)


def with_source(number: int, **parts: Any) -> Callable[[Action], None]:
    return lambda action: action["resources"].__setitem__(number, parts)


def with_sale(**parts: Any) -> Callable[[Action], None]:
    return lambda action: action["sales"][0].update(parts)


BUILDS = [
    (17, {"at": "stafford", "slot": 1}, "coal 2 at stafford.1", "does not show that industry"),
    (51, {"at": "stoke", "slot": 3}, "cotton 1 at stoke.3", "there is no such space"),
    (9, {"at": "cannock", "slot": 0}, "coal 2 at cannock.0", "shows only this industry: that one is used first"),
    (51, {"at": "belper", "slot": 0}, "cotton 1 at belper.0", "a tile of another industry lies there"),
    (25, {"at": "birmingham", "slot": 1}, "manufacturer 1 at birmingham.1", "only coal mines and iron works of others"),
    (15, {"at": "cannock", "slot": 1}, "coal 2 at cannock.1", "the tile there is not of a lower level"),
    (47, {"at": "coalbrookdale", "slot": 1}, "iron 1 at coalbrookdale.1", "in the Canal era you may have one in each"),
    (9, {"at": "belper", "slot": 1}, "coal 2 at belper.1", "you hold no card for it"),
    (37, {"at": "derby", "slot": 1}, "cotton 1 at derby.1", "not in your network, and you hold only a card of the ind"),
    (51, {"at": "derby", "slot": 1}, "card:stoke", "allows neither the place nor the industry there"),
    (22, {"industry": "manufacturer"}, "manufacturer 1 at stafford.0", "no connected mine has enough and no merchant"),
    (32, {"level": 4}, "cotton 4", "the lowest one on the mat is cotton 1"),
    (38, {"level": 4}, "brewery 4", "the lowest one on the mat is brewery 2"),
    (120, {"industry": "brewery"}, "brewery 3 at nuneaton.1", "your mat has no tile of that industry left"),
]
"""Rules section 8.1: action, what is changed, what is refused, why."""


@pytest.mark.parametrize(("number", "parts", "what", "why"), BUILDS)
def test_builds(number, parts, what, why):
    said = refused(number, with_parts(**parts))
    assert f"{what} is not legal: " in said
    assert why in said


NETWORKS = [
    (8, ["birmingham-nuneaton"], "link:birmingham-nuneaton is not legal: that line is for rails only"),
    (96, ["burton-walsall", "cannock-walsall"], "link:burton-walsall is not legal: that line is for canals only"),
    (57, ["burton-walsall"], "link:burton-walsall is not legal: no end of that line is in your network"),
    (110, ["stafford-stone", "stoke-warrington"], "link:stoke-warrington is not legal: a link lies there"),
    (70, ["gloucester-worcester", "dudley-kidderminster"], "link:dudley-kidderminster is not legal: no beer"),
    (57, ["burton-derby", "burton-tamworth"], "network lays at most 1 canal; the log names 2"),
    (100, ["stoke-stone", "stone-uttoxeter", "burton-stone"], "network lays at most 2 rails; the log names 3"),
]
"""Rules section 8.2: action, its links then, what is said."""


@pytest.mark.parametrize(("number", "lines", "said"), NETWORKS)
def test_networks(number, lines, said):
    assert said in refused(number, with_parts(links=lines))


DEVELOPS = [
    (93, [["cotton", 3]], "cotton 3 is not legal: the lowest one on the mat is cotton 1"),
    (4, [["pottery", 1]], "industry:pottery is not legal: your lowest one, pottery 1, has the bulb"),
    (103, [["manufacturer", 2], ["brewery", 2]], "industry:brewery is not legal: your mat has no tile of that indust"),
    (1, [["coal", 1], ["iron", 1], ["coal", 2]], "develop removes at most 2 tiles; the log names 3"),
]
"""Rules section 8.3: action, the tiles removed then, what is said."""


@pytest.mark.parametrize(("number", "tiles", "said"), DEVELOPS)
def test_develops(number, tiles, said):
    assert said in refused(number, with_parts(removed=tiles))


SALES = [
    (40, {"at": "cannock", "slot": 1}, "sell:cannock.1 is not legal: you have no tile there"),
    (46, {"at": "coalbrookdale", "slot": 0}, "sell:coalbrookdale.0 is not legal: only cotton mills, manufacturers and"),
    (56, {"at": "coventry", "slot": 2}, "sell:coventry.2 is not legal: no connected merchant buys it"),
    (36, {"merchant": "oxford"}, "to:oxford.0 is not legal: that merchant does not buy it"),
    (40, {"merchant": "stoke"}, "to:stoke.1 is not legal: there is no such space"),
    (40, {"merchant": "warrington"}, "to:warrington.1 is not legal: that merchant is not connected"),
    (56, {"beer": ["merchant tile 1"]}, "gloucester.1 barrel is not legal: that merchant has no barrel"),
    (40, {"beer": ["brewery stafford slot 1 owner 0"]}, "take:stafford.1 is not legal: there is nothing to be taken"),
    (40, {"beer": ["merchant tile 1", "merchant tile 1"]}, "it takes 1 barrel of beer; the log names 2 sources"),
    (40, {"beer": []}, "it takes 1 barrel of beer; the log names 0 sources"),
    (40, {"bonus_develop": None}, "stop is not legal: a tile must be removed for this bonus"),
    (40, {"bonus_develop": ["cotton", 2]}, "cotton 2 is not legal: the lowest one on the mat is cotton 1"),
    (40, {"bonus_develop": ["pottery", 1]}, "industry:pottery is not legal: your lowest one, pottery 1, has the bulb"),
]
"""Rules section 8.4: action, what is changed in its sale, what is said."""


@pytest.mark.parametrize(("number", "parts", "said"), SALES)
def test_sales(number, parts, said):
    assert said in refused(number, with_sale(**parts))


def mine(at: str, slot: int) -> Action:
    return {"coal_from": "mine", "at": at, "slot": slot, "distance": 0, "tied_sources": 1}


def works(at: str, slot: int) -> Action:
    return {"iron_from": "works", "at": at, "slot": slot, "choices": 1}


SOURCES = [
    (75, mine("stone", 1), "take:stone.1 is not legal: there is nothing to be taken from there"),
    (47, mine("cannock", 1), "take:cannock.1 is not legal: it is not connected to the place where it is needed"),
    (75, {"coal_from": "market", "price": 1}, "buy:£1 is not legal: a connected mine has coal, which is taken before"),
    (
        21,
        mine("leek", 1),
        "take:leek.1 is not legal: it is not connected to the place where it is needed; it is bought",
    ),
    (86, {"iron_from": "market", "price": 1}, "buy:£1 is not legal: an iron works has iron, which is taken before"),
    (115, works("belper", 1), "take:belper.1 is not legal: there is nothing to be taken from there"),
    (115, works("belper", 3), "take:belper.3 is not legal: there is no such space"),
]
"""Rules sections 6.1 and 6.2: action, its first source then, what is said."""


@pytest.mark.parametrize(("number", "source", "said"), SOURCES)
def test_sources(number, source, said):
    assert said in refused(number, with_source(0, **source))


CARDS = [
    (3, {"cards": ["wild:industry"]}, "card:wild-industry is not legal: you do not hold that card"),
    (51, {"cards": ["location:derby"]}, "card:derby is not legal: that card allows neither the place nor the industry"),
    (29, {"action": "scout"}, "scout takes 3 cards; the log names 1"),
    (3, {"cards": ["industry:iron", "industry:iron"]}, "develop takes 1 card; the log names 2"),
    (55, {"action": "scout", "cards": ["location:burton"] * 3}, "scout is not legal: it takes 3 cards"),
    (58, {"action": "loan"}, "loan is not legal: your income would fall below -10"),
]
"""Rules sections 5, 8.5 and 8.6: action, what is changed, what is said."""


@pytest.mark.parametrize(("number", "parts", "said"), CARDS)
def test_cards_loans_and_scouts(number, parts, said):
    assert said in refused(number, with_parts(**parts))


def test_debts():
    def change(action: Action) -> None:
        action["shortfall"][0]["tiles_sold"][0] = ["brewery", 1, "stoke"]

    assert "give-up:brewery 1 in stoke is not legal: the seat has no such tile there" in refused(43, change)
    change = with_parts(shortfall=[])
    assert "the log does not say which of give-up:" in refused(43, change)


# ---------------------------------------------------------------------------------------- positions


def played(position: Table, *actions: Action) -> None:
    """Replay actions of seat 0 within one turn from a position, as if the log of a game had led there."""
    replay = Replay(read_log(text("synthetic_4p")))
    replay._g = position.g
    era, past = (("canal", 0), ("rail", 8))[position.g.era]
    position.g.actions = len(actions) + 1  # the turn goes on, so that no cards are drawn
    for number, action in enumerate(actions):
        turn = {"n": number, "player": 0, "era": era, "round": position.g.round + past}
        replay._play(LogAction.model_validate({"after_action": after(position, 0), **turn, **action}))


def after(position: Table, paid: int) -> Action:
    """The numbers after an action in which seat 0 has paid so many pounds and nothing else has moved."""
    money, spent = position.each("money"), position.each("spent")
    money[0] -= paid
    spent[0] += paid
    coal, iron = position.markets
    counts = {"money": money, "income_space": position.each("income_space"), "vp": position.each("points")}
    return {**counts, "spent_this_round": spent, "coal_market": coal, "iron_market": iron}


def why_refused(position: Table, action: Action) -> str:
    with pytest.raises(BadRecord) as error:
        played(position, action)
    return str(error.value)


def build(kind: str, at: str, card: str, *resources: Action, cost: int = 0) -> Action:
    industry, level = kind.split()
    place, slot = at.split(".")
    target = {"industry": industry, "level": int(level), "at": place, "slot": int(slot), "money_cost": cost}
    return {"action": "build", "cards": [card], **target, "resources": list(resources)}


def network(*lines: str, card: str = "location:stoke", resources: tuple[Action, ...] = ()) -> Action:
    return {"action": "network", "cards": [card], "links": list(lines), "resources": list(resources)}


def brewery(at: str, owner: int) -> Action:
    place, slot = at.split(".")
    return {"beer_from": "brewery", "at": place, "slot": int(slot), "owner": owner}


def test_a_second_tile_in_a_town_is_not_taken_for_an_overbuild():
    """Canal era, a mine in Tamworth: another one beside it breaks a rule, although the mine itself may be replaced."""
    position = table("tamworth", "stoke", tiles=[tile("tamworth.0", 0, "coal 1", 2)])
    position.g.taken[0, 3] = 1
    said = why_refused(position, build("coal 2", "tamworth.1", "location:tamworth", cost=7))
    assert "coal 2 at tamworth.1 is not legal: you have a tile there, and in the Canal era" in said


@pytest.mark.parametrize("slot", [0, 1])
def test_an_own_tile_is_overbuilt(slot):
    position = table("tamworth", "stoke", tiles=[tile(f"tamworth.{slot}", 0, "coal 1", 2)])
    position.g.taken[0, 3] = 1
    replaced = {"overbuilt": {"owner": 0, "level": 1}, "after_action": after(position, 7)}
    played(position, build("coal 2", f"tamworth.{slot}", "location:tamworth", cost=7) | replaced)
    assert position.at(f"tamworth.{slot}") == (0, "coal 2", False, 3)


@pytest.mark.parametrize(
    ("hand", "parts", "action", "said"),
    [
        (
            ["dudley", "stoke"],
            {"tiles": [tile("dudley.0", 1, "coal 1", 1)], "mine": RICH | {"taken": {"coal": 1}}},
            build("coal 2", "dudley.0", "location:dudley", cost=7),
            "coal 2 at dudley.0 is not legal: an opponent's mine or works is overbuilt only when no cube of it is left",
        ),
        (
            ["burton", "stone"],
            {},
            build("brewery 1", "farm_north.0", "location:burton", cost=5),
            "brewery 1 at farm_north.0 is not legal: a farm brewery takes a brewery card or the wild industry card",
        ),
        (
            ["stoke", "iron"],
            {"mine": {"money": 13}, "links": links(1, "stoke-warrington")},
            build("pottery 1", "stoke.1", "location:stoke", {"iron_from": "market", "price": 2}, cost=17),
            "pottery 1 at stoke.1 is not legal: it costs £19; you have £13",
        ),
        (
            ["burton", "stoke"],
            {"mine": RICH | {"taken": {"brewery": 6}}},
            build("brewery 4", "burton.1", "location:burton", cost=9),
            "brewery 4 at burton.1 is not legal: your lowest one, brewery 4, may be built in the Rail era only",
        ),
        (
            ["leek", "stoke"],
            {"era": "rail"},
            build("cotton 1", "leek.0", "location:leek", cost=12),
            "cotton 1 at leek.0 is not legal: your lowest one, cotton mill 1, may be built in the Canal era only",
        ),
        (
            ["stoke", "leek"],
            {"era": "rail", "tiles": [tile("leek.0", 0, "cotton 2"), tile("dudley.0", 1, "coal 2", 3)]},
            network("belper-leek"),
            "link:belper-leek is not legal: no coal: no connected mine has a cube and no merchant is connected",
        ),
        (
            ["stoke", "leek"],
            {"mine": {"money": 2}, "tiles": [tile("leek.0", 0, "cotton 1")]},
            network("leek-stoke"),
            "link:leek-stoke is not legal: it costs £3; you have £2",
        ),
        (
            ["stoke", "leek", "burton", "derby"],
            {},
            {"action": "scout", "cards": ["location:stoke", "location:leek", "location:dudley"]},
            "card:dudley is not legal: you do not hold that card",
        ),
        (
            ["stoke", "leek", "burton", "wild-location"],
            {},
            {"action": "scout", "cards": ["location:stoke", "location:leek", "location:burton"]},
            "scout is not legal: you hold a wild card",
        ),
    ],
)
def test_positions(hand, parts, action, said):
    assert said in why_refused(table(*hand, **parts), action)


# Rail era: Stone with a mine, linked to Warrington by way of Stoke; Burton with a mine of its own, not linked.
RAILS: Action = {"era": "rail", "links": links(1, "stoke-stone", "stoke-warrington")}
MINES = [tile("stone.1", 0, "coal 2", 3), tile("burton.0", 0, "coal 2", 3)]


def test_the_nearest_mine_comes_first():
    """Leek–Stoke: Stone is one link away, and Leek's own mine none."""
    position = table("stoke", "leek", tiles=[*MINES, tile("leek.1", 0, "coal 2", 3)], **RAILS)
    said = why_refused(position, network("leek-stoke", resources=(mine("stone", 1),)))
    assert "take:stone.1 is not legal: a nearer mine has coal; legal are take:leek.1" in said


def test_a_second_rail_that_our_rules_do_not_ask_for():
    """No brewery has beer, so that the first rail is the only one; Burton's mine would have the coal."""
    position = table("stoke", "leek", tiles=MINES, **RAILS)
    action = network("stafford-stone", "burton-tamworth", resources=(mine("stone", 1), mine("burton", 0)))
    action["resources"].append(brewery("derby.0", 0))
    assert "link:burton-tamworth is not legal: no beer: no brewery of yours has any" in why_refused(position, action)


def test_the_beer_of_a_second_rail_must_be_connected_to_it():
    """An opponent's brewery in Stafford, which the first rail reaches and the second does not; and one of one's own."""
    breweries = [tile("stafford.0", 1, "brewery 2", 2), tile("derby.0", 0, "brewery 2", 2)]
    position = table("stoke", "leek", tiles=[*MINES, *breweries], **RAILS)
    action = network("stafford-stone", "burton-tamworth", resources=(mine("stone", 1), mine("burton", 0)))
    action["resources"].append(brewery("stafford.0", 1))
    said = why_refused(position, action)
    assert "take:stafford.0 is not legal: it is not connected to the place where it is needed" in said


def test_each_sale_has_its_own_beer():
    """Two mills, each linked to a merchant beside an opponent's brewery: neither may drink the other's beer."""
    tiles = [tile("leek.0", 0, "cotton 1"), tile("stoke.0", 1, "manufacturer 1"), tile("worcester.0", 0, "cotton 1")]
    tiles += [tile("stone.0", 2, "brewery 1", 1), tile("farm_south.0", 2, "brewery 1", 1)]
    lines = links(0, "leek-stoke", "stoke-stone", "stoke-warrington", "kidderminster-worcester", "gloucester-worcester")
    shops = {**SHOPS, "warrington": ["blank", "cotton"], "gloucester": ["cotton", "blank"], "shrewsbury": ["blank"]}
    position = table("stoke", "leek", tiles=tiles, links=lines, merchants=shops, barrels=[])

    def sale(at: str, merchant: str, beer: str) -> Action:
        place, slot = at.split(".")
        barrel = f"brewery {beer} slot 0 owner 2"
        return {"tile": ["cotton", 1], "at": place, "slot": int(slot), "merchant": merchant, "beer": [barrel]}

    crossed = [sale("leek.0", "warrington", "farm_south"), sale("worcester.0", "gloucester", "stone")]
    said = why_refused(position, {"action": "sell", "cards": ["location:stoke"], "sales": crossed})
    assert "take:farm_south.0 is not legal: it is not connected to the place where it is needed" in said


# --------------------------------------------------------------------------- sources that are the same


@pytest.mark.parametrize(("first", "second", "left"), [(0, 0, {1, 3}), (0, 1, {2}), (1, 0, {2}), (1, 1, {1, 3})])
def test_either_of_two_like_mines_may_give_the_coal(first, second, left):
    """Tamworth's two mines of one owner are the same, until one has given a cube: then they are not."""
    tiles = [tile("tamworth.0", 1, "coal 2", 3), tile("tamworth.1", 1, "coal 2", 3), tile("nuneaton.0", 0, "brewery 2")]
    position = table("stoke", "leek", "burton", era="rail", tiles=tiles)
    one = network("nuneaton-tamworth", resources=(mine("tamworth", first),))
    two = network("birmingham-nuneaton", card="location:leek", resources=(mine("tamworth", second),))
    played(position, one | {"after_action": after(position, 5)}, two | {"after_action": after(position, 10)})
    assert {position.at(f"tamworth.{slot}")[3] for slot in (0, 1)} == left


def test_a_source_of_the_same_place_that_is_not_the_same_is_another():
    """Two mines in Tamworth of different owners: the log says which, and what follows is that one's."""
    tiles = [tile("tamworth.0", 1, "coal 2", 1), tile("tamworth.1", 2, "coal 2", 1), tile("nuneaton.0", 0, "brewery 2")]
    position = table("stoke", "leek", "burton", era="rail", tiles=tiles)
    numbers = after(position, 5)
    numbers["income_space"][2] += 7  # its mine is empty
    flip = {"flip": ["coal", 2], "at": "tamworth", "owner": 2, "income_spaces": 7}
    taken = network("nuneaton-tamworth", resources=(mine("tamworth", 1),))
    played(position, taken | {"after_action": numbers, "events": [flip]})
    assert position.at("tamworth.1") == (2, "coal 2", True, 0)
    assert position.at("tamworth.0") == (1, "coal 2", False, 1)


@pytest.mark.parametrize("turned", [False, True])
def test_the_order_of_the_sources_of_two_rails(turned):
    """Rails from two mines that are not connected: whichever is named first, each rail takes the one that it can."""
    tiles = [tile("stone.1", 0, "coal 2", 3), tile("burton.0", 0, "coal 2", 3), tile("derby.0", 0, "brewery 2", 2)]
    position = table("stoke", "leek", tiles=tiles, era="rail")
    coal = [mine("stone", 1), mine("burton", 0)]
    resources = (*(reversed(coal) if turned else coal), brewery("derby.0", 0))
    laid = network("stafford-stone", "burton-tamworth", resources=resources)
    played(position, laid | {"after_action": after(position, 15)})
    assert [position.at(at)[3] for at in ("stone.1", "burton.0", "derby.0")] == [2, 2, 1]


def test_an_equally_near_mine_of_another_place_is_another():
    """Leek–Stoke between two mines one link away: the log says which one gives the cube."""
    lines = links(1, "stoke-stone", "belper-leek")
    tiles = [tile("stone.1", 1, "coal 2", 3), tile("belper.1", 1, "coal 2", 3), tile("leek.0", 0, "cotton 2")]
    for place, slot in (("stone", 1), ("belper", 1)):
        position = table("stoke", "leek", tiles=tiles, links=lines, era="rail")
        laid = network("leek-stoke", resources=(mine(place, slot),))
        played(position, laid | {"after_action": after(position, 5)})
        assert position.at(f"{place}.{slot}")[3] == 2
