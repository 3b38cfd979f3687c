"""Views from an allow-list, that leak nothing; the board and the hand for a terminal."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from magnate.games.brass import Options, board_text, hand_text, setup, view
from magnate.games.brass.board import CARD_OF, INDUSTRY_NAMES, LINES, LOCATIONS, PLAIN_CARDS
from magnate.games.brass.codec import TILE_NAMES
from magnate.games.brass.drawing import WIDTH
from magnate.games.brass.setup_model import mirrored, part

from .walk import RULES, legal, some_states

TOP = {
    *("you", "to_move", "turn", "phase", "doing", "actions", "debt", "era", "round", "rounds", "order", "next_order"),
    "players",
    *("places", "lines", "markets", "deck", "discards", "ending", "winners"),
}
PLAYER = {
    *("seat", "money", "spent", "income", "level", "points", "cards", "wild", "hand", "links", "mat"),
}


def shuffled(state: np.void, seat: int, seed: int) -> np.void:
    """The state with the plain cards that a seat cannot see, those of the others and of the deck, dealt anew."""
    rng = random.Random(seed)
    other = state.copy()
    hidden = [p for p in range(int(state["opt"]["players"])) if p != seat]
    sizes = [int(state["hand"][p][:PLAIN_CARDS].sum()) for p in hidden]
    pool = state["deck"].astype(int) + sum(state["hand"][p][:PLAIN_CARDS].astype(int) for p in hidden)
    cards = [kind for kind, count in enumerate(pool) for _ in range(count)]
    rng.shuffle(cards)
    for p, size in zip(hidden, sizes, strict=True):
        other["hand"][p][:PLAIN_CARDS] = np.bincount(cards[:size], minlength=PLAIN_CARDS)
        cards = cards[size:]
    other["deck"] = np.bincount(cards, minlength=PLAIN_CARDS)
    return other


def test_a_view_is_json_and_has_the_allowed_keys_only():
    for _, players, state in some_states(every=60):
        shown = view(state, 0)
        assert json.loads(json.dumps(shown)) == shown
        assert set(shown) == TOP
        assert len(shown["players"]) == players
        assert all(set(player) == PLAYER for player in shown["players"])


def test_who_spent_least_is_next_and_ties_keep_their_order():
    """Rules section 9.1."""
    position = {"order": [2, 0, 1], "players": [{"spent": 5}, {"spent": 0}, {"spent": 5}]}
    shown = view(setup(position, Options(), 3)[0], None)
    assert shown["order"] == [2, 0, 1]
    assert shown["next_order"] == [1, 2, 0]


def test_a_line_shows_what_a_link_there_would_score():
    """Rules section 10: the icons of flipped tiles, and the two printed at a merchant's."""
    tiles = [
        {"at": "stoke.0", "owner": 0, "tile": "cotton 2", "flipped": True},
        {"at": "leek.1", "owner": 1, "tile": "cotton 2"},
    ]
    shown = view(setup({"tiles": tiles}, Options(), 3)[0], None)
    points = {line["id"]: line["points"] for line in shown["lines"]}
    assert points["leek-stoke"] == points["stoke-stone"] == 2
    assert points["stoke-warrington"] == 4
    assert points["belper-leek"] == 0


def test_lines_and_mats_agree_with_the_rules():
    for _, players, state in some_states(every=60):
        shown, g = view(state, None), mirrored(state)
        icons = {one.id: part("scoring").icons_at(g, one.index) for one in LOCATIONS}
        assert all(line["points"] == sum(icons[end] for end in line["ends"]) for line in shown["lines"])
        assert shown["deck"] == part("cards").drawable(g)
        for seat in range(players):
            lowest = [part("tiles").lowest_tile(g, seat, industry) for industry in range(len(INDUSTRY_NAMES))]
            mat = shown["players"][seat]["mat"]
            assert [mat[name]["next"] for name in INDUSTRY_NAMES] == [TILE_NAMES[tile] or None for tile in lowest]


def test_whoever_changes_a_view_changes_no_other():
    state = setup(POSITION, Options(), 3)[0]
    before = json.dumps(view(state, 0))
    changed = view(state, 0)
    for place in changed["places"]:
        place["name"] = ""
        for space in place["spaces"]:
            space["industries"].clear()
    for line in changed["lines"]:
        line["ends"].clear()
    for player in changed["players"]:
        for stack in player["mat"].values():
            stack.clear()
    assert json.dumps(view(state, 0)) == before


