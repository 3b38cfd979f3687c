"""Names of actions and outcomes: stable, unique, read back, with facets and sentences."""

from __future__ import annotations

import json

import pytest

from magnate.games.monopoly import (
    GAME,
    action_facets,
    action_message,
    action_name,
    outcome_name,
    parse_action,
    parse_outcome,
    reason_message,
    reasons,
)
from magnate.games.monopoly import state as ids
from magnate.games.monopoly.codec import ACTION_NAMES, break_levels, card_number, square_number
from magnate.games.monopoly.narration import KEYS
from magnate.games.monopoly.options import Options
from magnate.games.monopoly.setup import setup
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.text import said

from .walk import RULES, legal, some_states

ORANGE = ["st-james-place", "tennessee-avenue", "new-york-avenue"]


def text(position, name, players=2, **options):
    states = setup(position, Options(**options), players)
    return str(action_message(states[0], parse_action(name)))


def why(position, name, players=2, **options):
    states = setup(position, Options(**options), players)
    action = parse_action(name)
    code = RULES.why(mirrored(states[0]), action)
    assert code != 0
    return str(reason_message(states[0], code, action))


def test_every_action_has_a_name_of_its_own_that_is_read_back():
    assert len(set(ACTION_NAMES)) == GAME.max_actions
    assert [parse_action(action_name(action)) for action in range(GAME.max_actions)] == list(range(GAME.max_actions))
    assert all(name == name.lower() and " " not in name for name in ACTION_NAMES)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("pass", ids.PASS),
        ("pass-until-my-turn", ids.PASS_UNTIL_TURN),
        ("use-chest-card", ids.USE_CHEST_CARD),
        ("bankrupt", ids.BANKRUPT),
        ("trade:7", ids.TRADE_WITH + 7),
        ("reject", ids.REJECT),
        ("digit:9", ids.DIGIT + 9),
        ("done", ids.DONE),
        ("bid:least", ids.BID_LEAST),
        ("bid:+100", ids.BID_100),
        ("bid:exact", ids.BID_EXACT),
        ("build-group:brown", ids.BUILD_GROUP),
        ("sell-group:light-blue", ids.SELL_GROUP + 1),
        ("break-group:dark-blue", ids.BREAK_GROUP + 7),
        ("break-to:0", ids.BREAK_TO),
        ("break-to:4/011", ids.BREAK_TO + 4 * 7 + 6),
        ("build:mediterranean-avenue", ids.BUILD),
        ("sell:boardwalk", ids.SELL + 27),
        ("mortgage:reading-railroad", ids.MORTGAGE + 2),
        ("lift:water-works", ids.LIFT + 20),
        ("item:chance-card", ids.ITEM + 28),
        ("claim:boardwalk", ids.CLAIM + 27),
    ],
)
def test_names_stand_for_their_ids(name, action):
    assert parse_action(name) == action
    assert parse_action(f" {name.upper()} ") == action


def test_the_ranges_of_ids_follow_each_other():
    assert ids.CLAIM + 28 == ids.ACTIONS == GAME.max_actions
    assert {action_facets(action)["kind"] for action in range(ids.LIFT, ids.ITEM)} == {"lift"}


def test_an_unknown_name_is_answered_with_the_closest():
    with pytest.raises(ValueError, match='did you mean "build:boardwalk"'):
        parse_action("build:bordwalk")
    with pytest.raises(ValueError, match="ids are 0 to"):
        action_name(GAME.max_actions)


@pytest.mark.parametrize(
    ("name", "facets"),
    [
        ("roll", {"kind": "roll"}),
        ("build:boardwalk", {"kind": "build", "property": "boardwalk", "group": "dark-blue"}),
        ("trade:3", {"kind": "trade", "seat": 3}),
        ("digit:4", {"kind": "digit", "digit": 4}),
        ("bid:+50", {"kind": "bid", "bid": "+50"}),
        ("sell-group:light-blue", {"kind": "sell-group", "group": "light-blue"}),
        ("break-to:2/010", {"kind": "break-to", "levels": (2, 3, 2)}),
        ("use-chance-card", {"kind": "use-chance-card", "deck": "chance"}),
        ("item:chest-card", {"kind": "item", "item": "chest-card"}),
        (
            "item:short-line",
            {"kind": "item", "property": "short-line", "group": "railroad", "item": "short-line"},
        ),
    ],
)
def test_facets(name, facets):
    assert action_facets(parse_action(name)) == facets


