"""Lists of tables: of those that may be watched, and of those that a browser has tokens for."""

import pytest

from magnate.errors import BadTable

from .live import PERSON, run, seated, service_at, wishes


def ids(listed):
    return [one["id"] for one in listed["games"]]


def test_lists_tell_whose_turn_it_is(where):
    async def test():
        async with service_at(where) as service:
            table, _ = await seated(service)
            await service.act(table, 0, "c", 0, ["b2"])
            (entry,) = (await service.listing.page())["games"]
            assert entry["turn"] == {"k": "table.turn", "a": {"seat": 1}}
            assert (entry["at"], entry["status"], entry["winner"], entry["fork_of"]) == (1, "running", None, None)
            assert (await service.listing.page(status="over"))["games"] == []
            assert (await service.listing.page(before=entry["created"]))["games"] == []
            with pytest.raises(BadTable):
                await service.listing.page(before="yesterday")

    run(test())


def test_tables_that_are_not_public_are_listed_for_the_owner_only(where):
    async def test():
        async with service_at(where) as service:
            hidden = await service.create(wishes("tictactoe", PERSON, PERSON, public=False))
            shown = await service.create(wishes("tictactoe", PERSON, PERSON))
            assert ids(await service.listing.page()) == [shown["id"]]
            everything = await service.listing.page(everything=True)
            assert [(one["id"], one["public"]) for one in everything["games"]] == [
                (shown["id"], True),
                (hidden["id"], False),
            ]

    run(test())


def test_a_browser_finds_all_tables_that_it_has_tokens_for(where):
    """Public or not, however many are newer; and none that its tokens do not open (any more)."""

    async def test():
        async with service_at(where) as service:
            old = await service.create(wishes("pig", PERSON, PERSON, public=False))
            mine, other, gone, replaced = [await service.create(wishes("tictactoe", PERSON, PERSON)) for _ in range(4)]
            for _ in range(3):
                await service.create(wishes("tictactoe", PERSON, PERSON))
            await service.delete(await service.table(gone["id"]))
            await service.reissue(await service.table(replaced["id"]), 0)
            held = {
                old["id"]: [old["tokens"]["1"]],
                mine["id"]: ["no token", mine["tokens"]["0"]],  # one of them suffices
                other["id"]: [mine["tokens"]["0"]],
                gone["id"]: [gone["tokens"]["0"]],
                replaced["id"]: [replaced["tokens"]["0"]],
                "nosuchtable": ["x"],
            }
            assert ids(await service.listing.held(held)) == [mine["id"], old["id"]]
            assert await service.listing.held({}) == {"games": []}
        async with service_at(where) as service:  # after a restart too, when no table is in memory
            assert ids(await service.listing.held(held)) == [mine["id"], old["id"]]
            assert service._rooms.everyone() == []

    run(test())
