"""Nobody is told what he cannot see: not by views, decisions, lines, reasons, previews or forks.

Two tables whose positions differ in nothing that a seat may know must tell it the same bytes. And in whole games no
message to anybody has a canary: a hidden card, the seed, the nonce.
"""

import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnate
from magnate.errors import Refused
from magnate.server import table_factory
from magnate.server.rooms import encoded
from magnate.server.table_factory import _as_known
from tests.games_for_tests import tricks

from .live import NONCE, begun, game_of, move, table

SEED = 6_271_828_182_845_904
CARDS = ("jack", "queen", "king")


def heard(at, viewpoint):
    """All that a viewer can get out of a table as it stands, without changing it."""
    found = [at.sync(viewpoint, (), 200), at.steps(viewpoint, 0, 500), at.turns(), at.log(viewpoint)]
    if viewpoint is not None and at.position.to_move == viewpoint:
        names = [action["name"] for action in at.decision(viewpoint)["actions"]]
        found += [at.preview(viewpoint, [name]) for name in names[:3]]
        found += [at.why(viewpoint, [f"kind:{kind}"], None) for kind in ("bet", "build", "sell")]
    return encoded({"": found})


def kuhn(cards, moves):
    """A table of Kuhn poker at which these cards were dealt."""
    game = game_of("kuhn", 2)
    seed = next(seed for seed in itertools.count() if _deal(game, seed) == tuple(cards[:2]))
    at = table(game, seed=seed)
    for name in moves:
        if not at.over:
            move(at, name)
    return at


def _deal(game, seed):
    return tuple(CARDS[card - 1] for card in game.new(seed=seed).state["card"])


def same_dice(at, other):
    """The other table with the terms of the first: what differs lawfully (the commitment, the id) is the same."""
    other.config = at.config
    return other


@given(
    deal=st.permutations(CARDS), moves=st.lists(st.sampled_from(["pass", "bet"]), max_size=2), seat=st.integers(0, 1)
)
@settings(max_examples=60)
def test_kuhn_tells_a_seat_the_same_whatever_the_other_holds(deal, moves, seat):
    other = [deal[0], deal[2]] if seat == 0 else [deal[2], deal[1]]
    one, two = kuhn(deal, moves), kuhn(other, moves)
    if one.position.state["showdown"]:
        return
    if not one.over:
        assert heard(one, seat) == heard(same_dice(one, two), seat)
        assert heard(one, None) == heard(two, None)


def variant(at, seat, key):
    """The table with all drawn anew, now and at every step before, that the seat cannot know."""
    other = type(at)(at.config, at.seats, at.game)
    other.seq, other.asked = at.seq, at.asked
    other.frames = [_variant(at, number, seat, key) for number in range(len(at.frames))]
    other.position = at.position.shown_to(seat, key)
    return other


def shown_to(at, seat):
    """What the seat is told of the table, but for what it may take back: that is of its own past alone."""
    return encoded({**at.sync(seat, (), 200), "undo": None})


def _variant(at, number, seat, key):
    from dataclasses import replace

    frame = at.frames[number]
    lines = tuple(line for line in frame.lines if line.for_viewer(seat, at.players))
    return replace(frame, lines=lines, state=at.position_at(number).shown_to(seat, key).states().tobytes())


@pytest.mark.parametrize("game", ["brass", "tricks"])
def test_a_seat_is_told_the_same_in_every_world_that_it_may_take_for_the_true_one(game):
    rnd = random.Random(4)
    at = table(magnate.load(tricks, players=3) if game == "tricks" else game_of("brass", 3), seed=3)
    asked = 0
    for step in range(120 if game == "brass" else 9):
        if at.over:
            break
        if step % 12 == 0 or game == "tricks":
            for seat in range(at.players):
                worlds = {heard(variant(at, seat, key), seat) for key in (1, 2, 3)}
                assert worlds == {heard(variant(at, seat, 0), seat)}
                assert shown_to(variant(at, seat, 5), seat) == shown_to(at, seat)
            asked += 1
        move(at, rnd.choice(at.position.legal_ids()))
    assert asked >= 9 or game == "brass"


