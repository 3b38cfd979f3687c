"""``magnate tournament list | status | verify | delete``: what the store has."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import StoreDamaged, StoreFailed, listing
from .arguments import IdArgument, JsonOption, QuietOption, StoreOption
from .compiling import compile_game, needed_by
from .console import NO, Reporter, exit_with, note, print_json, show_error, stdout, table

if TYPE_CHECKING:
    from ..arena.replay_game import Verification
    from ..arena.runner import Lease
    from ..arena.store import Entry, Store


__all__ = ["accepted_text", "store_option"]


# ------------------------------------------------------------------------ ``magnate tournament list | status | delete``


def list_tournaments(store: StoreOption = None, json: JsonOption = False) -> None:
    """List the tournaments that are kept.

    magnate tournament list
    magnate tournament list --store results.db --json
    """
    with closing(_open(store)) as opened:
        (entries, faults), name = opened.listed(), opened.name
    for error in faults.values():
        show_error(error.message, error.hint)
    if json:
        damaged = {"damaged": list(faults)} if faults else {}
        print_json("tournament.list", run={"store": name, **damaged}, result=[_facts(entry) for entry in entries])
        return
    if not entries:
        note(f"no tournaments in {name}")
        return
    grid = table()
    for heading in ("id", "game", "preset", "agents", "games", "played", "begun (UTC)"):
        grid.add_column(
            heading, justify="right" if heading in {"games", "played"} else "left", no_wrap=heading != "agents"
        )
    for entry in entries:
        plan = entry.plan
        played = "all" if entry.finished else f"{entry.done:,}"
        begun = entry.created.strftime("%Y-%m-%d %H:%M")
        game = f"{plan.game}, {plan.players} players"
        grid.add_row(entry.id, game, plan.rules, ", ".join(plan.names), f"{entry.total:,}", played, begun)
    stdout().print(grid)


def status(tournament: IdArgument, store: StoreOption = None, json: JsonOption = False) -> None:
    """Tell how far a tournament is, who has claimed a part of the rest, and whether its code has changed.

    magnate tournament status t17
    magnate tournament status t17 --json
    """
    with closing(_open(store)) as opened:
        from ..arena.runner import leases

        entry, name = opened.entry(tournament), opened.name
        claimed, option = leases(opened, tournament), store_option(opened)
    changed = list(entry.plan.changes())
    if json:
        claims = [
            {"owner": one.owner, "blocks": one.blocks, "seen_seconds_ago": round(one.seen, 1), "ended": one.ended}
            for one in claimed
        ]
        result = {**_facts(entry), "claims": claims, "changed": changed, "mixed": list(entry.plan.mixed)}
        print_json("tournament.status", run={"store": name}, result=result)
        return
    console, plan = stdout(), entry.plan
    console.print(f"{entry.id}: {plan.game}, {plan.players} players, preset {plan.rules}, seed {plan.seed}")
    console.print(f"agents: {', '.join(plan.names)}", soft_wrap=True)
    console.print(f"played: {entry.done:,} of {entry.total:,} games ({100 * entry.done / entry.total:.0f} %)")
    for holder in claimed:
        console.print(_claim_text(holder), soft_wrap=True)
    if changed:
        console.print(f"sources that changed since it began: {', '.join(changed)}")
    if plan.mixed:
        console.print(f"played by more than one version of: {', '.join(plan.mixed)}")
    if not entry.finished and plan.readable:
        note(f"go on with: magnate tournament resume {entry.id}{option}")


def _claim_text(holder: Lease) -> str:
    """What is known of a process that has claimed blocks: not that it plays them, only when it last said so."""
    blocks = f"claimed by {holder.owner}: {holder.blocks} {'block' if holder.blocks == 1 else 'blocks'}"
    if holder.ended:
        return f"{blocks}; that process has ended, and another one may take them"
    return (
        f"{blocks}; last sign of life {holder.seen:.0f} s ago, free for others in {holder.left:.0f} s without another"
    )


def delete(
    tournament: IdArgument,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Remove a tournament with all its games.

    magnate tournament delete t17
    magnate tournament delete t17 --yes
    """
    with closing(_open(store)) as opened:
        try:
            entry = opened.entry(tournament)
            agreed = yes or _agreed(entry)
        except StoreDamaged:  # nobody can tell what it is, but it can be removed
            if not yes:
                raise
            agreed = True
        if not agreed:
            exit_with(NO)
        games = opened.delete(tournament)
        name, id_ = opened.name, f"t{tournament[1:]}"
    if json:
        print_json("tournament.delete", run={"store": name}, result={"id": id_, "games": games})
    else:
        stdout().print(f"{id_} is gone, with {games:,} games")


def store_option(store: Store) -> str:
    """What a command must end with to find the store, as it may be printed; nothing for the usual one."""
    from ..arena.database import default_store

    return "" if store.where == default_store() else f" --store {quote(store.name)}"


def accepted_text(accepted: Iterable[str]) -> str:
    """What is said where sources differ and the games do not."""
    return f"{listing(accepted)}: the sources changed since it began, and play the same games"


def _agreed(entry: Entry) -> bool:
    """Whether the person at the terminal wants it; where nobody can be asked, ``--yes`` must be said."""
    import sys

    from ..errors import BadPlan

    if not sys.stdin.isatty():
        raise BadPlan(f"{entry.id} has {entry.done:,} games", hint="say --yes to delete them without being asked")
    return typer.confirm(f"Delete {entry.id} with its {entry.done:,} games?", err=True)


def _open(where: str | None) -> Store:
    from ..arena.store import open_existing

    return open_existing(where)


def _facts(entry: Entry) -> dict[str, Any]:
    plan = entry.plan
    return {
        "id": entry.id,
        "game": plan.game,
        "preset": plan.preset,
        "options": plan.options,
        "players": plan.players,
        "agents": plan.names,
        "seed": plan.seed,
        "games": entry.total,
        "played": entry.done,
        "finished": entry.finished,
        "begun": entry.created.isoformat(timespec="seconds"),
    }


# ---------------------------------------------------------------------------------------- ``magnate tournament verify``


def verify(
    tournament: IdArgument,
    sample: Annotated[
        str, typer.Option("--sample", help="How many games are played again: a number, or a share such as 2%.")
    ] = "20",
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
    magnate tournament verify t17 --sample 2% --seed 2 --store theirs.db
    magnate tournament verify t17 --repair

    The exit code is 0 when nothing is wrong and 1 when something is. A plan that is damaged cannot be repaired.
    """
    from ..arena.blocks import most_games
    from ..arena.replay_game import accept, sample_size, verified
    from ..arena.store import open_existing

    sample_size(sample, 0)  # one that cannot be read is refused before a store is opened
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
        count = sample_size(sample, opened.progress(tournament))
        if count and (force or not plan.mixed):
            compile_game(plan.load_game(), needed_by(plan), reporter, plan.agents)
        found = verified(opened, tournament, count, seed, force=force, progress=reporter.playing)
        repaired = repair and bool(found.faults)
        if repaired:
            opened.reopen(tournament, plan, found.damaged, most_games(plan))
        if found.accepted:
            with suppress(StoreFailed):  # where nothing can be written, they are compared again the next time
                accept(opened, found)
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
    differing = zip(found.differing, found.differences, strict=True)
    for fault in (
        *found.faults,
        *(f"{game} comes out otherwise when it is played again: {how}" for game, how in differing),
    ):
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
    if found.accepted:
        console.print(accepted_text(found.accepted), soft_wrap=True)
