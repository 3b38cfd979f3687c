"""Events become messages: every kind has one, with a key, parameters that are JSON, and a sentence."""

from __future__ import annotations

import json

import pytest

from magnate.core.narration import RawEvent, readable_by
from magnate.games.monopoly import Options, events, narrate, parse_action, parse_outcome, setup
from magnate.games.monopoly.board import BANK, POT, SEATS, TITLE_DEEDS
from magnate.games.monopoly.codec import card_number
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.state import ENDED_LAST, ITEM_CHEST_CARD, LOT_HOUSE
from magnate.games.monopoly.text import card_message

from .walk import HOUSE_RULES, PRESETS, RULES, walk

KINDS = {
    code: name
    for name, code in vars(events).items()
    if name.isupper() and not name.startswith(("HOW_", "CAUSE_", "FOR_"))
}
BOARDWALK = TITLE_DEEDS[27].index


def narrated(kind: int, *args: int) -> str:
    event = narrate(RawEvent(kind, (*args, 0, 0, 0, 0)[:4]))
    assert event is not None
    return event.text


def after(position, name, players=2, **options):
    """The sentences of one step from a set-up."""
    state = setup(position, Options(**options), players)[0]
    g = mirrored(state)
    g.events.clear()
    RULES.step(g, parse_outcome(state, name) if g.mover == -1 else parse_action(name))
    return [event.text for event in map(narrate, g.events)]


def test_every_event_has_a_message_named_like_it():
    assert sorted(KINDS) == list(range(len(KINDS)))
    for code, name in KINDS.items():
        event = narrate(RawEvent(code, (1, 1, 1, 1)))
        assert event.key == name.lower().replace("_", "-")
        assert event.text.endswith(".")
        assert json.loads(json.dumps(dict(event.params))) == dict(event.params)


def test_everybody_may_read_everything():
    event = narrate(RawEvent(events.THROWS, (0, 1, 2, 0)))
    assert all(event.for_seat(seat) for seat in range(8))
    assert readable_by([event], None, 8) == (event,)


def test_whole_games_are_told():
    keys = set()
    games = [(PRESETS["official"], 4, True), (PRESETS["thesis"], 2, True), (PRESETS["short-game"], 3, False)]
    for changes, players, groups in [*games, (HOUSE_RULES, 5, True)]:
        for g in walk(Options.model_validate(changes), players, 1500, seed=3, groups=groups):
            keys |= {narrate(event).key for event in g.events}
    assert len(keys) > 30


