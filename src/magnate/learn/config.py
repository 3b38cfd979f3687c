"""The configuration of a training run: a TOML file, checked strictly.

::

    game = "pig"                # and optionally players, preset
    method = "values"
    seed = 1

    [options]                   # the game's own
    target = 20

    [values]                    # the method's settings
    rounds = 10

Whatever a file leaves out has a default; the run's folder keeps the configuration with all of them written out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..agents.compiled import warn_of_earlier_name
from ..core.game import load_with
from ..core.validation import complaints, unknown_keys
from ..errors import BadTraining, MissingExtra, did_you_mean
from .method import MethodModule

if TYPE_CHECKING:
    from ..core.game import Game
    from ..runtime.compiler import Progress
    from ..values.schema import Schema

SUFFIX: Final = ".toml"
METHODS: Final = {
    "chances": "magnate.learn.methods.chances",
    "deep_q": "magnate.learn.methods.deep_q",
    "league": "magnate.learn.methods.league",
    "ppo": "magnate.learn.methods.ppo",
    "values": "magnate.learn.methods.values",
}
"""The methods by name, and the module of each (:class:`MethodModule`)."""


def method_module(name: str) -> MethodModule:
    """The module of a method; raises :class:`~magnate.errors.BadTraining` where there is no such method."""
    if name not in METHODS:
        raise BadTraining(f'there is no method "{name}"', hint=did_you_mean(name, METHODS))
    return cast(MethodModule, import_module(METHODS[name]))


class Plan(BaseModel):
    """The keys that every configuration may have, beside the table of its method."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    game: str = Field(description="the game, as `magnate games` lists them")
    preset: str | None = Field(default=None, description="a named rule set of the game")
    players: int | None = Field(default=None, description="seats at the table")
    options: dict[str, Any] = Field(default={}, description="single rules of the game")
    method: str = Field(description="how it is learnt")
    seed: int = Field(default=1, ge=0, lt=1 << 56, description="everything random follows from it")
    checkpoint_seconds: float = Field(default=30.0, ge=0.0, description="how often a checkpoint is written, about")


@dataclass(frozen=True)
class Configuration:
    """A checked configuration. ``name`` is what its run is called, ``settings`` is the method's table."""

    name: str
    plan: Plan
    settings: Any

    @property
    def schema(self) -> Schema:
        """What the networks are shown, with the hashes of that and of the rules as they are now."""
        from ..values.schema import schema_for

        return schema_for(self.plan.game, self.settings.inputs)

    @property
    def method(self) -> MethodModule:
        """The module of the method."""
        return method_module(self.plan.method)

    def game(self, progress: Progress | None = None) -> Game:
        """The game with its options."""
        return load_with(self.plan.game, self.plan.preset, self.plan.players, self.plan.options, progress)

    @cached_property
    def resolved(self) -> dict[str, Any]:
        """Everything with the defaults written out, as it can be read again by :func:`checked`."""
        game = self.game()
        plan = self.plan.model_dump()
        plan.update(preset=game.preset, players=game.players, options=game.options.model_dump(mode="json"))
        return {**plan, self.plan.method: self.settings.model_dump(mode="json")}

    def to_toml(self) -> str:
        """:attr:`resolved` as TOML, without the keys whose value is None."""
        try:
            import tomli_w
        except ModuleNotFoundError:
            raise MissingExtra.of("training", "tomli_w", "learn") from None
        return tomli_w.dumps(_without_none(self.resolved))


def _without_none(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _without_none(value) if isinstance(value, Mapping) else value
        for key, value in table.items()
        if value is not None
    }


def example_names() -> list[str]:
    """The configurations that come with magnate.

    >>> "pig" in example_names()
    True
    """
    folder = resources.files(__package__).joinpath("examples")
    return sorted(file.name.removesuffix(SUFFIX) for file in folder.iterdir() if file.name.endswith(SUFFIX))


