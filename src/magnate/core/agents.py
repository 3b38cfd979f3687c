"""What an agent is, and what a game's own agents declare."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

from ..errors import AgentFailed

if TYPE_CHECKING:
    from .contract import Event
    from .run import Batch

PAUSE = -1
"""The policy kind of a seat that Python plays."""


@runtime_checkable
class PositionAgent(Protocol):
    """A Python agent that is asked about positions and remembers nothing of a game.

    ``act`` takes the positions at which it is to move; in a game with hidden parts they are hidden copies. It returns
    one action for each: an id, a name or an :class:`~magnate.core.contract.Action`.
    """

    def act(self, positions: Sequence[Any]) -> Sequence[Any]:
        """Choose an action at each :class:`~magnate.core.game.Position`."""
        ...


class AgentSession(Protocol):
    """What an agent remembers of the games of one run: begun with the run, dropped with it."""

    def answer(self, batch: Batch) -> Sequence[int | AgentFailed]:
        """A legal action id for each decision, or how the agent failed there.

        The batch says which game and seat each decision belongs to.
        """
        ...

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """What has happened in a game since the last call, as far as the seat may know it."""
        ...

    def leave(self, game: int) -> None:
        """The game is over."""
        ...


class Memoryless:
    """What a session of an agent does that goes by the position alone, beside answering."""

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """Nothing: the agent goes by the position."""

    def leave(self, game: int) -> None:
        """Nothing: no game is remembered."""


@runtime_checkable
class PartlyCompiled(Protocol):
    """A Python agent that plays every game with a memory of its own, and may leave decisions to compiled code.

    ``row`` are the parameters for the drivers. The guide's ``is_python_decision`` says by them which decisions Python
    answers; its ``policy`` takes the others. ``listens`` says whether the agent receives what happens.
    """

    name: str
    row: tuple[float, ...]
    listens: bool

    def start_session(self, game: Any) -> AgentSession:
        """Begin a run of games, without a memory of earlier ones."""
        ...


PythonAgent: TypeAlias = PositionAgent | PartlyCompiled
"""An agent that answers in Python."""


class OwnAgent(PartlyCompiled):
    """The base of agents that are ours: Python around compiled code.

    They play in the process itself, in threads, without the guard against a user's. ``settings`` says as JSON all that
    decides how the agent plays, apart from code; ``parts`` are the folders and files of the package with that code.
    """

    parts: ClassVar[tuple[str, ...]]
    settings: str

    @property
    @abstractmethod
    def guided(self) -> bool:
        """Whether it goes by the package of the game's own agents too."""

    @abstractmethod
    def entries(self, game: Any) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""


@dataclass(frozen=True, slots=True)
class CompiledAgent:
    """A compiled policy: its full spec, and the numbers it runs with (``row[0]`` is the kind)."""

    spec: str
    row: tuple[float, ...]

    @property
    def name(self) -> str:
        """The name before the colon."""
        return self.spec.partition(":")[0]


Agent: TypeAlias = str | PythonAgent | CompiledAgent | type
"""What may be named as an agent: a spec string, an object with ``act``, or a class of such objects."""


def agent_name(agent: CompiledAgent | PythonAgent) -> str:
    """What records and tables call an agent: its spec, or the object's ``name`` or class.

    >>> agent_name(CompiledAgent("strategic:late_game", (3.0,)))
    'strategic:late_game'
    """
    return agent.spec if isinstance(agent, CompiledAgent) else str(getattr(agent, "name", type(agent).__name__))


# ------------------------------------------------------------------------------------- What a game's own agents declare
#
# A package ``magnate.agents.<game>`` declares ``AGENTS = AgentPackage(...)``. Packages from before have plain globals
# instead (``POLICIES``, ``PARAMS`` and so on), which :func:`from_globals` reads.


class ParamSpec(NamedTuple):
    """A parameter: its place in a policy's row, its default, and the least and greatest value allowed.

    ``whole``: it counts something, so that a fraction has no meaning. ``about`` says what it means. ``tuning`` is where
    ``magnate tune`` looks: low, high and step (0: any number); None: in all that is allowed. ``family`` groups
    parameters in the docs.
    """

    name: str
    place: int
    default: float
    least: float
    most: float
    whole: bool = False
    about: str = ""
    tuning: tuple[float, float, float] | None = None
    family: str = ""

    @property
    def values(self) -> str:
        """The values allowed, in words.

        >>> ParamSpec("level", 1, 3, 1, 5, whole=True).values
        'a whole number from 1 to 5'
        """
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:g}"

    @property
    def searched(self) -> tuple[float, float, float]:
        """Low, high and step of a search for good values."""
        return self.tuning or (self.least, self.most, float(self.whole))

    def allows(self, value: float) -> bool:
        """Whether it can have this value."""
        return self.least <= value <= self.most and not (self.whole and value % 1)


