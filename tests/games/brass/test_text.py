"""Names of actions and outcomes, sentences for actions, refusals and events."""

from __future__ import annotations

import json

import pytest

from magnate.core.contract import CHANCE
from magnate.core.narration import everyone
from magnate.games.brass import (
    GAME,
    Options,
    action_facets,
    action_message,
    action_name,
    events,
    narrate,
    outcome_name,
    parse_action,
    parse_outcome,
    reason_message,
    reasons,
    setup,
)
from magnate.games.brass import state as ids
from magnate.games.brass.board import BLANK, CARD_OF, LINE_OF, MERCHANT_SPACE_OF, SPACE_OF
from magnate.games.brass.codec import ACTION_NAMES
from magnate.games.brass.prompts import REASONS
from magnate.games.brass.setup_model import mirrored
from magnate.runtime.primitives import RawEvent

from .walk import RULES, legal, some_states, walk


def text(position, name, players=4, **options):
    return str(action_message(setup(position, Options(**options), players)[0], parse_action(name)))


def why(position, name, players=4, **options):
    state = setup(position, Options(**options), players)[0]
    action = parse_action(name)
    code = RULES.why(mirrored(state), action)
    assert code != reasons.OK
    return str(reason_message(state, code, action))


# --------------------------------------------------------------------------------------------- names


def test_every_action_has_a_name_of_its_own_that_is_read_back():
    assert len(set(ACTION_NAMES)) == GAME.max_actions
    assert [parse_action(action_name(action)) for action in range(GAME.max_actions)] == list(range(GAME.max_actions))
    assert all(name == name.lower() and " " not in name for name in ACTION_NAMES)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("build", ids.BUILD),
        ("pass", ids.PASS),
        ("stop", ids.STOP),
        ("industry:brewery", ids.INDUSTRY + 5),
        ("build:stoke.0", ids.BUILD_AT + SPACE_OF["stoke.0"]),
        ("build:farm_south.0", ids.BUILD_AT + 48),
        ("take:dudley.1", ids.TAKE + SPACE_OF["dudley.1"]),
        ("barrel", ids.TAKE_BARREL),
        ("sell:worcester.1", ids.SELL_TILE + SPACE_OF["worcester.1"]),
        ("give-up:leek.1", ids.GIVE_UP + SPACE_OF["leek.1"]),
        ("link:cannock-farm_north", ids.LINK + LINE_OF["cannock-farm_north"]),
        ("link:derby-belper", ids.LINK),
        ("to:oxford.1", ids.SELL_TO + MERCHANT_SPACE_OF["oxford.1"]),
        ("card:cotton+manufacturer", ids.GIVE_CARD + CARD_OF["cotton+manufacturer"]),
        ("card:wild-industry", ids.ACTIONS - 1),
    ],
)
def test_names_stand_for_their_ids(name, action):
    assert parse_action(name) == action
    assert parse_action(f" {name.upper()} ") == action


def test_an_unknown_name_is_answered_with_the_closest():
    with pytest.raises(ValueError, match='did you mean "build:stoke.0"'):
        parse_action("build:stok.0")
    with pytest.raises(ValueError, match='there is no line "stoke-derby"'):
        parse_action("link:stoke-derby")
    with pytest.raises(ValueError, match="ids are 0 to"):
        action_name(GAME.max_actions)


@pytest.mark.parametrize(
    ("name", "facets"),
    [
        ("loan", {"kind": "loan"}),
        ("industry:iron", {"kind": "industry", "industry": "iron"}),
        ("build:stoke.0", {"kind": "build", "space": "stoke.0", "town": "stoke"}),
        ("to:oxford.1", {"kind": "to", "space": "oxford.1", "town": "oxford"}),
        ("link:belper-derby", {"kind": "link", "line": "belper-derby"}),
        ("card:stoke", {"kind": "card", "card": "stoke"}),
    ],
)
def test_facets(name, facets):
    assert action_facets(parse_action(name)) == facets


def test_facets_are_json_and_belong_to_the_caller():
    assert all(json.dumps(action_facets(action)) for action in range(GAME.max_actions))
    action_facets(ids.PASS)["kind"] = "changed"
    assert action_facets(ids.PASS) == {"kind": "pass"}


