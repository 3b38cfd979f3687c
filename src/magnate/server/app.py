"""The application: the routes, the sockets and the pages, behind the gate.

``python -m magnate.server.app`` prints its OpenAPI document, from which the browser's types are generated.
"""

from __future__ import annotations

import json
import mimetypes
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse

from . import http_json
from .analysis_routes import analysis_api
from .arena_reader import ArenaReader
from .protocol import CLIENT, SERVER
from .routes import api, creations, labours
from .schemas import Import
from .security import Gate, cookie_of, is_key
from .settings import Settings
from .sockets import ROUTER as SOCKETS
from .sockets import Places
from .tournament_routes import tournament_api
from .tournament_runs import TournamentRuns

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from .table_service import TableService


__all__ = ["Door", "application", "described"]


# ------------------------------- The built pages: one page for every address that is not the interface's, and its files
#
# The files are found when the server starts, and again when the pages have been built anew. An address is looked up
# among them and never joined to a path, so none leads out of their folder.


INDEX: Final = "index.html"
STAMP: Final = "sources.sha256"
"""What a build writes last."""
NOT_BUILT: Final = "The pages of magnate are not built: run `make web` in the checkout.\n"
BUILT_ANEW: Final = "The pages of magnate are being built anew: try again in a few seconds.\n"
WRONG_KEY: Final = "This is not the owner's key of this server: open the address that `magnate serve` has printed.\n"
FOREVER: Final = "public, max-age=31536000, immutable"


class _Page(PathConvertor):
    """Any address but those of the interface."""

    regex = r"(?!api(?:/|$)).*"


register_url_convertor("page", _Page())


def pages(settings: Settings) -> APIRouter:
    """The route of all addresses that are not the interface's."""
    router = APIRouter()
    built = _Built(settings.pages)

    @router.api_route("/{path:page}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        key = request.query_params.get("key")
        if path == "" and key is not None:
            return _let_in(key, settings)
        files = built.files()
        if path in files and path != INDEX:
            return _file(files[path], path)
        if INDEX not in files:
            return PlainTextResponse(NOT_BUILT, 503)
        if "." in path.rpartition("/")[2]:  # a file that there is not; pages have no ending
            raise HTTPException(404)
        return _file(files[INDEX], INDEX)

    return router


def _let_in(key: str, settings: Settings) -> Response:
    """The lobby with the owner's cookie, under an address without the key."""
    if not is_key(key, settings.owner_key):
        return PlainTextResponse(WRONG_KEY, 403)
    response = RedirectResponse("/", 303)
    response.set_cookie(**cookie_of(settings))
    return response


class _Built:
    """The files of the built pages, by their address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._when: tuple[int | None, ...] = ()
        self._files: dict[str, Path] = {}

    def files(self) -> dict[str, Path]:
        """The files as they were last built: a build begins with the page and ends with the stamp.

        While there is no page, those of the build before are named: some may be gone.
        """
        when = tuple(map(_changed, (self._folder / INDEX, self._folder / STAMP)))
        if when != self._when:
            try:
                found = [file for file in self._folder.rglob("*") if file.is_file() and not file.is_symlink()]
            except OSError:  # a folder went away under the search
                return self._files
            files = {file.relative_to(self._folder).as_posix(): file for file in found}
            if INDEX in files or not self._files:
                self._files, self._when = files, when
        return self._files


def _changed(file: Path) -> int | None:
    """When a file was last written; None if there is none."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None


def _file(file: Path, path: str) -> Response:
    try:
        found = file.stat()
    except OSError:
        return PlainTextResponse(BUILT_ANEW, 503, headers={"Retry-After": "3"})
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    kept = FOREVER if path.startswith("assets/") else "no-cache"  # what is built there has its hash in its name
    return FileResponse(file, media_type=kind, headers={"Cache-Control": kept}, stat_result=found)


REF: Final = "#/components/schemas/{model}"
READ_LATER: Final = (Import,)
"""The shapes of bodies that another process reads, so that no route declares them."""


@dataclass(frozen=True)
class Door:
    """Another way in: its routes, and what runs while they are served."""

    routes: Sequence[BaseRoute]
    running: Callable[[], AbstractAsyncContextManager[None]]


def application(settings: Settings, service: TableService | None, door: Door | None = None) -> FastAPI:
    """The application of a server; without a table service it can only describe itself (:func:`document`)."""
    from importlib.metadata import version

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        assert service is not None  # noqa: S101 - an application that only describes itself is not run
        await service.start()
        try:
            async with nullcontext() if door is None else door.running():
                yield
        finally:
            await app.state.runs.close()
            app.state.arena.close()
            await service.stop()

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
    app.state.service = service
    app.state.document = None
    app.state.arena = ArenaReader(settings.tournaments)
    app.state.runs = TournamentRuns(settings.tournaments)
    app.state.creations = creations()
    app.state.labours = labours()
    app.state.places = Places()
    http_json.install(app)
    app.include_router(api())
    app.include_router(analysis_api())
    app.include_router(tournament_api())
    app.include_router(SOCKETS)
    app.add_api_route("/api/openapi.json", _describe, include_in_schema=False)
    if door is not None:
        app.router.routes.extend(door.routes)
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


@cache
def described() -> str:
    """The document of this version, as JSON."""
    return document(application(Settings(), None))


if __name__ == "__main__":
    sys.stdout.write(described())
