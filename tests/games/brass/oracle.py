"""Whole actions, enumerated from the rule book's sentences by plain search over names: the oracle of the rules.

It shares no code with them but the data file. A position is a set-up; an action is what it takes and leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import Any

from magnate.games.brass.board import DATA

TOWNS = {one["id"]: one["slots"] for one in DATA["locations"]}
KIND_OF = {one["id"]: one["kind"] for one in DATA["locations"]}
MERCHANTS = {one["id"]: one for one in DATA["merchants"]}
LINES = {one["id"]: one for one in DATA["links"]}
TILES = {(name, tile["level"]): tile for name, tiles in DATA["industry_tiles"].items() for tile in tiles}
LEVELS = DATA["income_track"]["space_to_level"]
LOANS = {int(space): lands for space, lands in DATA["income_track"]["loan"]["loan_result_space"].items()}
MARKETS = DATA["markets"]
SOLD = ("cotton", "manufacturer", "pottery")
STOCK = {"coal": "coal", "iron": "iron", "beer": "brewery"}
WILD = {"wild-location", "wild-industry"}


@dataclass
class Tile:
    owner: int
    industry: str
    level: int
    flipped: bool
    goods: int

    @property
    def data(self) -> dict[str, Any]:
        return TILES[self.industry, self.level]


@dataclass
class Act:
    """A position in the middle of an action, and what the action has used so far."""

    seat: int
    era: str
    tiles: dict[str, Tile]
    links: dict[str, int]
    market: dict[str, int]
    barrels: set[str]
    merchants: Mapping[str, list[str | None]]
    players: list[dict[str, Any]]
    most_links: int
    about: list[Any] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    bought: list[tuple[str, int]] = field(default_factory=list)
    cards: frozenset[str] | None = None

    @property
    def me(self) -> dict[str, Any]:
        return self.players[self.seat]

    def copy(self) -> Act:
        return replace(
            self,
            tiles={at: replace(tile) for at, tile in self.tiles.items()},
            links=dict(self.links),
            market=dict(self.market),
            barrels=set(self.barrels),
            players=[{**one, "taken": dict(one["taken"])} for one in self.players],
            about=[*self.about],
            used=[*self.used],
            bought=[*self.bought],
        )

    # ---------------------------------------------------------------------------------- the map

    def network(self) -> set[str]:
        mine = {at.split(".")[0] for at, tile in self.tiles.items() if tile.owner == self.seat}
        for line, owner in self.links.items():
            if owner == self.seat:
                mine.update(LINES[line]["ends"])
        return mine

    def distances(self, starts: set[str]) -> dict[str, int]:
        found = dict.fromkeys(starts, 0)
        edge = set(starts)
        while edge:
            reached = {end for line in self.links for end in LINES[line]["ends"] if edge & set(LINES[line]["ends"])}
            far = max(found.values()) + 1
            edge = reached - set(found)
            found.update(dict.fromkeys(edge, far))
        return found

    def lowest(self, industry: str) -> dict[str, Any] | None:
        gone = self.me["taken"].get(industry, 0)
        stack = [tile for tile in DATA["industry_tiles"][industry] for _ in range(tile["count_per_player"])]
        return stack[gone] if gone < len(stack) else None

    # -------------------------------------------------------------------------------- resources

    def stocked(self, resource: str) -> list[str]:
        return [at for at, tile in self.tiles.items() if tile.industry == STOCK[resource] and tile.goods > 0]

    def unlike(self, spaces: list[str]) -> list[str]:
        """The sources, of those that are the same in everything only the first.

        What the space shows counts, since it decides what may be built there later.
        """
        seen, found = set(), []
        for at in sorted(spaces, key=order_of):
            tile, (town, slot) = self.tiles[at], at.split(".")
            shows = tuple(TOWNS[town][int(slot)]) if town in TOWNS else ()
            same = (town, shows, tile.owner, tile.industry, tile.level, tile.goods)
            if same not in seen:
                seen.add(same)
                found.append(at)
        return found

    def take(self, resource: str, at: str) -> Act:
        after = self.copy()
        tile = after.tiles[at]
        tile.goods -= 1
        after.used.append(f"{resource} {at}")
        if tile.goods == 0:
            after.flip(at)
        return after

    def flip(self, at: str) -> None:
        tile = self.tiles[at]
        tile.flipped = True
        owner = self.players[tile.owner]
        owner["income"] = min(99, owner["income"] + tile.data["income_spaces"])

    def pay(self, money: int) -> Act | None:
        if self.me["money"] < money:
            return None
        after = self.copy()
        after.me["money"] -= money
        after.me["spent"] += money
        return after

    def buy(self, resource: str) -> Act | None:
        market, cubes = MARKETS[resource], self.market[resource]
        price = market["prices_low_to_high"][market["capacity"] - cubes] if cubes else market["price_when_empty"]
        after = self.pay(price)
        if after is not None:
            after.market[resource] = max(0, cubes - 1)
            after.bought.append((resource, price))
        return after

    def coal(self, places: set[str], cubes: int) -> Iterator[Act]:
        if cubes == 0:
            yield self
            return
        far = self.distances(places)
        mines = [at for at in self.stocked("coal") if at.split(".")[0] in far]
        if mines:
            least = min(far[at.split(".")[0]] for at in mines)
            for at in self.unlike([at for at in mines if far[at.split(".")[0]] == least]):
                yield from self.take("coal", at).coal(places, cubes - 1)
        elif far.keys() & MERCHANTS.keys():
            after = self.buy("coal")
            if after is not None:
                yield from after.coal(places, cubes - 1)

    def iron(self, cubes: int) -> Iterator[Act]:
        if cubes == 0:
            yield self
            return
        works = self.stocked("iron")
        for at in self.unlike(works):
            yield from self.take("iron", at).iron(cubes - 1)
        if not works:
            after = self.buy("iron")
            if after is not None:
                yield from after.iron(cubes - 1)

    def beer(self, places: set[str]) -> Iterator[Act]:
        far = self.distances(places)
        found = [at for at in self.stocked("beer") if self.tiles[at].owner == self.seat or at.split(".")[0] in far]
        for at in self.unlike(found):
            yield self.take("beer", at)


def order_of(space: str) -> tuple[int, int]:
    place, slot = space.split(".")
    return list(TOWNS).index(place), int(slot)


def begin(position: Mapping[str, Any], most_links: int = 14) -> Act:
    """The oracle's form of a set-up whose mover is about to choose an action."""
    tiles = {}
    for one in position.get("tiles", []):
        industry, level = one["tile"].split()
        tiles[one["at"]] = Tile(one["owner"], industry, int(level), one["flipped"], one["goods"])
    return Act(
        seat=position["order"][position["turn"]],
        era=position["era"],
        tiles=tiles,
        links={one["line"]: one["owner"] for one in position.get("links", [])},
        market=dict(position["markets"]),
        barrels=set(position["barrels"]),
        merchants=position["merchants"],
        players=deepcopy(list(position["players"])),
        most_links=most_links,
    )


