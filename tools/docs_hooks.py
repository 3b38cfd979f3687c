"""What the documentation takes from the program while it is built, so that it cannot go stale.

``<!-- options: GAME -->`` in a page becomes the table of the game's options with the values of its presets.
``<!-- features: SCHEMA -->`` becomes the table of what networks are shown of Monopoly by that schema, and
``<!-- features: SCHEMA seat -->`` or ``… table -->`` the part of it that is about the seat that looks on, or about no
seat.

``<!-- notebook: NAME -->`` becomes the notebook of that name with what its cells show; it is executed.

Every address that a page had before the pages were in folders leads to the page.
"""

import importlib
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import notebooks

OPTIONS = re.compile(r"^<!-- options: (\w+) -->$", re.MULTILINE)
NOTEBOOK = re.compile(r"^<!-- notebook: (\w+) -->$", re.MULTILINE)
LAYERS = ("how-to", "reference", "understand", "studies")
MERGED = {name: f"contributing/{name}" for name in ("languages", "pages")}
"""Pages that moved elsewhere, or whose text is now part of another, by their old addresses."""
REDIRECT = '<!doctype html><link rel="canonical" href="{0}"><meta http-equiv="refresh" content="0; url={0}">\n'
FEATURES = re.compile(r"^<!-- features: (\w+)(?: (seat|table))? -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in the tables of a page (mkdocs calls this for each page)."""
    page = NOTEBOOK.sub(lambda found: notebooks.page(found[1]), markdown)
    page = OPTIONS.sub(lambda found: options_table(found[1]), page)
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
    rows.append(["---"] * len(rows[0]))
    for name, field in module.Options.model_fields.items():
        if not field.description:
            raise ValueError(f"option {name!r} of {game} has no description for its table: give its Field one")
        changed = [spelled(values[name]) if name in values else "" for values in presets.values()]
        rows.append([f"`{name}`", field.description, spelled_values(field), spelled(field.default), *changed])
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


def features_table(name: str, part: str | None = None) -> str:
    """The numbers of a schema of Monopoly's as a table: place, name, meaning, scale (if any differs) and source."""
    from magnate.values.monopoly import SCHEMAS

    schema = SCHEMAS[name]
    seats = {None: (0, 1, None), "seat": (0,), "table": (None,)}[part]
    listed = [(place, one) for place, one in enumerate(schema.numbers) if one.seat in seats]
    scaled = any(one.scale != 1 for _, one in listed)
    rows = [["place", "name", "meaning", *(["divided by", "from"] if scaled else [])]]
    rows.append(["---"] * len(rows[0]))
    for place, one in listed:
        more = [f"{one.scale:,}", one.source] if scaled else []
        rows.append([str(place), f"`{one.name}`", one.meaning, *more])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def spelled_values(field: Any) -> str:
    """The values that an option may have, as a reader expects them."""
    from magnate.cli.listing import values_of

    return "yes, no" if field.annotation is bool else values_of(field)


def spelled(value: object) -> str:
    """A value as a reader expects it: yes and no, text without quotes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
