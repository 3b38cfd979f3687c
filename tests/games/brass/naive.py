"""What may be built, linked and sold, asked in the slowest and plainest way: sets of names, every rule on its own.

It shares no code with the rules under test (masks, early exits, look-ahead), only the names and numbers of the map, the
tiles and the cards; market prices are written out once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from magnate.games.brass.board import (
    CARDS,
    INDUSTRIES,
    LINES,
    LOCATIONS,
    MERCHANT_SPACES,
    MERCHANT_TILES,
    SPACES,
    TILES,
)

TOWNS = {place.id for place in LOCATIONS if place.kind == "town"}
MERCHANTS = {place.id for place in LOCATIONS if place.kind == "merchant"}
ENDS = {line.id: {LOCATIONS[end].id for end in line.ends} for line in LINES}
TOWN_OF = {space.id: LOCATIONS[space.location].id for space in SPACES}
SHOWS = {space.id: {INDUSTRIES[industry] for industry in space.industries} for space in SPACES}
COAL_PRICES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
IRON_PRICES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


class Board:
    """A position by names, as the seat to move sees it."""

    def __init__(self, g: Any) -> None:
        self.rail = g.era == 1
        self.me = g.mover
        self.money = g.money[self.me]
        self.lies = {s.id: TILES[g.tile[s.index] - 1] for s in SPACES if g.tile[s.index]}
        self.owner = {s.id: p for s in SPACES for p in range(4) if g.tiles[p] >> s.index & 1}
        self.goods = {s.id: g.goods[s.index] for s in SPACES if g.goods[s.index]}
        self.flipped = {s.id for s in SPACES if g.flipped >> s.index & 1}
        self.links = {line.id: p for line in LINES for p in range(4) if g.lines[p] >> line.index & 1}
        self.market = {"coal": g.coal, "iron": g.iron}
        self.cards = {CARDS[k].id for k in range(len(CARDS)) if g.hand[self.me, k]}
        self.merchants = {m.id: MERCHANT_TILES[g.merchant[m.index]].split("/") for m in MERCHANT_SPACES}
        self.barrels = {m.id for m in MERCHANT_SPACES if g.barrels >> m.index & 1}
        left = [[t for t in TILES if t.industry == i for _ in range(t.count)] for i in range(len(INDUSTRIES))]
        self.mat = {INDUSTRIES[i]: left[i][g.taken[self.me, i] :] for i in range(len(INDUSTRIES))}

    def kind(self, at: str) -> str:
        """The industry of the tile on a space."""
        return INDUSTRIES[self.lies[at].industry]

    def network(self, extra: Iterable[str] = ()) -> set[str]:
        """The places of my network, with further links."""
        mine = [line for line, p in self.links.items() if p == self.me]
        return {TOWN_OF[at] for at, p in self.owner.items() if p == self.me}.union(
            *(ENDS[line] for line in [*mine, *extra])
        )

    def distances(self, start: set[str], extra: Iterable[str] = ()) -> dict[str, int]:
        """How many links each connected place is away from the nearest of ``start``."""
        found = dict.fromkeys(start, 0)
        while True:
            further = {
                place: min(found[end] for end in ENDS[line] if end in found) + 1
                for line in [*self.links, *extra]
                if ENDS[line] & found.keys()
                for place in ENDS[line]
            }
            better = {place: n for place, n in further.items() if n < found.get(place, 99)}
            if not better:
                return found
            found |= better

    def stocked(self, industry: str) -> list[str]:
        return [at for at in self.goods if self.kind(at) == industry]

    def price(self, resource: str, cubes: int, bought: int = 0) -> int:
        """What so many cubes cost after others have been bought."""
        prices, empty = (COAL_PRICES, 8) if resource == "coal" else (IRON_PRICES, 6)
        offered = prices[len(prices) - self.market[resource] :] + [empty] * 20
        return sum(offered[bought : bought + cubes])

    def coal(self, places: set[str], cubes: int, extra: Iterable[str] = (), used: Iterable[str] = ()) -> int | None:
        """How many cubes of coal must be bought there, None if they cannot be had; ``used``: cubes taken before."""
        near = self.distances(places, extra)
        free = sum(self.goods[at] - list(used).count(at) for at in self.stocked("coal") if TOWN_OF[at] in near)
        bought = max(cubes - free, 0)
        return bought if bought == 0 or MERCHANTS & near.keys() else None

    # ------------------------------------------------------------------------------------------- build

    def may_lie(self, industry: str, at: str) -> bool:
        """Whether the board lets my lowest tile of an industry lie on a space."""
        new, town = self.mat[industry][0], TOWN_OF[at]
        beside = [other for other in SHOWS if TOWN_OF[other] == town and other != at]
        mine = [other for other in beside if self.owner.get(other) == self.me]
        if industry not in SHOWS[at] or (not self.rail and mine):
            return False
        if at not in self.lies:
            free = [other for other in beside if other not in self.lies and SHOWS[other] == {industry}]
            return len(SHOWS[at]) == 1 or not free
        if self.kind(at) != industry or self.lies[at].level >= new.level:
            return False
        gone = industry in self.market and not self.market[industry] and not self.stocked(industry)
        return self.owner[at] == self.me or gone

    def fitting(self, industry: str, town: str) -> set[str]:
        """The cards that pay for an industry in a place."""
        cards = {town, "wild-location"} if town in TOWNS else set()
        if town in self.network() or not self.network():
            cards |= {"wild-industry"} | {card.id for card in CARDS if industry in card.id.split("+")}
        return cards

    def builds(self) -> set[tuple[str, str]]:
        """The industries and spaces that I can build with some card of mine."""
        found = set()
        for industry, at in product(INDUSTRIES, SHOWS):
            if not self.mat[industry]:
                continue
            new, town = self.mat[industry][0], TOWN_OF[at]
            if not (new.rail if self.rail else new.canal) or not self.may_lie(industry, at):
                continue
            coal = self.coal({town}, new.coal)
            if coal is None or not self.fitting(industry, town) & self.cards:
                continue
            iron = max(new.iron - sum(self.goods[works] for works in self.stocked("iron")), 0)
            if new.money + self.price("coal", coal) + self.price("iron", iron) <= self.money:
                found.add((industry, at))
        return found

    # ----------------------------------------------------------------------------------------- network

    def first_links(self) -> set[str]:
        """The lines on which I can lay a canal, or a first rail."""
        found = set()
        for line in LINES:
            if not (line.rail if self.rail else line.canal) or line.id in self.links:
                continue
            if sum(p == self.me for p in self.links.values()) == 14:
                continue
            if self.network() and not ENDS[line.id] & self.network():
                continue
            if self.rail:
                coal = self.coal(ENDS[line.id], 1, [line.id])
                if coal is not None and 5 + self.price("coal", coal) <= self.money:
                    found.add(line.id)
            elif self.money >= 3:
                found.add(line.id)
        return found

    def first_coal(self, line: str) -> list[str | None]:
        """The mines from which a rail's cube may come; None for the market."""
        near = self.distances(ENDS[line], [line])
        mines = [at for at in self.stocked("coal") if TOWN_OF[at] in near]
        least = min((near[TOWN_OF[at]] for at in mines), default=0)
        return [at for at in mines if near[TOWN_OF[at]] == least] or [None]

    def pairs(self) -> set[tuple[str, str]]:
        """The two rails of a double Network action, in their order."""
        found = set()
        if not self.rail or sum(p == self.me for p in self.links.values()) > 12:
            return found
        for first in self.first_links():
            for mine, line in product(self.first_coal(first), LINES):
                if line.id in self.links or line.id == first or not line.rail:
                    continue
                laid = [first, line.id]
                if not ENDS[line.id] & self.network([first]):
                    continue
                bought = int(mine is None)
                coal = self.coal(ENDS[line.id], 1, laid, [mine] if mine else [])
                near = self.distances(ENDS[line.id], laid)
                breweries = [at for at in self.stocked("brewery") if self.owner[at] == self.me or TOWN_OF[at] in near]
                if coal is None or not breweries:
                    continue
                if 15 + self.price("coal", bought) + self.price("coal", coal, bought) <= self.money:
                    found.add((first, line.id))
        return found

    # -------------------------------------------------------------------------------------------- sell

    def sales(self) -> set[tuple[str, str]]:
        """My tiles and the merchant spaces that I can sell them to."""
        found = set()
        for at, m in product(self.lies, MERCHANT_SPACES):
            if self.owner[at] != self.me or at in self.flipped or self.kind(at) not in self.merchants[m.id]:
                continue
            near = self.distances({TOWN_OF[at]})
            if LOCATIONS[m.location].id not in near:
                continue
            own = [b for b in self.stocked("brewery") if self.owner[b] == self.me or TOWN_OF[b] in near]
            beer = sum(self.goods[b] for b in own) + (m.id in self.barrels)
            if beer >= self.lies[at].beer:
                found.add((at, m.id))
        return found
