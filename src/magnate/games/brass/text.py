"""What each action does, told with the names and amounts of the position: for the eyes of whoever is to move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...messages import Message
from . import actions
from . import state as phases
from .board import LINES, MERCHANT_TILES, SPACES, TILES
from .codec import TILE_NAMES, action_facets, card_number, industry_number, line_number, merchant_number, space_number
from .phrases import (
    RESOURCES,
    bonus,
    cost,
    cubes,
    ends_of,
    level,
    merchant_place,
    on_board,
    place_of,
    said,
    sale_gain,
    spot,
    stock,
)
from .position_model import PHASES
from .previews import source_preview
from .scene import Scene
from .tables import (
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

__all__ = ["action_message"]

Facets = dict[str, Any]


def action_message(state: np.void, action: int) -> Message:
    """What an action does; for whoever is to move in ``state`` only, for it may tell of the hand.

    Beside the parameters that are told there may be ``preview``: messages of what the choice would lead to.
    """
    facets = action_facets(action)
    tell = _TOLD.get(facets["kind"])
    return tell(Scene(state), facets) if tell else said(f"action.{facets['kind']}")


# -------------------------------------------------------------------------------------------- building


def _build(scene: Scene, facets: Facets) -> Message:
    if "space" not in facets:
        return said("action.build")
    space = space_number(facets["space"])
    params: dict[str, Any] = {"space": facets["space"], "spot": spot(space)}
    there = scene.tile(space)
    if there:
        params |= {"there": TILE_NAMES[there], "whose": scene.whose(space)}
    tile = scene.lowest(int(scene.state["industry"])) if scene.phase == phases.BUILD_SPACE else 0
    if tile == 0:
        return said("action.build.over" if there else "action.build.at", **params)
    one = TILES[tile - 1]
    coal = scene.coal([SPACES[space].location], one.coal) if one.coal else None
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
    if scene.phase == phases.BONUS_TILE:
        return said("action.industry.remove", **params)
    if scene.phase in (phases.DEVELOP_FIRST, phases.DEVELOP_MORE):
        return said("action.industry.develop", **params, iron=scene.iron(1))
    one = TILES[tile - 1]
    coal = cubes(COAL, one.coal) if one.coal else None
    iron = cubes(IRON, one.iron) if one.iron else None
    return said("action.industry.build", **params, cost=cost(one.money, coal, iron))


# ---------------------------------------------------------------------------------------------- links


def _network(scene: Scene, facets: Facets) -> Message:
    if scene.state["era"] == CANAL:
        return said("action.network.canal", money=CANAL_COST)
    return said("action.network.rail", money=RAIL_COST, both=RAIL_COST + SECOND_RAIL_COST)


def _link(scene: Scene, facets: Facets) -> Message:
    line = line_number(facets["line"])
    params: dict[str, Any] = {"line": facets["line"], "ends": ends_of(line)}
    if scene.state["era"] == CANAL:
        return said("action.link.canal", **params, money=CANAL_COST)
    coal = scene.coal(LINES[line].ends, 1)
    if scene.phase == phases.SECOND_LINE:
        return said("action.link.second", **params, money=SECOND_RAIL_COST, coal=coal)
    return said("action.link.rail", **params, money=RAIL_COST, coal=coal)


# ------------------------------------------------------------------------------------ coal, iron, beer


def _take(scene: Scene, facets: Facets) -> Message:
    space = space_number(facets["space"])
    tile, goods = scene.tile(space), scene.goods(space)
    if goods == 0:
        return said("action.take", space=facets["space"], place=place_of(space))
    asked = phases.TAKE_COAL <= scene.phase <= phases.TAKE_BEER
    return said(
        "action.take.good",
        **on_board(space, tile),
        resource=RESOURCES[TILES[tile - 1].industry],
        spot=spot(space),
        whose=scene.whose(space),
        owner=scene.owner(space),
        goods=goods,
        stock=stock(tile, goods),
        preview=source_preview(scene, space) if asked else [],
    )


def _barrel(scene: Scene, facets: Facets) -> Message:
    if scene.phase != phases.TAKE_BEER or int(scene.state["doing"]) != actions.SELL:
        return said("action.barrel")
    shop = int(scene.state["shop"])
    return said("action.barrel.sale", place=merchant_place(shop), bonus=bonus(MERCHANT_PLACE[shop]))


# ------------------------------------------------------------------------------------------------ sales


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
    barrel = said("barrel", bonus=bonus(MERCHANT_PLACE[merchant])) if has_barrel else said("barrel.none")
    params = {"merchant": facets["space"], "place": merchant_place(merchant), "barrel": barrel}
    buys = MERCHANT_TILES[int(scene.state["merchant"][merchant])]
    return said("action.to.blank", **params) if buys in ("", "blank") else said("action.to", **params, tile=buys)


# ----------------------------------------------------------------------------------------------- others


def _loan(scene: Scene, facets: Facets) -> Message:
    if scene.mover < 0:
        return said("action.loan", money=LOAN)
    now = int(INCOME_LEVEL[int(scene.state["income_space"][scene.mover])])
    return Message("brass.action.loan.level", {"money": LOAN, "from": level(now), "to": level(now - LOAN_LEVELS)})


def _stop(scene: Scene, facets: Facets) -> Message:
    asked = (phases.SECOND_LINE, phases.DEVELOP_MORE, phases.SELL_MORE, phases.BONUS_TILE)
    return said(f"action.stop.{PHASES[scene.phase]}" if scene.phase in asked else "action.stop")


def _give_up(scene: Scene, facets: Facets) -> Message:
    space = space_number(facets["space"])
    tile = scene.tile(space)
    if tile == 0:
        return said("action.give-up.at", space=facets["space"], place=place_of(space))
    return said("action.give-up", **on_board(space, tile), money=TILES[tile - 1].money // 2)


def _card(scene: Scene, facets: Facets) -> Message:
    card = card_number(facets["card"])
    held = int(scene.state["hand"][scene.mover][card]) if scene.mover >= 0 else 0
    params = {"card": facets["card"], "count": held}
    return said("action.card.several" if held > 1 else "action.card", **params)


_TOLD: dict[str, Callable[[Scene, Facets], Message]] = {
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
