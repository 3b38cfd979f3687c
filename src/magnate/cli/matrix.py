"""``magnate matrix``: what there is to know about a strategic game in a file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated

import typer

from .arguments import JsonOption, check_folder
from .console import note, print_json

__all__ = ["matrix"]


def matrix(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game as .csv (two players), .toml or Gambit's .nfg (any number).")
    ],
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="all|one|A,B,…",
            help="What is eliminated first: all that is dominated at once, one by one, or these strategies or players.",
        ),
    ] = "all",
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also draw the matrix into this file.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Also write the game: FILE.csv, FILE.toml or FILE.nfg."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Analyse a game of simultaneous choices: dominance, elimination, equilibria, what players can be sure of.

    magnate matrix dilemma.csv --svg dilemma.svg
    magnate matrix example.toml --order E,F,A,B --json

    A .csv names the columns in its first row and the rows in its first column; a cell is a number (what the row player
    gets in a zero-sum game) or a pair in quotes: "-5,0".
    """
    check_folder(svg)
    check_folder(save)
    from ..gametheory import analyse, load_game, save_game
    from ..gametheory.analysis import matrix_picture
    from .matrix_report import show

    game = load_game(file)
    found = analyse(game, order=order if order in {"all", "one"} else _names(order))
    if svg is not None:
        svg.write_text(matrix_picture(game).svg(), encoding="utf-8")
    if save is not None:
        save_game(game, save)
    if json:
        print_json("matrix", result=found.as_dict())
    else:
        show(found)
    for what, written in (("picture", svg), ("game", save)):
        if written is not None:
            note(f"{what}: {written}")


def _names(order: str) -> list[str]:
    """The names in a list with commas; those that have a comma themselves stand in quotes.

    >>> _names('E, F,"a,b"')
    ['E', 'F', 'a,b']
    """
    return [name.strip() for name in next(csv.reader([order], skipinitialspace=True), [])]
