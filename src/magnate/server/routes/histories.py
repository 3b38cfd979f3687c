"""What has happened at a table, for those who come later and for replays."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from ..bodies import Log, StepsAnswer, TurnsAnswer
from ..problems import answer
from ..protocol import MOST
from .common import Moderately, Onlooker, TheHub, TheTable, WholeGame, router

__all__ = ["HISTORIES"]

HISTORIES = router("histories")


@HISTORIES.get("/games/{id}/steps", dependencies=[Moderately], response_model=StepsAnswer)
async def show_steps(
    table: TheTable,
    hub: TheHub,
    seat: Onlooker,
    first: Annotated[int, Query(alias="from", ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Response:
    """Positions of the game, each with what led to it, as the viewer may see them now."""
    return answer(await hub.steps(table, seat, first, limit))


@HISTORIES.get("/games/{id}/turns", dependencies=[WholeGame], response_model=TurnsAnswer)
async def show_turns(table: TheTable, hub: TheHub, _seat: Onlooker) -> Response:
    """Where turns, rounds and eras begin."""
    return answer(await hub.turns(table))


@HISTORIES.get("/games/{id}/log", dependencies=[WholeGame], response_model=Log)
async def show_log(table: TheTable, hub: TheHub, seat: Onlooker) -> Response:
    """All that the viewer may read."""
    return answer(await hub.log(table, seat))
