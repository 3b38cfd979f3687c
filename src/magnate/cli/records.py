"""Record files: ``magnate replay``, ``magnate verify`` and ``magnate import``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ..errors import BadRecord, BadValue
from .arguments import JsonOption, LangOption, StoreOption, check_folder
from .compiling import STEPS, WATCH, compile_game, compile_rest
from .console import NO, Reporter, exit_with, note, print_json, print_json_line, show_error

if TYPE_CHECKING:
    from ..analysis.position_file import PositionFile
    from ..arena.replay_game import GameFailure, ReplayedGame
    from ..core.game import Game, Position, Record
    from ..games.brass.game_logs.replay import Played


__all__ = ["naming", "open_position", "open_record", "read_record"]


# --------------------------------------------------------------------------- Reading record files: errors name the file


TOURNAMENT: Final = re.compile(r"t\d+", re.IGNORECASE)


def open_record(file: Path, wanted: tuple[str, ...] = STEPS) -> Record:
    """The record in a file, whose game is compiled now, with progress.

    Raises :class:`~magnate.errors.BadRecord` naming the file when it is no record, or not one of a game, of options or
    of rules that there are.
    """
    record, game = read_record(file)
    with Reporter(game.name) as reporter:
        if compile_game(game, wanted, reporter):
            compile_rest(game, reporter)
    return record


def read_record(file: Path) -> tuple[Record, Game]:
    """The record in a file with its game, as yet not compiled; raises what :func:`open_record` does."""
    from ..core.game import Record

    _refuse_game_name(file)
    record = Record.load(file)
    with naming(file):
        return record, record.to_game()


def _refuse_game_name(file: Path) -> None:
    """Say how to get the record of a tournament's game where such a name stands for a file that is not there."""
    from ..arena.replay_game import parse_game_name

    name = str(file)
    if not file.exists() and (TOURNAMENT.fullmatch(name) or parse_game_name(name) is not None):
        game = name if ":" in name else f"{name}:7"
        raise BadRecord(
            f"{name} names {'a game of a tournament' if ':' in name else 'a tournament'}, not a file",
            hint=f"write the record of a game first: magnate replay {game} --save game.json",
        )


def open_named(name: str, where: str | None) -> ReplayedGame:
    """The record in a file, or that of a tournament's game such as ``t17:3.7``, which is played again for it.

    A file of that name comes first. Raises as :func:`open_record` and :func:`.replay_game.replay_game` do.
    """
    from ..arena.replay_game import ReplayedGame, parse_game_name, replay_game

    game_name = parse_game_name(name)
    if game_name is None and TOURNAMENT.fullmatch(name) and not Path(name).exists():
        raise BadRecord(
            f"{name} is a tournament, not a game of one", hint=f"name its game: {name}:7, or {name}:3.7 of table 3"
        )
    if game_name is None or Path(name).exists():
        return ReplayedGame(open_record(Path(name)))
    from ..arena.store import open_existing

    with open_existing(where) as store:
        plan = store.plan(game_name.tournament)
        plan.check_rows()  # before anything is compiled for it
        game = plan.load_game()
        with Reporter(game.name) as reporter:
            compile_game(game, WATCH, reporter)
        with redirect_stdout(sys.stderr):  # what an agent prints must not get between the lines of the result
            return replay_game(store, game_name)


def open_position(file: Path) -> Record | PositionFile:
    """The record in a file, or else the position that it says, as TOML or JSON.

    Where there is no such file, ``game/name`` is a set-up that another package brings. Raises
    :class:`~magnate.errors.BadRecord` naming the file where it is neither.
    """
    from ..analysis.position_file import parse_position
    from ..core.game import Record
    from ..core.record_file import KIND, json_of
    from ..core.registry import setup_files

    file = file if file.exists() else setup_files().get(file.as_posix(), file)
    _refuse_game_name(file)
    hint = "give a set-up (see Position.to_setup) or a record"
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"cannot read {file}: {reason}", hint=hint) from None
    if file.suffix.lower() == ".toml":
        return parse_position(text, str(file))
    with naming(file):
        data = json_of(text, hint)
        if isinstance(data, dict) and data.get("kind") == KIND:
            return Record.from_json(text)
    return parse_position(text, str(file), toml=False)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Put the file's name before what is found wrong with its record."""
    try:
        yield
    except BadRecord as error:
        raise type(error)(f"{file}: {error.message}", hint=error.hint) from None


