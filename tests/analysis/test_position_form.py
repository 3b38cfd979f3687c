"""A position as a form fills it in: what the server tells of it, and what is wrong beside which field."""

import json

import pytest

import magnate
from magnate.analysis.position_file import position_text
from magnate.analysis.position_form import described, parse_form
from magnate.errors import BadOption, BadRecord
from magnate.messages import LANGUAGES, catalogue

LIGHT_BLUE = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]


def told(game, **setup):
    return described(parse_form(json.dumps({"game": game, "seats": 4, **setup})))


def monopoly(player=None, **setup):
    return told("monopoly", players=[player or {}, {}, {}, {}], **setup)


def brass(**setup):
    return told("brass", **setup)


@pytest.mark.parametrize(("name", "players"), [("monopoly", 3), ("brass", 4), ("pig", 2), ("tictactoe", 2)])
def test_all_fields_of_a_position_say_the_same_position(name, players):
    position = magnate.load(name, players=players).new(seed=1)
    for step in range(25 if players > 2 else 2):
        legal = position.legal_ids()
        position.apply(legal[step % len(legal)])
    found = described(parse_form(position_text(position)))
    assert found.faults == ()
    assert found.fields is not None
    again = described(parse_form(json.dumps(found.fields)))
    assert again.fields == found.fields
    assert again.position.to_setup() == position.to_setup()
    assert described(parse_form(again.text)).fields == found.fields


def test_a_game_alone_is_a_position_of_its_usual_players():
    found = described(parse_form('{"game": "monopoly"}'))
    assert found.fields["seats"] == magnate.load("monopoly").players
    assert found.fields["players"][0]["cash"] == 1500


CASES = [
    (monopoly, {"player": {"cash": 3_000_000_000}}, ("players", 0, "cash")),
    (monopoly, {"player": {"square": 30}}, ("players", 0, "square")),
    (monopoly, {"player": {"square": 40}}, ("players", 0, "square")),
    (monopoly, {"player": {"jail": 4}}, ("players", 0, "jail")),
    (monopoly, {"player": {"deeds": LIGHT_BLUE, "buildings": {"oriental-avenue": 3}}}, ("players", 0, "buildings")),
    (monopoly, {"player": {"deeds": LIGHT_BLUE[:1], "buildings": {"oriental-avenue": 1}}}, ("players", 0, "buildings")),
    (
        monopoly,
        {"player": {"deeds": LIGHT_BLUE, "buildings": dict.fromkeys(LIGHT_BLUE, 1), "mortgaged": LIGHT_BLUE[:1]}},
        ("players", 0, "buildings"),
    ),
    (monopoly, {"player": {"bankrupt": True}}, ("turn",)),
    (monopoly, {"player": {"cash": 10}, "phase": "buying"}, ("phase",)),
    (monopoly, {"player": {"jail": 1}, "phase": "land"}, ("phase",)),
    (monopoly, {"player": {"cash": 10}, "round": 0}, ("round",)),
    (monopoly, {"player": {"cash": "ten"}}, ("players", 0, "cash")),
    (monopoly, {"player": {"bankrupt": 1}}, ("players", 0, "bankrupt")),
    (monopoly, {"player": {"deeds": [7]}}, ("players", 0, "deeds", 0)),
    (monopoly, {"player": {"deeds": ["bordwalk"]}}, ("players", 0, "deeds", 0)),
    (monopoly, {"player": {"deeds": ["the sea"]}}, ("players", 0, "deeds", 0)),
    (monopoly, {"player": {"colour": "red"}}, ("players", 0, "colour")),
    (monopoly, {"phase": "lunch"}, ("phase",)),
    (monopoly, {"frames": [{"who": 1}]}, ("frames", 0, "kind")),
    (monopoly, {"frames": [{"kind": "debt"}]}, ("frames", 0)),
    (monopoly, {"frames": [{"kind": "award", "who": 1, "deed": "boardwalk", "to": 2}]}, ("frames", 0)),
    (monopoly, {"player": {"cash": -1}}, ("players", 0, "cash")),
    (brass, {"era": "rail", "links": [{"line": "burton-walsall", "owner": 1}]}, ("links", 0)),
    (brass, {"tiles": [{"at": "leek.1", "owner": 1, "tile": "coal 1", "goods": 9}]}, ("tiles", 0)),
    (brass, {"markets": {"coal": 99}}, ("markets", "coal")),
    (brass, {"players": [{"income": 200}]}, ("players", 0, "income")),
    (brass, {"players": [{"hand": ["belper"] * 8}]}, ("deck",)),
    (brass, {"players": [{"taken": {"coal": 90}}]}, ("players", 0, "taken", "coal")),
    (
        brass,
        {"tiles": [{"at": "leek.1", "owner": 1, "tile": "coal 2"}], "players": [{}, {"taken": {"coal": 1}}]},
        ("players", 1, "taken", "coal"),
    ),
    (brass, {"players": [{"hand": []}] * 4, "deck": {"belper": 1}}, ("deck",)),
]


@pytest.mark.parametrize(("game", "wrong", "place"), CASES)
def test_what_is_wrong_is_told_at_its_field_in_every_language(game, wrong, place):
    found = game(**wrong)
    assert found.fields is None
    assert found.position is None
    (fault,) = found.faults
    assert fault.place == place
    assert fault.message
    assert fault.said is not None
    said = {catalogue(language).render(fault.said) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not any("{" in one or "setup." in one for one in said)


def test_several_malformed_fields_are_told_each_with_its_line():
    text = 'game = "pig"\npoints = [80, -1]\ntotal = -2\n'
    found = described(parse_form(text))
    assert [(one.place, one.line) for one in found.faults] == [(("points", 1), 2), (("total",), 3)]
    assert found.text == text


def test_the_line_of_what_a_form_got_wrong_is_that_of_its_text():
    (fault,) = (found := monopoly({"square": 30})).faults
    assert found.text.splitlines()[fault.line - 1] == "square = 30"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("game = ", BadRecord),
        ("{", BadRecord),
        ("points = [1, 2]", BadOption),
        ('{"game": "pig", "seats": 40}', BadOption),
    ],
)
def test_what_is_no_position_of_a_game_is_refused(text, error):
    with pytest.raises(error):
        described(parse_form(text))
