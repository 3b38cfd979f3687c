"""Tables: made, listed, shown, forked, imported, exported and forgotten."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query, Request, Response

from ...errors import Refused
from ..bodies import Created, Fork, GamesAnswer, Holding, NewTable, Reissued, TableAnswer, Verification
from ..problems import Forbidden, answer
from .common import Asking, Creator, Moderately, Onlooker, Owner, TheHub, TheTable, Watcher, WholeGame, router

__all__ = ["TABLES"]

TABLES = router("games")
IMPORT_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Import"}}},
        "required": True,
    }
}
"""What the document says of a route that takes the bytes of a body, which another process reads as an ``Import``."""


@TABLES.get("/games", response_model=GamesAnswer)
async def list_games(
    hub: TheHub,
    asking: Asking,
    status: Literal["open", "running", "over"] | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """The public tables (for the owner: all), the newest first; ``before``: the ``created`` of the last known one."""
    return answer(await hub.listing.page(status, limit, before, everything=asking.owner))


@TABLES.post("/held", response_model=GamesAnswer)
async def list_held(holding: Holding, hub: TheHub) -> Response:
    """Those of these tables that are opened by one of their tokens, the newest first, public or not."""
    return answer(await hub.listing.held({one.id: one.tokens for one in holding.tables}))


@TABLES.post("/games", response_model=Created)
async def create_game(new: NewTable, hub: TheHub, asking: Creator) -> Response:
    """Make a table. The tokens of its seats are told here and never again."""
    return answer(await hub.create(new, asking.address))


@TABLES.get("/games/{id}", response_model=TableAnswer)
async def show_game(table: TheTable, hub: TheHub, _seat: Onlooker) -> Response:
    """A table as the public sees it."""
    return answer(await hub.shown(table))


@TABLES.delete("/games/{id}", status_code=204)
async def delete_game(table: TheTable, hub: TheHub, _owner: Owner) -> Response:
    """Forget a table altogether."""
    await hub.delete(table)
    return Response(status_code=204)


@TABLES.post("/games/{id}/fork", dependencies=[Moderately], response_model=Created)
async def fork_game(fork: Fork, table: TheTable, hub: TheHub, seat: Watcher, asking: Creator) -> Response:
    """A new table that goes on from a position of this one."""
    return answer(await hub.fork(table, seat, fork, asking.address))


@TABLES.post("/import", dependencies=[Moderately], response_model=Created, openapi_extra=IMPORT_BODY)
async def import_game(request: Request, hub: TheHub, asking: Creator) -> Response:
    """Keep a record as a table that can be replayed and forked."""
    return answer(await hub.import_record(await request.body(), asking.address))


@TABLES.get("/games/{id}/record", dependencies=[WholeGame], response_model=dict)
async def export_game(table: TheTable, hub: TheHub, _seat: Watcher, asking: Asking) -> Response:
    """The record of a finished game, as the command line reads it; of one that goes on only where nobody can cheat."""
    try:
        text = await hub.record(table, owner=asking.owner)
    except Refused as refused:
        raise Forbidden(refused.message, hint=refused.hint, told=refused.told) from None
    named = {"Content-Disposition": f'attachment; filename="magnate-{table.id}.json"'}
    return Response(text, headers=named, media_type="application/json")


@TABLES.get("/games/{id}/verify", dependencies=[WholeGame], response_model=Verification)
async def verify_game(table: TheTable, hub: TheHub, _seat: Watcher) -> Response:
    """Whether the table's game is what it claims: the promised dice, every step, the result."""
    return answer(await hub.verify(table))


@TABLES.post("/games/{id}/seats/{seat}/reissue", response_model=Reissued)
async def reissue_seat(table: TheTable, seat: Annotated[int, Path(ge=0, le=7)], hub: TheHub, _owner: Owner) -> Response:
    """A new token for a seat; the old one is worth nothing from now on."""
    return answer(await hub.reissue(table, seat))
