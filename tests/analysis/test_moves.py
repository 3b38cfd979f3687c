"""Whole moves: they cover all decisions of a game, replay it, and say what they are."""

from __future__ import annotations

import re

import pytest

import magnate
from magnate.analysis.moves import after, candidates, move_from, played_moves, proposers
from magnate.errors import IllegalAction

GAMES = [
    ("monopoly", 4, "strategic"),
    ("monopoly", 3, "random"),
    ("brass", 3, "planner"),
    ("brass", 2, "random"),
    ("pig", 3, "random"),
    ("tictactoe", 2, "random"),
    ("kuhn", 2, "random"),
]
KINDS = {
    "monopoly": "buy auction offer answer build sell mortgage debt jail tax rent pass",
    "brass": "build network develop sell loan scout pass debt",
}


def record_of(name, players, agent, seed=3):
    return magnate.load(name, players=players).play(agent, seed=seed)


def position_of(name, players, agent, step, seed=3):
    return list(record_of(name, players, agent, seed).positions())[step]


@pytest.mark.parametrize(("name", "players", "agent"), GAMES)
def test_every_decision_belongs_to_one_whole_move_and_the_moves_replay_the_game(name, players, agent):
    record = record_of(name, players, agent)
    positions, moves = list(record.positions()), played_moves(record)
    decisions = [number for number in range(record.steps) if positions[number].to_move >= 0]
    assert [step for one in moves for step in range(one.at, one.end)] == decisions
    for one in moves:
        assert one.move.ids == record.actions[one.at : one.end]
        assert {positions[step].to_move for step in range(one.at, one.end)} == {one.seat}
        assert move_from(positions[one.at], one.move.ids) == one.move
        assert move_from(positions[one.at], one.move.names) == one.move
        assert after(positions[one.at], one.move) == positions[one.end]
        assert one.forced == all(len(positions[step].legal_ids()) == 1 for step in range(one.at, one.end))
        assert one.move.kind in KINDS.get(name, "move").split()
        assert one.move.text
        assert not re.search(r"[<{}>]|action\.", one.move.text)
    assert played_moves(positions) == played_moves(positions[-1]) == moves


