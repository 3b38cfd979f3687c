"""Set-ups: any state becomes a named position and the same bytes again; what is impossible is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from magnate.errors import BadOption, BadSetup
from magnate.games.monopoly import Options, invariants, setup, to_setup
from magnate.games.monopoly.invariants import BROKEN_RULES
from magnate.games.monopoly.setup_model import ALLOWED, ENDINGS, FRAME_KINDS, NEEDED, PHASES
from magnate.games.monopoly.state import BREAK, ENDED_TIME, FINISHED, STATE
from magnate.runtime.layout import APART

from .walk import first_state, some_states

BROWN = ["mediterranean-avenue", "baltic-avenue"]
OFFICIAL = Options()
PRESENT = [name for name in STATE.names or () if name not in APART]
"""The fields of a position; the others are what agents know of the game's past."""


def one(position: dict[str, Any], players: int = 2, **options: Any) -> np.void:
    return setup(position, Options(**options), players)[0]


def test_every_state_of_random_games_comes_back_to_the_byte():
    met: set[tuple[str, ...]] = set()
    states = remembering = 0
    for options, players, state in some_states(every=3):
        named = to_setup(state)
        met.add((named["phase"], *(frame["kind"] for frame in named.get("frames", ()))))
        read = setup(json.loads(json.dumps(named)), options, players)
        assert not (read["past"].tobytes() + read["bidding"].tobytes()).strip(b"\0"), "a set-up remembers nothing"
        assert {name: read[name].tobytes() for name in PRESENT} == {name: state[name].tobytes() for name in PRESENT}, (
            named
        )
        states += 1
        remembers = bool(state["past"]["context"].any())
        remembering += remembers
        assert remembers or not state["past"].tobytes().strip(b"\0"), "searches do not copy an empty past"
    assert states > 1500
    assert 100 < remembering < states - 100
    kinds = {kind for phase, *kinds in met for kind in kinds}
    assert {"debt", "auction", "trade", "award", "transfer"} <= kinds
    assert {"before", "throw", "buying", "draw", "after", "between", "deal", "start"} <= {m[0] for m in met}


# Interrupts that random games seldom meet.
CONTEST = {
    "players": [
        {"deeds": BROWN, "claim": "baltic-avenue"},
        {"deeds": ["boardwalk", "park-place"], "claim": "boardwalk"},
        {"deeds": ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]},
    ],
    "frames": [{"kind": "contest", "who": 0, "piece": "house", "seats": [2]}],
}
RENTS = {
    "phase": "throw",
    "turn": 1,
    "asked": 1,
    "rents": [
        {"payer": 2, "owner": 1, "amount": 50, "throws": 1},
        {"payer": 0, "owner": 2, "amount": 28, "throws": 2},
    ],
}
LATE_CLAIM = {
    "phase": "claiming",
    "players": [{"square": 39}, {"deeds": ["boardwalk"]}],
    "rents": [{"payer": 0, "owner": 1, "amount": 50, "throws": 2}],
}
RUINED_BEFORE_THROW = {
    "phase": "throw",
    "players": [{"bankrupt": True}],
    "frames": [
        {"kind": "estate", "who": 0, "deeds": ["park-place"]},
        {"kind": "auction", "amount": 10, "lot": "boardwalk", "bidder": 1, "bidders": [1, 2]},
    ],
}
PLEDGED = {
    "phase": "landed",
    "players": [{"cash": 20, "deeds": [*BROWN, "short-line"], "mortgaged": BROWN}],
    "frames": [{"kind": "debt", "who": 0, "to": 1, "amount": 60, "pledged": ["baltic-avenue"]}],
}
HOTELS = {
    "players": [
        {"deeds": BROWN, "buildings": dict.fromkeys(BROWN, "hotel")},
        {"deeds": ["boardwalk", "park-place"], "buildings": {"boardwalk": 1}},
    ],
    "frames": [{"kind": "break", "who": 0, "group": "brown"}],
}
PAY_EACH = {
    "phase": "landed",
    "players": [{"cash": 20, "deeds": BROWN}],
    "frames": [
        {"kind": "pay-each", "who": 0, "amount": 50, "seats": [2]},
        {"kind": "debt", "who": 0, "to": 1, "amount": 50},
    ],
}
TYPED_BID = {
    "players": [
        {"claim": "baltic-avenue", "deeds": BROWN},
        {},
        {"claim": "boardwalk", "deeds": ["boardwalk", "park-place"]},
    ],
    "frames": [
        {
            "kind": "auction",
            "lot": "house",
            "bid": 70,
            "leader": 0,
            "bidder": 2,
            "bidders": [0, 2],
            "typed": 12,
        }
    ],
}
ESTATE = {
    "phase": "landed",
    "turn": 0,
    "players": [{"bankrupt": True}],
    "bank_mortgaged": ["boardwalk", "park-place"],
    "frames": [
        {"kind": "estate", "who": 0, "deeds": ["park-place"]},
        {"kind": "auction", "amount": 10, "lot": "boardwalk", "bidder": 1, "bidders": [1, 2]},
    ],
}
TYPED_CASH = {
    "players": [{"deeds": BROWN, "jail_cards": ["chance"]}, {"jail_cards": ["chest"]}],
    "frames": [
        {"kind": "trade", "who": 0, "to": 1, "items": ["baltic-avenue", "chest-card"], "step": "pays", "typed": 0}
    ],
}
CLAIMING = {"phase": "claiming", "players": [{"square": 39}, {"deeds": ["boardwalk"]}]}
TAXING = {"phase": "taxing", "players": [{"square": 4}]}
THROWN = {"phase": "thrown", "dice": [2, 5], "asked": 1, "players": [{"square": 3}, {"deeds": ["boardwalk"]}]}
OVER = {"phase": "finished", "ending": "round cap", "winners": [0, 2], "round": 1001}


