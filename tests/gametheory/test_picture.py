"""The marked matrix as a picture."""

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given

from magnate.errors import BadStrategicGame
from magnate.gametheory import StrategicGame, best_answers, load_game
from magnate.gametheory.analysis import matrix_picture
from tests.gametheory.drawn import games

SVG = "{http://www.w3.org/2000/svg}"


def drawn(game):
    return ET.fromstring(matrix_picture(game).svg())  # noqa: S314 - our own text


def braces(root, mark):
    """How often a brace stands in the matrix (the one in the key is smaller)."""
    return sum(one.text == mark and "brace" in one.get("class", "") for one in root.iter(f"{SVG}text"))


@given(games(players=(2, 3)))
def test_every_best_answer_has_its_brace_and_every_equilibrium_its_colour(game):
    root, marks = drawn(game), best_answers(game)
    assert braces(root, "{") == marks[0].sum()
    assert braces(root, "}") == marks[1].sum()
    grounds = [one.get("class") for one in root.iter(f"{SVG}rect")]
    assert grounds.count("stable") == marks.all(axis=0).sum() + 1  # and one in the key


def test_names_are_escaped_and_cut_off_with_a_tip():
    game = StrategicGame.zero_sum([[1]], rows=["<row> & more"], columns=["c" * 60], players=["R", "C"], title="A & B")
    root = drawn(game)
    texts = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
    assert "<row> & more" in texts
    assert any(text.startswith("ccc") and "…" in text and text.endswith("c" * 60) for text in texts)


def test_everything_lies_within_the_page():
    rng = np.random.default_rng(1)
    game = StrategicGame.bimatrix(
        rng.normal(size=(3, 4)) * 1e5, rng.normal(size=(3, 4)), rows=["x" * 80, "b", "c"], players=["R" * 90, "C" * 30]
    )
    root = drawn(game)
    width, height = float(root.get("width")), float(root.get("height"))
    for one in root.iter():
        assert 0 <= float(one.get("x", 0)) <= width
        assert 0 <= float(one.get("y", 0)) <= height


def test_a_zero_sum_game_shows_one_number_and_others_a_pair():
    cells = ["".join(one.itertext()) for one in drawn(StrategicGame.zero_sum([[2]])).iter(f"{SVG}text")]
    assert "2" in cells
    assert "2, −2" not in cells
    pair = drawn(StrategicGame.bimatrix([[2]], [[-1]]))
    assert "2, −1" in ["".join(one.itertext()) for one in pair.iter(f"{SVG}text")]


def test_more_players_have_a_matrix_for_each_choice():
    game = StrategicGame(np.zeros((4, 2, 2, 2, 3)), players=["A", "B", "C", "D"])
    texts = [one.text for one in drawn(game).iter(f"{SVG}text")]
    assert [text for text in texts if text and text.startswith("C: ")] == [
        f"C: {c}, D: {d}" for c in (1, 2) for d in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("shape", "message"), [((1, 3), "one player"), ((2, 100, 100), "10,000 profiles are too many")]
)
def test_what_cannot_be_drawn_is_refused(shape, message):
    with pytest.raises(BadStrategicGame, match=message):
        matrix_picture(StrategicGame(np.zeros(shape)))


def test_the_picture_in_the_documentation_is_the_one_that_is_drawn():
    root = Path(__file__).parents[2]
    expected = matrix_picture(load_game(root / "examples" / "strategic" / "prisoners_dilemma.csv")).svg()
    assert (root / "docs" / "images" / "strategic-dilemma.svg").read_text(encoding="utf-8") == expected
