"""``magnate import``: games that other programs have logged, replayed and checked by our rules."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadRecord
from .arguments import JsonOption, check_folder
from .console import note, print_json_line
from .records import naming

if TYPE_CHECKING:
    from ..games.brass.game_logs.replay import Played

__all__ = ["brass_log"]


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

    Each action is checked for legality; then its cards, target and resources, everybody's money, income, points and
    spending, and the markets are compared with the log, and so are the ends of rounds and eras. At the first difference
    it stops and says what differs, or which rule an action breaks (exit code 3). Draws that are not in the log are
    chosen so that all cards given are held. A log that lays more links than the box has link tiles is refused like any
    other that breaks a rule, unless --link-tiles says how many to accept.
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
        print_json_line("import", result={"file": str(file), "steps": len(record.actions), "result": result})
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
    told = [f"{who} {everybody}, {rest}"]
    told += [f"{'':6}{_debt(one)}" for one in played.shortfall]
    if played.round_end is not None:
        end = played.round_end
        paid = "none" if end["income_paid"] is None else _row(end["income_paid"])
        told.append(f"{'':6}round over: income {paid}, money {_row(end['money'])}, order {_row(end['next_order'])}")
    if played.era_end is not None:
        era = played.era_end
        told.append(
            f"{'':6}{era['era']} era over: links {_row(era['link_vp'])}, tiles {_row(era['tile_vp'])}, "
            f"points {_row(era['vp_total'])}"
        )
    return told


def _row(numbers: Any) -> str:
    """Numbers by seat."""
    return " ".join(f"{number:g}" for number in numbers)


def _debt(shortfall: dict[str, Any]) -> str:
    """What a seat gave up for its debt."""
    tiles = (
        ", ".join(f"{industry} {level} in {place}" for industry, level, place in shortfall["tiles_sold"]) or "no tile"
    )
    return f"seat {shortfall['player']} owes {shortfall['owed']} and gives up {tiles}"
