"""What each action does, as a message with the names and amounts of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...messages import Message
from . import board
from . import state as ids
from .codec import (
    RESOURCES,
    TILE_NAMES,
    action_facets,
    bonus,
    card_number,
    cost,
    cubes,
    ends_of,
    flip_words,
    industry_number,
    level,
    line_number,
    merchant_number,
    merchant_place,
    on_board,
    place_of,
    said,
    sale_gain,
    space_number,
    spot,
    stock,
)
from .setup_model import PHASES, owner_of, part, reading

__all__ = ["Scene", "action_message"]


# ---------------- A state with what sentences about its mover need


@dataclass(frozen=True)
class Scene:
    """A state with what sentences about its mover need."""

    state: np.void

    @cached_property
    def rules(self) -> Any:
        """The state as the interpreted rules read it."""
        return reading(self.state)

    @property
    def mover(self) -> int:
        """Who is to move (below 0: nobody)."""
        return int(self.state["mover"])

    @property
    def phase(self) -> int:
        """What is asked."""
        return int(self.state["phase"])

    def lowest(self, industry: int) -> int:
        """The lowest tile of an industry on the mover's mat; 0 when there is none."""
        return int(part("tiles").lowest_tile(self.rules, self.mover, industry)) if self.mover >= 0 else 0

    def tile(self, space: int) -> int:
        """The tile on a space; 0 when it is empty."""
        return int(self.state["tile"][space])

    def goods(self, space: int) -> int:
        """The cubes or barrels on the tile of a space."""
        return int(self.state["goods"][space])

    def owner(self, space: int) -> int | None:
        """Whose tile lies on a space."""
        return owner_of(self.state["tiles"], space)

    def whose(self, space: int) -> Message:
        """Whose tile lies on a space, in words: ``yours``, ``seat 2's``."""
        owner = self.owner(space)
        if owner is None:
            return said("whose.nobody")
        return said("whose.yours", seat=owner) if owner == self.mover else said("whose.seat", seat=owner)

    def coal(self, places: Iterable[int], count: int) -> Message:
        """Some coal used in locations that are, or will be, connected, with what the market asks for it.

        ``mines`` are the spaces that the first cube may come from, ``merchants`` those who connect to the market.
        """
        start = reach = 0
        for place in places:
            start |= 1 << place
            reach |= int(self.state["joined"][place])
        nearest = int(part("resources").mines_joined(self.rules, start, reach))
        where = {
            "mines": [space.id for space in board.SPACES if nearest >> space.index & 1],
            "merchants": [board.LOCATIONS[place].id for place in board.MERCHANTS if reach >> place & 1],
        }
        return cubes(board.COAL, count, self.coal_price(reach, count), **where)

    def coal_price(self, reach: int, count: int) -> int:
        """What the market asks for the cubes of coal that no mine in the locations ``reach`` has."""
        mined = sum(self.goods(space) for space in self._mines() if reach >> board.SPACES[space].location & 1)
        return int(part("resources").coal_price(self.rules, max(0, count - mined)))

    def iron(self, count: int) -> Message:
        """Some iron, with what the market asks for it."""
        return cubes(board.IRON, count, int(part("resources").iron_cost(self.rules, count)))

    def _mines(self) -> list[int]:
        """The spaces of the mines with coal."""
        mask = int(self.state["stocked"][0])
        return [space for space in range(mask.bit_length()) if mask >> space & 1]


# ---------------- What taking a cube or barrel from a tile would lead to


def source_preview(scene: Scene, space: int) -> list[Message]:
    """What the next cube or barrel from a space leaves or flips there, and what the market asks for one instead."""
    market = {ids.TAKE_COAL: _coal_market, ids.TAKE_IRON: _iron_market}.get(scene.phase)
    return [_tile_after(scene, space), *([market(scene)] if market else [])]


