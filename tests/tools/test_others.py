"""`python -m benchmarks others`: its tables have a row a game of each library, and name what is not installed."""

from benchmarks.others import QUESTIONS, measured, tables
from benchmarks.others_games import Played


class Missing(Played):
    library, games, needs = "Missing", ("a game",), ("no_such_module", "no-such-package")


ROW = {"game": "ludo", "players": 2, "games": 41_000.0, "steps": 5.2e6, "inside": None, "copies": 300.0}
FOUND = {
    "library": "Other",
    "version": "1.2",
    "rows": [{**ROW, "simulations": None}],
    "answers": {"ludo": dict.fromkeys(QUESTIONS, "yes")},
    "players": 4,
    "trades": "no",
}


def test_a_library_that_is_not_installed_is_named_as_such():
    found = measured(Missing, 1.0)
    assert found == {"library": "Missing", "failed": "not installed"}
    assert "| Missing | not installed |" in tables([found])


def test_every_row_has_the_cells_of_its_header():
    printed = tables([FOUND, measured(Missing, 1.0)])
    assert "| Other 1.2 | ludo | 2 | 41 k | 5.2 M | – | – | 300 | – |" in printed
    for table in printed.split("\n\n"):
        header, *rows = table.splitlines()
        assert rows
        assert {row.count("|") for row in rows} == {header.count("|")}
