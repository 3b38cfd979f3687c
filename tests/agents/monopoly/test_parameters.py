"""The parameters and configurations: as many as the thesis has, with what it fixes; and what the docs say of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magnate.agents import resolve, spec
from magnate.agents.monopoly import parameters
from magnate.agents.monopoly.configurations import CHARACTERS
from magnate.agents.monopoly.parameters import FAMILIES, PARAMETERS
from magnate.errors import BadAgent
from magnate.games.monopoly import board
from magnate.games.monopoly.state import BUY, BUYING, DECLINE
from magnate.values.monopoly.deeds import FLOW, STEPS, VISITS
from tools.docs_hooks import on_page_markdown

from .interpreted import part, row
from .positions import blank

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/reference/thesis-agents.md").read_text(encoding="utf-8")
TRUTH = json.loads((ROOT / "tests" / "games" / "monopoly" / "truth.json").read_text(encoding="utf-8"))
STRATEGIC = PARAMETERS["strategic"]
RENT_AT_HOTELS = [15.06, 39.01, 60.24, 85.27, 93.54, 92.97, 102.62, 85.32]
"""Dollars for each throw of an opponent, all lots of a street group with hotels: exact, from the chain of the board."""


def test_there_are_28_in_five_families():
    assert list(FAMILIES) == ["buying", "building", "cash management", "trading", "risk"]
    assert [one.place for one in STRATEGIC] == list(range(1, 29))
    assert len({one.name for one in STRATEGIC}) == 28
    assert all(
        one.name.upper() in vars(parameters) and vars(parameters)[one.name.upper()] == one.place for one in STRATEGIC
    )


@pytest.mark.parametrize("agent", PARAMETERS)
def test_defaults_are_within_their_ranges(agent):
    for one in PARAMETERS[agent]:
        assert one.least <= one.default <= one.most, one.name
        assert one.about


def test_there_are_ten_configurations_six_of_them_the_thesis():
    assert len(CHARACTERS) == 10
    assert [name for name, character in CHARACTERS.items() if character.named_by_the_thesis] == [
        "standard",
        "completionist_builder",
        "aggressive_investor",
        "trademaster",
        "late_game",
        "cautious_accumulator",
    ]
    for name, character in CHARACTERS.items():
        written = ",".join(f"{knob}={value}" for knob, value in character.changes.items())
        same = resolve("monopoly", f"strategic:{written}" if written else "strategic")
        assert resolve("monopoly", f"strategic:{name}").row == same.row


def test_what_the_thesis_fixes():
    standard, late = (spec.parameters("monopoly", "strategic", name) for name in ("standard", "late_game"))
    assert standard["cash_reserve"] == 150
    assert late["cash_reserve"] == 250
    assert late["stage_adaption"] > 0
    assert standard["completion_bonus"] == 0.4
    assert standard["location_bonus"] == 1


@pytest.mark.parametrize(
    ("owned", "deed", "worth"),
    [
        ([], "new-york-avenue", (200 + 160) * (1 + 0.4 / 3) * 1.2),
        (["st-james-place"], "new-york-avenue", (200 + 160) * (1 + 0.8 / 3) * 1.2),
        (["st-james-place", "tennessee-avenue"], "new-york-avenue", (200 + 160) * 1.4 * 1.2),
        (["park-place"], "boardwalk", (400 + 500) * 1.4 * 1.1),
        ([], "baltic-avenue", (60 + 40) * 1.2),
        ([], "short-line", (200 + 250) * 1.1),
    ],
)
def test_a_deeds_value_is_formula_a9(owned, deed, worth):
    g = blank(2)
    numbers = {one.slug: one.index for one in board.TITLE_DEEDS}
    for name in owned:
        g.deeds[0] |= 1 << numbers[name]
    params = row("strategic:railroad_weight=1")
    assert part("property_value").deed_value(g, params, 0, numbers[deed]) == pytest.approx(worth)


@pytest.mark.parametrize(("agent", "least"), [("strategic", 150), ("strategic:late_game", 250)])
def test_a_purchase_leaves_the_reserve(agent, least):
    g = blank(2)
    g.phase, g.square[0] = BUYING, 19  # New York Avenue, 200
    decide = part("strategic").decide_buying
    number = board.DEED_OF_SQUARE[19]
    for cash, choice in ((200 + least + 20, BUY), (200 + least - 1, DECLINE)):
        g.cash[0] = cash
        assert decide(g, row(agent), 0, number) == choice


def test_visits_are_the_exact_ones():
    resting = TRUTH["short"]["resting"]
    assert VISITS.tolist() == [round(1e6 * resting[deed.square]) for deed in board.TITLE_DEEDS]


def test_rents_are_the_exact_ones():
    hotels = [FLOW[group * STEPS + 5] / 1000 for group in range(board.STREET_GROUPS)]
    assert hotels == pytest.approx(RENT_AT_HOTELS, abs=0.01)


def test_the_page_has_every_parameter_and_configuration():
    page = on_page_markdown(PAGE)
    for one in (*STRATEGIC, *PARAMETERS["algorithmic"]):
        allowed = f"{one.least:g} to {one.most:g}" + (", whole" if one.whole else "")
        assert f"| `{one.name}` | {one.about} | {allowed} | {one.default:g} |" in page, one.name
    for name, character in CHARACTERS.items():
        changes = ", ".join(f"`{knob}={value:g}`" for knob, value in character.changes.items()) or "nothing"
        assert f"| `strategic:{name}` | {character.about} | {changes} |" in page, name
    assert [one.named_by_the_thesis for one in CHARACTERS.values()] == [True] * 6 + [False] * 4


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("strategic:lategame", "late_game"),
        ("strategic:late_game,cash_reserv=1", "cash_reserve"),
        ("strategic:nonsense=1", "value_ratio.*stage_adaption"),
        ("strategic:cash_reserve=-1", "cash_reserve=150"),
        ("strategic:cash_reserve=300,late_game", "cash_reserve"),
        ("algorithmic:late_game", "buy_score"),
    ],
)
def test_wrong_names_and_values_list_the_right_ones(written, hint):
    with pytest.raises(BadAgent, match=f"(?s){hint}"):
        resolve("monopoly", written)


def test_a_parameter_may_follow_a_configuration():
    late, changed = (resolve("monopoly", f"strategic:late_game{more}") for more in ("", ",cash_reserve=300"))
    assert [k for k, (a, b) in enumerate(zip(late.row, changed.row, strict=True)) if a != b] == [
        parameters.CASH_RESERVE
    ]
    assert changed.row[parameters.CASH_RESERVE] == 300
