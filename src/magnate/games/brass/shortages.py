"""Which refused build came nearest to being legal, and what a refused build or link would have cost."""

from __future__ import annotations

from typing import NamedTuple

from . import actions, reasons
from . import state as phases
from .board import SPACES, TILES
from .scene import Scene
from .tables import CANAL, INDUSTRIES, LINE_COUNT, SPACE_COUNT
from .twins import part

__all__ = ["Build", "link_price", "nearest_build"]


class Build(NamedTuple):
    """A tile that could be built on a space if a rule did not stand against it."""

    price: int
    """Pounds, with the cubes that must be bought."""
    industry: int
    space: int


def nearest_build(scene: Scene, code: int, action: int) -> Build:
    """The cheapest of the builds that ``action`` may lead to and that ``code`` stands against."""
    why = part("build_refusals").why_not_build
    ways = [way for way in _ways(scene, action) if why(scene.rules, scene.mover, *way) == code]
    return min(Build(_build_price(scene, industry, space), industry, space) for industry, space in ways)


def _ways(scene: Scene, action: int) -> list[tuple[int, int]]:
    """The industries and spaces that ``action`` may mean: BUILD, an industry, or a space."""
    industries, spaces = range(INDUSTRIES), range(SPACE_COUNT)
    if actions.INDUSTRY <= action < actions.BUILD_AT:
        industries = range(action - actions.INDUSTRY, action - actions.INDUSTRY + 1)
    if actions.BUILD_AT <= action < actions.TAKE:
        spaces = range(action - actions.BUILD_AT, action - actions.BUILD_AT + 1)
        if scene.phase == phases.BUILD_SPACE:
            chosen = int(scene.state["industry"])
            return [(chosen, spaces[0])]
    return [(industry, space) for industry in industries for space in spaces if industry in SPACES[space].industries]


def _build_price(scene: Scene, industry: int, space: int) -> int:
    """What the lowest tile of an industry costs on a space with its cubes; 0 when there is none."""
    lowest = scene.lowest(industry)
    if lowest == 0:
        return 0
    tile = TILES[lowest - 1]
    iron = int(part("resources").iron_cost(scene.rules, tile.iron))
    return tile.money + iron + scene.coal_price(int(scene.state["joined"][SPACES[space].location]), tile.coal)


def link_price(scene: Scene, action: int) -> int:
    """What the next link costs on the line of ``action`` with its coal; for NETWORK, on the cheapest line."""
    lines = range(LINE_COUNT) if action == actions.NETWORK else [action - actions.LINK]
    refusals = part("link_refusals")
    dear = reasons.LINK_TOO_EXPENSIVE
    cost = int(part("linking").link_cost(scene.rules))
    if scene.state["era"] == CANAL:
        return cost
    joined = part("network").joined_by_line
    reaches = [
        int(joined(scene.rules, line))
        for line in lines
        if refusals.why_not_link(scene.rules, scene.mover, line) == dear
    ]
    return min(cost + scene.coal_price(reach, 1) for reach in reaches)
