"""Rosters: who is in one, how tables are drawn, and what is counted of the games at them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from magnate.agents import resolve
from magnate.agents.spec import configurations
from magnate.arena import rosters
from magnate.arena.rosters import Played, load_roster, play_alone, play_mixed, shares
from magnate.errors import BadValue

ROSTER = load_roster("monopoly_official")
PAGE = (Path(__file__).parents[2] / "docs/reference/pool.md").read_text(encoding="utf-8")


def test_an_unknown_roster_is_told_with_those_there_are() -> None:
    with pytest.raises(BadValue, match="monopoly_official"):
        load_roster("nobody")


def test_every_member_is_an_agent_of_one_type_and_all_characters_are_members() -> None:
    members = ROSTER.members
    assert len(set(members)) == len(members)
    for member in members:
        resolve("monopoly", member, 4)
        assert member in {name: of for name, _, of in ROSTER.types}[ROSTER.type_of(member)]
    alone = [member for _, member in ROSTER.alone]
    assert alone == ["character:refuser"], "who wins too little is shown alone"
    assert not set(alone) & set(members)
    assert {f"character:{name}" for name in configurations("monopoly", "character")} <= {*members, *alone}


@pytest.mark.parametrize(
    ("name", "most"),
    [("monopoly_official", 1), ("monopoly_unseen", 99), pytest.param("monopoly_official", 99, marks=pytest.mark.long)],
)
def test_members_play_as_they_did_when_the_roster_was_frozen(name: str, most: int) -> None:
    """Agents were trained with these members, or judged by them. The short test asks few of a type."""
    roster = load_roster(name)
    given = json.loads((Path(rosters.__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    assert roster.digest == given["digest"]
    assert set(roster.frozen) == {*roster.members, *(member for _, member in roster.alone)}
    found = replace(roster, types=tuple((of, weight, members[:most]) for of, weight, members in roster.types))
    assert len(found.types) == len(roster.types)
    assert found.fingerprints().items() <= roster.frozen.items()
    assert replace(roster, types=roster.types[1:]).digest != roster.digest


def test_a_member_that_plays_otherwise_changes_the_digest() -> None:
    roster = load_roster("monopoly_unseen")
    other = replace(roster, types=(("unseen haggler", 1.0, ("stranger:rent_haggler,greed=0.9",)),))
    assert not set(other.fingerprints().values()) & set(roster.frozen.values())


def test_types_are_drawn_alike_and_then_members() -> None:
    drawn = [one for deal in range(4_000) for one in ROSTER.draw(4, 1, deal)]
    types = Counter(map(ROSTER.type_of, drawn))
    expected = len(drawn) / len(ROSTER.types)
    assert set(types) == {name for name, _, _ in ROSTER.types}
    assert all(abs(count - expected) < 5 * expected**0.5 for count in types.values())
    hagglers = Counter(one for one in drawn if ROSTER.type_of(one) == "haggler")
    assert max(hagglers.values()) < 1.3 * min(hagglers.values())
    assert ROSTER.draw(8, 1, 3) == ROSTER.draw(8, 1, 3) != ROSTER.draw(8, 2, 3)


def test_shares_are_a_seat_and_capped_games_an_agents_own() -> None:
    played = [
        Played((("a", "b", "a"), ("b", "a", "a")), np.array([[1.0, 0, 0], [0, 0.5, 0.5]]), np.array([True, False])),
        Played((("c", "b", "b"),), np.array([[0, 1.0, 0]]), np.array([False])),
    ]
    a, b, both = shares(played, ["a"]), shares(played, ["b"]), shares(played, ["a", "b"])
    assert (a.won.mean, a.capped.mean, a.games, a.seats) == (0.5, 0.5, 2, 4)
    assert (b.won.mean, b.capped.mean, b.games, b.seats) == (0.25, pytest.approx(1 / 3), 3, 4)
    assert (both.won.mean, both.games, both.seats) == (3 / 8, 3, 8)


def test_deals_are_played_in_every_rotation() -> None:
    game = ROSTER.table(3)
    (alone,) = play_alone(game, "character:mild", "strategic", range(1))
    assert sorted(alone.seats) == sorted({seats[i:] + seats[:i] for seats in alone.seats for i in range(3)})
    assert alone.utility.sum(axis=1) == pytest.approx([1, 1, 1])
    (mixed,) = play_mixed(game, ROSTER, range(5, 6), seed=4)
    assert mixed.seats[0] == tuple(ROSTER.draw(3, 4, 5))
    assert shares([mixed], ROSTER.members).won.mean == pytest.approx(1 / 3)


def test_the_page_shows_every_member() -> None:
    table = PAGE.partition("<!-- table -->")[2].partition("<!-- end -->")[0]
    for name, _, members in ROSTER.types:
        for member in members:
            assert f"| {name} | `{member}` |" in table
