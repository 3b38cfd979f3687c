"""Monopoly (classic US edition, 2 to 8 players): complete rules, every edition difference and house rule an option.

The rules are compiled functions over one record (``rules.py`` and the files it imports); options, names, sentences,
views and set-ups are plain Python.
"""

from __future__ import annotations

from ...core.contract import GameInfo
from . import rules
from .codec import action_facets, action_name, outcome_name, parse_action, parse_outcome
from .narration import narrate
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .prompts import ending_message, is_debt, prompt_message, reason_message
from .setup import setup, to_setup
from .setup_model import ENDINGS
from .statistics import FACTS, statistics
from .text import action_message
from .view import board_text, own_view, view

__all__ = [
    "DEFAULT_PRESET",
    "FACTS",
    "GAME",
    "PRESETS",
    "REPLAYS",
    "Options",
    "action_facets",
    "action_message",
    "action_name",
    "board_text",
    "ending_message",
    "is_debt",
    "narrate",
    "outcome_name",
    "own_view",
    "parse_action",
    "parse_outcome",
    "prompt_message",
    "reason_message",
    "rules",
    "setup",
    "statistics",
    "to_setup",
    "view",
    "write_options",
]

REPLAYS = {1: {"completable_offers": False}}
"""By which options games that older versions of the rules played replay as they went."""

GAME = GameInfo(
    name="monopoly",
    title="Monopoly",
    about="buy, build, trade and bankrupt the others: the classic US rules, complete",
    min_players=2,
    max_players=8,
    max_actions=rules.MAX_ACTIONS,
    max_legal=rules.MAX_LEGAL,
    max_outcomes=rules.MAX_OUTCOMES,
    max_decisions=rules.MAX_DECISIONS,
    purposes=("dice", "chance", "community chest", "starter", "dealt deeds", "rent dice"),
    endings=ENDINGS,
    caps=("round cap", "turn cap"),
    features=rules.FEATURES,
    tracked=rules.TRACKED,
    rules_version=2,
)
