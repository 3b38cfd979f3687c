"""Stable names for actions, outcomes, deeds, groups, squares and cards, and how they are read back.

A name is lower case with hyphens; what an action is about follows a colon (``build:boardwalk``, ``bid:+10``). The names
are part of saved records and set-ups and never change their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...errors import did_you_mean
from . import board
from . import state as ids
from .state import DEAL, DRAW, START

DECK_NAMES = ("chance", "chest")
"""The decks in set-ups and action names."""
DECK_TITLES = ("Chance", "Community Chest")
GROUP_SLUGS = tuple(board.slug(name) for name in board.GROUP_NAMES)
DEED_SLUGS = tuple(deed.slug for deed in board.TITLE_DEEDS)
ITEM_SLUGS = (*DEED_SLUGS, "chance-card", "chest-card")
"""The items of a trade: the deeds, then the two get-out-of-jail cards."""

BREAK_LOTS = 3
"""Lots in the largest street group: the digits after the slash of ``break-to:2/010``."""


def _break_name(target: int) -> str:
    """``break-to:2`` (two houses on every lot) or ``break-to:2/010`` (one more on the second lot)."""
    level, raised = divmod(target, ids.BREAK_MASKS)
    digits = "".join(str(raised >> lot & 1) for lot in range(BREAK_LOTS))
    return f"break-to:{level}/{digits}" if raised else f"break-to:{level}"


FIRST_NAMES = (
    "pass",
    "pass-until-my-turn",
    "roll",
    "pay-fine",
    "use-chance-card",
    "use-chest-card",
    "buy",
    "decline",
    "tax-flat",
    "tax-share",
    "claim-rent",
    "waive-rent",
    "bankrupt",
)


def _names() -> tuple[str, ...]:
    """The names of all actions in the order of their ids."""
    names = [*FIRST_NAMES]
    names += [f"trade:{seat}" for seat in range(board.SEATS)]
    names += ["cancel", "propose", "offer-cash", "ask-cash", "accept", "reject"]
    names += [f"digit:{digit}" for digit in range(10)]
    names += ["done", "bid:least", "bid:+10", "bid:+50", "bid:+100", "bid:limit", "bid:exact"]
    for verb in ("build-group", "sell-group", "break-group"):
        names += [f"{verb}:{group}" for group in GROUP_SLUGS[: board.STREET_GROUPS]]
    names += [_break_name(target) for target in range(ids.BREAK_TARGETS)]
    for verb in ("build", "sell", "mortgage", "lift"):
        names += [f"{verb}:{deed}" for deed in DEED_SLUGS]
    names += [f"item:{item}" for item in ITEM_SLUGS]
    names += [f"claim:{deed}" for deed in DEED_SLUGS]
    return tuple(names)


ACTION_NAMES = _names()
_ACTION_OF_NAME = {name: action for action, name in enumerate(ACTION_NAMES)}


def number_of(kind: str, name: str, known: Mapping[str, int]) -> int:
    """The number that ``known`` gives to a name, spelled as in a title or as a slug.

    Raises ``ValueError`` naming the closest known one.
    """
    number = known.get(board.slug(name), known.get(name))
    if number is None:
        raise ValueError(f'there is no {kind} "{name}": {did_you_mean(board.slug(name), known)}')
    return number


_DEED_OF_SLUG = {name: index for index, name in enumerate(DEED_SLUGS)}
_GROUP_OF_SLUG = {name: index for index, name in enumerate(GROUP_SLUGS)}
_ITEM_OF_SLUG = {name: index for index, name in enumerate(ITEM_SLUGS)}
_SQUARE_OF_SLUG = {
    **{
        board.slug(name): square
        for square, name in enumerate(board.SQUARE_NAMES)
        if board.SQUARE_NAMES.count(name) == 1
    },
    "jail": board.SQUARE_NAMES.index("Jail / Just Visiting"),
}


def deed_number(name: str) -> int:
    """The index of a deed: ``"Boardwalk"`` or ``"boardwalk"``; raises ``ValueError`` for an unknown name."""
    return number_of("deed", name, _DEED_OF_SLUG)


def group_number(name: str) -> int:
    """The index of a group: ``"light-blue"``; raises ``ValueError`` for an unknown name."""
    return number_of("group", name, _GROUP_OF_SLUG)


def item_number(name: str) -> int:
    """The index of an item of a trade; raises ``ValueError`` for an unknown name."""
    return number_of("item", name, _ITEM_OF_SLUG)


def square_number(name: str) -> int:
    """The number of a square by its name; raises ``ValueError`` for an unknown or ambiguous one."""
    if name in board.SQUARE_NAMES and board.SQUARE_NAMES.count(name) > 1:
        numbers = ", ".join(str(square) for square, other in enumerate(board.SQUARE_NAMES) if other == name)
        raise ValueError(f'several squares are called "{name}": give the number ({numbers})')
    return number_of("square", name, _SQUARE_OF_SLUG)


def card_name(edition: int, deck: int, card: int) -> str:
    """The id of a card, as in ``data.json``."""
    name: str = board.CARD_DATA[edition][deck][card]["id"]
    return name


def card_number(edition: int, deck: int, name: str) -> int:
    """The index of a card in its deck; raises ``ValueError`` for an unknown id."""
    known = {card_name(edition, deck, card): card for card in range(board.CARDS_IN_DECK)}
    return number_of(f"{DECK_TITLES[deck]} card", name, known)


def action_name(action: int) -> str:
    """The stable name of an action id; raises ``ValueError`` for an id that is none."""
    if not 0 <= action < ids.ACTIONS:
        raise ValueError(f"there is no action {action}: ids are 0 to {ids.ACTIONS - 1}")
    return ACTION_NAMES[action]


def parse_action(name: str) -> int:
    """The id of an action's name; raises ``ValueError`` naming the closest one.

    >>> action_name(parse_action("build:boardwalk"))
    'build:boardwalk'
    """
    action = _ACTION_OF_NAME.get(name.strip().lower())
    if action is None:
        raise ValueError(f'there is no action "{name}": {did_you_mean(name, ACTION_NAMES)}')
    return action


def action_facets(action: int) -> dict[str, Any]:
    """What an action is about.

    Always ``kind`` (its verb), and as they apply ``property``, ``group``, ``seat``, ``item``, ``deck``, ``digit``,
    ``bid`` (how the amount is chosen) and ``levels`` (houses kept where a group is sold down).

    >>> action_facets(parse_action("build:boardwalk"))
    {'kind': 'build', 'property': 'boardwalk', 'group': 'dark-blue'}
    """
    return dict(_FACETS[action])


def _facets(action: int) -> dict[str, Any]:
    kind, _, about = ACTION_NAMES[action].partition(":")
    facets: dict[str, Any] = {"kind": kind}
    if kind == "trade":
        facets["seat"] = int(about)
    elif kind == "digit":
        facets["digit"] = int(about)
    elif kind == "bid":
        facets["bid"] = about
    elif kind == "break-to":
        facets["levels"] = break_levels(action - ids.BREAK_TO, BREAK_LOTS)
    elif kind in ("build-group", "sell-group", "break-group"):
        facets["group"] = about
    elif about in _DEED_OF_SLUG:
        facets["property"] = about
        facets["group"] = GROUP_SLUGS[board.TITLE_DEEDS[_DEED_OF_SLUG[about]].group]
    elif kind in ("use-chance-card", "use-chest-card"):
        facets["deck"] = DECK_NAMES[board.CHANCE_DECK if kind == "use-chance-card" else board.CHEST_DECK]
    if kind == "item":
        facets["item"] = about
    return facets


def break_levels(target: int, lots: int) -> tuple[int, ...]:
    """The houses that each lot of a group keeps under the target of a ``break-to`` action.

    >>> break_levels(parse_action("break-to:2/010") - actions.BREAK_TO, 3)
    (2, 3, 2)
    """
    level, raised = divmod(target, ids.BREAK_MASKS)
    return tuple(level + (raised >> lot & 1) for lot in range(lots))


_FACETS = tuple(_facets(action) for action in range(ids.ACTIONS))


def _outcome_names(state: np.void) -> tuple[str, ...]:
    """The names of all outcomes that the pending chance node could have, by id."""
    phase = int(state["phase"])
    if phase == DRAW:
        edition, deck = int(state["opt"]["deck"]), int(state["drawn"])
        return tuple(f"card:{card_name(edition, deck, card)}" for card in range(board.CARDS_IN_DECK))
    if phase == START:
        return tuple(f"start:{seat}" for seat in range(int(state["opt"]["players"])))
    if phase == DEAL:
        return tuple(f"deal:{deed}" for deed in DEED_SLUGS)
    return _ROLL_NAMES


_ROLL_NAMES = tuple(f"roll:{board.ROLL_LOW[roll]}-{board.ROLL_HIGH[roll]}" for roll in range(board.ROLLS))


def outcome_name(state: np.void, outcome: int) -> str:
    """The name of a chance outcome: ``roll:3-4``, ``card:back_3``, ``start:0`` or ``deal:boardwalk``."""
    return _outcome_names(state)[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The id of an outcome of the pending chance node, dice in any order; raises ``ValueError`` for an unknown name."""
    wanted = name.strip().lower()
    if wanted.startswith("roll:"):
        wanted = "roll:" + "-".join(sorted(wanted.removeprefix("roll:").split("-")))
    names = _outcome_names(state)
    if wanted not in names:
        raise ValueError(f'there is no outcome "{name}" here: {did_you_mean(wanted, names)}')
    return names.index(wanted)
