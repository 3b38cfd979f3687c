"""Agents from spec strings and Python objects.

``name`` or ``name:key=value,key=value``. Every game has ``random`` (uniformly random legal play, policy kind 0);
a package ``magnate.agents.<game>`` may offer more::

    GUIDE = "magnate.agents.monopoly.policies"      # the module with `policy`, which dispatches on kind
    POLICIES = {"baseline": 1}                       # name -> kind
    PARAMS = {"baseline": (("reserve", 1, 200.0, 0.0, 1e6),)}  # parameter, index in the row, default, least, most

A compiled policy reads its parameters from a row of :data:`~magnate.engine.binding.PARAMS` numbers, the first of
which is the kind.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from ..engine.binding import PARAMS
from ..errors import BadAgent, UnknownAgent, did_you_mean, listing

if TYPE_CHECKING:
    from ..engine.batches import Batch
    from ..engine.game import Game
    from ..engine.narration import Event
    from ..engine.position import Position

__all__ = [
    "PAUSE",
    "Agent",
    "CompiledAgent",
    "PartlyCompiled",
    "PositionAgent",
    "PythonAgent",
    "Sitting",
    "agent_name",
    "agent_names",
    "guide_path",
    "resolve",
    "resolve_all",
]

PAUSE = -1
"""The policy kind of a seat that Python plays."""


@runtime_checkable
class PositionAgent(Protocol):
    """A Python agent that is asked about positions and remembers nothing of a game.

    ``act`` is handed the positions at which it is to move (hidden copies, in a game with hidden parts) and answers
    with one action each: an id, a name or an :class:`~magnate.engine.contract.Action`.
    """

    def act(self, positions: Sequence[Position]) -> Sequence[Any]:
        """Choose an action at each position."""
        ...


class Sitting(Protocol):
    """What an agent remembers of the games of one run: begun with the run, dropped with it."""

    def answer(self, batch: Batch) -> Sequence[int]:
        """A legal action id for each decision; the batch says which game and seat each belongs to."""
        ...

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """What has happened in a game since it was last told, as far as the seat may know it."""
        ...

    def leave(self, game: int) -> None:
        """The game is over."""
        ...


@runtime_checkable
class PartlyCompiled(Protocol):
    """A Python agent that plays every game with a memory of its own, and may leave decisions to compiled code.

    ``row`` are the parameters for the drivers: the guide's ``asks`` says by them which decisions Python answers, and
    its ``policy`` takes the others. ``listens`` says whether the agent wants to be told what happens.
    """

    name: str
    row: tuple[float, ...]
    listens: bool

    def sit(self, game: Game) -> Sitting:
        """Begin a run of games, without a memory of earlier ones."""
        ...


PythonAgent: TypeAlias = PositionAgent | PartlyCompiled
"""An agent that answers in Python."""


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

    >>> agent_name(resolve("pig", "random"))
    'random'
    """
    return agent.spec if isinstance(agent, CompiledAgent) else str(getattr(agent, "name", type(agent).__name__))


def _package(game: str) -> ModuleType | None:
    """The package of a game's own agents, if there is one."""
    path = f"{__package__}.{game}"
    return importlib.import_module(path) if importlib.util.find_spec(path) else None


def _policies(game: str) -> dict[str, int]:
    package = _package(game)
    return {"random": 0, **getattr(package, "POLICIES", {})}


def guide_path(game: str) -> str | None:
    """The module with the game's compiled policies, or None where only the uniform one exists."""
    return getattr(_package(game), "GUIDE", None)


def agent_names(game: str) -> list[str]:
    """The names that may begin a spec string for this game.

    >>> agent_names("pig")
    ['random']
    """
    return sorted(_policies(game))


def resolve(game: str, agent: Agent) -> CompiledAgent | PythonAgent:
    """The agent that a spec string names, or the Python agent itself.

    A spec string names an agent of the game, or a class of the user's: ``mypkg.bots:Cautious``. A class is an agent
    with its constructor's defaults.

    Raises :class:`~magnate.errors.UnknownAgent` listing the agents of the game, or
    :class:`~magnate.errors.BadAgent` for an object without ``act`` or a parameter that the agent does not have.

    >>> resolve("pig", "random").row[0]
    0.0
    """
    from .loading import agent_of, is_user_spec, load_user_agent

    if isinstance(agent, CompiledAgent):
        return agent
    if not isinstance(agent, str):
        return agent_of(game, agent)
    return load_user_agent(game, agent) if is_user_spec(game, agent) else _from_spec(game, agent)


def _from_spec(game: str, spec: str) -> CompiledAgent:
    name, colon, settings = spec.strip().partition(":")
    policies = _policies(game)
    if name not in policies:
        raise UnknownAgent(f'{game} has no agent "{name}"', hint=did_you_mean(name, sorted(policies)))
    row = [0.0] * PARAMS
    row[0] = float(policies[name])
    knobs = {knob: limits for knob, *limits in getattr(_package(game), "PARAMS", {}).get(name, ())}
    for index, default, _, _ in knobs.values():
        row[index] = float(default)
    for setting in settings.split(",") if colon else []:
        knob, equals, value = map(str.strip, setting.partition("="))
        if knob not in knobs:
            hint = f"it has {listing(knobs)}" if knobs else f'it has none: write "{name}"'
            raise BadAgent(f'the agent "{name}" has no parameter "{knob}"', hint=hint)
        index, default, least, most = knobs[knob]
        try:
            row[index] = float(value if equals else "")
        except ValueError:
            row[index] = nan
        if not least <= row[index] <= most:
            raise BadAgent(
                f'the parameter "{knob}" of "{name}" needs a number from {least:g} to {most:g}, not "{value}"',
                hint=f"write for example {name}:{knob}={default:g}",
            )
    return CompiledAgent(spec.strip(), tuple(row))


def resolve_all(game: str, players: int, agents: Agent | Iterable[Agent]) -> list[CompiledAgent | PythonAgent]:
    """One agent a seat; a single agent takes every seat.

    Raises :class:`~magnate.errors.BadAgent` when the number of agents is not the number of seats.
    """
    if not isinstance(agents, Iterable) or isinstance(agents, str | type):
        return [resolve(game, agents)] * players
    listed = list(agents)
    if len(listed) != players:
        raise BadAgent(
            f"{len(listed)} agents for {players} seats", hint=f"give {players} agents, or one that plays every seat"
        )
    return [resolve(game, agent) for agent in listed]
