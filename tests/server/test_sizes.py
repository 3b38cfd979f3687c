"""A step's message stays short over whole games of the largest tables, and what never changes is put back exactly."""

import json
from typing import Final

import pytest

from magnate.agents import resolve
from magnate.core.players import Players
from magnate.server.rooms import Encoder, encoded, pieces
from magnate.server.table import together

from .live import game_of, move, table

MOST = 16_000
"""Bytes of a message."""
ASKED: Final = 36_000
"""Bytes of one that asks its reader to decide: in Brass it has every place where something can be done."""


@pytest.mark.parametrize(("game", "players", "agent"), [("brass", 4, "planner"), ("monopoly", 8, "strategic")])
def test_messages_of_a_whole_game_are_short(game, players, agent):
    at = table(game_of(game, players), seed=2)
    seated = Players(at.game, [resolve(game, agent, players)] * players)
    while not at.over:
        change = move(at, seated.choose(at.position))
        whose = max(at.position.to_move, 0)
        sent = pieces(at.step(change, whose))
        assert max(map(len, sent)) < ASKED
        assert max(map(len, pieces({**at.step(change, whose), "decision": None}))) < MOST
        *ahead, step = map(json.loads, sent)
        if at.at % 40 == 0 or at.over:
            lines = [line for piece in (*ahead, step) for line in piece["lines"]]
            assert lines == json.loads(json.dumps(at.step(change, whose)))["lines"]
            board = step["view"]["board"]
            whole = board if at.static_view is None else together(board, json.loads(json.dumps(at.static_view)))
            assert whole == json.loads(json.dumps(at.view(whose)["board"]))
    assert at.at > 300
    reached = at.steps(None, at.at, 1)[0]["view"]
    assert reached["over"]["ending"] == at.position.ending


@pytest.mark.parametrize(("game", "players"), [("brass", 4), ("monopoly", 4), ("kuhn", 2), ("pig", 2)])
def test_what_viewers_share_is_encoded_once_and_reads_as_if_each_were_encoded_alone(game, players):
    at = table(game_of(game, players), seed=2)
    for _ in range(40):
        if at.over:
            break
        change = move(at, at.position.legal()[-1].id, cid="c")
        encode = Encoder(at.own_fields)
        for viewpoint in (None, *range(players)):
            step = at.step(change, viewpoint)
            assert pieces(step, encode) == pieces(step)
            assert json.loads(encode(step)) == json.loads(encoded(step))
            own = at.position.view(viewpoint)
            board = step["view"]["board"]
            assert json.loads(json.dumps(own)) == (board if at.static_view is None else together(board, at.static_view))


def test_each_seat_may_have_other_fields_for_itself():
    at = table(game_of("pig", 3), seed=2)
    fields = {0: {"you": 0}, 1: {"you": 1, "turn": 99}, 2: {"you": 2, "secret": {"a": [1]}}}
    at._own_view = fields.__getitem__
    for _ in range(3):
        change = move(at, "roll" if "roll" in map(str, at.position.legal()) else at.position.legal()[0].id)
        steps = [at.step(change, viewpoint) for viewpoint in (None, 0, 1, 2)]
        public = at.position.view(None)
        assert [step["view"]["board"] for step in steps] == [public, *({**public, **own} for own in fields.values())]
        encode = Encoder(at.own_fields)
        assert [json.loads(encode(step)) for step in steps] == [json.loads(encoded(step)) for step in steps]
    nothing = {**steps[0], "view": {**steps[0]["view"], "board": {}}}
    assert json.loads(Encoder(("you",))(nothing)) == json.loads(encoded(nothing))
