"""Clients of the library ``mcp`` that play by a script, and the ways to reach the tools."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from magnate.models.seats import ModelSeats
from magnate.models.tools import tool_server
from magnate.server.agent_workers import AgentWorkers
from magnate.server.table_service import TableService
from magnate.server.tablestore import open_tables

from ..server.live import lend, take_back

PATIENCE = 1800.0
"""Seconds that a test may take: the first table of a game compiles it."""


class Refusal(Exception):
    """A tool answered with an error, whose text this is."""


class Tools:
    """The tools of a connected client; `read` is all that a model would have read."""

    def __init__(self, client):
        self.client = client
        self.read = []

    async def __call__(self, name, **arguments):
        got = await self.client.call_tool(name, arguments)
        text = "".join(one.text for one in got.content)
        self.read.append(text)
        if got.is_error:
            raise Refusal(text)
        return got.structured_content

    async def resource(self, uri):
        got = await self.client.read_resource(uri)
        return got.contents[0].text

    async def play(self, view, seed=0, most=5000):
        """Play to the end of the game, at random among what is legal; returns the last view and the actions."""
        stream, done = random.Random(seed), []
        for _ in range(most):
            if view["over"]:
                return view, done
            if view["yours"]:
                done.append(stream.choice(view["legal"])["name"])
                view = await self("act", seat=view["seat"], version=view["version"], actions=done[-1:])
            else:
                view = await self("wait", seat=view["seat"], version=view["version"])
        raise AssertionError("the game does not end")


@contextlib.asynccontextmanager
async def in_memory(folder, **options):
    """Tools in this process: the client, and the service that they play at."""
    store = open_tables(str(folder / "tables.db"))
    service = TableService(store, AgentWorkers(1))
    lend(service)
    await service.start()
    try:
        async with Client(tool_server(ModelSeats(service, "key-of-the-tests", **options))) as client:
            yield Tools(client), service
    finally:
        take_back(service)
        await service.stop()
        store.close()


@contextlib.asynccontextmanager
async def by_stdio(*options, mode="auto"):
    """Tools of `magnate mcp` in a process, by its standard input and output."""
    command = ["-m", "magnate", "mcp", "--workers", "1", *options]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    # By default the library keeps the standard error that it met when it was imported: an earlier test's, closed since.
    transport = stdio_client(server, errlog=sys.__stderr__)
    async with Client(transport, mode=mode, read_timeout_seconds=PATIENCE) as client:
        yield Tools(client)


@contextlib.asynccontextmanager
async def by_http(*options, mode="auto"):
    """Tools of `magnate mcp --http` in a process."""
    command = [sys.executable, "-m", "magnate", "mcp", "--http", "0", "--workers", "1", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            url = await asyncio.to_thread(process.stderr.readline)
            async with Client(url.split()[-1], mode=mode, read_timeout_seconds=PATIENCE) as client:
                yield Tools(client)
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
    assert process.returncode == 0


def run(test):
    """Run a test that is a coroutine."""
    return asyncio.run(asyncio.wait_for(test, PATIENCE))


def record_of(text):
    """A record from its JSON, verified."""
    from magnate.core.game import Record

    record = Record.from_json(text)
    record.verify()
    return record, json.loads(text)