@pytest.mark.parametrize("seed", range(4))
def test_no_message_of_brass_has_anothers_cards_before_they_lie_open(seed):
    rnd = random.Random(seed)
    at, first = begun(("brass", 3), seed=SEED + seed)
    canaries = [str(SEED + seed).encode(), NONCE.encode(), at.config.dice.nonce.encode()]
    changes = [first]
    while not at.over and at.at < 150:
        hands = [at.position.view(seat)["players"][seat]["hand"] for seat in range(3)]
        for viewpoint in (None, 0, 1, 2):
            message = at.step(changes[-1], viewpoint) if len(changes) > 1 else at.sync(viewpoint, (), 200)
            data = encoded(message)
            assert not any(canary in data for canary in canaries)
            for seat, player in enumerate(message["view"]["board"]["players"]):
                assert player["hand"] == (hands[seat] if seat == viewpoint else None)
            if message["decision"] is not None:
                assert message["decision"]["seat"] == viewpoint == at.position.to_move
            for line in message.get("lines", ()):
                if "draw" in line["m"]["k"]:
                    assert viewpoint == line["seat"] or "card" not in line["m"]["a"]
        changes.append(move(at, rnd.choice(at.position.legal_ids())))


@pytest.mark.parametrize("deal", list(itertools.permutations(CARDS, 2)))
def test_no_byte_of_kuhn_names_a_hidden_card(deal):
    at = kuhn(deal, [])
    dice = at.config.dice
    for name in ("pass", "bet", "pass"):  # ends with a fold: the cards are never shown
        for viewpoint in (None, 0, 1):
            known = () if viewpoint is None else (deal[viewpoint],)
            data = heard(at, viewpoint)
            assert dice.nonce.encode() not in data
            for card in CARDS:
                assert (f'"{card}"'.encode() in data) == (card in known), (viewpoint, card)
        move(at, name)
    assert at.over
    assert encoded(at.sync(None, (), 9)).count(b"hidden") == 2


def test_what_is_forked_of_a_game_that_goes_on_tells_nothing_hidden():
    at = kuhn(("king", "jack"), ["pass"])
    mine = {_as_known(at.position_at(1), [0]).to_setup()["cards"][1] for _ in range(40)}
    assert mine == {"jack", "queen"}
    public = {tuple(_as_known(at.position_at(1), [0, 1]).to_setup()["cards"]) for _ in range(200)}
    assert public == set(itertools.permutations(CARDS, 2))


@pytest.mark.parametrize(("viewpoint", "steps"), [(0, []), (0, ["pass"]), (1, []), (1, ["pass"])])
def test_forks_of_kuhn_keep_the_others_card_half_of_the_time(viewpoint, steps, monkeypatch):
    """The other holds one of two cards, whatever its true one is: 2,000 forks of each deal, drawn from a fixed seed."""
    monkeypatch.setattr(table_factory.secrets, "randbits", random.Random(690).getrandbits)
    kept = []
    for deal in itertools.permutations(CARDS, 2):
        at = kuhn(deal, steps)
        fork = [_as_known(at.position_at(len(steps)), [viewpoint]).to_setup()["cards"] for _ in range(2000)]
        assert {cards[viewpoint] for cards in fork} == {deal[viewpoint]}
        kept.append(sum(cards[1 - viewpoint] == deal[1 - viewpoint] for cards in fork))
    chi_squared = sum((one - 1000) ** 2 / 500 for one in kept)
    assert chi_squared < 22.5, kept  # 0.1 % of six fair counts are beyond


def test_a_refusal_tells_no_more_than_what_the_seat_knows():
    reasons = set()
    for cards in (("king", "jack"), ("king", "queen")):
        at = kuhn(cards, [])
        for actions in (["call"], ["bet", "pass"], ["pass", "pass", "pass"]):
            with pytest.raises(Refused) as refused:
                at.plan_move(0, actions)
            reasons.add((str(actions), refused.value.reason, json.dumps(refused.value.localized.to_json())))
    assert len(reasons) == 3
