"""Seats: the tokens that open them, and agents that stand in for people."""

import pytest

from magnate.errors import BadToken, Refused

from .live import PERSON, Watcher, agent, run, seated, service_at, until, wishes


def test_a_token_opens_its_seat_and_no_other(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            made = await service.create(wishes("tictactoe", PERSON, agent("random")))
            table = await service.table(made["id"])
            assert list(made["tokens"]) == ["0"]
            assert service.seat_of(table, made["tokens"]["0"]) == 0
            assert service.seat_of(table, None) is None
            for wrong in ("", "x", made["tokens"]["0"] + "x", "\udcff", "🂡"):
                with pytest.raises(BadToken):
                    service.seat_of(table, wrong)
            other = await service.create(wishes("tictactoe", PERSON, PERSON))
            with pytest.raises(BadToken):
                service.seat_of(table, other["tokens"]["0"])

    run(test())


def test_a_new_token_ends_the_old_one_and_who_came_by_it(where):
    async def test():
        async with service_at(where) as service:
            made = await service.create(wishes("tictactoe", PERSON, PERSON))
            table = await service.table(made["id"])
            ann, bob = (Watcher(service, table, seat) for seat in (0, 1))
            token = (await service.reissue(table, 0))["token"]
            assert service.seat_of(table, token) == 0
            with pytest.raises(BadToken):
                service.seat_of(table, made["tokens"]["0"])
            assert ann.got[-1] == {"type": "bye", "code": "kicked"}
            assert not bob.of("bye")
            await service.act(table, 0, "c", 0, ["b2"])
            assert not ann.of("step")
        async with service_at(where) as service:
            assert service.seat_of(await service.table(made["id"]), token) == 0

    run(test())


def test_an_agent_takes_a_seat_and_gives_it_back(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, (ann, bob) = await seated(service, undo="barrier")
            await service.take_seat(table, 0, "s1", "agent", "random")
            await until(lambda: table.at == 1)
            seat = bob.of("seats")[-1]["seats"][0]
            assert (seat["kind"], seat["agent"], seat["taken_over"]) == ("human", "random", True)
            assert {line["m"]["k"] for line in table.log(None)} >= {"table.stand_in"}
            with pytest.raises(Refused) as refused:
                await service.act(table, 0, "c", table.seq, ["c3"])
            assert refused.value.localized.key == "table.refused.agent_plays"
            await service.take_seat(table, 0, "s2", "human")
            assert await service.take_seat(table, 0, "s2", "human") == table.seq
            free = table.decision(1)["actions"][0]["name"]
            await service.act(table, 1, "c", table.seq, [free])
            assert ann.of("step")[-1]["decision"]["seat"] == 0
            assert table.at == 2

    run(test())
