"""Observations to compare: a position with changes, and pairs of positions whose decisions differ in one thing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from magnate.core.loader import kernel
from magnate.games.monopoly import Options, rules, setup
from magnate.games.monopoly.observation_layout import FEATURES
from magnate.games.monopoly.setup_model import PIECES
from magnate.games.monopoly.state import AUCTION, COLLECT_EACH, CONTEST, DEBT, PAY_EACH, TRADE
from magnate.runtime.compiler import build

BROWN = ["mediterranean-avenue", "baltic-avenue"]
LIGHT_BLUE = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]
DARK_BLUE = ["park-place", "boardwalk"]


@cache
def observe() -> Any:
    """The compiled observation."""
    entry = kernel("position_kernel", rules).observe
    build([entry])
    return entry


def vector(state: np.void, seat: int) -> np.ndarray:
    """What a seat sees, compiled."""
    states = np.array([state], rules.STATE)
    out = np.full(FEATURES, np.nan)
    observe()(states, seat, out)
    return out


POSITION = {
    "turn": 1,
    "players": [
        {"cash": 900, "square": 24, "deeds": [*BROWN, "short-line"], "buildings": dict.fromkeys(BROWN, 3)},
        {"cash": 1200, "jail": 2, "deeds": ["boardwalk"], "mortgaged": ["boardwalk"], "jail_cards": ["chest"]},
        {"cash": 40, "square": 3, "offers": 1},
    ],
}


def change(changes: dict[str, Any], players: tuple[dict[str, Any], ...] = (), **options: Any) -> np.void:
    """The position above with some keys replaced, and the players by seat."""
    merged = [dict(player) for player in POSITION["players"]]  # type: ignore[attr-defined]
    for player, more in zip(merged, players, strict=False):
        player.update(more)
    return setup({**POSITION, "players": merged, **changes}, Options(**options), 3)[0]


Case = Callable[[], np.void]


def case(*parts: Any, **options: Any) -> Case:
    """A position to be made when a test asks for it."""
    return partial(change, *parts, **options)


def debt(**more: Any) -> dict[str, Any]:
    return {"phase": "landed", "frames": [{"kind": "debt", "who": 2, "to": 0, "amount": 60, **more}]}


def late(*amounts: int, throws: int = 1, payer: int = 0) -> dict[str, Any]:
    """Seat 1 is asked before its own throw for rents of another one."""
    rents = [{"payer": payer, "owner": 1, "amount": amount, "throws": throws} for amount in amounts]
    return {"phase": "throw", "rents": rents}


def auction(lot: str, **more: Any) -> dict[str, Any]:
    opening = {} if "bid" in more else {"amount": 10}
    phase = "before" if lot in PIECES else "landed"
    frame = {"kind": "auction", "lot": lot, "bidder": 0, "bidders": [0, 1], **opening, **more}
    return {"phase": phase, "frames": [frame]}


def contest(piece: str) -> dict[str, Any]:
    return {"frames": [{"kind": "contest", "who": 0, "piece": piece, "seats": [2]}]}


def trade(**more: Any) -> dict[str, Any]:
    return {"frames": [{"kind": "trade", "who": 0, "to": 1, **more}]}


def estate(deed: str) -> dict[str, Any]:
    """While water works is auctioned, this deed of the same estate is still to come."""
    lot = auction("water-works")
    return {**lot, "frames": [{"kind": "estate", "who": 2, "deeds": [deed]}, *lot["frames"]]}


CLAIMS = ({"claim": "baltic-avenue"}, {"deeds": LIGHT_BLUE, "mortgaged": [], "claim": "oriental-avenue"})
HOTEL_CLAIMS = (
    {**CLAIMS[0], "buildings": dict.fromkeys(BROWN, 4)},
    {**CLAIMS[1], "buildings": dict.fromkeys(LIGHT_BLUE, 4)},
)
OTHER_CLAIM = (CLAIMS[0], {**CLAIMS[1], "claim": "vermont-avenue"})
OUT = ({}, {}, {"bankrupt": True, "cash": 0, "square": None, "offers": 0})
FREE = ({"deeds": [], "buildings": {}}, {"deeds": [], "mortgaged": [], "jail": 0, "square": 39})
POOR = ({}, {}, {"deeds": ["water-works", "reading-railroad"]})
PLEDGED = ({}, {}, {"deeds": ["water-works", "reading-railroad"], "mortgaged": ["water-works"]})
CLAIMING = {"phase": "claiming", "turn": 2}
ON_UTILITY = ({"deeds": ["water-works"], "buildings": {}}, {}, {"square": 28})
HOTELS = (
    {"buildings": dict.fromkeys(BROWN, "hotel")},
    {"deeds": LIGHT_BLUE, "mortgaged": [], "buildings": dict.fromkeys(LIGHT_BLUE, 1)},
)

PAIRS: dict[str, tuple[Case, Case]] = {
    "lot": (case(auction("pacific-avenue")), case(auction("park-place"))),
    "least bid": (case(auction("park-place")), case(auction("park-place", amount=50))),
    "standing bid": (
        case(auction("park-place", bid=20, leader=1)),
        case(auction("park-place", bid=30, leader=1)),
    ),
    "leader": (
        case(auction("park-place", bid=20, leader=1, bidders=[0, 1, 2])),
        case(auction("park-place", bid=20, leader=2, bidders=[0, 1, 2])),
    ),
    "bidders": (
        case(auction("park-place", bid=20, leader=1, bidders=[0, 1, 2])),
        case(auction("park-place", bid=20, leader=1)),
    ),
    "digits of a bid": (case(auction("park-place", typed=1)), case(auction("park-place", typed=2))),
    "deed for sale": (
        case({"phase": "buying"}, FREE),
        case({"phase": "buying"}, (*FREE[:1], {**FREE[1], "square": 37})),
    ),
    "amount of a debt": (case(debt(), POOR), case(debt(amount=80), POOR)),
    "creditor": (case(debt(), POOR), case(debt(to=1), POOR)),
    "the bank as creditor": (
        case(debt(to="pot"), POOR, free_parking_pot=True),
        case(debt(to="bank"), POOR, free_parking_pot=True),
    ),
    "an attempt made for a debt": (
        case(debt(), POOR, one_attempt=True),
        case(debt(offers=1), POOR, one_attempt=True),
    ),
    "what was mortgaged for a debt": (
        case(debt(), PLEDGED, failed_raising="undone"),
        case(debt(pledged=["water-works"]), PLEDGED, failed_raising="undone"),
    ),
    "items": (case(trade(items=["short-line"])), case(trade(items=["boardwalk"]))),
    "a jail card as item": (case(trade(items=["boardwalk"])), case(trade(items=["boardwalk", "chest-card"]))),
    "partner": (case(trade(to=1)), case(trade(to=2))),
    "cash of an offer": (
        case(trade(items=["short-line"], step="answer", money=100)),
        case(trade(items=["short-line"], step="answer", money=-100)),
    ),
    "paying or asking": (
        case(trade(items=["short-line"], step="pays", typed=1)),
        case(trade(items=["short-line"], step="asks", typed=1)),
    ),
    "claimed lot": (
        case(contest("house"), CLAIMS),
        case(contest("house"), OTHER_CLAIM),
    ),
    "contested piece": (case(contest("house"), CLAIMS), case(contest("hotel"), HOTEL_CLAIMS)),
    "building lot": (case(auction("house", who=0), CLAIMS), case(auction("hotel", who=0), HOTEL_CLAIMS)),
    "declarer": (case(auction("house", who=0), CLAIMS), case(auction("house", who=1), CLAIMS)),
    "holder of a jail card": (
        case({}, ({"jail_cards": ["chance"]},)),
        case({}, ({}, {"jail_cards": ["chest", "chance"]})),
    ),
    "offers left": (case({}), case({}, ({"offers": 2},))),
    "lapped": (case({}, first_lap=True), case({}, ({"lapped": True},), first_lap=True)),
    "passing until the turn": (case({}), case({}, ({"quiet": True},))),
    "pending throw": (
        case({**CLAIMING, "dice": [1, 2]}, ON_UTILITY, rent_claim="ask"),
        case({**CLAIMING, "dice": [5, 6]}, ON_UTILITY, rent_claim="ask"),
    ),
    "amount of a waiting rent": (case(late(50), rent_claim="next_throw"), case(late(60), rent_claim="next_throw")),
    "time left for a rent": (
        case(late(50, throws=1), rent_claim="second_throw"),
        case(late(50, throws=2), rent_claim="second_throw"),
    ),
    "payer of a waiting rent": (
        case(late(50), rent_claim="next_throw"),
        case(late(50, payer=2), rent_claim="next_throw"),
    ),
    "which rent is asked for": (
        case(late(50, 60), rent_claim="next_throw"),
        case({**late(50, 60), "asked": 1}, rent_claim="next_throw"),
    ),
    "doubles": (
        case({"turn": 0, "doubles": 1}),
        case({"turn": 0, "doubles": 2}),
    ),
    "a double that does not count": (case({"turn": 0}), case({"turn": 0, "doubles": -1}, paid_doubles=False)),
    "deeds received": (
        case(
            {"frames": [{"kind": "transfer", "who": 1, "deeds": ["boardwalk"]}]},
            ({}, {"deeds": DARK_BLUE, "mortgaged": DARK_BLUE}),
        ),
        case(
            {"frames": [{"kind": "transfer", "who": 1, "deeds": ["park-place"]}]},
            ({}, {"deeds": DARK_BLUE, "mortgaged": DARK_BLUE}),
        ),
    ),
    "estate": (case(estate("park-place"), OUT), case(estate("pacific-avenue"), OUT)),
    "group sold down": (
        case({"frames": [{"kind": "break", "who": 0, "group": "brown"}]}, HOTELS, houses=4),
        case({"turn": 0}, HOTELS, houses=4),
    ),
    "stage of a window": (
        case({"turn": 0, "phase": "after"}, window_order="build_first"),
        case({"turn": 0, "phase": "after", "stage": 2}, window_order="build_first"),
    ),
}


# ------------------------------------------------------------------------------------ from every chair


def turned_mask(mask: int, by: int, players: int) -> int:
    return sum(1 << (seat + by) % players for seat in range(players) if mask >> seat & 1)


def turned(state: np.void, by: int, players: int) -> np.void:
    """The position with every player ``by`` chairs further."""
    new = state.copy()

    def seat(old: int) -> int:
        return (old + by) % players if 0 <= old < players else old

    for name in ("cash", "deeds", "square", "jail", "offers", "claims"):
        new[name][:players] = np.roll(state[name][:players], by)
    for name in ("alive", "quiet", "lapped", "bidders", "winners"):
        new[name] = turned_mask(int(state[name]), by, players)
    for name in ("current", "starter", "mover"):
        new[name] = seat(int(state[name]))
    for i in np.flatnonzero(state["rent_left"]):
        new["rent_payer"][i] = seat(int(state["rent_payer"][i]))
        new["rent_owner"][i] = seat(int(state["rent_owner"][i]))
    new["leader"] = seat(int(state["leader"]) - 1) + 1
    new["holder"] = [seat(int(holder) - 1) + 1 for holder in state["holder"]]
    for depth in range(int(state["depth"])):
        kind = state["fkind"][depth]
        new["fwho"][depth] = seat(int(state["fwho"][depth]))
        if kind in (DEBT, TRADE):
            new["fto"][depth] = seat(int(state["fto"][depth]))
        if kind in (PAY_EACH, COLLECT_EACH, CONTEST):
            new["farg"][depth] = turned_mask(int(state["farg"][depth]), by, players)
        if kind == AUCTION:
            new["bidder"] = seat(int(state["bidder"]))
    return new