def test_facets_belong_to_the_caller():
    action_facets(ids.ROLL)["kind"] = "changed"
    assert action_facets(ids.ROLL) == {"kind": "roll"}
    assert all(json.dumps(action_facets(action)) for action in range(GAME.max_actions))


def test_the_levels_of_a_group_sale_are_what_the_rules_take():
    from magnate.games.monopoly.setup_model import part

    target_level = part("property").target_level
    for target in range(ids.BREAK_TARGETS):
        assert break_levels(target, 3) == tuple(target_level(target, lot) for lot in range(3))


def test_outcomes_are_read_back_at_every_chance_node():
    kinds = set()
    for _, _, state in some_states(every=5):
        if state["mover"] == -1:
            for outcome in legal(mirrored(state)):
                name = outcome_name(state, outcome)
                kinds.add(name.partition(":")[0])
                assert parse_outcome(state, name) == outcome
    assert kinds == {"roll", "card", "start", "deal"}


def test_dice_may_be_named_in_any_order():
    state = setup({}, Options(), 2)[0]
    assert parse_outcome(state, "roll:5-2") == parse_outcome(state, "roll:2-5")
    with pytest.raises(ValueError, match='no outcome "roll:2-7"'):
        parse_outcome(state, "roll:2-7")


def test_cards_have_the_names_of_the_edition():
    drawing = {"phase": "draw", "drawn": "chest", "players": [{"square": 2}]}
    state = setup(drawing, Options(), 2)[0]
    assert parse_outcome(state, "card:birthday") == card_number(1, 1, "birthday")
    with pytest.raises(ValueError, match="grand_opera"):
        parse_outcome(state, "card:grand_opera")
    old = setup(drawing, Options(deck="pre-2008"), 2)[0]
    assert parse_outcome(old, "card:grand_opera") == parse_outcome(state, "card:birthday")


def test_squares_that_share_a_name_need_a_number():
    assert square_number("Jail") == 10
    with pytest.raises(ValueError, match="give the number \\(7, 22, 36\\)"):
        square_number("Chance")


