"""Monopoly (classic US edition, 2 to 8 players): complete rules, every edition difference and house rule an option.

The rules are compiled functions over one record (``rules.py`` and the files it imports); options, names, sentences,
views and set-ups are plain Python.
"""

from __future__ import annotations

from ...core.game_module import GameModule
from . import rules
from .codec import action_facets, action_name, outcome_name, parse_action, parse_outcome
from .narration import ending_message, is_debt, narrate, prompt_message, reason_message
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .setup import setup, to_setup
from .setup_model import ENDINGS
from .statistics import FACTS, statistics
from .text import action_message
from .view import board_text, own_view, view

__all__ = ["FACTS", "GAME", "PRESETS", "Options", "rules", "statistics", "write_options"]

GAME = GameModule(
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
    options=Options,
    presets=PRESETS,
    default_preset=DEFAULT_PRESET,
    write_options=write_options,
    action_name=action_name,
    parse_action=parse_action,
    action_facets=action_facets,
    outcome_name=outcome_name,
    parse_outcome=parse_outcome,
    action_message=action_message,
    reason_message=reason_message,
    prompt_message=prompt_message,
    ending_message=ending_message,
    narrate=narrate,
    view=view,
    own_view=own_view,
    board_text=board_text,
    is_debt=is_debt,
    leaves="event.goes-bankrupt",
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
    replays={1: {"completable_offers": False}},
)