# ---------------------------------------------------------------------------- ``magnate replay`` and ``magnate verify``


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
    agent's failure ended is shown up to there. A record whose end is not what it says is shown, too, and then refused.
    """
    from .session import Words, say, say_board

    words = Words(lang)
    check_folder(save)
    opened = open_named(file, store)
    record = opened.record
    last = record.steps if to is None else to
    if last > record.steps:
        raise BadRecord(f"the record has {record.steps} steps, not {last}", hint="--to counts decisions and outcomes")
    if to is not None and first > last:
        raise BadValue(f"--from {first} comes after --to {last}", hint="--from counts as --to does")
    shown: list[dict[str, Any]] = []
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
                shown.append(
                    {"step": step, "events": [{"key": e.key, "text": t, "params": dict(e.params)} for e, t in events]}
                )
                if not json:
                    for _, text in events:
                        say(f"{step:6d}  {text}")
            if step == last:
                break
        if last == record.steps:
            record.check_end(position)
    if save is not None:
        kept = record if to is None else replace(record, **_ended_at(position))
        kept.save(save)
    if json:
        about = {"file": file, "game": record.game, "players": record.players}
        failure = None if opened.failure is None else asdict(opened.failure)
        print_json("replay", result={**about, "failure": failure, "steps": shown})
        return
    say_board(str(position), words)
    if position.is_over:
        say(f"\n{words.ending(position, record.agents)}")
    elif opened.failure is not None and position.steps == record.steps:
        say(f"\n{_failure_text(opened.failure)}")
    else:
        say(f"\n{words('after_step', step=last, steps=record.steps)} {words.turn(position)}")


def _ended_at(position: Position) -> dict[str, Any]:
    """What a record says that ends with this position."""
    return {"actions": position.history, "final_hash": position.hash, "result": position.result()}


def _failure_text(failure: GameFailure) -> str:
    """Whose failure ended a game, and how to see it."""
    return (
        f"Here {failure.agent} in seat {failure.seat} failed, which ended the game (--on-failure {failure.policy}). "
        f"To see it fail again:\n  {failure.command}"
    )


def verify(file: FileArgument, json: JsonOption = False) -> None:
    """Replay a record and check every claim: preset, legality, invariants, dice, final hash, result.

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


# ------------------------- ``magnate import``: games that other programs have logged, replayed and checked by our rules


def brass_log(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A log of a game of Brass: JSON, every action with all.")
    ],
    save: Annotated[
        Path | None, typer.Option("--save", help="Write the game as a record of ours into this file.")
    ] = None,
    link_tiles: Annotated[
        int | None,
        typer.Option(
            "--link-tiles",
            metavar="N",
            min=1,
            max=39,
            help="Accept a log in which players lay up to N links in an era; the box has 14 link tiles for each.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Replay a logged game of Brass, compare every number, and make a record of it.

    magnate import brass-log game.json --save game.record.json

    Each action is checked for legality. Then its cards, target and resources, everybody's money, income, points and
    spending, and the markets are compared with the log. So are the ends of rounds and eras. At the first difference it
    stops and says what differs, or which rule an action breaks (exit code 3). Draws that are not in the log are chosen
    so that all cards given are held. A log that lays more links than the box has link tiles is refused like any other
    that breaks a rule, unless --link-tiles says how many to accept.
    """
    from ..games.brass.game_logs.model import read_log
    from ..games.brass.game_logs.replay import Replay
    from .session import say

    check_folder(save)
    with naming(file):
        log = read_log(_text_of(file))
        replay = Replay(log) if link_tiles is None else Replay(log, link_tiles=link_tiles)
        for played in replay:
            if json:
                print_json_line("action", result=asdict(played))
            else:
                say("\n".join(_lines(played)))
    record = replay.record()
    if replay.options.link_tiles != type(replay.options)().link_tiles:
        note(f"each seat was given {replay.options.link_tiles} link tiles, as asked for; the box has 14")
    if save is not None:
        record.save(save)
    result = None if record.result is None else asdict(record.result)
    if json:
        print_json_line("import", result={"file": str(file), "steps": record.steps, "result": result})
    else:
        ended = "the game is not over" if record.result is None else f"points {_row(record.result.score)}"
        say(f"{len(replay.log.actions)} actions replay exactly; {ended}")


def _text_of(file: Path) -> str:
    """The text of a file; raises :class:`~magnate.errors.BadRecord` where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not text" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise BadRecord(f"it cannot be read: {reason}", hint="give the path of a log") from None


def _lines(played: Played) -> list[str]:
    """An action with everybody's numbers after it, and what ended with it."""
    now = played.after_action
    who = f"{played.n:4d}  {played.era} {played.round:2d}  seat {played.player} {played.action:<8}"
    everybody = f"money {_row(now['money'])}, income {_row(now['income_space'])}, points {_row(now['vp'])}"
    rest = f"spent {_row(now['spent_this_round'])}, coal {now['coal_market']}, iron {now['iron_market']}"
    lines = [f"{who} {everybody}, {rest}"]
    lines += [f"{'':6}{_debt(one)}" for one in played.shortfall]
    if played.round_end is not None:
        end = played.round_end
        paid = "none" if end["income_paid"] is None else _row(end["income_paid"])
        lines.append(f"{'':6}round over: income {paid}, money {_row(end['money'])}, order {_row(end['next_order'])}")
    if played.era_end is not None:
        era = played.era_end
        lines.append(
            f"{'':6}{era['era']} era over: links {_row(era['link_vp'])}, tiles {_row(era['tile_vp'])}, "
            f"points {_row(era['vp_total'])}"
        )
    return lines


def _row(numbers: Any) -> str:
    """Numbers by seat."""
    return " ".join(f"{number:g}" for number in numbers)


def _debt(shortfall: dict[str, Any]) -> str:
    """What a seat gave up for its debt."""
    tiles = (
        ", ".join(f"{industry} {level} in {place}" for industry, level, place in shortfall["tiles_sold"]) or "no tile"
    )
    return f"seat {shortfall['player']} owes {shortfall['owed']} and gives up {tiles}"
