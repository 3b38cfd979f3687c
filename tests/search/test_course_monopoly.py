"""The course's questions on Monopoly: the scores by hand, the report's rule about jail, and how deep is deep enough.

What is printed on docs/understand/course-monopoly.md is compared by tests/docs/test_command_lines.py.
"""

import json
from pathlib import Path

import pytest

import magnate
from magnate.games.monopoly.state import STATE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class
from magnate.search import search

POSITIONS = sorted((Path(__file__).parents[2] / "examples/positions").glob("*.json"))
A_WIN = 100_000
"""Dollars that the evaluation takes for a won game."""


def position(name):
    (file,) = [one for one in POSITIONS if one.stem == name]
    return magnate.load("monopoly", "expectiminimax").setup(json.loads(file.read_text(encoding="utf-8")))


def scores(name, depth):
    """What each action is worth to seat 0, in dollars."""
    report = search(position(name), "expectiminimax", f"depth:{depth}", interpreted=True, plies=40)
    return {one.name: A_WIN * (2 * one.value[0] - 1) for one in report.actions}


def test_every_position_is_seat_0s_decision():
    assert len(POSITIONS) >= 5
    for file in POSITIONS:
        assert position(file.stem).to_move == 0


def test_the_evaluation_by_hand():
    """Net worth, three times the own rents, five times the other's, and $2 for little cash."""
    found = scores("buy-group", 1)
    assert found["buy"] == pytest.approx((50 + 180 + 180 + 200) - (500 + 400) + 3 * (28 + 28 + 32) - 5 * 50 - 2)
    assert found["decline"] == pytest.approx((250 + 180 + 180) - (500 + 400) + 3 * (14 + 14) - 5 * 50 - 2)


def test_a_purchase_that_may_lose_the_game_is_seen_three_moves_ahead():
    chosen = [max(found, key=found.get) for found in (scores("buy-risk", depth) for depth in (1, 2, 3))]
    assert chosen == ["buy", "buy", "decline"]
    found = scores("buy-risk", 3)
    assert found["decline"] - found["buy"] == pytest.approx(4 / 36 * A_WIN, rel=0.05)  # 2-6 and 3-5


@pytest.mark.parametrize(("name", "score"), [("jail-early", 26 / 36), ("jail-late", -14 / 36)])
def test_the_reports_rule_about_jail(name, score):
    """+1 where it could buy, -1 where it pays rent, over the 36 throws."""
    g = pystate_class(STATE)().from_record(position(name).states()[0])
    assert interpret("magnate.agents.monopoly.evaluation").leaving(g, 0, 50) == pytest.approx(score)


def test_the_house_belongs_where_the_dice_go():
    """Two lots of equal rents: 2 squares ahead of the opponent (1/36), and 4 (3/36)."""
    found = {depth: scores("build-where", depth) for depth in (1, 2)}
    assert found[1]["build:st-james-place"] == found[1]["build:tennessee-avenue"]
    assert max(found[2], key=found[2].get) == "build:tennessee-avenue"


@pytest.mark.long
def test_six_moves_ahead_the_search_leaves_jail_early():
    start = position("jail-early")
    names = [search(start, "star1", f"depth:{depth}", every=True).name for depth in (3, 5, 6)]
    assert names == ["roll", "roll", "pay-fine"]