@pytest.mark.parametrize(
    "position",
    [{}, CONTEST, HOTELS, PLEDGED, PAY_EACH, TYPED_BID, ESTATE, TYPED_CASH, CLAIMING, TAXING, THROWN, OVER],
    ids=["new", "contest", "break", "pledged", "each", "bid", "estate", "cash", "claiming", "taxing", "thrown", "over"],
)
def test_interrupts_written_by_hand_are_read_and_written(position):
    options = Options(
        houses=4,
        clear_mortgages=False,
        rent_claim="ask",
        manage_after_throw=True,
        income_tax="choice",
        failed_raising="undone",
    )
    state = setup(position, options, 3)
    named = to_setup(state[0])
    assert setup(named, options, 3).tobytes() == state.tobytes()
    given = {"phase": "before", "frames": [], **position}
    assert [frame["kind"] for frame in named.get("frames", ())] == [frame["kind"] for frame in given["frames"]]


@pytest.mark.parametrize("position", [RENTS, LATE_CLAIM, RUINED_BEFORE_THROW], ids=["throw", "landed", "ruined"])
def test_waiting_rents_are_read_and_written(position):
    options = Options(rent_claim="second_throw")
    state = setup(position, options, 3)
    named = to_setup(state[0])
    assert named.get("rents", []) == position.get("rents", [])
    assert named["phase"] == position["phase"]
    assert setup(named, options, 3).tobytes() == state.tobytes()


def test_an_estate_between_two_turns_comes_back():
    """Where bankruptcy is judged at the end of a turn, the bank auctions the deeds before the next throw."""
    options = Options(bankruptcy="cash")
    position = {"phase": "turn-end", "players": [{"cash": -5, "deeds": ["boardwalk", "short-line"]}]}
    state = setup(position, options, 3)
    named = to_setup(state[0])
    assert [named["phase"], *(frame["kind"] for frame in named["frames"])] == ["before", "estate", "auction"]
    assert setup(named, options, 3).tobytes() == state.tobytes()


def test_an_empty_set_up_is_the_new_game():
    for players in (2, 8):
        assert setup({}, OFFICIAL, players).tobytes() == first_state(OFFICIAL, players).to_bytes()


def test_a_position_goes_on_to_the_next_decision_or_throw():
    assert one({})["mover"] == -1
    assert one({"phase": "land", "players": [{"square": "Illinois Avenue"}]})["mover"] == 0
    state = one({"phase": "land", "players": [{"square": "boardwalk", "cash": 100}, {"deeds": ["Boardwalk"]}]})
    assert list(state["cash"][:2]) == [50, 1550]


def test_names_are_read_as_on_the_board_or_as_in_actions():
    spelled = {"players": [{"square": "St. James Place", "deeds": ["Park Place", "B. & O. Railroad"]}]}
    slugs = {"players": [{"square": 16, "deeds": ["park-place", "b-o-railroad"]}]}
    assert one(spelled).tobytes() == one(slugs).tobytes()
    assert one({"players": [{"square": "Jail"}]})["square"][0] == 10


def test_who_is_in_jail_stands_there():
    state = one({"players": [{"jail": 2}]})
    assert (state["square"][0], state["jail"][0]) == (10, 2)


