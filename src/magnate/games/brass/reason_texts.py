"""The sentence of each reason why an action is refused."""

from __future__ import annotations

import numpy as np

from . import actions, reasons
from .shortages import link_price, nearest_build
from .tables import SCOUT_CARDS
from .text import Scene
from .titles import pounds, space_title, tile_title

REASONS: dict[int, str] = {
    reasons.OK: "it is legal",
    reasons.NO_SUCH_ACTION: "there is no such action",
    reasons.NOT_NOW: "this decision is about something else",
    reasons.LATER: "it comes later in an action: first choose what is asked now",
    reasons.MAT_EMPTY: "your mat has no tile of that industry left",
    reasons.NOT_IN_CANAL_ERA: "your lowest tile of it may be built in the Rail era only",
    reasons.NOT_IN_RAIL_ERA: "your lowest tile of it may be built in the Canal era only: remove it by developing",
    reasons.NOT_DEVELOPABLE: "your lowest tile of it has the bulb and cannot be removed: it must be built first",
    reasons.NO_IRON: "no iron: no iron works has a cube, and you cannot pay for one from the market",
    reasons.NOT_SHOWN: "the space does not show that industry",
    reasons.OTHER_INDUSTRY: "a tile of another industry lies there",
    reasons.OPPONENTS_TILE: "an opponent's tile lies there, and only coal mines and iron works of others are overbuilt",
    reasons.LEVEL_NOT_HIGHER: "the tile there is not of a lower level",
    reasons.CUBES_LEFT: "an opponent's mine or works is overbuilt only when no cube of it is left anywhere",
    reasons.SINGLE_SPACE_FIRST: "an empty space of the place shows only this industry: that one is used first",
    reasons.ONE_TILE_A_TOWN: "you have a tile there, and in the Canal era you may have one in each place",
    reasons.NO_CARD: "you hold no card for it: neither the place's nor the industry's, nor a wild one",
    reasons.FARM_NEEDS_INDUSTRY: "a farm brewery takes a brewery card or the wild industry card",
    reasons.CARD_OUTSIDE_NETWORK: "the place is not in your network, and you hold only a card of the industry",
    reasons.NO_COAL: "no coal: no connected mine has enough and no merchant is connected",
    reasons.TOO_EXPENSIVE: "you cannot pay for it",
    reasons.SAME_SPACE: "another empty space of the place, listed before it, shows the same: choose that one",
    reasons.NO_LINKS_LEFT: "all your link tiles are on the board",
    reasons.NO_CANAL_LINE: "that line is for rails only",
    reasons.NO_RAIL_LINE: "that line is for canals only",
    reasons.LINE_TAKEN: "a link lies there",
    reasons.LINE_OUTSIDE_NETWORK: "no end of that line is in your network",
    reasons.NO_COAL_FOR_RAIL: "no coal: no connected mine has a cube and no merchant is connected",
    reasons.LINK_TOO_EXPENSIVE: "you cannot pay for it",
    reasons.NO_BEER_FOR_RAIL: "no beer: no brewery of yours has any, and no other with some is connected to that rail",
    reasons.NO_TILE_TO_SELL: "you have no cotton mill, manufacturer or pottery that could be sold",
    reasons.NOT_YOUR_TILE: "you have no tile there",
    reasons.NOT_SOLD: "only cotton mills, manufacturers and potteries are sold",
    reasons.ALREADY_FLIPPED: "it is flipped already",
    reasons.NO_BUYER: "no connected merchant buys it",
    reasons.NOT_BOUGHT: "that merchant does not buy it",
    reasons.MERCHANT_NOT_CONNECTED: "that merchant is not connected",
    reasons.SAME_MERCHANT: "another merchant, listed before it, is the same for this sale: choose that one",
    reasons.NO_BEER: "no beer: too few barrels can be reached",
    reasons.NOTHING_THERE: "there is nothing to be taken from there",
    reasons.SOURCE_NOT_CONNECTED: "it is not connected to the place where it is needed",
    reasons.MINE_FARTHER: "a nearer mine has coal",
    reasons.SAME_SOURCE: "another tile of that place is the same: take from that one",
    reasons.NO_BARREL: "that merchant has no barrel",
    reasons.BARREL_NOT_FOR_RAILS: "merchants' barrels are for sales only",
    reasons.INCOME_TOO_LOW: "your income would fall below -10",
    reasons.HOLDS_WILD_CARD: "you hold a wild card",
    reasons.TOO_FEW_CARDS: f"it takes {SCOUT_CARDS} cards",
    reasons.NOT_HELD: "you do not hold that card",
    reasons.CARD_DOES_NOT_FIT: "that card allows neither the place nor the industry there",
    reasons.SCOUT_ORDER: "the three cards are given in the order in which they are listed, and enough must be left",
    reasons.WORTH_NOTHING: "it would bring no money",
    reasons.COMPULSORY: "a tile must be removed for this bonus",
}


KIND_REASONS: dict[int, str] = {
    reasons.NO_CANAL_LINE: "every line at your network is for rails only",
    reasons.NO_RAIL_LINE: "every line at your network is for canals only",
    reasons.LINE_TAKEN: "a link lies on every line at your network",
}
"""Why no link can be laid at all, where the sentence about one line would not fit."""

_ABOUT_THE_MAT = (reasons.NOT_IN_CANAL_ERA, reasons.NOT_IN_RAIL_ERA, reasons.NOT_DEVELOPABLE)


def reason_text(state: np.void, code: int, action: int) -> str:
    """Why ``action`` is refused in ``state``, as the end of a sentence; ``code`` is what ``why`` answered."""
    scene = Scene(state)
    if code == reasons.LINK_TOO_EXPENSIVE:
        return _dear(scene, link_price(scene, action))
    if action == actions.NETWORK:
        return KIND_REASONS.get(code, REASONS[code])
    if action == actions.BUILD and reasons.MAT_EMPTY <= code <= reasons.TOO_EXPENSIVE:
        return _nothing_built(scene, code)
    if code == reasons.TOO_EXPENSIVE:
        return _dear(scene, nearest_build(scene, code, action).price)
    if code in _ABOUT_THE_MAT:
        return _about_the_mat(scene, code, action)
    return REASONS[code]


def _dear(scene: Scene, price: int) -> str:
    return f"it costs {pounds(price)}; you have {pounds(int(scene.state['money'][scene.mover]))}"


def _nothing_built(scene: Scene, code: int) -> str:
    """Why nothing can be built: what came nearest, and what it lacks."""
    if code == reasons.MAT_EMPTY:
        return "nothing can be built: your mat is empty"
    near = nearest_build(scene, code, actions.BUILD)
    tile = tile_title(scene.lowest(near.industry))
    lacks = _dear(scene, near.price) if code == reasons.TOO_EXPENSIVE else REASONS[code]
    if code in _ABOUT_THE_MAT:
        return f"nothing can be built: nearest comes {tile}, but {lacks}"
    return f"nothing can be built: nearest comes {tile} in {space_title(near.space)}, but {lacks}"


def _about_the_mat(scene: Scene, code: int, action: int) -> str:
    """A reason about the lowest tile of an industry, with its name."""
    if actions.INDUSTRY <= action < actions.BUILD_AT:
        industry = action - actions.INDUSTRY
    else:
        industry = nearest_build(scene, code, action).industry
    return REASONS[code].replace("your lowest tile of it", f"your lowest one, {tile_title(scene.lowest(industry))},")
