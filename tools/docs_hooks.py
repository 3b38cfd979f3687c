"""What the documentation takes from the program while it is built, so that it cannot go stale.

``<!-- options: GAME -->`` in a page becomes the table of the game's options with the values of its presets.
``<!-- features: SCHEMA -->`` becomes the table of what networks are shown of Monopoly by that schema, and
``<!-- features: SCHEMA seat -->`` or ``… table -->`` the part of it that is about the seat that looks on, or about no
seat.

``<!-- agents: GAME -->`` becomes the table of the game's agents, ``<!-- players -->`` that of all games with their
agents and searches. ``<!-- parameters: GAME AGENT -->`` becomes the parameters of an agent, and
``<!-- configurations: GAME AGENT -->`` its named configurations. ``<!-- searches: A B -->`` becomes the options of
several searches in one table, ``<!-- training: METHOD -->`` the settings of a method of learning, and
``<!-- commands -->`` all commands with their options.

``<!-- notebook: NAME -->`` becomes the notebook of that name with what its cells show; it is executed.

Every address that a page had before the pages were in folders leads to the page.
"""

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import notebooks

OPTIONS = re.compile(r"^<!-- options: (\w+) -->$", re.MULTILINE)
NOTEBOOK = re.compile(r"^<!-- notebook: (\w+) -->$", re.MULTILINE)
LONGEST_DEFAULT = 80
LAYERS = ("how-to", "reference", "understand", "studies")
MERGED = {name: f"contributing/{name}" for name in ("languages", "pages")}
"""Pages that moved elsewhere, or whose text is now part of another, by their old addresses."""
REDIRECT = '<!doctype html><link rel="canonical" href="{0}"><meta http-equiv="refresh" content="0; url={0}">\n'
TABLES = re.compile(
    r"^<!-- (agents|players|parameters|configurations|searches|training|commands)(?:: ([\w ]+))? -->$", re.MULTILINE
)
FEATURES = re.compile(r"^<!-- features: (\w+)(?: (seat|table))? -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in the tables of a page (mkdocs calls this for each page)."""
    page = NOTEBOOK.sub(lambda found: notebooks.page(found[1]), markdown)
    page = OPTIONS.sub(lambda found: options_table(found[1]), page)
    page = TABLES.sub(lambda found: MAKERS[found[1]](*(found[2] or "").split()), page)
    return FEATURES.sub(lambda found: features_table(found[1], found[2]), page)


def on_post_build(config: Any, **_: Any) -> None:
    """Write a page that redirects to the present one at each old address (mkdocs calls this at the end)."""
    docs, site = Path(config["docs_dir"]), Path(config["site_dir"])
    for old, new in moved(docs).items():
        (site / old).mkdir(exist_ok=True)
        (site / old / "index.html").write_text(REDIRECT.format(f"../{new}/"), encoding="utf-8")


def moved(docs: Path) -> dict[str, str]:
    """Where each page is that was once at the top, by its old address."""
    pages = {page.stem: f"{page.parent.name}/{page.stem}" for layer in LAYERS for page in (docs / layer).glob("*.md")}
    return {**pages, **MERGED}


def options_table(game: str) -> str:
    """The options of ``game`` as a table: name, meaning, values, default, and each preset that differs from it."""
    module = importlib.import_module(f"magnate.games.{game}")
    presets = {name: values for name, values in module.PRESETS.items() if values}
    rows = [["option", "meaning", "values", "by default", *(f"`{name}`" for name in presets)]]
    for name, field in module.Options.model_fields.items():
        if not field.description:
            raise ValueError(f"option {name!r} of {game} has no description for its table: give its Field one")
        changed = [spelled(values[name]) if name in values else "" for values in presets.values()]
        rows.append([f"`{name}`", field.description, spelled_values(field), spelled(field.default), *changed])
    return as_table(rows)


def features_table(name: str, part: str | None = None) -> str:
    """The numbers of a schema of Monopoly's as a table: place, name, meaning, scale (if any differs) and source."""
    from magnate.values.monopoly import SCHEMAS

    schema = SCHEMAS[name]
    seats = {None: (0, 1, None), "seat": (0,), "table": (None,)}[part]
    listed = [(place, one) for place, one in enumerate(schema.numbers) if one.seat in seats]
    scaled = any(one.scale != 1 for _, one in listed)
    rows = [["place", "name", "meaning", *(["divided by", "from"] if scaled else [])]]
    for place, one in listed:
        more = [f"{one.scale:,}", one.source] if scaled else []
        rows.append([str(place), f"`{one.name}`", one.meaning, *more])
    return as_table(rows)


def agents_table(game: str) -> str:
    """The agents of a game that do not search: name, what each does, configurations."""
    from magnate.agents.loading import described_own, listed_players, own_names
    from magnate.agents.spec import agent_names, configurations
    from magnate.catalogue import about_agent

    rows = [["agent", "what it does", "configurations"]]
    for name in (*agent_names(game), *listed_players(game)):
        named = configurations(game, name) if name in agent_names(game) else ()
        rows.append([f"`{name}`", str(about_agent(game, name)), ", ".join(f"`{one}`" for one in named)])
    for name in own_names(game):
        found = described_own(game, name)
        own = ", ".join(f"`{one['name']}`" for one in found["configurations"])
        rows.append([f"`{name}`", found["about"], own])
    return as_table(rows)


def players_table() -> str:
    """The games, each with its own agents and the searches that play it."""
    from magnate.agents.loading import own_names
    from magnate.agents.search_spec import search_names
    from magnate.agents.spec import agent_names
    from magnate.core.registry import game_names

    rows = [["game", "agents", "searches"]]
    for game in game_names():
        lists = ([*agent_names(game), *own_names(game)], search_names(game))
        rows.append([game, *(", ".join(f"`{name}`" for name in names) for names in lists)])
    return as_table(rows)


def parameters_table(game: str, agent: str) -> str:
    """The parameters of an agent: name, meaning, values and default."""
    from magnate.agents.search_spec import described_search, is_search
    from magnate.agents.spec import described

    rows = [["setting", "means", "values", "by default"]]
    if is_search(agent):
        settings = described_search(game, agent)["settings"]
        rows += [[f"`{one['name']}`", one["about"], one["values"], _default(one["default"])] for one in settings]
    else:
        for one in described(game, agent)["parameters"]:
            values = f"{one['least']:g} to {one['most']:g}" + (", whole" if one["whole"] else "")
            rows.append([f"`{one['name']}`", one["about"], values, f"{one['default']:g}"])
    return as_table(rows)


def configurations_table(game: str, agent: str) -> str:
    """The named configurations of an agent, and what each changes."""
    from magnate.agents.spec import described

    rows = [["configuration", "character", "changes"]]
    for one in described(game, agent)["configurations"]:
        changes = ", ".join(f"`{name}={value:g}`" for name, value in one["changes"].items())
        rows.append([f"`{agent}:{one['name']}`", one["about"], changes or "nothing"])
    return as_table(rows)


def searches_table(*algorithms: str) -> str:
    """The options of several searches, each once, with the searches in which it means the same by default."""
    from magnate.search.algorithms import ALGORITHMS

    found: dict[tuple[str, str, Any], tuple[Any, list[str]]] = {}
    for algorithm in algorithms:
        for name, option in ALGORITHMS[algorithm].options.items():
            found.setdefault((name, option.about, option.default), (option, []))[1].append(f"`{algorithm}`")
    rows = [["option", "of", "means", "values", "by default"]]
    places = {name: place for place, name in enumerate(dict.fromkeys(name for name, *_ in found))}
    for (name, *_), (option, having) in sorted(found.items(), key=lambda one: places[one[0][0]]):
        rows.append([f"`{name}`", ", ".join(having), option.about, option.values, _default(option.default)])
    return as_table(rows)


def training_table(method: str) -> str:
    """The settings of a method of learning: name, default and meaning."""
    fields = importlib.import_module(f"magnate.learn.methods.{method}").Settings.model_fields
    rows = [["key", "by default", "means"]]
    for name, field in fields.items():
        default = field.get_default(call_default_factory=True)
        shown = json.dumps(default)
        rows.append([f"`{name}`", f"`{shown}`" if len(shown) <= LONGEST_DEFAULT else "many", field.description or ""])
    return as_table(rows)


def commands_tables() -> str:
    """Every command: what it does, its arguments and its options."""
    import typer

    from magnate.cli.main import application

    def lines_of(command: Any, words: str) -> Iterator[str]:
        inner = getattr(command, "commands", None)
        if inner is None:
            yield f"## {words}\n\n{' '.join(str(command.help).split(chr(10) * 2)[0].split())}\n"
            rows = [["option", "means", "by default"]]
            for one in command.params:
                named = ", ".join(f"`{name}`" for name in (*one.opts, *one.secondary_opts))
                shown = f"`{one.metavar or one.name.upper()}`" if one.param_type_name == "argument" else named
                default = "" if one.default is None or callable(one.default) or one.default is False else one.default
                if one.name != "help":
                    rows.append([shown, " ".join((one.help or "").split()), spelled(default)])
            yield as_table(rows) + "\n"
        for name, one in (inner or {}).items():
            yield from lines_of(one, f"{words} {name}")

    return "\n".join(lines_of(typer.main.get_command(application()), "magnate"))


MAKERS: dict[str, Callable[..., str]] = {
    "agents": agents_table,
    "players": players_table,
    "parameters": parameters_table,
    "configurations": configurations_table,
    "searches": searches_table,
    "training": training_table,
    "commands": commands_tables,
}


def as_table(rows: list[list[str]]) -> str:
    """Rows as a Markdown table; the first has the headings."""
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _default(value: object) -> str:
    """A setting's default, as it would be written."""
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def spelled_values(field: Any) -> str:
    """The values that an option may have, as a reader expects them."""
    from magnate.cli.listing import values_of

    return "yes, no" if field.annotation is bool else values_of(field)


def spelled(value: object) -> str:
    """A value as a reader expects it: yes and no, text without quotes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
