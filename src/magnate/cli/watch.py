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
    OptionOption,
    PlayersOption,
    PresetOption,
    SeedOption,
    check_folder,
    default_agents,
    load_game,
    split_agents,
)
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
) -> None:
    """Watch agents play one game, told move by move; you see what every player sees.

    magnate watch monopoly --agents baseline,random --seed 7 --speed 4
    magnate watch pig --agents random --save game.json
    """
    from ..agents import resolve_all
    from ..engine.players import Players
    from .session import ending_text, say, say_board

    pause = _pause(speed)
    check_folder(save)
    with Reporter(game) as reporter:
        loaded = load_game(game, preset, players, option, reporter.compiling)
        specs = _fill(split_agents(agents) or default_agents(game), loaded.players)
        table = Players(loaded, resolve_all(loaded.name, loaded.players, specs))
        loaded.entry("choose", "choose")
        position = loaded.new(seed)
    say(f"{loaded.info.title}, {loaded.players} players, preset {loaded.preset}, seed {seed}")
    say(", ".join(f"seat {seat} {name}" for seat, name in enumerate(specs)))
    say()
    turn = -1
    try:
        for event in position.events_for(None):
            say(event.text)
        while not position.is_over:
            if board and position.settled and position.to_move != turn:
                turn = position.to_move
                say_board(str(position))
                say()
            for event in position.apply(table.choose(position)).events_for(None):
                say(event.text)
            if pause:
                time.sleep(pause)
    except KeyboardInterrupt:
        note(f"stopped after {position.steps} steps")
        if save is not None:
            position.record(agents=specs).save(save)
        exit_with(INTERRUPTED)
    say_board(str(position))
    say(f"\n{ending_text(position, specs)}")
    if save is not None:
        note(f"record: {position.record(agents=specs).save(save)}")


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