# ------------------------------------------------------------------------------------------------ build


def builds(act: Act) -> Iterator[Act]:
    for industry in DATA["industry_tiles"]:
        tile = act.lowest(industry)
        if tile is None or not tile[f"{act.era}_buildable"]:
            continue
        for town, slots in TOWNS.items():
            cards = fitting(act, town, industry)
            for slot in spaces_for(act, town, slots, industry, tile) if cards else ():
                paid = act.pay(tile["cost_money"])
                for coal in () if paid is None else paid.coal({town}, tile["cost_coal"]):
                    for done in coal.iron(tile["cost_iron"]):
                        yield laid(done, f"{town}.{slot}", industry, tile, cards)


def fitting(act: Act, town: str, industry: str) -> frozenset[str]:
    held, network = set(act.me["hand"]), act.network()
    found = set()
    if KIND_OF[town] == "town":
        found |= held & {town, "wild-location"}
    nothing = act.seat not in {tile.owner for tile in act.tiles.values()} | set(act.links.values())
    if nothing or town in network:
        found |= {card for card in held if card not in TOWNS and card not in WILD and industry in card.split("+")}
        found |= held & {"wild-industry"}
    return frozenset(found)


def spaces_for(act: Act, town: str, slots: list[list[str]], industry: str, tile: dict[str, Any]) -> list[int]:
    shown = [slot for slot, icons in enumerate(slots) if industry in icons]
    empty = [slot for slot in shown if f"{town}.{slot}" not in act.tiles]
    single = [slot for slot in empty if slots[slot] == [industry]]
    found = unlike([(slots[slot], slot) for slot in single or empty])
    for slot in shown:
        there = act.tiles.get(f"{town}.{slot}")
        if there is None or there.industry != industry or there.level >= tile["level"]:
            continue
        resource_gone = industry in MARKETS and act.market[industry] == 0 and not act.stocked(industry)
        if there.owner == act.seat or resource_gone:
            found = [*found, slot]
    if act.era == "canal":
        own = {at for at, one in act.tiles.items() if one.owner == act.seat and at.split(".")[0] == town}
        found = [slot for slot in found if own <= {f"{town}.{slot}"}]
    return found


