"""The HTTP interface: what is asked and answered at which address under ``/api``."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from ..catalogue import about_agent, about_agents, about_game, bounds_of, choices_of, game_facts
from ..core.boards import board_files, read_board
from ..core.game_module import GameModule
from ..core.registry import declared_game, game_names, usable_games
from ..errors import BadToken, BrokenGame, Refused
from ..messages import brought_words, chosen_language, chosen_skin, plain_words
from .arena_reader import ArenaReader
from .http_json import PROBLEMS, Forbidden, StrictRoute, TooMany, answer
from .protocol import MOST
from .schemas import (
    Acted,
    AgentsAnswer,
    BoardAnswer,
    Created,
    Fork,
    GamesAnswer,
    Health,
    Holding,
    Log,
    NewTable,
    Preparation,
    Prepared,
    Preview,
    PreviewAnswer,
    ReasonsAnswer,
    Reissued,
    Rematch,
    RematchAnswer,
    Reply,
    SpecsAnswer,
    StepsAnswer,
    TableAnswer,
    TableId,
    TurnsAnswer,
    Verification,
    Why,
    WordsAnswer,
)
from .security import Buckets, Principal, principal_of
from .settings import Settings
from .table import Table
from .table_config import hinters
from .table_service import TableService

__all__ = ["api", "creations", "labours"]

LOG: Final = logging.getLogger(__name__)

# ----------------------------------------------- What the routes share: the service, who asks, and which table is meant


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


def _player(seat: Viewer) -> int:
    if seat is None:
        raise BadToken("this is for those who sit at the table", hint="send the seat's token as X-Seat-Token")
    return seat


Player = Annotated[int, Depends(_player)]
"""The asker's seat, or a 401."""


def _onlooker(table: TheTable, seat: Viewer, watcher: Watcher) -> int | None:
    if table.withheld and seat is None:
        raise BadToken("this table is for those who sit at it", hint="it opens when the game that it came from is over")
    return watcher


Onlooker: TypeAlias = Annotated[int | None, Depends(_onlooker)]
"""A watcher who may see what happens there (see :attr:`.Table.withheld`); a 401 for others."""


# ---------------------------------------------------------------- What there is to play, and whether the server is well


SPECS = router("specs")


@SPECS.get("/health", response_model=Health)
async def health(settings: TheSettings, asking: Asking) -> Response:
    """The server is there."""
    return answer({"ok": True, "version": version("magnate"), "owner": asking.owner, "create": settings.create})


@SPECS.get("/words/{language}", response_model=WordsAnswer)
async def words(language: Annotated[str, Path(max_length=20)]) -> Response:
    """The words that other packages bring in a language, and the names of the server's skin.

    The pages have the words of magnate, which these names replace.
    """
    code = chosen_language(language)
    names = {} if chosen_skin() == "real" else await asyncio.to_thread(plain_words, code)
    return answer({"domains": await asyncio.to_thread(brought_words, code), "names": names})


@SPECS.get("/boards/{game}", response_model=BoardAnswer)
async def board(game: Annotated[str, Path(max_length=60)]) -> Response:
    """How a game's view is drawn, if another package says so; null for all other games."""
    return answer({"board": (await asyncio.to_thread(_boards)).get(game)})


@cache
def _boards() -> dict[str, dict[str, Any]]:
    """The boards that can be read, by their games."""
    found = {}
    for game, file in board_files().items():
        try:
            found[game] = read_board(file).model_dump()
        except BrokenGame as error:
            LOG.warning("the board of %s is left out: %s", game, error)
    return found


@SPECS.get("/specs", response_model=SpecsAnswer)
async def specs() -> Response:
    """All games, with what the form for a new table must know."""
    return answer({"games": await asyncio.to_thread(_specs)})


@cache
def _specs() -> list[dict[str, Any]]:
    return [_spec(declared_game(name)) for name in usable_games(_left_out)]


def _left_out(name: str, error: BaseException) -> None:
    LOG.warning("the game %s is left out, since it cannot be imported: %s", name, error)


def _spec(game: GameModule) -> dict[str, Any]:
    return {
        **game_facts(game),
        "about": about_game(game).to_json(),
        "default_players": game.default_players,
        "presets": {name: dict(changes) for name, changes in game.presets.items()},
        "default_preset": game.default_preset,
        "options": [_option(key, field) for key, field in game.options.model_fields.items()],
        "hidden": game.hidden,
        "facets": list(game.facets),
        "agents": [{"name": name, "help": about.to_json()} for name, about in about_agents(game.name)],
        "hint_agents": [{"name": name, "help": about_agent(game.name, name).to_json()} for name in hinters(game.name)],
    }


