"""``magnate groups``: how much each colour group and each number of houses is worth in win chance."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import JsonOption, QuietOption, check_folder
from .compiling import EVERY, compile_game
from .console import Reporter, counted, note, print_json, stdout, table
from .odds import half_width, plain, points

if TYPE_CHECKING:
    from ..analysis.groups import GroupWorth, GroupWorths

__all__ = ["groups"]

HEADINGS = ("no house", "1 house", "2", "3", "4", "hotel")
SHOWN = (0, 1, 2, 3, 4, 5)
WHOLE = {"railroad": 4, "utility": 2}
"""How many deeds these groups have."""


def groups(
    preset: Annotated[str, typer.Option("--preset", help="official, official-pre2008 or thesis.")] = "official",
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=8, help="Seats at the table.")] = 4,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games of strong agents that positions come from.")
    ] = 100,
    check: Annotated[
        int, typer.Option("--check", min=0, help="Positions that paired rollouts check (1,000 pairs each).")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Everything random follows from it (0 to 2**56 - 1).")] = 1,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the worths into this file.")] = None,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """How much each colour group, railroads and utilities, and each number of houses are worth in Monopoly.

    magnate groups --players 4 --games 200 --check 40
    magnate groups --players 2 --preset thesis --svg groups.svg

    Two positions are compared: in one nobody owns anything of a group, in the other the seat owns all of it. The worth
    is by how much the seat's chance grows, in points (0.01 of the win). V gives the chances, at positions of rounds 8,
    16 and 24 of games of strong agents. It takes about a second a game. Interrupted, it tells what it has
    found so far.
    """
    from ..analysis.groups import group_worths
    from ..core.game import load

    check_folder(svg)
    with Reporter("groups", quiet=quiet) as reporter:
        compile_game(load("monopoly", preset, players), EVERY, reporter)
        found = group_worths(preset, players, games=games, check=check, seed=seed, progress=reporter.playing)
    if found.games < games:
        note(f"interrupted: this is what {counted(found.games, 'game')} tell")
    if svg is not None:
        svg.write_text(picture(found), encoding="utf-8")
        note(f"the picture is in {svg}")
    if json:
        print_json("groups", result=plain(asdict(found)))
        return
    show(found)


def show(found: GroupWorths) -> None:
    """Print the table and one sentence."""
    console = stdout()
    streets = list(dict.fromkeys(row.group for row in found.rows if row.group not in ("railroad", "utility")))
    houses = [row for row in found.rows if row.level == 3 and row.group in streets]
    console.print(
        f"Monopoly · {found.players} players · preset {found.preset} · "
        f"{counted(found.positions, 'position')} of {counted(found.games, 'game')}",
        markup=False,
    )
    if not houses:
        console.print("No game has lasted long enough: play more (--games).", style="bold")
        return
    best, second = sorted(houses, key=lambda row: -row.worth)[:2]
    console.print(
        f"With three houses on each lot {best.group} is worth most: {_worth(best)} points "
        f"({second.group}: {_worth(second)}); "
        f"$100 of cash are worth {points(found.cash)} ± {half_width(found.cash_margin)}.",
        style="bold", soft_wrap=True,
    )  # fmt: skip
    grid = table("group", numbers=HEADINGS)
    for group in streets:
        grid.add_row(group, *(_cell(found, group, level) for level in SHOWN))
    console.print(grid)
    few = table("", numbers=["1 deed", "2", "3", "4"])
    for group in ("railroad", "utility"):
        few.add_row(group, *(_cell(found, group, level) for level in range(1, 5)))
    console.print(few)
    console.print(
        f"  points more than if nobody has any of the group; ± half widths of 95 % intervals; seed {found.seed}",
        markup=False,
    )
    if found.checked is not None:
        one = found.checked
        games = f"{counted(one.positions, 'position')} by {counted(one.games, 'pair')} of rollouts"
        console.print(
            f"  checked in {games}: V {points(one.by_network)}, rollouts {points(one.by_rollouts)}, V says "
            f"{points(one.difference)} ± {half_width(one.margin)} more",
            markup=False, soft_wrap=True,
        )  # fmt: skip


def _cell(found: GroupWorths, group: str, level: int) -> str:
    row = found.row(group, level)
    return "" if row is None else _worth(row)


def _worth(row: GroupWorth) -> str:
    return f"{points(row.worth)} ± {half_width(row.margin)}"


def picture(found: GroupWorths) -> str:
    """The worths as a picture: of streets with three houses on each lot, of all railroads and both utilities."""
    from ..plots import Bar, bar_chart

    bars = []
    for row in found.rows:
        if row.level == WHOLE.get(row.group, 3):
            known = math.isfinite(row.margin)
            low, high = (row.worth - row.margin, row.worth + row.margin) if known else (None, None)
            bars.append(Bar(row.group.replace("-", " "), row.worth, low, high, f"{_worth(row)} points"))
    title = f"What a group is worth, {found.players} players, {found.preset} rules"
    about = "Points of the win that a seat has more with all of a group, and three houses on each street, than without."
    return bar_chart(title, bars, about=about).svg()
