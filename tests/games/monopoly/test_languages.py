"""Whatever Monopoly tells has its words in every language, and the prompts say what the decision is about."""

from __future__ import annotations

import pytest

from magnate.games.monopoly import (
    Options,
    action_message,
    narrate,
    parse_action,
    prompt_message,
    reason_message,
    setup,
)
from magnate.games.monopoly.board import CARD_DATA
from magnate.games.monopoly.reasons import NOT_NOW
from magnate.games.monopoly.setup_model import ENDINGS, mirrored
from magnate.games.monopoly.state import ACTIONS
from magnate.games.monopoly.text import card_message
from magnate.messages import catalogue

from ...wording import gaps, words
from .walk import GAMES, HOUSE_RULES, PRESETS, RULES, some_states, walk


def test_events_of_random_games_have_words():
    games = [(PRESETS[name], players, groups) for name, players, groups in GAMES]
    for seed, (changes, players, groups) in enumerate([*games, (HOUSE_RULES, 5, True)]):
        for g in walk(Options.model_validate(changes), players, 300, 500 + seed, groups):
            for event in g.events:
                assert not gaps(narrate(event).message)


def test_actions_reasons_and_prompts_of_random_games_have_words():
    kinds = set()
    for _, _, state in some_states(every=41):
        g = mirrored(state)
        for action in range(ACTIONS):
            assert not gaps(action_message(state, action))
            assert not gaps(reason_message(state, RULES.why(g, action), action))
        if g.mover >= 0:
            prompt = prompt_message(state, g.mover)
            kinds.add(prompt.key)
            assert not gaps(prompt)
    assert len(kinds) > 9


def test_all_cards_have_words():
    for edition, decks in enumerate(CARD_DATA):
        for deck, cards in enumerate(decks):
            for card in range(len(cards)):
                assert not gaps(card_message(edition, deck, card))


@pytest.mark.parametrize("language", ["en", "ro", "fa"])
def test_endings_have_words(language):
    assert all(f"ending.{ending}" in words(language, "monopoly") for ending in ENDINGS if ending)


def debt(to):
    return {"phase": "landed", "frames": [{"kind": "debt", "who": 1, "to": to, "amount": 350}]}


def auction(**more):
    frame = {"kind": "auction", "lot": "short-line", "bidder": 1, "bidders": [0, 1], **more}
    return {"phase": "landed", "frames": [frame]}


def trade(step, **more):
    return {"frames": [{"kind": "trade", "who": 0, "to": 1, "items": ["boardwalk"], "step": step, **more}]}


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({}, "the throw comes now: roll, or manage your property first"),
        ({"phase": "after"}, "you may manage your property now: build, sell, mortgage, lift, trade or pass"),
        (debt(0), "a debt to seat 0 of $350 is pending: sell, mortgage or trade to raise it"),
        (auction(amount=10), "an auction of Short Line is on: bid or pass"),
        (auction(bid=3, leader=0, typed=4), "a bid for Short Line is being typed: add a digit or confirm it"),
        (trade("items"), "an offer to seat 1 is being made up: add to it, make it or withdraw it"),
        (trade("asks"), "the cash of an offer to seat 1 is being typed: add a digit or confirm it"),
        (trade("answer", money=-20), "seat 0 waits for an answer to its offer: accept or reject"),
        ({"phase": "buying"}, "Illinois Avenue is for sale: buy it or decline it"),
    ],
)
def test_refusals_name_the_decision_that_is_pending(position, sentence):
    players = [{"cash": 900, "square": "Illinois Avenue"}, {"cash": 100, "deeds": ["boardwalk", "park-place"]}]
    state = setup({"players": players, **position}, Options(), 2)[0]
    reason = reason_message(state, NOT_NOW, parse_action("tax-flat"))
    assert reason.key == "monopoly.why.not_now"
    assert str(reason) == sentence
    assert RULES.why(mirrored(state), parse_action("tax-flat")) == NOT_NOW
    assert not gaps(reason)


def test_what_is_decided_is_said_wherever_something_else_is_tried():
    said = set()
    for _, _, state in some_states(every=5):
        message = reason_message(state, NOT_NOW, 0)
        assert not gaps(message)
        said.add(message.params["pending"].key.removeprefix("monopoly.pending."))
    assert said >= {"over", "chance", "before.manage", "buying", "window", "debt", "auction", "trade", "trade.answer"}


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({}, "Seat 0 is to roll the dice, and may build, trade or mortgage first."),
        ({"phase": "after"}, "Seat 0 may build, trade or mortgage before the turn ends."),
        (debt(0), "Seat 1 owes seat 0 $350 and has to raise it: its cash is $100."),
        (debt("bank"), "Seat 1 owes the bank $350 and has to raise it: its cash is $100."),
        (auction(amount=10), "Nobody has bid for Short Line yet: seat 1 may bid $10 or more."),
        (auction(bid=30, leader=0), "Seat 0 bids $30 for Short Line: seat 1 may bid $31 or more."),
        (trade("items"), "Seat 0 makes seat 1 an offer: what is to change hands?"),
        (trade("asks"), "Seat 0 makes seat 1 an offer: how much cash does it ask for?"),
        (trade("answer", money=-20), "Seat 0 offers seat 1 a trade: nothing for Boardwalk and $20."),
        ({"phase": "buying"}, "Seat 0 has landed on Illinois Avenue and may buy it for $240."),
    ],
)
def test_prompts_say_who_decides_what(position, sentence):
    players = [{"cash": 900, "square": "Illinois Avenue"}, {"cash": 100, "deeds": ["boardwalk", "park-place"]}]
    state = setup({"players": players, **position}, Options(), 2)[0]
    assert catalogue("en").sentence(prompt_message(state, int(state["mover"]))) == sentence