def test_the_next_card_can_be_chosen():
    state = one({"decks": {"chance": {"top": "back_3"}}})
    assert state["unseen"][0] == 0
    assert list(state["queue"][0]) == [*range(8, 16), *range(8)]
    held = one({"players": [{"jail_cards": ["chance"]}], "decks": {"chance": {"top": "back_3"}}})
    assert held["queued"][0] == 15
    assert 7 not in list(held["queue"][0][:15])


def test_known_cards_lie_below_the_unseen_ones():
    state = one({"decks": {"chest": {"known": ["doctor", "hospital"]}}})
    assert list(state["queue"][1][:2]) == [2, 10]
    assert int(state["unseen"][1]).bit_count() == 14
    assert state["unseen"][0] == 0xFFFF


def test_the_bank_has_what_does_not_stand_on_the_board():
    state = one({"players": [{"deeds": BROWN, "buildings": {"baltic-avenue": "hotel", "mediterranean-avenue": 4}}]})
    assert (state["houses"], state["hotels"]) == (28, 11)
    assert one({}, unlimited_buildings=True, houses=5)["houses"] == 5


BUILT = {"deeds": BROWN, "buildings": {"baltic-avenue": 1}}
TRADE = {"kind": "trade", "who": 0, "to": 1}


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"players": [{"deeds": ["boardwalk"]}, {"deeds": ["boardwalk"]}]}, "Boardwalk has two owners, seats 0 and 1"),
        ({"players": [{"mortgaged": ["boardwalk"]}]}, "seat 0 does not own Boardwalk"),
        ({"players": [{"deeds": BROWN[:1], "buildings": {BROWN[0]: 1}}]}, "without owning the whole brown group"),
        ({"players": [{"deeds": BROWN, "buildings": {BROWN[0]: 2}}]}, "built unevenly \\(2, 0\\)"),
        ({"players": [{**BUILT, "mortgaged": BROWN[:1]}]}, "built on and mortgaged"),
        ({"players": [{"deeds": ["short-line"], "buildings": {"short-line": 1}}]}, "nothing can be built"),
        ({"players": [{"jail": 1, "square": 3}]}, "in jail but stands on square 3"),
        ({"players": [{"bankrupt": True, "cash": 5}, {}]}, "bankrupt and cannot hold anything"),
        ({"players": [{"bankrupt": True}, {}]}, "turn of seat 0, which is bankrupt"),
        ({"players": [{"jail_cards": ["chest"]}, {"jail_cards": ["chest"]}]}, "jail card has two holders"),
        ({"players": [{}, {}, {}]}, "3 players are described; the game has 2"),
        ({"turn": 2}, "turn names seat 2"),
        ({"players": [{"cash": -1}]}, "somebody's cash is below zero"),
        ({"phase": "draw"}, 'drawn and the phase "draw" go together'),
        ({"phase": "buying", "players": [{"square": 4}]}, "it must stand on a deed that nobody owns"),
        ({"phase": "claiming", "players": [{"square": 39, "deeds": ["boardwalk"]}]}, "somebody else's deed"),
        ({"phase": "land", "players": [{"square": 12}, {"deeds": ["electric-company"]}]}, "give dice"),
        ({"phase": "finished"}, "give all three or none"),
        ({"winners": [1]}, "give all three or none"),
        ({"bank_mortgaged": ["boardwalk"]}, "only while it auctions them"),
        ({"decks": {"chance": {"top": "back_4"}}}, 'no Chance card "back_4".*did you mean "back_3"'),
        ({"decks": {"chance": {"known": ["back_3", "back_3"]}}}, "back_3 is in play twice"),
        ({"decks": {"chance": {"known": ["back_3"], "unseen": []}}}, "in play twice or not at all"),
        (
            {"players": [{"jail_cards": ["chest"]}], "decks": {"chest": {"top": "get_out_of_jail_free"}}},
            "get_out_of_jail_free is in play twice",
        ),
        ({"frames": [{"kind": "trade", "who": 0, "to": 0}]}, "two different players"),
        ({"frames": [TRADE, TRADE]}, "the frames trade, trade cannot lie on each other so"),
        ({"frames": [{"kind": "contest", "who": 0, "piece": "house", "seats": []}, TRADE]}, "contest, trade cannot"),
        (
            {
                "frames": [
                    {"kind": "award", "who": 1, "deed": "boardwalk"},
                    {"kind": "debt", "who": 0, "to": "bank", "amount": 5000},
                ]
            },
            "award, debt cannot lie",
        ),
        ({"phase": "after", "doubles": 2, "players": [{"deeds": BROWN}]}, "no meaning in this phase"),
        ({"dice": [1, 2], "players": [{"deeds": BROWN}]}, "no meaning in this phase"),
        ({"players": [{"lapped": True, "deeds": BROWN}]}, "no meaning in this phase or under these options"),
        ({"players": [{"claim": "baltic-avenue", "deeds": BROWN}]}, "no meaning in this phase"),
        ({"frames": [{"kind": "trade", "who": 0, "to": 1, "items": ["boardwalk"]}]}, "cannot be given"),
        (
            {
                "players": [{"deeds": ["boardwalk"]}],
                "frames": [{**TRADE, "items": ["boardwalk"], "money": 1501, "step": "answer"}],
            },
            "money 1501 cannot be paid; allowed are -1500 to 1500",
        ),
        (
            {
                "phase": "landed",
                "frames": [{"kind": "auction", "amount": 10, "lot": "boardwalk", "bidder": 1, "bidders": [0]}],
            },
            "must be among its bidders",
        ),
        (
            {
                "phase": "landed",
                "players": [{"deeds": ["boardwalk"]}],
                "frames": [{"kind": "auction", "amount": 9, "lot": "boardwalk", "bidder": 0, "bidders": [0]}],
            },
            "Boardwalk is auctioned but has an owner",
        ),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(position, complaint):
    with pytest.raises(BadSetup, match=complaint):
        setup(position, OFFICIAL, 2)


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"player": []}, "Extra inputs are not permitted"),
        ({"players": [{"money": 5}]}, "Extra inputs are not permitted"),
        ({"players": [{"deeds": ["bordwalk"]}]}, 'did you mean "boardwalk"'),
        ({"players": [{"square": "Chance"}]}, "give the number \\(7, 22, 36\\)"),
        ({"players": [{"square": 40}]}, "less than 40"),
        ({"phase": "rolling"}, "'before', 'throw'"),
        ({"round": 0}, "greater than or equal to 1"),
        ({"dice": [1]}, "at least 2 items"),
        ({"frames": [{"kind": "debt", "who": 0, "to": "bank"}]}, 'needs "amount"'),
        ({"frames": [{"kind": "break", "who": 0, "group": "red", "amount": 5}]}, 'has no "amount"'),
        ({"decks": {"chance": {"top": "back_3", "known": []}}}, '"top" orders the whole deck'),
    ],
)
def test_malformed_positions_are_refused(position, complaint):
    with pytest.raises(ValidationError, match=complaint):
        setup(position, OFFICIAL, 2)


