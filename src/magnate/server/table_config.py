"""What is agreed before a game begins: its rules, its dice, its seats, and which agents may play and advise."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import string
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..core.dice import KeyedDice
from ..errors import BadAgent, BadTable, MagnateError
from ..messages import Message
from .settings import AGENT_SECONDS

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..search.options import Budget
    from .schemas import SeatWish


__all__ = [
    "SEEDS",
    "Dice",
    "TableConfig",
    "TableDice",
    "TableSeat",
    "agent_for",
    "changed",
    "dice_shown",
    "first_hinter",
]
__all__ += ["hinter_for", "hinters", "microseconds", "seats_for", "stamp", "with_time"]


# ---------------------------- The dice of tables: their hash is published before a game, and what was hashed after it
#
# Where people play, all chance is drawn from a secret key (:class:`~magnate.core.dice.KeyedDice`), which nobody
# can find from the throws. Where only agents play, or somebody chose a seed, all follows from the seed, so that
# the game can be played again elsewhere. With the hash a player can check afterwards that the key or the seed was
# not changed while the game went on.


SEEDS: Final = 2**53
"""Seeds are below this: whole numbers that every reader of JSON keeps exactly."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A seed and the nonce that it was hashed with, without which all seeds could be tried out.

    >>> Dice(7, "salt").commitment[:12]
    '432fe99e7357'
    """

    seed: int
    nonce: str

    @classmethod
    def thrown(cls, seed: int | None = None) -> Dice:
        """Dice of a new game: of this seed, or of a secret one."""
        return cls(secrets.randbelow(SEEDS) if seed is None else seed, secrets.token_hex(16))

    @property
    def commitment(self) -> str:
        """``sha256("seed:nonce")`` in hexadecimal."""
        return hashlib.sha256(f"{self.seed}:{self.nonce}".encode()).hexdigest()

    @property
    def is_kept(self) -> bool:
        """Whether they are what was promised: stores keep no hash of a seed beside it."""
        return True

    def shown(self) -> dict[str, str]:
        """Seed and nonce as they are published after the game."""
        return {"seed": str(self.seed), "nonce": self.nonce}

    def to_json(self) -> dict[str, Any]:
        """As the store keeps them."""
        return asdict(self)


TableDice: TypeAlias = Dice | KeyedDice


def dice_read(kept: Mapping[str, Any] | None) -> TableDice | None:
    """The dice of a table as its store has them; None for a record that does not tell its dice, and for sealed ones."""
    if kept is None or "sealed" in kept:
        return None
    return KeyedDice(kept["key"], kept["commitment"]) if "key" in kept else Dice(kept["seed"], kept["nonce"])


def dice_shown(dice: TableDice) -> dict[str, str]:
    """What is published of dice after the game: their key, or seed and nonce."""
    return {"key": dice.key} if isinstance(dice, KeyedDice) else dice.shown()


# ----------------------------------------------------------------------------------- The rules and the dice of a table


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
class TableConfig:
    """What is settled when a table is made.

    ``options`` are all of the game's. ``start`` is the set-up that it begins with (None: the game's own beginning).
    ``dice`` are None for an imported game whose record does not tell its dice. ``chosen``: somebody chose the seed, and
    knows the dice. ``imported``: it is a record, in which nobody plays on. ``hint_agent`` is the spec of the search
    that finds hints (None: the default, or there are none). ``sealed_by`` are the tables of which this
    one is a fork, directly or through other forks, and that were not over when it was made (see ``GameSession.seals``).
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
    def of(cls, game: Game, dice: TableDice | None, **others: Any) -> TableConfig:
        """The configuration of a new table at which this game is played."""
        options = game.options.model_dump(mode="json")
        version = {"rules_version": game.info.rules_version, **others}
        return cls(new_id(), game.name, game.preset, options, game.players, dice, **version)

    def load_game(self) -> Game:
        """The game with its options; raises what :func:`magnate.load` raises."""
        from ..core.game import load_with
        from ..core.registry import declared_game

        older = declared_game(self.game).older_options(self.rules_version)
        return load_with(self.game, self.preset, self.players, {**older, **self.options})

    def rules(self) -> dict[str, Any]:
        """The preset and what differs from it, as a message."""
        return _rules(self.game, self.preset, self.players, json.dumps(self.options, sort_keys=True))

    def start_of(self, game: Game) -> Position:
        """The position that it begins with; chance waits to be given its outcomes."""
        return game.new() if self.start is None else game.setup(self.start)

    @property
    def chance(self) -> int | KeyedDice | None:
        """What all chance of the table is drawn from; None where outcomes come from a record."""
        if self.imported or self.dice is None:
            return None
        return self.dice.seed if isinstance(self.dice, Dice) else self.dice

    def to_json(self) -> dict[str, Any]:
        """As it is kept; the store seals the dice, whose seed or key is in it."""
        return {**asdict(self), "dice": None if self.dice is None else self.dice.to_json()}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> TableConfig:
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


