"""``python tools/course_matrices.py``: the marked matrices of docs/understand/course-games.md; a test compares them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from magnate.gametheory import load_game
from magnate.gametheory.analysis import matrix_picture

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
GAMES = {"course-example-3.svg": "example_3.csv", "course-battle.svg": "battle_of_the_sexes.csv"}


def drawings() -> Iterator[tuple[str, str]]:
    """The names of the files and what is in them."""
    for name, game in GAMES.items():
        yield name, matrix_picture(load_game(ROOT / "examples" / "strategic" / game)).svg()


def main() -> None:
    """Draw them all."""
    for name, drawing in drawings():
        (IMAGES / name).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
