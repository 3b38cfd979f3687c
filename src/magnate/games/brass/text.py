"""A sentence for each action, with the names and amounts of the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import actions
from . import state as phases
from .board import LINES, SPACES, TILES
from .codec import action_facets, card_number, industry_number, line_number, merchant_number, space_number
from .position_names import owner_of
from .tables import (
    BREWERY,
    CANAL,
    CANAL_COST,
    COAL,
    INCOME_LEVEL,
    IRON,
    LOAN,
    LOAN_LEVELS,
    MERCHANT_PLACE,
    RAIL_COST,
    SECOND_RAIL_COST,
)
from .titles import (
    RESOURCE_TITLES,
    bonus_title,
    card_title,
    counted,
    goods_title,
    line_title,
    merchant_tile_title,
    merchant_title,
    pounds,
    space_title,
    spot_title,
    tile_title,
)
from .twins import part, reading

__all__ = ["Scene", "action_text"]


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

    def tile_there(self, space: int) -> str:
        """The tile on a space and where that is."""
        tile = self.tile(space)
        return f"{tile_title(tile)} in {space_title(space)}" if tile else f"the tile in {space_title(space)}"

    def whose(self, space: int) -> str:
        """Whose tile lies on a space: ``yours``, ``seat 2's``."""
        owner = owner_of(self.state["tiles"], space)
        return "nobody's" if owner is None else "yours" if owner == self.mover else f"seat {owner}'s"

    def coal(self, reach: int, cubes: int) -> str:
        """Some coal used where the locations ``reach`` are connected, with what the market asks for it."""
        return self._cubes(COAL, cubes, self.coal_price(reach, cubes))

    def coal_price(self, reach: int, cubes: int) -> int:
        """What the market asks for the cubes of coal that no mine in the locations ``reach`` has."""
        mined = sum(int(self.state["goods"][s]) for s in self._stocked(COAL) if reach >> SPACES[s].location & 1)
        return int(part("markets").coal_price(self.rules, max(0, cubes - mined)))

    def iron(self, cubes: int) -> str:
        """Some iron, with what the market asks for it."""
        return self._cubes(IRON, cubes, part("resources").iron_cost(self.rules, cubes))

    def _stocked(self, resource: int) -> list[int]:
        mask = int(self.state["stocked"][resource - COAL])
        return [space for space in range(mask.bit_length()) if mask >> space & 1]

    def _cubes(self, resource: int, cubes: int, price: int) -> str:
        bought = f" ({pounds(price)} on the market)" if price else ""
        return f"{cubes} {RESOURCE_TITLES[resource]}{bought}"


def action_text(state: np.void, action: int) -> str:
    """What an action does, as a sentence with names and amounts, for whoever is to move in ``state``."""
    facets = action_facets(action)
    text = _TEXTS[facets["kind"]]
    return text if isinstance(text, str) else text(Scene(state), facets)


def _network(scene: Scene, facets: dict[str, Any]) -> str:
    if scene.state["era"] == CANAL:
        return f"Lay a canal for {pounds(CANAL_COST)}"
    two = pounds(RAIL_COST + SECOND_RAIL_COST)
    return f"Lay a rail for {pounds(RAIL_COST)} and 1 coal, or two for {two}, 2 coal and a barrel of beer"


def _loan(scene: Scene, facets: dict[str, Any]) -> str:
    if scene.mover < 0:
        return f"Borrow {pounds(LOAN)}"
    level = INCOME_LEVEL[int(scene.state["income_space"][scene.mover])]
    return f"Borrow {pounds(LOAN)}: your income falls from {level:+d} to {level - LOAN_LEVELS:+d} a round"


def _stop(scene: Scene, facets: dict[str, Any]) -> str:
    return {
        phases.SECOND_LINE: "Lay no second rail",
        phases.DEVELOP_MORE: "Remove no second tile",
        phases.SELL_MORE: "Sell nothing more",
        phases.BONUS_TILE: "Remove no tile",
    }.get(scene.phase, "Stop here")


def _industry(scene: Scene, facets: dict[str, Any]) -> str:
    industry = industry_number(facets["industry"])
    tile = scene.lowest(industry)
    if tile == 0:
        return f"The next {facets['industry']} tile of your mat"
    if scene.phase == phases.BONUS_TILE:
        return f"Remove {tile_title(tile)} from your mat"
    if scene.phase in (phases.DEVELOP_FIRST, phases.DEVELOP_MORE):
        return f"Remove {tile_title(tile)} from your mat, for {scene.iron(1)}"
    return f"Build {tile_title(tile)} for {_cost(tile)}"


def _cost(tile: int) -> str:
    """What a tile costs: ``£16, 1 coal, 1 iron``."""
    one = TILES[tile - 1]
    parts = [pounds(one.money)] + [f"{n} {name}" for n, name in ((one.coal, "coal"), (one.iron, "iron")) if n]
    return ", ".join(parts)


