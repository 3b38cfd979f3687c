"""Starting a server: its port, its store and its worker processes."""

from __future__ import annotations

import gc
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadValue, MissingExtra
from .settings import Settings, is_loopback

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

    from .app import Door
    from .table_service import TableService

__all__ = ["check_choice", "configured", "ended_as_by_hand", "key_file", "listening", "serve", "short_searches"]


# --------------------------- Garbage collection, which would stop a server with many tables for a second, is made short


OLDEST: Final = 2
"""The generation whose search looks at everything."""
EVERYTHING: Final = 3600.0
"""Seconds after which a search looks at what earlier ones have found to be in use."""
LEAST: Final = 200_000
"""Objects (some ten megabytes) that may be passed over whatever there was before."""


@contextmanager
def short_searches(clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Inside of this block, most whole searches look only at what has been made since the last one."""
    looked, left, everything = float("-inf"), 0, False  # nothing is passed over by the first search

    def tend(phase: str, info: Mapping[str, Any]) -> None:
        nonlocal looked, left, everything
        if info["generation"] != OLDEST:
            return
        if phase == "start":
            everything = clock() - looked > EVERYTHING or gc.get_freeze_count() > 2 * max(left, LEAST)
            if everything:
                gc.unfreeze()
        else:
            gc.freeze()
            if everything:
                looked, left = clock(), gc.get_freeze_count()

    gc.callbacks.append(tend)
    try:
        yield
    finally:
        gc.callbacks.remove(tend)
        gc.unfreeze()


GRACE: Final = 3
"""Seconds that sockets are given to close at the end."""
LONGEST_FRAME: Final = 64 * 1024
"""Bytes of a socket's message that are read at all; from 16 kB on they are refused with a code of our own."""


def check_choice(host: str, public_url: str | None, create: str | None) -> None:
    """Refuse to be reached from elsewhere unless somebody has chosen who may make tables.

    Raises :class:`~magnate.errors.BadValue`.
    """
    if create is None and (public_url is not None or not is_loopback(host)):
        raise BadValue(
            f"others could reach this server at {public_url or host or 'every address'}, and nobody has said who may "
            "make tables",
            hint="add --allow-create owner (only you, by the address that is printed) or --allow-create anyone",
        )


def key_file(tables: str | None) -> Path:
    """Where the owner's key is kept: beside the file of the tables, else in the user's data folder."""
    from .sealing import beside

    return beside(tables, "owner.key")


@contextmanager
def ended_as_by_hand() -> Iterator[None]:
    """Whoever ends the process (``SIGTERM``) does what Ctrl-C does; else uvicorn ends it before all is put away."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def serve(
    settings: Settings,
    tables: str | None,
    workers: int,
    ready: Callable[[Settings], None],
    door: Callable[[TableService, Settings], Door] | None = None,
) -> None:
    """Serve until the process is asked to end; ``ready`` is called with the port that was taken, before that.

    ``tables`` is the store of the tables (None: the usual one), ``workers`` how many processes agents think in.
    ``door`` makes the routes by which language models play.

    Raises :class:`~magnate.errors.MissingExtra` without the extra ``serve``, a :class:`~magnate.errors.StoreFailed`,
    and :class:`~magnate.errors.BadValue` for an address that cannot be listened at.
    """
    try:
        from .app import application
        from .connections import Server
    except ModuleNotFoundError as missing:
        raise MissingExtra.of("the table in the browser", missing.name, "serve") from None
    from .agent_workers import AgentWorkers
    from .sealing import kept_key
    from .table_service import TableService
    from .tablestore import open_tables

    with listening(settings.host, settings.port) as listener:
        store = open_tables(tables)
        try:
            key = settings.owner_key or kept_key(key_file(tables))
            settings = replace(settings, port=listener.getsockname()[1], owner_key=key)
            service = TableService(store, AgentWorkers(workers))
            opened = None if door is None else door(service, settings)
            config = configured(application(settings, service, opened), settings)
            ready(settings)
            with short_searches(), ended_as_by_hand():
                Server(config).run(sockets=[listener])
        finally:
            store.close()


def configured(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How an application is served: whose connections are let in, and for how long."""
    import uvicorn

    from .connections import AT_ONCE, Guard, most_files, protocols

    connection, sockets = protocols(Guard(settings.connections, most_files(), settings.is_proxy))
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses may have a key in them
        server_header=False,
        proxy_headers=settings.public_url is not None,
        forwarded_allow_ips=list(settings.proxies),
        lifespan="on",
        backlog=AT_ONCE,
        timeout_graceful_shutdown=GRACE,
        http=connection,
        ws=sockets,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=settings.hosted,  # on this machine it would only take time
    )


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises :class:`~magnate.errors.BadValue`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or "0.0.0.0",  # noqa: S104 - nobody gets here by accident (`check_choice`)
            port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise BadValue(
            f'cannot listen at "{host}": {error}', hint="listen at 127.0.0.1, or at 0.0.0.0 for others"
        ) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise BadValue(
            f"cannot listen at port {port} of {host or 'every address'}: {error.strerror}",
            hint="give another one with --port; 0 takes any that is free",
        ) from None
    return listener
