"""``magnate grade``: the exercises of a class, marked."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadValue, did_you_mean
from .arguments import JsonOption, QuietOption, SeedOption, check_folder, complete_games
from .console import Reporter, note, print_json, stdout, table

if TYPE_CHECKING:
    from ..exercises.grading import ClassResult

__all__ = ["grade"]


def grade(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with a folder for each student.")],
    skeletons: Annotated[
        bool, typer.Option("--skeletons", help="Write the eight skeletons into the folder instead.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="EXERCISE", help="Mark this exercise alone; may be repeated.")
    ] = None,
    tournament: Annotated[
        int, typer.Option("--tournament", metavar="DEALS", min=0, help="Let the players meet on so many deals a pair.")
    ] = 0,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="What players play, for two.", autocompletion=complete_games)
    ] = "monopoly",
    out: Annotated[Path, typer.Option("--out", metavar="FILE.html", help="The page of results.")] = Path("marks.html"),
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="For one answer; learning has six times that.")
    ] = 10,
    memory: Annotated[int, typer.Option("--memory", metavar="MB", min=1024, help="For one process.")] = 3072,
    seed: SeedOption = 0,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Mark a class: minimax, alpha-beta, expectiminimax, UCT, dominance, equilibria, a player, Q-learning.

    magnate grade --skeletons exercises
    magnate grade class --seed 7 --tournament 5

    Each student's file runs in a process of its own, with limits of time and memory, and without the network where the
    system allows that. What fails costs its author alone. Cases are drawn from the seed: keep it to yourself.
    """
    from ..exercises.grading import PLAYER, students_in
    from ..exercises.grading import grade as graded
    from ..exercises.page import class_page
    from ..exercises.process import Limits
    from ..exercises.tasks import EXERCISES

    if skeletons:
        _write(folder)
        return
    known = [*(one.name for one in EXERCISES), PLAYER]
    for name in only or ():
        if name not in known:
            raise BadValue(f'there is no exercise "{name}"', hint=did_you_mean(name, known))
    students_in(folder)
    check_folder(out)
    with Reporter("grade", quiet=quiet) as reporter:
        result = graded(
            folder,
            seed=seed,
            limits=Limits(seconds=seconds, megabytes=memory),
            only=only or (),
            tournament=tournament,
            game=game,
            progress=reporter.says,
        )
    out.write_text(class_page(result), encoding="utf-8")
    if json:
        print_json("grade", result=result.to_json())
    else:
        _show(result)
    note(f"the page is {out}")
    if not seed:
        note("these are the cases of seed 0, which students can try too: choose another by --seed")


def _write(folder: Path) -> None:
    """Write the skeletons; what is there already stays."""
    source = resources.files("magnate.exercises") / "skeletons"
    files = {one.name.removesuffix(".txt"): one.read_text(encoding="utf-8") for one in source.iterdir()}
    present = [name for name in sorted(files) if (folder / name).exists()]
    if present:
        raise BadValue(f"{folder / present[0]} is there already", hint="name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    note(f"wrote {len(files)} skeletons into {folder}")


def _show(result: ClassResult) -> None:
    """Print the marks, and the tournament."""
    from ..exercises.page import share_text

    grid = table("student", numbers=[*(one.exercise for one in result.students[0].marks), "all"], title="marks")
    for student in result.students:
        grid.add_row(student.name, *(f"{one.marks:g}" for one in student.marks), f"{student.total:g}")
    stdout().print(grid)
    if result.places:
        grid = table(
            "student", numbers=["share", "games", "failures"], title=f"tournament, {result.deals} deals a pair"
        )
        for place in result.places:
            grid.add_row(place.name, share_text(place), f"{place.games}", f"{place.forfeits}")
        stdout().print(grid)
