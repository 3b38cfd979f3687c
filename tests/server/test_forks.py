"""What a fork may tell while the game that it came from goes on: nothing that is hidden there."""

import json
import math

import pytest
from websockets.exceptions import ConnectionClosed

import magnate
from magnate.errors import BadTable, Refused
from magnate.server.protocol import Close
from magnate.server.schemas import Fork
from magnate.server.table_config import TableConfig

from .live import PERSON, Watcher, agent, finished, run, seated, service_at, until, wishes

PEOPLE = [{"kind": "human"}] * 2
AGENTS = [{"kind": "agent", "agent": "random"}] * 2


async def forked(service, table, *, viewpoint=0, seats=(PERSON, PERSON), **wish):
    """A fork of a table as a seat makes it."""
    made = await service.fork(table, viewpoint, Fork(at=0, seats=list(seats), **wish))
    return await service.table(made["id"])


async def ended(service, table, *actions):
    """Play a table of Kuhn poker to its end."""
    for number, action in enumerate(actions or ("pass", "pass")):
        await service.act(table, number % 2, f"c{number}", table.seq, [action])
    table = await service.table(table.id)
    assert table.over
    return table


async def is_sealed(service, table):
    """Whether neither record nor verification nor dice are told."""
    for asked in (service.record(table), service.record(table, owner=True), service.verify(table)):
        with pytest.raises(Refused) as refused:
            await asked
        assert refused.value.localized.key in ("table.refused.sealed", "table.refused.verify")
    info = (await service.table(table.id)).info()
    assert info["reveal"] is None
    assert info["sealed"]
    return not info["public"]


async def is_open(service, table):
    """Whether record, verification and dice are told."""
    record = magnate.Record.from_json(await service.record(table))
    record.verify()
    info = (await service.table(table.id)).info()
    return (await service.verify(table))["ok"] and not info["sealed"] and info["reveal"] is not None


def card_of(client, table, seat):
    """The card that a seat of a table of Kuhn poker sees as its own, asked for over HTTP."""
    held = {"X-Seat-Token": table["tokens"][str(seat)]}
    (first,) = client.get(f"/api/games/{table['id']}/steps", headers=held).json()["steps"]
    return first["view"]["board"]["cards"][seat]


# --------------------------------------------------------------------------------------------- over HTTP


def test_the_record_of_a_fork_is_for_nobody_while_its_game_goes_on(server, owner, stranger):
    """Ten hands were read so: seat 0 forked, the fork ended, and anybody read its record."""
    table = server.create("kuhn", "hh")
    mine = {"X-Seat-Token": table["tokens"]["0"]}
    for seats in (PEOPLE, AGENTS):
        got = owner.post(f"/api/games/{table['id']}/fork", json={"at": 0, "seats": seats}, headers=mine)
        fork = got.json()
        path = f"/api/games/{fork['id']}"
        assert (fork["table"]["public"], fork["table"]["sealed"]) == (False, True)
        if seats is PEOPLE:
            held = {"X-Seat-Token": fork["tokens"]["0"]}
            with server.sit(fork, 0) as first, server.sit(fork, 1) as second:
                for player in (first, second):
                    player.my_turn()
                    assert player.act("pass")["type"] == "ack"
                for player in (first, second):
                    assert player.seen("over")["reveal"] is None
            assert stranger.get(path + "/record", headers=held).status_code == 403
            assert stranger.get(path + "/verify", headers=held).status_code == 409
            with server.sit(fork, 0) as again:
                assert again.sync["table"]["reveal"] is None
        for what in ("", "/steps", "/turns", "/log", "/record", "/verify"):
            assert stranger.get(path + what).status_code == 401, what
        assert owner.get(path + "/record").status_code == 403
        assert owner.get(path + "/verify").status_code == 409
        assert fork["id"] not in [one["id"] for one in stranger.get("/api/games").json()["games"]]
        assert owner.post(path + "/fork", json={"at": 0, "seats": PEOPLE, "public": True}).status_code == 400
        with pytest.raises(ConnectionClosed) as closed:
            server.sit(fork)
        assert closed.value.rcvd.code == Close.BAD_TOKEN


