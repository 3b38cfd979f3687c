"""``magnate games``, ``magnate agents`` and ``magnate examples``: what there is."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from json import dumps as to_json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..catalogue import about_agent, bounds_of, choices_of, game_facts
from ..skins import shown
from .arguments import JsonOption
from .console import note, print_json, stdout, table
from .mistakes import authors_mistake

if TYPE_CHECKING:
    from ..core.game_module import GameModule

__all__ = ["agents", "examples", "games", "values_of"]


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Show the presets and options of this one.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the games, or the presets and options of one.

    magnate games
    magnate games monopoly
    """
    from ..core.registry import declared_game, usable_games

    if game is not None:
        _show_game(declared_game(game), json=json)
        return
    rows = [_summary(declared_game(name)) for name in usable_games(_leave_out)]
    if json:
        print_json("games", result=rows)
        return
    grid = table("game", "players", "presets", "about")
    for row in rows:
        seats = " to ".join(str(number) for number in sorted({row["min_players"], row["max_players"]}))
        grid.add_row(row["name"], seats, ", ".join(row["presets"]), row["about"])
    stdout().print(grid)


def _leave_out(name: str, error: BaseException) -> None:
    """Tell that a game is not listed, and why."""
    note(f"{name} is left out: {authors_mistake(error) or error}")


def _summary(game: GameModule) -> dict[str, Any]:
    return {
        **game_facts(game),
        "presets": list(game.presets),
        "default_preset": game.default_preset,
        "rules_version": game.rules_version,
    }


def _show_game(game: GameModule, *, json: bool) -> None:
    """One game: its presets (what they change) and its options (default, meaning and possible values)."""
    from rich.text import Text

    from ..core.registry import setup_files

    fields = game.options.model_fields
    options = [
        {"name": name, "default": field.default, "values": values_of(field), "about": field.description or ""}
        for name, field in fields.items()
    ]
    setups = [name for name in setup_files() if name.startswith(f"{game.name}/")]
    if json:
        print_json("game", result={**_summary(game), "presets": game.presets, "options": options, "setups": setups})
        return
    console, info = stdout(), game
    seats = " to ".join(str(number) for number in sorted({info.min_players, info.max_players}))
    console.print(f"[bold]{info.title}[/bold]: {info.about}; {seats} players")
    grid = table(title="presets")
    grid.add_column("preset", no_wrap=True)
    grid.add_column("changes", overflow="fold")
    for name, changes in game.presets.items():
        default = " (default)" if name == game.default_preset else ""
        grid.add_row(name + default, ", ".join(f"{key}={_plain(value)}" for key, value in changes.items()) or "nothing")
    console.print(grid)
    grid = table(title="options (--option name=value)")
    grid.add_column("option", no_wrap=True)
    grid.add_column("default", no_wrap=True)
    grid.add_column(Text("meaning [values]"), overflow="fold")
    for option in options:
        # what a yes-or-no option may be need not be said; the others' values go into the text, so that it fits anywhere
        said = option["values"] and not isinstance(option["default"], bool)
        values = f" [{option['values']}]" if said else ""
        grid.add_row(option["name"], _plain(option["default"]), Text(shown(f"{option['about']}{values}")))
    console.print(grid)
    if setups:
        console.print(f"set-ups, for commands that take a position: {', '.join(setups)}", highlight=False)


def values_of(field: Any) -> str:
    """What may be written for an option (a pydantic field): its words, or its least and greatest number."""
    if field.annotation is bool:
        return "true, false"
    words = choices_of(field)
    if words is not None:
        return ", ".join(map(str, words))
    least, most = bounds_of(field)
    if least is None and most is None:
        return ""
    return f"up to {most}" if least is None else f"from {least}" if most is None else f"{least} to {most}"


def _plain(value: object) -> str:
    """A value as it is written after ``--option name=``."""
    return to_json(value) if isinstance(value, bool | list | dict) else str(value)


