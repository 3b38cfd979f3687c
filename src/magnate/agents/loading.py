"""Agents that others make: those of a game's package, and classes or objects of users."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..core.agents import PositionAgent, PythonAgent
from ..core.registry import agent_names, agents_of
from ..errors import BadAgent, UnknownAgent, did_you_mean
from ..networks.files import load
from .compiled import split_settings
from .learned.spec import is_network
from .search_spec import is_search

if TYPE_CHECKING:
    from ..core.agents import OwnAgent


# ------------------ Agents that a game's package makes itself: Python around compiled code, such as Monopoly's ``dqn``


@dataclass(frozen=True, slots=True)
class OwnAgents:
    """How agents of one name are made; a module has them in ``OWN``, by their names."""

    page: str
    """The page of the docs that tells how they were trained, how strong they are and how true what they say is."""
    shipped: Mapping[str, str]
    """What follows the colon in the specs of those that come with magnate, and what each is; "" is none."""
    files: Mapping[str, str]
    """The file of each one's weights, in the folder ``weights`` of the game's package."""
    make: Callable[[str, int | None], OwnAgent]
    """The agent of a spec, for a table of so many players if that is known."""
    described: Callable[[str], dict[str, Any]]
    """``about``, ``usage`` and ``settings``, with the defaults of what follows the colon."""


def own_names(game: str) -> list[str]:
    """The names that begin the specs of such agents.

    >>> own_names("monopoly")
    ['dqn', 'magnate', 'ppo']
    """
    return sorted(agents_of(game).own)


def is_own(game: str, name: str) -> bool:
    """Whether a spec that begins with this name is one of such an agent."""
    return name in agents_of(game).own


def own_agent(game: str, spec: str, players: int | None = None) -> OwnAgent:
    """The agent that a spec names, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent`, and :class:`~magnate.errors.BadNetwork` where it plays by a file that does
    not fit.
    """
    return _own(game, spec.partition(":")[0].strip()).make(spec.strip(), players)


def described_own(game: str, spec: str) -> dict[str, Any]:
    """What the agent is and its settings: ``about``, ``usage``, ``settings`` and ``configurations``.

    >>> [one["default"] for one in described_own("monopoly", "magnate:2p")["settings"] if one["name"] == "offers"]
    [1.0]
    """
    name, _, which = spec.partition(":")
    own = _own(game, name)
    configurations = [{"name": named, "about": about} for named, about in own.shipped.items() if named]
    return {**own.described(which), "configurations": configurations}


def card_names(game: str, name: str) -> list[str]:
    """The specs of the networks under this name that come with magnate.

    >>> card_names("monopoly", "dqn")
    ['dqn', 'dqn:fixed']
    """
    return [f"{name}:{which}" if which else name for which in _own(game, name).files]


def card(game: str, spec: str) -> dict[str, Any]:
    """The model card of a network that comes with magnate, as far as its file tells it, and the page with the rest.

    ``spec`` is one without settings. Raises :class:`~magnate.errors.BadAgent` where there is no such network.

    >>> card("monopoly", "magnate:2p")["made_by"]
    'magnate train, monopoly_2p, method values, seed 1, 13 of 13 steps'
    """
    name, _, which = spec.partition(":")
    own = _own(game, name)
    if which not in own.files:
        raise BadAgent(f'no network "{spec}" comes with magnate', hint=did_you_mean(spec, card_names(game, name)))
    with resources.as_file(resources.files(f"{__package__}.{game}") / "weights" / own.files[which]) as path:
        found, size = load(path), path.stat().st_size
    networks = {one: {"layers": list(network.sizes), "hash": network.digest} for one, network in found.networks.items()}
    about = found.about
    return {
        "about": own.shipped[which],
        "made_by": about.made_by,
        "inputs": about.inputs,
        "outputs": about.kind,
        "networks": networks,
        "bytes": size,
        "page": f"docs/studies/{own.page}.md",
    }


def _own(game: str, name: str) -> OwnAgents:
    found: OwnAgents = importlib.import_module(agents_of(game).own[name]).OWN[name]
    return found


# ----- Agents written by users: a class or an object of theirs, or the name of a class such as ``mypkg.bots:Cautious``


OURS = __name__.partition(".")[0]


def is_user_spec(game: str, spec: str) -> bool:
    """Whether a spec names a class of the user's (``bots:Cautious``) and not an agent of the game.

    >>> is_user_spec("monopoly", "mypkg.bots:Cautious"), is_user_spec("monopoly", "baseline:reserve=300")
    (True, False)
    """
    module, colon, _ = spec.strip().partition(":")
    if module in agents_of(game).players:
        return True
    if module == OURS:  # magnate:2p, where the game has no such agent
        return False
    if not colon or module in agent_names(game) or is_search(module) or is_network(module) or is_own(game, module):
        return False
    return "." in module or (module.isidentifier() and _is_module(module))


def listed_players(game: str) -> list[str]:
    """The names of agents in Python that packages have listed for a game (``AgentPackage.players``)."""
    return sorted(agents_of(game).players)


def spelled_out(game: str, spec: str) -> str:
    """The spec with the class in it where it begins with the name of such an agent: ``bots:Cautious:patience=3``."""
    name, colon, settings = map(str.strip, spec.partition(":"))
    path = agents_of(game).players.get(name)
    return spec if path is None else f"{path}{colon}{settings}"


def _is_module(name: str) -> bool:
    _look_here()
    return name in sys.modules or importlib.util.find_spec(name) is not None


def _look_here() -> None:
    """Let the current folder be the first in which modules are looked for, as under ``python -m``."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def agent_of(game: str, given: Any, name: str | None = None) -> PythonAgent:
    """The agent that an object or a class is.

    A class is called without arguments; one with ``as_agent`` (Monopoly's ``Player``) makes its own.
    Raises :class:`~magnate.errors.BadAgent` for anything that has no usable ``act``.
    """
    cls = given if isinstance(given, type) else type(given)
    if hasattr(cls, "as_agent"):
        made: PythonAgent = cls.as_agent(game, given, name)
        return made
    agent = _called(given, {}) if isinstance(given, type) and hasattr(given, "act") else given
    if isinstance(agent, PythonAgent) and not isinstance(agent, type):
        return agent
    raise BadAgent(
        f"{given!r} is no agent",
        hint="give a spec string such as “random”, or an object with act(positions) -> actions",
    )


def written_agent(game: str, spec: str, players: int | None = None) -> PythonAgent | None:
    """The agent of a configuration that a class in Python decides, such as ``random:answers``; None for others.

    Raises :class:`~magnate.errors.BadAgent` where parameters follow: such an agent has none. Raises
    :class:`~magnate.errors.BadNetwork` where it plays by a network that does not fit so many players.
    """
    name, _, settings = spec.partition(":")
    name, (which, _, more) = name.strip(), map(str.strip, settings.partition(","))
    configuration = agents_of(game).configurations.get(name, {}).get(which)
    if configuration is None or not configuration.player:
        return None
    if more:
        raise BadAgent(f'"{name}:{which}" has no parameters', hint=f"write {name}:{which}")
    module, _, written = configuration.player.partition(":")
    agent = agent_of(game, getattr(importlib.import_module(module), written), f"{name}:{which}")
    if players is not None and hasattr(agent, "check"):  # those with a network have it
        agent.check(players)
    return agent


def load_user_agent(game: str, spec: str) -> PythonAgent:
    """The agent that ``module:Class`` or ``module:Class:name=value,…`` names.

    The module is imported by its dotted name; the current folder is looked in first, as ``python -m`` does. The values
    (numbers, ``true``, ``false``, other words as text) are keyword arguments of the class.

    Raises :class:`~magnate.errors.BadAgent` or :class:`~magnate.errors.UnknownAgent`.
    """
    path, _, rest = spelled_out(game, spec).strip().partition(":")
    class_name, _, settings = rest.partition(":")
    module = _module(path)
    classes = _classes(module)
    if class_name not in classes:
        hint = did_you_mean(class_name, sorted(classes)) if classes else "it defines no class with act, and no Player"
        raise UnknownAgent(f'the module {path} has no agent class "{class_name}"', hint=hint)
    cls = classes[class_name]
    arguments = _arguments(settings)
    given = _called(cls, arguments) if arguments else cls
    agent = agent_of(game, given, spec.strip())
    return _Named(agent, spec.strip()) if isinstance(agent, PositionAgent) and not hasattr(cls, "as_agent") else agent


class _Named:
    """An agent under the spec that named it."""

    def __init__(self, agent: PositionAgent, name: str) -> None:
        self.agent = agent
        self.name = name

    def act(self, positions: Any) -> Any:
        """What the agent does."""
        return self.agent.act(positions)


def module_source_digest(spec: str) -> str:
    """A hash of the source file of the module that a spec names: a changed agent has another.

    Modules that it imports do not count. Raises as :func:`load_user_agent` does.
    """
    path = spec.strip().partition(":")[0]
    source = getattr(_module(path), "__file__", None)
    if source is None:
        raise BadAgent(f"the module {path} has no source file", hint="name a module that is a file")
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()


def _module(path: str) -> ModuleType:
    """The module of that dotted name, looked for in the current folder too."""
    _look_here()
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name is not None and (path == error.name or path.startswith(f"{error.name}.")):
            raise UnknownAgent(
                f'there is no module "{path}"',
                hint="name it as in import, from the current folder or an installed package: mypkg.bots:Cautious",
            ) from None
        raise _broken(path, error) from error
    except (Exception, SystemExit) as error:  # a module is anybody's code; as a script it may end with sys.exit()
        raise _broken(path, error) from error


def _broken(path: str, error: BaseException) -> BadAgent:
    return BadAgent(f"importing {path} raised {type(error).__name__}: {error}", hint="mend the module")


def _classes(module: ModuleType) -> dict[str, type]:
    """The classes of a module that are agents and defined in it."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and (hasattr(value, "act") or hasattr(value, "as_agent"))
    }


def _arguments(settings: str) -> dict[str, Any]:
    """``patience=3,style=bold`` as keyword arguments."""
    found = {}
    for name, equals, value in split_settings(settings):
        if not equals or not name.isidentifier():
            raise BadAgent(f'"{name}{equals}{value}" is no parameter', hint="write name=value, for example patience=3")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for reading in (int, float):
        try:
            return reading(text)
        except ValueError:
            continue
    return text


def _called(cls: type, arguments: dict[str, Any]) -> Any:
    try:
        return cls(**arguments)
    except (Exception, SystemExit) as error:  # a class is anybody's code and may raise anything
        given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        raise BadAgent(
            f"{cls.__name__}({given}) raised {type(error).__name__}: {error}",
            hint="check the parameters of the class and its __init__",
        ) from error