@dataclass(frozen=True, slots=True)
class Configuration:
    """A named configuration of an agent: how it plays, and what it changes of the parameters' defaults."""

    about: str = ""
    changes: Mapping[str, float] = field(default_factory=dict)
    player: str = ""
    """Where it is a class in Python that decides instead: its module and name, ``package.module:Class``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPackage:
    """What the agents of one game are, and what searches and networks take from them."""

    guide: str | None = None
    """The module with ``policy``, which dispatches on the kind, and what else a guide has."""
    policies: Mapping[str, int] = field(default_factory=dict)
    """The compiled agents by name, and the kind that each has in ``params[0]``; ``random`` is 0 in every game."""
    params: Mapping[str, tuple[ParamSpec, ...]] = field(default_factory=dict)
    """The parameters of each agent."""
    configurations: Mapping[str, Mapping[str, Configuration]] = field(default_factory=dict)
    """The named configurations of each agent. The agent's name alone means the defaults."""
    defaults: tuple[str, ...] = ("random",)
    """Who plays when nobody is named, the strongest first."""
    shown: tuple[str, ...] = ()
    """Agents that are here for what they show, and are no opponents to tune against."""
    inputs: Mapping[str, str] = field(default_factory=dict)
    """The inputs that networks may have: names, and the modules that write it (:mod:`magnate.values.schema`)."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Agents that are Python around compiled code: names, and the modules that make them."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of networks that only this game has agents for: the modules whose ``agent_of`` makes one of a file."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Agents in Python alone: names, and their classes as ``package.module:Class``."""
    estimate: tuple[ParamSpec, ...] = ()
    """The parameters of the guide's estimate."""
    prior: tuple[ParamSpec, ...] = ()
    """The parameters of the guide's priors."""
    playout: Mapping[str, Any] = field(default_factory=dict)
    """What searches that play games out have by default."""
    searches: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What one search algorithm has by default."""
    portfolio: str = "random"
    """The agents of a portfolio by default, with + between them."""
    delegates: str | None = None
    """What a search can leave to an agent, as the end of a sentence; None: nothing (``Guide.delegate``)."""
    delegate_row: Mapping[int, float] = field(default_factory=dict)
    """Places in that agent's row, and what stands there."""
    partner: str | None = None
    """The agent by whose measure those that play by a network guess what others accept."""


def from_globals(module: ModuleType) -> AgentPackage:
    """What a package with plain globals says; they are read as they are, and not checked."""
    given = vars(module)
    about, tuning = given.get("ABOUT", {}), given.get("SEARCH", {})
    meanings = {**given.get("ESTIMATE_ABOUT", {}), **given.get("PRIOR_ABOUT", {})}
    styles = given.get("CONFIGURATIONS_ABOUT", {})

    def params(agent: str, rows: Any) -> tuple[ParamSpec, ...]:
        words, ranges = about.get(agent, {}), tuning.get(agent, {})
        found = (ParamSpec(*row) for row in rows)
        return tuple(
            one._replace(about=words.get(one.name, one.about), tuning=ranges.get(one.name, one.tuning)) for one in found
        )

    def of_guide(name: str) -> tuple[ParamSpec, ...]:
        found = (ParamSpec(*row) for row in given.get(name, {}).values())
        return tuple(one._replace(about=meanings.get(one.name, one.about)) for one in found)

    return AgentPackage(
        guide=given.get("GUIDE"),
        policies=given.get("POLICIES", {}),
        params={agent: params(agent, rows) for agent, rows in given.get("PARAMS", {}).items()},
        configurations={
            agent: {name: Configuration(styles.get(agent, {}).get(name, ""), one) for name, one in named.items()}
            for agent, named in given.get("CONFIGURATIONS", {}).items()
        },
        defaults=tuple(given.get("DEFAULTS", ("random",))),
        shown=tuple(given.get("SHOWN", ())),
        inputs=given.get("INPUTS", {}),
        own=given.get("OWN", {}),
        estimate=of_guide("ESTIMATE"),
        prior=of_guide("PRIOR"),
        playout=given.get("PLAYOUT", {}),
        searches=given.get("SEARCHES", {}),
        portfolio=given.get("PORTFOLIO", "random"),
        delegates=given.get("DEPUTY"),
        delegate_row=given.get("DEPUTY_ROW", {}),
        partner=given.get("PARTNER"),
    )
