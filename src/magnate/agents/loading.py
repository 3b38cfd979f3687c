"""Agents written by users: a class or an object of theirs, or the name of a class such as ``mypkg.bots:Cautious``."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.agents import PositionAgent, PythonAgent
from ..core.registry import agent_names
from ..errors import BadAgent, UnknownAgent, did_you_mean
from .learned.spec import is_network
from .own_spec import is_own
from .search_spec import is_search
from .settings import split_settings

__all__ = ["agent_of", "is_user_spec", "load_user_agent", "module_source_digest"]

OURS = __name__.partition(".")[0]


def is_user_spec(game: str, spec: str) -> bool:
    """Whether a spec names a class of the user's (``bots:Cautious``) and not an agent of the game.

    >>> is_user_spec("monopoly", "mypkg.bots:Cautious"), is_user_spec("monopoly", "baseline:reserve=300")
    (True, False)
    """
    module, colon, _ = spec.strip().partition(":")
    if module == OURS:  # magnate:2p, where the game has no such agent
        return False
    if not colon or module in agent_names(game) or is_search(module) or is_network(module) or is_own(game, module):
        return False
    return "." in module or (module.isidentifier() and _is_module(module))


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


def load_user_agent(game: str, spec: str) -> PythonAgent:
    """The agent that ``module:Class`` or ``module:Class:name=value,…`` names.

    The module is imported by its dotted name; the current folder is looked in first, as ``python -m`` does. The values
    (numbers, ``true``, ``false``, other words as text) are keyword arguments of the class.

    Raises :class:`~magnate.errors.BadAgent` or :class:`~magnate.errors.UnknownAgent`.
    """
    path, _, rest = spec.strip().partition(":")
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
