"""The socket of a table: who may do what, what is refused, and what comes back."""

import contextlib
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from magnate.server.protocol import CLIENT, MOST, Close
from magnate.server.sockets import AT_A_TABLE

from ..serving import PATIENCE, TableSocket


@pytest.fixture(scope="module")
def duel(server):
    """A table of tic-tac-toe with two people; nobody plays there."""
    return server.create("tictactoe", "hh")


def test_a_seats_token_opens_the_seat_and_none_is_the_public(server, duel):
    with server.sit(duel, 0) as first, server.sit(duel, 1) as second, server.sit(duel) as public:
        assert (first.you, second.you, public.you) == (0, 1, None)
        assert first.decision["seat"] == 0
        assert second.decision is None
        assert public.decision is None


def test_two_people_play_a_game_to_its_end(server):
    table = server.create("tictactoe", "hh", seed=7)
    with server.sit(table, 0) as first, server.sit(table, 1) as second, server.sit(table) as public:
        for player, square in ((first, "a1"), (second, "b1"), (first, "a2"), (second, "b2"), (first, "a3")):
            assert square in player.my_turn()
            assert player.act(square)["type"] == "ack"
            if player is first:
                assert player.decision is None
        for one in (first, second, public):
            assert one.seen("over")["reveal"]["seed"] == "7"
            assert one.view["over"]["utility"] == [1.0, 0.0]
        assert second.act("c3")["code"] == "over"


