"""A table as a language model plays at it: seats, views, actions, waiting and the review, over a table service."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic import ValidationError

from ..core.wording import prompt_message, reason_message
from ..errors import BadTable, BadToken, BadValue, IllegalAction, MagnateError, Refused, did_you_mean, listing
from ..messages import Message
from ..server.decisions import shown_to
from .shapes import GameLine, GamesAnswer, Judged, LegalAction, LegalAnswer, Review, View
from .skin import REAL, Skin
from .text import action_words, position_text, rules_text

if TYPE_CHECKING:
    from ..core.game import Position
    from ..server.table import Table
    from ..server.table_service import TableService

__all__ = ["ModelSeats", "Wanted"]

LISTED: Final = 40
"""Legal actions that a view lists."""
MOST_NEWS: Final = 40
MOST_ACTIONS: Final = 64
LONGEST_WAIT: Final = 25.0
MOST_LISTED: Final = 200
"""Legal actions that one answer lists."""
LONGEST_NAME: Final = 200
DEAREST: Final = 10
ROLLOUTS: Final = 100
UNDONE: Final = 4096
"""A version is the number of steps times this, and how often moves were taken back."""
CID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
NOTHING: Final = "Nothing has changed."


@dataclass(frozen=True, slots=True)
class _Claims:
    """Who calls: the token of a seat with how the seat is shown."""

    text: str
    table: str
    token: str
    lists: bool
    skin: str


class Wanted(NamedTuple):
    """A new table of a game, and the seat at it.

    ``opponents`` are agents for the other seats in order, or one for all; ``person`` leaves a seat to somebody who is
    invited. Without opponents the game's own agent has them.
    """

    game: str
    preset: str | None = None
    opponents: Sequence[str] | None = None
    players: int | None = None
    seed: int | None = None
    place: int = 0


class ModelSeats:
    """Seats at the tables of a service.

    The token of a seat says how the seat is shown too, and is signed with ``key``. Nothing is kept between calls, so it
    outlives the server's end where its tables do. ``skin`` and ``lists`` are used where a call does not choose.
    ``link`` is the address of a table for people to watch.
    """

    def __init__(
        self,
        service: TableService,
        key: str,
        *,
        skin: str = REAL,
        lists: bool = True,
        link: Callable[[str], str] = lambda _table: "",
    ) -> None:
        Skin("", skin)
        self.service = service
        self._key = key.encode()
        self._skin, self._lists, self._link = skin, lists, link

    # ------------------------------------------------------------------------------------------ games

    async def games(self, game: str | None = None, skin: str | None = None) -> GamesAnswer:
        """The games that can be played; with ``game`` that one alone, and its rules in brief."""
        return await asyncio.to_thread(self._games, game, skin or self._skin)

    def _games(self, game: str | None, skin: str) -> GamesAnswer:
        from ..catalogue import about_agents
        from ..core.game import load_with
        from ..core.registry import declared_game

        names = _games_by_title(skin)
        named = None if game is None else _named(game, names)
        chosen = {title: name for title, name in names.items() if named in {None, name}}
        found = []
        for title, name in chosen.items():
            info, worn = declared_game(name), Skin(name, skin)
            least, most = info.min_players, info.max_players
            players = str(most) if least == most else f"{least} to {most}"
            opponents = [spec for spec, _ in about_agents(name) if worn.shown(spec) == spec]  # some tell of streets
            about = worn.shown(str(Message(f"{name}.about", text=info.about)))
            found.append(
                GameLine(name=title, about=about, players=players, presets=list(info.presets), opponents=opponents)
            )
        if named is None:
            return GamesAnswer(games=found)
        rules = rules_text(load_with(named, None, None, {}))
        return GamesAnswer(games=found, rules=Skin(named, skin).shown(rules))

    # ------------------------------------------------------------------------------------------ seats

    async def join(
        self, table: str, invitation: str, *, legal_list: bool | None = None, skin: str | None = None
    ) -> View:
        """Take a seat by an invitation to a table that there is."""
        claims = self._signed(table, invitation, self._lists if legal_list is None else legal_list, skin or self._skin)
        found, seat = await self._at(claims)
        return self._view(claims, found, seat, None, whole=True)

    async def begin(
        self, wanted: Wanted, *, legal_list: bool | None = None, skin: str | None = None, who: str = ""
    ) -> View:
        """Take a seat at a new table."""
        lists, skin = self._lists if legal_list is None else legal_list, skin or self._skin
        wishes = await asyncio.to_thread(_wishes, wanted, skin)
        created = await self.service.create(wishes, who)
        tokens: dict[str, str] = dict(created["tokens"])
        claims = self._signed(created["id"], tokens.pop(str(wanted.place)), lists, skin)
        found, seat = await self._at(claims)
        await self._until_mine(claims, LONGEST_WAIT)
        view = self._view(claims, found, seat, None, whole=True)
        view.invitations = {other: f"{created['id']} {token}" for other, token in tokens.items()}
        return view

    def _signed(self, table: str, token: str, lists: bool, skin: str) -> _Claims:
        Skin("", skin)
        text = f"{table}.{token}.{int(lists)}{skin}"
        return _Claims(f"{text}.{self._sign(text)}", table, token, lists, skin)

    def _sign(self, text: str) -> str:
        return hmac.new(self._key, text.encode(errors="replace"), hashlib.sha256).hexdigest()[:16]

    def _claims(self, seat: str) -> _Claims:
        """The claims of a token; raises :class:`~magnate.errors.BadToken`."""
        text, _, signature = seat.rpartition(".")
        parts = text.split(".")
        if len(parts) != 3 or not hmac.compare_digest(self._sign(text).encode(), signature.encode(errors="replace")):
            raise BadToken("this is no seat", hint="give the seat that `sit` answered, letter by letter")
        return _Claims(seat, parts[0], parts[1], parts[2][:1] == "1", parts[2][1:])

    async def _at(self, claims: _Claims) -> tuple[Table, int]:
        """The table and the seat of a token's claims."""
        table = await self.service.table(claims.table)
        seat = self.service.seat_of(table, claims.token)
        assert seat is not None  # noqa: S101 - it has a token
        return table, seat

    # ----------------------------------------------------------------------------------------- looking

    async def look(self, seat: str, since: int | None = None, part: str | None = None) -> View:
        """All that the seat sees; ``part`` may ask for ``rules`` or the whole ``log`` instead of the position."""
        claims = self._claims(seat)
        table, number = await self._at(claims)
        view = self._view(claims, table, number, since, whole=True)
        if part == "rules":
            parts = [rules_text(table.game), *([] if claims.lists else [action_words(table.game)])]
            view.text = Skin(table.game.name, claims.skin).shown("\n\n".join(parts))
        elif part == "log":
            view.text = "\n".join(self._news(claims, table, number, -1, None))
        elif part not in {None, "position"}:
            raise BadValue(f'there is no part "{part}"', hint="parts are position, rules and log")
        return view

    def _view(
        self, claims: _Claims, table: Table, seat: int, since: int | None, *, whole: bool, news: bool = True
    ) -> View:
        skin, version = Skin(table.game.name, claims.skin), version_of(table)
        decision = table.decision(seat)
        legal = [] if decision is None else _legal(decision, skin)
        position = table.position
        over = position.is_over
        text = position_text(shown_to(position, seat), seat, whole=whole)
        prompt = str(prompt_message(shown_to(position, seat)))
        return View(
            seat=claims.text,
            version=version,
            changed=since is None or since != version,
            to_move=position.to_move if position.to_move >= 0 else None,
            yours=decision is not None,
            over=over,
            text=skin.shown(text),
            news=self._news(claims, table, seat, _steps(since), MOST_NEWS) if news else [],
            prompt=skin.shown(prompt),
            legal=legal[:LISTED] if claims.lists and decision is not None else None,
            legal_count=len(legal),
            result=list(position.utility()) if over else None,
            link=self._link(table.id),
        )

    def _news(self, claims: _Claims, table: Table, seat: int, since: int, most: int | None) -> list[str]:
        """What the seat may read of what happened after so many steps; at most so many lines, and what is left out."""
        skin = Skin(table.game.name, claims.skin)
        lines = [line for line in table.log(seat, None if most is None else most + 1) if line["at"] > since]
        shown = [skin.shown(str(Message.from_json(line["m"]))) for line in lines]
        return shown if most is None or len(shown) <= most else ["(earlier lines are left out)", *shown[-most:]]

    async def legal(
        self, seat: str, kind: str | None = None, about: str | None = None, most: int = LISTED
    ) -> LegalAnswer:
        """Legal actions of a kind or with a word; where nothing is listed, whether the action ``about`` is legal."""
        claims = self._claims(seat)
        table, number = await self._at(claims)
        skin = Skin(table.game.name, claims.skin)
        decision = table.decision(number)
        if decision is None:
            raise _not_now(table, number)
        name = skin.real(about.strip()) if about else None
        found = [one for one in decision["actions"] if kind is None or one["f"].get("kind") == kind]
        if name is not None:
            legal = _means_legal(table.position, name)
            if legal or not claims.lists or not any(name in one["name"] for one in found):
                return LegalAnswer(
                    count=len(decision["actions"]),
                    actions=[],
                    legal=legal,
                    why="" if legal else self._why(table, number, name, skin),
                )
            found = [one for one in found if name in one["name"]]
        elif not claims.lists:
            raise BadValue("legal actions are not listed at this seat", hint="ask about one action by its name: about")
        listed = _legal({"actions": found}, skin)
        return LegalAnswer(count=len(listed), actions=listed[: max(1, min(most, MOST_LISTED))])

    def _why(self, table: Table, seat: int, name: str, skin: Skin) -> str:
        """Why the action is not legal, as far as the seat can know."""
        reason = reason_message(shown_to(table.position, seat), name)
        return skin.shown(str(reason)) if reason is not None else ""

    # ------------------------------------------------------------------------------------------ acting

    async def act(
        self, seat: str, version: int, actions: Sequence[str], cid: str | None = None, seconds: float = 20.0
    ) -> View:
        """Take actions in order, all or none, then wait until the seat is to decide again or the game is over."""
        claims = self._claims(seat)
        table, number = await self._at(claims)
        skin = Skin(table.game.name, claims.skin)
        if not 1 <= len(actions) <= MOST_ACTIONS or any(not 0 < len(one) <= LONGEST_NAME for one in actions):
            raise BadValue(
                f"actions are 1 to {MOST_ACTIONS} names of at most {LONGEST_NAME} letters. {NOTHING}",
                hint=self._hint(claims, table, number),
            )
        names = [skin.real(one.strip()) for one in actions]
        cid = cid or hashlib.sha256("\n".join([str(version), *names]).encode(errors="replace")).hexdigest()[:40]
        if CID.fullmatch(cid) is None:
            raise BadValue(f"cid is 1 to 40 letters, digits, - and _. {NOTHING}", hint="leave it out")
        if table.answered(number, cid) is None:
            if table.over or table.position.to_move != number:
                raise _not_now(table, number)
            if version != (now := version_of(table)):
                what = f"this was decided at version {version}, and the game has gone on to {now}"
                if version > now:
                    what = f"there is no version {version} yet: the game is at {now}"
                hint = f"look again; {self._hint(claims, table, number)}"
                raise Refused("stale", f"{what}. {NOTHING}", hint=hint)
        try:
            await self.service.act(table, number, cid, table.seq, names)
        except Refused as error:
            raise Refused(
                error.reason, f"{skin.shown(error.message)}. {NOTHING}", hint=self._hint(claims, table, number, names)
            ) from None
        except IllegalAction as error:
            raise BadValue(f"{skin.shown(error.message)}. {NOTHING}", hint=self._hint(claims, table, number)) from None
        return await self.wait(seat, version, seconds)

    def _hint(self, claims: _Claims, table: Table, seat: int, names: Sequence[str] = ()) -> str:
        """What would be legal, or how to find out."""
        decision = table.decision(seat)
        if decision is None:
            return "wait until this seat is to decide"
        if not claims.lists:
            return "ask `legal` about an action by its name"
        skin = Skin(table.game.name, claims.skin)
        legal = [one.name for one in _legal(decision, skin)]
        wrong = [skin.shown(one) for one in names if skin.shown(one) not in legal]
        meant = did_you_mean(wrong[0], legal) if wrong else ""
        start = f"{meant.partition('?')[0]}? " if meant.startswith("did") else ""
        return f"{start}{'L' if start else 'l'}egal now: {listing(legal, most=LISTED)}"

    async def wait(self, seat: str, version: int | None = None, seconds: float = 20.0) -> View:
        """Wait until the seat is to decide or the game is over, but at most so many seconds."""
        claims = self._claims(seat)
        table, number = await self._at(claims)
        await self._until_mine(claims, seconds)
        return self._view(claims, table, number, version, whole=False)

    async def _until_mine(self, claims: _Claims, seconds: float) -> None:
        table, number = await self._at(claims)
        happened = asyncio.Event()
        watching = self.service.join(table, number, lambda _message: happened.set())
        end = time.monotonic() + max(0.0, min(seconds, LONGEST_WAIT))
        try:
            while not (table.over or table.decision(number) is not None):
                left = end - time.monotonic()
                if left <= 0:
                    return
                happened.clear()
                try:
                    await asyncio.wait_for(happened.wait(), left)
                except TimeoutError:
                    return
        finally:
            watching.close()

    # ----------------------------------------------------------------------------------------- afterwards

    async def review(self, seat: str, turn: int | None = None, budget: int = ROLLOUTS) -> Review:
        """What the seat's decisions cost in a finished game.

        ``budget`` is how many rollouts value a position where neither a solution nor a network does.
        """
        claims = self._claims(seat)
        table, number = await self._at(claims)
        text = await self.service.record(table)
        skin = Skin(table.game.name, claims.skin)
        found = await self.service.aside(_reviewed, text, max(1, min(budget, 1000)))
        dearest = found.dearest(number, len(found.decisions))
        chosen = [one for one in dearest if turn is None or one.turn == turn][:DEAREST]
        return Review(
            summary=skin.shown(found.sentences[number]),
            source=found.source,
            luck_adjusted=found.seats[number].luck_adjusted,
            decisions=[
                Judged(
                    turn=one.turn,
                    move=skin.shown(str(one.move)),
                    better=skin.shown(str(one.best)),
                    lost=round(one.loss, 4),
                    label=one.label or one.doubt,
                )
                for one in chosen
            ],
        )

    async def record(self, table: str) -> str:
        """The record of a finished game, as JSON."""
        return await self.service.record(await self.service.table(table))


