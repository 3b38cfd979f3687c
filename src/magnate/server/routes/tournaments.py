"""Tournaments: those of the arena's store, to be looked at."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import Path, Request, Response

from ..arena_reader import ArenaReader
from ..bodies import TournamentAnswer, TournamentsAnswer
from ..problems import answer
from .common import router

__all__ = ["TOURNAMENTS"]

TOURNAMENTS = router("tournaments")
TournamentId = Annotated[str, Path(pattern=r"^t[0-9]{1,15}$")]
PAGE: Final = {
    "Content-Security-Policy": (
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}
"""A report is a page of its own: it runs nothing and reaches nothing."""


def _reader(request: Request) -> ArenaReader:
    reader: ArenaReader = request.app.state.arena
    return reader


@TOURNAMENTS.get("/tournaments", response_model=TournamentsAnswer)
async def list_tournaments(request: Request) -> Response:
    """All tournaments, the newest first."""
    return answer({"tournaments": await asyncio.to_thread(_reader(request).tournaments)})


@TOURNAMENTS.get("/tournaments/{id}", response_model=TournamentAnswer)
async def show_tournament(request: Request, id: TournamentId) -> Response:  # noqa: A002
    """A tournament with its standings so far."""
    return answer(await asyncio.to_thread(_reader(request).tournament, id))


@TOURNAMENTS.get("/tournaments/{id}/report", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def show_report(request: Request, id: TournamentId) -> Response:  # noqa: A002
    """The tournament's report as a page."""
    page = await asyncio.to_thread(_reader(request).report, id)
    return Response(page, headers=PAGE, media_type="text/html")
