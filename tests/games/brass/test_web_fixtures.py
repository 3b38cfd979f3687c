"""The positions that the tests of the board in the browser look at are such as the engine gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from magnate.games.brass import Options, setup, view
from magnate.games.brass.codec import ACTION_NAMES, action_facets, parse_action

FIXTURES = Path(__file__).parents[3] / "web" / "src" / "games" / "brass" / "fixtures"
FILES = sorted(FIXTURES.glob("*.json"))
SINGLE = ("places", "lines", "players", "spaces", "merchants")
"""Lists whose members have all the same keys."""


def shape(shown: Any) -> Any:
    """The keys of a view, of the first member for lists of like members, without the values."""
    if isinstance(shown, dict):
        return {
            key: shape(value[0]) if key in SINGLE and value else shape(value) if isinstance(value, dict) else None
            for key, value in shown.items()
            if key not in ("doing", "discards")
        }
    return None


def test_there_are_positions_of_both_eras():
    assert {json.loads(path.read_text(encoding="utf-8"))["view"]["era"] for path in FILES} == {"canal", "rail"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_fixture_is_as_the_engine_shows_it(path: Path):
    moment = json.loads(path.read_text(encoding="utf-8"))
    shown = moment["view"]
    fresh = view(setup({}, Options(), len(shown["players"]))[0], moment["seat"])
    assert shape(shown) == shape(fresh)
    assert [(place["id"], [space["id"] for space in place["spaces"]]) for place in shown["places"]] == [
        (place["id"], [space["id"] for space in place["spaces"]]) for place in fresh["places"]
    ]
    assert [(line["id"], line["ends"]) for line in shown["lines"]] == [
        (line["id"], line["ends"]) for line in fresh["lines"]
    ]
    for action in moment["actions"]:
        assert action["name"] in ACTION_NAMES
        assert action["f"] == action_facets(parse_action(action["name"]))
