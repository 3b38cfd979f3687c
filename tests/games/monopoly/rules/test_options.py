"""Every option of Monopoly has a rule case, and impossible options are refused."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from pydantic import ValidationError

from magnate.games.monopoly.options import PRESETS, Options

from .table import BROWN, covers

FOLDER = Path(__file__).parent
SOURCE = re.compile(r"R-\d\d|section|\bM[12]\b|\bE1\b|option|house rule", re.IGNORECASE)
"""How a docstring names its rule: an edition's rulebook, a section of the rules or the issue, a seed, an option."""


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """All functions of the rule cases by ``file::name``, as they are written."""
    return {
        f"{path.name}::{node.name}": node
        for path in sorted(FOLDER.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


@cache
def covered_options() -> dict[str, list[str]]:
    """The tests of this folder that say by ``@covers(...)`` which options they exercise."""
    found: dict[str, list[str]] = {option: [] for option in Options.model_fields}
    for test, node in functions().items():
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "covers":
                for option in mark.args:
                    assert isinstance(option, ast.Constant)
                    found[option.value].append(test)
    return found


def mentions(test: str, option: str) -> bool:
    """Whether a test sets the option, names a preset that does, or tells of it in its docstring."""
    node = functions()[test]
    presets = {preset for preset, changed in PRESETS.items() if option in changed}
    for part in ast.walk(ast.Module([*node.body[1:], *map(ast.Expr, node.decorator_list)], [])):
        if isinstance(part, ast.keyword) and part.arg == option:
            return True
        if isinstance(part, ast.Attribute) and part.attr == option:
            return True
        if isinstance(part, ast.Constant) and part.value in presets:
            return True
    return option in (ast.get_docstring(node) or "")


def test_every_option_has_a_rule_case():
    """Issue section 5: every option has at least one test, which a new option must bring along."""
    missing = [option for option, tests in covered_options().items() if not tests]
    assert not missing, f"no test covers {missing}: mark one with @covers(...)"


@pytest.mark.parametrize("option", Options.model_fields)
def test_the_rule_cases_of_an_option_use_it(option):
    """A test that says it covers an option sets it, by name or by a preset, or tells of it."""
    for test in covered_options()[option]:
        assert mentions(test, option), f"{test} does not use {option}"


def test_every_rule_case_names_its_rule():
    """Issue section 5: each test's docstring says which rule of the rulebook, the issue or the seeds it checks."""
    for test, node in functions().items():
        if node.name.startswith("test_"):
            text = ast.get_docstring(node) or ""
            assert SOURCE.search(text), f"{test} names no rule: {text}"


def test_there_are_enough_rule_cases():
    """Issue section 5: at least 120 named tests from the facts."""
    names = {node.name for node in functions().values() if node.name.startswith("test_")}
    assert len(names) >= 120


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"dealt_paid": True}, "dealt_deeds"),
        ({"dealt_deeds": 14, "dealt_paid": True}, "start_cash"),
        ({"build_by": "group", "building_contest": True}, "building_contest"),
        ({"houses": 3}, "houses"),
        ({"clear_mortgages": False, "auctions": False}, "auctions"),
        (
            {"window_order": "build_first", "manage_before": False, "manage_after": False, "manage_between": False},
            "manage",
        ),
        ({"contest_open": "auction_open", "building_contest": False}, "contest_open"),
        ({"max_rounds": 10, "time_limit_rounds": 20}, "time_limit_rounds"),
        ({"salary": -1}, "salary"),
        ({"hotel_houses": 5}, "hotel_houses"),
        ({"auction_open": 0}, "auction_open"),
        ({"auctions": 1}, "auctions"),
        ({"no_such_option": True}, "no_such_option"),
    ],
)
def test_impossible_options_are_refused(wrong, says):
    """Issue section 2: impossible options are named in the message."""
    with pytest.raises(ValidationError, match=says):
        Options.model_validate(wrong)


@covers("houses", "hotels")
def test_a_game_with_other_numbers_of_buildings(table):
    """Section 1, options houses and hotels: the bank's stock is counted from them."""
    t = table([{"deeds": BROWN, "buildings": dict.fromkeys(BROWN, 2)}, {}], houses=10, hotels=1)
    assert (t.houses, t.hotels) == (6, 1)
