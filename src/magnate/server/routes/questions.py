"""What a player asks before deciding: why not, what if, and what the game's agent would do."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Response

from ...errors import BadToken
from ..bodies import Acted, Preview, PreviewAnswer, ReasonsAnswer, Why
from ..problems import answer
from .common import Moderately, TheHub, TheTable, Viewer, router

__all__ = ["QUESTIONS"]

QUESTIONS = router("questions")


def _player(seat: Viewer) -> int:
    if seat is None:
        raise BadToken("this is for those who sit at the table", hint="send the seat's token as X-Seat-Token")
    return seat


Player = Annotated[int, Depends(_player)]
"""The asker's seat, or a 401."""


@QUESTIONS.post("/games/{id}/why", dependencies=[Moderately], response_model=ReasonsAnswer)
async def ask_why(question: Why, table: TheTable, hub: TheHub, seat: Player) -> Response:
    """Why nothing can be done with these elements now."""
    return answer(await hub.why(table, seat, question.refs, question.kind))


@QUESTIONS.post("/games/{id}/preview", dependencies=[Moderately], response_model=PreviewAnswer)
async def preview(what: Preview, table: TheTable, hub: TheHub, seat: Player) -> Response:
    """What these actions would do, as far as the seat can know; why not, where they cannot be taken."""
    return answer(await hub.preview(table, seat, what.actions))


@QUESTIONS.post("/games/{id}/suggest", dependencies=[Moderately], response_model=Acted)
async def suggest(table: TheTable, hub: TheHub, seat: Player) -> Response:
    """What the game's own agent would do here, to the end of the pending matter."""
    return answer(await hub.suggest(table, seat))