# ------------------------------------------------------------------------------------------------ What may be asked for
#
# A spec can name a class of the user's or a file with a network, and can ask for any amount of memory. That is for
# the command line. Over the network only this installation's agents may be asked for, with bounded settings.


ROOM: Final = frozenset({"leaves", "plies", "pool", "slots", "threads", "trees", "worlds"})
"""Settings of searches that ask for memory or processors."""
BUDGETS: Final = {"sims": 1_000_000, "nodes": 100_000_000, "depth": 64}
"""The most of each budget; a search that they let run on ends after the time that a table gives an agent."""
FEW: Final = re.compile(r"(sims=\d{1,4})?")
"""What may be set of an agent that comes with a game: so many simulations."""
NANOSECONDS: Final = 1_000_000_000


def check_agent(game: str, spec: str, players: int, seconds: float = AGENT_SECONDS) -> None:
    """Refuse a spec that a page may not ask for: at a table where an agent may think so many seconds.

    Raises :class:`~magnate.errors.BadAgent`, and what an impossible spec raises.

    >>> check_agent("pig", "mcts:sims=100", 2)
    >>> check_agent("brass", "magnate:brass,sims=8", 2)
    >>> check_agent("pig", "os:system", 2)
    Traceback (most recent call last):
    ...
    magnate.errors.BadAgent: the agent "os:system" cannot be asked for here; ask for one of the list of agents
    """
    from ..agents.loading import described_own, is_own
    from ..agents.search_spec import is_search
    from ..agents.searching import SearchAgent
    from ..agents.spec import agent_names, resolve

    name, _, settings = map(str.strip, spec.partition(":"))
    if name in agent_names(game):
        pass
    elif is_own(game, name):
        named = {one["name"] for one in described_own(game, name)["configurations"]}
        chosen, _, budget = settings.partition(",")
        if settings and not (chosen in named and FEW.fullmatch(budget)):
            raise _refused(spec)
    elif is_search(name):
        if any(setting.partition("=")[0].strip() in ROOM for setting in settings.split(",")):
            raise _refused(spec)
    else:
        raise _refused(spec)
    agent = resolve(game, spec, players)
    if isinstance(agent, SearchAgent):
        _check_budget(spec, agent.question.budget, seconds)


def _check_budget(spec: str, budget: Budget, seconds: float) -> None:
    """Refuse a budget beyond a limit of the server, by the limit's name."""
    if budget.kind == "time":
        if budget.amount > seconds * NANOSECONDS:
            raise BadAgent(
                f'"{spec}" takes longer than the limit agent_seconds of this server',
                hint=f"give it at most {seconds:g} s",
            )
    elif budget.amount > BUDGETS[budget.kind]:
        raise BadAgent(
            f'"{spec}" asks for more than the limit of {budget.kind} of this server',
            hint=f"{budget.kind} is at most {BUDGETS[budget.kind]:,} here",
        )


def _refused(spec: str) -> BadAgent:
    return BadAgent(f'the agent "{spec}" cannot be asked for here', hint="ask for one of the list of agents")


# ------------------------------------ Who plays a seat when nobody says which agent, and which searches may find hints


SIMULATING: Final[tuple[str, ...]] = ("mcts", "portfolio")
HIDDEN: Final[tuple[str, ...]] = ("ismcts", "determinised", "portfolio")
"""What finds hints where everything is seen, and where something is hidden; the first is the default."""
EXACT: Final = "alphabeta"
EXACTLY: Final = "alphabeta:every=true"
"""What values every action exactly, as far as it sees, in games for two without chance."""


def agent_for(game: Game, spec: str | None, seconds: float = AGENT_SECONDS) -> str:
    """The spec of an agent that was asked for, or of the game's default.

    ``seconds`` is how long it may think. Raises as :func:`check_agent`.
    """
    from ..agents import default_agents

    if spec is None:
        return default_agents(game.name)[0]
    check_agent(game.name, spec, game.players, seconds)
    return spec.strip()