def test_the_owner_who_plays_there_does_not_see_a_fork_with_anothers_hand(server, owner):
    """Its showdown would show the hand that its maker holds at the owner's own table."""
    table = server.create("kuhn", "hh")
    mine = {"X-Seat-Token": table["tokens"]["0"]}
    forks = [
        owner.post(f"/api/games/{table['id']}/fork", json={"at": 0, "seats": seats}, headers=mine).json()
        for seats in (PEOPLE, AGENTS)
    ]
    with server.sit(forks[0], 0) as first, server.sit(forks[0], 1) as second:
        for player in (first, second):
            player.my_turn()
            assert player.act("pass")["type"] == "ack"
    for fork in forks:
        for what in ("", "/steps", "/turns", "/log"):
            assert owner.get(f"/api/games/{fork['id']}{what}").status_code == 401, what
        with pytest.raises(ConnectionClosed) as closed:
            server.sit(fork, owner=True)
        assert closed.value.rcvd.code == Close.BAD_TOKEN
        (listed,) = (one for one in owner.get("/api/games").json()["games"] if one["id"] == fork["id"])
        assert listed["winner"] is None
    held = {"X-Seat-Token": forks[0]["tokens"]["0"]}
    assert owner.get(f"/api/games/{forks[0]['id']}/steps", headers=held).status_code == 200
    again = {"json": {"at": 0, "seats": AGENTS}, "headers": held}
    nested = owner.post(f"/api/games/{forks[0]['id']}/fork", **again).json()
    assert owner.get(f"/api/games/{nested['id']}").status_code == 401
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        for player in (first, second):
            player.my_turn()
            assert player.act("pass")["type"] == "ack"
    for fork in (*forks, nested):
        assert owner.get(f"/api/games/{fork['id']}/steps").status_code == 200
    (listed,) = (one for one in owner.get("/api/games").json()["games"] if one["id"] == forks[0]["id"])
    assert listed["winner"] is not None


def test_who_plays_alone_against_agents_watches_forks(server, owner):
    for game, seats in (("kuhn", "ha"), ("pig", "hh")):
        table = server.create(game, seats)
        mine = {"X-Seat-Token": table["tokens"]["0"]}
        wish = {"at": 0, "seats": AGENTS}
        fork = owner.post(f"/api/games/{table['id']}/fork", json=wish, headers=mine).json()
        assert owner.get(f"/api/games/{fork['id']}/steps").status_code == 200


def test_a_fork_cannot_be_made_public_while_its_game_goes_on(server, owner):
    table = server.create("kuhn", "hh")
    wish = {"at": 0, "seats": PEOPLE, "public": True}
    got = owner.post(f"/api/games/{table['id']}/fork", json=wish, headers={"X-Seat-Token": table["tokens"]["0"]})
    assert got.status_code == 400
    assert "not public" in got.json()["error"]["message"]


@pytest.mark.long
def test_thousands_of_forks_over_http_keep_the_others_card_half_of_the_time(server, owner, record_property):
    """Seat 0 forks; the other seat of the fork then has its true card, or the third one, with equal chance.

    The bound is exact: fair coins fall so far to either side in one of a million tests.
    """
    kept, tables, forks = 0, 40, 100
    for _ in range(tables):
        table = server.create("kuhn", "hh")
        place = f"/api/games/{table['id']}"
        mine, true = (card_of(owner, table, seat) for seat in (0, 1))
        wish = {"json": {"at": 0, "seats": PEOPLE}, "headers": {"X-Seat-Token": table["tokens"]["0"]}}
        for _ in range(forks):
            fork = owner.post(f"{place}/fork", **wish).json()
            assert card_of(owner, fork, 0) == mine
            kept += card_of(owner, fork, 1) == true
            assert owner.delete(f"/api/games/{fork['id']}").status_code == 204
        assert owner.delete(place).status_code == 204
    count = tables * forks
    record_property("kept", f"{kept} of {count}")
    fewer = min(kept, count - kept)
    assert sum(math.comb(count, one) for one in range(fewer + 1)) * 2_000_000 > 2**count, kept


# ----------------------------------------------------------------------------------------------- the table service


