"""Brass: Birmingham (2 to 4 players): complete rules of both eras, and the introductory game of the Canal era alone.

The rules are compiled functions over one record (``rules.py`` and the files it imports); options, names, sentences,
views and set-ups are plain Python. The names of towns and industries are those of the board, its numbers stand in
``data.json`` with their sources.
"""

from __future__ import annotations

from ...core.contract import GameInfo
from . import rules
from .codec import action_facets, action_name, outcome_name, parse_action, parse_outcome
from .drawing import board_text, hand_text
from .narration import narrate
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .prompts import prompt_message, reason_message
from .setup import setup, to_setup
from .setup_model import ENDINGS
from .statistics import FACTS, statistics
from .text import action_message
from .view import own_view, scenery, view

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
    "hand_text",
    "narrate",
    "outcome_name",
    "own_view",
    "parse_action",
    "parse_outcome",
    "prompt_message",
    "reason_message",
    "rules",
    "scenery",
    "setup",
    "statistics",
    "to_setup",
    "view",
    "write_options",
]

GAME = GameInfo(
    name="brass",
    title="Brass: Birmingham",
    about="build industries and links in two eras, sell, and score: the complete rules",
    min_players=2,
    max_players=4,
    max_actions=rules.MAX_ACTIONS,
    max_legal=rules.MAX_LEGAL,
    max_outcomes=rules.MAX_OUTCOMES,
    max_decisions=rules.MAX_DECISIONS,
    hidden=True,
    purposes=("order", "merchants", "cards"),
    endings=ENDINGS,
    features=rules.FEATURES,
)
