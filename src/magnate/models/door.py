"""How models reach the tools: by standard input and output, by HTTP, or through the server of the tables."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadToken, BadValue, MissingExtra
from ..server.settings import MODELS_PATH

if TYPE_CHECKING:
    from ..server.app import Door
    from ..server.settings import Settings
    from ..server.table_service import TableService

__all__ = ["bridge", "door_of", "run"]


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
    from ..server.serving import listening
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

            with listening("127.0.0.1", http) as listener:
                app = server.streamable_http_app(streamable_http_path=MODELS_PATH, stateless_http=True)
                config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=3)
                ready(f"http://127.0.0.1:{listener.getsockname()[1]}{MODELS_PATH}")
                await uvicorn.Server(config).serve([listener])
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

    Raises :class:`~magnate.errors.MissingExtra`, and :class:`~magnate.errors.BadValue` where no such server answers.
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
        try:
            client = await stack.enter_async_context(Client(streamable_http_client(url, http_client=http)))
        except Exception:  # noqa: BLE001 - whatever it was, nobody answered as such a server does
            raise BadValue(f"no tables for models at {url}", hint="start `magnate serve --mcp`") from None

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