def agents(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only the agents of this game.")] = None,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT", help="Show the parameters and configurations of this one, or a network's card."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the agents that play a game, or the parameters and configurations of one.

    magnate agents monopoly strategic
    magnate agents monopoly magnate:2p
    """
    from ..agents.learned.spec import described_network
    from ..core.registry import game_module, usable_games

    if game is not None:
        game_module(game)
    if game is not None and agent is not None:
        _show_agent(game, agent, json=json)
        return
    games = [game] if game is not None else usable_games(_leave_out)
    rows, own = _compiled_and_players(games), _own(games)
    if json:
        print_json("agents", result=[*rows, *_searching(games), *own, *_learned(games)])
        return
    _show_agents(rows, own)
    _show_searches(games)
    network = described_network()
    stdout().print(f"\n{network['usage']} {network['about']}", highlight=False)


def _compiled_and_players(games: Sequence[str]) -> list[dict[str, Any]]:
    """The agents with parameters, and those that are written as players."""
    from ..agents.loading import listed_players
    from ..agents.spec import agent_names, configurations, parameters

    rows: list[dict[str, Any]] = [
        {
            "game": name,
            "agent": agent,
            "about": str(about_agent(name, agent)),
            "parameters": parameters(name, agent),
            "configurations": list(configurations(name, agent)),
        }
        for name in games
        for agent in agent_names(name)
    ]
    rows += [
        {"game": name, "agent": agent, "about": str(about_agent(name, agent)), "parameters": {}, "configurations": []}
        for name in games
        for agent in listed_players(name)
    ]
    return rows


def _own(games: Sequence[str]) -> list[dict[str, Any]]:
    """The agents of a game alone, with settings of their own."""
    from ..agents.loading import described_own, own_names

    return [
        {"game": name, "agent": agent, "searches": False, "learned": True, **described_own(name, agent)}
        for name in games
        for agent in own_names(name)
    ]


def _searching(games: Sequence[str]) -> list[dict[str, Any]]:
    """The agents that search."""
    from ..agents.search_spec import described_search, search_names

    return [
        {"game": name, "agent": agent, "searches": True, **described_search(name, agent)}
        for name in games
        for agent in search_names(name)
    ]


def _learned(games: Sequence[str]) -> list[dict[str, Any]]:
    """The agents that play by a network in a file."""
    from ..agents.learned.spec import NETWORK, described_network

    return [
        {"game": name, "agent": NETWORK, "searches": False, "learned": True, **described_network()} for name in games
    ]


def _show_agents(rows: Sequence[Mapping[str, Any]], own: Sequence[Mapping[str, Any]]) -> None:
    """A table of the agents that do not search."""
    grid = table("game", "agent", "what it does", "configurations", "parameters (default)")
    for row in rows:
        knobs = ", ".join(f"{name}={value:g}" for name, value in row["parameters"].items())
        grid.add_row(row["game"], row["agent"], row["about"], ", ".join(row["configurations"]), knobs)
    for one in own:
        named = ", ".join(row["name"] for row in one["configurations"])
        knobs = ", ".join(f"{row['name']}={_default(row['default'])}" for row in one["settings"])
        grid.add_row(one["game"], one["agent"], one["about"], named, knobs)
    stdout().print(grid)


def _show_searches(games: Sequence[str]) -> None:
    """The agents that search: what each is, its budgets, and which of the games it plays."""
    from ..agents.search_spec import described_search, search_names

    players: dict[str, list[str]] = {}
    for game in games:
        for agent in search_names(game):
            players.setdefault(agent, []).append(game)
    headings = ("agent", "what it does", "budget", *(["games"] if len(games) > 1 else []))
    grid = table(*headings, title="agents that search")
    for agent, plays in sorted(players.items()):
        found = described_search(plays[0], agent)
        budgets = ", ".join(one["name"] for one in found["budgets"])
        shown = "all" if len(plays) == len(games) else ", ".join(plays)
        grid.add_row(*(agent, found["about"], budgets, shown)[: len(headings)])
    stdout().print(grid)


def _show_search(game: str, agent: str, *, json: bool) -> None:
    """One agent that searches: its budgets and settings."""
    from ..agents.search_spec import described_search

    found = described_search(game, agent)
    if json:
        print_json("agent", result={"game": game, "agent": agent, "searches": True, **found})
        return
    budgets = " or ".join(one["name"] for one in found["budgets"])
    stdout().print(f"{found['about']}; its budget is {budgets} (default: {found['default'].replace(':', '=')})")
    _show_settings(f"{agent}:name=value,…", found["settings"])


def _show_network(game: str, *, json: bool) -> None:
    """The agent that plays by a network."""
    from ..agents.learned.spec import NETWORK, described_network

    found = described_network()
    if json:
        print_json("agent", result={"game": game, "agent": NETWORK, "searches": False, "learned": True, **found})
        return
    stdout().print(f"{found['usage']} {found['about']}", highlight=False)
    _show_settings(f"{found['usage']},name=value,…", found["settings"])


def _show_own(game: str, agent: str, *, json: bool) -> None:
    """An agent that the game's package makes itself, and the cards of its networks, or one of these networks."""
    from ..agents.loading import card, card_names, described_own

    agent = agent.removesuffix(":")
    cards = {spec: card(game, spec) for spec in ([agent] if ":" in agent else card_names(game, agent))}
    found = described_own(game, agent)
    if json:
        print_json(
            "agent", result={"game": game, "agent": agent, "searches": False, "learned": True, "cards": cards, **found}
        )
        return
    if agent not in cards:
        stdout().print(f"{agent}: {found['about']}\n", highlight=False)
    for spec, facts in cards.items():
        _show_card(spec, facts)
    prefix = f"{agent}," if ":" in agent else f"{agent}:" if agent in cards else f"{agent}:NETWORK,"
    _show_settings(f"{prefix}name=value,…", found["settings"])
    stdout().print(f"{found['usage']} plays by networks of your own", highlight=False)


def _show_card(spec: str, found: dict[str, Any]) -> None:
    """The model card of a network that comes with magnate."""
    grid = table(title=f"{spec}: {found['about']}", show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, network in found["networks"].items():
        layers = "-".join(str(units) for units in network["layers"])
        grid.add_row(f"network {name}", f"{layers}, hash {network['hash'][:16]}")
    grid.add_row("inputs", f"{found['inputs']} (docs/reference/features.md)")
    grid.add_row("says", found["outputs"])
    grid.add_row("made by", found["made_by"])
    grid.add_row("size", f"{found['bytes'] / 1000:,.0f} kB")
    grid.add_row("cost, strength, calibration", found["page"])
    stdout().print(grid)


def _show_settings(usage: str, settings: Sequence[dict[str, Any]]) -> None:
    """The settings of an agent, as a table."""
    grid = table("setting", "default", "values", "meaning", title=f"settings ({usage})")
    for one in settings:
        grid.add_row(one["name"], _default(one["default"]), one["values"], one["about"])
    stdout().print(grid)


def _default(value: object) -> str:
    """A setting's default, as it would be written."""
    return "" if value is None else f"{value:g}" if isinstance(value, float) else _plain(value)


def _show_agent(game: str, agent: str, *, json: bool) -> None:
    """One agent: its parameters (default, range, meaning) and its configurations (what they change)."""
    from ..agents.learned.spec import is_network
    from ..agents.loading import is_own
    from ..agents.search_spec import is_search
    from ..agents.spec import agent_names, described

    if is_own(game, agent.partition(":")[0]):
        _show_own(game, agent, json=json)
        return
    if agent not in agent_names(game) and is_search(agent):
        _show_search(game, agent, json=json)
        return
    if agent not in agent_names(game) and is_network(agent):
        _show_network(game, json=json)
        return
    found: dict[str, Any] = {"about": str(about_agent(game, agent)), **described(game, agent)}
    if json:
        print_json("agent", result={"game": game, "agent": agent, **found})
        return
    stdout().print(f"{agent}: {found['about']}", highlight=False)
    if found["parameters"]:
        grid = table("parameter", "default", "range", "meaning", title=f"parameters ({agent}:name=value,…)")
        for one in found["parameters"]:
            allowed = f"{one['least']:g} to {one['most']:g}" + (", whole" if one["whole"] else "")
            grid.add_row(one["name"], f"{one['default']:g}", allowed, one["about"])
        stdout().print(grid)
    else:
        stdout().print(f"{agent} has no parameters")
    if found["configurations"]:
        grid = table("configuration", "character", "changes", title=f"configurations ({agent}:name)")
        for one in found["configurations"]:
            changes = ", ".join(f"{name}={value:g}" for name, value in one["changes"].items())
            grid.add_row(one["name"], one["about"], changes or "nothing")
        stdout().print(grid)


def examples(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to write them; files of the same names are replaced.")
    ] = Path("examples"),
    json: JsonOption = False,
) -> None:
    """Write the files that the documentation's examples use.

    magnate examples
    magnate examples course/examples
    """
    found = _example_files()
    for name, file in found.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not (target.exists() and target.samefile(file)):  # in the checkout they lie there already
            shutil.copyfile(file, target)
    if json:
        print_json("examples", result=[str(folder / name) for name in found])
        return
    note(f"wrote {len(found)} files into {folder}")


def _example_files() -> dict[str, Path]:
    """The example files by their names below the folder: of the installed package, or of the checkout."""
    package = Path(__file__).parents[1]
    source = next(one for one in (package / "examples", package.parents[1] / "examples") if one.is_dir())
    files = sorted(file for file in source.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {file.relative_to(source).as_posix(): file for file in files}