def version_of(table: Table) -> int:
    """Where a game stands, as views say it."""
    return table.at * UNDONE + table.takebacks % UNDONE


def _steps(version: int | None) -> int:
    return -1 if version is None else version // UNDONE


def _legal(decision: dict[str, Any], skin: Skin) -> list[LegalAction]:
    return [
        LegalAction(name=skin.shown(one["name"]), text=skin.shown(str(Message.from_json(one["m"]))))
        for one in decision["actions"]
    ]


def _means_legal(position: Position, name: str) -> bool:
    """Whether `act` would take a name."""
    try:
        position.action_id(name)
    except IllegalAction:
        return False
    return True


def _not_now(table: Table, seat: int) -> MagnateError:
    if table.over:
        return Refused("over", f"the game is over. {NOTHING}", hint="call `review`, or `sit` at a new table")
    return Refused(
        "not_yours", f"seat {table.position.to_move} is to decide, not this one ({seat}). {NOTHING}", hint="call `wait`"
    )


def _games_by_title(skin: str) -> dict[str, str]:
    from ..core.registry import usable_games

    return {Skin(name, skin).title: name for name in usable_games(lambda _name, _error: None)}


def _wishes(wanted: Wanted, skin: str) -> Any:
    """A new table as the service is asked for it, with a model in the wanted seat."""
    from ..agents import default_agents
    from ..core.registry import declared_game
    from ..server.schemas import NewTable

    real = _named(wanted.game, _games_by_title(skin))
    info = declared_game(real)
    opponents, place = wanted.opponents, wanted.place
    count = wanted.players or (len(opponents) + 1 if opponents else info.default_players)
    others = list(opponents or [default_agents(real)[0]] * (count - 1))
    if len(others) == 1 and count > 2:
        others *= count - 1
    if len(others) != count - 1:
        raise BadTable(f"{len(others)} opponents for {count} players", hint=f"give {count - 1}, or one for all")
    if not 0 <= place < count:
        raise BadTable(f"there is no seat {place} for {count} players", hint=f"place is 0 to {count - 1}")
    seats = [{"kind": "human"} if one == "person" else {"kind": "agent", "agent": one} for one in others]
    seats.insert(place, {"kind": "human", "name": "model"})
    try:
        return NewTable.model_validate(
            {"game": real, "preset": wanted.preset, "seats": seats, "seed": wanted.seed, "public": False}
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise BadTable(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", hint="see `games`") from None


def _named(game: str, names: dict[str, str]) -> str:
    """The game that is called so, under its skin or really."""
    if game in names.values():
        return game
    if game not in names:
        raise BadTable(f'there is no game "{game}"', hint=did_you_mean(game, names))
    return names[game]


def _reviewed(text: str, games: int) -> Any:
    from ..analysis.review import review
    from ..core.game import Record

    return review(Record.from_json(text), games=games)