def test_a_seat_sees_its_own_hand_and_nobody_else_does():
    for _, players, state in some_states(every=60):
        for viewpoint in (None, *range(players)):
            for seat, player in enumerate(view(state, viewpoint)["players"]):
                if seat == viewpoint:
                    counts = np.bincount([CARD_OF[name] for name in player["hand"]], minlength=PLAIN_CARDS + 2)
                    assert (counts == state["hand"][seat]).all()
                else:
                    assert player["hand"] is None


@pytest.mark.parametrize("every", [120, pytest.param(3, marks=pytest.mark.long)])
def test_dealing_the_hidden_cards_anew_changes_nothing_that_is_shown(every):
    for _, players, state in some_states(every):
        for seat in range(players):
            other = shuffled(state, seat, seed=seat)
            assert view(other, seat) == view(state, seat)
            assert view(other, None) == view(state, None)
            assert board_text(other) == board_text(state)
            assert hand_text(other, seat) == hand_text(state, seat)
            if state["mover"] == seat:
                assert legal(mirrored(other)) == legal(mirrored(state))


def test_what_hide_returns_looks_the_same():
    for _, players, state in some_states(every=150):
        for seat in range(players):
            g = mirrored(state)
            RULES.hide(g, seat, 12345 + seat)
            assert view(g.to_record()[0], seat) == view(state, seat)


POSITION = {
    "round": 4,
    "turn": 1,
    "order": [2, 0, 1],
    "merchants": {
        "warrington": ["cotton", "blank"],
        "oxford": ["cotton/manufacturer/pottery", "blank"],
        "shrewsbury": ["pottery"],
        "gloucester": ["blank", "manufacturer"],
    },
    "barrels": ["warrington.0"],
    "markets": {"coal": 11, "iron": 0},
    "tiles": [
        {"at": "stoke.0", "owner": 1, "tile": "cotton 1", "flipped": True},
        {"at": "coalbrookdale.1", "owner": 2, "tile": "iron 1", "goods": 3},
    ],
    "links": [{"line": "stoke-warrington", "owner": 1}, {"line": "coalbrookdale-shrewsbury", "owner": 2}],
    "players": [
        {"money": 32, "income": 7, "points": 3, "hand": ["stoke", "stoke", "wild-industry", "cotton+manufacturer"]},
        {"spent": 12},
    ],
}


def test_a_position_in_numbers():
    shown = view(setup(POSITION, Options(), 3)[0], 0)
    assert (shown["you"], shown["to_move"], shown["turn"], shown["round"], shown["rounds"]) == (0, 0, 0, 4, 9)
    assert shown["markets"] == {"coal": {"cubes": 11, "price": 2}, "iron": {"cubes": 0, "price": 6}}
    mine = shown["players"][0]
    assert (mine["level"], mine["cards"], mine["wild"], mine["links"]) == (-3, 4, ["wild-industry"], 14)
    assert shown["players"][1]["mat"]["cotton"] == {"left": 10, "next": "cotton 1"}
    stoke = next(place for place in shown["places"] if place["id"] == "stoke")
    assert stoke["networks"] == [1]
    assert stoke["spaces"][0] == {
        "id": "stoke.0",
        "industries": ["cotton", "manufacturer"],
        "owner": 1,
        "tile": "cotton 1",
        "flipped": True,
        "goods": 0,
    }
    warrington = next(place for place in shown["places"] if place["id"] == "warrington")
    assert warrington["merchants"] == [
        {"id": "warrington.0", "tile": "cotton", "barrel": True},
        {"id": "warrington.1", "tile": "blank", "barrel": False},
    ]


def test_the_board_in_a_terminal():
    drawn = board_text(setup(POSITION, Options(), 3)[0])
    lines = drawn.splitlines()
    assert lines[0] == "Canal era, round 4 of 9 · seat 0 (2 actions left) · to choose an action · deck 32"
    assert "WARRINGTON £5" in drawn
    assert "cot+b   blank 11111111 1COT1*  pot/iro" in drawn
    assert "iro/bre 2IRO1:3" in drawn
    assert "any     blank" in drawn
    assert "(no merchant)" in drawn  # in Nottingham
    assert "    £2  □■    □□" in drawn
    assert [line[:4] for line in lines[-5:-2]] == ["   2", ">  0", "   1"]  # in turn order
    assert lines[-1] == "Discarded (0 cards): none."
    assert "Names count from 0: Dudley's first is dudley.0." in drawn
    assert ">  0    3    £32     £0    -3 (7)   3+1w     14  cot1(11) man1(11)" in drawn