def test_the_same_message_again_does_nothing_and_is_answered_alike(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first:
        said = {"actions": ["a1"], "cid": "once", "seq": first.seq}
        one = first.do("act", **said)
        again = first.do("act", **said)
        assert one == again == {"type": "ack", "cid": "once", "seq": one["seq"]}
        assert first.view["at"] == 1


def test_what_was_decided_on_another_state_is_stale(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        assert first.act("a1")["type"] == "ack"
        second.my_turn()
        assert second.act("a2", seq=second.seq - 1)["code"] == "stale"
        assert second.act("a2", seq=second.seq + 1)["code"] == "stale"
        assert second.act("a2")["type"] == "ack"


@pytest.mark.parametrize("what", ["act", "undo", "hint"])
def test_nobody_decides_for_another_seat(server, duel, what):
    given = {"actions": ["a1"]} if what == "act" else {}
    with server.sit(duel, 1) as second, server.sit(duel) as public:
        for one in (second, public):
            answer = one.do(what, **given)
            assert answer["type"] == "reject"
            assert answer["code"] in {"not_yours", "refused"}
            assert answer["m"]["k"]
            assert one.view["at"] == 0


def test_illegal_actions_are_refused_with_the_reason(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        first.act("b2")
        second.my_turn()
        for name in ("b2", "z9", "' OR 1=1", "\u202e", "\x00"):
            answer = second.act(name)
            assert (answer["type"], answer["code"]) == ("reject", "illegal")
        assert second.act("a1", "b1")["type"] == "reject"  # the second would be another seat's
        assert second.view["at"] == 1


def test_a_hand_over_at_one_screen_is_another_hello(server, duel):
    with server.sit(duel, 0) as screen:
        assert screen.hello(duel["tokens"]["1"])["you"] == 1
        assert screen.decision is None
        assert screen.act("a1")["code"] == "not_yours"
        assert screen.hello(duel["tokens"]["0"])["you"] == 0
        assert screen.hello()["you"] is None


def test_others_hear_for_whom_a_screen_presses_and_when(server):
    """A token is needed for it; who asks later is told too; who leaves is waited for no longer."""
    table = server.create("monopoly", "hh")
    first, second = table["tokens"]["0"], table["tokens"]["1"]
    thrown = {"seat": 0, "seq": 0, "at": 0, "left": 1}
    with server.sit(table, 1) as other, server.sit(table) as public:
        with server.sit(table, 0) as player:
            assert [seat.get("throws", False) for seat in player.sync["seats"]] == [False, False]
            assert "before" in player.sync, "who comes first is shown the table before the throw"
            player.send(type="hands", tokens=[first, "no token of this table"])
            for one in (other, public):
                told = one.until("seats")["seats"]
                while not told[0].get("throws"):
                    told = one.until("seats")["seats"]
                assert "throws" not in told[1]
            other.send(type="throw", **thrown)  # not by this screen
            player.send(type="throw", **thrown)
            player.send(type="throw", **thrown)
            player.send(type="ping", n=1)
            player.until("pong")
            for one in (other, public):
                assert one.until("thrown") == {"type": "thrown", **thrown}
                assert one.do("name", name="Bob")["type"] in {"ack", "reject"}
                assert sum('"thrown"' in frame for frame in one.frames) == 1
            assert public.hello()["thrown"] == [{"type": "thrown", **thrown}]
            assert other.hello(second)["seats"][0]["throws"] is True
            player.hello(first)
            assert player.sync["seats"][0]["throws"] is True, "another hello of the same screen keeps what it said"
        while "throws" in public.until("seats")["seats"][0]:
            pass


def test_an_agent_stands_in_for_who_leaves_and_gives_the_seat_back(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        assert first.do("seat", take="agent", agent="random")["type"] == "ack"
        second.my_turn()
        assert first.view["at"] <= second.view["at"] == 1
        assert first.do("seat", take="human")["type"] == "ack"
        assert second.act(second.my_turn()[0])["type"] == "ack"
        assert first.my_turn()
        for agent in ("os:system", "network:/etc/passwd", "nobody"):
            assert first.do("seat", take="agent", agent=agent)["code"] == "refused"


def test_a_person_says_what_to_be_called(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first, server.sit(table, 1) as second, server.sit(table) as public:
        assert second.do("name", name="  Ann\u202e Lee ")["type"] == "ack"
        assert first.do("name", name="Ann Lee")["type"] == "ack"  # taken, so with a number
        assert public.do("name", name="Eve")["code"] == "not_yours"
        assert first.do("name", name="\u202e")["type"] == "ack"  # nothing is left of it
    with server.sit(table) as later:
        assert [seat["name"] for seat in later.sync["seats"]] == ["Ann Lee 1", "Ann Lee"]


def test_only_the_seat_itself_or_the_owner_gives_a_seat_away(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first, server.sit(table) as public, server.sit(table, owner=True) as owner:
        assert first.do("seat", take="agent", seat=1)["code"] == "not_yours"
        assert public.do("seat", take="agent", seat=1)["code"] == "not_yours"
        assert public.do("seat", take="agent")["code"] == "not_yours"
        assert owner.do("seat", take="agent", seat=1)["type"] == "ack"
        assert owner.do("seat", take="human", seat=1)["type"] == "ack"
        assert owner.do("seat", take="agent", seat=7)["type"] == "reject"


def test_another_seat_at_the_same_screen_is_given_away_by_its_token(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first, server.sit(table) as public:
        theirs = {"seat": 1, "token": table["tokens"]["1"]}
        assert first.do("seat", take="agent", agent="random", **theirs)["type"] == "ack"
        assert public.do("seat", take="human", **theirs)["type"] == "ack"  # while the screen is handed over
        assert first.do("seat", take="agent", seat=1, token=table["tokens"]["0"])["code"] == "not_yours"
        assert first.do("seat", take="agent", seat=1, token="x")["code"] == "not_yours"  # noqa: S106


def test_the_owner_watches_a_table_that_is_not_public_with_the_eyes_of_the_public(server):
    table = server.create("kuhn", "hh", public=False)
    with server.sit(table, owner=True) as owner:
        assert owner.you is None
        assert owner.view["board"]["cards"] == ["hidden", "hidden"]
    with pytest.raises(ConnectionClosed):
        server.sit(table)


def test_a_screen_that_is_handed_over_at_a_table_that_is_not_public_shows_nobodys_hand(server):
    table = server.create("kuhn", "hh", public=False)
    with server.sit(table, 0) as screen:
        screen.send(type="hello", v=1, token=table["tokens"]["0"], watch=True)
        between = screen.until("sync")
        assert between["you"] is None
        assert between["view"]["board"]["cards"] == ["hidden", "hidden"]
        assert between["decision"] is None
        assert screen.act("bet")["code"] == "not_yours"
        assert screen.hello(table["tokens"]["1"])["you"] == 1
        screen.send(type="hello", v=1, token="x", watch=True)  # noqa: S106
        assert screen.closed() == Close.BAD_TOKEN
    with server.client() as client:
        headers = {"X-Seat-Token": table["tokens"]["0"], "X-Watch-Only": "true"}
        for what in ("/steps", "/log"):
            got = client.get(f"/api/games/{table['id']}{what}", headers=headers)
            assert got.status_code == 200
            assert '"jack"' not in got.text and '"queen"' not in got.text and '"king"' not in got.text  # noqa: PT018


def test_a_ping_is_answered(server, duel):
    with server.sit(duel) as public:
        public.send(type="ping", n=MOST)
        assert public.until("pong")["n"] == MOST


# ------------------------------------------------------------------------------------------------ refused


@pytest.mark.parametrize("token", ["x", "A" * 22, "é", "A" * 64])
def test_a_wrong_token_opens_nothing(server, duel, token):
    with pytest.raises(ConnectionClosed) as closed:
        TableSocket(server, duel["id"], token)
    assert closed.value.rcvd.code == 4401


def test_a_token_of_another_table_opens_nothing(server, duel):
    other = server.create("tictactoe", "hh")
    with pytest.raises(ConnectionClosed) as closed:
        TableSocket(server, other["id"], duel["tokens"]["0"])
    assert closed.value.rcvd.code == 4401


def test_a_table_that_is_not_public_has_no_spectators(server):
    table = server.create("tictactoe", "hh", public=False)
    with pytest.raises(ConnectionClosed) as closed:
        server.sit(table)
    assert closed.value.rcvd.code == 4401
    with server.sit(table, 0) as first:
        assert first.you == 0


@pytest.mark.parametrize("table", ["AAAAAAAAAAAA", "x", "..", "%2e%2e"])
def test_a_table_that_there_is_not(server, table):
    with pytest.raises(ConnectionClosed) as closed:
        TableSocket(server, table)
    assert closed.value.rcvd.code == 4404


def test_a_new_link_puts_out_who_came_by_the_old_one(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as old, server.client(owner=True) as owner:
        got = owner.post(f"/api/games/{table['id']}/seats/0/reissue", json={})
        token = got.json()["token"]
        assert token != table["tokens"]["0"]
        assert old.until("bye")["code"] == "kicked"
        assert old.closed() == 4401
        with pytest.raises(ConnectionClosed):
            TableSocket(server, table["id"], table["tokens"]["0"])
        with TableSocket(server, table["id"], token) as new:
            assert new.you == 0
    with server.client() as stranger:
        assert stranger.post(f"/api/games/{table['id']}/seats/0/reissue", json={}).status_code == 403


def test_who_does_not_say_hello_first_is_put_out(server, duel):
    for first in ('{"type":"ping","n":1}', "hello", "{}", '{"type":"hello","v":2}'):
        assert _put_out(server, duel, first) == 4408


def test_who_says_nothing_is_put_out_after_a_while(server, duel):
    begun = time.monotonic()
    assert _put_out(server, duel) == 4408
    assert time.monotonic() - begun > 4.5


def _put_out(server, table, *messages):
    """The code with which the server closes a socket that says this."""
    address = f"ws://127.0.0.1:{server.port}/api/games/{table['id']}/ws"
    with connect(address, origin=server.url, proxy=None, compression=None) as socket:
        for message in messages:
            socket.send(message)
        with contextlib.suppress(ConnectionClosed):
            while True:
                socket.recv(30)
        return socket.close_code


@pytest.mark.parametrize(("size", "code"), [(16 * 1024 + 1, 4413), (70 * 1024, 1009)])
def test_long_messages_end_the_socket(server, duel, size, code):
    with server.sit(duel) as public:
        public.socket.send(json.dumps({"type": "ping", "n": 1}).ljust(size))
        assert public.closed() == code


def test_who_talks_too_fast_is_slowed_down_and_in_the_end_put_out(server, duel):
    with server.sit(duel) as public:
        heard = []
        for _ in range(20):  # sixty that take a busy machine seconds are not too fast
            for number in range(60):
                public.send(type="ping", n=number)
            heard += [public.until("pong", "reject") for _ in range(60)]
            if "rate" in {one.get("code") for one in heard}:
                break
        assert [one["type"] for one in heard[:39]] == ["pong"] * 39
        assert heard[-1]["code"] == "rate"
        with contextlib.suppress(ConnectionClosed):
            for number in range(2000):
                public.send(type="ping", n=number)
        assert public.closed() == 4429


def test_an_address_has_so_many_sockets_at_a_table_and_one_is_too_many(server):
    table = server.create("tictactoe", "hh")
    sockets = [server.sit(table) for _ in range(AT_A_TABLE)]
    with pytest.raises(ConnectionClosed) as closed:
        server.sit(table)
    assert closed.value.rcvd.code == 4429
    sockets.pop().leave()
    deadline = time.monotonic() + PATIENCE
    while True:  # the server notices a moment later that somebody has left
        try:
            sockets.append(server.sit(table))
            break
        except ConnectionClosed:
            assert time.monotonic() < deadline
    for one in sockets:
        one.leave()


# ---------------------------------------------------------------------------------------------- made up

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
_whole = st.integers(min_value=-2, max_value=2**70) | st.sampled_from([0, 1, MOST, MOST + 1])
_messages = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "act", "undo", "hint", "seat", "name", "ping", "sync", "", "__proto__"])},
    optional={
        "v": st.just(1) | _json,
        "token": st.text(max_size=80) | _json,
        "since": _whole | _json,
        "cid": st.text(max_size=50) | st.just("c") | _json,
        "seq": _whole | st.floats() | _json,
        "actions": st.lists(st.sampled_from(["a1", "b2", "c3"]) | st.text(max_size=10), max_size=70) | _json,
        "take": st.sampled_from(["agent", "human"]) | _json,
        "agent": st.sampled_from(["random", "os:system", "network:/etc/passwd"]) | _json,
        "seat": st.integers(-1, 9) | _json,
        "n": _whole | _json,
        "__proto__": _json,
    },
)
_frames = (
    _messages.map(json.dumps)
    | _json.map(json.dumps)
    | st.text(max_size=100)
    | st.binary(max_size=100)
    | st.integers(1, 3000).map(lambda depth: '{"type":' + "[" * depth)
)


@settings(max_examples=150)
@given(st.sampled_from([None, 1]), st.lists(_frames, min_size=1, max_size=6))
def test_no_frame_moves_the_game_or_the_server(server, duel, seat, frames):
    """Whatever is sent by a spectator or by who is not to move, the game stays as it is and the server goes on."""
    with server.sit(duel, seat) as known:
        try:
            for frame in frames:
                with contextlib.suppress(UnicodeEncodeError):  # half a character: no client can send it
                    known.socket.send(frame)
            known.send(type="ping", n=77)
            known.until("pong", n=77)
        except ConnectionClosed as closed:  # while something is still being sent, or after it
            assert closed.rcvd.code in {4401, 4429}  # noqa: PT017 - both are right answers to some frames
    with server.client() as client:
        view = client.get(f"/api/games/{duel['id']}").json()["view"]
    assert view["at"] == 0


@settings(max_examples=300)
@given(_messages)
def test_what_the_protocol_takes_is_exact(message):
    """Whatever passes has the exact types and no field too many."""
    from pydantic import ValidationError

    try:
        found = CLIENT.validate_json(json.dumps(message))
    except (ValidationError, ValueError):
        return
    kept = found.model_dump(exclude_unset=True)
    assert kept == message
    for value in kept.values():
        assert not isinstance(value, float)
        assert not isinstance(value, bool)
