"""The plain skin: no command shows a street, a town or a title of the shops, and both kinds of names may be typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import magnate as library
from magnate.cli.main import application
from magnate.messages import FOLDER, catalogue
from magnate.skins import real, shown

ROOT = Path(__file__).parents[2]
PLACES = ROOT / "examples/positions"
ORANGE, GROUP = PLACES / "orange-or-cash.toml", PLACES / "buy-group.json"
RAILS = PLACES / "brass-canal-end.toml"
NAMELESS = {
    *("bench", "doctor", "examples", "matrix", "commons", "new game", "new agent", "tournament delete"),
    *("mcp", "serve", "league"),  # tests/models and tests/server look at what these show
}
"""Commands that show no position, or are tested elsewhere."""
BY_NAME = {
    *("groups", "tune", "analysis", "puzzles make", "import brass-log", "tournament resume", "tournament extend"),
    *("tournament verify", "train run", "train resume", "train list", "train show", "train eval", "train calibration"),
    *("train rounds", "train export", "train judge", "grade"),
}
"""Commands that print names of agents and groups alone, by the console that all commands share."""

FORMS = ("html", "dot", "json")


def _names():
    """The streets, towns and titles of the two games, whole, shortened and as they are typed."""
    board, map_ = (
        json.loads((FOLDER.parent / f"games/{game}/data.json").read_text()) for game in ("monopoly", "brass")
    )
    streets = {one["name"] for one in board["board"] if one["group"] is not None}
    found = streets | {re.sub(" (Avenue|Place|Railroad|Gardens)$", "", name) for name in streets}
    found |= {re.sub("[^a-z]+", "-", name.lower()).strip("-") for name in streets}
    towns = [one for kind in ("locations", "merchants") for one in map_[kind] if "farm" not in one["id"]]
    found |= {text for one in towns for text in (one["id"], one["name"], one["name"].upper())}
    return found | {"Monopoly", "Brass: Birmingham", "Community Chest", "Free Parking"}


NAMES = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(_names(), key=len, reverse=True)))})(?![^\W_])")


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A record of each game."""
    folder = tmp_path_factory.mktemp("records")
    library.load("monopoly", preset="thesis").play(["strategic", "baseline"], seed=3).save(folder / "monopoly.json")
    library.load("brass").play(["planner", "random"], seed=3).save(folder / "brass.json")
    return folder


def _commands(folder):
    """Command lines with what is typed: each shows positions, moves or titles."""
    few = ("--agents", "strategic,random", "-n", 2)
    return {
        "position": [(ORANGE,), (RAILS,), (ORANGE, "--json"), (RAILS, "--json")],
        "odds": [(ORANGE,), (RAILS, "--json")],
        "rollout": [(ORANGE, "--until", "36"), (RAILS, "--until", "36", "--json")],
        "trade": [
            (ORANGE, "--find", "--until", "none"),
            (ORANGE, "--give", "cedar-street", "--get", "Laurel Street", "--until", "none", "--json"),
        ],
        "worth": [(GROUP, "--game", "monopoly")],
        "search": [
            ("brass", "--position", RAILS, "--agent", "ismcts:sims=20", "--tree", folder / f"tree.{form}")
            for form in FORMS
        ],
        "replay": [(folder / "monopoly.json",), (folder / "brass.json",), (folder / "brass.json", "--json")],
        "verify": [(folder / "monopoly.json",)],
        "review": [(folder / "brass.json", "--html", folder / "review.html")],
        "watch": [("monopoly", *few[:2], "--seed", 1, "--preset", "thesis")],
        "play": [("monopoly", "--seed", 1)],
        "puzzles play": [("monopoly",), ("brass",)],
        "games": [(), ("monopoly",), ("brass",), ("--json",)],
        "agents": [("monopoly",), ("brass",)],
        "match": [("strategic", "random", "--game", "monopoly", "--games", 2)],
        "tournament run": [("monopoly", *few, "--with-copies")],
        "tournament list": [()],
        "tournament status": [("t1",)],
        "tournament report": [("t1", "--out", folder / "report.html")],
        "tournament meta": [("t1",)],
    }


