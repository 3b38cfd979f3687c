"""Views from an allow-list, the same for everybody; the board for a terminal."""

from __future__ import annotations

import json
import unicodedata

import pytest

from magnate.games.monopoly import Options, board_text, setup, view
from magnate.games.monopoly.setup_model import mirrored, part

from .walk import some_states

TOP = {
    *("you", "to_move", "turn", "phase", "round", "turns", "dice", "doubles", "players", "board", "bank", "decks"),
    *("rents", "pending", "ending", "winners"),
}
PLAYER = {
    *("seat", "bankrupt", "cash", "net_worth", "square", "square_name", "jail", "deeds", "mortgaged", "buildings"),
    *("jail_cards", "quiet", "offers"),
}
SQUARE = {"square", "name", "tokens", "deed", "group", "owner", "mortgaged", "level"}

POSITION = {
    "turn": 1,
    "round": 12,
    "turns": 23,
    "players": [
        {
            "cash": 320,
            "square": "Illinois Avenue",
            "deeds": ["baltic-avenue", "mediterranean-avenue", "short-line"],
            "buildings": {"baltic-avenue": "hotel", "mediterranean-avenue": 4},
            "mortgaged": ["short-line"],
        },
        {"jail": 2, "deeds": ["boardwalk"], "jail_cards": ["chance"], "cash": 1040},
    ],
}


def test_a_view_is_json_and_has_the_allowed_keys_only():
    for _, players, state in some_states(every=25):
        shown = view(state, 0)
        assert json.loads(json.dumps(shown)) == shown
        assert set(shown) == TOP
        assert len(shown["players"]) == players
        assert all(set(player) == PLAYER for player in shown["players"])
        assert all(set(square) <= SQUARE for square in shown["board"])


def test_everybody_sees_the_same():
    for _, players, state in some_states(every=40):
        public = view(state, None)
        for seat in range(players):
            assert view(state, seat) == {**public, "you": seat}


def test_what_is_shown_is_what_the_rules_know():
    money = part("money")
    for _, players, state in some_states(every=20):
        g, shown = mirrored(state), view(state, None)
        owned = [deed for player in shown["players"] for deed in player["deeds"]]
        assert sorted(owned + shown["bank"]["deeds"]) == sorted(set(owned + shown["bank"]["deeds"]))
        assert len(owned + shown["bank"]["deeds"]) == 28
        for seat in range(players):
            assert shown["players"][seat]["net_worth"] == money.worth(g, seat)
        for square in shown["board"]:
            for seat in square["tokens"]:
                assert shown["players"][seat]["square"] == square["square"]
            if square.get("owner") is not None:
                assert square["deed"] in shown["players"][square["owner"]]["deeds"]


def test_a_position_in_numbers():
    shown = view(setup(POSITION, Options(), 2)[0], 1)
    assert (shown["you"], shown["to_move"], shown["turn"], shown["round"]) == (1, 1, 1, 12)
    assert [player["net_worth"] for player in shown["players"]] == [320 + 60 + 60 + 100 + 9 * 50, 1040 + 400]
    assert shown["players"][0]["buildings"] == {"mediterranean-avenue": 4, "baltic-avenue": "hotel"}
    assert shown["bank"]["houses"], shown["bank"]["hotels"] == (28, 11)
    assert shown["board"][3] == {
        "square": 3,
        "name": "Baltic Avenue",
        "tokens": [],
        "deed": "baltic-avenue",
        "group": "brown",
        "owner": 0,
        "mortgaged": False,
        "level": 5,
    }
    assert len(shown["decks"]["chance"]["unseen"]) == 15


def test_an_auction_shows_the_least_bid():
    frame = {"kind": "auction", "amount": 10, "lot": "boardwalk", "bidder": 0, "bidders": [0, 1]}
    position = {"phase": "landed", "frames": [frame]}
    assert view(setup(position, Options(), 2)[0], None)["pending"][0]["least"] == 10
    position["frames"][0] |= {"bid": 100, "leader": 1, "amount": None}
    assert view(setup(position, Options(auction_raise=5), 2)[0], None)["pending"][0]["least"] == 105


def test_the_board_in_a_terminal():
    drawn = board_text(setup(POSITION, Options(), 2)[0])
    lines = drawn.splitlines()
    assert lines[1].startswith("│Parkng│Kentky│Chance│")
    assert lines[2].split("│")[5] == "     ⓪"
    assert "Round 12 · seat 1's turn · before the throw" in drawn
    assert "⓪   0      $320      $990      3  Illinois Avenue" in drawn
    assert "> ①   1    $1,040    $1,440      1  in jail (2) +card" in drawn
    assert "bank: 28 houses, 11 hotels" in drawn
    assert "whole groups: brown (seat 0)" in drawn
    baltic = lines[-3].split("│").index("Baltic")
    assert lines[-2].split("│")[baltic] == "0 H   "
    assert lines[-2].split("│")[baltic + 2] == "0 4   "
    assert "│Jail  │" in lines[-3]
    assert lines[-2].startswith("│     ①│")


@pytest.mark.parametrize("players", [2, 8])
def test_the_board_has_a_fixed_size(players):
    for _, seats, state in some_states(every=50):
        if seats == players:
            lines = board_text(state).splitlines()
            assert len(lines) == 26
            assert {len(line) for line in lines} == {78}
            assert not any(unicodedata.combining(sign) for line in lines for sign in line)


def test_eight_tokens_on_go_are_told_to_be_more():
    drawn = board_text(setup({}, Options(), 8)[0])
    assert drawn.splitlines()[-2].endswith("│⓪①②③④+│")


def test_a_finished_game_names_the_winners():
    position = {"phase": "finished", "ending": "round cap", "winners": [0, 1], "turns": 2000, "round": 1001}
    drawn = board_text(setup(position, Options(), 2)[0])
    assert "Over after 2000 turns (round cap): seats 0 and 1 win" in drawn


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        ({"kind": "debt", "who": 0, "to": 1, "amount": 1700}, "Seat 0 owes seat 1 $1,700"),
        ({"kind": "trade", "who": 0, "to": 1}, "Seat 0 makes an offer to seat 1"),
        (
            {
                "kind": "auction",
                "lot": "boardwalk",
                "bidder": 0,
                "bidders": [0, 1],
                "bid": 80,
                "leader": 1,
            },
            "Auction of Boardwalk: seat 1 leads at $80",
        ),
    ],
)
def test_what_is_pending_is_told(frame, sentence):
    position = {
        "phase": "after" if frame["kind"] == "trade" else "landed",
        "players": [{"deeds": ["short-line", "b-o-railroad", "park-place"]}],
        "frames": [frame],
    }
    assert sentence in board_text(setup(position, Options(), 2)[0])
