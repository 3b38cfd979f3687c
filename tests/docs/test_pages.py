"""The pages tell the truth: their command lines can be read, and the table of options has every option."""

import re
import shlex
from pathlib import Path

import pytest
import typer

import magnate
from magnate import errors
from magnate.cli.compiling import EVERY, PLAYERS, entries_of
from magnate.cli.main import application
from magnate.core import interpreted_entries, progress, run
from magnate.games.monopoly.options import PRESETS, Options
from magnate.runtime import dispatch
from magnate.values.monopoly import SCHEMAS
from magnate.values.monopoly.layout import SEAT_NUMBERS
from tools.docs_hooks import features_table, on_page_markdown, options_table

ROOT = Path(__file__).parents[2]
ERRORS = " ".join(f"`{name}`" for name in ("errors", *errors.__all__))  # the page has all of that module
ANY_BLOCK = re.compile(r"^ *```(\w*)[^\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def commands():
    """The command lines in the pages' blocks, without what a page says beside them."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for language, block in ANY_BLOCK.findall(page.read_text(encoding="utf-8")):
            for line in [] if language == "python" else block.replace("\\\n", "").splitlines():
                found = re.match(r"(?:\$ )?(magnate .*?)(?: {3}.*)?$", line)
                if found and "…" not in line:
                    yield page.name, found[1]


def test_every_command_line_can_be_read():
    root = typer.main.get_command(application())
    read = 0
    for page, line in commands():
        command, words = root, shlex.split(line, comments=True)[1:]
        while hasattr(command, "commands") and words:
            name = words.pop(0)
            assert name in command.commands, f"{page}: {line}"
            command = command.commands[name]
        try:
            command.make_context("magnate", words)
        except typer.TyperException as error:
            pytest.fail(f"{page}: {line}: {error.format_message()}")
        read += 1
    assert read > 40


def test_every_option_is_in_the_table():
    table = options_table("monopoly")
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(Options.model_fields)
    assert len({row.count(" | ") for row in rows}) == 1


def test_every_preset_is_described():
    page = (ROOT / "docs/reference/rules.md").read_text(encoding="utf-8")
    assert [name for name in PRESETS if f"| `{name}` |" not in page] == []


def test_the_marker_becomes_the_table():
    assert on_page_markdown("a\n\n<!-- options: monopoly -->\n\nb") == f"a\n\n{options_table('monopoly')}\n\nb"


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=lambda schema: schema.name)
def test_every_number_that_networks_are_shown_is_in_a_table(schema):
    parts = [None] if schema.numbers[0].seat == schema.numbers[1].seat - 1 else ["seat", "table"]
    listed = [row.split("|") for part in parts for row in features_table(schema.name, part).splitlines()[2:]]
    wanted = [place for place, one in enumerate(schema.numbers) if one.seat in (None, 0) or len(schema.players) == 1]
    assert [int(row[1]) for row in listed] == wanted
    assert [row[2].strip(" `") for row in listed] == [schema.numbers[place].name for place in wanted]


def test_the_page_on_features_has_all_tables():
    page = (ROOT / "docs/reference/features.md").read_text(encoding="utf-8")
    assert re.findall(r"<!-- features: (.*) -->", page) == ["thesis", "general seat", "general table"]
    told = on_page_markdown(page)
    assert "<!--" not in told
    assert "| 99 | `sold` |" in told
    assert f"A seat has {SEAT_NUMBERS} numbers" in told


def test_every_picture_is_there():
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / picture).is_file(), f"{page.name} shows {picture}"


def test_every_public_name_is_on_the_api_page():
    page = (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")
    assert [name for name in magnate.__all__ if not name.startswith("_") and f"`{name}`" not in page + ERRORS] == []


def test_the_set_up_compiles_what_the_readme_shows(monkeypatch, tmp_path):
    """Nobody who pastes its examples waits for compiling: they ask for no entry beside those of the set-up."""
    asked = {}
    missing = dispatch.missing

    def noting(entries):
        found = list(entries)
        asked.update({id(entry): f"{entry.__module__}.{entry.__name__}" for entry in found})
        return missing(found)

    compiled = entries_of(magnate.load("monopoly"), (*EVERY, *PLAYERS))
    for module in (dispatch, progress, interpreted_entries, run):
        monkeypatch.setattr(module, "missing", noting)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {"__name__": "pasted"})  # noqa: S102 - what a reader pastes
    assert asked
    assert {asked[entry] for entry in asked.keys() - set(map(id, compiled.values()))} == set()
