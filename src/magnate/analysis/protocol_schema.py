"""The lines of ``magnate analysis``, in both directions, as types from which the JSON schema is made."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..errors import MagnateError

__all__ = [
    "ANSWER",
    "KINDS",
    "VERSION",
    "Action",
    "Answer",
    "Budget",
    "Echo",
    "Failure",
    "FieldError",
    "Move",
    "NoResults",
    "Offer",
    "Query",
    "SetUp",
    "Warned",
    "schema",
]

VERSION: Final = 1
"""The version of the protocol: it grows when an answer's fields change their meaning."""
KINDS: Final = ("value", "rollout", "search", "review", "trade")
"""What can be asked."""

Share: TypeAlias = Annotated[float, Field(ge=-1e-9, le=1 + 1e-9)]
Step: TypeAlias = Annotated[int, Field(ge=0)]


# ------------------------------------------------------------------------------------------------------- The questions


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class SetUp(_Shape):
    """A position: a game, its preset, players and options, and what :meth:`magnate.Game.setup` takes."""

    game: str
    preset: str | None = None
    players: int | None = None
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}


class Budget(_Shape):
    """How much work: ``games`` or ``seconds`` of a rollout, or games until the standard error ``se`` (a share).

    ``search`` takes the budgets of ``magnate search``, such as ``"sims:1000"``.
    """

    games: Annotated[int, Field(ge=1)] | None = None
    se: Annotated[float, Field(gt=0, le=0.5)] | None = None
    seconds: Annotated[float, Field(gt=0)] | None = None
    search: str | None = None


class Offer(_Shape):
    """A trade: items and cash that the seat to move gives ``to`` another, and what it gets."""

    to: Annotated[int, Field(ge=0)]
    give: list[str] = []
    get: list[str] = []
    cash: int | None = None


class Query(_Shape):
    """A question about steps of a record, or about a position.

    ``at`` are the steps (default: the last). ``seat`` is whose information is used: a seat, ``public`` or ``full``.
    ``moves`` are names, or lists of names, of whole moves. ``every`` asks for partial answers, in seconds.
    ``agents`` play rollouts, one for all seats, or in a rollout one a seat. ``agent`` searches.
    """

    id: str
    record: dict[str, Any] | None = None
    position: SetUp | None = None
    at: list[Step] | Step | None = None
    seat: int | Literal["public", "full"] | None = None
    kind: Literal["value", "rollout", "search", "review", "trade"] = "value"
    budget: Budget = Budget()
    moves: list[str | list[str]] | None = None
    agents: str | list[str] | None = None
    agent: str | None = None
    offer: Offer | None = None
    seed: Annotated[int, Field(ge=0)] = 0
    every: Annotated[float, Field(gt=0)] | None = None
    priority: int = 0


class Action(_Shape):
    """Something to be done at once; ``terminate`` names the query that is to end."""

    id: str
    action: Literal["query_version", "clear_cache", "terminate", "terminate_all"]
    terminate_id: str | None = None


# --------------------------------------------------------------------------------------------------------- The answers


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Move(_Strict):
    """A whole move: ``values`` are the shares of all seats after it, ``delta`` the own share less that of the best.

    ``se`` are standard errors of the values, and ``delta_se`` that of ``delta``; null where a network alone said it.
    ``visits``, ``search_value`` and ``prior`` are those of a search, and no chances. ``line`` is what it expects then.
    """

    names: list[str]
    ids: list[int]
    text: str
    order: Annotated[int, Field(ge=0)]
    values: list[Share] | None
    se: list[float] | None
    delta: float | None
    delta_se: float | None
    games: Annotated[int, Field(ge=0)]
    stopped: bool = False
    visits: int | None = None
    search_value: float | None = None
    prior: float | None = None
    line: list[str] = []


class Answer(_Strict):
    """What is known of one step. ``values`` are the win chances of all seats, and add up to 1.

    ``quantity`` is ``win``, or ``share`` in games such as Kuhn poker: there they are expected shares of the stake.

    ``source`` is ``exact``, ``network``, ``rollouts`` or ``search`` (then ``values`` is null: a search's values are no
    chances). ``policy`` names who plays rollouts, ``truncated`` how many of them the network has ended. ``result`` has
    what a review or a trade is.
    """

    id: str
    at: int
    final: bool
    kind: Literal["value", "rollout", "search", "review", "trade"]
    to_move: int
    quantity: Literal["win", "share"] = "win"
    eyes: int | str
    values: list[Share] | None
    se: list[float] | None
    source: Literal["exact", "network", "rollouts", "search", "review", "trade"]
    games: int
    truncated: int
    policy: list[str]
    seed: int
    moves: list[Move]
    result: dict[str, Any] | None = None


class NoResults(_Strict):
    """A step of a query that was ended before anything was known of it."""

    id: str
    at: int
    final: Literal[True] = True
    noResults: Literal[True] = True  # noqa: N815 - the name that programs know from other engines


class Echo(_Strict):
    """An action has been done."""

    id: str
    action: Literal["query_version", "clear_cache", "terminate", "terminate_all"]
    terminate_id: str | None = None
    version: str | None = None
    protocol: int | None = None


class Failure(_Strict):
    """A line that was not understood, or a step of a query that failed; ``field`` names what is wrong."""

    error: str
    hint: str = ""
    field: str | None = None
    id: str | None = None
    at: int | None = None


class Warned(_Strict):
    """A field that nobody reads."""

    warning: str
    field: str
    id: str | None = None


ASKED: Final[TypeAdapter[Any]] = TypeAdapter(Query | Action)
ANSWER: Final[TypeAdapter[Any]] = TypeAdapter(Answer | NoResults | Echo | Failure | Warned)
"""Reads what the program answers: tests and clients in Python do."""


def schema() -> dict[str, Any]:
    """The JSON schema of the lines in both directions, as ``protocol.schema.json`` has it."""
    asked, answered = ASKED.json_schema(), ANSWER.json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"magnate analysis, version {VERSION}",
        "$defs": {
            **asked.pop("$defs"),
            **answered.pop("$defs"),
            "Asked": asked,
            "Answered": answered,
        },
        "anyOf": [{"$ref": "#/$defs/Asked"}, {"$ref": "#/$defs/Answered"}],
    }


class FieldError(MagnateError):
    """A field of a query says something impossible."""

    code = "bad_query"

    def __init__(self, message: str, name: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.field = name
