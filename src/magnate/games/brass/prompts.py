"""Who has to decide and what about, and why an action is refused, as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...core.contract import OVER
from ...messages import Message
from . import board, reasons
from . import state as ids
from .codec import KIND_NAMES, TILE_NAMES, ends_of, merchant_place, on_board, said
from .setup_model import PHASES, part
from .text import Scene

__all__ = ["REASONS", "leads_on", "prompt_message", "reason_message", "rule_message", "uses"]


# ---------------- What is asked after a choice that only names a kind of action, or an industry


def leads_on(state: np.void, action: int) -> bool:
    """Whether an action only begins what is built, laid, developed or sold: the next question is where, or which."""
    phase = int(state["phase"])
    return phase == ids.BUILD_INDUSTRY or (
        phase == ids.ACTION and action in (ids.BUILD, ids.NETWORK, ids.DEVELOP, ids.SELL)
    )


def uses(state: np.void, action: int) -> tuple[str, ...]:
    """The cards in hand that can pay for an action, or for a tile on a space."""
    scene = Scene(state)
    held = state["hand"][scene.mover]
    cards = [kind for kind in range(board.CARD_KINDS) if held[kind] > 0]
    if scene.phase == ids.BUILD_SPACE:
        place = int(board.PLACE_OF[action - ids.FIRST_ID[ids.BUILD_SPACE]])
        fits = part("building").fitting_cards(scene.rules, scene.mover, _number(scene, "industry"), place)
        cards = [kind for kind in cards if fits >> kind & 1]
    elif scene.phase != ids.ACTION or action == ids.BUILD:
        cards = []
    return tuple(f"card:{board.CARDS[kind].id}" for kind in cards)


# ---------------- A question for each phase, which everybody at the table may read


def prompt_message(state: np.void, seat: int) -> Message:
    """What ``seat``, which is to move, is asked; nothing in it is hidden from anybody."""
    scene = Scene(state)
    ask = _ASKED.get(scene.phase)
    variant, params = ask(scene) if ask else ("", {})
    return said(f"prompt.{PHASES[scene.phase]}{variant and '.'}{variant}", seat=seat, **params)


def pending_message(state: np.void) -> Message:
    """Which decision is pending and what it takes, as the end of a sentence: for who tries something else."""
    scene = Scene(state)
    if scene.mover < 0:
        return said(f"pending.{'over' if scene.mover == OVER else 'chance'}")
    ask = _ASKED.get(scene.phase)
    return said(f"pending.{PHASES[scene.phase]}", **(ask(scene)[1] if ask else {}))


Asked = tuple[str, dict[str, Any]]
"""Which of the questions of a phase, and what it is about."""


def _number(scene: Scene, field: str) -> int:
    return int(scene.state[field])


def _action(scene: Scene) -> Asked:
    return "", {"count": _number(scene, "actions")}


def _build_space(scene: Scene) -> Asked:
    return "", {"tile": TILE_NAMES[scene.lowest(_number(scene, "industry"))]}


def _cubes(field: str) -> Callable[[Scene], Asked]:
    """Cubes or barrels that are still to be taken, and what for."""
    return lambda scene: ("", {"count": _number(scene, field), "use": _use(scene)})


def _use(scene: Scene) -> Message:
    """What the action in progress takes coal, iron or beer for."""
    doing, at = _number(scene, "doing"), _number(scene, "at")
    if doing == ids.NETWORK:
        return said("use.link", ends=ends_of(at))
    if doing == ids.DEVELOP:
        return said("use.develop")
    if doing == ids.SELL:
        return said("use.sell", **on_board(at, scene.tile(at)), to=merchant_place(_number(scene, "shop")))
    return said("use.build", **on_board(at, scene.lowest(_number(scene, "industry"))))  # it is not yet laid


def _line(scene: Scene) -> Asked:
    canal = _number(scene, "era") == board.CANAL
    return ("canal", {"money": board.CANAL_COST}) if canal else ("rail", {"money": board.RAIL_COST})


def _second_line(scene: Scene) -> Asked:
    return "", {"ends": ends_of(_number(scene, "at")), "money": board.SECOND_RAIL_COST}


def _sell_more(scene: Scene) -> Asked:
    return "", {"count": _number(scene, "count")}


def _merchant(scene: Scene) -> Asked:
    at = _number(scene, "at")
    return "", on_board(at, scene.tile(at))


def _bonus(scene: Scene) -> Asked:
    return ("" if int(scene.state["opt"]["bonus_compulsory"]) else "optional"), {}


def _card(scene: Scene) -> Asked:
    doing = _number(scene, "doing")
    return ("scout", {}) if doing == ids.SCOUT else ("", {"doing": KIND_NAMES[doing]})


def _scout_card(scene: Scene) -> Asked:
    return "", {"count": _number(scene, "count")}


def _shortfall(scene: Scene) -> Asked:
    return "", {"debt": _number(scene, "debt")}


_ASKED: dict[int, Callable[[Scene], Asked]] = {
    ids.ACTION: _action,
    ids.BUILD_SPACE: _build_space,
    ids.TAKE_COAL: _cubes("coal_left"),
    ids.TAKE_IRON: _cubes("iron_left"),
    ids.TAKE_BEER: _cubes("beer_left"),
    ids.LINE: _line,
    ids.SECOND_LINE: _second_line,
    ids.SELL_MORE: _sell_more,
    ids.MERCHANT: _merchant,
    ids.BONUS_TILE: _bonus,
    ids.CARD: _card,
    ids.SCOUT_CARD: _scout_card,
    ids.SHORTFALL: _shortfall,
}
"""What a question is about, by its phase; the others have one sentence without parameters."""


# ---------------- Which refused build came nearest to being legal, and what a refused build or link would have cost


class Build(NamedTuple):
    """A tile that could be built on a space if a rule did not stand against it."""

    price: int
    """Pounds, with the cubes that must be bought."""
    industry: int
    space: int


def nearest_build(scene: Scene, code: int, action: int) -> Build:
    """The cheapest of the builds that ``action`` may lead to and that ``code`` stands against."""
    why = part("building").why_not_build
    ways = [way for way in _ways(scene, action) if why(scene.rules, scene.mover, *way) == code]
    return min(Build(_build_price(scene, industry, space), industry, space) for industry, space in ways)


def _ways(scene: Scene, action: int) -> list[tuple[int, int]]:
    """The industries and spaces that ``action`` may mean: BUILD, an industry, or a space."""
    industries, spaces = range(board.INDUSTRIES), range(board.SPACE_COUNT)
    if ids.INDUSTRY <= action < ids.BUILD_AT:
        industries = range(action - ids.INDUSTRY, action - ids.INDUSTRY + 1)
    if ids.BUILD_AT <= action < ids.TAKE:
        spaces = range(action - ids.BUILD_AT, action - ids.BUILD_AT + 1)
        if scene.phase == ids.BUILD_SPACE:
            chosen = int(scene.state["industry"])
            return [(chosen, spaces[0])]
    return [
        (industry, space) for industry in industries for space in spaces if industry in board.SPACES[space].industries
    ]


def _build_price(scene: Scene, industry: int, space: int) -> int:
    """What the lowest tile of an industry costs on a space with its cubes; 0 when there is none."""
    lowest = scene.lowest(industry)
    if lowest == 0:
        return 0
    tile = board.TILES[lowest - 1]
    iron = int(part("resources").iron_cost(scene.rules, tile.iron))
    return tile.money + iron + scene.coal_price(int(scene.state["joined"][board.SPACES[space].location]), tile.coal)


def link_price(scene: Scene, action: int) -> int:
    """What the next link costs on the line of ``action`` with its coal; for NETWORK, on the cheapest line."""
    lines = range(board.LINE_COUNT) if action == ids.NETWORK else [action - ids.LINK]
    refusals = part("linking")
    dear = reasons.LINK_TOO_EXPENSIVE
    cost = int(part("linking").link_cost(scene.rules))
    if scene.state["era"] == board.CANAL:
        return cost
    joined = part("tiles").joined_by_line
    reaches = [
        int(joined(scene.rules, line))
        for line in lines
        if refusals.why_not_link(scene.rules, scene.mover, line) == dear
    ]
    return min(cost + scene.coal_price(reach, 1) for reach in reaches)


# ---------------- Why an action is refused


REASONS: dict[int, str] = {
    code: name.lower().replace("_", "-") for name, code in vars(reasons).items() if name.isupper()
}
"""The key of each reason's sentence: they are named like the codes."""
ANY_LINE = (reasons.NO_CANAL_LINE, reasons.NO_RAIL_LINE, reasons.LINE_TAKEN)
"""Why no link can be laid at all: their sentences about one line would not fit."""
ABOUT_THE_MAT = (reasons.NOT_IN_CANAL_ERA, reasons.NOT_IN_RAIL_ERA, reasons.NOT_DEVELOPABLE)


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why ``action`` is refused in ``state``: for the seat to move only, since it may tell of the hand."""
    scene = Scene(state)
    if code == reasons.NOT_NOW:
        return said("why.not-now", pending=pending_message(state))
    if code == reasons.LINK_TOO_EXPENSIVE:
        return _dear(scene, link_price(scene, action))
    if action == ids.NETWORK and code in ANY_LINE:
        return said(f"why.{REASONS[code]}.any")
    if action == ids.BUILD and reasons.MAT_EMPTY <= code <= reasons.TOO_EXPENSIVE:
        return _nothing_built(scene, code)
    if code == reasons.TOO_EXPENSIVE:
        return _dear(scene, nearest_build(scene, code, action).price)
    if code in ABOUT_THE_MAT:
        return _about_the_mat(scene, code, action)
    return rule_message(code)


def rule_message(code: int) -> Message:
    """The rule that a reason stands for, whatever the position."""
    if code == reasons.NOT_NOW:
        return said("why.not-now", pending=said("pending.other"))
    if code == reasons.TOO_FEW_CARDS:
        return said("why.too-few-cards", count=board.SCOUT_CARDS)
    return said(f"why.{REASONS[code]}")


def _dear(scene: Scene, price: int) -> Message:
    return said("why.dear", price=price, money=int(scene.state["money"][scene.mover]))


def _nothing_built(scene: Scene, code: int) -> Message:
    """Why nothing can be built: what came nearest, and what it lacks."""
    if code == reasons.MAT_EMPTY:
        return said("why.nothing-built.mat")
    near = nearest_build(scene, code, ids.BUILD)
    tile = scene.lowest(near.industry)
    lacks = _dear(scene, near.price) if code == reasons.TOO_EXPENSIVE else rule_message(code)
    if code in ABOUT_THE_MAT:
        return said("why.nothing-built.tile", tile=TILE_NAMES[tile], lacks=lacks)
    return said("why.nothing-built", **on_board(near.space, tile), lacks=lacks)


def _about_the_mat(scene: Scene, code: int, action: int) -> Message:
    """A reason about the lowest tile of an industry, with its name."""
    if ids.INDUSTRY <= action < ids.BUILD_AT:
        industry = action - ids.INDUSTRY
    elif code == reasons.NOT_DEVELOPABLE:  # nothing can be developed: every other mat stack is empty
        industry = next(industry for industry in range(board.INDUSTRIES) if scene.lowest(industry))
    else:
        industry = nearest_build(scene, code, action).industry
    return said(f"why.{REASONS[code]}.named", tile=TILE_NAMES[scene.lowest(industry)])