def read(name: str, changes: Iterable[str] = ()) -> Configuration:
    """The configuration in a file, or the one of that name that comes with magnate.

    ``changes`` are texts such as ``seed=2`` or ``values.rounds=3``, which change single keys.

    Raises :class:`~magnate.errors.BadTraining` saying which key is wrong and what is allowed, and what loading the game
    raises.
    """
    file = Path(name)
    if file.suffix == SUFFIX or file.name != name:
        return from_text(file.read_text(encoding="utf-8"), file.stem, changes, where=name)
    if name not in example_names():
        hint = f"{did_you_mean(name, example_names())}; a file's name ends with {SUFFIX}"
        raise BadTraining(f'no configuration "{name}" comes with magnate', hint=hint)
    text = resources.files(__package__).joinpath("examples", name + SUFFIX).read_text(encoding="utf-8")
    return from_text(text, name, changes, where=name)


def from_text(text: str, name: str, changes: Iterable[str] = (), where: str = "the configuration") -> Configuration:
    """The configuration that a TOML text holds; ``where`` is what errors call it. Otherwise as :func:`read`."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTraining(f"{where} is not TOML: {error}", hint='write key = value, and texts in "quotes"') from None
    _take_new_names(given)
    for change in changes:
        changed = _change(change)
        _take_new_names(changed)
        _merge(given, changed)
    return checked(given, name, where)


def _take_new_names(given: dict[str, Any]) -> None:
    """Rename the keys of methods' settings that had another name earlier."""
    for method in METHODS.keys() & given.keys():
        if isinstance(given[method], dict):
            renamed = getattr(method_module(method), "RENAMED", {})
            for earlier in given[method].keys() & renamed.keys():
                warn_of_earlier_name(earlier, renamed[earlier])
            given[method] = {renamed.get(key, key): value for key, value in given[method].items()}


def checked(given: Mapping[str, Any], name: str, where: str = "the configuration") -> Configuration:
    """The configuration of a mapping; otherwise as :func:`from_text`."""
    method = given.get("method")
    if not isinstance(method, str) or not isinstance(given.get("game"), str):
        missing = "method" if isinstance(given.get("game"), str) else "game"
        raise BadTraining(f"{where} does not say which {missing}", hint=f"write for example {_EXAMPLES[missing]}")
    module = method_module(method)
    foreign = [key for key in given if key in METHODS and key != method]
    if foreign:
        raise BadTraining(f"{where} has a table [{foreign[0]}], but its method is {method}", hint="leave one out")
    settings = given.get(method, {})
    if not isinstance(settings, Mapping):
        raise BadTraining(f"{where}: {method} must be a table", hint=f"write its settings under [{method}]")
    plan = {key: value for key, value in given.items() if key != method}
    made = Configuration(
        name, _model(Plan, plan, where, (method,)), _model(module.Settings, settings, f"{where}, [{method}]")
    )
    made.game()  # options that do not fit are refused now, not when the run begins
    return made


_EXAMPLES: Final = {"game": 'game = "pig"', "method": 'method = "values"'}


def _model(model: type[Any], given: Mapping[str, Any], where: str, tables: tuple[str, ...] = ()) -> Any:
    """The model of these keys."""
    wrong, hint = unknown_keys(given, [*model.model_fields, *tables])
    if wrong:
        raise BadTraining(f'{where}: there is no key "{wrong[0]}"', hint=hint)
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        raise BadTraining(f"{where}: {complaints(error)}", hint=_meanings(model, error)) from None


def _meanings(model: type[BaseModel], error: ValidationError) -> str:
    """What the keys mean that are wrong."""
    keys = dict.fromkeys(str(problem["loc"][0]) for problem in error.errors(include_url=False) if problem["loc"])
    known = [(key, model.model_fields[key].description) for key in keys if key in model.model_fields]
    return "; ".join(f"{key} is {about}" for key, about in known if about)


def _change(text: str) -> dict[str, Any]:
    """What ``values.rounds=3`` changes; a value that is no TOML is a text."""
    key, equals, value = (part.strip() for part in text.partition("="))
    hint = "write for example seed=2 or values.rounds=3"
    if not equals or not key:
        raise BadTraining(f'"{text}" is no change of a configuration', hint=hint)
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    for written in (value, f'"{quoted}"'):
        try:
            return tomllib.loads(f"{key} = {written}")
        except tomllib.TOMLDecodeError:
            continue
    raise BadTraining(f'"{text}" is no change of a configuration', hint=hint)


def _merge(into: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Change single keys, also those inside tables."""
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
