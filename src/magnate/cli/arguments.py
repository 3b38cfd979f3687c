"""The arguments that several commands share, and how their texts are read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, get_args

import typer

from ..errors import BadOption, SaveFailed, did_you_mean
from ..messages import SKINS, chosen_skin

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.game_module import GameModule

__all__ = [
    "AgentTimeoutOption",
    "AgentsOption",
    "ClusterOption",
    "DeviceOption",
    "ForceOption",
    "GameArgument",
    "IdArgument",
    "JobsOption",
    "JsonOption",
    "LangOption",
    "OnFailureOption",
    "OptionOption",
    "PlayersOption",
    "PresetOption",
    "PurposeOption",
    "QuietOption",
    "SeedOption",
    "SkinOption",
    "StoreOption",
    "SvgOption",
    "check_folder",
    "check_picture",
    "complete_agents",
    "complete_games",
    "complete_languages",
    "complete_options",
    "complete_presets",
    "load_any_game",
    "load_game",
    "split_agents",
]


OPENSPIEL: Final = "openspiel:"
"""What the names of OpenSpiel's games begin with (as in :mod:`magnate.envs.openspiel`, which needs its extra)."""


def complete_games(incomplete: str) -> list[str]:
    """The games whose names begin so."""
    from ..core.registry import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


def complete_agents(context: typer.Context, incomplete: str) -> list[str]:
    """The lists of agents that go on with a name of the game's agents, or of an agent's configurations."""
    from ..agents.loading import described_own, listed_players, own_names
    from ..agents.spec import agent_names, configurations

    before, comma, last = incomplete.rpartition(",")
    game = _game_named(context)
    names = [*agent_names(game), *own_names(game), *listed_players(game)]
    if ":" in last:
        own = {name: [one["name"] for one in described_own(game, name)["configurations"]] for name in own_names(game)}
        names = [f"{name}:{named}" for name in names for named in own.get(name, configurations(game, name))]
    return [before + comma + name for name in names if name.startswith(last)]


def complete_presets(context: typer.Context, incomplete: str) -> list[str]:
    """The presets of the command's game whose names begin so."""
    return [name for name in _declared(context).presets if name.startswith(incomplete)]


def complete_options(context: typer.Context, incomplete: str) -> list[str]:
    """The options of the command's game as ``NAME=``, or after a name its possible values, as far as they are words."""
    fields = _declared(context).options.model_fields
    name, equals, _ = incomplete.partition("=")
    found = [f"{field}=" for field in fields]
    if equals and name in fields:
        kind = fields[name].annotation
        words = ["true", "false"] if kind is bool else map(str, get_args(kind))
        found = [f"{name}={word}" for word in words]
    return [text for text in found if text.startswith(incomplete)]


def _declared(context: typer.Context) -> GameModule:
    """The game that a command line names, Monopoly where it names none."""
    from ..core.registry import declared_game

    return declared_game(_game_named(context))


def _game_named(context: typer.Context) -> str:
    """The game that a command line names; Monopoly where it names none.

    While an option's value is completed, Click has not given the words before it to the arguments yet.
    """
    from ..core.registry import game_names

    named = [*context.args, context.params.get("game")]
    return next((name for name in named if name in game_names()), "monopoly")


def complete_languages(incomplete: str) -> list[str]:
    """The languages of games' texts."""
    from ..messages import LANGUAGES

    return [code for code in LANGUAGES if code.startswith(incomplete)]


GameArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="The game; `magnate games` lists them.", autocompletion=complete_games)
]
AgentsOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--agents",
        "-a",
        metavar="A,B,…",
        help="Agents by name, A*3 for three of them; `magnate agents GAME` lists them.",
        autocompletion=complete_agents,
    ),
]
PresetOption: TypeAlias = Annotated[
    str | None, typer.Option("--preset", help="A named rule set of the game.", autocompletion=complete_presets)
]
DeviceOption: TypeAlias = Annotated[
    str, typer.Option("--device", metavar="auto|cpu|gpu", help="Who plays the games; auto: the faster one.")
]
LangOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="en|ro|fa",
        help="The language of the game's texts (default: MAGNATE_LANG, else English).",
        autocompletion=complete_languages,
    ),
]


def _set_skin(asked: str | None) -> str | None:
    """All words of this process and of those that it starts follow the environment, which is checked too."""
    os.environ["MAGNATE_SKIN"] = chosen_skin(asked)
    return asked


SkinOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--skin",
        metavar="|".join(SKINS),
        help="Whose names of streets, towns and games (default: MAGNATE_SKIN, else the real ones).",
        callback=_set_skin,
    ),
]
PlayersOption: TypeAlias = Annotated[int | None, typer.Option("--players", "-p", help="Seats at the table.")]
OptionOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Change one rule; may be repeated.",
        autocompletion=complete_options,
    ),
]
SeedOption: TypeAlias = Annotated[
    int, typer.Option("--seed", help="Everything random follows from it (0 to 2**56 - 1).")
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
JobsOption: TypeAlias = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="Games played at a time (default: one for each core).")
]
QuietOption: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]
SvgOption: TypeAlias = Annotated[Path | None, typer.Option("--svg", help="Also draw the win shares into this file.")]
StoreOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="PATH|URL",
        help="Where tournaments are kept (default: MAGNATE_STORE, or a file in your data folder).",
    ),
]
ClusterOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="local|ADDRESS",
        help="Play on a Ray cluster: one of this machine's, or the one at ray://host:port.",
    ),
]
OnFailureOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--on-failure",
        metavar="loss|void|abort",
        help="An agent that fails loses the game, voids the deal's games, or ends the whole run.",
    ),
]
AgentTimeoutOption: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--agent-timeout", metavar="SECONDS", help="What a call of a Python agent may take (default: any time)."
    ),
]
PurposeOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--purpose",
        metavar="final|gate|tuning",
        help="Which deals: those of published figures, of tests that gate a change, or of tuning; no two share any.",
    ),
]
ForceOption: TypeAlias = Annotated[bool, typer.Option("--force", help="Go on though the code has changed.")]
IdArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID", help="A tournament such as t17; `magnate tournament list` has them.")
]


def split_agents(texts: Iterable[str] | None) -> list[str]:
    """The agent specs in comma-separated lists (see :func:`~magnate.agents.spec.split_specs`).

    >>> split_agents(["strategic:bid_ratio=1,greed=0.4,random*2", "baseline"])
    ['strategic:bid_ratio=1,greed=0.4', 'random', 'random', 'baseline']
    """
    from ..agents import split_specs

    return [spec for text in texts or () for spec in split_specs(text)]


def load_game(
    name: str,
    preset: str | None = None,
    players: int | None = None,
    options: Sequence[str] | None = None,
) -> Game:
    """The game with its preset and the ``NAME=VALUE`` options; raises a :class:`~magnate.errors.MagnateError`."""
    from ..core.game import load
    from ..core.game_module import check_game
    from ..core.registry import game_module

    fields = check_game(game_module(name)).options.model_fields
    chosen = {option: _value(fields.get(option), value) for option, value in _settings(options)}
    return load(name, preset=preset, players=players, **chosen)


def load_any_game(
    name: str,
    preset: str | None = None,
    players: int | None = None,
    options: Sequence[str] | None = None,
) -> Game:
    """The same, or one of OpenSpiel's games, which are written ``openspiel:NAME``."""
    if not name.startswith(OPENSPIEL):
        return load_game(name, preset, players, options)
    from ..envs.openspiel import load

    if preset is not None:
        raise BadOption("games of OpenSpiel's have no presets", hint="choose their parameters by --option")
    seats = {} if players is None else {"players": players}
    return load(name, **seats, **{option: _plain(value) for option, value in _settings(options)})


def _settings(options: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    """The names and values of ``NAME=VALUE`` texts; a name given twice is a :class:`~magnate.errors.BadOption`."""
    seen: set[str] = set()
    for text in options or ():
        option, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f'--option needs NAME=VALUE, not "{text}"', hint=f'write for example "{option}=true"')
        if option.strip() in seen:
            raise BadOption(f'--option says "{option.strip()}" twice', hint="give each option one value")
        seen.add(option.strip())
        yield option.strip(), value.strip()


def _plain(text: str) -> Any:
    """What a text means where nobody says what it should be: a number, true or false, or itself."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | float) else text


def check_folder(file: Path | None) -> None:
    """Refuse a file that cannot be made, before the work whose result is to go there."""
    if file is not None and not file.absolute().parent.is_dir():
        raise SaveFailed(f"{file.absolute().parent}: the folder does not exist", hint="check the path")


def check_picture(which: str, known: Sequence[str], svg: Path | None) -> None:
    """Refuse a picture that there is not, or that goes nowhere (the first one is drawn unless another is asked for)."""
    if which not in known:
        raise BadOption(f'there is no picture "{which}"', hint=did_you_mean(which, known))
    if which != known[0] and svg is None:
        raise BadOption("--picture says what --svg draws", hint=f"name a file: --svg FILE --picture {which}")
    check_folder(svg)


def _value(field: Any, text: str) -> Any:
    """What a text means for an option: the first reading (JSON, yes/no, plain text) that the option accepts."""
    from pydantic import TypeAdapter, ValidationError

    readings: list[Any] = [text]
    try:
        readings.insert(0, json.loads(text))
    except (ValueError, RecursionError):
        if text.lower() in {"yes", "on", "no", "off"}:
            readings.insert(0, text.lower() in {"yes", "on"})
    for reading in readings if field is not None else ():
        try:
            TypeAdapter(field.annotation).validate_python(reading, strict=True)
        except ValidationError:
            continue
        return reading
    return readings[0]