def unlike(empty: list[tuple[list[str], int]]) -> list[int]:
    """The empty spaces of a place; of those that show the same, which are the same in all, only the first."""
    return [slot for number, (icons, slot) in enumerate(empty) if icons not in [other for other, _ in empty[:number]]]


def laid(done: Act, at: str, industry: str, tile: dict[str, Any], cards: frozenset[str]) -> Act:
    after = done.copy()
    goods = tile.get("cubes_placed", 0)
    if industry == "brewery":
        goods = tile["barrels_placed"][after.era]
    after.tiles[at] = Tile(after.seat, industry, tile["level"], False, goods)
    after.me["taken"][industry] = after.me["taken"].get(industry, 0) + 1
    after.about = [(f"{industry} {tile['level']}", at)]
    after.cards = cards
    connected = after.distances({at.split(".", maxsplit=1)[0]}).keys() & MERCHANTS.keys()
    if industry == "iron" or (industry == "coal" and connected):
        market = MARKETS[industry]
        while after.tiles[at].goods and after.market[industry] < market["capacity"]:
            after.me["money"] += market["prices_low_to_high"][market["capacity"] - after.market[industry] - 1]
            after.market[industry] += 1
            after.tiles[at].goods -= 1
        if after.tiles[at].goods == 0:
            after.flip(at)
    return after


# ---------------------------------------------------------------------------------------------- network


def networks(act: Act) -> Iterator[Act]:
    canal = act.era == "canal"
    for first in links(act, 3 if canal else 5):
        if canal:
            yield first
            continue
        for one in first.coal(set(LINES[first.about[-1]]["ends"]), 1):
            yield one
            for second in links(one, 10):
                ends = set(LINES[second.about[-1]]["ends"])
                for two in second.coal(ends, 1):
                    yield from two.beer(ends)


def links(act: Act, cost: int) -> Iterator[Act]:
    """One more link, paid, without what it takes."""
    network = act.network()
    mine = [line for line, owner in act.links.items() if owner == act.seat]
    paid = act.pay(cost)
    if paid is None or len(mine) >= act.most_links:
        return
    for line, data in LINES.items():
        if data[act.era] and line not in act.links and (not network or network & set(data["ends"])):
            after = paid.copy()
            after.links[line] = act.seat
            after.about.append(line)
            yield after


# ------------------------------------------------------------------------------------- develop and sell


def develops(act: Act) -> Iterator[Act]:
    for first in removed(act, "develop"):
        for one in first.iron(1):
            yield one
            for second in removed(one, "develop"):
                yield from second.iron(1)


def removed(act: Act, why: str) -> Iterator[Act]:
    for industry in DATA["industry_tiles"]:
        tile = act.lowest(industry)
        if tile is not None and tile["developable"]:
            after = act.copy()
            after.me["taken"][industry] = after.me["taken"].get(industry, 0) + 1
            after.about.append((why, f"{industry} {tile['level']}"))
            yield after


