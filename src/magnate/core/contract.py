"""What a game promises: its constants, and the functions of its rules and of its text side.

A game is a module or package in ``magnate.games`` (or behind an entry point of the group ``magnate.games``). Its
*rules* are compiled functions over one structured record; its *text side* is plain Python that names, explains and
shows what the rules do. What each function of the rules is for stands in :mod:`.binding`.

A game whose rules have changed may say in ``REPLAYS`` of which older versions it still plays the games as they went::

    REPLAYS = {1: was_legal}  # older version -> what it allowed beyond today's rules, or None where that is nothing
    REPLAYS = {1: {"completable_offers": False}}  # … or the options with which today's rules play as it did

``was_legal(state, action)`` says whether that version allowed the action (an id that is not legal today) in this state.
Today's ``step`` must do with it what it did then; the final hash of each record proves that. Where more than the
legality of actions has changed, an option that records of that version do not have yet keeps the old way. With it each
preset must mean what it meant to that version.

This module knows no game and imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..errors import BrokenGame, listing
from .binding import FAILED, LIMIT, REQUIRED

if TYPE_CHECKING:
    import numpy as np


__all__ = [
    "CHANCE",
    "GAVE_UP",
    "OVER",
    "POLICY",
    "PURPOSES",
    "SEATS",
    "STOPPED",
    "TABLE",
    "Action",
    "GameInfo",
    "Outcome",
    "check_game",
    "older_options",
    "replays",
    "rules_of",
]


CHANCE: Final = -1
"""``to_move`` when the dice or the cards are to move."""
OVER: Final = -2
"""``to_move`` when the game has ended."""
SEATS: Final = 8
"""The most seats a game can have."""
PURPOSES: Final = 8
"""How many separate random streams each seat has; a channel is ``seat * PURPOSES + purpose``."""
TABLE: Final = 8
"""The 'seat' of chance that belongs to nobody (a common deck)."""
POLICY: Final = 7
"""The purpose of a seat's own policy draws; rules never use it."""
STOPPED: Final = "decision cap"
"""The ending of a game that a driver stopped because it had as many decisions as it was allowed."""
GAVE_UP: Final = "agent failed"
"""The ending of a game that was stopped because a Python agent could not answer."""

TEXT_FUNCTIONS: Final = (
    "write_options",
    "action_name",
    "parse_action",
    "action_facets",
    "outcome_name",
    "parse_outcome",
    "view",
    "setup",
    "to_setup",
    "narrate",
    "board_text",
)
"""The plain Python functions that every game exports."""
SAID: Final = (("action_text", "action_message"), ("reason_text", "reason_message"))
"""What every game says either as an English sentence or as a message (:mod:`.wording` makes the one from the other)."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The constants of a game.

    ``max_actions``: action ids are ``0 .. max_actions - 1``. ``max_legal``: the most legal actions at one decision.
    ``max_outcomes``: the most outcomes at one chance node. ``max_decisions``: drivers stop a game after so many
    decisions and say so (rules whose caps can be turned off have no bound of their own). ``utility_sum``: what the
    utilities add up to, or with ``constant_sum=False`` the most that they may; ``utility_range``: the least and the
    greatest that a seat can have, which searches rely on. ``hidden``: some seat cannot see everything.
    ``sometimes_chance``: rules with chance have it under some options or in some positions only, so that searches
    without chance may try. ``purposes``: names of the chance streams, in the order of their numbers. ``endings``: the
    names of ``ending(g)``'s codes, code 0 being "not ended". ``caps``: those endings that only bound the length of a
    game, whose share every table reports. ``features``: how many numbers ``features`` writes. ``tracked``: how many
    numbers ``track`` keeps of a game.

    >>> GameInfo(name="coin", title="Coin", min_players=2, max_players=2, max_actions=1, max_legal=1,
    ...          max_outcomes=2, max_decisions=1, endings=("", "flipped")).default_players
    2
    """

    name: str
    title: str
    min_players: int
    max_players: int
    max_actions: int
    max_legal: int
    max_outcomes: int
    max_decisions: int
    utility_sum: float = 1.0
    utility_range: tuple[float, float] = (0.0, 1.0)
    constant_sum: bool = True
    hidden: bool = False
    sometimes_chance: bool = False
    purposes: tuple[str, ...] = ()
    rules_version: int = 1
    endings: tuple[str, ...] = ("",)
    caps: tuple[str, ...] = ()
    features: int = 0
    tracked: int = 0
    about: str = ""

    @property
    def default_players(self) -> int:
        """How many play when the caller does not say."""
        return self.min_players

    def ending_name(self, code: int) -> str:
        """The name of an ending code ("" while the game goes on).

        A game that a driver stopped has ``decision cap`` or ``agent failed``.
        """
        if code < 0:
            return {LIMIT: STOPPED, FAILED: GAVE_UP}[code]
        return self.endings[code]

    def is_cap(self, code: int) -> bool:
        """Whether a game with this ending code only became too long: by one of its ``caps``, or for a driver.

        >>> info = GameInfo(name="coin", title="Coin", min_players=2, max_players=2, max_actions=1, max_legal=1,
        ...                 max_outcomes=2, max_decisions=1, endings=("", "flipped", "turn cap"), caps=("turn cap",))
        >>> [info.is_cap(code) for code in (0, 1, 2, -1)]
        [False, False, True, True]
        """
        return code == LIMIT or (code >= 0 and self.endings[code] in self.caps)


