"""Stable names for actions, outcomes, places, tiles, cards and merchants, and how they are read back.

A name is lower case; what an action is about follows a colon (``build:stoke.0``, ``link:belper-derby``,
``card:cotton+manufacturer``). The names are part of saved records and set-ups and never change their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...errors import did_you_mean
from . import actions
from .board import (
    CARD_OF,
    CARDS,
    INDUSTRIES,
    LINE_OF,
    LINES,
    LOCATION_OF,
    LOCATIONS,
    MERCHANT_SPACE_OF,
    MERCHANT_SPACES,
    MERCHANT_TILES,
    SPACE_OF,
    SPACES,
    TILES,
)
from .state import DEAL_MERCHANT, DEAL_ORDER

KIND_NAMES = ("build", "network", "develop", "sell", "loan", "scout", "pass")
"""The kinds of actions, by their ids."""
TILE_NAMES = ("", *(f"{INDUSTRIES[tile.industry]} {tile.level}" for tile in TILES))
"""The kinds of industry tiles in set-ups: ``cotton 1``."""
_TILE_OF = {name: tile for tile, name in enumerate(TILE_NAMES) if name}
_INDUSTRY_OF = {name: number for number, name in enumerate(INDUSTRIES)}
_MERCHANT_TILE_OF = {name: number for number, name in enumerate(MERCHANT_TILES) if name}


def _names() -> tuple[str, ...]:
    """The names of all actions in the order of their ids."""
    names = [*KIND_NAMES, "stop"]
    names += [f"industry:{name}" for name in INDUSTRIES]
    names += [f"build:{space.id}" for space in SPACES]
    names += [f"take:{space.id}" for space in SPACES]
    names += ["barrel"]
    names += [f"sell:{space.id}" for space in SPACES]
    names += [f"give-up:{space.id}" for space in SPACES]
    names += [f"link:{line.id}" for line in LINES]
    names += [f"to:{space.id}" for space in MERCHANT_SPACES]
    names += [f"card:{card.id}" for card in CARDS]
    return tuple(names)


ACTION_NAMES = _names()
_ACTION_OF = {name: action for action, name in enumerate(ACTION_NAMES)}


def number_of(kind: str, name: str, known: Mapping[str, int]) -> int:
    """The number that ``known`` gives to a name; raises ``ValueError`` naming the closest known one."""
    wanted = name.strip().lower()
    if wanted not in known:
        raise ValueError(f'there is no {kind} "{name}": {did_you_mean(wanted, known)}')
    return known[wanted]


def place_number(name: str) -> int:
    """The number of a location: ``"stoke"``; raises ``ValueError`` for an unknown name."""
    return number_of("location", name, LOCATION_OF)


def space_number(name: str) -> int:
    """The number of a space: ``"stoke.0"``; raises ``ValueError`` for an unknown name."""
    return number_of("space", name, SPACE_OF)


def line_number(name: str) -> int:
    """The number of a line, whose ends may be named in any order; raises ``ValueError`` for an unknown name."""
    turned = "-".join(reversed(name.strip().lower().split("-")))
    return LINE_OF[turned] if turned in LINE_OF else number_of("line", name, LINE_OF)


def tile_number(name: str) -> int:
    """The number of a kind of industry tile: ``"cotton 1"``; raises ``ValueError`` for an unknown name."""
    return number_of("industry tile", name, _TILE_OF)


def industry_number(name: str) -> int:
    """The number of an industry: ``"cotton"``; raises ``ValueError`` for an unknown name."""
    return number_of("industry", name, _INDUSTRY_OF)


def card_number(name: str) -> int:
    """The number of a kind of card: ``"stoke"``, ``"wild-industry"``; raises ``ValueError`` for an unknown name."""
    return number_of("card", name, CARD_OF)


def merchant_number(name: str) -> int:
    """The number of a merchant space: ``"oxford.0"``; raises ``ValueError`` for an unknown name."""
    return number_of("merchant space", name, MERCHANT_SPACE_OF)


def merchant_tile_number(name: str) -> int:
    """The number of a kind of merchant tile: ``"blank"``; raises ``ValueError`` for an unknown name."""
    return number_of("merchant tile", name, _MERCHANT_TILE_OF)


def action_name(action: int) -> str:
    """The stable name of an action id; raises ``ValueError`` for an id that is none."""
    if not 0 <= action < actions.ACTIONS:
        raise ValueError(f"there is no action {action}: ids are 0 to {actions.ACTIONS - 1}")
    return ACTION_NAMES[action]


def parse_action(name: str) -> int:
    """The id of an action's name; raises ``ValueError`` naming the closest one.

    >>> action_name(parse_action("link:derby-belper"))
    'link:belper-derby'
    """
    wanted = name.strip().lower()
    kind, _, about = wanted.partition(":")
    if kind == "link":
        return actions.LINK + line_number(about)
    return number_of("action", wanted, _ACTION_OF)


def action_facets(action: int) -> dict[str, Any]:
    """What an action is about.

    Always ``kind`` (its verb), and as they apply ``industry``, ``space`` (of the board or of a merchant), ``town``
    (the location of the space), ``line`` and ``card``.

    >>> action_facets(parse_action("build:stoke.0"))
    {'kind': 'build', 'space': 'stoke.0', 'town': 'stoke'}
    """
    return dict(_FACETS[action])


def _facets(action: int) -> dict[str, Any]:
    kind, _, about = ACTION_NAMES[action].partition(":")
    facets: dict[str, Any] = {"kind": kind}
    if about in SPACE_OF:
        return {**facets, "space": about, "town": LOCATIONS[SPACES[SPACE_OF[about]].location].id}
    if about in MERCHANT_SPACE_OF:
        return {**facets, "space": about, "town": LOCATIONS[MERCHANT_SPACES[MERCHANT_SPACE_OF[about]].location].id}
    names = {"industry": "industry", "link": "line", "card": "card"}
    return {**facets, names[kind]: about} if kind in names else facets


_FACETS = tuple(_facets(action) for action in range(actions.ACTIONS))


def _outcome_names(state: np.void) -> tuple[str, ...]:
    """The names of all outcomes that the pending chance node could have, by id."""
    phase = int(state["phase"])
    if phase == DEAL_ORDER:
        return tuple(f"seat:{seat}" for seat in range(int(state["opt"]["players"])))
    if phase == DEAL_MERCHANT:
        return MERCHANT_TILES
    return tuple(card.id for card in CARDS)


def outcome_name(state: np.void, outcome: int) -> str:
    """The name of a chance outcome: ``seat:1``, a merchant tile (``blank``) or a card (``stoke``)."""
    return _outcome_names(state)[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The id of an outcome of the pending chance node; raises ``ValueError`` for an unknown name."""
    names = {known: outcome for outcome, known in enumerate(_outcome_names(state)) if known}
    return number_of("outcome", name, names)
