"""What the HTTP interface takes and gives: the bodies of its requests and answers."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import count
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field, JsonValue

from ..core.boards import DeclaredBoard
from .protocol import (
    MOST,
    ActionName,
    AgentSpec,
    Decision,
    Line,
    Message,
    Seat,
    SeatNumber,
    Shape,
    TableInfo,
    Token,
    View,
    Whole,
)

# ------------------------------------------ Names of people: short, visible, and unable to disturb the text around them


LONGEST: Final = 24
"""Characters of a name; what follows is cut off."""
_JOINERS: Final = frozenset("\u200c\u200d")  # Persian is written with the first, many emoji with the second


def clean_name(name: str) -> str:
    r"""The name without control and direction characters, in one line, at most :data:`LONGEST` characters long.

    What would be read as markup is kept: it is text, and every page shows it as such.

    >>> clean_name("  Ann\u202e\n  Lee\x00 ")
    'Ann Lee'
    """
    spaced = "".join(" " if character.isspace() else character for character in name)
    kept = "".join(
        character
        for character in unicodedata.normalize("NFC", spaced)
        if character in _JOINERS or unicodedata.category(character)[0] != "C"
    )
    return " ".join(kept.split())[:LONGEST].strip()


def distinct(names: Sequence[str]) -> list[str]:
    """The names, those that several have with a number each, so that nobody is taken for another.

    >>> distinct(["Ann", "random", "random"])
    ['Ann', 'random 1', 'random 2']
    >>> distinct(["random", "random 1", "random"])
    ['random 2', 'random 1', 'random 3']
    """
    given = [name for name in names if names.count(name) == 1]
    found = []
    for name in names:
        if names.count(name) > 1:
            name = next(numbered for n in count(1) if (numbered := f"{name} {n}") not in given)
            given.append(name)
        found.append(name)
    return found


TableId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8,22}$")]
Name: TypeAlias = Annotated[str, Field(max_length=200), AfterValidator(clean_name)]
Ref: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,40}:[^\x00-\x1f]{1,100}$", max_length=141)]
OptionName: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]

# ----------------------------------------------------------------------------------------------- errors


class Problem(Shape):
    """What went wrong: a stable code, a sentence, and what would be right, both in English.

    ``m`` is the sentence in any language, where it says no more than that.
    """

    code: str
    message: str
    hint: str
    m: Message | None = None


class ProblemAnswer(Shape):
    """The body of every answer that is an error."""

    error: Problem


# ------------------------------------------------------------------------------------------ what there is


class Health(Shape):
    """The server is there; ``owner`` says whether the owner's key came with the request, ``create`` who may create."""

    ok: bool
    version: str
    owner: bool
    create: Literal["owner", "anyone"]


class Option(Shape):
    """An option of a game: what kind of value it takes, its default, and what it may be."""

    key: str
    type: Literal["bool", "int", "choice", "json"]
    default: JsonValue
    choices: list[JsonValue] | None = None
    min: int | None = None
    max: int | None = None
    help: str


class AgentName(Shape):
    """An agent of a game, and what it does."""

    name: str
    help: Message


class Spec(Shape):
    """A game as the form for a new table needs it; ``facets`` is the order in which a choice is narrowed.

    ``hint_agents`` are searches that are proposed for hints, the default first.
    """

    name: str
    title: str
    about: Message
    min_players: int
    max_players: int
    default_players: int
    presets: dict[str, dict[str, JsonValue]]
    default_preset: str
    options: list[Option]
    hidden: bool
    facets: list[str]
    agents: list[AgentName]
    hint_agents: list[AgentName]


class SpecsAnswer(Shape):
    """All games."""

    games: list[Spec]


class WordsAnswer(Shape):
    """Words by their domains and keys: those that packages bring, and ``names`` that replace the pages' own."""

    domains: dict[str, dict[str, str]]
    names: dict[str, dict[str, str]]


class BoardAnswer(Shape):
    """The board of a game that another package brings, or null."""

    board: DeclaredBoard | None


