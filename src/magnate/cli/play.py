"""``magnate play`` and ``magnate watch``: games at the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadAgent, BadRecord, BadSeat
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
from .compiling import TABLE, WATCH, begin_game, compile_rest
from .console import INTERRUPTED, Reporter, exit_with, note, print_json_line
from .records import naming, read_record
from .session import Words, say, say_board

if TYPE_CHECKING:
    from ..core.game import Game, Position, Record
    from ..core.players import Players


__all__ = []


# ----------------------------------------------------------------------------------------------------- ``magnate play``


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
    from ..catalogue import is_human
    from ..core.validation import checked_seed
    from .session import Session, Words, say

    words = Words(lang)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # typing what is no text is no reason to lose the game
    with Reporter(game or "monopoly") as reporter:
        if resume is None:
            record, loaded = None, load_game(game or "monopoly", preset, players, option)
        else:
            _only_resume(game, preset, players, option, seed)
            record, loaded = read_record(resume)
        saved = None if record is None else record.agents
        humans = _seats(loaded, seat, saved)
        seats = _agents(loaded, humans, split_agents(agents), saved)
        named = [name for name in seats if not is_human(name)]
        resolve_all(loaded.name, loaded.players, ["random" if is_human(name) else name for name in seats])
        dice = checked_seed(_seed(seed))
        compiles = begin_game(loaded, TABLE, reporter, named)  # everything that was typed has been checked before
        position = loaded.new(dice) if record is None or resume is None else _resumed(resume, record, loaded)
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
    if compiles:
        with reporter:
            compile_rest(loaded, reporter)


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


def _resumed(file: Path, record: Record, game: Game) -> Position:
    """The last position of a record in a file."""
    with naming(file):
        position = record.replay(game=game)
    if position.is_over:
        raise BadRecord(f"the game in {file} is over", hint=f"magnate replay {file} shows it")
    if position.seed is None:
        position.continue_with(_seed(None))
    return position


def _seats(game: Game, asked: Sequence[int] | None, saved: Sequence[str] | None) -> list[int]:
    """The seats of the people: those asked for, or as saved, or seat 0."""
    from ..catalogue import is_human

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
    from ..catalogue import HUMAN, is_human

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
    from ..agents.loading import is_user_spec, own_names
    from ..agents.search_spec import search_names

    known = {*agent_names(game.name), *own_names(game.name), *search_names(game.name, game.players), NETWORK}
    if saved.partition(":")[0] in known or is_user_spec(game.name, saved):
        return saved
    instead = default_agents(game.name)[0]
    note(f'there is no agent "{saved}" here: {instead} plays seat {seat} instead (--agents names another)')
    return instead


# ---------------------------------------------------------------------------------------------------- ``magnate watch``


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
    """Watch agents play one game, shown move by move; you see what every player sees.

    magnate watch monopoly --agents baseline,random --seed 7 --speed 4
    magnate watch pig --agents random --save game.json

    With --json each event is an object on a line of its own, between one for the game and one for the result.
    """
    from ..agents import default_agents, resolve_all
    from ..core.players import Players
    from ..core.validation import checked_seed
    from .session import Words

    words = Words(lang)
    pause = _pause(speed)
    check_folder(save)
    with Reporter(game) as reporter:
        loaded = load_game(game, preset, players, option)
        specs = _fill(split_agents(agents) or default_agents(game), loaded.players)
        table = Players(loaded, resolve_all(loaded.name, loaded.players, specs))
        dice = checked_seed(seed)
        compiles = begin_game(loaded, WATCH, reporter, specs)
        position = loaded.new(dice)
    show = Lines(words) if json else Text(board, words)
    show.begins(position, specs)
    hear = _models_beside(save, specs, table)
    try:
        show.happened(position)
        hear(position)
        while not position.is_over:
            show.moves(position)
            hear(position.apply(table.choose(position)))
            show.happened(position)
            time.sleep(pause)
    except KeyboardInterrupt:
        note(f"stopped after {position.steps} steps")
        if save is not None:
            position.record(agents=specs).save(save)
        exit_with(INTERRUPTED)
    show.ends(position, specs)
    if save is not None:
        note(f"record: {position.record(agents=specs).save(save)}")
    if compiles:
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


# ---------------------------------------------------------------- Output of ``magnate watch``: sentences, or JSON lines


class Text:
    """For people: sentences, and with ``board`` the board whenever the turn passes on."""

    def __init__(self, board: bool, words: Words) -> None:
        self.words = words
        self.board = board
        self.turn = -1

    def begins(self, position: Position, names: Sequence[str]) -> None:
        """What is played, and by whom."""
        game = position.game
        about = {"players": game.players, "preset": self.words.rules(game), "seed": position.seed}
        say(self.words("about", title=self.words.title(game), **about))
        say(self.words.seated(names))
        say()

    def moves(self, position: Position) -> None:
        """The board before a decision, where another seat is to move than last time."""
        if self.board and position.settled and position.to_move != self.turn:
            self.turn = position.to_move
            say_board(str(position), self.words)
            say()

    def happened(self, position: Position) -> None:
        """The last step's events."""
        for event in position.events_for(None):
            say(self.words.event(position, event))

    def ends(self, position: Position, names: Sequence[str]) -> None:
        """The final board, and who has won."""
        say_board(str(position), self.words)
        say(f"\n{self.words.ending(position, names)}")


class Lines:
    """For programs: one JSON object a line; the first names the game, the last has the result."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def begins(self, position: Position, names: Sequence[str]) -> None:
        """What is played, and by whom."""
        game = position.game
        rules = {"preset": game.preset, "overrides": game.overrides}
        about = {"game": game.name, **rules, "players": game.players, "seed": position.seed}
        print_json_line("watch.game", **about, agents=list(names))

    def moves(self, position: Position) -> None:
        """Nothing: events tell everything."""

    def happened(self, position: Position) -> None:
        """The last step's events."""
        for event in position.events_for(None):
            about = {"key": event.key, "text": self.words.event(position, event), "params": dict(event.params)}
            print_json_line("watch.event", step=position.steps, **about)

    def ends(self, position: Position, names: Sequence[str]) -> None:  # noqa: ARG002 - the first line names them
        """How it ended."""
        shares, scores = list(position.utility()), list(position.score())
        print_json_line("watch.result", ending=position.ending, utility=shares, score=scores, steps=position.steps)


def _models_beside(save: Path | None, specs: Sequence[str], table: Players) -> Callable[[Position], None]:
    """What language models at the table hear after each step; what they say is kept beside the record."""
    if save is None or not any(spec.startswith("llm:") for spec in specs):
        return lambda _position: None
    from ..models.llm import begin_beside, tell

    models = begin_beside(save, table.agents)
    return lambda position: tell(position, models)
