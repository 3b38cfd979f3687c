"""The English that Monopoly speaks is what was recorded, letter by letter: whoever changes a word records it anew."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from magnate.games.monopoly import Options, action_message, narrate, reason_message
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.state import ACTIONS

from .walk import GAMES, HOUSE_RULES, PRESETS, RULES, some_states, walk

RECORDED = json.loads(Path(__file__).with_name("english.json").read_text(encoding="utf-8"))
"""The number of the sentences and the SHA-256 of them all, one a line, when they were last changed."""


def digest(sentences):
    """How many sentences there are, and their hash."""
    text = hashlib.sha256()
    count = 0
    for sentence in sentences:
        text.update(f"{sentence}\n".encode())
        count += 1
    return [count, text.hexdigest()]


def narrated():
    games = [(PRESETS[name], players, groups) for name, players, groups in GAMES]
    games += [(HOUSE_RULES, 5, True), ({**HOUSE_RULES, "deck": "pre-2008", "rent_claim": "next_throw"}, 3, True)]
    for seed, (changes, players, groups) in enumerate(games):
        for g in walk(Options.model_validate(changes), players, 400, 100 + seed, groups):
            for event in g.events:
                yield f"{event.kind} {narrate(event).text}"


def actions(every=23):
    for at, (_, _, state) in enumerate(some_states(every)):
        for action in range(ACTIONS):
            yield f"{at} {action} {action_message(state, action)}"


def refusals(every=37):
    for at, (_, _, state) in enumerate(some_states(every)):
        g = mirrored(state)
        for action in range(ACTIONS):
            code = RULES.why(g, action)
            yield f"{at} {action} {reason_message(state, code, action)}"


def test_events_are_told_as_ever():
    assert digest(narrated()) == RECORDED["events"]


def test_actions_are_told_as_ever():
    assert digest(actions()) == RECORDED["actions"]


def test_refusals_are_told_as_ever():
    assert digest(refusals()) == RECORDED["refusals"]