def test_the_hand_in_a_terminal():
    held = hand_text(setup(POSITION, Options(), 3)[0], 0).splitlines()
    assert held[0] == "Your hand (4 cards): Stoke-on-Trent ×2, cotton or manufacturer, wild industry."
    assert held[1] == "Your network: none."
    assert (
        "manufacturer 1    £8, 1 coal                1            3      +5      2  canal  1 22 3 4 55 6 7 88" in held
    )
    assert "pottery 1         £17, 1 iron               1           10      +5      1  bulb   1 2 3 4 5" in held


@pytest.mark.parametrize(("era", "barrels"), [("canal", 1), ("rail", 2)])
def test_the_mat_says_what_a_tile_brings(era, barrels):
    taken = {"coal": 1, "iron": 1, "brewery": 2}
    seats = [{"hand": ["dudley"], "taken": taken}, {"hand": ["iron"]}]
    held = hand_text(setup({"era": era, "players": seats}, Options(), 2)[0], 0).splitlines()
    brought = {line[:16].strip(): line[47:53].strip() for line in held if line.startswith(("coal", "iron", "brewery"))}
    assert brought == {"coal mine 2": "3 coal", "iron works 2": "4 iron", "brewery 2": f"{barrels} beer"}


def test_discards_are_listed_and_no_name_is_broken():
    discards = {"stoke": 1, "iron": 2, "birmingham": 2, "coalbrookdale": 3, "kidderminster": 2, "burton": 2, "coal": 2}
    discards |= {"cotton+manufacturer": 3, "pottery": 2}
    lines = board_text(setup({"discards": discards}, Options(), 4)[0]).splitlines()
    assert lines[-2:] == [
        "Discarded (19 cards): Stoke-on-Trent, Burton-on-Trent ×2, Coalbrookdale ×3, Kidderminster ×2,",
        "  Birmingham ×2, iron ×2, coal ×2, cotton or manufacturer ×3, pottery ×2.",
    ]


@pytest.mark.parametrize("era", ["canal", "rail"])
def test_every_link_is_drawn(era):
    lines = [line for line in LINES if (line.canal if era == "canal" else line.rail)]
    empty = setup({"era": era}, Options(), 4)[0]
    for line in lines:
        one = setup({"era": era, "links": [{"line": line.id, "owner": 3}]}, Options(), 4)[0]
        before, after = (board_text(state).splitlines()[2:40] for state in (empty, one))
        changed = [
            (a, b) for old, new in zip(before, after, strict=True) for a, b in zip(old, new, strict=False) if a != b
        ]
        assert {sign for _, sign in changed} == {"3"}, line.id


def test_the_board_is_at_most_a_hundred_columns_wide():
    for _, players, state in some_states(every=100):
        lines = board_text(state).splitlines()
        assert 46 + players <= len(lines) <= 49 + players
        assert max(map(len, lines)) <= WIDTH
        for seat in range(players):
            assert max(map(len, hand_text(state, seat).splitlines())) <= WIDTH


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_on_the_map_is_written_over(players):
    rows = board_text(setup({"era": "rail"}, Options(), players)[0])
    shown = view(setup({}, Options(), players)[0], None)
    for place in shown["places"]:
        name = {"farm_north": "Farm (north)", "farm_south": "Farm (south)"}.get(place["id"], place["name"])
        assert (name.upper() if place["kind"] == "merchant" else name) in rows
    merchants = sum(len(place["merchants"]) for place in shown["places"])
    assert rows.count("+b ") + rows.count("+b\n") + rows.count("blank") == merchants + 1  # one in the legend


def test_a_finished_game_names_the_winners():
    finished = {
        "phase": "finished",
        "era": "rail",
        "players": [{"points": 90, "hand": []}, {"points": 104, "hand": []}],
    }
    assert board_text(setup(finished, Options(), 2)[0]).startswith("The game is over: seat 1 wins")


def test_an_action_in_progress_is_told():
    doing = {"kind": "develop", "count": 1, "iron": 1}
    works = [{"at": "dudley.1", "owner": 0, "tile": "iron 1"}, {"at": "redditch.1", "owner": 1, "tile": "iron 1"}]
    state = setup({"phase": "take-iron", "doing": doing, "tiles": works}, Options(), 2)[0]
    assert board_text(state).splitlines()[1] == "Develop; still to be taken: 1 iron"
