"""The named errors of magnate.

Every error that a user can cause is a :class:`MagnateError`: one sentence that says what was wrong, and a
``hint`` that says what would be right. Programs may branch on the class or on its stable ``code``; the command
line prints ``error: …`` and ``hint: …`` and never a traceback.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Self

__all__ = [
    "AgentFailed",
    "BadAgent",
    "BadBudget",
    "BadNetwork",
    "BadOption",
    "BadPlan",
    "BadPlayers",
    "BadRecord",
    "BadSearch",
    "BadSeat",
    "BadSeed",
    "BadSetup",
    "BadStrategicGame",
    "BadTable",
    "BadToken",
    "BadTraining",
    "BadTuning",
    "BadValue",
    "BrokenGame",
    "CheckpointMismatch",
    "ClusterFailed",
    "ClusterRefused",
    "ClusterUnreachable",
    "GameTooLarge",
    "IllegalAction",
    "MagnateError",
    "MissingExtra",
    "MissingFile",
    "NoSuchTable",
    "NotFinished",
    "PlanChanged",
    "Refused",
    "RulesMismatch",
    "SaveFailed",
    "StoreBusy",
    "StoreDamaged",
    "StoreFailed",
    "StoreFull",
    "StoreNewer",
    "StoreReadOnly",
    "StoreUnusable",
    "UnknownAgent",
    "UnknownAlgorithm",
    "UnknownGame",
    "UnknownPreset",
    "UnknownTournament",
    "WorkerLost",
    "did_you_mean",
    "listing",
]


class MagnateError(Exception):
    """Base of all errors that name a mistake of the caller and the way out of it.

    >>> error = MagnateError("the door is shut", hint="open it first")
    >>> str(error), error.hint
    ('the door is shut; open it first', 'open it first')
    """

    code = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class UnknownGame(MagnateError):
    """No game of that name is installed."""

    code = "unknown_game"


class BrokenGame(MagnateError):
    """A game's module does not keep the contract (a function or a constant is missing or inconsistent)."""

    code = "broken_game"


class UnknownPreset(MagnateError):
    """The game has no preset of that name."""

    code = "unknown_preset"


class BadOption(MagnateError):
    """An option is unknown, has the wrong type or an impossible value."""

    code = "bad_option"


class BadPlayers(BadOption):
    """The number of players is not one that the game allows."""

    code = "bad_players"


class BadSeed(MagnateError):
    """A seed is not an integer from 0 to 2**56 - 1."""

    code = "bad_seed"


class BadSeat(MagnateError, IndexError):
    """There is no such seat at this table."""

    code = "bad_seat"


class BadSetup(MagnateError):
    """A set-up (a named position as JSON) is incomplete, has unknown keys or describes an impossible position.

    ``place`` is the path of what is wrong in it, such as ``("players", 2, "cash")``, empty where that is no single
    field. ``localized`` is a :class:`~magnate.messages.Message` that says it in any language, None without one.
    """

    code = "bad_setup"

    def __init__(self, message: str, *, hint: str = "", place: Sequence[str | int] = (), localized: Any = None) -> None:
        super().__init__(message, hint=hint)
        self.place = tuple(place)
        self.localized = localized


class BadValue(MagnateError, ValueError):
    """An argument of a call (a number of threads, of steps, a limit) has a value that it cannot have."""

    code = "bad_value"


class MissingFile(BadValue, FileNotFoundError):
    """A file or folder that was named is not there."""

    code = "missing_file"