TYPED = {
    "play": "1\nwhy build:yew-street\nl\nb\nq\n",
    "puzzles play": "1\nq\n",
}


def _known(app, before=""):
    """All commands by their words."""
    for one in app.registered_commands:
        yield f"{before}{one.name}"
    for group in app.registered_groups:
        yield from _known(group.typer_instance, f"{group.name} ")


def test_each_command_is_looked_at(tmp_path):
    assert set(_known(application())) == {*_commands(tmp_path), *NAMELESS, *BY_NAME}


@pytest.mark.parametrize("first", sorted({one.split()[0] for one in _commands(Path())}))
def test_no_command_shows_a_name_of_the_shops(magnate, records, first):
    for command, lines in _commands(records).items():
        for words in lines if command.split()[0] == first else ():
            done = magnate(*command.split(), *words, "--skin", "plain", stdin=TYPED.get(command, ""))
            assert done.code in {0, 1}, (command, done.err)
            assert (done.out + done.err).strip(), command
            assert not NAMES.findall(done.out + done.err), command
    for page in (one for one in records.iterdir() if one.name.startswith(("tree", "re"))):
        assert not NAMES.findall(page.read_text(encoding="utf-8")), page.name


def test_the_real_names_are_there_without_the_skin(magnate):
    assert "New York Avenue" in magnate("trade", ORANGE, "--find", "--until", "none").out
    assert "Dudley" in magnate("position", RAILS).out


def test_what_a_skin_shows_is_read_again(monkeypatch, magnate, tmp_path):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    for number, file in enumerate((ORANGE, RAILS)):
        told = magnate("position", file, "--json")
        copy = tmp_path / f"{number}.json"
        asked = told.json["result"]
        copy.write_text(json.dumps({"game": asked["game"], "preset": asked["preset"], **asked["setup"]}))
        assert magnate("position", copy, "--json").json == told.json
        assert shown(real(told.out)) == told.out


def test_files_keep_their_names(magnate, tmp_path):
    for file in (tmp_path / "Stone" / "boardwalk.json", Path("oxford.toml")):
        assert str(file) in magnate("replay", file, "--skin", "plain").err
        assert str(file) in magnate("replay", file, "--skin", "plain", "--json").json["error"]["message"]


def test_words_of_every_day_are_renamed_where_they_are_names(monkeypatch, magnate):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    assert shown("Boardwalk</b>, [b]Leek[/b]") == "Yew Street</b>, [b]Copperfold[/b]"
    assert shown("> 0   $1,030  Chance    │") == "> 0   $1,030  Surprise  │"
    assert shown("Chance is to move.") == "Chance is to move."
    assert "passing Start" in magnate("games", "monopoly").out


@pytest.mark.parametrize("language", ["en", "ro", "fa"])
def test_no_sentence_has_a_name_of_the_shops(monkeypatch, language):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    rest = re.compile(r"GO\b|Chest\b|Parking|Visiting|Cufăr|Parcare|În vizită|Uzina|صندوق عمومی|پارکینگ")
    for file in (FOLDER / language).glob("*.json"):
        for key, text in catalogue(language)._words(language, file.stem).items():
            assert not NAMES.findall(text) + rest.findall(text), (file.stem, key, text)


def test_boards_keep_their_columns(monkeypatch):
    for game in ("monopoly", "brass"):
        position = library.load(game).new(seed=2)
        monkeypatch.setenv("MAGNATE_SKIN", "real")
        before = str(position).splitlines()
        monkeypatch.setenv("MAGNATE_SKIN", "plain")
        after = str(position).splitlines()
        assert [len(line) for line in before if "│" in line] == [len(line) for line in after if "│" in line]
        assert not NAMES.findall("\n".join(after))
        for line, plain in zip(before, after, strict=True):
            assert all(plain[one.start() - 1] == " " != plain[one.start()] for one in re.finditer(r"(?<= {9})\S", line))


def test_notebooks_show_the_skins_names(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    position = library.load("monopoly").new(seed=2)
    assert "Yew" in position._repr_html_()
    assert not NAMES.findall(position._repr_html_())