OWNED = {"players": [{"deeds": ORANGE, "buildings": dict.fromkeys(ORANGE, 1), "cash": 90}, {"deeds": ["boardwalk"]}]}
BUYING = {"phase": "buying", "players": [{"square": "Illinois Avenue"}]}
AUCTION = {
    "phase": "landed",
    "players": [{"cash": 300}, {"cash": 1000}],
    "frames": [
        {"kind": "auction", "lot": "boardwalk", "bidder": 0, "bidders": [0, 1], "leader": 1,
         "bid": 60}
    ],
}  # fmt: skip
OFFER = {
    "players": [{"deeds": ["boardwalk"], "cash": 500}, {"deeds": ["park-place"], "jail_cards": ["chance"]}],
    "frames": [
        {"kind": "trade", "who": 0, "to": 1, "items": ["boardwalk", "chance-card"], "money": -120, "step": "answer"}
    ],
}  # fmt: skip
RED_AND_YELLOW = [*("kentucky-avenue", "indiana-avenue", "illinois-avenue"), *("atlantic-avenue", "ventnor-avenue")]
RED_AND_YELLOW += ["marvin-gardens"]
GREEN = ["pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]
HOTELS = {
    "players": [
        {"deeds": ORANGE, "buildings": dict.fromkeys(ORANGE, "hotel")},
        {
            "deeds": [*RED_AND_YELLOW, *GREEN],
            "buildings": {**dict.fromkeys(RED_AND_YELLOW, 4), **dict.fromkeys(GREEN, 2)},
        },
    ],
    "frames": [{"kind": "break", "who": 0, "group": "orange"}],
}


@pytest.mark.parametrize(
    ("position", "name", "sentence"),
    [
        (BUYING, "buy", "Buy Illinois Avenue for $240"),
        ({**BUYING, "players": [{"square": 24, "cash": 200, "deeds": ["boardwalk"]}]}, "buy",
         "Buy Illinois Avenue for $240, raising $40 first"),
        (BUYING, "decline", "Do not buy Illinois Avenue: it is auctioned"),
        (AUCTION, "bid:least", "Bid $61"),
        (AUCTION, "bid:+50", "Bid $110"),
        (AUCTION, "bid:limit", "Bid $300, your limit"),
        (AUCTION, "pass", "Stop bidding for Boardwalk"),
        (OWNED, "build:tennessee-avenue", "Build the second house on Tennessee Avenue for $100"),
        (OWNED, "sell:tennessee-avenue", "Sell a house on Tennessee Avenue for $50"),
        (OWNED, "mortgage:boardwalk", "Mortgage Boardwalk for $200"),
        (OWNED, "lift:electric-company", "Lift the mortgage of Electric Company for $83"),
        (OWNED, "build-group:orange", "Build on every lot of the orange group for $300"),
        (OWNED, "trade:1", "Make an offer to seat 1"),
        (HOTELS, "break-to:2/001", "Sell the orange group down to 2, 2 and 3 houses"),
        (HOTELS, "break-to:0", "Sell the orange group down to bare land"),
        (OFFER, "accept", "Accept: you give the Chance get-out-of-jail card and $120, you get Boardwalk"),
        ({"players": [{"jail": 3}]}, "roll", "Roll for a double to leave jail (else you pay $50 and move)"),
        ({"players": [{"jail": 1}]}, "pay-fine", "Pay $50 to leave jail"),
    ],
)  # fmt: skip
def test_sentences_have_names_and_amounts(position, name, sentence):
    assert text(position, name) == sentence


@pytest.mark.parametrize(
    ("changes", "claim", "leave"),
    [
        ({"throws": 1}, "Claim the rent of $50 from seat 0", "Forgo the rent of $50 from seat 0"),
        ({"throws": 2}, "Claim the rent of $50 from seat 0", "Do not claim the rent of $50 from seat 0 yet"),
    ],
)
def test_sentences_about_a_waiting_rent(changes, claim, leave):
    position = {"phase": "throw", "turn": 1, "rents": [{"payer": 0, "owner": 1, "amount": 50, **changes}]}
    assert text(position, "claim-rent", rent_claim="second_throw") == claim
    assert text(position, "waive-rent", rent_claim="second_throw") == leave


def test_passing_for_now_is_said_so():
    sentence = "Stop bidding for Boardwalk until somebody raises"
    assert text(AUCTION, "pass", auction_passes="until_raised") == sentence


@pytest.mark.parametrize(
    ("position", "name", "sentence"),
    [
        (OWNED, "build:tennessee-avenue", "it costs $100 and you have $90"),
        (OWNED, "mortgage:tennessee-avenue", "its colour group has buildings: sell them first"),
        (OWNED, "pay-fine", "you are not in jail"),
        (OWNED, "mortgage:boardwalk", "you do not own it"),
        (AUCTION, "bid:+10", None),
        (AUCTION, "roll", "an auction of Boardwalk is on: bid or pass"),
        ({"players": [{"deeds": ORANGE, "buildings": {"st-james-place": 1}}]}, "build:st-james-place",
         "build evenly: another lot of the group has fewer buildings"),
        ({"players": [{"jail": 1, "cash": 20, "jail_cards": ["chest"]}]}, "pay-fine", "it costs $50 and you have $20"),
    ],
)  # fmt: skip
def test_reasons_are_sentences(position, name, sentence):
    if sentence is None:
        assert text(position, name) == "Bid $70"
    else:
        assert why(position, name) == sentence


def test_every_reason_has_a_sentence():
    codes = {code for name, code in vars(reasons).items() if name.isupper()}
    assert set(KEYS) == codes
    sentences = [str(said(f"why.{key}", pending=said("pending.window"))) for key in KEYS.values()]
    assert all(sentence and not sentence.endswith(".") for sentence in sentences)


def test_every_action_can_be_put_in_words_in_every_state():
    for _, _, state in some_states(every=60):
        g = mirrored(state)
        for action in range(GAME.max_actions):
            assert str(action_message(state, action))[0].isupper()
            assert str(reason_message(state, RULES.why(g, action), action))
