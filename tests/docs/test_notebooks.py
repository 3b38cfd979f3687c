"""The notebooks: each runs from its first cell to its last, shows something, and is kept without outputs."""

import ast
import json
from pathlib import Path

import pytest

from tools.notebooks import outputs

FOLDER = Path(__file__).parents[2] / "examples/notebooks"
NAMES = ["chance", "hidden", "learning", "markov", "monte_carlo", "search", "strategic"]
LARGEST = 200_000


def cells_of(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]


def run(cells):
    """Execute code cells one after another, as a notebook does; what their last lines are worth."""
    names, found = {"__name__": "notebook"}, []
    for cell in cells:
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own notebooks
        found.append(None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names))  # noqa: S307
    return found


def test_these_are_all():
    assert sorted(one.stem for one in FOLDER.glob("*.ipynb")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_shows_something(name):
    cells = cells_of(name)
    assert cells[0]["source"][0].startswith("# ")
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    pictures = []
    for value in run(code):
        shown = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None)
        pictures += [] if shown is None else [shown()]
    assert pictures
    assert all(len(one) < LARGEST and "<script" not in one for one in pictures)


def test_the_monte_carlo_search_has_something_to_find():
    exact = run(cell for cell in cells_of("monte_carlo")[:2] if cell["cell_type"] == "code")[0]
    assert exact.name == "b2"  # only the middle saves a draw
    assert len(exact.best()) == 1


def test_what_cells_show_becomes_part_of_the_page():
    shown = outputs(
        [
            {"data": {"image/svg+xml": "<svg/>", "text/plain": "picture"}},
            {"data": {"text/html": "<table></table>", "text/plain": "table"}},
            {"data": {"text/plain": "1"}},
            {"name": "stdout", "text": "said\n"},
            {"name": "stderr", "text": "compiling 50 %"},
        ]
    )
    assert list(shown) == [
        '<img alt="what the cell shows" src="data:image/svg+xml;base64,PHN2Zy8+">',
        "<div><table></table></div>",
        "```text\n1\n```",
        "```text\nsaid\n```",
    ]
