"""Random trees: games without a subject, for trying out and checking searches.

Every node has ``branching`` children, ``depth`` decisions lead to a leaf, and the players decide in turns. With
``chance=k`` a chance node with ``outcomes`` outcomes of unequal probability follows every k-th decision. What a leaf
is worth is a function of the tree's seed and the path alone (Philox, as the engine's streams), so nothing is stored,
and the same tree has the same values everywhere.

``ordering="random"`` draws each leaf's utilities anew: for two players a share between 0 and 1 and the rest of it,
for more of them as many numbers divided by their sum. With ``points=n`` each of n points goes to a random player
instead, which makes ties (``points=1``: somebody wins and the others lose).

``ordering="best"`` and ``"worst"`` (two players) are the trees on which alpha-beta cuts off as much as it ever can,
and nothing. They are built from the top: every node owns an interval of values, which its children share out in equal
parts, and a leaf lies within its own. Intervals never overlap, so whatever is played below, a child is better than
its sibling, or worse, by its place alone. In a best-ordered tree the mover's best part goes to the first child and
the others are rotated at random; in a worst-ordered one each child is better for the mover than the one before. So
the value of a node is known without a search: it is found by following the first children, or the last. Chance nodes
share out their interval too, and what they are worth on average stays in it.
"""

from __future__ import annotations

from ...core.contract import SEATS, GameInfo
from ...core.result_schema import SHARES
from . import rules
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .position import board_text, setup, to_setup, view
from .rules import MAX_BRANCHING, MAX_DEPTH, MAX_OUTCOMES
from .text import (
    action_facets,
    action_message,
    action_name,
    narrate,
    outcome_name,
    parse_action,
    parse_outcome,
    reason_message,
)

__all__ = [
    "DEFAULT_PRESET",
    "FACTS",
    "GAME",
    "PRESETS",
    "Options",
    "action_facets",
    "action_message",
    "action_name",
    "board_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
    "rules",
    "setup",
    "to_setup",
    "view",
    "write_options",
]

GAME = GameInfo(
    name="random_tree",
    title="Random tree",
    about="trees without a subject, random or perfectly ordered, for checking searches",
    min_players=2,
    max_players=SEATS,
    max_actions=MAX_BRANCHING,
    max_legal=MAX_BRANCHING,
    max_outcomes=MAX_OUTCOMES,
    max_decisions=MAX_DEPTH,
    sometimes_chance=True,
    purposes=("chance",),
    endings=("", "leaf"),
    features=2,
)

FACTS = SHARES
"""Tournaments count the shares themselves: a leaf may be worth anything."""