def sells(act: Act) -> Iterator[Act]:
    for at, tile in act.tiles.items():
        if tile.owner == act.seat and tile.industry in SOLD and not tile.flipped:
            for done in sold(act, at, tile):
                yield done
                yield from sells(done)


def sold(act: Act, at: str, tile: Tile) -> Iterator[Act]:
    """One tile sold, in every way."""
    town = at.split(".", maxsplit=1)[0]
    offered = set()
    connected = act.distances({town})
    for merchant in (one for one in MERCHANTS if one in connected):
        for number, kind in enumerate(act.merchants.get(merchant, [])):
            shop = f"{merchant}.{number}"
            barrel = tile.data["beer_to_sell"] > 0 and shop in act.barrels  # all that one can give and another cannot
            same = (merchant, kind) if barrel else None
            if kind is not None and tile.industry in kind.split("/") and same not in offered:
                offered.add(same)
                begun = act.copy()
                begun.about.append((at, shop))
                for done in drunk(begun, town, merchant, shop, tile.data["beer_to_sell"]):
                    done.flip(at)
                    yield done


def drunk(act: Act, town: str, merchant: str, shop: str, beers: int) -> Iterator[Act]:
    if beers == 0:
        yield act.copy()
        return
    for after in act.beer({town}):
        yield from drunk(after, town, merchant, shop, beers - 1)
    if shop in act.barrels:
        after = act.copy()
        after.barrels.remove(shop)
        after.used.append(f"beer {shop}")
        for rewarded in bonus(after, MERCHANTS[merchant]["beer_bonus"]):
            yield from drunk(rewarded, town, merchant, shop, beers - 1)


def bonus(act: Act, gift: dict[str, Any]) -> list[Act]:
    if gift["type"] == "develop":
        return list(removed(act, "bonus")) or [act]
    if gift["type"] == "vp":
        act.me["points"] += gift["amount"]
    elif gift["type"] == "money":
        act.me["money"] += gift["amount"]
    else:
        act.me["income"] = min(99, act.me["income"] + gift["amount"])
    return [act]


# ---------------------------------------------------------------------------------- loan, scout and pass


def loans(act: Act) -> Iterator[Act]:
    lands = LOANS[act.me["income"]]
    if lands is not None:
        after = act.copy()
        after.me["income"] = lands
        after.me["money"] += 30
        yield after


def scouts(act: Act) -> set[tuple[str, ...]]:
    """The sets of cards that a scout may give."""
    hand = sorted(act.me["hand"])
    if WILD & set(hand):
        return set()
    kinds = combinations_with_replacement(sorted(set(hand)), 3)
    return {cards for cards in kinds if all(cards.count(card) <= hand.count(card) for card in cards)}


def snapshot(act: Act) -> tuple[Any, ...]:
    """Everything that lies on the table, in a form that can be compared."""
    seats = tuple(
        (
            one["money"],
            one["spent"],
            one["income"],
            one["points"],
            *sorted((k, n) for k, n in one["taken"].items() if n),
        )
        for one in act.players
    )
    tiles = tuple((at, *vars(act.tiles[at]).values()) for at in sorted(act.tiles))
    markets = (act.market["coal"], act.market["iron"])
    return seats, tiles, tuple(sorted(act.links.items())), markets, tuple(sorted(act.barrels))


def signature(act: Act) -> tuple[Any, ...]:
    """What an action is about, uses (in whatever order) and buys, and what it leads to."""
    return tuple(act.about), tuple(sorted(act.used)), tuple(act.bought), snapshot(act)


KINDS = {"build": builds, "network": networks, "develop": develops, "sell": sells, "loan": loans}


def whole_actions(act: Act, kind: str) -> dict[tuple[Any, ...], set[str]]:
    """Every action of a kind, with the cards that may pay for it."""
    return {signature(one): set(one.me["hand"] if one.cards is None else one.cards) for one in KINDS[kind](act)}