def first_hinter(game: Game) -> str:
    """The search that finds hints where nobody chose one."""
    return (HIDDEN if game.info.hidden else SIMULATING)[0]


def hinters(game: str) -> list[str]:
    """The searches that a page proposes for hints, at tables of any size, the default first.

    >>> hinters("brass"), hinters("tictactoe")
    (['ismcts', 'determinised', 'portfolio'], ['mcts', 'alphabeta:every=true'])
    """
    from ..agents.search_spec import search_names
    from ..core.registry import declared_game

    info = declared_game(game)
    fitting = search_names(game, info.max_players)
    found = [name for name in (HIDDEN if info.hidden else SIMULATING) if name in fitting]
    return [*found, EXACTLY] if EXACT in fitting and not info.hidden else found


def hinter_for(game: Game, spec: str | None, seconds: float) -> str:
    """The spec of a search that was asked for to find hints, in at most so many seconds, or of the default.

    Raises :class:`~magnate.errors.BadAgent` for an agent that does not search, and as :func:`check_agent`.
    """
    from ..agents import resolve
    from ..agents.searching import SearchAgent

    if spec is None:
        return first_hinter(game)
    check_agent(game.name, spec, game.players, seconds)
    if not isinstance(resolve(game.name, spec, game.players), SearchAgent):
        raise BadAgent(f'the agent "{spec}" does not search, so it has no hints', hint=f"ask {hinters(game.name)[0]}")
    return spec.strip()


def with_time(spec: str, seconds: float) -> str:
    """A search with so much time, unless its spec has a budget of its own.

    >>> with_time("mcts:c=1.4", 1.0), with_time("mcts:sims=800", 1.0)
    ('mcts:time=1000ms,c=1.4', 'mcts:sims=800')
    """
    from ..agents.search_spec import with_budget
    from ..search.options import BUDGETS, parse_budget

    settings = spec.partition(":")[2].split(",")
    if any(setting.partition("=")[0].strip() in BUDGETS for setting in settings):
        return spec
    return with_budget(spec, parse_budget(f"time:{round(seconds * 1000)}ms"))


# -------------------------------------------------------------- The seats: who plays which, and who stands in for whom


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat: of a person, or of an agent (``agent`` is its spec).

    ``stand_in`` is the spec of the agent that plays for a person who has left; ``claimed`` says that the person has
    been here.
    """

    seat: int
    name: str
    agent: str | None = None
    stand_in: str | None = None
    claimed: bool = False

    @property
    def human(self) -> bool:
        """Whether it is a person's."""
        return self.agent is None

    @property
    def played_by(self) -> str | None:
        """The spec of the agent that decides here now; None where a person does."""
        return self.agent or self.stand_in

    def shown(self, *, online: bool, throws: bool = False) -> dict[str, Any]:
        """As everybody may see it; ``throws`` says that its dice wait for a press."""
        found = {
            "seat": self.seat,
            "name": self.name,
            "kind": "human" if self.human else "agent",
            "agent": self.played_by,
            "online": online,
            "claimed": self.claimed,
            "taken_over": self.stand_in is not None,
        }
        return {**found, "throws": True} if throws else found

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> TableSeat:
        """What :meth:`to_json` gave."""
        return cls(**kept)


def seats_for(game: Game, wishes: Sequence[SeatWish], undo: str, seconds: float) -> tuple[TableSeat, ...]:
    """The seats of a new table, whose agents may think so many seconds about a decision.

    Raises :class:`~magnate.errors.BadTable`, and what an impossible agent raises.
    """
    if undo == "free" and sum(wish.kind == "human" for wish in wishes) > 1:
        raise BadTable("several people cannot take everything back", hint='let one person play, or say "barrier"')
    seats: list[TableSeat] = []
    for seat, wish in enumerate(wishes):
        if wish.kind == "human":
            if wish.agent is not None:
                raise BadTable(f"seat {seat} is a person's and names an agent", hint="leave one of them out")
            seats.append(TableSeat(seat, wish.name or f"Player {seat + 1}"))
        else:
            spec = agent_for(game, wish.agent, seconds)
            seats.append(TableSeat(seat, wish.name or spec, spec))
    return tuple(seats)


def changed(seats: Sequence[TableSeat], seat: int, **parts: Any) -> tuple[TableSeat, ...]:
    """The seats with these parts of one of them changed."""
    return (*seats[:seat], replace(seats[seat], **parts), *seats[seat + 1 :])