def test_outcomes_are_read_back_at_every_chance_node():
    names = set()
    for _, _, state in some_states(every=60):
        if state["mover"] == CHANCE:
            for outcome in legal(mirrored(state)):
                name = outcome_name(state, outcome)
                names.add(name)
                assert parse_outcome(state, name) == outcome
    assert {"seat:1", "blank", "cotton/manufacturer/pottery", "stoke", "cotton+manufacturer"} <= names


def test_an_outcome_that_cannot_be_has_no_name():
    state = setup({"phase": "deal-order", "order": [], "dealt": 0}, Options(), 2)[0]
    with pytest.raises(ValueError, match='there is no outcome "seat:2"'):
        parse_outcome(state, "seat:2")


# ----------------------------------------------------------------------------------------- sentences


WORKS = {"at": "dudley.1", "owner": 1, "tile": "iron 1", "goods": 2}
MINE = {"at": "dudley.0", "owner": 0, "tile": "coal 1"}
MILL = {"at": "worcester.0", "owner": 0, "tile": "cotton 1"}
TO_SHREWSBURY = [{"line": line, "owner": 0} for line in ("coalbrookdale-shrewsbury", "coalbrookdale-kidderminster")]
TO_OXFORD = [{"line": line, "owner": 0} for line in ("birmingham-worcester", "birmingham-oxford")]
BREWERIES = [
    {"at": "farm_north.0", "owner": 0, "tile": "brewery 1"},
    {"at": "farm_south.0", "owner": 0, "tile": "brewery 2"},
]
THREE_ENDS = "Kidderminster, Worcester and the southern farm brewery"
SELLING = {
    "phase": "take-beer",
    "doing": {"kind": "sell", "at": "worcester.0", "merchant": "gloucester.0", "beer": 1},
    "tiles": [MILL, *BREWERIES],
    "links": [{"line": "gloucester-worcester", "owner": 0}],
}


@pytest.mark.parametrize(
    ("position", "name", "sentence"),
    [
        ({}, "network", "Canal, £3"),
        ({"era": "rail"}, "network", "Rail, £5 and coal · two, £15 and beer"),
        ({"players": [{"income": 12}]}, "loan", "Loan: +£30, income +1 to -2"),
        (
            {"phase": "build-industry", "doing": {"kind": "build"}},
            "industry:manufacturer",
            "Build manufacturer 1 for £8, 1 coal",
        ),
        (
            {"phase": "build-space", "doing": {"kind": "build", "industry": "cotton"}},
            "build:stoke.0",
            "Build cotton mill 1 in Stoke-on-Trent, cotton/manufacturer space (1), for £12",
        ),
        (
            {
                "phase": "build-space",
                "doing": {"kind": "build", "industry": "iron"},
                "links": TO_SHREWSBURY,
                "players": [{"hand": ["iron"]}],
            },
            "build:coalbrookdale.1",
            "Build iron works 1 in Coalbrookdale, iron space (2), for £5, 1 coal (£1 on the market)",
        ),
        (
            {
                "phase": "build-space",
                "doing": {"kind": "build", "industry": "coal"},
                "tiles": [{"at": "farm_north.0", "owner": 0, "tile": "brewery 1"}, MINE],
                "players": [{"hand": ["dudley"]}],
            },
            "build:dudley.0",
            "Build coal mine 2 in Dudley, coal space (1), over coal mine 1 (yours), for £7",
        ),
        (
            {"phase": "develop", "doing": {"kind": "develop"}},
            "industry:cotton",
            "Remove cotton mill 1 from your mat, for 1 iron (£2 on the market)",
        ),
        (
            {"phase": "develop-more", "doing": {"kind": "develop", "count": 1}, "tiles": [WORKS]},
            "industry:brewery",
            "Remove brewery 1 from your mat, for 1 iron",
        ),
        ({"phase": "develop-more", "doing": {"kind": "develop", "count": 1}}, "stop", "Remove no second tile"),
        (
            {"phase": "line", "doing": {"kind": "network"}},
            "link:belper-derby",
            "Lay a canal between Belper and Derby for £3",
        ),
        (
            {"phase": "line", "doing": {"kind": "network"}, "era": "rail", "links": TO_SHREWSBURY},
            "link:kidderminster-worcester",
            f"Lay a rail between {THREE_ENDS} for £5 and 1 coal (£1 on the market)",
        ),
        (
            SELLING,
            "take:farm_north.0",
            "Take a barrel from the northern farm brewery: brewery 1, yours, with 1 barrel",
        ),
        (
            SELLING,
            "barrel",
            "Take the barrel of the merchant in Gloucester: a tile is removed from the mat without iron",
        ),
        (
            {"phase": "sell-more", "doing": {"kind": "sell", "count": 1}, "tiles": [MILL], "links": TO_OXFORD},
            "sell:worcester.0",
            "Sell cotton mill 1 in Worcester for 1 barrel: 5 points, income up 5 spaces",
        ),
        (
            {
                "phase": "merchant",
                "doing": {"kind": "sell", "at": "worcester.0"},
                "tiles": [MILL],
                "links": [*TO_OXFORD, {"line": "gloucester-worcester", "owner": 1}],
                "merchants": {
                    "shrewsbury": ["cotton"],
                    "gloucester": ["cotton", "manufacturer"],
                    "oxford": ["cotton/manufacturer/pottery", "manufacturer"],
                    "warrington": ["pottery", "blank"],
                    "nottingham": ["blank", "blank"],
                },
            },
            "to:oxford.0",
            "Sell to Oxford, which buys cotton, manufacturer or pottery; its barrel brings 2 spaces of income",
        ),
        (
            {
                "phase": "shortfall",
                "debt": 3,
                "tiles": [MILL, MINE],
                "players": [{"money": 0}],
            },
            "give-up:worcester.0",
            "Give up cotton mill 1 in Worcester for £6",
        ),
        (
            {"phase": "card", "doing": {"kind": "loan"}, "players": [{"hand": ["stoke", "stoke", "iron"]}]},
            "card:stoke",
            "Give the card Stoke-on-Trent (you hold 2)",
        ),
    ],
)
def test_sentences_have_names_and_amounts(position, name, sentence):
    assert text(position, name) == sentence


