"""Set-ups that the rules could not carry on: one case for each predicate that an interrupt or a phase is held to."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from magnate.errors import BadSetup
from magnate.games.monopoly import Options, setup
from magnate.games.monopoly.setup_model import mirrored, part

from ...wording import check_told

DARK = {"deeds": ["boardwalk", "park-place"]}
CLAIMED = {**DARK, "claim": "boardwalk"}
OUT = {"bankrupt": True}
HOTELS = {**DARK, "buildings": dict.fromkeys(DARK["deeds"], "hotel")}
POOR = {"cash": 5, "deeds": ["short-line"]}


def debt(**more: Any) -> dict[str, Any]:
    return {"kind": "debt", "who": 0, "to": 1, "amount": 50, **more}


def contest(*seats: int, piece: str = "house") -> dict[str, Any]:
    return {"kind": "contest", "who": 0, "piece": piece, "seats": list(seats)}


def auction(lot: str = "short-line", **more: Any) -> dict[str, Any]:
    opening = {} if "bid" in more else {"amount": 10}
    return {"kind": "auction", "lot": lot, "bidder": 0, "bidders": [0, 1], **opening, **more}


def landed(frame: dict[str, Any], *players: dict[str, Any], below: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"phase": "landed", "frames": [below, frame] if below else [frame], "players": list(players)}


def window(frame: dict[str, Any], *players: dict[str, Any]) -> dict[str, Any]:
    return {"phase": "after", "frames": [frame], "players": list(players)}


def square(phase: str, at: int | str, *others: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"phase": phase, "players": [{"square": at}, *others], **more}


def rent(**more: Any) -> dict[str, Any]:
    return {"payer": 0, "owner": 1, "amount": 50, "throws": 1, **more}


TRADE = {"kind": "trade", "who": 0, "to": 1, "items": ["boardwalk"]}

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("too much money in play", {"players": [{"cash": 10**9}, {"cash": 1}]}, {}),
    ("somebody's cash is below zero", {"players": [{"cash": -5}]}, {}),
    ("has no meaning in this phase", {"dice": [1, 2], "players": [{}]}, {}),
    ("far below zero", {"players": [{"cash": -1_000_001}, {}]}, {"bankruptcy": "cash"}),
    ("round 1001 is never played", {"round": 1001}, {}),
    ("round 31 is never played", {"round": 31}, {"time_limit_rounds": 30}),
    ("ends with turn 10", {"turns": 10}, {"max_turns": 10}),
    ("the game is over", {"players": [{}, OUT, OUT]}, {}),
    ("the game is over", {"players": [{}, {}, OUT]}, {"end_bankruptcies": 1}),
    ("too many houses", {"players": [{**DARK, "buildings": dict.fromkeys(DARK["deeds"], 4)}]}, {"hotel_houses": 3}),
    ("cannot happen in the phase", {"phase": "after", "frames": [debt()], "players": [POOR]}, {}),
    ("cannot happen in the phase", {"phase": "landed", "frames": [TRADE], "players": [DARK]}, {}),
    ("cannot happen in the phase", {"phase": "buying", "frames": [debt()], "players": [{**POOR, "square": 1}]}, {}),
    ("nobody owes this", landed(debt(to=0), POOR), {}),
    ("mortgaged so for it", landed(debt(pledged=["short-line"]), {**POOR, "mortgaged": ["short-line"]}), {}),
    ("mortgaged so for it", landed(debt(pledged=["short-line"]), POOR), {"failed_raising": "undone"}),
    ("mortgaged so for it", landed(debt(pledged=["boardwalk"]), POOR), {"failed_raising": "undone"}),
    ("nobody owes this", landed(debt(to="pot"), POOR), {}),
    ("seat 2 is bankrupt", landed(debt(to=2), POOR, {}, OUT), {}),
    ("cannot be owed", landed(debt(amount=0), POOR), {}),
    ("cannot be owed", landed(debt(amount=10**7), POOR), {}),
    ("paid at once", landed(debt(), POOR), {"bankruptcy": "cash"}),
    ("so many offers", landed(debt(offers=1), POOR), {}),
    (
        "another player pays",
        landed(debt(who=1, to=0), {}, POOR, below={"kind": "pay-each", "who": 0, "amount": 50, "seats": [2]}),
        {},
    ),
    (
        "another player collects",
        landed(debt(), POOR, below={"kind": "collect-each", "who": 2, "amount": 50, "seats": [1]}),
        {},
    ),
    ("nobody pays that to itself", landed({"kind": "pay-each", "who": 0, "amount": 50, "seats": [0, 1]}), {}),
    ("seat 2 is bankrupt", landed({"kind": "award", "who": 2, "deed": "boardwalk"}, {}, {}, OUT), {}),
    ("has an owner or is sold twice", landed({"kind": "award", "who": 0, "deed": "boardwalk"}, {}, DARK), {}),
    ("deeds of a bankrupt only", landed({"kind": "estate", "who": 2, "deeds": ["boardwalk"]}), {}),
    ("would bid against itself", landed(auction(bid=20, leader=0)), {}),
    ("cannot pay \\$2000", landed(auction(bid=2000, leader=1)), {}),
    ("no possible bid begins", landed(auction(typed=9000)), {}),
    ("not auctioned so", landed(auction()), {"auctions": False}),
    ("has not passed GO", landed(auction()), {"first_lap": True}),
    ("matters until there is a bid", window(auction("house"), CLAIMED), {}),
    ("needs a claim", window(auction("house", who=0), CLAIMED), {}),
    ("not contested", window(contest(1), CLAIMED), {"building_contest": False}),
    ("cannot build a hotel on Boardwalk", window(contest(1, piece="hotel"), CLAIMED), {}),
    ("cannot build a hotel on Boardwalk", window(contest(1, piece="hotel"), {**HOTELS, "claim": "boardwalk"}), {}),
    ("cannot build a house on Boardwalk", window(contest(1), {**CLAIMED, "cash": 199}), {}),
    ("cannot build a house on Boardwalk", window(contest(1), {"deeds": ["boardwalk"], "claim": "boardwalk"}), {}),
    ("has claimed already", window(contest(0), CLAIMED), {}),
    ("seat 2 is bankrupt", window({**TRADE, "to": 2}, DARK, {}, OUT), {}),
    ("no trades", window(TRADE, DARK), {"offers_per_turn": 0}),
    ("nobody but the debtor", landed({**TRADE, "who": 1, "to": 0}, {**DARK, "cash": 5}, below=debt()), {}),
    ("cash alone is no trade", window({**TRADE, "items": [], "step": "answer"}, DARK), {}),
    ("no possible amount begins", window({**TRADE, "step": "pays", "typed": 9000}, DARK), {}),
    ("does not sell the dark-blue group", window({"kind": "break", "who": 1, "group": "dark-blue"}, HOTELS), {}),
    ("does not sell the railroad group", window({"kind": "break", "who": 0, "group": "railroad"}, HOTELS), {}),
    ("no windows after the throw", {"phase": "thrown", "dice": [1, 2]}, {}),
    ("100 seats cannot have been asked", {"phase": "between", "asked": 100}, {}),
    (
        "moves, but is in jail",
        {"phase": "thrown", "dice": [1, 2], "players": [{"jail": 1}]},
        {"manage_after_throw": True},
    ),
    ("does not pay the fine", {"phase": "paid-move", "dice": [1, 2], "players": [{"jail": 2}]}, {}),
    ("needs the throw", {"phase": "paid-move", "players": [{"jail": 3}]}, {}),
    ("deeds cannot be dealt", {"phase": "deal", "asked": 0, "players": [DARK]}, {"dealt_deeds": 9}),
    ("deeds cannot be dealt", {"phase": "deal", "asked": 28}, {"dealt_deeds": 9}),
    (
        "could not pay for the deeds",
        {"phase": "deal", "players": [{"cash": 749}]},
        {"dealt_deeds": 2, "dealt_paid": True},
    ),
    ("before the first turn", {"phase": "start", "players": [{}, OUT]}, {"start": "random"}),
    ("a square of the deck", square("draw", 1, drawn="chance"), {}),
    ("a square of the deck", square("draw", 2, drawn="chance"), {}),
    ("a square of the deck", square("draw", 7, drawn="chance"), {"cards": "none"}),
    ("must stand on the Income Tax", square("taxing", 38), {"income_tax": "choice"}),
    ("must stand on the Income Tax", square("taxing", 4), {}),
    ("nobody owns, and may buy", square("buying", 39), {"first_lap": True}),
    ("needs the rent that is asked for", square("claiming", 39, DARK), {"rent_claim": "next_throw"}),
    ("needs the rent that", square("claiming", 39, DARK, {}, rents=[rent(owner=2)]), {"rent_claim": "next_throw"}),
    ("such rents cannot wait", square("before", 39, DARK, rents=[rent()]), {"rent_claim": "ask"}),
    ("such rents cannot wait", square("before", 39, DARK, rents=[rent(throws=2)]), {"rent_claim": "next_throw"}),
    ("such rents cannot wait", square("before", 39, DARK, rents=[rent(owner=0)]), {"rent_claim": "next_throw"}),
    (
        "such rents cannot wait",
        square("before", 39, OUT, rents=[rent()]),
        {"rent_claim": "next_throw"},
    ),
    ("such rents cannot wait", square("before", 39, DARK, rents=[rent()] * 4), {"rent_claim": "next_throw"}),
    ("such rents cannot wait", square("throw", 39, DARK, rents=[rent()] * 2, doubles=1), {"rent_claim": "next_throw"}),
    ("such rents cannot wait", square("throw", 39, DARK, rents=[rent()], asked=2), {"rent_claim": "next_throw"}),
    ("such rents cannot wait", square("claiming", 39, DARK, rents=[rent()], dice=[1, 2]), {"rent_claim": "next_throw"}),
    ("such rents cannot wait", square("before", 39, rents=[rent(throws=2), rent()]), {"rent_claim": "second_throw"}),
    ("cannot happen in the phase", {**landed(debt(), POOR), "phase": "throw"}, {"rent_claim": "ask"}),
    ("names seat 7", square("before", 39, rents=[rent(owner=7)]), {"rent_claim": "next_throw"}),
    ("no rent is due", square("claiming", 39, {**DARK, "mortgaged": ["boardwalk"]}), {"rent_claim": "ask"}),
    ("rent_claim", square("claiming", 39, DARK), {}),
    ("a utility that asks for a fresh one", square("rent-throw", 39, DARK), {}),
]


@pytest.mark.parametrize(("complaint", "position", "options"), CASES)
def test_what_could_not_go_on_is_refused_in_every_language(complaint, position, options):
    with pytest.raises(BadSetup, match=complaint) as refused:
        setup(position, Options(**options), 3)
    check_told(refused.value)


@pytest.mark.parametrize(
    "position",
    [
        {"players": [{"cash": 2**31 - 1}]},
        {"pot": 10**9 + 1},
        {"turns": 2**31},
        {"round": 2**31},
        landed(debt(amount=2**31)),
        landed(auction(bid=2**31, leader=1)),
    ],
)
def test_numbers_beyond_all_bounds_are_malformed(position):
    with pytest.raises(ValidationError, match="less than or equal to 1000000000"):
        setup(position, Options(free_parking_pot=True), 3)


@pytest.mark.parametrize(
    ("field", "value", "breach"),
    [
        ("level", 6, "LEVEL_IMPOSSIBLE"),
        ("level", -1, "LEVEL_IMPOSSIBLE"),
        ("square", 40, "SQUARE_IMPOSSIBLE"),
        ("square", -2, "SQUARE_IMPOSSIBLE"),
        ("jail", 4, "TERM_IMPOSSIBLE"),
    ],
)
def test_the_invariants_know_the_bounds_of_the_tables(field, value, breach):
    g = mirrored(setup({}, Options(), 2)[0])
    getattr(g, field)[0] = value
    assert part("invariants").check(g) == getattr(part("invariants"), breach)


@pytest.mark.parametrize("phase", ["before", "throw", "land"])
def test_no_token_stays_on_go_to_jail(phase: str) -> None:
    with pytest.raises(BadSetup, match="stands on square 30") as refused:
        setup({"phase": phase, "players": [{"square": 30}, {}]}, Options(), 2)
    assert "square 10" in str(refused.value.hint)
    assert "jail 1" in str(refused.value.hint)
    assert setup({"phase": "throw", "players": [{"square": 30}, {}]}, Options(completable_offers=False), 2)["square"][
        0, 0
    ]


def test_a_pending_offer_that_cannot_be_completed_is_refused() -> None:
    poor = {"cash": 0, "deeds": ["boardwalk"], "mortgaged": ["boardwalk"]}
    position = window(TRADE, poor, {"cash": 0})
    with pytest.raises(BadSetup, match="the offer cannot be completed"):
        setup(position, Options(), 2)
    assert setup(position, Options(completable_offers=False), 2)["depth"][0] == 1
    assert setup(window(TRADE, poor, {"cash": 20}), Options(), 2)["depth"][0] == 1