@pytest.mark.parametrize(
    ("kind", "args", "sentence"),
    [
        (events.STARTS, (2,), "Seat 2 begins."),
        (events.DEALT, (0, BOARDWALK, 400), "Seat 0 is dealt Boardwalk and pays $400 for it."),
        (events.DEALT, (0, BOARDWALK, 0), "Seat 0 is dealt Boardwalk."),
        (events.THROWS, (0, 3, 3), "Seat 0 rolls 3 and 3, a double."),
        (events.MOVES, (0, 33, 1), "Seat 0 moves back to Community Chest."),
        (events.PAYS, (0, POT, 1200), "Seat 0 pays the pot $1,200."),
        (events.PAYS, (0, POT, 75, events.FOR_TAX), "Seat 0 pays the pot $75 of tax."),
        (events.PAYS, (0, BANK, 15, events.FOR_CARD), "Seat 0 pays the bank $15 by the card."),
        (events.PAYS, (0, BANK, 15, events.FOR_INTEREST), "Seat 0 pays the bank $15 of interest on mortgages."),
        (events.PAYS, (0, BANK, 50, events.FOR_BAIL), "Seat 0 pays the bank $50 of bail."),
        (events.PAYS, (0, BANK, 400, events.FOR_DEED + BOARDWALK), "Seat 0 pays the bank $400 for Boardwalk."),
        (events.RECEIVES, (0, 50, events.FOR_CARD), "The bank pays seat 0 $50 by the card."),
        (events.RECEIVES, (0, 500, events.FOR_BONUS), "The bank pays seat 0 $500 for two ones."),
        (events.OWES, (0, BANK, 50), "Seat 0 owes the bank $50, more than its cash."),
        (events.OWES, (0, 1, 50, events.FOR_RENT), "Seat 0 owes seat 1 $50 of rent, more than its cash."),
        (
            events.OWES,
            (0, BANK, 90, events.FOR_LOT + BOARDWALK),
            "Seat 0 owes the bank $90 for Boardwalk, more than its cash.",
        ),
        (events.TO_JAIL, (0, events.CAUSE_DOUBLES), "Seat 0 is sent to jail for three doubles in one turn."),
        (events.LEAVES_JAIL, (0, events.HOW_THIRD_TURN), "Seat 0 leaves jail for the fine, after the third try."),
        (
            events.LEAVES_JAIL,
            (0, events.HOW_PAID, 50, BANK),
            "Seat 0 leaves jail by paying: it pays the bank $50 of bail.",
        ),
        (
            events.LEAVES_JAIL,
            (0, events.HOW_THIRD_TURN, 50, POT),
            "Seat 0 leaves jail for the fine, after the third try: it pays the pot $50 of bail.",
        ),
        (events.RENT, (0, 1, BOARDWALK, 50), "The rent of Boardwalk is $50: from seat 0 to seat 1."),
        (
            events.MORTGAGE_UNDONE,
            (0, BOARDWALK, 200),
            "The mortgage of Boardwalk is undone: seat 0 gives the $200 back.",
        ),
        (events.RENT_CLAIMED, (1, 0, 50), "Seat 1 asks seat 0 for $50 of rent."),
        (events.RENT_WAITS, (1, 0, 50), "Seat 1 does not ask seat 0 for its $50 of rent."),
        (events.SOLD, (1, LOT_HOUSE, 90), "Seat 1 wins the house for $90."),
        (events.PASSES_BID, (1, BOARDWALK), "Seat 1 stops bidding for Boardwalk."),
        (events.PASSES_BID, (1, BOARDWALK, 1), "Seat 1 cannot bid enough for Boardwalk and leaves the auction."),
        (events.BUILDS, (0, BOARDWALK, 5, 200), "Seat 0 builds a hotel on Boardwalk for $200."),
        (events.BUILDS, (0, BOARDWALK, 2, 200), "Seat 0 builds the second house on Boardwalk for $200."),
        (events.SELLS, (0, BOARDWALK, 1, 100), "Seat 0 sells buildings on Boardwalk down to 1 house, for $100."),
        (events.SELLS, (0, BOARDWALK, 0, 500), "Seat 0 sells buildings on Boardwalk down to bare land, for $500."),
        (
            events.OFFERS,
            (0 * SEATS + 1, 1 << BOARDWALK, 1 << ITEM_CHEST_CARD, -50),
            (
                "Seat 0 offers seat 1 a trade: seat 0 gives Boardwalk, "
                "seat 1 gives the Community Chest get-out-of-jail card and $50."
            ),
        ),
        (
            events.TRADED,
            (0 * SEATS + 1, 1 << BOARDWALK, 0, 0),
            "Seat 0 and seat 1 trade: seat 0 gives Boardwalk, seat 1 gives nothing.",
        ),
        (events.GOES_BANKRUPT, (2, 1, 350), "Seat 2 is bankrupt: it owes seat 1 $350."),
        (events.GOES_BANKRUPT, (2, BANK, 0), "Seat 2 is bankrupt: its turn ends with nothing left."),
        (events.WRITTEN_OFF, (2, 70), "The bank writes off the $70 by which the cash of seat 2 is below zero."),
        (events.ESTATE, (2, 1, 1 << BOARDWALK, 20), "The estate of seat 2 goes to seat 1: Boardwalk and $20."),
        (events.ESTATE, (2, BANK, 0, 0), "The estate of seat 2 goes to the bank: nothing."),
        (events.DEED_RETURNS, (2, BOARDWALK), "Boardwalk returns to the bank: seat 2 is bankrupt and cannot take it."),
        (events.MORTGAGES_CANCELLED, (1 << BOARDWALK,), "The bank cancels the mortgage of Boardwalk."),
        (events.ENDS, (ENDED_LAST, 0b100, 0b100), "The game is over (last player): seat 2 wins."),
        (events.ENDS, (ENDED_LAST, 0b100, 0b001), "The game is over (the richer of the last two): seat 2 wins."),
        (events.ENDS, (ENDED_LAST, 0b101, 0b001), "The game is over (the richer of the last two): seats 0 and 2 win."),
    ],
)
def test_sentences(kind, args, sentence):
    assert narrated(kind, *args) == sentence


def test_a_step_is_told_in_its_order():
    position = {"phase": "throw", "players": [{"square": 35}, {"deeds": ["mediterranean-avenue"], "quiet": True}]}
    assert after(position, "roll:2-4", offers_per_turn=0) == [
        "Seat 0 rolls 2 and 4.",
        "Seat 0 moves to Mediterranean Avenue.",
        "Seat 0 has reached GO: $200 of salary.",
        "The rent of Mediterranean Avenue is $2: from seat 0 to seat 1.",
        "Seat 0 pays seat 1 $2 of rent.",
        "Round 1: it is seat 1's turn.",
    ]


