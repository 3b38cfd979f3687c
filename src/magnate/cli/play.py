"""``magnate play``: a person plays against agents in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadAgent, BadRecord, BadSeat
from .arguments import (
    AgentsOption,
    LangOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    load_game,
    split_agents,
)
from .compiling import TABLE, compile_game, compile_rest
from .console import INTERRUPTED, exit_with, note
from .progress import Reporter
from .records import naming, open_record

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.position import Position

__all__ = ["play"]


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game (default: monopoly).")] = None,
    agents: AgentsOption = None,
    seat: Annotated[list[int] | None, typer.Option("--seat", min=0, help="Your seat, from 0; may be repeated.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The dice; without it they are new each time.")] = None,
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with a saved game.")] = None,
    lang: LangOption = None,
) -> None:
    """Play against agents in the terminal.

    magnate play monopoly --agents baseline --players 3
    magnate play --resume game.json

    Type h during the game for the commands: why not, undo, save, quit. Without a terminal the lines of stdin are
    taken, so a game can be scripted.
    """
    from ..agents import resolve_all
    from ..core.validation import checked_seed
    from ..people import HUMAN, is_human
    from .session import Session, say
    from .words import Words

    words = Words(lang)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # typing what is no text is no reason to lose the game
    with Reporter(game or "monopoly") as reporter:
        if resume is None:
            loaded = load_game(game or "monopoly", preset, players, option)
            humans = _seats(loaded, seat, None)
            seats = _agents(loaded, humans, split_agents(agents), None)
            named = [name for name in seats if name != HUMAN]
            resolve_all(loaded.name, loaded.players, ["random" if name == HUMAN else name for name in seats])
            dice = checked_seed(_seed(seed))
            if compile_game(loaded, TABLE, reporter, named):  # everything that was typed has been checked before
                compile_rest(loaded, reporter)
            position = loaded.new(dice)
        else:
            _only_resume(game, preset, players, option, seed)
            position, saved = _resumed(resume)
            loaded = position.game
            humans = _seats(loaded, seat, saved)
            seats = _agents(loaded, humans, split_agents(agents), saved)
        session = Session(loaded, humans, seats, position, _read, words)
    if resume is not None:
        session.saved(resume)
    others = [
        words.part("seated", seat=seat, name=name) for seat, name in enumerate(session.names) if not is_human(name)
    ]
    about = {"players": loaded.players, "preset": words.rules(loaded), "seed": position.seed}
    say(words("about", title=words.title(loaded), **about))
    say(words("you_play", mine=sorted(humans), others=words.listed(others) or words.part("nobody_else")))
    try:
        finished = session.run()
    except KeyboardInterrupt:
        say()
        note("; ".join(filter(None, (words.part("interrupted"), session.unsaved()))))
        exit_with(INTERRUPTED)
    if not finished and session.unsaved():
        note(words.part("left", unsaved=session.unsaved()))


def _read() -> str | None:
    """The next line that the person typed, or None at the end of the input."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 - gives input() editing and history

        try:
            return input("> ")
        except EOFError:
            sys.stdout.write("\n")
            return None
    line = sys.stdin.readline()
    if not line:
        return None
    sys.stdout.write(f"> {line.rstrip()}\n")
    return line


def _seed(seed: int | None) -> int:
    """The seed asked for, or a new one."""
    import secrets

    return secrets.randbelow(1_000_000_000) if seed is None else seed


def _only_resume(*others: object) -> None:
    if any(other is not None for other in others):
        raise BadRecord(
            "a saved game brings its own rules, players and dice", hint="with --resume give only --seat and --agents"
        )


def _resumed(file: Path) -> tuple[Position, Sequence[str] | None]:
    """The last position of a record, and who played it."""
    record = open_record(file, TABLE)
    with naming(file):
        position = record.replay()
    if position.is_over:
        raise BadRecord(f"the game in {file} is over", hint=f"magnate replay {file} shows it")
    if position.seed is None:
        position.continue_with(_seed(None))
    return position, record.agents


def _seats(game: Game, asked: Sequence[int] | None, saved: Sequence[str] | None) -> list[int]:
    """The seats of the people: those asked for, or as saved, or seat 0."""
    from ..people import is_human

    if not asked:
        return [seat for seat, name in enumerate(saved or ()) if is_human(name)] or [0]
    for seat in asked:
        if seat >= game.players:
            raise BadSeat(
                f"there is no seat {seat}", hint=f"seats are 0 to {game.players - 1}; --players sets how many"
            )
    return sorted(set(asked))


def _agents(game: Game, humans: Sequence[int], asked: list[str], saved: Sequence[str] | None) -> list[str]:
    """A spec for every seat: as saved, or the list repeated round the seats that no person plays."""
    from ..agents import default_agents
    from ..people import HUMAN, is_human

    if not asked and saved is not None and len(saved) == game.players:
        people = [name if is_human(name) else HUMAN for name in saved]
        return [people[seat] if seat in humans else _again(game, seat, name) for seat, name in enumerate(saved)]
    specs = asked or default_agents(game.name)[:1]
    others = [seat for seat in range(game.players) if seat not in humans]
    if len(specs) > len(others) and asked:
        raise BadAgent(
            f"{len(specs)} agents for {len(others)} seats", hint=f"name at most {len(others)}, or set --players"
        )
    seats = [HUMAN] * game.players
    for number, seat in enumerate(others):
        seats[seat] = specs[number % len(specs)]
    return seats


def _again(game: Game, seat: int, saved: str) -> str:
    """The spec of an agent that a record names; where that is none (an object in Python, say) another plays on."""
    from ..agents import agent_names, default_agents
    from ..agents.learned.spec import NETWORK
    from ..agents.loading import is_user_spec
    from ..agents.own_spec import own_names
    from ..agents.search_spec import search_names

    known = {*agent_names(game.name), *own_names(game.name), *search_names(game.name, game.players), NETWORK}
    if saved.partition(":")[0] in known or is_user_spec(game.name, saved):
        return saved
    instead = default_agents(game.name)[0]
    note(f'there is no agent "{saved}" here: {instead} plays seat {seat} instead (--agents names another)')
    return instead
