"""What the documentation takes from the program while it is built, so that it cannot go stale.

``<!-- options: GAME -->`` in a page becomes the table of the game's options with the values of its presets.
"""

import importlib
import re
from typing import Any

OPTIONS = re.compile(r"^<!-- options: (\w+) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in the tables of a page (mkdocs calls this for each page)."""
    return OPTIONS.sub(lambda found: options_table(found[1]), markdown)


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


def spelled_values(field: Any) -> str:
    """The values that an option may have, as a reader expects them."""
    from magnate.cli.listing import values_of

    return "yes, no" if field.annotation is bool else values_of(field)


def spelled(value: object) -> str:
    """A value as a reader expects it: yes and no, text without quotes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
