"""What positions tell as messages, also those of a game that has no words in files."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

import magnate
from magnate.core import wording
from magnate.core.narration import Event
from magnate.errors import NotFinished
from magnate.messages import Message, catalogue


@pytest.fixture(scope="module")
def position():
    return magnate.load("tictactoe").new()


@pytest.fixture
def wordless(position):
    """The position, of a game that speaks English only."""
    spoken = position.game.declared
    silent = replace(
        spoken,
        action_message=None,
        action_text=lambda state, action: str(spoken.action_message(state, action)),
        reason_message=None,
        reason_text=lambda state, code, action: str(spoken.reason_message(state, code, action)),
    )
    game = SimpleNamespace(name="mine", declared=silent, info=position.game.info, entry=position.game.entry)
    return SimpleNamespace(game=game, state=position.state, to_move=position.to_move, states=position.states)


def test_a_game_with_words_is_told_by_its_messages(position):
    played = position.copy().apply("b2")
    (event,) = played.events
    assert wording.event_message(played, event) == Message(
        "tictactoe.event.marked", {"seat": 0, "place": "b2", "side": "X"}
    )
    assert wording.action_message(position, 4).key == "tictactoe.action.mark"
    assert wording.prompt_message(position) == Message("engine.prompt.decide", {"seat": 0})


def test_why_not_is_asked_by_id_or_name(position):
    played = position.copy().apply("b2")
    assert wording.reason_message(played, "b2") == wording.reason_message(played, 4)
    assert str(wording.reason_message(played, "b2")) == played.explain("b2")
    assert str(wording.reason_message(played, "z9")) == played.explain("z9")
    assert str(wording.reason_message(played, 77)) == played.explain(77)
    assert wording.reason_message(played, "a1") is None


def test_the_end_is_told():
    position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    with pytest.raises(NotFinished):
        wording.outcome_message(position)
    position.apply("c1")
    assert str(wording.prompt_message(position)) == "The game is over."
    assert str(wording.reason_message(position, "a1")) == "the game is over"
    drawn = wording.outcome_message(position)
    assert [catalogue(code).sentence(drawn) for code in ("en", "ro")] == [
        "The game is over (line): seat 0 wins.",
        "Partida s-a încheiat (linie): câștigă jucătorul 0.",
    ]


def test_chance_is_told():
    position = magnate.load("pig").new().apply("roll")
    assert str(wording.prompt_message(position)) == "Chance is to move."
    assert str(wording.reason_message(position, "hold")) == "chance is to move"


def test_a_game_without_words_brings_its_english(wordless):
    assert wording.action_message(wordless, 4) == Message("mine.action.mark", {}, "put X on b2")
    assert wording.prompt_message(wordless) == Message("engine.prompt.decide", {"seat": 0})
    event = Event("marked", "X takes b2.", {"seat": 0}, 3)
    assert catalogue("fa").sentence(wording.event_message(wordless, event)) == "X takes b2."
