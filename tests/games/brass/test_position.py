"""Set-ups: any state becomes a named position and the same bytes again; what is impossible is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from magnate.errors import BadSetup
from magnate.games.brass import Options, setup, to_setup
from magnate.games.brass.setup_model import PHASES, mirrored, part

from ...wording import check_told
from .walk import some_states


def one(position: dict[str, Any], players: int = 2, **options: Any) -> np.void:
    return setup(position, Options(**options), players)[0]


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.long)])
def test_every_state_of_random_games_comes_back_to_the_byte(every):
    met: set[tuple[str, str]] = set()
    for options, players, state in some_states(every):
        named = to_setup(state)
        met.add((named["phase"], named.get("doing", {}).get("kind", "")))
        read = setup(json.loads(json.dumps(named)), options, players)
        assert read.tobytes() == state.tobytes(), named
    assert {phase for phase, _ in met} == set(PHASES)
    assert {("take-coal", "build"), ("take-coal", "network"), ("take-beer", "network"), ("take-beer", "sell")} <= met


def test_nothing_given_is_a_game_that_begins_with_fixed_hands_and_merchants():
    for players in (2, 3, 4):
        named = to_setup(one({}, players))
        assert (named["era"], named["round"], named["actions"], named["phase"]) == ("canal", 1, 1, "action")
        assert [len(player["hand"]) for player in named["players"]] == [8] * players
        assert sum(named["deck"].values()) == {2: 22, 3: 27, 4: 28}[players] + players
        assert named["markets"] == {"coal": 13, "iron": 8}
        assert len(named["barrels"]) == {2: 3, 3: 4, 4: 6}[players]
        assert all(player["money"] == 17 and player["income"] == 10 for player in named["players"])


def test_what_follows_from_the_board_is_worked_out():
    tiles = [
        {"at": "stoke.0", "owner": 0, "tile": "cotton 2"},
        {"at": "dudley.0", "owner": 1, "tile": "coal 2", "goods": 1},
        {"at": "dudley.1", "owner": 1, "tile": "iron 1", "flipped": True},
        {"at": "farm_north.0", "owner": 0, "tile": "brewery 2"},
    ]
    links = [{"line": "worcester-kidderminster", "owner": 1}]
    state = one({"era": "canal", "tiles": [tiles[0], tiles[1], tiles[3]], "links": links}, 4)
    g, network = mirrored(state), part("tiles")
    assert [g.network[p] for p in range(4)] == [network.network_of(g, p) for p in range(4)]
    assert g.joined[14] == g.joined[15] == g.joined[21] == 1 << 14 | 1 << 15 | 1 << 21
    named = to_setup(state)
    assert [tile["goods"] for tile in named["tiles"]] == [0, 1, 1]
    assert named["players"][0]["taken"] == {
        "cotton": 4, "manufacturer": 0, "pottery": 0, "coal": 0, "iron": 0, "brewery": 3
    }  # fmt: skip
    rail = to_setup(one({"era": "rail", "tiles": [tiles[3]]}))
    assert rail["tiles"][0]["goods"] == 2  # a brewery carries two barrels when it is built in the Rail era
    assert rail["actions"] == 2


def test_a_mine_that_carries_nothing_is_flipped():
    named = to_setup(one({"tiles": [{"at": "dudley.0", "owner": 1, "tile": "coal 1", "goods": 0}]}))
    assert named["tiles"][0]["flipped"]


def test_the_discards_are_what_neither_hands_nor_the_deck_have():
    named = to_setup(one({"discards": {"iron": 3}, "players": [{"hand": ["iron", "wild-location"]}]}))
    assert "iron" not in named["deck"]
    named = to_setup(one({"deck": {"brewery": 2}}))
    assert named["deck"] == {"brewery": 2}


IRON = {"at": "dudley.1", "owner": 0, "tile": "iron 2"}


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"players": [{}, {}, {}]}, "3 players are described"),
        ({"links": [{"line": "belper-derby", "owner": 2}]}, "links names seat 2, which does not play"),
        ({"tiles": [IRON, IRON]}, "the space dudley.1 is named twice"),
        ({"order": [0]}, "the turn order names 1 seats"),
        ({"turn": 2}, "turn 2 comes after the last one"),
        ({"phase": "card"}, 'the phase "card" needs "doing"'),
        ({"doing": {"kind": "loan"}}, 'the phase "action" has no "doing"'),
        ({"debt": 3}, 'a "debt" and the phase "shortfall" go together'),
        ({"merchants": {"shrewsbury": ["cotton", "pottery"]}}, "2 merchant tiles lie at shrewsbury"),
        ({"tiles": [{**IRON, "at": "dudley.0"}]}, "iron 2 cannot lie on dudley.0; the space shows coal"),
        ({"tiles": [{**IRON, "goods": 5}]}, "iron 2 on dudley.1 carries 5"),
        ({"tiles": [{**IRON, "goods": 2, "flipped": True}]}, "iron 2 on dudley.1 carries 2 and is flipped"),
        ({"tiles": [{**IRON, "goods": 0, "flipped": False}]}, "carries 0 and is not flipped"),
        ({"tiles": [{"at": "stoke.0", "owner": 0, "tile": "cotton 1", "goods": 1}]}, "only mines, works and breweries"),
        ({"links": [{"line": "belper-leek", "owner": 0}]}, "the line belper-leek carries no canal"),
        ({"players": [{"taken": {"pottery": 6}}]}, "seat 0 has taken 6 pottery tiles; its mat has 5"),
        ({"tiles": [IRON], "players": [{"taken": {"iron": 1}}]}, "the tiles on the board ask for 2 at least"),
        ({"players": [{"hand": ["stoke"]}]}, "more stoke cards than there are; with 2 players the game has 0"),
        ({"deck": {"iron": 1}}, "the deck has fewer cards than lie face down"),
        ({"tiles": [IRON, {"at": "dudley.0", "owner": 0, "tile": "coal 1"}]}, "two tiles in one location"),
        ({"barrels": ["nottingham.0"]}, "a barrel lies beside a merchant tile that buys nothing"),
        ({"players": [{"hand": []}]}, "an action was begun that cannot be finished"),
        ({"phase": "build-space", "doing": {"kind": "build", "industry": "pottery"}}, "would have nothing to do"),
    ],
)
def test_impossible_positions_are_refused(position, message):
    with pytest.raises(BadSetup) as refused:
        one(position)
    assert message in str(refused.value)
    check_told(refused.value)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"tiles": [{**IRON, "at": "dudly.1"}]}, 'there is no space "dudly.1": did you mean "dudley.1"'),
        ({"tiles": [{**IRON, "tile": "iron 5"}]}, 'there is no industry tile "iron 5"'),
        ({"links": [{"line": "stoke-derby", "owner": 0}]}, 'there is no line "stoke-derby"'),
        ({"deck": {"wild-industry": 1}}, '"wild-industry" is no card of the deck'),
        ({"merchants": {"stoke": []}}, 'there is no merchant "stoke"'),
        ({"colour": "red"}, "Extra inputs are not permitted"),
        ({"markets": {"coal": 15}}, "less than or equal to 14"),
    ],
)
def test_malformed_positions_name_what_is_wrong(position, message):
    with pytest.raises(ValidationError) as refused:
        one(position)
    assert message in str(refused.value)


def test_cards_have_the_ids_of_the_data_file_too():
    cards = ["wild_location", "wild_industry", "birmingham"]
    named = one({"players": [{"hand": cards}, {}]})
    assert to_setup(named)["players"][0]["hand"] == ["birmingham", "wild-location", "wild-industry"]
