"""``magnate tournament list | status | delete``: what the store has."""

from __future__ import annotations

from contextlib import closing
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import StoreDamaged
from .arguments import IdArgument, JsonOption, StoreOption
from .console import NO, exit_with, note, print_json, stdout, table

if TYPE_CHECKING:
    from ..arena.claims import Holder
    from ..arena.store import Entry, Store

__all__ = ["delete", "list_tournaments", "status", "store_option"]


def list_tournaments(store: StoreOption = None, json: JsonOption = False) -> None:
    """List the tournaments that are kept.

    magnate tournament list
    magnate tournament list --store results.db --json
    """
    with closing(_open(store)) as opened:
        entries, name = opened.entries(), opened.name
    if json:
        print_json("tournament.list", run={"store": name}, result=[_facts(entry) for entry in entries])
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
        from ..arena.claims import holders

        entry, name = opened.entry(tournament), opened.name
        claimed, option = holders(opened, tournament), store_option(opened)
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
        console.print(f"changed since it began: {', '.join(changed)}")
    if plan.mixed:
        console.print(f"played by more than one version of: {', '.join(plan.mixed)}")
    if not entry.finished and plan.readable:
        note(f"go on with: magnate tournament resume {entry.id}{option}")


def _claim_text(holder: Holder) -> str:
    """What is known of a process that has claimed blocks: not that it plays them, only when it last said so."""
    blocks = f"claimed by {holder.owner}: {holder.blocks} {'block' if holder.blocks == 1 else 'blocks'}"
    if holder.ended:
        return f"{blocks}; that process has ended, and whoever goes on may take them"
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
    from ..arena.connect import default_store

    return "" if store.where == default_store() else f" --store {quote(store.name)}"


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
