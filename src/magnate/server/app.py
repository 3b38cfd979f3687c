"""The application: the routes, the sockets and the pages, behind the gate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Response

from . import problems
from .arena_reader import ArenaReader
from .pages import pages
from .routes import api
from .routes.common import creations, labours
from .security import Gate
from .settings import Settings
from .sockets import ROUTER as SOCKETS
from .sockets import Places

if TYPE_CHECKING:
    from .hub import Hub

__all__ = ["application"]


def application(settings: Settings, hub: Hub | None) -> FastAPI:
    """The application of a server; without a hub it can only describe itself (:mod:`.openapi`)."""
    from importlib.metadata import version

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        assert hub is not None  # noqa: S101 - an application that only describes itself is not run
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    app = FastAPI(
        title="magnate",
        version=version("magnate"),
        openapi_url=None,  # served by our own route, with the messages of the socket
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        separate_input_output_schemas=False,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.hub = hub
    app.state.arena = ArenaReader(settings.tournaments)
    app.state.creations = creations()
    app.state.labours = labours()
    app.state.places = Places()
    problems.install(app)
    app.include_router(api())
    app.include_router(SOCKETS)
    app.add_api_route("/api/openapi.json", _describe, include_in_schema=False)
    app.include_router(pages(settings))
    app.add_middleware(Gate, settings=settings)
    return app


async def _describe() -> Response:
    from .openapi import described

    return Response(described(), media_type="application/json")