def _build(scene: Scene, facets: dict[str, Any]) -> str:
    space = space_number(facets["space"])
    there = scene.tile(space)
    over = f", over {tile_title(there)} ({scene.whose(space)})" if there else ""
    tile = scene.lowest(int(scene.state["industry"])) if scene.phase == phases.BUILD_SPACE else 0
    if tile == 0:
        return f"Build in {spot_title(space)}{over}"
    one = TILES[tile - 1]
    costs = [pounds(one.money)]
    if one.coal:
        costs.append(scene.coal(int(scene.state["joined"][SPACES[space].location]), one.coal))
    if one.iron:
        costs.append(scene.iron(one.iron))
    return f"Build {tile_title(tile)} in {spot_title(space)}{over}, for {', '.join(costs)}"


def _take(scene: Scene, facets: dict[str, Any]) -> str:
    space = space_number(facets["space"])
    tile, goods = scene.tile(space), int(scene.state["goods"][space])
    if goods == 0:
        return f"Take from {space_title(space)}"
    industry = TILES[tile - 1].industry
    what = "a barrel" if industry == BREWERY else RESOURCE_TITLES[industry]
    stock = goods_title(tile, goods)
    return f"Take {what} from {spot_title(space)}: {tile_title(tile)}, {scene.whose(space)}, with {stock}"


def _barrel(scene: Scene, facets: dict[str, Any]) -> str:
    if scene.phase != phases.TAKE_BEER or int(scene.state["doing"]) != actions.SELL:
        return "Take the merchant's barrel"
    place = MERCHANT_PLACE[int(scene.state["shop"])]
    return f"Take the barrel of the merchant in {merchant_title(int(scene.state['shop']))}: {bonus_title(place)}"


def _sell(scene: Scene, facets: dict[str, Any]) -> str:
    space = space_number(facets["space"])
    tile = scene.tile(space)
    if tile == 0:
        return f"Sell the tile in {space_title(space)}"
    one = TILES[tile - 1]
    beer = counted(one.beer, "barrel") if one.beer else "no beer"
    gain = f"{one.points} points, income up {counted(one.income, 'space')}"
    return f"Sell {tile_title(tile)} in {space_title(space)} for {beer}: {gain}"


def _to(scene: Scene, facets: dict[str, Any]) -> str:
    merchant = merchant_number(facets["space"])
    barrel = int(scene.state["barrels"]) >> merchant & 1
    buys = merchant_tile_title(int(scene.state["merchant"][merchant]))
    beside = f"its barrel brings {bonus_title(MERCHANT_PLACE[merchant])}" if barrel else "no barrel"
    return f"Sell to {merchant_title(merchant)}, which buys {buys}; {beside}"


def _give_up(scene: Scene, facets: dict[str, Any]) -> str:
    space = space_number(facets["space"])
    tile = scene.tile(space)
    raised = f" for {pounds(TILES[tile - 1].money // 2)}" if tile else ""
    return f"Give up {scene.tile_there(space)}{raised}"


def _link(scene: Scene, facets: dict[str, Any]) -> str:
    line = line_number(facets["line"])
    if scene.state["era"] == CANAL:
        return f"Lay a canal between {line_title(line)} for {pounds(CANAL_COST)}"
    reach = 0
    for end in LINES[line].ends:
        reach |= int(scene.state["joined"][end])
    if scene.phase == phases.SECOND_LINE:
        costs = f"{pounds(SECOND_RAIL_COST)}, {scene.coal(reach, 1)} and a barrel of beer"
        return f"Lay a second rail between {line_title(line)} for {costs}"
    return f"Lay a rail between {line_title(line)} for {pounds(RAIL_COST)} and {scene.coal(reach, 1)}"


def _card(scene: Scene, facets: dict[str, Any]) -> str:
    card = card_number(facets["card"])
    held = int(scene.state["hand"][scene.mover][card]) if scene.mover >= 0 else 0
    more = f" (you hold {held})" if held > 1 else ""
    return f"Give the card {card_title(card)}{more}"


def _build_kind(scene: Scene, facets: dict[str, Any]) -> str:
    return _build(scene, facets) if "space" in facets else "Build an industry tile"


def _sell_kind(scene: Scene, facets: dict[str, Any]) -> str:
    return _sell(scene, facets) if "space" in facets else "Sell cotton, manufactured goods or pottery to merchants"


_TEXTS: dict[str, str | Callable[[Scene, dict[str, Any]], str]] = {
    "build": _build_kind,
    "network": _network,
    "develop": "Remove one or two tiles from your mat, for 1 iron each",
    "sell": _sell_kind,
    "loan": _loan,
    "scout": "Give three cards and take a wild location and a wild industry card",
    "pass": "Pass",
    "stop": _stop,
    "industry": _industry,
    "take": _take,
    "barrel": _barrel,
    "give-up": _give_up,
    "link": _link,
    "to": _to,
    "card": _card,
}
"""The sentence of each kind of action, or what makes it."""