class Rating(Shape):
    """An agent's rating in a tournament: Elo with its 95 % interval, from so many games of tournament ``source``."""

    elo: float
    low: float
    high: float
    games: int
    source: str


class AgentEntry(Shape):
    """An agent that plays a game, with its rating where a tournament of the store has one.

    ``help`` is null for one that only a tournament knows.
    """

    name: str
    help: Message | None
    game: str
    rating: Rating | None = None


class AgentsAnswer(Shape):
    """The agents, those with ratings first."""

    agents: list[AgentEntry]


# ------------------------------------------------------------------------------------------------- tables


class SeatWish(Shape):
    """Who is to play a seat: a person (who is handed its link), or an agent by its spec."""

    kind: Literal["human", "agent"]
    name: Name | None = None
    agent: AgentSpec | None = None


class NewTable(Shape):
    """What a new table is to be; what is left out is as the game has it, a seed is drawn.

    ``hint_agent`` is the spec of the search that finds hints. ``dice_of``: every seat throws the dice that it threw in
    that game, which is over.
    """

    game: Annotated[str, Field(min_length=1, max_length=60)]
    preset: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    options: Annotated[dict[OptionName, JsonValue], Field(max_length=60)] = Field(default_factory=dict)
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    hints: Literal["off", "request", "always"] = "off"
    hint_agent: AgentSpec | None = None
    undo: Literal["barrier", "free"] = "barrier"
    seed: Whole | None = None
    dice_of: TableId | None = None
    public: bool = True


class Preparation(Shape):
    """A table that somebody may begin: what it takes is made ready meanwhile."""

    game: Annotated[str, Field(min_length=1, max_length=60)]
    players: Annotated[int, Field(ge=1, le=8)]
    agents: Annotated[list[AgentSpec], Field(max_length=8)]


class Prepared(Shape):
    """Whether all is ready, and the seconds until then, as far as they are known."""

    ready: bool
    left: float | None


class Created(Shape):
    """The new table, and the token of each seat that a person plays: shown now and never again."""

    id: str
    table: TableInfo
    tokens: dict[str, str]


class Rematch(Shape):
    """The next table of those who played here: its id, and the token there for each seat of this one."""

    id: TableId
    tokens: Annotated[dict[Annotated[str, Field(pattern=r"^[0-7]$")], Token], Field(min_length=1)]


class RematchAnswer(Shape):
    """The next table, and the asker's seat there with its token; all null as long as nobody has made one."""

    id: str | None
    seat: SeatNumber | None
    token: str | None


class Fork(Shape):
    """A new table that goes on from the position after ``at`` steps of another one.

    Its hints are those of the other one where nothing else is said. It is public if the other one is over and public,
    and cannot be made so otherwise.
    """

    at: Whole
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    hints: Literal["off", "request", "always"] | None = None
    hint_agent: AgentSpec | None = None
    undo: Literal["barrier", "free"] = "free"
    public: bool | None = None


class Import(Shape):
    """A record, as the command line and the export write it."""

    record: dict[str, Any]


class GameEntry(Shape):
    """A table in the lists; ``rules`` are its preset and what differs from it."""

    id: str
    game: str
    rules: Message
    status: Literal["open", "running", "over"]
    seats: list[Seat]
    at: Whole
    turn: Message | None
    created: str
    public: bool
    winner: list[SeatNumber] | None = None
    fork_of: str | None = None


class Held(Shape):
    """The secrets that a browser has for the seats of a table."""

    id: TableId
    tokens: Annotated[list[Token], Field(min_length=1, max_length=8)]


class Holding(Shape):
    """The tables for which a browser has secrets."""

    tables: Annotated[list[Held], Field(max_length=100)]


class GamesAnswer(Shape):
    """Tables, the newest first; ``before`` of the next page is the ``created`` of the last one."""

    games: list[GameEntry]


class TableAnswer(Shape):
    """A table as the public sees it."""

    table: TableInfo
    seats: list[Seat]
    view: View


class StepShown(Shape):
    """The position after ``at`` steps, and what led to it."""

    at: Whole
    lines: list[Line]
    view: View