TWO_TILES = [
    {"at": "worcester.0", "owner": 0, "tile": "cotton 1"},
    {"at": "dudley.0", "owner": 0, "tile": "coal 1"},
]


@pytest.mark.parametrize(
    ("position", "name", "sentence"),
    [
        ({"players": [{"money": 2}]}, "network", "it costs £3; you have £2"),
        (
            {"players": [{"money": 3, "hand": ["stoke", "stoke"]}]},
            "build:stoke.0",
            "it costs £12; you have £3",
        ),
        (
            {"players": [{"money": 3, "hand": ["stoke", "stoke"]}]},
            "build",
            "nothing can be built: nearest comes cotton mill 1 in Stoke-on-Trent, but it costs £12; you have £3",
        ),
        (
            {"players": [{"money": 1, "hand": ["stoke", "stoke"]}]},
            "industry:cotton",
            "it costs £12; you have £1",
        ),
        (
            {"era": "rail", "players": [{"hand": ["worcester"]}]},
            "build:worcester.0",
            "your lowest one, cotton mill 1, may be built in the Canal era only: remove it by developing",
        ),
        ({}, "sell", "you have no cotton mill, manufacturer or pottery that could be sold"),
        ({"players": [{"income": 2}]}, "loan", "your income would fall below -10"),
        ({"players": [{"hand": ["stoke", "iron"]}]}, "scout", "it takes 3 cards"),
        (
            {
                "phase": "build-space",
                "doing": {"kind": "build", "industry": "manufacturer"},
                "links": TO_OXFORD,
                "players": [{"hand": ["stoke", "birmingham"]}],
            },
            "build:stoke.2",
            "no coal: no connected mine has enough and no merchant is connected",
        ),
        (
            {"phase": "develop", "doing": {"kind": "develop"}},
            "industry:pottery",
            "your lowest one, pottery 1, has the bulb and cannot be removed: it must be built first",
        ),
        (
            {"phase": "line", "doing": {"kind": "network"}},
            "link:belper-leek",
            "that line is for rails only",
        ),
        ({}, "card:stoke", "an action is to be chosen: build, network, develop, sell, loan, scout or pass"),
        (
            {"phase": "develop", "doing": {"kind": "develop"}},
            "loan",
            "you are developing: choose the tile that leaves your mat",
        ),
        (
            {"phase": "card", "doing": {"kind": "loan"}},
            "loan",
            "the action is to be paid for: choose the card that you give",
        ),
        ({"phase": "line", "doing": {"kind": "network"}}, "pass", "a link is being laid: choose its line"),
        (
            {"phase": "shortfall", "debt": 3, "tiles": TWO_TILES, "players": [{"money": 0}]},
            "pass",
            "you owe £3: choose a tile to give up",
        ),
    ],
)
def test_refusals_name_the_rule(position, name, sentence):
    assert why(position, name) == sentence


