"""The addresses of tournaments: seen by everybody, started, stopped and looked into by the server's owner."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response

from .arena_reader import ArenaReader
from .http_json import answer
from .records import TournamentGame as Replayed
from .routes import Asking, Moderately, Owner, TheService, router
from .schemas import (
    Created,
    NewTournament,
    TournamentAnswer,
    TournamentGame,
    TournamentsAnswer,
    TournamentStarted,
)
from .tournament_runs import TournamentRuns

__all__ = ["tournament_api"]

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


def _runs(request: Request) -> TournamentRuns:
    runs: TournamentRuns = request.app.state.runs
    return runs


@TOURNAMENTS.get("/tournaments", dependencies=[Moderately], response_model=TournamentsAnswer)
async def list_tournaments(request: Request) -> Response:
    """All tournaments, the newest first."""
    reader = _reader(request)
    return answer({"tournaments": await reader.ask(reader.tournaments), "playing": _runs(request).playing})


@TOURNAMENTS.post("/tournaments", response_model=TournamentStarted)
async def start_tournament(new: NewTournament, request: Request, _owner: Owner) -> Response:
    """Begin a tournament, which this server plays when nothing more urgent is to be done."""
    return answer({"id": await _runs(request).start(new)})


@TOURNAMENTS.get("/tournaments/{id}", dependencies=[Moderately], response_model=TournamentAnswer)
async def show_tournament(request: Request, id: TournamentId, asking: Asking) -> Response:  # noqa: A002
    """A tournament with its standings so far."""
    reader, runs = _reader(request), _runs(request)
    found = await reader.ask(reader.tournament, id)
    problem = runs.problem(id) if asking.owner else None
    return answer({**found, "playing": runs.playing == id, "problem": problem})


@TOURNAMENTS.post("/tournaments/{id}/go_on", response_model=TournamentStarted)
async def go_on_with_tournament(request: Request, id: TournamentId, _owner: Owner) -> Response:  # noqa: A002
    """Play what is missing of a tournament."""
    reader = _reader(request)
    await reader.ask(reader.tournament, id)  # there must be one
    await _runs(request).go_on(id)
    return answer({"id": id})


@TOURNAMENTS.post("/tournaments/{id}/stop", response_model=TournamentStarted)
async def stop_tournament(request: Request, id: TournamentId, _owner: Owner) -> Response:  # noqa: A002
    """Play it no further, if this server plays it: what was played is kept."""
    await _runs(request).stop(id)
    return answer({"id": id})


@TOURNAMENTS.post("/tournaments/{id}/game", response_model=Created)
async def open_game(
    game: TournamentGame,
    request: Request,
    id: TournamentId,  # noqa: A002
    service: TheService,
    asking: Asking,
    _owner: Owner,
) -> Response:
    """A game of a tournament as a table, at which it can be replayed and reviewed."""
    wanted = Replayed(_reader(request).where, id, game.number)
    return answer(await service.open_game(wanted, asking.address))


@TOURNAMENTS.get(
    "/tournaments/{id}/report",
    dependencies=[Moderately],
    response_class=Response,
    responses={200: {"content": {"text/html": {}}}},
)
async def show_report(request: Request, id: TournamentId) -> Response:  # noqa: A002
    """The tournament's report as a page."""
    reader = _reader(request)
    return Response(await reader.ask(reader.report, id), headers=PAGE, media_type="text/html")


def tournament_api() -> APIRouter:
    """All routes of tournaments."""
    found = APIRouter(prefix="/api")
    found.include_router(TOURNAMENTS)
    return found
