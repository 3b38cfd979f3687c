"""Whole games at the socket: no frame, answer, error, export or log says what its reader cannot know.

The cards of the game have names that stand nowhere else, so one that is found where nobody should know it is a leak.
"""

import json
import logging
import random
import re

import pytest

import magnate
from magnate.core.contract import CHANCE
from magnate.server.agent_workers import AgentWorkers
from magnate.server.settings import Limits
from magnate.server.table_service import TableService
from magnate.server.tablestore import open_tables

from ..games_for_tests import canaries
from ..games_for_tests.canaries import CANARY, NAMES
from .threaded import Threaded


@pytest.fixture(scope="module")
def own(tmp_path_factory, settings):
    """A server in this process, which therefore knows the game of canaries."""
    magnate.load(canaries)
    store = open_tables(str(tmp_path_factory.mktemp("canaries") / "tables.db"))
    with Threaded(settings, TableService(store, AgentWorkers(1), Limits(pace=0.0))) as server:
        yield server
    store.close()


class Ears:
    """All that one viewer has been told, each text with the number of steps after which it came."""

    def __init__(self, server, table, seat):
        self.seat = seat
        self.socket = server.sit(table, seat)
        self.client = server.client()
        if seat is not None:
            self.client.headers["X-Seat-Token"] = table["tokens"][str(seat)]
        self.path = f"/api/games/{table['id']}"
        self.received = []

    def leave(self):
        self.socket.leave()
        self.client.close()

    def ask_everything(self, at, owner):
        """Everything that there is to ask, legal or not."""
        answers = [
            self.client.get(self.path),
            *(self.client.get(self.path + what) for what in ("/steps", "/turns", "/log", "/record", "/verify")),
            self.client.get("/api/games"),
            owner.get(self.path),
            owner.get(self.path + "/record"),
        ]
        for name in NAMES[at % 3 :: 3]:
            answers.append(self.client.post(self.path + "/why", json={"refs": [f"card:{name}"]}))
            answers.append(self.client.post(self.path + "/preview", json={"actions": [name]}))
            answers[-2:] = [_without(answer, name) for answer in answers[-2:]]  # its own words may come back
        self.received += [(at, answer if isinstance(answer, str) else answer.text) for answer in answers]

    def hear(self, at):
        """Take what has come over the socket: up to the state after so many steps."""
        while self.socket.view["at"] < at:
            self.socket.next()
        self.received += [(at, frame) for frame in self.socket.frames]
        self.socket.frames.clear()


def _without(answer, name):
    return answer.text.replace(name, "")


def knowledge(record, at, seat):
    """The cards that a viewer can know after so many decisions of a game: those played, and those that it has drawn."""
    position = record._start()
    known, decisions = set(), 0
    for step in record.actions:
        if position.to_move == CHANCE:
            if seat in position.seen_by and seat is not None:
                known.add(NAMES[step])
        else:
            if decisions == at:
                break
            decisions += 1
            known.add(NAMES[step])
        position.apply(step)
    return known


@pytest.mark.parametrize(("seed", "wishes"), [(1, {}), (2, {"hints": "always"})])
def test_nobody_is_told_what_it_cannot_know(own, seed, wishes, caplog):
    caplog.set_level(logging.DEBUG, logger="magnate")
    rng = random.Random(seed)
    table = own.create("canaries", "hhh", options={"cards": 12, "hand": 3}, **wishes)
    ears = [Ears(own, table, seat) for seat in (0, 1, 2, None)]
    owner = own.client(owner=True)
    at = 0
    while True:
        for one in ears:
            one.hear(at)
        if ears[0].socket.view["over"] is not None:
            break
        for one in ears:
            one.ask_everything(at, owner)
        mover = next(one for one in ears if one.socket.decision is not None)
        for one in ears:  # all try all cards that the mover does not hold
            legal = one.socket.my_turn() if one is mover else []
            for name in [name for name in NAMES if name not in legal][:: 1 + rng.randrange(4)]:
                answer = one.socket.act(name)
                assert answer["type"] == "reject"
                one.socket.frames = [frame.replace(name, "") for frame in one.socket.frames]
        assert mover.socket.act(rng.choice(mover.socket.my_turn()))["type"] == "ack"
        at += 1
    with own.client() as client:
        final = client.get(f"/api/games/{table['id']}/record")
    record = magnate.Record.from_json(final.text)
    found = 0
    for one in ears:
        for when, text in one.received:
            names = set(CANARY.findall(text))
            found += len(names)
            assert names <= knowledge(record, when, one.seat), (one.seat, when, text)
    assert found > 1000  # the names are found where they may be
    assert set(CANARY.findall("".join(record.getMessage() for record in caplog.records))) == set()
    before = "".join(text for one in ears for when, text in one.received if when < at)
    assert record.dice.key not in before  # the dice are a secret until the end
    assert str(record.dice.agents_seed) not in before
    assert record.verify().dice
    owner.close()
    for one in ears:
        one.leave()


def test_a_fork_of_a_game_that_goes_on_has_other_cards(own):
    """What the viewer cannot know is drawn anew: a fork with all seats open tells nothing of the others' hands."""
    differ = 0
    for seed in range(6):
        table = own.create("canaries", "hhh", options={"cards": 12, "hand": 3}, seed=seed)
        with own.client(owner=True) as client:
            client.headers["X-Seat-Token"] = table["tokens"]["0"]
            seats = [{"kind": "human"}] * 3
            got = client.post(f"/api/games/{table['id']}/fork", json={"at": 0, "seats": seats})
        assert got.status_code == 200, got.text
        hands = []
        for one in (table, got.json()):
            with own.sit(one, 0) as mine, own.sit(one, 1) as other:
                hands.append((mine.view["board"]["hand"], other.view["board"]["hand"]))
        assert hands[0][0] == hands[1][0]
        differ += hands[0][1] != hands[1][1]
    assert differ >= 4


def test_two_games_that_look_alike_to_a_seat_sound_alike(own):
    """Tables of other dice with the same hand of seat 0: what it is told is the same but for ids and times."""
    seen = {}
    for seed in range(200):
        position = magnate.load("canaries", players=3, cards=6, hand=1).new(seed=seed)
        hand = tuple(position.view(0)["hand"])
        seen.setdefault(hand, []).append((seed, position.states().tobytes()))
    pairs = [found for found in seen.values() if len({state for _, state in found}) > 1]
    assert pairs
    for found in pairs[:3]:
        (one, _), other = found[0], next(pair for pair in found if pair[1] != found[0][1])
        received = []
        for seed in (one, other[0]):
            table = own.create("canaries", "hhh", options={"cards": 6, "hand": 1}, seed=seed)
            with own.sit(table, 0) as mine:
                text = json.dumps(mine.sync)
            for name, value in (
                ("id", table["id"]),
                ("at", table["table"]["created"]),
                ("c", table["table"]["commitment"]),
            ):
                text = text.replace(value, name)
            received.append(text)
        assert received[0] == received[1]
        assert re.search(CANARY, received[0])
