"""Tables that begin where a journey wants them to: a record of a whole game is brought in, and forked at a step."""

import json
from functools import cache

import magnate


@cache
def game(name, players):
    return magnate.load(name, players=players)


def brought(server, record):
    """The table that shows a record which has been brought in."""
    with server.client(owner=True) as client:
        got = client.post("/api/import", json={"record": json.loads(record.to_json())})
    assert got.status_code == 200, got.text
    return got.json()


def table_at(server, record, at, seats, *, names=(), agent="random", **agreed):
    """A table that goes on from a step of a record; `seats` as `Visits.create` takes them, `names` of its people."""
    called = dict(enumerate(names))
    wishes = [
        {"kind": "human", "name": called.get(seat, f"Player {seat + 1}")}
        if one == "h"
        else {"kind": "agent", "agent": agent}
        for seat, one in enumerate(seats)
    ]
    shown = brought(server, record)
    with server.client(owner=True) as client:
        made = client.post(
            f"/api/games/{shown['id']}/fork",
            json={"at": at, "seats": wishes, "undo": "barrier", "hints": "request", **agreed},
        )
    assert made.status_code == 200, made.text
    return made.json()


def monopoly_at(server, position, seats="hh", **agreed):
    """A table of Monopoly that begins at a set-up."""
    start = game("monopoly", len(seats)).setup(position)
    return table_at(server, start.record(), 0, seats, **agreed)


def brass_at(server, position, seats="hh", **agreed):
    """A table of Brass that begins at a set-up.

    Of a game that goes on a fork draws the hands anew, so this one is played to its end first.
    """
    record = game("brass", len(seats)).play("random", seed=1, start=position)
    return table_at(server, record, 0, seats, **agreed)


@cache
def reviewed(server, name):
    """The table of a game that is over, whose review is made."""
    table, known = brought(server, game(name, 2).play("random", seed=3)), {}
    with server.client(owner=True) as client:
        while True:
            status = client.get(f"/api/games/{table['id']}/review", params=known).json()
            if status["stage"] in {"done", "failed"}:
                assert status["stage"] == "done", status
                return table
            known = {"known": status["version"]}
