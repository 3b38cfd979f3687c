"""What a game promises: its constants, and the functions of its rules and of its text side.

A game is a module or package in ``magnate.games`` (or behind an entry point of the group ``magnate.games``). Its
*rules* are compiled functions over one structured record; its *text side* is plain Python that names, explains and
shows what the rules do. What each function of the rules is for stands in :mod:`.binding`.

This module knows no game and imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from .binding import FAILED, LIMIT

if TYPE_CHECKING:
    from ..messages import Message

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
CHANCES_EACH: Final = 64
"""A game has no end that has had so many draws of chance for each of its decisions …"""
CHANCES_BESIDE: Final = 1 << 18
"""… and so many more."""
STOPPED: Final = "decision cap"
"""The ending of a game that a driver stopped: it had as many decisions as it was allowed, or chance without an end."""
GAVE_UP: Final = "agent failed"
"""The ending of a game that was stopped because a Python agent could not answer."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The constants of a game.

    ``max_actions``: action ids are ``0 .. max_actions - 1``. ``max_legal``: the most legal actions at one decision.
    ``max_outcomes``: the most outcomes at one chance node. ``max_decisions``: drivers stop a game after so many
    decisions and say so (rules whose caps can be turned off have no bound of their own), and one in which chance never
    lets anybody decide, too. ``utility_sum``: what the
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


def everyone(players: int) -> int:
    """The mask of all seats of a game.

    >>> everyone(3)
    7
    """
    return (1 << players) - 1


@dataclass(frozen=True, slots=True)
class Event:
    """One message: a stable ``key``, its ``text`` in English, the parameters, and who may read it (a seat mask).

    Programs read ``key`` and ``params``; a terminal prints ``text``. ``message`` is what it says in any language, where
    the game has words in files (see :meth:`said`).

    >>> Event("rolled", "Ann rolls 4.", {"die": 4}, everyone(2)).for_seat(1)
    True
    """

    key: str
    text: str
    params: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 0
    message: Message | None = None

    @classmethod
    def said(cls, key: str, message: Message, params: Mapping[str, Any], seats: int) -> Event:
        """An event whose words are in the game's files; its text is their English."""
        from ..messages import catalogue  # not needed by what `import magnate` brings

        return cls(key, catalogue("en").sentence(message), params, seats, message)

    @classmethod
    def of(cls, game: str, key: str, params: Mapping[str, Any], seats: int, **words: Any) -> Event:
        """An event whose words the game has under ``event.<key>``; ``words`` are parameters that only they need."""
        from ..messages import Message

        return cls.said(key, Message(f"{game}.event.{key}", {**params, **words}), params, seats)

    def for_seat(self, seat: int) -> bool:
        """Whether that seat may read it."""
        return bool(self.seats >> seat & 1)

    def __str__(self) -> str:
        return self.text


def rules_of(game: ModuleType) -> ModuleType:
    """The module that holds a game's rules: its ``rules``, or the game itself when it is one file."""
    rules = getattr(game, "rules", game)
    return rules if isinstance(rules, ModuleType) else game
