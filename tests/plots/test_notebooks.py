"""What shows itself in notebooks: small, titled, without scripts, and with names escaped."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

import magnate
from magnate.analysis.review import review
from magnate.arena.tournament import Tournament
from magnate.gametheory.strategic import StrategicGame
from magnate.plots import Branch, html_table, tree_chart
from magnate.search import search

LARGEST = 200_000


@pytest.fixture(scope="module")
def position():
    return magnate.load("tictactoe").setup({"board": ["X.O", ".X.", "..."]})


def shown(thing):
    """What a notebook shows of it, as a tree of elements."""
    picture = getattr(thing, "_repr_svg_", None) or thing._repr_html_
    text = picture()
    assert len(text) < LARGEST
    assert "<script" not in text
    return ET.fromstring(text if text.startswith("<svg") else f"<div>{text}</div>")  # noqa: S314 - our own texts


def test_a_position_is_its_board(position):
    found = shown(position)
    marks = [one for one in found.iter() if one.tag.endswith("circle")]
    assert [one.get("class") for one in marks] == ["seat0", "seat1", "seat0"]
    assert found.find("p").text == "Position tictactoe after 0 steps, seat 1 to move"
    pig = magnate.load("pig").new(seed=1)
    assert shown(pig).find("pre").text == str(pig)  # what is no grid is its text


def test_a_board_of_monopoly_is_a_ring():
    players = [{"cash": 700, "deeds": ["boardwalk"], "square": "GO"}, {"cash": 5, "square": "Jail"}]
    position = magnate.load("monopoly", players=2).setup({"players": players})
    found = shown(position)
    cells = [one for one in found.iter() if one.get("class") == "cell"]
    places = [(float(one.get("x")), float(one.get("y"))) for one in cells]
    far = max(max(place) for place in places)
    assert len(set(places)) == 40
    assert [places[square] for square in (0, 10, 20, 30)] == [(far, far), (0, far), (0, 0), (far, 0)]
    assert all(x in (0, far) or y in (0, far) for x, y in places)
    text = " ".join(found.itertext())
    assert "seat 0: $700, worth $1,100" in text
    owned = [one for one in found.iter() if one.get("class") == "seat0" and one.tag.endswith("rect")]
    assert len(owned) == 2  # Boardwalk's owner, and the line of the player


def test_a_report_lists_actions_and_a_tree_is_drawn(position):
    report = search(position, "minimax", "depth:9", tree=True)
    rows = [[cell.text for cell in row] for row in shown(report).iter("tr")]
    assert rows[0] == ["action", "worth to seat 1", "visits"]
    assert rows[1][:2] == [report.name, f"{report.value[1]:.4g}"]
    assert len(rows) == 1 + len(position.legal_ids())
    tree = shown(report.tree)
    circles = [one for one in tree.iter() if one.tag.endswith("circle")]
    assert len(circles) == 40
    assert f"of {report.tree.whole:,} nodes" in "".join(tree.itertext())


def test_a_tree_is_laid_out():
    tree = tree_chart("t", [Branch(-1, "r"), Branch(0, "a"), Branch(0, "b", True), Branch(1, "c"), Branch(1, "d")])
    heights = [float(one.split('cy="')[1].split('"')[0]) for one in tree.body if "<circle" in one]
    assert heights == [54.0, 36.0, 72.0, 24.0, 48.0]


def test_a_tournament_shows_its_shares():
    found = Tournament(magnate.load("tictactoe"), ["random", "alphabeta"], games=8, seed=1).play()
    text = " ".join(shown(found).itertext())
    assert "alphabeta" in text
    assert "8 games on 4 deals, 2 players" in text


def test_a_game_of_two_is_a_matrix_and_one_of_three_a_list():
    two = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], rows=["deny", "<b>"])
    rows = [[cell.text for cell in row] for row in shown(two).iter("tr")]
    assert rows[1] == ["deny", "-1, -1", "-5, 0"]
    assert rows[2][0] == "<b>"
    three = StrategicGame([[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]] * 3)
    assert len(list(shown(three).iter("tr"))) == 1 + 8


def test_a_review_says_what_decisions_cost():
    played = magnate.load("tictactoe").play("random", seed=4)
    found = review(replace(played, agents=("<i>", "b")))
    rows = list(shown(found).iter("tr"))
    assert len(rows) == 1 + len(found.dearest())
    assert [one.text for one in shown(found).findall("p")] == list(found.sentences)
    page = found._repr_html_()
    assert page.startswith("<div><svg")
    first, last = found.curve[0].shares, found.curve[-1].shares
    assert f"b from {100 * first[1]:.0f} % to {100 * last[1]:.0f} %" in page
    assert page.count("<polygon") == 2


def test_tables_escape():
    assert "<i>" not in html_table("<i>", ["<i>"], [["<i>"]])
