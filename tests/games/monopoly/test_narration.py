"""Events become messages: every kind has one, with a key, parameters that are JSON, and a sentence."""

from __future__ import annotations

import json

import pytest

from magnate.engine.narration import RawEvent, readable_by
from magnate.games.monopoly import Options, events, narrate, parse_action, parse_outcome, setup
from magnate.games.monopoly.board import DEEDS
from magnate.games.monopoly.codec import card_number
from magnate.games.monopoly.state import ENDED_LAST, ITEM_CHEST_CARD, LOT_HOUSE
from magnate.games.monopoly.tables import BANK, POT
from magnate.games.monopoly.titles import card_message
from magnate.games.monopoly.twins import mirrored

from .walk import HOUSE_RULES, PRESETS, RULES, walk

KINDS = {
    code: name for name, code in vars(events).items() if name.isupper() and not name.startswith(("HOW_", "CAUSE_"))
}
BOARDWALK = DEEDS[27].index


def told(kind: int, *args: int) -> str:
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
        (events.OWES, (0, BANK, 50), "Seat 0 owes the bank $50 and has to raise it."),
        (events.TO_JAIL, (0, events.CAUSE_DOUBLES), "Seat 0 is sent to jail for three doubles in one turn."),
        (events.LEAVES_JAIL, (0, events.HOW_THIRD_TURN), "Seat 0 leaves jail for the fine, after the third try."),
        (events.RENT, (0, 1, BOARDWALK, 50), "The rent of Boardwalk is $50: from seat 0 to seat 1."),
        (
            events.MORTGAGE_UNDONE,
            (0, BOARDWALK, 200),
            "The mortgage of Boardwalk is undone: seat 0 gives the $200 back.",
        ),
        (events.RENT_CLAIMED, (1, 0, 50), "Seat 1 asks seat 0 for $50 of rent."),
        (events.RENT_WAITS, (1, 0, 50), "Seat 1 does not ask seat 0 for its $50 of rent."),
        (events.SOLD, (1, LOT_HOUSE, 90), "Seat 1 wins the house for $90."),
        (events.BUILDS, (0, BOARDWALK, 5, 200), "Seat 0 builds a hotel on Boardwalk for $200."),
        (events.BUILDS, (0, BOARDWALK, 2, 200), "Seat 0 builds the second house on Boardwalk for $200."),
        (events.SELLS, (0, BOARDWALK, 1, 1), "Seat 0 sells buildings on Boardwalk down to 1 house."),
        (events.SELLS, (0, BOARDWALK, 0, 5), "Seat 0 sells buildings on Boardwalk down to bare land."),
        (
            events.OFFERS,
            (0, 1, 1 << BOARDWALK | 1 << ITEM_CHEST_CARD, -50),
            (
                "Seat 0 offers seat 1 a trade: Boardwalk and the Community Chest get-out-of-jail card change hands, "
                "and seat 1 pays $50."
            ),
        ),
        (events.TRADED, (0, 1, 1 << BOARDWALK, 0), "Seats 0 and 1 trade: Boardwalk changes hands."),
        (events.ENDS, (ENDED_LAST, 0b100), "The game is over (last player): seat 2 wins."),
    ],
)
def test_sentences(kind, args, sentence):
    assert told(kind, *args) == sentence


def test_a_step_is_told_in_its_order():
    position = {"phase": "throw", "players": [{"square": 35}, {"deeds": ["mediterranean-avenue"], "quiet": True}]}
    assert after(position, "roll:2-4", offers_per_turn=0) == [
        "Seat 0 rolls 2 and 4.",
        "Seat 0 moves to Mediterranean Avenue.",
        "Seat 0 has reached GO: $200 of salary.",
        "The rent of Mediterranean Avenue is $2: from seat 0 to seat 1.",
        "Seat 0 pays seat 1 $2.",
        "Round 1: it is seat 1's turn.",
    ]


def test_a_group_sold_down_is_told_lot_by_lot():
    greens = ["pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]
    owner = {"deeds": greens, "buildings": {greens[0]: 4, greens[1]: 4, greens[2]: "hotel"}}
    position = {"players": [owner, {}], "frames": [{"kind": "break", "who": 0, "group": "green"}]}
    assert after(position, "break-to:3/011", houses=11) == [
        "Seat 0 sells buildings on Pacific Avenue down to 3 houses.",
        "The bank pays seat 0 $100.",
        "Seat 0 sells buildings on Pennsylvania Avenue down to 4 houses.",
        "The bank pays seat 0 $100.",
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
