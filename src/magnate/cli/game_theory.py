"""``magnate matrix`` and ``magnate commons``: strategic games, and the tragedy of the commons."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadOption, BadStrategicGame
from .arguments import JsonOption, check_folder, check_picture
from .console import note, print_json

if TYPE_CHECKING:
    from ..gametheory.commons import Lever, Pasture
    from .commons_report import Found


__all__ = []


# ------------------------------------------------------------- ``magnate matrix``: a strategic game in a file, analysed


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

    A .csv names the columns in its first row and the rows in its first column. A cell is a number (the row player's
    payoff in a zero-sum game) or a pair in quotes: "-5,0".
    """
    check_folder(svg)
    check_folder(save)
    from ..gametheory import analyse, load_game, save_game
    from ..gametheory.analysis import matrix_picture
    from .matrix_report import show

    if not file.is_file():  # before its ending is looked at
        raise BadStrategicGame(f"there is no file {file}", hint="give the path of a game")
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
    import csv

    return [name.strip() for name in next(csv.reader([order], skipinitialspace=True), [])]


# ---------------------------------------------------- ``magnate commons``: the tragedy of the commons, and its remedies


PICTURES = ("milk", "next-cow", "levers")


def commons(
    farmers: Annotated[int, typer.Option("--farmers", help="How many farmers use the pasture.")] = 6,
    capacity: Annotated[int, typer.Option("--capacity", help="How many cows it feeds well.")] = 8,
    per_cow: Annotated[
        str, typer.Option("--yield", metavar="LITRES", help="What a well-fed cow gives a day; 20, 2.5 or 5/2.")
    ] = "20",
    loss: Annotated[
        str, typer.Option("--loss", metavar="LITRES", help="What every cow gives less for each cow over the capacity.")
    ] = "2",
    allowed: Annotated[
        str,
        typer.Option("--allowed", metavar="COWS", help="How many cows a farmer may have: 1,2 or 1-3; 1+: any."),
    ] = "1,2",
    sharing: Annotated[bool, typer.Option("--sharing", help="Lever: all milk is shared equally.")] = False,
    owner: Annotated[bool, typer.Option("--owner", help="Lever: one firm owns all cows.")] = False,
    quota: Annotated[
        list[int] | None, typer.Option("--quota", metavar="COWS", help="Lever: no more cows in all; may be repeated.")
    ] = None,
    tax: Annotated[
        list[str] | None,
        typer.Option("--tax", metavar="LITRES", help="Lever: each cow costs so much a day; may be repeated."),
    ] = None,
    returned: Annotated[bool, typer.Option("--returned", help="Taxes are handed back in equal parts.")] = False,
    subsidy: Annotated[
        list[str] | None,
        typer.Option("--subsidy", metavar="LITRES", help="Lever: paid for each cow less than the most allowed."),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also draw a picture into this file.")
    ] = None,
    picture: Annotated[
        str, typer.Option("--picture", metavar="milk|next-cow|levers", help="Which picture --svg draws.")
    ] = PICTURES[0],
    json: JsonOption = False,
) -> None:
    """Follow a common pasture into its tragedy, and see what each remedy changes.

    magnate commons
    magnate commons --allowed 1-3 --tax 14 --tax 15 --quota 9

    Without a lever all remedies are compared, each set so that the most milk is an equilibrium.
    """
    from .commons_report import found_on, result_of, show

    check_picture(picture, PICTURES, svg)
    if returned and not tax:
        raise BadOption("--returned says what is done with a tax, and there is none", hint="add for example --tax 16.8")
    pasture = _pasture(farmers, capacity, per_cow, loss, allowed)
    found = found_on(pasture, _levers(sharing, owner, quota, tax, returned, subsidy))
    if json:
        print_json("commons", result=result_of(found))
    else:
        show(found)
    if svg is not None:
        svg.write_text(_drawn(found, picture), encoding="utf-8")
        note(f"picture: {svg}")


def _pasture(farmers: int, capacity: int, per_cow: str, loss: str, allowed: str) -> Pasture:
    """The pasture, whose allowed numbers of cows are written as 1,2 or 1-3 or 1+."""
    from ..gametheory.commons import Pasture

    anything = re.fullmatch(r"\s*(\d+)\s*\+\s*", allowed)
    if anything:
        return Pasture.unlimited(int(anything[1]), farmers, capacity, per_cow, loss)
    numbers: list[int] = []
    for part in allowed.split(","):
        ends = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", part)
        if not ends:
            raise BadOption(
                f'"{allowed}" are no numbers of cows', hint="write 1,2 or 1-3, or 1+ for any number from 1 on"
            )
        numbers += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    return Pasture(farmers, capacity, per_cow, loss, numbers)


def _levers(
    sharing: bool,
    owner: bool,
    quota: list[int] | None,
    tax: list[str] | None,
    returned: bool,
    subsidy: list[str] | None,
) -> list[Lever]:
    """The levers that are asked for."""
    from ..gametheory.commons import Owner, Quota, Sharing, Subsidy, Tax

    asked: list[Lever] = [Sharing()] if sharing else []
    asked += [Owner()] if owner else []
    asked += [Quota(cows) for cows in quota or ()]
    asked += [Tax.of(rate, returned=returned) for rate in tax or ()]
    return asked + [Subsidy.of(rate) for rate in subsidy or ()]


def _drawn(found: Found, picture: str) -> str:
    """One of the pictures, as a file."""
    from ..gametheory.commons import outcomes
    from .commons_report import described

    if picture == "milk":
        drawn = outcomes.milk_picture(found.pasture, found.free)
    elif picture == "next-cow":
        drawn = outcomes.next_cow_picture(found.story)
    else:
        drawn = outcomes.levers_picture([found.free, *found.outcomes])
    return drawn.svg(described(found.pasture))
