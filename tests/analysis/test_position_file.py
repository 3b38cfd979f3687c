"""Positions as text files: what is written is read again, and errors name the line, the field and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

import magnate
from magnate.analysis.position_file import parse_position, position_text, read_position
from magnate.errors import BadOption, BadRecord, BadSetup, MagnateError

EXAMPLES = sorted((Path(__file__).parents[2] / "examples/positions").glob("*.toml"))

TEXT = """# Who is ahead?
game = "monopoly"
phase = "before"  # the window before the throw

[[players]]
cash = 500
deeds = [
  "Boardwalk",
  "baltic-avenue",
]

[[players]]
square = "Virginia Avenue"
[players.buildings]

[[players]]
"""


def read(text, **more):
    found = parse_position(text, "mine.toml", **more)
    return found.to_position(found.to_game())


def test_names_comments_and_the_number_of_players():
    position = read(TEXT)
    assert position.game.players == 3
    assert position.to_setup()["players"][0]["deeds"] == ["baltic-avenue", "boardwalk"]
    assert position.to_setup()["players"][1]["square"] == 14


@pytest.mark.parametrize(
    ("old", "new", "says", "hint"),
    [
        ('"Boardwalk"', '"Bordwalk"', 'mine.toml, line 8: players.0.deeds.0: there is no deed "Bordwalk"', ""),
        ("cash = 500", "jail = 9", "mine.toml, line 6: players.0.jail must be at most 3", ""),
        ("cash = 500", 'cash = "much"', "mine.toml, line 6: players.0.cash must be a whole number", ""),
        ("cash = 500", "csh = 500", 'mine.toml, line 6: there is no field "csh" in players.0', '"cash"'),
        ('phase = "before"', 'phase = "befor"', "mine.toml, line 3: phase must be 'start', 'deal', 'before'", ""),
        ('phase = "before"', 'fase = "before"', 'mine.toml, line 3: there is no field "fase"', '"phase"'),
        ('"Virginia Avenue"', '"Community Chest"', "mine.toml, line 13: players.1.square: several squares", ""),
        ('"Virginia Avenue"', "41", "mine.toml, line 13: players.1.square must be less than 40", ""),
        ("[players.buildings]", "[players.buildings]\nbordwalk = 3", "mine.toml, line 15: players.1.buildings", ""),
        ('game = "monopoly"', "game = 3", "mine.toml, line 2: game must be a text", ""),
        (
            'square = "Virginia Avenue"',
            'deeds = ["boardwalk"]',
            "mine.toml, line 13: Boardwalk has two owners",
            "one owner",
        ),
        ('"baltic-avenue",', '"baltic-avenue"', "", ""),
    ],
)
def test_errors_name_the_line_and_the_field(old, new, says, hint):
    text = TEXT.replace(old, new)
    assert text != TEXT
    if not says:
        read(text)
        return
    with pytest.raises(BadSetup) as caught:
        read(text)
    assert says in caught.value.message
    assert hint in caught.value.hint


def test_what_is_no_toml_names_the_line():
    with pytest.raises(BadRecord, match=r"mine.toml: it is no TOML: .*line 2"):
        parse_position("# fine\ncash = = 3\n", "mine.toml")


def test_json_has_lines_too():
    text = '{"phase": "buying",\n "players": [\n  {"cash": 250,\n  "square": "New York Avenu"},\n  {"cas": 1}]}'
    found = parse_position(text, "mine.json", toml=False)
    with pytest.raises(BadSetup) as caught:
        found.to_position(found.to_game("monopoly"))
    assert (
        'mine.json, line 4: players.0.square: there is no square "New York Avenu": did you mean' in caught.value.message
    )
    assert 'mine.json, line 5: there is no field "cas" in players.1' in caught.value.message


def test_a_file_that_names_no_game_or_another_is_refused():
    found = parse_position("points = [1, 2]", "mine.toml")
    with pytest.raises(BadOption, match="does not say which game"):
        found.to_game()
    assert found.to_game("pig").name == "pig"
    with pytest.raises(BadOption, match="is of monopoly, not pig"):
        parse_position(TEXT, "mine.toml").to_game("pig")


def test_options_and_presets_are_read():
    found = parse_position('game = "pig"\nseats = 3\noptions = { target = 20 }\npoints = [19, 3, 4]')
    position = found.to_position(found.to_game())
    assert (position.game.players, position.game.options.target) == (3, 20)
    assert position_text(position).splitlines()[:3] == ['game = "pig"', 'preset = "standard"', "seats = 3"]


@pytest.mark.parametrize(
    ("name", "players", "agent"),
    [
        *(("monopoly", players, "strategic") for players in (2, 4)),
        *(("brass", players, "planner") for players in (2, 3, 4)),
        *((name, 2, "random") for name in ("pig", "kuhn", "tictactoe", "connect_four", "bearoff")),
    ],
)
def test_what_is_written_is_read_as_the_same_position(name, players, agent):
    game = magnate.load(name, players=players)
    for step, position in enumerate(game.play(agent, seed=4, limit=250).positions()):
        if step % 13 == 0:
            again = read(position_text(position, "A position.\nOf a game."))
            assert again.to_setup() == position.to_setup()
            assert again.game.options == game.options


def test_other_rules_are_written_too():
    game = magnate.load("monopoly", "thesis", 3, start_cash=700, auctions=True)
    again = read(position_text(game.new(seed=3)))
    assert again.game.options == game.options
    assert again.game.preset == "thesis"


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.stem for file in EXAMPLES])
def test_the_examples_are_positions_in_which_somebody_decides(file):
    found = read_position(file)
    position = found.to_position(found.to_game())
    assert position.to_move >= 0
    assert file.read_text(encoding="utf-8").startswith("# ")


def test_there_are_examples_of_both_games():
    assert {read_position(file).game for file in EXAMPLES} == {"monopoly", "brass"}
    assert 6 <= len(EXAMPLES) <= 10


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(MagnateError, match="cannot read"):
        read_position(tmp_path / "none.toml")