@pytest.mark.parametrize(("name", "players", "agent"), GAMES)
def test_candidates_are_legal_distinct_and_the_same_each_time(name, players, agent):
    record = record_of(name, players, agent, seed=5)
    positions = list(record.positions())
    for one in played_moves(record)[:: max(1, record.steps // 20)]:
        position = positions[one.at]
        before = position.hash
        found = candidates(position, also=[one.move])
        assert found == candidates(position, also=[one.move])
        assert position.hash == before
        assert found[0] == one.move
        assert len({move.ids for move in found}) == len(found) <= 8
        for move in found:
            assert move_from(position, move.ids) == move


def texts(name, players, agent, seeds):
    return {
        kind: [
            (one.move.text, one.move.names)
            for seed in seeds
            for one in played_moves(record_of(name, players, agent, seed))
            if one.move.kind == kind
        ]
        for kind in KINDS[name].split()
    }


def test_monopolys_kinds_and_phrases():
    found = texts("monopoly", 3, "random", range(4))
    said = {kind: [text for text, _ in every] for kind, every in found.items()}
    assert any(re.fullmatch(r"buy [A-Z][\w. ]+ for \$\d+", text) for text in said["buy"])
    assert any(text.startswith("do not buy ") for text in said["buy"])
    assert all(re.match(r"(bid \$[\d,]+(, your limit)? for |stop bidding for )", text) for text in said["auction"])
    exact = [(text, names) for text, names in found["auction"] if "bid:exact" in names]
    assert exact
    for text, names in exact:
        amount = int("".join(name[-1] for name in names if name.startswith("digit:")))
        assert text.startswith(f"bid ${amount:,} for ")
    offers = [(text, names) for text, names in found["offer"] if "ask-cash" in names and names[0].startswith("trade:")]
    assert offers
    for text, names in offers:
        amount = int("".join(name[-1] for name in names if name.startswith("digit:")))
        assert f"${amount:,}" in text
        assert re.match(f"(offer|ask) seat {names[0].removeprefix('trade:')} ", text)
    assert all(text.startswith(("accept", "reject")) for text in said["answer"])
    assert all(text.startswith(("mortgage", "lift", "pass")) or "lift" in text for text in said["mortgage"])
    assert all("jail" in text for text in said["jail"])
    assert said["debt"]
    strategic = texts("monopoly", 4, "strategic", [3])
    assert all(text.startswith("build ") for text, _ in strategic["build"])
    assert strategic["build"]


def test_a_bid_that_wins_an_auction_is_one_move_and_raising_its_price_another():
    for one in played_moves(record_of("monopoly", 3, "random", 3)):
        bids = [name for name in one.move.names if name.startswith("bid:")]
        assert not bids or one.move.names[0] == bids[0]
        assert one.move.names.count("cancel") <= 1


def test_brass_phrases_tell_the_place_the_price_and_the_card_though_the_rules_skip_questions():
    found = texts("brass", 3, "planner", range(2))
    for text, names in found["build"]:
        assert re.match(r"build [a-z ]+ \d in .+ with the card ", text), (text, names)
    assert any("£" in text and ", using " in text for text, _ in found["build"])
    assert any(len(names) < 3 for _, names in found["sell"] + found["network"])  # what was skipped is told all the same
    for text, _ in found["network"]:
        assert re.match(r"lay a (canal|rail) between .+ for £\d+ with the card ", text)
    assert any(" and between " in text for text, _ in found["network"])  # two rails
    for text, _ in found["sell"]:
        assert re.match(r"sell .+ to .+ with the card ", text)
    random = texts("brass", 2, "random", range(2))
    assert all(re.match(r"scout with the cards .+, .+ and ", text) for text, _ in random["scout"])
    assert all(text.startswith("pass with the card ") for text, _ in random["pass"])
    assert all(text.startswith("borrow £30 with the card ") for text, _ in random["loan"])


def test_what_is_no_whole_move_is_refused():
    position = magnate.load("monopoly", players=3).setup({"players": [{"deeds": ["boardwalk"]}, {}, {}]})
    trade = next(name for name in (one.name for one in position.legal()) if name.startswith("trade:"))
    with pytest.raises(IllegalAction, match="not a whole move"):
        move_from(position, [trade])
    with pytest.raises(IllegalAction, match="over before"):
        move_from(position, ["roll", "roll"])
    with pytest.raises(IllegalAction, match="not a whole move"):
        move_from(position, [])
    with pytest.raises(IllegalAction):
        move_from(position, ["buy"])
    with pytest.raises(IllegalAction, match="nobody"):
        candidates(position.copy().apply("roll"))
    assert move_from(position, [trade, "item:boardwalk", "ask-cash", "digit:9", "digit:9", "done"]).text == (
        f"offer seat {trade[-1]} Boardwalk for $99"
    )


def test_candidates_hold_what_named_agents_do_and_passing():
    position = position_of("brass", 3, "planner", 120)
    while position.to_move < 0 or not position.settled:
        position.apply(position.outcomes()[0] if position.to_move < 0 else position.legal()[0])
    found = candidates(position, agents=["planner"], most=2)
    assert found[0] == candidates(position, agents=["planner"], most=1)[0]
    assert len(found) == 2
    assert "random" not in proposers("pig")
    assert {"strategic", "algorithmic", "baseline"} <= set(proposers("monopoly"))


def test_a_hidden_hand_does_not_change_what_is_proposed():
    position = position_of("brass", 3, "planner", 120)
    while position.to_move < 0:
        position.apply(position.outcomes()[0])
    again = position.shown_to(position.to_move, 99)
    assert again != position
    assert candidates(position) == candidates(again)
