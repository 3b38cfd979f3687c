"""What Brass tells its players in every language: no word is missing, and nothing hidden is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

import pytest

import magnate
from magnate.core import wording
from magnate.games.brass import (
    GAME,
    PRESETS,
    Options,
    action_facets,
    action_message,
    action_name,
    events,
    narrate,
    parse_action,
    prompt_message,
    reason_message,
    reasons,
    setup,
)
from magnate.games.brass.board import (
    CARD_OF,
    INDUSTRY_NAMES,
    LOCATIONS,
    MERCHANT_SPACE_OF,
    RAIL,
    SPACES,
    TOWN_LOCATIONS,
)
from magnate.games.brass.codec import KIND_NAMES, TILE_NAMES
from magnate.games.brass.setup_model import ENDINGS, ERAS, PHASES, mirrored
from magnate.games.brass.state import ACTION, LINE, REFILL, SCOUT_CARD, SECOND_LINE, SHORTFALL, TAKE_BEER, TAKE_COAL
from magnate.messages import LANGUAGES, PLACEHOLDER, Message, catalogue
from magnate.runtime.primitives import RawEvent

from ...wording import gaps
from ...wording import words as file_words
from .rich import table
from .table import links, tile
from .walk import RULES, legal, some_states, walk

OTHERS = sorted(set(LANGUAGES) - {"en"})


def words(language):
    return file_words(language, "brass")


def nested(message) -> Iterator[Message]:
    """A message and all messages among its parameters."""
    yield message
    for value in message.params.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Message):
                yield from nested(one)


def all_messages() -> Iterator[Message]:
    """Everything that is told of random games, each kind of message many times."""
    for players, seed, era in ((2, 1, ""), (3, 5, "rail"), (4, 6, "rail"), (2, 3, "canal"), (4, 13, "")):
        for g in walk(players, seed, era=era):
            yield from (narrate(event).message for event in g.events)
    for _, _, state in some_states(every=60):
        g = mirrored(state)
        if g.mover >= 0:
            yield prompt_message(state, g.mover)
        for action in range(GAME.max_actions):
            yield action_message(state, action)
            yield reason_message(state, RULES.why(g, action), action)


@cache
def different_messages():
    """The different messages among all that is told."""
    return {json.dumps(message.to_json()): message for message in all_messages()}


# --------------------------------------------------------------------------------------- no word is missing


def test_everything_told_of_random_games_has_words():
    assert len(different_messages()) > 1000
    for message in different_messages().values():
        for one in nested(message):
            assert not gaps(one)
        for language in LANGUAGES:
            shown = catalogue(language).sentence(message)
            assert shown
            assert "brass." not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_action_reason_and_phase_has_words(language):
    keys = {re.sub("_(one|few|other)$", "", key) for key in words(language)}
    names = [name.lower().replace("_", "-") for name, kind in vars(events).items() if isinstance(kind, int)]
    codes = [name.lower().replace("_", "-") for name, code in vars(reasons).items() if isinstance(code, int)]
    asked = [PHASES[phase] for phase in [*range(ACTION, SCOUT_CARD + 1), SHORTFALL] if phase != REFILL]
    assert {f"event.{name}" for name in names} <= keys
    assert {f"why.{code}" for code in codes} <= keys
    assert {f"action.{kind}" for kind in KIND_NAMES if kind != "network"} <= keys
    assert {phase for phase in asked if not any(key.startswith(f"prompt.{phase}") for key in keys)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_board_has_a_name(language):
    shown = {"/".join(INDUSTRY_NAMES[industry] for industry in space.industries) for space in SPACES}
    names = [
        *(f"place.{one.id}" for one in LOCATIONS),
        *(f"card.{name}" for name in CARD_OF),
        *(f"tile.{name}" for name in TILE_NAMES[1:]),
        *(f"industry.{name}" for name in INDUSTRY_NAMES),
        *(f"shows.{name}" for name in shown),
        *(f"merchant.{name}" for name in MERCHANT_SPACE_OF),
        *(f"era.{name}" for name in ERAS),
        *(f"ending.{name}" for name in ENDINGS[1:]),
        *(f"preset.{name}" for name in PRESETS),
        *(f"option.{name}" for name in Options.model_fields),
        *(f"{facet}.{value}" for action in range(GAME.max_actions) for facet, value in action_facets(action).items()),
        "title",
    ]
    assert [name for name in names if not words(language).get(name)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_towns_keep_their_names(language):
    for town in TOWN_LOCATIONS:
        one = LOCATIONS[town]
        assert {words(language)[f"{vocabulary}.{one.id}"] for vocabulary in ("place", "card", "town")} == {one.name}


def test_options_say_in_english_what_they_say_anywhere():
    for name, option in Options.model_fields.items():
        assert words("en")[f"option.{name}"] == option.description


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language):
    english = words("en")
    same = {key for key, text in words(language).items() if english.get(key) == text}
    untranslated = {key for key in same if re.search("[A-Za-z]{3}", PLACEHOLDER.sub("", english[key]))}
    named = ("place.", "card.", "town.", "line.", "title")
    assert {key for key in untranslated if not key.startswith(named)} == set()


def told_in(language, event, *args):
    return catalogue(language).sentence(narrate(RawEvent(event, (*args, 0, 0, 0, 0)[:4])).message)


@pytest.mark.parametrize(
    ("event", "args", "romanian", "persian"),
    [
        (
            events.STOCKS,
            (0, 4, 1, 1),
            "Jucătorul 0 vinde pieței un cub de fier pentru 1 £.",
            "بازیکن ۰ به بازار ۱ مکعب آهن به بهای ۱ پوند می‌فروشد.",
        ),
        (
            events.STOCKS,
            (0, 3, 3, 4),
            "Jucătorul 0 vinde pieței 3 cuburi de cărbune pentru 4 £.",
            "بازیکن ۰ به بازار ۳ مکعب زغال‌سنگ به بهای ۴ پوند می‌فروشد.",
        ),
        (
            events.TILES_SCORE_AGAIN,
            (2, 24),
            "Jucătorul 2 mai primește o dată 24 de puncte pentru plăcuțele întoarse peste nivelul 1.",
            "بازیکن ۲ برای کاشی‌های برگشتهٔ بالاتر از سطح ۱ بار دیگر ۲۴ امتیاز می‌گیرد.",
        ),
        (
            events.BORROWS,
            (1, 3),
            "Jucătorul 1 ia un împrumut de 30 £: venitul scade la -7 pe rundă.",
            "بازیکن ۱ وامی به مبلغ ۳۰ پوند می‌گیرد: درآمدش در هر دور به منفی ۷ می‌رسد.",
        ),
        (
            events.MERCHANT_LAID,
            (MERCHANT_SPACE_OF["oxford.1"], 1),
            "Al doilea negustor din Oxford nu cumpără nimic.",
            "بازرگان دوم Oxford چیزی نمی‌خرد.",
        ),
        (
            events.ENDS,
            (0b101,),
            "Partida s-a încheiat: câștigă jucătorii 0 și 2.",
            "بازی تمام شد: بازیکنان ۰ و ۲ برنده‌اند.",
        ),
    ],
)
def test_events_in_romanian_and_persian(event, args, romanian, persian):
    assert told_in("ro", event, *args) == romanian
    assert told_in("fa", event, *args) == persian


def test_what_is_decided_is_said_wherever_something_else_is_tried():
    said = set()
    for _, _, state in some_states(every=15):
        message = reason_message(state, reasons.NOT_NOW, 0)
        assert message.key == "brass.why.not-now"
        assert not gaps(message)
        said.add(message.params["pending"].key.removeprefix("brass.pending."))
    asked = {PHASES[phase] for phase in [*range(ACTION, SCOUT_CARD + 1), SHORTFALL]}
    assert said >= asked - {"bonus"} | {"over", "chance"}


# ------------------------------------------------------------------------------------------- questions

MILL = {"at": "worcester.0", "owner": 0, "tile": "cotton 1"}
MINE = {"at": "dudley.0", "owner": 0, "tile": "coal 1"}
SELLING = {
    "phase": "take-beer",
    "doing": {"kind": "sell", "at": "worcester.0", "merchant": "gloucester.0", "beer": 1},
    "tiles": [
        MILL,
        {"at": "farm_north.0", "owner": 0, "tile": "brewery 1"},
        {"at": "farm_south.0", "owner": 0, "tile": "brewery 2"},
    ],
    "links": [{"line": "gloucester-worcester", "owner": 0}],
}
SALE = "the sale of cotton mill 1 in Worcester to the merchant in Gloucester"


def question(position, language="en"):
    state = setup(position, Options(), 4)[0]
    return catalogue(language).sentence(prompt_message(state, int(state["mover"])))


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({}, "Seat 0 chooses an action: 1 left in this turn."),
        (
            {"phase": "build-space", "doing": {"kind": "build", "industry": "cotton"}},
            "Seat 0 builds cotton mill 1: on which space?",
        ),
        ({"phase": "line", "doing": {"kind": "network"}}, "Seat 0 lays a canal for £3: on which line?"),
        (
            SELLING,
            f"Seat 0 needs 1 barrel of beer for {SALE}: whose is taken?",
        ),
        ({"phase": "card", "doing": {"kind": "loan"}}, "Seat 0 gives a card for the loan: which one?"),
        (
            {"phase": "shortfall", "debt": 3, "tiles": [MILL, MINE], "players": [{"money": 0}]},
            "Seat 0 owes £3 and cannot pay: which tile does it give up, for half of what it cost?",
        ),
    ],
)
def test_questions_say_who_decides_what_and_why(position, sentence):
    assert question(position) == sentence
    assert all(question(position, language) != sentence for language in OTHERS)


def test_questions_tell_nothing_that_is_hidden():
    asked = set()
    for _, players, state in some_states(every=20):
        if state["mover"] < 0:
            continue
        seat = int(state["mover"])
        asked.add(int(state["phase"]))
        for watcher in range(players):
            other = mirrored(state)
            RULES.hide(other, watcher, 7)
            assert prompt_message(other.to_record()[0], seat) == prompt_message(state, seat)
    assert asked >= {ACTION, SHORTFALL, SCOUT_CARD}


def test_positions_tell_in_the_words_of_brass():
    position = magnate.load("brass", players=2).new(seed=5)
    assert wording.prompt_message(position).key == "brass.prompt.action"
    assert wording.action_message(position, parse_action("pass")).key == "brass.action.pass"
    assert wording.reason_message(position, "sell").key == "brass.why.no-tile-to-sell"
    assert {wording.event_message(position, event).key for event in position.events} >= {"brass.event.draws"}


# ------------------------------------------------------------------------------- what a choice leads to


MINES = [
    tile("cannock.0", 1, "coal 2", 3),
    tile("wolverhampton.1", 1, "coal 2", 1),
]
TO_THE_MINES = ("cannock-walsall", "walsall-wolverhampton")
"""Two mines at the same distance from a rail to Walsall; a mine of level 2 brings 7 spaces: from 0 to +4 a round."""


def previewed(state, name, language="en"):
    message = action_message(state, parse_action(name))
    return [catalogue(language).sentence(one) for one in message.params["preview"]]


def mines_asked(*lines):
    begun = table("stoke", "leek", tiles=MINES, links=links(1, *TO_THE_MINES, *lines), era="rail")
    begun.g.lines[0], begun.g.network[0] = 0, 0
    return begun.do("network", "link:birmingham-walsall").g.to_record()[0]


def test_a_mine_says_what_it_leads_to_and_what_the_market_asks():
    state = mines_asked()
    cut = "No merchant is connected: no coal can be bought for this."
    assert previewed(state, "take:cannock.0") == ["2 coal left there.", cut]
    flips = "Seat 1's coal mine 2 in Wolverhampton flips: income up 7 spaces, now +4 a round."
    assert previewed(state, "take:wolverhampton.1") == [flips, cut]
    market = "On the market the next cube costs £1, by way of Oxford."
    assert previewed(mines_asked("birmingham-oxford"), "take:cannock.0")[1] == market


def test_a_source_says_whose_it_is():
    state = setup(SELLING, Options(), 4)[0]
    params = action_message(state, parse_action("take:farm_north.0")).params
    assert (params["owner"], params["goods"], params["space"], params["resource"]) == (0, 1, "farm_north.0", "beer")
    flips = "Seat 0's brewery 1 in the northern farm brewery flips: income up 4 spaces, now +2 a round."
    assert previewed(state, "take:farm_north.0") == [flips]


def test_what_a_source_promises_is_what_happens():
    flipped = stayed = 0
    for _, _, state in some_states(every=1):
        if not TAKE_COAL <= state["phase"] <= TAKE_BEER:
            continue
        for action in legal(mirrored(state)):
            params = action_message(state, action).params
            if "preview" not in params:
                continue  # the merchant's barrel
            promised, at = params["preview"], params["space"]
            g = mirrored(state)
            RULES.step(g, action)
            after = narrate(g.events[1]) if len(g.events) > 1 else None
            if promised[0].key == "brass.event.flips":
                assert after.message == promised[0]
                flipped += 1
            else:
                assert after is None or after.key != "flips" or after.params["space"] != at
                stayed += 1
    assert min(flipped, stayed) > 0


def test_the_coal_of_a_link_comes_from_where_its_message_says():
    mined = bought = 0
    for _, _, state in some_states(every=1):
        if state["phase"] not in (LINE, SECOND_LINE) or state["era"] != RAIL:
            continue
        for action in legal(mirrored(state)):
            coal = action_message(state, action).params.get("coal")
            if coal is None:
                continue  # no second rail
            g = mirrored(state)
            RULES.step(g, action)
            if g.phase == TAKE_COAL:
                spaces = {name.removeprefix("take:") for name in map(action_name, legal(g))}
                assert spaces <= set(coal.params["mines"])
                continue
            first = narrate(g.events[1])
            if first.key == "takes":
                assert first.params["space"] in coal.params["mines"]
                mined += 1
            else:
                assert (first.key, first.params["money"]) == ("buys", coal.params["money"])
                assert coal.params["mines"] == []
                assert coal.params["merchants"] != []
                bought += 1
    assert min(mined, bought) > 0
