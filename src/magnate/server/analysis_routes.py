"""The addresses of the review board: reviews of games, and what trades, throws and moves would do."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Response
from starlette.exceptions import HTTPException

from .analysis_schemas import (
    GhostAsked,
    Language,
    LinesAnswer,
    LinesAsked,
    OddsAnswer,
    OddsAsked,
    PositionAnswer,
    PositionAsked,
    PositionText,
    PuzzleAnswer,
    PuzzleGhost,
    PuzzlesAnswer,
    ReviewAnswer,
    TextOddsAsked,
    TradeAnswer,
    TradeAsked,
    TradesAnswer,
    TradesAsked,
    TreeAnswer,
    WaitingAnswer,
)
from .http_json import answer
from .protocol import MOST
from .routes import Asking, Moderately, Onlooker, TheService, TheTable, WholeGame, router
from .schemas import PreviewAnswer
from .table import Table

__all__ = ["analysis_api"]

REVIEWS: Final = router("reviews")
PAGE: Final = {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Content-Disposition": 'attachment; filename="magnate-review-{id}.html"',
}
"""A page that is kept as a file: nothing of it runs under the server's own address."""


@REVIEWS.get("/games/{id}/review", dependencies=[Moderately], response_model=ReviewAnswer)
async def show_review(
    table: TheTable,
    service: TheService,
    seat: Onlooker,
    asking: Asking,
    known: Annotated[int | None, Query(ge=0, le=MOST)] = None,
) -> Response:
    """The review as far as it has come; with ``known``, a version, the answer waits some seconds for a newer one."""
    found = await service.analyses.review(await service.unsealed(table), seat, asking.address, known)
    return await service.aside(answer, found)


@REVIEWS.get(
    "/games/{id}/review/page",
    dependencies=[WholeGame],
    response_class=Response,
    responses={200: {"content": {"text/html": {}}}},
)
async def show_review_page(
    table: TheTable, service: TheService, seat: Onlooker, asking: Asking, lang: Language = "en"
) -> Response:
    """The review as one page of HTML to be kept: it needs no server."""
    text = await service.analyses.page(await service.unsealed(table), seat, asking.address, lang)
    headers = {name: value.format(id=table.id) for name, value in PAGE.items()}
    return Response(text, headers=headers, media_type="text/html")


async def _asked(  # what the questions about a position have in common
    task: str, table: Table, service: TheService, seat: int | None, asking: Asking, asked: PositionAsked
) -> Response:
    current = await service.unsealed(table)
    more = asked.model_dump(exclude={"at"})
    return answer(await service.analyses.ask(task, current, seat, asking.address, asked.at, more))


@REVIEWS.get("/games/{id}/waiting/{task}", response_model=WaitingAnswer)
async def show_waiting(
    task: Literal["odds", "lines", "trade", "find"],
    table: TheTable,
    service: TheService,
    seat: Onlooker,
    asking: Asking,
    rollouts: Annotated[bool, Query()] = False,
) -> Response:
    """How far a question has come that the same viewer has asked, and how long such questions take."""
    return answer(service.analyses.waiting(task, table, seat, asking.address, rollouts=rollouts))


@REVIEWS.post("/games/{id}/odds", dependencies=[Moderately], response_model=OddsAnswer)
async def ask_odds(asked: OddsAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking) -> Response:
    """Who wins from a position of the game, and what the next throw or card does to every seat."""
    return await _asked("odds", table, service, seat, asking, asked)


@REVIEWS.post("/games/{id}/lines", dependencies=[Moderately], response_model=LinesAnswer)
async def lines(asked: LinesAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking) -> Response:
    """The best whole moves at a position of the game, with the chances of all seats after each."""
    return await _asked("lines", table, service, seat, asking, asked)


@REVIEWS.post("/games/{id}/ghost", dependencies=[Moderately], response_model=PreviewAnswer)
async def ghost(asked: GhostAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking) -> Response:
    """What a position of the game would be after a whole move, which is not made."""
    return await _asked("ghost", table, service, seat, asking, asked)


