"""What the small games tell: in English what it was before their words moved into files, and whole in all languages."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import get_args

import pytest

import magnate
from magnate.engine import wording
from magnate.games import game_module

from ..wording import gaps, words

RECORDED = json.loads(Path(__file__).with_name("english.json").read_text(encoding="utf-8"))
"""For each game the number of its sentences and their SHA-256, of the code that had them built in."""
GAMES = {
    "tictactoe": {},
    "connect_four": {"preset": "tiny"},
    "pig": {"players": 3, "target": 20, "max_turns": 9},
    "kuhn": {},
    "bearoff": {},
    "random_tree": {"chance": 2},
    "tree": {"preset": "coin"},
}
ROUNDS = 12


def positions(name):
    """The positions of some random games, from the first on."""
    game = magnate.load(name, **GAMES[name])
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        position = game.new(seed=seed)
        yield position
        while not position.is_over:
            position.apply(rng.choice(position.legal_ids()))
            yield position


def sentences(name):
    """Everything that is told in them."""
    for position in positions(name):
        for event in position.events:
            yield event.text
        for action in position.legal():
            yield action.text
        for action in range(position.game.info.max_actions):
            yield position.explain(action)


def digest(texts):
    """How many sentences there are, and their hash."""
    every = list(texts)
    return [len(every), hashlib.sha256("\n".join(every).encode()).hexdigest()]


@pytest.mark.parametrize("name", GAMES)
def test_english_is_what_it_was(name):
    assert digest(sentences(name)) == RECORDED[name]


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_told_has_words_in_every_language(name):
    for position in positions(name):
        for event in position.events:
            assert not gaps(wording.event_message(position, event))
        for action in position.legal_ids():
            assert not gaps(wording.action_message(position, action))
        for action in range(position.game.info.max_actions):
            reason = wording.reason_message(position, action)
            assert (reason is None) == (action in position.legal_ids())
            assert reason is None or not gaps(reason)
        assert not gaps(wording.prompt_message(position))
    assert not gaps(wording.outcome_message(position))


def test_english_says_of_the_messages_what_the_positions_say():
    for name in GAMES:
        for position in positions(name):
            for event in position.events:
                assert event.text == str(wording.event_message(position, event))[:1].upper() + event.text[1:]
            for action in position.legal():
                assert action.text == str(wording.action_message(position, action.id))


@pytest.mark.parametrize("name", [*GAMES, "monopoly"])
def test_a_game_has_words_for_its_title_endings_and_options(name):
    module, english = game_module(name), words("en", name)
    assert english["title"] == module.GAME.title
    assert {f"ending.{ending}" for ending in module.GAME.endings if ending} <= english.keys()
    described = {f"option.{key}": field.description for key, field in module.Options.model_fields.items()}
    assert {key: text for key, text in english.items() if key.startswith("option.")} == described


@pytest.mark.parametrize("name", [*GAMES, "monopoly"])
def test_a_game_has_words_for_its_presets_and_the_choices_of_its_options(name):
    module, english = game_module(name), words("en", name)
    assert {f"preset.{preset}" for preset in module.PRESETS} == {key for key in english if key.startswith("preset.")}
    choices = {
        f"choice.{key}.{choice}"
        for key, field in module.Options.model_fields.items()
        for choice in get_args(field.annotation)
        if isinstance(choice, str)
    }
    assert choices == {key for key in english if key.startswith("choice.")}


def test_monopoly_has_words_for_the_kinds_of_its_actions():
    module, english = game_module("monopoly"), words("en", "monopoly")
    kinds = {module.action_facets(action)["kind"] for action in range(module.GAME.max_actions)}
    assert {f"kind.{kind}" for kind in kinds} == {key for key in english if key.startswith("kind.")}
