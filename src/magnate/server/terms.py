"""What a table is and stays: its game, its dice, and what was agreed before it began."""

from __future__ import annotations

import json
import secrets
import string
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..errors import MagnateError
from ..messages import Message
from .dice import Dice, TableDice, dice_read

if TYPE_CHECKING:
    from ..core.dice import KeyedDice
    from ..core.game import Game, Position

__all__ = ["Terms", "microseconds", "new_id", "now", "stamp"]

FIRST_RULES: Final = 1
"""The version of the rules of tables that do not say theirs, as the first stores had them."""
_LETTERS: Final = string.ascii_letters + string.digits
_ID: Final = 10
_BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)


def new_id() -> str:
    """An id that nobody guesses: a table that is not public is found by its id only."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID))


def now() -> int:
    """The time, in microseconds since 1970: whole numbers, which are compared and written without rounding."""
    return time.time_ns() // 1000


def stamp(microseconds: int) -> str:
    """A time as everybody writes it, in UTC.

    >>> stamp(250_000)
    '1970-01-01T00:00:00.250000+00:00'
    """
    return (_BEGINNING + timedelta(microseconds=microseconds)).isoformat(timespec="microseconds")


def microseconds(text: str) -> int:
    """The time that :func:`stamp` wrote; raises ``ValueError`` for a text that is none.

    >>> microseconds(stamp(1_763_851_233_123_457))
    1763851233123457
    """
    found = datetime.fromisoformat(text)
    return ((found if found.tzinfo else found.replace(tzinfo=UTC)) - _BEGINNING) // timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled when a table is made.

    ``options`` are all of the game's; ``start`` is the set-up that it begins with (None: the game's own beginning);
    ``dice`` are None for an imported game whose record does not tell its dice; ``chosen``: somebody chose the seed, and
    knows the dice; ``imported``: it is a record, in which nobody plays on; ``hint_agent`` is the spec
    of the search that finds hints (None: the default, or there are none). ``sealed_by`` are the tables of which this
    one is a fork, directly or through other forks, and that were not over when it was made (see ``LiveGame.seals``).
    ``own_hand``: it is a fork that begins with what one of several people there knows alone.
    ``rules_version`` is that of the rules by which the steps are legal.
    """

    id: str
    game: str
    preset: str
    options: Mapping[str, Any]
    players: int
    dice: TableDice | None
    start: Mapping[str, Any] | None = None
    hints: str = "off"
    hint_agent: str | None = None
    undo: str = "barrier"
    public: bool = True
    chosen: bool = False
    imported: bool = False
    fork_of: Mapping[str, Any] | None = None
    sealed_by: tuple[str, ...] = ()
    own_hand: bool = False
    created: int = field(default_factory=now)
    rules_version: int = FIRST_RULES

    @classmethod
    def of(cls, game: Game, dice: TableDice | None, **others: Any) -> Terms:
        """The terms of a new table at which this game is played."""
        options = game.options.model_dump(mode="json")
        version = {"rules_version": game.info.rules_version, **others}
        return cls(new_id(), game.name, game.preset, options, game.players, dice, **version)

    def load_game(self) -> Game:
        """The game with its options; raises what :func:`magnate.load` raises."""
        from ..core.contract import older_options
        from ..core.game import load_with
        from ..core.registry import game_module

        older = older_options(game_module(self.game), self.rules_version)
        return load_with(self.game, self.preset, self.players, {**older, **self.options})

    def rules(self) -> dict[str, Any]:
        """The preset and what differs from it, as a message."""
        return _rules(self.game, self.preset, self.players, json.dumps(self.options, sort_keys=True))

    def start_of(self, game: Game) -> Position:
        """The position that it begins with; chance waits to be told its outcomes."""
        return game.new() if self.start is None else game.setup(self.start)

    @property
    def chance(self) -> int | KeyedDice | None:
        """What all chance of the table is drawn from; None where outcomes come from a record."""
        if self.imported or self.dice is None:
            return None
        return self.dice.seed if isinstance(self.dice, Dice) else self.dice

    def to_json(self) -> dict[str, Any]:
        """As it is kept, by the owner of the store only: the seed or key of the dice is in it."""
        return {**asdict(self), "dice": None if self.dice is None else self.dice.to_json()}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Terms:
        """What :meth:`to_json` gave."""
        fork_of = kept["fork_of"]
        older = [] if fork_of is None else [fork_of["id"]]  # a fork of before seals were kept has this one at least
        sealed_by = tuple(kept.get("sealed_by", older))
        return replace(cls(**kept), dice=dice_read(kept["dice"]), sealed_by=sealed_by)


@lru_cache(maxsize=1000)
def _rules(game: str, preset: str, players: int, options: str) -> dict[str, Any]:
    """The rules of tables in words, which lists ask for often; the preset alone where the game is there no more."""
    from ..core.game import load_with
    from ..core.wording import rules_message

    try:
        return rules_message(load_with(game, preset, players, json.loads(options)), titled=True).to_json()
    except MagnateError:
        return Message("engine.rules.preset", {"preset": preset}).to_json()