def _option(key: str, field: Any) -> dict[str, Any]:
    """An option, from its pydantic field."""
    shown: dict[str, Any] = {"key": key, "type": "json", "default": field.default, "help": field.description or ""}
    if field.annotation is bool:
        return {**shown, "type": "bool"}
    words = choices_of(field)
    if words is not None:
        return {**shown, "type": "choice", "choices": words}
    if field.annotation is int:
        least, most = bounds_of(field)
        return {**shown, "type": "int", "min": least, "max": most}
    return shown


# ------------------------------------------------ Tables: made, listed, shown, forked, imported, exported and forgotten


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
    service: TheService,
    asking: Asking,
    status: Literal["open", "running", "over"] | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """The public tables (for the owner: all), the newest first; ``before``: the ``created`` of the last known one."""
    return answer(await service.listing.page(status, limit, before, everything=asking.owner))


@TABLES.post("/held", response_model=GamesAnswer)
async def list_held(holding: Holding, service: TheService) -> Response:
    """Those of these tables that are opened by one of their tokens, the newest first, public or not."""
    return answer(await service.listing.held({one.id: one.tokens for one in holding.tables}))


@TABLES.post("/games", response_model=Created)
async def create_game(new: NewTable, service: TheService, asking: Creator) -> Response:
    """Make a table. The tokens of its seats are shown here and never again."""
    return answer(await service.create(new, asking.address))


@TABLES.post("/prepare", dependencies=[Moderately], response_model=Prepared)
async def prepare(wished: Preparation, asking: Asking, settings: TheSettings, service: TheService) -> Response:
    """Make ready what a table takes that may be begun; ask again for how far that has come."""
    if settings.create == "owner" and not asking.owner:
        return answer({"ready": True, "left": None})
    return answer(service.preparations.wish(wished.game, wished.players, wished.agents))


@TABLES.get("/games/{id}", response_model=TableAnswer)
async def show_game(table: TheTable, service: TheService, _seat: Onlooker) -> Response:
    """A table as the public sees it."""
    return answer(await service.shown(table))


@TABLES.delete("/games/{id}", status_code=204)
async def delete_game(table: TheTable, service: TheService, _owner: Owner) -> Response:
    """Forget a table altogether."""
    await service.delete(table)
    return Response(status_code=204)


@TABLES.post("/games/{id}/fork", dependencies=[Moderately], response_model=Created)
async def fork_game(fork: Fork, table: TheTable, service: TheService, seat: Watcher, asking: Creator) -> Response:
    """A new table that goes on from a position of this one."""
    return answer(await service.fork(table, seat, fork, asking.address))


@TABLES.post("/import", dependencies=[Moderately], response_model=Created, openapi_extra=IMPORT_BODY)
async def import_game(request: Request, service: TheService, asking: Creator) -> Response:
    """Keep a record as a table that can be replayed and forked."""
    return answer(await service.import_record(await request.body(), asking.address))


@TABLES.get("/games/{id}/rematch", response_model=RematchAnswer)
async def show_rematch(table: TheTable, service: TheService, seat: Player) -> Response:
    """The next table of those who played here, and the asker's seat there."""
    return answer(await service.rematch(table, seat))


@TABLES.post("/games/{id}/rematch", response_model=RematchAnswer)
async def offer_rematch(rematch: Rematch, table: TheTable, service: TheService, seat: Player) -> Response:
    """Tell the other players of the next table, with the token of each one's seat there; the first table counts."""
    return answer(await service.offer_rematch(table, seat, rematch))


@TABLES.get("/games/{id}/record", dependencies=[WholeGame], response_model=dict)
async def export_game(table: TheTable, service: TheService, _seat: Watcher, asking: Asking) -> Response:
    """The record of a finished game, as the command line reads it; of one that goes on only where nobody can cheat."""
    try:
        text = await service.record(table, owner=asking.owner, who=asking.address)
    except Refused as refused:
        raise Forbidden(refused.message, hint=refused.hint, localized=refused.localized) from None
    named = {"Content-Disposition": f'attachment; filename="magnate-{table.id}.json"'}
    return Response(text, headers=named, media_type="application/json")


@TABLES.get("/games/{id}/verify", dependencies=[WholeGame], response_model=Verification)
async def verify_game(table: TheTable, service: TheService, _seat: Watcher, asking: Asking) -> Response:
    """Whether the table's game is what it claims: the promised dice, every step, the result."""
    return answer(await service.verify(table, asking.address))


