"""What the small games tell: in English what it was before their words moved into files, and whole in all languages."""

from __future__ import annotations

import hashlib
import json
import random
import re
from pathlib import Path
from typing import get_args

import pytest

import magnate
from magnate.agents import agent_names, spec
from magnate.agents.loading import described_own, own_names
from magnate.agents.search_spec import described_search, search_names
from magnate.catalogue import about_agents
from magnate.core import wording
from magnate.core.registry import game_module
from magnate.messages import LANGUAGES, catalogue

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
SHIPPED = (*GAMES, "monopoly", "brass")
ROUNDS = 12
SIGN = re.compile(r"[XO.]+|[mc]\d+")
"""What is written alike in every language: the cells of a board, and the names of a tree's moves and outcomes."""


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


SOURCE = re.compile(r" \([^()]*(section|thesis|report)[^()]*\)")
"""What the documentation tells of an option, and its label on the page does not: where a rule is from."""


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_has_words_for_its_title_endings_and_options(name):
    module, english = game_module(name), words("en", name)
    assert english["title"] == module.GAME.title
    assert english["about"] == module.GAME.about
    assert {f"ending.{ending}" for ending in module.GAME.endings if ending} <= english.keys()
    fields = module.Options.model_fields.items()
    described = {f"option.{key}": SOURCE.sub("", field.description) for key, field in fields}
    assert {key: text for key, text in english.items() if key.startswith("option.")} == described
    named = {f"rule.{key}" for key in module.Options.model_fields}
    assert {key for key in english if key.startswith("rule.")} == named


def test_rules_are_named_by_what_differs_from_their_preset():
    game = magnate.load("monopoly", "thesis", auctions=True, start_cash=1000, cards="none")
    message = wording.rules_message(game)
    assert [catalogue(code).render(message) for code in LANGUAGES] == [
        "thesis, dollars at the start: 1,000, drawing of cards: card squares do nothing, with auctions",
        "thesis, dolari la început: 1.000, tragerea cartonașelor: căsuțele cu cartonașe nu fac nimic, cu licitații",
        "thesis، دلار در آغاز: ۱٬۰۰۰، کشیدن کارت‌ها: خانه‌های کارت بی‌اثرند، با مزایده",
    ]
    assert str(wording.rules_message(game, titled=True)).startswith("The thesis, dollars at the start: 1,000")
    assert str(wording.rules_message(magnate.load("monopoly"))) == "official"
    assert repr(magnate.load("monopoly", auctions=False)) == (
        "<Game monopoly, preset official, without auctions, 2 players>"
    )
    own = magnate.load("tree", tree=[[1, 2], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]])
    assert str(wording.rules_message(own)) == "aima, tree: [[1, 2], [3, 4, 5, 6, 7, 8, 9, 10, 11, …"


@pytest.mark.parametrize("name", SHIPPED)
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


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_has_words_for_the_kinds_of_its_actions(name):
    module, english = game_module(name), words("en", name)
    kinds = {module.action_facets(action)["kind"] for action in range(module.GAME.max_actions)}
    assert {f"kind.{kind}" for kind in kinds} == {key for key in english if key.startswith("kind.")}


# ------------------------------------------------------------------------------- what the general board shows


def fields(name, shown):
    """The names of the fields of a view with their texts, whatever they are in."""
    for key, value in shown.items():
        yield key, ""
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from fields(name, one)
            elif isinstance(one, str):
                yield key, one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_general_board_has_words_for_all_that_a_view_has(name, language):
    known = words(language, name)
    seen = {found for at in positions(name) for eyes in (0, None) for found in fields(name, at.view(eyes))}
    assert {f"view.{key}" for key, _ in seen} == {key for key in known if key.startswith("view.")}
    texts = {(key, text) for key, text in seen if text and not SIGN.fullmatch(text)}
    assert {f"{key}.{text}" for key, text in texts} <= known.keys()


# ------------------------------------------------------------------------------------------------------ agents


@pytest.mark.parametrize("name", SHIPPED)
def test_every_agent_is_described_in_every_language(name):
    listed = dict(about_agents(name))
    assert set(agent_names(name)) <= listed.keys()
    for agent, about in listed.items():
        assert not gaps(about), agent
    listed_keys = {about.key for about in listed.values()}
    assert {f"{name}.{key}" for key in words("en", name) if key.startswith("agent.")} <= listed_keys


@pytest.mark.parametrize("name", SHIPPED)
def test_the_words_about_agents_are_those_of_the_agents(name):
    said = {agent: str(about) for agent, about in about_agents(name)}
    assert all(said[one] == described_search(name, one)["about"] for one in search_names(name))
    for agent in own_names(name):
        described = described_own(name, agent)
        assert said[agent] == described["about"]
        assert all(said[f"{agent}:{one['name']}"] == one["about"] for one in described["configurations"])
    for agent in agent_names(name):
        listed = spec.described(name, agent)["configurations"]
        assert all(said[f"{agent}:{one['name']}"] == one["about"] for one in listed)
