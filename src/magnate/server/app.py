"""The application: the routes, the sockets and the pages, behind the gate."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from . import problems
from .arena_reader import ArenaReader
from .bodies import Import
from .pages import pages
from .protocol import CLIENT, SERVER
from .routes import api
from .routes.common import creations, labours
from .security import Gate
from .settings import Settings
from .sockets import ROUTER as SOCKETS
from .sockets import Places

if TYPE_CHECKING:
    from .hub import Hub

__all__ = ["application", "document"]

REF: Final = "#/components/schemas/{model}"
READ_LATER: Final = (Import,)
"""The shapes of bodies that another process reads, so that no route declares them."""


def application(settings: Settings, hub: Hub | None) -> FastAPI:
    """The application of a server; without a hub it can only describe itself (:func:`document`)."""
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
    app.state.document = None
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


async def _describe(request: Request) -> Response:
    state = request.app.state
    if state.document is None:
        state.document = document(request.app)
    return Response(state.document, media_type="application/json")


def document(app: FastAPI) -> str:
    """The OpenAPI document as JSON: the HTTP interface, and the messages of the socket among its components."""
    found = get_openapi(
        title=app.title,
        version=app.version,
        summary="The table in the browser",
        routes=app.routes,
        separate_input_output_schemas=False,
    )
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    for shape in READ_LATER:
        schemas.setdefault(shape.__name__, shape.model_json_schema(ref_template=REF))
    for name, adapter in (("ClientMessage", CLIENT), ("ServerMessage", SERVER)):
        union = adapter.json_schema(ref_template=REF)
        for part, schema in union.pop("$defs").items():
            schemas.setdefault(part, _without_nulls(schema))
        schemas[name] = union
    return json.dumps(found, indent=2, sort_keys=True) + "\n"


def _without_nulls(schema: Any) -> Any:
    """A schema without ``default: null``, from which the generator would conclude that the field is always there."""
    if isinstance(schema, dict):
        return {key: _without_nulls(value) for key, value in schema.items() if not (key == "default" and value is None)}
    return [_without_nulls(one) for one in schema] if isinstance(schema, list) else schema