@TABLES.post("/games/{id}/seats/{seat}/reissue", response_model=Reissued)
async def reissue_seat(
    table: TheTable, seat: Annotated[int, Path(ge=0, le=7)], service: TheService, _owner: Owner
) -> Response:
    """A new token for a seat; the old one is worth nothing from now on."""
    return answer(await service.reissue(table, seat))


# ----------------------------------------------- What has happened at a table, for those who come later and for replays


HISTORIES = router("histories")


@HISTORIES.get("/games/{id}/steps", dependencies=[Moderately], response_model=StepsAnswer)
async def show_steps(
    table: TheTable,
    service: TheService,
    seat: Onlooker,
    first: Annotated[int, Query(alias="from", ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Response:
    """Positions of the game, each with what led to it, as the viewer may see them now."""
    return answer(await service.steps(table, seat, first, limit))


@HISTORIES.get("/games/{id}/turns", dependencies=[WholeGame], response_model=TurnsAnswer)
async def show_turns(table: TheTable, service: TheService, _seat: Onlooker) -> Response:
    """Where turns, rounds and eras begin."""
    found = await service.turns(table)
    return await service.aside(answer, found)


@HISTORIES.get("/games/{id}/log", dependencies=[WholeGame], response_model=Log)
async def show_log(table: TheTable, service: TheService, seat: Onlooker) -> Response:
    """All that the viewer may read."""
    found = await service.log(table, seat)
    return await service.aside(answer, found)


# ------------------------------------------ Questions of a player: why not, what if, and what the game's agent would do


QUESTIONS = router("questions")


@QUESTIONS.post("/games/{id}/why", dependencies=[Moderately], response_model=ReasonsAnswer)
async def ask_why(question: Why, table: TheTable, service: TheService, seat: Player) -> Response:
    """Why nothing can be done with these elements now."""
    return answer(await service.why(table, seat, question.refs, question.kind, question.after))


@QUESTIONS.post("/games/{id}/preview", dependencies=[Moderately], response_model=PreviewAnswer)
async def preview(what: Preview, table: TheTable, service: TheService, seat: Player) -> Response:
    """What these actions would do, as far as the seat can know; why not, where they cannot be taken."""
    return answer(await service.preview(table, seat, what.actions))


@QUESTIONS.post("/games/{id}/suggest", dependencies=[Moderately], response_model=Acted)
async def suggest(table: TheTable, service: TheService, seat: Player) -> Response:
    """What the game's own agent would do here, to the end of the pending matter."""
    return answer(await service.suggest(table, seat))


@QUESTIONS.post("/games/{id}/reply", dependencies=[Moderately], response_model=Reply)
async def ask_reply(what: Preview, table: TheTable, service: TheService, seat: Player) -> Response:
    """What the agent that is to answer these actions would probably do; refused where the table has no hints."""
    return answer(await service.reply(table, seat, what.actions))


# ---------------------------------------------------------------------- The agents, with their ratings from tournaments


AGENTS = router("agents")


@AGENTS.get("/agents", dependencies=[Moderately], response_model=AgentsAnswer)
async def list_agents(request: Request, game: Annotated[str | None, Query(max_length=60)] = None) -> Response:
    """The agents of one game or of all, those with the best ratings first."""
    reader: ArenaReader = request.app.state.arena
    return answer({"agents": await reader.ask(_agents, reader, game)})


def _agents(reader: ArenaReader, game: str | None) -> list[dict[str, Any]]:
    rated = reader.ratings()
    games = usable_games(_left_out) if game is None else [game] if game in game_names() else []
    found = []
    for name in games:
        helps: dict[str, Any] = {agent: about.to_json() for agent, about in about_agents(name)}
        helps |= {agent: None for played, agent in rated if played == name and agent not in helps}
        found += [
            {"name": agent, "help": about, "game": name, "rating": rated.get((name, agent))}
            for agent, about in helps.items()
        ]
    return sorted(found, key=lambda one: -1e9 if one["rating"] is None else one["rating"]["elo"], reverse=True)


# ------------------------------------------------------------------------------------- Tournaments of the arena's store


def api() -> APIRouter:
    """All routes of the interface."""
    router = APIRouter(prefix="/api")
    for part in (SPECS, TABLES, HISTORIES, QUESTIONS, AGENTS):
        router.include_router(part)
    return router
