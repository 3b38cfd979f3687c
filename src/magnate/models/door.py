"""How models reach the tools: by standard input and output, by HTTP, or through the server of the tables."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadToken, BadValue, MagnateError, MissingExtra, NoSuchTable
from ..server.settings import MODELS_PATH

if TYPE_CHECKING:
    from socket import socket

    from httpx2 import AsyncClient, Response

    from ..server.app import Door
    from ..server.settings import Settings
    from ..server.table_service import TableService

__all__ = ["bridge", "door_of", "run"]

HEALTH: Final = {"ok", "version", "owner", "create"}
"""What a server of ours says when it is asked how it is."""


def _needs_mcp() -> None:
    """Raises :class:`~magnate.errors.MissingExtra` where the library is not installed."""
    try:
        import mcp  # noqa: F401
    except ModuleNotFoundError as missing:
        raise MissingExtra.of("a table for language models", missing.name, "mcp") from None


# -------------------------------------------------------------------------------------------------- tables of one's own


def run(
    *, http: int | None, tables: str | None, workers: int, skin: str, lists: bool, ready: Callable[[str], None]
) -> None:
    """Serve tables of one's own to models until the client goes or the process is ended.

    ``http`` is a port (0: any) of this machine, None standard input and output. ``tables`` is the store of the tables;
    without one they are forgotten at the end. ``ready`` gets the address of the tools.

    Raises :class:`~magnate.errors.MissingExtra`, a :class:`~magnate.errors.StoreFailed`, and
    :class:`~magnate.errors.BadValue` for a port that is taken.
    """
    _needs_mcp()
    import anyio

    if tables is not None:
        anyio.run(_run, http, tables, workers, skin, lists, ready)
        return
    with tempfile.TemporaryDirectory(prefix="magnate-mcp-") as folder:
        anyio.run(_run, http, str(Path(folder) / "tables.db"), workers, skin, lists, ready)


async def _run(
    http: int | None,
    tables: str,
    workers: int,
    skin: str,
    lists: bool,
    ready: Callable[[str], None],
) -> None:
    from ..server.agent_workers import AgentWorkers
    from ..server.sealing import beside, kept_key
    from ..server.serving import ended_as_by_hand, listening
    from ..server.table_service import TableService
    from ..server.tablestore import open_tables
    from .seats import ModelSeats
    from .tools import tool_server

    store = open_tables(tables)
    try:
        service = TableService(store, AgentWorkers(workers))
        await service.start()
        try:
            server = tool_server(ModelSeats(service, kept_key(beside(tables, "models.key")), skin=skin, lists=lists))
            if http is None:
                await server.run_stdio_async()
                return
            import uvicorn

            with listening("127.0.0.1", http) as listener, ended_as_by_hand():
                app = server.streamable_http_app(streamable_http_path=MODELS_PATH, stateless_http=True)
                config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=3)
                url = f"http://127.0.0.1:{listener.getsockname()[1]}{MODELS_PATH}"

                class Server(uvicorn.Server):
                    """Tells its address once it can be ended well."""

                    async def startup(self, sockets: list[socket] | None = None) -> None:
                        await super().startup(sockets)
                        ready(url)

                await Server(config).serve([listener])
        finally:
            await service.stop()
    finally:
        store.close()


# ------------------------------------------------------------------------------------- the tables of `magnate serve`


def door_of(service: TableService, settings: Settings) -> Door:
    """The tools for the tables of a service.

    Who makes tables sends the owner's key as a bearer token, unless anybody may. The gate of the server has
    checked the name that it is called by, and the origin of what a browser sends.
    """
    _needs_mcp()
    from mcp.server.transport_security import TransportSecuritySettings

    from ..server.app import Door
    from .seats import ModelSeats
    from .tools import tool_server

    def may_sit(ctx: Any) -> str:
        headers: Mapping[str, str] = ctx.headers or {}
        given = headers.get("authorization", "").removeprefix("Bearer ")
        owner = secrets.compare_digest(given.encode(errors="replace"), settings.owner_key.encode())
        if settings.create != "anyone" and not owner:
            raise BadToken(
                "only the owner of this server makes tables",
                hint="send the owner's key as Authorization: Bearer KEY, or sit by an invitation",
            )
        return "models"

    seats = ModelSeats(service, settings.owner_key, link=lambda table: f"{settings.url}/g/{table}")
    server = tool_server(seats, may_sit)
    app = server.streamable_http_app(
        streamable_http_path=MODELS_PATH,
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the gate has done so
    )

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    return Door(app.routes, running)


# ------------------------------------------------------------------ from standard input and output to a running server


def bridge(url: str, key: str | None) -> None:
    """Pass the tools of a running server on to a client that speaks by standard input and output.

    Raises :class:`~magnate.errors.MissingExtra`, :class:`~magnate.errors.BadValue` where no such server answers,
    :class:`~magnate.errors.BadToken` where it refuses the key, and :class:`~magnate.errors.NoSuchTable` for the link of
    a table that it does not have.
    """
    _needs_mcp()
    import anyio

    anyio.run(_bridge, url.rstrip("/").removesuffix(MODELS_PATH) + MODELS_PATH, key)


async def _bridge(url: str, key: str | None) -> None:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=60.0))
        await _check_key(http, url.removesuffix(MODELS_PATH), key)
        try:
            client = await stack.enter_async_context(Client(streamable_http_client(url, http_client=http)))
        except Exception:  # noqa: BLE001 - whatever it was, nobody answered as such a server does
            raise await _failure(http, url.removesuffix(MODELS_PATH)) from None

        async def list_tools(_ctx: Any, _params: Any) -> Any:
            return await client.list_tools()

        async def call_tool(_ctx: Any, params: Any) -> Any:
            return await client.call_tool(params.name, params.arguments)

        server = Server(
            "magnate",
            version=version("magnate"),
            on_list_tools=list_tools,
            on_call_tool=call_tool,
            instructions=client.instructions,
        )
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())


async def _check_key(http: AsyncClient, server: str, key: str | None) -> None:
    """Raise :class:`~magnate.errors.BadToken` for a key that a server refuses; what else is wrong shows later.

    The client sends the key in a header: addresses are kept in logs.
    """
    import httpx2

    if key is None:
        return
    with suppress(httpx2.TransportError, httpx2.InvalidURL, ExceptionGroup):
        health = await http.get(f"{server}/api/health")
        if _is_magnate(health) and not health.json()["owner"]:
            raise _wrong_key(server)


async def _failure(http: AsyncClient, address: str) -> MagnateError:
    """Why no tools answer at an address."""
    import httpx2

    server, _, table = address.partition("/g/")
    try:
        health = await http.get(f"{server}/api/health")
        found = await http.get(f"{server}/api/games/{table}") if table else health
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol, ExceptionGroup):  # the last of a port
        return BadValue(f"{address} is no address of a server", hint="write it as http://127.0.0.1:8000")
    except httpx2.ConnectError:
        return BadValue(f"nothing listens at {server}", hint="start `magnate serve --mcp`, or mend the address")
    except httpx2.TransportError as error:
        why = f"{server} does not answer ({type(error).__name__})"
        return BadValue(why, hint="look whether a `magnate serve --mcp` runs there")
    if health.status_code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return _wrong_key(server)
    if not _is_magnate(health):
        return BadValue(
            f"no magnate server answers at {server}", hint="start `magnate serve --mcp`, or mend the address"
        )
    if table and found.status_code not in {HTTPStatus.OK, HTTPStatus.UNAUTHORIZED}:
        return NoSuchTable(f"there is no table {table} at {server}", hint="its link may be mistyped; it may be deleted")
    if table:
        return BadValue(
            "--server takes the address of the server alone",
            hint=f"write --server {server}; the model sits down by the table's link",
        )
    return BadValue(f"the server at {server} has no tables for models", hint="start it as `magnate serve --mcp`")


def _wrong_key(server: str) -> BadToken:
    return BadToken(f"the server at {server} refuses the key", hint="`magnate serve` prints its owner's key")


def _is_magnate(health: Response) -> bool:
    """Whether a server said how it is as ours does."""
    try:
        return health.status_code == HTTPStatus.OK and health.json().keys() >= HEALTH
    except (ValueError, AttributeError):
        return False
