"""What an agent is: a compiled policy with its parameters, or an object in Python that answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from ..errors import AgentFailed

if TYPE_CHECKING:
    from .narration import Event
    from .run import Batch


__all__ = [
    "PAUSE",
    "Agent",
    "AgentSession",
    "CompiledAgent",
    "OwnAgent",
    "PartlyCompiled",
    "PositionAgent",
    "PythonAgent",
    "agent_name",
]


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
        """What has happened in a game since it was last told, as far as the seat may know it."""
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
    answers; its ``policy`` takes the others. ``listens`` says whether the agent wants to be told what happens.
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