class StepsAnswer(Shape):
    """A piece of a game, and how many steps the viewer may see in all."""

    steps: list[StepShown]
    total: Whole


class Turn(Shape):
    """Where a turn, a round or an era begins."""

    at: Whole
    seat: SeatNumber | None
    label: Message
    mark: Literal["turn", "round", "era"]


class TurnsAnswer(Shape):
    """The beginnings of all turns, rounds and eras."""

    turns: list[Turn]


class Log(Shape):
    """Everything that has happened, in words."""

    lines: list[Line]


class Why(Shape):
    """Elements that cannot be chosen now, as refs (``property:boardwalk``), with the kind of action if it is known.

    ``after``: actions of the asker that come first, which are not taken yet.
    """

    refs: Annotated[list[Ref], Field(min_length=1, max_length=8)]
    kind: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    after: Annotated[list[ActionName], Field(max_length=64)] = Field(default_factory=list)


class ReasonsAnswer(Shape):
    """Why not."""

    reasons: list[Message]


class Preview(Shape):
    """Actions to be tried, in order."""

    actions: Annotated[list[ActionName], Field(min_length=1, max_length=64)]


class PreviewAnswer(Shape):
    """What the actions would do.

    ``view`` is null where something hidden or random comes between. ``decision`` is what the same seat would be asked
    next; ``reasons`` say why they cannot be taken, and are empty where they can. ``whole``: nothing more belongs to
    the move that they make, as far as is known.
    """

    lines: list[Line]
    view: View | None
    decision: Decision | None
    whole: bool
    reasons: list[Message]


class Acted(Shape):
    """Actions that are proposed, by their names."""

    actions: list[str]


class Reply(Shape):
    """What the agent of ``seat`` would probably do next: an action's name and its words; all null if none is asked."""

    seat: SeatNumber | None
    action: str | None
    m: Message | None


class Reissued(Shape):
    """A seat's new token; the old one is worth nothing from now on."""

    token: str


class Check(Shape):
    """One thing that was checked, and what was found; ``detail`` is what the rules say of a fault, in English."""

    name: Literal["commitment", "game", "dice", "position"]
    ok: bool
    found: Message
    detail: str


class Verification(Shape):
    """Whether the table's game is what it claims: its dice, its steps, its result."""

    ok: bool
    checks: list[Check]


# -------------------------------------------------------------------------------------------- tournaments


class TournamentEntry(Shape):
    """A tournament of the arena's store; ``rules`` are its preset and what differs from it."""

    id: str
    game: str
    preset: str | None
    rules: Message
    players: int
    agents: list[str]
    created: str
    played: Whole
    planned: Whole


class TournamentsAnswer(Shape):
    """The tournaments, the newest first, and the one that this server plays (null: none)."""

    tournaments: list[TournamentEntry]
    playing: str | None


class Standing(Shape):
    """An agent's row in the table of a tournament: its share of the wins with the 95 % interval."""

    agent: str
    games: Whole
    win_share: float
    low: float
    high: float
    rating: Rating | None = None


class TournamentAnswer(Shape):
    """A tournament and its standings, the best first; ``report`` says whether its page can be shown yet.

    ``playing``: this server plays it now. ``problem`` tells the owner, in English, why it could not be played on.
    """

    tournament: TournamentEntry
    standings: list[Standing]
    report: bool
    playing: bool
    problem: str | None


class NewTournament(Shape):
    """A tournament to be played: every set of as many agents as there are seats plays so many ``games``."""

    game: Annotated[str, Field(min_length=1, max_length=60)]
    preset: Annotated[str, Field(max_length=60)] | None = None
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    agents: Annotated[list[AgentSpec], Field(min_length=1, max_length=12)]
    games: Annotated[int, Field(ge=1, le=100_000)]
    seed: Annotated[int, Field(ge=0, le=MOST)] = 1


class TournamentStarted(Shape):
    """The tournament that was meant or made."""

    id: str


class TournamentGame(Shape):
    """A game of a tournament by its number: those of the first table come first."""

    number: Whole
