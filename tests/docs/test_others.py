"""The tables of the page on speed beside other libraries are as `python -m benchmarks others` prints them."""

from pathlib import Path

from benchmarks.others import QUESTIONS, measured, tables
from benchmarks.others_games import LIBRARIES, Played

PAGE = Path(__file__).parents[2] / "docs/studies/speed.md"


def rows_of(text):
    """The tables of a text: the header of each, and its rows as cells."""
    found, before = {}, ""
    for line in text.splitlines():
        if line.startswith("|---"):
            header = before
            found[header] = []
        elif line.startswith("|") and before.startswith("|") and found:
            found[header].append([cell.strip() for cell in line.strip("|").split("|")])
        before = line
    return found


def section():
    _, _, after = PAGE.read_text(encoding="utf-8").partition("\n## Beside other libraries\n")
    return after.partition("\n## ")[0]


def test_the_page_has_the_commands_tables():
    printed, shown = rows_of(tables([])), rows_of(section())
    assert list(printed) == list(shown)
    speeds, answers, about = shown.values()
    assert {len(row) for row in speeds} == {9}
    for one in LIBRARIES:
        own = [row for row in speeds if row[0].startswith(one.library)]
        if [row[1] for row in own] == ["not installed"]:
            continue
        assert [row[1] for row in own] == list(one.games)
        assert [row[1] for row in answers if row[0] == one.library] == list(one.games)
        assert [row[0] for row in about if row[0] == one.library] == [one.library]
        assert all(len(row) == 2 + len(QUESTIONS) and all(row) for row in answers)
        assert all(cell == "–" or float(cell.split()[0]) > 0 for row in own for cell in row[2:])


def test_a_library_that_is_not_installed_is_named_as_such():
    class Missing(Played):
        library, games, needs = "Missing", ("a game",), ("no_such_module", "no-such-package")

    found = measured(Missing, 1.0)
    assert found == {"library": "Missing", "failed": "not installed"}
    assert "| Missing | not installed |" in tables([found])