class IllegalAction(MagnateError, ValueError):
    """The action (or chance outcome) may not be chosen here; the position has not changed.

    ``action`` is what was asked for, ``legal`` the names that may be chosen, ``reason`` the rule's own sentence
    (empty when the action is no action of the game at all).
    """

    code = "illegal_action"

    def __init__(
        self, message: str, *, hint: str = "", action: object = None, legal: Sequence[str] = (), reason: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.action = action
        self.legal = tuple(legal)
        self.reason = reason


class NotFinished(MagnateError):
    """Something was asked that only a finished game has."""

    code = "not_finished"


class BadRecord(MagnateError):
    """A record is unreadable, malformed, or does not replay to what it promises."""

    code = "bad_record"


class RulesMismatch(BadRecord):
    """A record was made by another version of the rules than the one installed."""

    code = "rules_mismatch"


class SaveFailed(MagnateError, OSError):
    """A record could not be written to the file that it was to go into; what lay there before is unchanged."""

    code = "save_failed"


class UnknownAgent(MagnateError):
    """No agent of that name plays this game."""

    code = "unknown_agent"


class BadAgent(MagnateError):
    """An agent object has no usable ``act``, or the number of agents is not the number of seats."""

    code = "bad_agent"


class BadNetwork(MagnateError):
    """A network's layers do not fit together, or its file is damaged or made for other rules or inputs."""

    code = "bad_network"


class AgentFailed(MagnateError):
    """A Python agent raised an error or answered with something that is no legal action."""

    code = "agent_failed"


class UnknownAlgorithm(MagnateError):
    """No search algorithm has that name."""

    code = "unknown_algorithm"


class BadBudget(MagnateError):
    """A search's budget is not written as one."""

    code = "bad_budget"


class BadSearch(MagnateError):
    """A position cannot be searched as asked: the algorithm, its options or its room do not fit."""

    code = "bad_search"


class BadStrategicGame(MagnateError):
    """A table of payoffs, a profile or a file that is no strategic game, or does not fit one."""

    code = "bad_strategic_game"


class GameTooLarge(MagnateError):
    """An exact answer for a strategic game would take too long; the message says what it would take."""

    code = "game_too_large"


class BadTuning(MagnateError):
    """A parameter search cannot be made as asked, or its folder holds another one."""

    code = "bad_tuning"


class BadTraining(MagnateError):
    """A training run cannot be made or gone on with as asked: its configuration or its folder does not fit."""

    code = "bad_training"


class CheckpointMismatch(MagnateError):
    """A checkpoint is damaged, or was written for other rules, other features or another configuration."""

    code = "checkpoint_mismatch"


class BadPlan(MagnateError):
    """A tournament cannot be played, extended or read as asked."""

    code = "bad_plan"


class PlanChanged(MagnateError):
    """The engine, the rules or an agent is not the one that a stored tournament began with."""

    code = "plan_changed"


class UnknownTournament(MagnateError):
    """The store has no tournament (or no game) of that name."""

    code = "unknown_tournament"


class MissingExtra(MagnateError):
    """Something needs a package that is not installed; the hint names the extra that brings it."""

    code = "missing_extra"

    @classmethod
    def of(cls, what: str, package: str | None, extra: str) -> Self:
        """The error that says what needs which package, and which extra of magnate brings it."""
        return cls(f"{what} needs the package {package}", hint=f"install it: pip install 'magnate[{extra}]'")


class ClusterFailed(MagnateError):
    """A cluster could not do what was asked; what was finished is kept."""

    code = "cluster_failed"


class ClusterUnreachable(ClusterFailed):
    """There is no cluster at that address, or it does not answer."""

    code = "cluster_unreachable"


class ClusterRefused(ClusterFailed):
    """The cluster does not accept the token that it was shown, or wants one."""

    code = "cluster_refused"


class WorkerLost(MagnateError):
    """A process that plays games ended again and again, though no agent was at fault."""

    code = "worker_lost"


class WorkerFailed(MagnateError):
    """A worker process of the server ended, or took longer over a question than it may."""

    code = "worker_failed"


class BadTable(MagnateError):
    """A table cannot be made as asked: its seats, its agents or how moves are taken back do not fit."""

    code = "bad_table"


class NoSuchTable(MagnateError):
    """There is no table of that id."""

    code = "no_such_table"


class BadToken(MagnateError):
    """A secret that opens no seat of the table: mistyped, or replaced by a newer one."""

    code = "bad_token"


class Refused(MagnateError):
    """A table does not do what somebody asked of it; nothing has changed.

    ``reason`` is a word for programs: ``stale`` (the game has gone on since), ``illegal``, ``not_yours`` (it is for
    another seat to decide), ``rate``, ``over`` or ``refused`` (anything else). ``localized`` is a
    :class:`~magnate.messages.Message` that says why in any language.
    """

    code = "refused"

    def __init__(self, reason: str, localized: Any, *, hint: str = "") -> None:
        super().__init__(str(localized), hint=hint)
        self.reason = reason
        self.localized = localized


class StoreFailed(MagnateError):
    """The store of tournaments could not do what was asked; what it had committed before is kept."""

    code = "store_failed"


class StoreUnusable(StoreFailed):
    """There is no store at that path or URL: it is wrong, unreachable, refused, or something else lies there."""

    code = "store_unusable"


class StoreReadOnly(StoreFailed):
    """The store can be read, but not written, or its file cannot be made."""

    code = "store_read_only"


class StoreFull(StoreFailed):
    """There is no room left for the store."""

    code = "store_full"


class StoreBusy(StoreFailed):
    """Another process held the store for too long."""

    code = "store_busy"


class StoreDamaged(StoreFailed):
    """What the store has is not as it was written: its checksum says so."""

    code = "store_damaged"


class StoreNewer(StoreFailed):
    """The store was written by a newer version of magnate."""

    code = "store_newer"


def listing(names: Iterable[str], most: int = 12) -> str:
    """The first names as a comma-separated list, and how many there are in all when some are left out.

    >>> listing(["a", "b"]), listing("abcdef", most=3)
    ('a, b', 'a, b, c … (6 in all)')
    """
    every = list(names)
    if not every:
        return "(none)"
    shown = ", ".join(every[:most])
    return shown if len(every) <= most else f"{shown} … ({len(every)} in all)"


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """A hint that names the closest of ``names``, or lists them when none is close.

    >>> did_you_mean("tictacto", ["pig", "tictactoe"])
    'did you mean "tictactoe"? Known: pig, tictactoe'
    """
    every = list(names)
    close = get_close_matches(name, every, n=1)
    known = f"known: {listing(every)}"
    return f'did you mean "{close[0]}"? K{known[1:]}' if close else known
