"""``magnate replay`` and ``magnate verify``: what happened in a recorded game, and whether the record is true."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadRecord, BadValue
from .arguments import JsonOption, LangOption, StoreOption, check_folder
from .console import NO, exit_with, print_json, show_error
from .records import naming, open_named, open_record

if TYPE_CHECKING:
    from ..arena.rebuild import GameFailure
    from ..core.position import Position

__all__ = ["replay", "verify"]

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record (s FILE in `play`, --save in `watch`).")]


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE|ID:GAME", help="A record, or a game of a tournament: t17:7, t17:3.7.")
    ],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after this many steps.")] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="Tell only from this step on.")] = 0,
    save: Annotated[
        Path | None, typer.Option("--save", help="Write the record into this file, as far as --to.")
    ] = None,
    store: StoreOption = None,
    lang: LangOption = None,
    json: JsonOption = False,
) -> None:
    """Tell a recorded game, or one of a tournament, step by step.

    magnate replay game.json --from 100 --to 120
    magnate replay t17:3.7 --save game.json

    t17:3.7 is game 7 of table 3 of the tournament t17 (t17:7 with one table); its record is made again. A game that an
    agent's failure ended is told up to there. A record that ends otherwise than it says is told, too, and then refused.
    """
    from .session import say, say_board
    from .words import Words

    words = Words(lang)
    check_folder(save)
    opened = open_named(file, store)
    record = opened.record
    last = len(record.actions) if to is None else to
    if last > len(record.actions):
        raise BadRecord(
            f"the record has {len(record.actions)} steps, not {last}", hint="--to counts decisions and outcomes"
        )
    if to is not None and first > last:
        raise BadValue(f"--from {first} comes after --to {last}", hint="--from counts as --to does")
    told: list[dict[str, Any]] = []
    if not json:
        game = record.to_game()
        about = {"title": words.title(game), "players": record.players, "preset": words.rules(game)}
        source = "" if record.seed is not None else ".explicit" if record.dice is None else ".keyed"
        say(words(f"about{source}", **about, seed=record.seed))
        if record.agents is not None:
            say(words.seated(record.agents))
        say()
    with naming(Path(file)):
        for step, position in enumerate(record.positions()):
            if step >= first:
                events = [(event, words.event(position, event)) for event in position.events]
                told.append(
                    {"step": step, "events": [{"key": e.key, "text": t, "params": dict(e.params)} for e, t in events]}
                )
                if not json:
                    for _, text in events:
                        say(f"{step:6d}  {text}")
            if step == last:
                break
        if last == len(record.actions):
            record.check_end(position)
    if save is not None:
        kept = record if to is None else replace(record, **_ended_at(position, record.actions[:last]))
        kept.save(save)
    if json:
        about = {"file": file, "game": record.game, "players": record.players}
        failure = None if opened.failure is None else asdict(opened.failure)
        print_json("replay", result={**about, "failure": failure, "steps": told})
        return
    say_board(str(position), words)
    if position.is_over:
        say(f"\n{words.ending(position, record.agents)}")
    elif opened.failure is not None and position.steps == len(record.actions):
        say(f"\n{_failure_text(opened.failure)}")
    else:
        say(f"\n{words('after_step', step=last, steps=len(record.actions))} {words.turn(position)}")


def _ended_at(position: Position, steps: tuple[int, ...]) -> dict[str, Any]:
    """What a record says that ends with these steps, after which this is the position."""
    return {"actions": steps, "final_hash": position.hash, "result": position.result()}


def _failure_text(failure: GameFailure) -> str:
    """Whose failure ended a game, and how to see it."""
    return (
        f"Here {failure.agent} in seat {failure.seat} failed, which ended the game (--on-failure {failure.policy}). "
        f"To see it fail again:\n  {failure.command}"
    )


def verify(file: FileArgument, json: JsonOption = False) -> None:
    """Replay a record and check every claim: legality, invariants, the dice, the final hash, the result.

    magnate verify game.json
    magnate verify game.json --json

    The exit code is 0 when all is true, 1 when something is not, 3 when the file is no record of these rules.
    """
    record = open_record(file)
    try:
        found = record.verify()
    except BadRecord as error:
        if json:
            print_json("verify", result={"file": str(file), "ok": False, "reason": error.message})
        else:
            show_error(f"{file}: {error.message}", error.hint)
        exit_with(NO)
    if json:
        claims = {name: getattr(found, name) for name in ("steps", "decisions", "outcomes", "dice", "final_hash")}
        print_json("verify", result={"file": str(file), "ok": True, **claims})
        return
    from .session import say

    dice = "there is neither a seed nor a key to check the dice by"
    if found.dice:
        dice = "the dice are those of the seed" if record.dice is None else "the dice are those of the key, as promised"
    say(
        f"ok: {found.steps} steps ({found.decisions} decisions, {found.outcomes} outcomes) are legal, {dice}, "
        f"the final hash {found.final_hash[:12]}… matches"
    )