def _tile_after(scene: Scene, space: int) -> Message:
    """The tile with one cube or barrel less: what stays on it, or how it flips."""
    tile, goods, owner = scene.tile(space), scene.goods(space), scene.owner(space)
    if goods > 1 or owner is None:
        return said("preview.left", stock=stock(tile, goods - 1))
    reached = min(int(scene.state["income_space"][owner]) + board.TILES[tile - 1].income, board.LAST_SPACE)
    return said("event.flips", seat=owner, **on_board(space, tile), income=reached, **flip_words(tile, reached))


def _coal_market(scene: Scene) -> Message:
    """What the coal market asks, and by which connected merchants."""
    reach = int(part("steps").reach_of_use(scene.rules))
    merchants = [board.LOCATIONS[place].id for place in board.MERCHANTS if reach >> place & 1]
    if not merchants:
        return said("preview.market.cut")
    return said("preview.market.by", money=int(part("resources").coal_price(scene.rules, 1)), merchants=merchants)


def _iron_market(scene: Scene) -> Message:
    """What the iron market asks."""
    return said("preview.market", money=int(part("resources").iron_price(scene.rules, 1)))


# ---------------- Actions, with the names and amounts of the position, as the mover sees it


Facets = dict[str, Any]


def action_message(state: np.void, action: int) -> Message:
    """What an action does; for the seat to move in ``state`` only, since it may tell of the hand.

    Beside the parameters that are shown there may be ``preview``: messages of what the choice would lead to.
    """
    facets = action_facets(action)
    tell = _TEXTS.get(facets["kind"])
    return tell(Scene(state), facets) if tell else said(f"action.{facets['kind']}")


# ---------------- building


def _build(scene: Scene, facets: Facets) -> Message:
    if "space" not in facets:
        return said("action.build")
    space = space_number(facets["space"])
    params: dict[str, Any] = {"space": facets["space"], "spot": spot(space)}
    there = scene.tile(space)
    if there:
        params |= {"there": TILE_NAMES[there], "whose": scene.whose(space)}
    tile = scene.lowest(int(scene.state["industry"])) if scene.phase == ids.BUILD_SPACE else 0
    if tile == 0:
        return said("action.build.over" if there else "action.build.at", **params)
    one = board.TILES[tile - 1]
    coal = scene.coal([board.SPACES[space].location], one.coal) if one.coal else None
    iron = scene.iron(one.iron) if one.iron else None
    params |= {"tile": TILE_NAMES[tile], "cost": cost(one.money, coal, iron)}
    return said("action.build.tile-over" if there else "action.build.tile", **params)


def _industry(scene: Scene, facets: Facets) -> Message:
    """An industry to build, to develop, or to remove for a bonus."""
    industry = facets["industry"]
    tile = scene.lowest(industry_number(industry))
    if tile == 0:
        return said("action.industry", industry=industry)
    params = {"industry": industry, "tile": TILE_NAMES[tile]}
    if scene.phase == ids.BONUS_TILE:
        return said("action.industry.remove", **params)
    if scene.phase in (ids.DEVELOP_FIRST, ids.DEVELOP_MORE):
        return said("action.industry.develop", **params, iron=scene.iron(1))
    one = board.TILES[tile - 1]
    coal = cubes(board.COAL, one.coal) if one.coal else None
    iron = cubes(board.IRON, one.iron) if one.iron else None
    return said("action.industry.build", **params, cost=cost(one.money, coal, iron))


# ---------------- links


def _network(scene: Scene, facets: Facets) -> Message:
    if scene.state["era"] == board.CANAL:
        return said("action.network.canal", money=board.CANAL_COST)
    return said("action.network.rail", money=board.RAIL_COST, both=board.RAIL_COST + board.SECOND_RAIL_COST)


def _link(scene: Scene, facets: Facets) -> Message:
    line = line_number(facets["line"])
    params: dict[str, Any] = {"line": facets["line"], "ends": ends_of(line)}
    if scene.state["era"] == board.CANAL:
        return said("action.link.canal", **params, money=board.CANAL_COST)
    coal = scene.coal(board.LINES[line].ends, 1)
    if scene.phase == ids.SECOND_LINE:
        return said("action.link.second", **params, money=board.SECOND_RAIL_COST, coal=coal)
    return said("action.link.rail", **params, money=board.RAIL_COST, coal=coal)


