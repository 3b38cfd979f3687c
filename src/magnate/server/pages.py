"""The built pages: one page for every address that is not the interface's, and the files that it needs.

The files are found once, when the server starts; an address is looked up among them and never joined to a path, so none
leads out of their folder.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse

from .security import cookie_of, is_key
from .settings import Settings

__all__ = ["pages"]

INDEX: Final = "index.html"
NOT_BUILT: Final = "The pages of magnate are not built: run `make web` in the checkout, then start the server again.\n"
WRONG_KEY: Final = "This is not the owner's key of this server: open the address that `magnate serve` has printed.\n"
FOREVER: Final = "public, max-age=31536000, immutable"


class _Page(PathConvertor):
    """Any address but those of the interface."""

    regex = r"(?!api(?:/|$)).*"


register_url_convertor("page", _Page())


def pages(settings: Settings) -> APIRouter:
    """The route of all addresses that are not the interface's."""
    router = APIRouter()
    files = _files(settings.pages)

    @router.api_route("/{path:page}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        key = request.query_params.get("key")
        if path == "" and key is not None:
            return _let_in(key, settings)
        if path in files and path != INDEX:
            return _file(files[path], path)
        if INDEX not in files:
            return PlainTextResponse(NOT_BUILT, 503)
        if "." in path.rpartition("/")[2]:  # a file that there is not; pages have no ending
            raise HTTPException(404)
        return FileResponse(files[INDEX], headers={"Cache-Control": "no-cache"})

    return router


def _let_in(key: str, settings: Settings) -> Response:
    """The lobby with the owner's cookie, under an address without the key."""
    if not is_key(key, settings.owner_key):
        return PlainTextResponse(WRONG_KEY, 403)
    response = RedirectResponse("/", 303)
    response.set_cookie(**cookie_of(settings))
    return response


def _files(folder: Path) -> dict[str, Path]:
    """The files below a folder, by their address."""
    found = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return {file.relative_to(folder).as_posix(): file for file in found}


def _file(file: Path, path: str) -> Response:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    kept = FOREVER if path.startswith("assets/") else "no-cache"  # what is built there has its hash in its name
    return FileResponse(file, media_type=kind, headers={"Cache-Control": kept})