def test_every_reason_has_a_sentence():
    codes = {value for name, value in vars(reasons).items() if name.isupper()}
    assert set(REASONS) == codes
    assert all(sentence and not sentence.endswith(".") for sentence in REASONS.values())


def test_every_action_and_refusal_of_random_games_can_be_told():
    for _, _, state in some_states(every=60):
        g = mirrored(state)
        offered = set(legal(g)) if state["mover"] >= 0 else set()
        for action in range(GAME.max_actions):
            assert str(action_message(state, action))
            code = RULES.why(g, action)
            assert (code == reasons.OK) == (action in offered)
            assert str(reason_message(state, code, action))


# -------------------------------------------------------------------------------------------- events


def test_the_two_merchants_of_a_place_are_told_apart():
    spaces = MERCHANT_SPACE_OF["oxford.0"], MERCHANT_SPACE_OF["oxford.1"], MERCHANT_SPACE_OF["shrewsbury.0"]
    narrated = [narrate(RawEvent(events.MERCHANT_LAID, (space, BLANK, 0, 0))).text for space in spaces]
    assert narrated == [
        "The first merchant in Oxford buys nothing.",
        "The second merchant in Oxford buys nothing.",
        "The merchant in Shrewsbury buys nothing.",
    ]


def test_every_event_of_random_games_is_told():
    met = set()
    for players, seed, era in ((2, 1, ""), (3, 5, "rail"), (4, 6, "rail"), (2, 3, "canal")):
        for g in walk(players, seed, era=era):
            for event in g.events:
                narrated = narrate(event)
                met.add(narrated.key)
                assert narrated.text.endswith(".")
                assert json.dumps(narrated.params)
                assert narrated.seats == (1 << event.args[0] if narrated.key == "draws" else everyone(4))
    assert {"flips", "takes", "takes-barrel", "bonus", "sells", "stocks", "replaced", "owes", "gives-up"} <= met


@pytest.mark.parametrize(
    ("event", "args", "sentence"),
    [
        (events.FOLLOWS, (2, 0), "Seat 2 is first in turn order."),
        (events.PAYS, (1, 0, 5, 8), "Seat 1 pays £8 for manufacturer 1 in Belper."),
        (events.BUILDS, (1, 0, 5, 0), "Seat 1 builds manufacturer 1 in Belper."),
        (events.OWES, (0, 3), "Seat 0 still owes £3."),
        (events.ERA_ENDS, (0,), "The Canal era ends: its links score and leave the board, then flipped tiles score."),
        (events.REPLACED, (2, SPACE_OF["dudley.0"], 18, 1), "Seat 2's coal mine 1 in Dudley is overbuilt with 1 coal."),
        (events.FLIPS, (0, 0, 5, 25), "Seat 0's manufacturer 1 in Belper flips: income up 5 spaces, now +8 a round."),
        (events.STOCKS, (0, 4, 3, 4), "Seat 0 sells 3 cubes of iron to the market for £4."),
        (events.INCOME, (0, -3), "Seat 0 has to pay £3 for its income."),
        (events.INCOME, (0, 0), "Seat 0 has no income."),
        (events.INCOME, (0, 7), "Seat 0 receives £7 of income."),
        (events.ORDER, (1, 0, 2, -1), "Turn order: seat 1, seat 0 and seat 2."),
        (events.INCOME_SCORES, (1, -2), "Seat 1 loses 2 points for its income."),
        (events.ENDS, (0b101,), "The game is over: seats 0 and 2 win."),
    ],
)
def test_events_are_told_with_names_and_amounts(event, args, sentence):
    assert narrate(RawEvent(event, (*args, 0, 0, 0, 0)[:4])).text == sentence


def test_every_event_can_be_told():
    for name, kind in vars(events).items():
        if name.isupper():
            assert narrate(RawEvent(kind, (1, 3, 1, 0) if name != "ORDER" else (0, 1, -1, -1))).text
