"""Lists of tables: of those that may be watched, and of those that a browser has tokens for."""

import pytest

from magnate.errors import BadTable

from .live import hub_at, run, seated


def test_lists_tell_whose_turn_it_is(where):
    async def test():
        async with hub_at(where) as hub:
            table, _ = await seated(hub)
            await hub.act(table, 0, "c", 0, ["b2"])
            (entry,) = (await hub.listing.page())["games"]
            assert entry["turn"] == {"k": "table.turn", "a": {"seat": 1}}
            assert (entry["at"], entry["status"], entry["winner"], entry["fork_of"]) == (1, "running", None, None)
            assert (await hub.listing.page(status="over"))["games"] == []
            assert (await hub.listing.page(before=entry["created"]))["games"] == []
            with pytest.raises(BadTable):
                await hub.listing.page(before="yesterday")
            shown = await hub.shown(table)
            assert shown["view"]["board"] == table.position.view(None)
            assert await hub.turns(table) == {"turns": table.turns()}
            assert await hub.log(table, None) == {"lines": table.log(None)}
            assert await hub.why(table, 1, ["place:b2"]) == {"reasons": table.why(1, ["place:b2"], None)}
            assert (await hub.preview(table, 1, ["a1"]))["view"]["at"] == 2

    run(test())
