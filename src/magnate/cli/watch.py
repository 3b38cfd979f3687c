"""``magnate watch``: agents play one game, told move by move."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadAgent
from .arguments import (
    AgentsOption,
    GameArgument,
    LangOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    SeedOption,
    check_folder,
    load_game,
    split_agents,
)
from .compiling import WATCH, compile_game, compile_rest
from .console import INTERRUPTED, exit_with, note
from .progress import Reporter

__all__ = ["watch"]

PACE = 0.5
"""Seconds between two decisions at speed 1."""


def watch(
    game: GameArgument = "monopoly",
    agents: AgentsOption = None,
    seed: SeedOption = 1,
    speed: Annotated[
        str, typer.Option("--speed", metavar="X", help="2 or 2x: twice as fast; 0: no pauses (default where piped).")
    ] = "",
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    board: Annotated[bool, typer.Option("--board", help="Show the board whenever the turn passes on.")] = False,
    save: Annotated[Path | None, typer.Option("--save", help="Keep the game's record in this file.")] = None,
    lang: LangOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print events and result as JSON, one object a line.")] = False,
) -> None:
    """Watch agents play one game, told move by move; you see what every player sees.

    magnate watch monopoly --agents baseline,random --seed 7 --speed 4
    magnate watch pig --agents random --save game.json

    With --json each event is an object on a line of its own, between one for the game and one for the result.
    """
    from ..agents import default_agents, resolve_all
    from ..core.players import Players
    from ..core.validation import checked_seed
    from .telling import Lines, Text
    from .words import Words

    words = Words(lang)
    pause = _pause(speed)
    check_folder(save)
    with Reporter(game) as reporter:
        loaded = load_game(game, preset, players, option)
        specs = _fill(split_agents(agents) or default_agents(game), loaded.players)
        table = Players(loaded, resolve_all(loaded.name, loaded.players, specs))
        dice = checked_seed(seed)
        compiled = compile_game(loaded, WATCH, reporter, specs)
        position = loaded.new(dice)
    show = Lines(words) if json else Text(board, words)
    show.begins(position, specs)
    try:
        show.happened(position)
        while not position.is_over:
            show.moves(position)
            position.apply(table.choose(position))
            show.happened(position)
            if pause:
                time.sleep(pause)
    except KeyboardInterrupt:
        note(f"stopped after {position.steps} steps")
        if save is not None:
            position.record(agents=specs).save(save)
        exit_with(INTERRUPTED)
    show.ends(position, specs)
    if save is not None:
        note(f"record: {position.record(agents=specs).save(save)}")
    if compiled:
        with reporter:
            compile_rest(loaded, reporter)


def _pause(speed: str) -> float:
    """Seconds between decisions at a speed such as ``2`` or ``2x``."""
    if not speed:
        return PACE if sys.stdout.isatty() else 0.0
    try:
        factor = float(speed.lower().removesuffix("x"))
    except ValueError:
        factor = -1.0
    if not 0 <= factor < float("inf"):
        raise typer.BadParameter(f"{speed!r} is no speed; write 2, 0.5 or 0", param_hint="'--speed'")
    return PACE / factor if factor else 0.0


def _fill(specs: Sequence[str], players: int) -> list[str]:
    """One spec a seat: the list repeated round the table."""
    if len(specs) > players:
        raise BadAgent(f"{len(specs)} agents for {players} seats", hint=f"name at most {players}, or set --players")
    return [specs[seat % len(specs)] for seat in range(players)]