class _Choice:
    """The base of actions and outcomes, whose fields may be left empty until somebody reads them.

    Most of what a position offers is never read but for its id, and a sentence takes longer to make than a step.
    ``_source`` is then asked for what is missing.
    """

    __slots__ = ("_source",)

    _source: Any

    def __getattr__(self, name: str) -> Any:
        """Make a field that is still empty; Python asks this only for what it does not find."""
        if name not in self.__dataclass_fields__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        value = self._source.read(self, name)
        object.__setattr__(self, name, value)
        return value


@dataclass(frozen=True, slots=True)
class Action(_Choice):
    """A decision that may be taken: its id, its stable name, a sentence, and its facets (kind, property, …).

    >>> Action(4, "b2", "mark b2", {"kind": "mark"}).name
    'b2'
    """

    id: int
    name: str
    text: str = ""
    facets: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Outcome(_Choice):
    """What chance may do: its id, its stable name and its exact probability (integer weight over the sum).

    >>> Outcome(5, "6", Fraction(1, 6), 1).probability
    Fraction(1, 6)
    """

    id: int
    name: str
    probability: Fraction
    weight: int

    def __str__(self) -> str:
        return self.name


def rules_of(game: ModuleType) -> ModuleType:
    """The module that holds a game's rules: its ``rules``, or the game itself when it is one file."""
    rules = getattr(game, "rules", game)
    return rules if isinstance(rules, ModuleType) else game


Replays: TypeAlias = Callable[[Any, int], bool] | Mapping[str, Any] | None
"""How games of an older version of the rules replay (see above)."""


def older_options(game: ModuleType, version: int) -> Mapping[str, Any]:
    """The options with which today's rules play as that older version did, where they are what keeps the old way.

    >>> import magnate
    >>> older_options(magnate.load("monopoly").module, 1)
    {'completable_offers': False}
    """
    found = replays(game).get(version)
    return found if isinstance(found, Mapping) else {}


def replays(game: ModuleType) -> Mapping[int, Replays]:
    """The older versions of a game's rules whose records still replay: its ``REPLAYS``, or none.

    >>> import magnate
    >>> replays(magnate.load("tictactoe").module)
    {}
    """
    found: Mapping[int, Replays] = getattr(game, "REPLAYS", {})
    return found


def check_game(game: ModuleType) -> GameInfo:
    """Check that a game's module has all that the contract asks for, and return its constants.

    Raises :class:`~magnate.errors.BrokenGame` naming everything that is missing or impossible.
    """
    rules = rules_of(game)
    info = getattr(game, "GAME", None)
    wrong = [name for name in ("Options", "PRESETS", "DEFAULT_PRESET", *TEXT_FUNCTIONS) if not hasattr(game, name)]
    wrong += [" or ".join(names) for names in SAID if not any(hasattr(game, name) for name in names)]
    wrong += [f"rules.{name}" for name in ("STATE", *REQUIRED) if not hasattr(rules, name)]
    if not isinstance(info, GameInfo):
        raise BrokenGame(f"{game.__name__} has no GAME record", hint="set GAME = GameInfo(name=…, title=…, …)")
    if info.hidden and not hasattr(rules, "hide"):
        wrong.append("rules.hide (its GAME says hidden=True)")
    if not info.hidden and hasattr(rules, "hide"):
        wrong.append("hidden=True in its GAME (its rules define hide)")
    if wrong:
        raise BrokenGame(
            f"{game.__name__} lacks {listing(wrong)}", hint="docs: “How to add a game” lists what a game exports"
        )
    if not hasattr(game.Options, "model_fields"):
        raise BrokenGame(f"{info.name}'s Options is no pydantic model", hint="write class Options(BaseModel)")
    if not isinstance(game.PRESETS, Mapping):
        raise BrokenGame(f"{info.name}'s PRESETS is no dict", hint='write PRESETS = {"standard": {}}')
    if not 1 <= info.min_players <= info.max_players <= SEATS:
        raise BrokenGame(
            f"{info.name} says {info.min_players} to {info.max_players} players", hint=f"allowed are 1 to {SEATS}"
        )
    if (info.tracked > 0) != hasattr(rules, "track"):
        raise BrokenGame(
            f"{info.name} tracks {info.tracked} numbers, but its rules {'lack' if info.tracked else 'define'} track",
            hint="set tracked in its GAME to the numbers that rules.track keeps, or leave both out",
        )
    unknown = [name for name in info.caps if name not in info.endings[1:]]
    if unknown:
        raise BrokenGame(
            f"{info.name}'s caps name {listing(unknown)}, which is no ending", hint=f"have {listing(info.endings[1:])}"
        )
    if game.DEFAULT_PRESET not in game.PRESETS:
        raise BrokenGame(
            f"{info.name}'s DEFAULT_PRESET {game.DEFAULT_PRESET!r} is no preset", hint=f"have {listing(game.PRESETS)}"
        )
    _check_state(info, rules.STATE)
    return info


def _check_state(info: GameInfo, state: np.dtype[Any]) -> None:
    """A state record has named fields and no implicit padding, at any depth (equal positions must be equal bytes)."""
    from ..runtime.layout import padding  # here, because it imports NumPy

    if getattr(state, "names", None) is None:
        raise BrokenGame(f"{info.name}'s STATE is no structured dtype", hint="make it packed([(name, type), …])")
    unnamed = padding(state)
    if unnamed:
        raise BrokenGame(
            f"{info.name}'s STATE has {unnamed} bytes of padding",
            hint="make it with packed (magnate.runtime.layout), which names the bytes between the fields",
        )
