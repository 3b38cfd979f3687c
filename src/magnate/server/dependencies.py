"""What the routes share: the table service, who asks, and which table is meant."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Depends, Header, Path, Request

from ..errors import BadToken
from .http_json import PROBLEMS, Forbidden, StrictRoute, TooMany
from .schemas import TableId
from .security import Buckets, Principal, principal_of
from .settings import Settings
from .table import Table
from .table_service import TableService

__all__ = [
    "Asking",
    "Creator",
    "Moderately",
    "Onlooker",
    "Owner",
    "TheService",
    "TheSettings",
    "TheTable",
    "Token",
    "Viewer",
    "Watcher",
    "WholeGame",
    "router",
]


TABLES_A_SECOND: Final = 1 / 30
TABLES_AT_ONCE: Final = 60
"""How many tables an address, which a classroom may share, may make at once, and how often after that."""
LABOURS_A_SECOND: Final = 40.0
LABOURS_AT_ONCE: Final = 400
"""How often an address, which a classroom may share, may ask a hosted server for what takes it a while."""
STEPS_OF_A_LABOUR: Final = 1_000
"""What goes through a whole game counts once more for each so many steps."""


def router(tag: str) -> APIRouter:
    """A router whose bodies are read strictly and whose errors are documented."""
    return APIRouter(route_class=StrictRoute, responses=dict(PROBLEMS), tags=[tag])


def creations() -> Buckets:
    """The counters of those who make tables."""
    return Buckets(TABLES_A_SECOND, TABLES_AT_ONCE)


def labours() -> Buckets:
    """The counters of those who ask for what takes a while."""
    return Buckets(LABOURS_A_SECOND, LABOURS_AT_ONCE)


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def _service(request: Request) -> TableService:
    service: TableService = request.app.state.service
    return service


TheSettings: TypeAlias = Annotated[Settings, Depends(_settings)]
TheService: TypeAlias = Annotated[TableService, Depends(_service)]


def _asking(request: Request, settings: TheSettings) -> Principal:
    return principal_of(request, settings)


Asking: TypeAlias = Annotated[Principal, Depends(_asking)]
"""Who asks."""


def _owner(asking: Asking) -> Principal:
    if not asking.owner:
        raise Forbidden(
            "only the owner of this server may do this", hint="open the address that `magnate serve` printed"
        )
    return asking


Owner: TypeAlias = Annotated[Principal, Depends(_owner)]
"""The owner, or a 403."""


def _creator(request: Request, asking: Asking, settings: TheSettings) -> Principal:
    if settings.create == "owner":
        return _owner(asking)
    made: Buckets = request.app.state.creations
    if not asking.owner and not made.take(asking.address):
        raise TooMany("you have made many tables", hint="play one of them, or wait a minute")
    return asking


Creator: TypeAlias = Annotated[Principal, Depends(_creator)]
"""Somebody who may make tables, or a 403 or 429."""


def _moderate(request: Request, asking: Asking, settings: TheSettings) -> None:
    labours: Buckets = request.app.state.labours
    if settings.hosted and not labours.take(asking.address):
        raise TooMany("you ask for much at a time", hint="wait a second")


Moderately: Final = Depends(_moderate)
"""What takes a while is done for everybody so often only; a 429."""


_Moderate: TypeAlias = Annotated[None, Moderately]


async def _table(service: TheService, id: Annotated[TableId, Path()]) -> Table:  # noqa: A002
    return await service.table(id)


TheTable: TypeAlias = Annotated[Table, Depends(_table)]
"""The table of the address, or a 404."""


def _moderate_whole(  # what is refused loads no table, so this is asked first
    _moderate: _Moderate, request: Request, asking: Asking, settings: TheSettings, table: TheTable
) -> None:
    labours: Buckets = request.app.state.labours
    if settings.hosted and not labours.take(asking.address, table.at // STEPS_OF_A_LABOUR):
        raise TooMany("you ask for much at a time", hint="wait a second")


WholeGame: Final = Depends(_moderate_whole)
"""What goes through a whole game counts by its length, too: long games are not asked for as often; a 429."""

Token: TypeAlias = Annotated[str | None, Header(alias="X-Seat-Token", max_length=64)]
Watch: TypeAlias = Annotated[bool, Header(alias="X-Watch-Only")]
"""The token only opens a table that is not public: what is shown is what the public sees."""


def _viewer(service: TheService, table: TheTable, token: Token = None) -> int | None:
    return service.seat_of(table, token)


Viewer: TypeAlias = Annotated[int | None, Depends(_viewer)]
"""The seat whose eyes the asker has, None for a spectator; a 401 for a token that opens none."""


def _watcher(table: TheTable, seat: Viewer, asking: Asking, watch: Watch = False) -> int | None:
    if not table.open_to(seat, owner=asking.owner):
        raise BadToken("this table is for those who sit at it", hint="use the link of your seat")
    return None if watch else seat


Watcher: TypeAlias = Annotated[int | None, Depends(_watcher)]
"""The same, where the table is not public for its seats and the owner only; a 401 for others.

Who asks to watch only has nobody's eyes, whatever the token."""


def _onlooker(table: TheTable, seat: Viewer, watcher: Watcher) -> int | None:
    if table.withheld and seat is None:
        raise BadToken("this table is for those who sit at it", hint="it opens when the game that it came from is over")
    return watcher


Onlooker: TypeAlias = Annotated[int | None, Depends(_onlooker)]
"""A watcher who may see what happens there (see :attr:`.Table.withheld`); a 401 for others."""
