"""Tables and table services to test with."""

import asyncio
import json
import os
import sys
from contextlib import asynccontextmanager
from functools import cache

import magnate
from magnate.server.agent_workers import AgentWorkers
from magnate.server.schemas import NewTable, SeatWish
from magnate.server.settings import Limits
from magnate.server.table import Table
from magnate.server.table_config import Dice, TableConfig, TableSeat
from magnate.server.table_service import TableService
from magnate.server.tablestore import open_tables

PERSON = SeatWish(kind="human")
NONCE = "a nonce that nobody may see before the end"


@cache
def game_of(name, players):
    return magnate.load(name, players=players)


def begun(game, seed=7, agents=(), dice=None, **agreed):
    """A table at which a game (a name and a number of players, or a game) has begun, and its first change."""
    game = game_of(*game) if isinstance(game, tuple) else game
    seats = [TableSeat(seat, f"Player {seat + 1}", dict(agents).get(seat)) for seat in range(game.players)]
    return Table.begun(TableConfig.of(game, dice or Dice(seed, NONCE), **agreed), seats, game)


def table(game, seed=7, agents=(), **agreed):
    """A table that has begun."""
    return begun(game, seed, agents, **agreed)[0]


def move(table, *actions, cid=None):
    """The seat to move takes these actions; returns the change."""
    change = table.plan_move(table.position.to_move, actions, cid)
    table.make(change)
    return change


def again(table, changes):
    """The table as another process finds it."""
    kept = [type(one).from_json(one.kind, one.seat, one.cid, json.loads(json.dumps(one.to_json()))) for one in changes]
    config = TableConfig.from_json(json.loads(json.dumps(table.config.to_json())))
    return Table.kept(config, table.seats, config.load_game() if table.game.name != "tricks" else table.game, kept)


def agent(spec):
    return SeatWish(kind="agent", agent=spec)


def wishes(game, *seats, **others):
    return NewTable(game=game, seats=list(seats), **others)


@asynccontextmanager
async def service_at(where, workers=1, **limits):
    """A table service whose tables are kept at a place, and which is stopped afterwards."""
    store = open_tables(str(where))
    service = TableService(store, AgentWorkers(workers), Limits(**{"pace": 0.0, **limits}))
    lend(service)
    await service.start()
    try:
        yield service
    finally:
        take_back(service)
        await service.stop()
        store.close()


# A process that works for a service takes longer to start than most tests. So the next service goes on with those
# that are idle when one is stopped, if it would start them in the same surroundings.

SPARE: dict[tuple, list] = {}
"""Idle processes, by what they do and the surroundings that they were started in."""


def surroundings():
    """What a process takes over from this one when it starts."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    return tuple(sys.path), tuple(sorted(variables.items()))


def lend(service):
    for pool in (service.agent_workers, service.labour, service.analyses.workers):
        spare = SPARE.get((pool._serve, surroundings()), [])
        while None in pool._idle and spare:
            pool._idle[pool._idle.index(None)] = spare.pop()


def take_back(service):
    for pool in (service.agent_workers, service.labour, service.analyses.workers):
        kept = next((worker for worker in pool._idle if worker is not None and worker.alive), None)
        if kept is not None:
            pool._idle[pool._idle.index(kept)] = None
            end_spare(pool._serve)
            SPARE[pool._serve, surroundings()] = [kept]


def end_spare(*serve):
    """End the idle processes, of these kinds or all: there is one of each kind at most."""
    for kind in [kind for kind in SPARE if not serve or kind[0] in serve]:
        for worker in SPARE.pop(kind):
            worker.end()


def run(test):
    """A test that is a coroutine, as pytest calls it."""
    return asyncio.run(asyncio.wait_for(test, 600))


async def seated(service, game="tictactoe", seats=(PERSON, PERSON), **others):
    """A new table, and who watches it from each seat."""
    made = await service.create(wishes(game, *seats, **others))
    table = await service.table(made["id"])
    return table, [Watcher(service, table, seat) for seat in range(len(seats))]


async def finished(service, **others):
    """A table of Pig at which two agents have played to the end."""
    made = await service.create(wishes("pig", agent("random"), agent("random"), **others))
    table = await service.table(made["id"])
    await until(lambda: table.over)
    return table


class Watcher:
    """Somebody who watches a table and keeps every message, decoded (``got``) and as it came (``raw``)."""

    def __init__(self, service, table, viewpoint=None):
        self.raw = []
        self.subscription = service.join(table, viewpoint, self.raw.append)
        self.raw.append(self.subscription.sync())

    @property
    def got(self):
        return [json.loads(one) for one in self.raw]

    def of(self, kind):
        return [one for one in self.got if one["type"] == kind]

    @property
    def seq(self):
        return [one["seq"] for one in self.got if one["type"] in ("sync", "step")][-1]


async def until(condition, seconds=120):
    """Wait until something is so."""
    for _ in range(round(seconds / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it has not come to pass")
