"""``magnate tournament verify``: whether what the store has of a tournament is what was played."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import StoreDamaged
from .arguments import IdArgument, JsonOption, QuietOption, StoreOption
from .compiling import compile_game, needed_by
from .console import NO, exit_with, note, print_json, show_error, stdout
from .progress import Reporter
from .tournament_store import store_option

if TYPE_CHECKING:
    from ..arena.replay_game import Verification

__all__ = ["verify"]


def verify(
    tournament: IdArgument,
    sample: Annotated[int, typer.Option("--sample", min=0, help="How many games are played again.")] = 20,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Draws these games.")] = 1,
    repair: Annotated[
        bool, typer.Option("--repair", help="Remove what is damaged, so that `resume` plays it again.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Play games again although the code has changed since they were played.")
    ] = False,
    store: StoreOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Check all that is kept of a tournament by its checksums, and play some of its games again from their seeds.

    magnate tournament verify t17
    magnate tournament verify t17 --sample 500 --seed 2 --json
    magnate tournament verify t17 --repair

    The exit code is 0 when nothing is wrong and 1 when something is. A plan that is damaged cannot be repaired.
    """
    from ..arena.blocks import most_games
    from ..arena.replay_game import verified
    from ..arena.store import open_existing

    with Reporter(tournament, quiet=quiet) as reporter, closing(open_existing(store)) as opened:
        try:
            plan = opened.plan(tournament)
        except StoreDamaged as error:
            if json:
                result = {"id": tournament, "ok": False, "reason": error.message}
                print_json("tournament.verify", run={"store": opened.name}, result=result)
            else:
                show_error(error.message, error.hint)
            exit_with(NO)
        if sample and (force or not (plan.mixed or plan.changes())):
            compile_game(plan.load_game(), needed_by(plan), reporter, plan.agents)
        found = verified(opened, tournament, sample, seed, force=force, progress=reporter.playing)
        repaired = repair and bool(found.faults)
        if repaired:
            opened.reopen(tournament, plan, found.damaged, most_games(plan))
        name, option = opened.name, store_option(opened)
    if json:
        result = {"id": tournament, "ok": found.ok, **asdict(found), "repaired": repaired}
        del result["tournament"]
        print_json("tournament.verify", run={"store": name}, result=result)
    else:
        _print(found)
        if repaired:
            note(f"what is damaged was removed; play it again: magnate tournament resume {tournament}{option}")
        elif found.faults:
            note(f"let it be played again: magnate tournament verify {tournament} --repair{option}")
    if not found.ok:
        exit_with(NO)


def _print(found: Verification) -> None:
    console = stdout()
    for fault in (*found.faults, *(f"{game} comes out otherwise when it is played again" for game in found.differing)):
        console.print(fault, soft_wrap=True)
    wrong = len(found.faults)
    checked = found.blocks - found.unchecked
    console.print(
        f"{found.tournament}: {found.games:,} games in {found.blocks:,} blocks, {checked:,} of them with a checksum: "
        + ("all as they were written" if not wrong else f"{wrong} {'fault' if wrong == 1 else 'faults'}"),
        soft_wrap=True,
    )
    if found.unchecked:
        console.print(
            f"{found.unchecked:,} {'block has' if found.unchecked == 1 else 'blocks have'} no checksum: an earlier "
            "version wrote them, and only the number of their games could be checked",
            soft_wrap=True,
        )
    if found.not_replayed:
        console.print(f"no game was played again: {found.not_replayed} (--force plays all the same)", soft_wrap=True)
    else:
        same = found.replayed - len(found.differing)
        console.print(f"{found.replayed:,} games were played again from their seeds, {same:,} came out the same")
