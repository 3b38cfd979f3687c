"""Compiling a game once, for all commands.

Each command needs some of the engine's compiled entries. Most of the compile time goes into the rules, which all
entries of one process share. So a command that had to compile anything also compiles what the others need, after its
own result. ``play`` and ``watch`` need no compiled rules for one game: they interpret what is not there. Only a
tournament, often the very first thing that is run, ends with its result. On a warm cache a command loads only its own
entries.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .console import COMPILING, TERMINATED, note

if TYPE_CHECKING:
    from ..arena.plan import Plan
    from ..core.game import Game
    from .console import Reporter

__all__ = [
    "EVERY",
    "GAMES",
    "PLAYERS",
    "SEARCH",
    "STEPS",
    "TABLE",
    "WATCH",
    "begin_game",
    "compile_game",
    "compile_rest",
    "entries_of",
    "needed_by",
    "uncompiled",
]

Wanted: TypeAlias = tuple[str, ...]

GAMES: Final[Wanted] = ("drivers.new_games", "drivers.play")
"""What playing whole games takes (``tournament``, ``bench``), as kernel and entry."""
STEPS: Final[Wanted] = ("drivers.new_games", "position_kernel.move", "position_kernel.inspect", "position_kernel.check")
"""What stepping through a game takes (``replay``, ``verify``)."""
BATCHES: Final[Wanted] = (*STEPS, "position_kernel.why", "drivers.advance")
"""What playing whole games with agents in Python takes, which look at positions."""
PLAYERS: Final[Wanted] = (*BATCHES, "position_kernel.step", "drivers.propose")
"""The same with agents that are based on a compiled one."""
WATCH: Final[Wanted] = (*STEPS, "drivers.decide")
"""What it takes when agents decide (``watch``)."""
TABLE: Final[Wanted] = (*WATCH, "position_kernel.why", "position_kernel.hide")
"""What a person at the table takes (``play``)."""
SEARCH: Final[Wanted] = (*STEPS, "position_kernel.hide")
"""What looking at a position takes that is searched (``search``); the search's own kernel is compiled by it."""
EVERY: Final[Wanted] = tuple(dict.fromkeys((*GAMES, *TABLE)))
"""What all commands take together."""

GUIDED: Final = {"drivers.play", "drivers.advance", "drivers.decide", "drivers.propose"}
"""The entries that call the game's policies; all others are compiled without them, once for all guides."""


def needed_by(plan: Plan) -> Wanted:
    """What playing the games of a plan takes."""
    from ..agents.spec import resolve
    from ..core.agents import OwnAgent, PartlyCompiled

    if plan.compiled:
        return GAMES
    agents = [resolve(plan.game, spec) for spec in plan.agents]
    based = any(isinstance(agent, PartlyCompiled) and not isinstance(agent, OwnAgent) for agent in agents)
    return PLAYERS if based else BATCHES


def compile_game(game: Game, wanted: Wanted, reporter: Reporter, agents: Iterable[str] = ()) -> bool:
    """Load these entries from the cache or compile them; returns whether anything had to be compiled.

    ``agents`` are specs, for what those among them that search or play by a network need.
    """
    return _compile({**entries_of(game, wanted), **_of_agents(game, agents)}, f"the rules of {game.name}", reporter)


def begin_game(game: Game, wanted: Wanted, reporter: Reporter, agents: Iterable[str] = ()) -> bool:
    """Make one game ready: what is not compiled is interpreted, where the game and all agents can be.

    Games of other packages cannot, nor agents that search or play by a network.

    Returns whether anything is left for :func:`compile_rest`.
    """
    from ..agents.spec import resolve
    from ..core.agents import CompiledAgent
    from ..runtime.compiler import missing

    specs = list(agents)
    kinds = [resolve(game.name, spec, game.players) for spec in specs]
    if not (game.interpretable and all(isinstance(one, CompiledAgent) for one in kinds)):
        return compile_game(game, wanted, reporter, specs)
    if not missing(entries_of(game, wanted).values()):
        return False
    game.interpret()
    note(f"the rules of {game.name} are not compiled yet: this game is played by interpreted ones")
    return True


def _of_agents(game: Game, agents: Iterable[str]) -> dict[str, Callable[..., Any]]:
    """The entries of the agents that are Python around compiled code."""
    from ..agents.spec import resolve
    from ..core.agents import OwnAgent

    found = {spec: resolve(game.name, spec, game.players) for spec in agents}
    return {
        f"{spec}.{number}": entry
        for spec, agent in found.items()
        if isinstance(agent, OwnAgent)
        for number, entry in enumerate(agent.entries(game))
    }


def compile_rest(game: Game, reporter: Reporter) -> None:
    """Compile what other commands need of a game that this process has just compiled a part of.

    Where nothing can be kept between runs there is no point in it, so nothing happens.
    """
    from ..runtime.cache import folder
    from ..runtime.compiler import missing

    if folder() is None:
        return
    sys.stdout.flush()  # a result that has been printed should not wait for it
    entries = entries_of(game)
    if not reporter.quiet and missing(entries.values()):
        note("Ctrl-C ends what follows: nothing of yours is lost, and the next command does it")
    try:
        _compile(entries, f"what other commands need of {game.name}", reporter)
    except KeyboardInterrupt:
        reporter.close()
        note("stopped compiling: the next command goes on")


def _compile(entries: dict[str, Callable[..., Any]], what: str, reporter: Reporter) -> bool:
    from ..runtime.cache import folder
    from ..runtime.compiler import missing

    if not missing(entries.values()):
        return False
    reporter.compiles(what, kept=folder() is not None)
    _build(entries.values(), reporter)
    return True


def _build(entries: Iterable[Callable[..., Any]], reporter: Reporter) -> None:
    """Compile in a thread: Python hears of Ctrl-C only between calls, and one call of LLVM may take 15 seconds."""
    from ..core.progress import build_with_progress

    failed: list[BaseException] = []

    def work() -> None:
        try:
            build_with_progress(entries, reporter.compiling)
        except BaseException as error:  # noqa: BLE001 - raised below, whatever it is
            failed.append(error)

    thread = threading.Thread(target=work, name=COMPILING, daemon=True)
    with _terminated_at_once(reporter):
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.1)
        except KeyboardInterrupt:  # the thread goes on until the process ends (`main`)
            reporter.close()
            reporter.quiet = True
            raise
    if failed:
        raise failed[0]


@contextmanager
def _terminated_at_once(reporter: Reporter) -> Iterator[None]:
    """Whoever ends the process (``SIGTERM``) inside of this block is told that nothing is lost."""

    def end(*_: object) -> None:
        reporter.close()
        note("ended while compiling: nothing of yours is lost, and the next command goes on")
        os._exit(TERMINATED)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def uncompiled(game: Game) -> list[str]:
    """Which of the entries that the commands need are not compiled yet."""
    from ..runtime.compiler import missing

    entries = entries_of(game)
    absent = missing(entries.values())
    return [name for name, entry in entries.items() if entry in absent]


def entries_of(game: Game, wanted: Iterable[str] = EVERY) -> dict[str, Callable[..., Any]]:
    """The entries of a game by their names; where everybody sees everything, nothing is hidden."""
    from ..core.loader import kernel

    found = {}
    for name in wanted:
        part, _, entry = name.partition(".")
        if name != "position_kernel.hide" or game.info.hidden:
            found[name] = getattr(kernel(part, game.rules, game.guide if name in GUIDED else None), entry)
    return found
