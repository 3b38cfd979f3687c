"""Pages that show what their examples print show what they print."""

from pathlib import Path

import pytest

from tools.printed import refreshed, with_commands

ROOT = Path(__file__).parents[2]
PAGES = [
    "docs/course.md",
    "docs/course-games.md",
    "docs/course-monopoly.md",
    "docs/strategic-games.md",
    "docs/commons.md",
]
WITH_COMMANDS = ["search", "strategic-games", "commons"]


@pytest.mark.parametrize("page", PAGES)
def test_what_is_printed_is_what_the_page_says(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text.count("```text\n") > 1
    assert refreshed(text, page) == text


@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_what_a_command_prints_is_what_the_page_says(name):
    text = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    assert "\n$ magnate " in text
    assert with_commands(text) == text


def test_an_output_is_written_below_its_example():
    page = "```python\nx = 2\n```\n\nText.\n\n```python\nprint(x)\nprint(x + 1)\n```\n\n```text\nold\n```\n\nMore.\n"
    assert refreshed(page) == page.replace("old\n", "2\n3\n")
    assert refreshed(refreshed(page)) == refreshed(page)