def test_a_fork_is_opened_when_its_game_ends(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "kuhn")
            fork = await forked(service, table)
            fork = await ended(service, fork)
            ann = Watcher(service, fork, 0)
            assert await is_sealed(service, fork)
            assert ann.of("sync")[-1]["table"]["reveal"] is None
            await ended(service, table)
            assert ann.of("over")[-1]["reveal"] is not None  # whoever watches is told
            assert await is_open(service, fork)
            assert not (await service.table(fork.id)).info()["public"]  # it stays for those who sit there

    run(test())


def test_a_fork_of_a_fork_is_sealed_by_both(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "kuhn")
            first = await forked(service, table)
            second = await forked(service, first)
            first, second = await ended(service, first), await ended(service, second)
            third = await ended(service, await forked(service, first))  # of one that is over, but sealed itself
            for one in (first, second, third):
                assert await is_sealed(service, one)
                with pytest.raises(BadTable):
                    await forked(service, one, public=True)
            assert set(second.config.sealed_by) == {table.id, first.id}
            await ended(service, table)
            for one in (first, second, third):
                assert await is_open(service, one)

    run(test())


def test_a_fork_of_a_sealed_fork_has_other_cards_and_no_engine(tmp_path):
    """A game that is over hides nothing, unless it began with the hand of somebody who plays on elsewhere."""

    async def test():
        async with service_at(tmp_path / "t.db", running=900) as service:
            table, _ = await seated(service, "kuhn")
            true = table.position.to_setup()["cards"]
            first = await ended(service, await forked(service, table))
            assert first.position_at(0).to_setup()["cards"][0] == true[0]
            seen = set()
            for _ in range(40):
                anew = await forked(service, first, viewpoint=None, hints="always")
                assert anew.info()["hints"] == "off"
                seen.add(tuple(anew.position_at(0).to_setup()["cards"]))
            assert {cards[0] for cards in seen} == {"jack", "queen", "king"}
            for seats in ((agent("random"),) * 2, (PERSON, PERSON)):  # nobody plays there, and yet
                among = await forked(service, table, seats=seats)
                assert (await forked(service, among, hints="always")).info()["hints"] == "off"

    run(test())


def test_the_seal_outlives_the_server_and_the_tables_between(tmp_path):
    async def test():
        where = tmp_path / "t.db"
        async with service_at(where) as service:
            table, _ = await seated(service, "kuhn")
            first = await forked(service, table)
            second = await ended(service, await forked(service, first))
            await service.delete(first)
        async with service_at(where) as service:
            second = await service.table(second.id)
            assert await is_sealed(service, second)
            await ended(service, await service.table(table.id))
            assert await is_open(service, second)
        async with service_at(where) as service:
            assert await is_open(service, await service.table(second.id))

    run(test())


def test_a_game_that_is_forgotten_seals_nothing(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "kuhn")
            fork = await ended(service, await forked(service, table))
            agents = await forked(service, table, seats=(agent("random"), agent("random")))
            await until(lambda: agents.over)
            assert await is_sealed(service, fork)
            assert await is_sealed(service, agents)
            await service.delete(table)
            assert await is_open(service, fork)
            assert await is_open(service, agents)

    run(test())


def test_forks_of_a_private_game_are_private_and_those_of_a_public_one_that_is_over_public(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            for public in (True, False):
                table = await finished(service, public=public)
                fork = await forked(service, table, viewpoint=None)
                assert (fork.info()["public"], fork.info()["sealed"]) == (public, False)
                assert not (await forked(service, table, viewpoint=None, public=False)).info()["public"]
                if not public:
                    with pytest.raises(BadTable):
                        await forked(service, table, viewpoint=None, public=True)

    run(test())


def test_a_fork_of_an_older_store_is_sealed_by_the_game_that_it_came_from(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            made = await service.create(wishes("kuhn", PERSON, PERSON))
            fork = await forked(service, await service.table(made["id"]))
            kept = json.loads(json.dumps(fork.config.to_json()))
            del kept["sealed_by"]
            assert TableConfig.from_json(kept).sealed_by == (made["id"],)
            kept["fork_of"] = None
            assert TableConfig.from_json(kept).sealed_by == ()

    run(test())
