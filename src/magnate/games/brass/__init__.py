"""Brass: Birmingham (2 to 4 players): complete rules of both eras, and the introductory game of the Canal era alone.

The rules are compiled functions over one record (``rules.py`` and the files it imports); options, names, sentences,
views and set-ups are plain Python. The names of towns and industries are those of the board, its numbers stand in
``data.json`` with their sources.
"""

from __future__ import annotations

from ...core.game_module import GameModule
from . import rules
from .codec import action_facets, action_name, outcome_name, parse_action, parse_outcome
from .drawing import board_text, hand_text
from .narration import narrate
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .prompts import leads_on, prompt_message, reason_message, uses
from .setup import setup, to_setup
from .setup_model import ENDINGS
from .statistics import FACTS, statistics
from .text import action_message
from .view import own_view, static_view, view

__all__ = ["FACTS", "GAME", "Options", "rules", "statistics", "write_options"]

GAME = GameModule(
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
    leads_on=leads_on,
    uses=uses,
    narrate=narrate,
    view=view,
    own_view=own_view,
    static_view=static_view,
    board_text=board_text,
    hand_text=hand_text,
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
)