# ---------------- coal, iron, beer


def _take(scene: Scene, facets: Facets) -> Message:
    space = space_number(facets["space"])
    tile, goods = scene.tile(space), scene.goods(space)
    if goods == 0:
        return said("action.take", space=facets["space"], place=place_of(space))
    asked = ids.TAKE_COAL <= scene.phase <= ids.TAKE_BEER
    return said(
        "action.take.good",
        **on_board(space, tile),
        resource=RESOURCES[board.TILES[tile - 1].industry],
        spot=spot(space),
        whose=scene.whose(space),
        owner=scene.owner(space),
        goods=goods,
        stock=stock(tile, goods),
        preview=source_preview(scene, space) if asked else [],
    )


def _barrel(scene: Scene, facets: Facets) -> Message:
    if scene.phase != ids.TAKE_BEER or int(scene.state["doing"]) != ids.SELL:
        return said("action.barrel")
    shop = int(scene.state["shop"])
    return said("action.barrel.sale", place=merchant_place(shop), bonus=bonus(board.MERCHANT_PLACE[shop]))


# ---------------- sales


def _sell(scene: Scene, facets: Facets) -> Message:
    if "space" not in facets:
        return said("action.sell")
    space = space_number(facets["space"])
    tile = scene.tile(space)
    if tile == 0:
        return said("action.sell.at", space=facets["space"], place=place_of(space))
    return said("action.sell.tile", **on_board(space, tile), **sale_gain(tile))


def _to(scene: Scene, facets: Facets) -> Message:
    merchant = merchant_number(facets["space"])
    has_barrel = int(scene.state["barrels"]) >> merchant & 1
    barrel = said("barrel", bonus=bonus(board.MERCHANT_PLACE[merchant])) if has_barrel else said("barrel.none")
    params = {"merchant": facets["space"], "place": merchant_place(merchant), "barrel": barrel}
    buys = board.MERCHANT_TILES[int(scene.state["merchant"][merchant])]
    return said("action.to.blank", **params) if buys in ("", "blank") else said("action.to", **params, tile=buys)


# ---------------- others


def _loan(scene: Scene, facets: Facets) -> Message:
    if scene.mover < 0:
        return said("action.loan", money=board.LOAN)
    now = int(board.INCOME_LEVEL[int(scene.state["income_space"][scene.mover])])
    return Message(
        "brass.action.loan.level", {"money": board.LOAN, "from": level(now), "to": level(now - board.LOAN_LEVELS)}
    )


def _stop(scene: Scene, facets: Facets) -> Message:
    asked = (ids.SECOND_LINE, ids.DEVELOP_MORE, ids.SELL_MORE, ids.BONUS_TILE)
    return said(f"action.stop.{PHASES[scene.phase]}" if scene.phase in asked else "action.stop")


def _give_up(scene: Scene, facets: Facets) -> Message:
    space = space_number(facets["space"])
    tile = scene.tile(space)
    if tile == 0:
        return said("action.give-up.at", space=facets["space"], place=place_of(space))
    return said("action.give-up", **on_board(space, tile), money=board.TILES[tile - 1].money // 2)


def _card(scene: Scene, facets: Facets) -> Message:
    card = card_number(facets["card"])
    held = int(scene.state["hand"][scene.mover][card]) if scene.mover >= 0 else 0
    params = {"card": facets["card"], "count": held}
    return said("action.card.several" if held > 1 else "action.card", **params)


_TEXTS: dict[str, Callable[[Scene, Facets], Message]] = {
    "build": _build,
    "network": _network,
    "sell": _sell,
    "loan": _loan,
    "stop": _stop,
    "industry": _industry,
    "take": _take,
    "barrel": _barrel,
    "give-up": _give_up,
    "link": _link,
    "to": _to,
    "card": _card,
}
"""What tells an action of each kind; the others have one sentence without parameters."""