@REVIEWS.post("/games/{id}/tree", dependencies=[Moderately], response_model=TreeAnswer)
async def tree(asked: PositionAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking) -> Response:
    """The tree of a search of a position of the game."""
    return await _asked("tree", table, service, seat, asking, asked)


@REVIEWS.post("/games/{id}/trade", dependencies=[Moderately], response_model=TradeAnswer)
async def trade(asked: TradeAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking) -> Response:
    """What a trade would change for every seat, its prices, and who would accept it."""
    return await _asked("trade", table, service, seat, asking, asked)


@REVIEWS.post("/games/{id}/trades", dependencies=[Moderately], response_model=TradesAnswer)
async def find_trades(
    asked: TradesAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking
) -> Response:
    """The best trades that both should accept."""
    return await _asked("find", table, service, seat, asking, asked)


@REVIEWS.post("/games/{id}/position", dependencies=[Moderately], response_model=PositionAnswer)
async def write_position(
    asked: PositionAsked, table: TheTable, service: TheService, seat: Onlooker, asking: Asking
) -> Response:
    """A position of the game as the editor has it: its text, its fields and its view."""
    return await _asked("write", table, service, seat, asking, asked)


@REVIEWS.post("/odds", dependencies=[Moderately], response_model=OddsAnswer)
async def ask_odds_of_text(asked: TextOddsAsked, service: TheService, asking: Asking) -> Response:
    """Who wins from a position in the editor's text format."""
    more = asked.model_dump(exclude={"text"})
    return answer(await service.analyses.ask_text("text", asked.text, asking.address, owner=asking.owner, **more))


@REVIEWS.post("/position", dependencies=[Moderately], response_model=PositionAnswer)
async def describe_position(asked: PositionText, service: TheService, asking: Asking) -> Response:
    """A position that somebody has written: all its fields, or what is wrong with which."""
    return answer(await service.analyses.ask_text("described", asked.text, asking.address, owner=asking.owner))


PUZZLES: Final = router("puzzles")
GameName = Annotated[str, Path(min_length=1, max_length=60)]
PuzzleNumber = Annotated[int, Path(ge=0, le=MOST)]


@PUZZLES.get("/puzzles/{game}", dependencies=[Moderately], response_model=PuzzlesAnswer)
async def list_puzzles(game: GameName) -> Response:
    """The puzzles of a game, without their answers."""
    from ..analysis.puzzles import GAMES, puzzles

    found = await asyncio.to_thread(puzzles, game) if game in GAMES else ()
    names = ("name", "level", "kind", "players")
    rows = [{"number": k, **{name: getattr(one, name) for name in names}} for k, one in enumerate(found)]
    return answer({"puzzles": rows})


@PUZZLES.get("/puzzles/{game}/{number}", dependencies=[Moderately], response_model=PuzzleAnswer)
async def show_puzzle(game: GameName, number: PuzzleNumber, service: TheService, asking: Asking) -> Response:
    """A puzzle with its moves, the best first."""
    await _check_puzzle(game, number)
    return answer(await service.analyses.puzzle(game, number, asking.address))


@PUZZLES.post("/puzzles/{game}/{number}/ghost", dependencies=[Moderately], response_model=PreviewAnswer)
async def puzzle_ghost(
    asked: PuzzleGhost, game: GameName, number: PuzzleNumber, service: TheService, asking: Asking
) -> Response:
    """What the position of a puzzle would be after a whole move."""
    await _check_puzzle(game, number)
    return answer(await service.analyses.puzzle(game, number, asking.address, asked.names))


async def _check_puzzle(game: str, number: int) -> None:
    from ..analysis.puzzles import GAMES, puzzles

    if game not in GAMES or number >= len(await asyncio.to_thread(puzzles, game)):
        raise HTTPException(404)


def analysis_api() -> APIRouter:
    """All routes of the review board."""
    found = APIRouter(prefix="/api")
    found.include_router(REVIEWS)
    found.include_router(PUZZLES)
    return found