def test_a_group_sold_down_is_told_lot_by_lot():
    greens = ["pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]
    owner = {"deeds": greens, "buildings": {greens[0]: 4, greens[1]: 4, greens[2]: "hotel"}}
    position = {"players": [owner, {}], "frames": [{"kind": "break", "who": 0, "group": "green"}]}
    assert after(position, "break-to:3/011", houses=11) == [
        "Seat 0 sells buildings on Pacific Avenue down to 3 houses, for $100.",
        "Seat 0 sells buildings on Pennsylvania Avenue down to 4 houses, for $100.",
    ]


RUINED = {"phase": "throw", "players": [{"cash": 30, "square": 36}, {"deeds": ["boardwalk", "park-place"]}, {}]}
"""A throw of 1 and 2 brings seat 0 to Boardwalk, whose rent is $100."""


def test_nobody_has_to_raise_what_it_cannot():
    assert after(RUINED, "roll:1-2", players=3, offers_per_turn=0)[3:6] == [
        "Seat 0 owes seat 1 $100 of rent, more than its cash.",
        "Seat 0 is bankrupt: it owes seat 1 $100.",
        "The estate of seat 0 goes to seat 1: $30.",
    ]


def test_the_richer_of_the_last_two_wins_as_such():
    rich = {"cash": 30, "square": 36, "deeds": ["pacific-avenue"], "mortgaged": ["pacific-avenue"]}
    position = {"phase": "throw", "players": [rich, {"cash": 0, "deeds": ["boardwalk", "park-place"]}]}
    narrated = after(position, "roll:1-2", duel_richer=True, offers_per_turn=0)
    assert narrated[-1] == "The game is over (last player): seat 1 wins."
    owing = {"kind": "debt", "who": 0, "to": 1, "amount": 100}
    poorer = {"phase": "landed", "players": [rich, {"cash": 100, "deeds": ["baltic-avenue"]}], "frames": [owing]}
    narrated = after(poorer, "bankrupt", duel_richer=True)
    assert narrated[-1] == "The game is over (the richer of the last two): seat 0 wins."


def test_a_deed_that_was_bought_and_is_not_paid_for_returns():
    buyer = {"cash": 10, "square": 37, "deeds": ["baltic-avenue"]}
    debt = [{"kind": "award", "who": 0, "deed": "park-place"}, {"kind": "debt", "who": 0, "to": "bank", "amount": 350}]
    position = {"phase": "landed", "players": [buyer, {}, {}], "frames": debt}
    assert after(position, "bankrupt", players=3)[:3] == [
        "Seat 0 is bankrupt: it owes the bank $350.",
        "The estate of seat 0 goes to the bank: Baltic Avenue and $10.",
        "Park Place returns to the bank: seat 0 is bankrupt and cannot take it.",
    ]


def test_a_purchase_is_told_once_and_when_it_is_paid():
    here = {"phase": "buying", "players": [{"square": 39}, {}]}
    assert after(here, "buy")[0] == "Seat 0 buys Boardwalk for $400."
    assert not any("pays" in sentence for sentence in after(here, "buy"))
    poor = {"phase": "buying", "players": [{"square": 39, "cash": 390, "deeds": ["baltic-avenue"]}, {}]}
    assert after(poor, "buy") == ["Seat 0 owes the bank $400 for Boardwalk, more than its cash."]
    owing = {"kind": "debt", "who": 0, "to": "bank", "amount": 400}
    raised = {**poor, "phase": "landed", "frames": [{"kind": "award", "who": 0, "deed": "boardwalk"}, owing]}
    assert after(raised, "mortgage:baltic-avenue")[:2] == [
        "Seat 0 mortgages Baltic Avenue for $30.",
        "Seat 0 buys Boardwalk for $400.",
    ]


@pytest.mark.parametrize(
    ("deck", "card", "sentence"),
    [
        ("2008", "birthday", "Seat 0 draws a Community Chest card: collect $10 from every player."),
        ("pre-2008", "grand_opera", "Seat 0 draws a Community Chest card: collect $50 from every player."),
        ("2008", "stock", "Seat 0 draws a Community Chest card: collect $50."),
        ("pre-2008", "stock", "Seat 0 draws a Community Chest card: collect $45."),
    ],
)
def test_cards_are_told_in_the_words_of_their_edition(deck, card, sentence):
    drawing = {"phase": "draw", "drawn": "chest", "players": [{"square": 2}]}
    assert after(drawing, f"card:{card}", deck=deck)[0] == sentence


def test_every_card_says_what_it_does():
    sentences = [str(card_message(edition, deck, card)) for edition in (0, 1) for deck in (0, 1) for card in range(16)]
    assert all(sentences)
    assert len(set(sentences)) == 27  # 14 of Chance, and in Chest what neither Chance nor another card says
    assert (
        str(card_message(1, 0, card_number(1, 0, "general_repairs")))
        == "pay $25 for each house and $100 for each hotel"
    )
    assert str(card_message(1, 0, card_number(1, 0, "advance_illinois"))) == "advance to Illinois Avenue"