def test_cards_out_of_play_have_no_order():
    for cards in ("none", "independent"):
        with pytest.raises(BadSetup, match="has no meaning"):
            one({"decks": {"chance": {"top": "back_3"}}}, cards=cards)
        with pytest.raises(BadSetup, match="nobody can hold a jail card"):
            one({"players": [{"jail_cards": ["chance"]}]}, cards=cards)


def test_more_buildings_than_there_are_are_refused():
    with pytest.raises(BadSetup, match="2 hotels stand on the board, but there are 1"):
        one({"players": [{"deeds": BROWN, "buildings": dict.fromkeys(BROWN, "hotel")}]}, hotels=1)


def test_the_short_game_has_no_fourth_house():
    position = {"players": [{"deeds": BROWN, "buildings": dict.fromkeys(BROWN, 4)}]}
    with pytest.raises(BadSetup, match="3 houses become a hotel"):
        one(position, hotel_houses=3)
    mixed = {"players": [{"deeds": BROWN, "buildings": {BROWN[0]: "hotel", BROWN[1]: 3}}]}
    assert list(one(mixed, hotel_houses=3)["level"][:2]) == [5, 3]


def test_options_that_do_not_go_with_the_players_are_no_bad_set_up():
    with pytest.raises(BadOption):
        setup({}, Options(dealt_deeds=10), 3)


def test_the_names_follow_the_numbers_of_the_state():
    assert len(PHASES) == FINISHED + 1
    assert len(FRAME_KINDS) == BREAK + 1
    assert len(ENDINGS) == ENDED_TIME + 1
    assert set(NEEDED) == set(FRAME_KINDS[1:]) >= set(ALLOWED)
    assert list(BROKEN_RULES) == list(invariants.CODES)


def test_a_position_needs_no_more_than_its_state():
    """What a field of the state says is said once: no part of a written position repeats another."""
    named = to_setup(one({}))
    assert set(named) == {"turn", "phase", "round", "turns", "starter", "players", "decks"}
    assert STATE.itemsize <= 840
