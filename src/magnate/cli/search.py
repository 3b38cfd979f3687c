"""``magnate search``: what an algorithm finds in a position, or an agent that searches."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from ..errors import BadOption, BadRecord, BadSearch
from .arguments import (
    OPENSPIEL,
    DeviceOption,
    GameArgument,
    JsonOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    load_any_game,
)
from .compiling import SEARCH, compile_game
from .console import INTERRUPTED, Reporter, note, print_json
from .records import naming, open_position

if TYPE_CHECKING:
    from ..agents.decision import Decision
    from ..analysis.position_file import PositionFile
    from ..core.game import Game, Position, Record
    from ..search import Budget, Tree, TreeSize
    from ..search.interruption import Interruption
    from ..search.report import Report


__all__ = ["step_named"]


UNITS = ("turn", "round")
"""What ``--at`` counts beside steps."""
PATIENCE = 2.0
"""Seconds after which a search without a budget of its own ends with what it has found."""
INSTEAD = "mcts"
"""What answers where not even one move could be looked ahead in that time."""
LEAST = "time:1ms"
"""A budget with which everything is loaded and next to nothing searched."""
WAITED = 0.2
"""Seconds after which the command looks again whether a search is done: some systems hear of Ctrl-C only then."""
SEED = 1
"""What everything random follows from where nobody says."""


def search(
    game: GameArgument,
    algorithm: Annotated[
        str | None,
        typer.Option("--algorithm", "-A", metavar="NAME[:OPTION=VALUE,…]", help="Default: one that fits the game."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            "-a",
            metavar="SPEC",
            help="Search as this agent does, with its settings; `magnate agents GAME` lists those that search.",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            "-b",
            metavar="KIND:AMOUNT",
            help="depth:4 (the default, 2 s at most), nodes:100000, time:2s, sims:1000. An agent has its own.",
        ),
    ] = None,
    position: Annotated[
        Path | None,
        typer.Option(
            "--position",
            metavar="FILE",
            help="A position as TOML or JSON, or a record, whose last position counts (see --at).",
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="N|turn:N|round:N", help="Of a record: after step N, or where its turn or round N begins."
        ),
    ] = None,
    guide: Annotated[
        str | None, typer.Option("--guide", metavar="MODULE", help="What values positions where the search ends.")
    ] = None,
    plies: Annotated[int | None, typer.Option("--plies", min=2, help="Room for so long a line.")] = None,
    tree: Annotated[
        Path | None,
        typer.Option("--tree", metavar="FILE", help="Write the tree: FILE.html to browse, FILE.json or FILE.dot."),
    ] = None,
    tree_format: Annotated[
        str | None, typer.Option("--tree-format", metavar="html|json|dot", help="If the file's name does not say.")
    ] = None,
    tree_nodes: Annotated[
        int | None, typer.Option("--tree-nodes", min=1, help="The most nodes of it (100000; 60 as DOT).")
    ] = None,
    tree_depth: Annotated[int | None, typer.Option("--tree-depth", min=1, help="The most levels of it.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            help=f"Everything random follows from it (0 to 2**56 - 1). Default: {SEED}; with --agent a record's own.",
        ),
    ] = None,
    device: DeviceOption = "cpu",
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    json: JsonOption = False,
) -> None:
    """Search a position and report what is best there, and what it took to find out.

    magnate search tictactoe --algorithm alphabeta --budget depth:9
    magnate search pig --option target=20 --algorithm star1:every=true --budget time:1s
    magnate search tictactoe --algorithm mcts:c=1.4,solver=true --budget sims:10000
    magnate search tictactoe --position board.json --json
    magnate search pig --algorithm mcts --budget sims:5000 --tree tree.html
    magnate search brass --agent ismcts:sims=1000 --position late.json
    magnate search pig --position game.json --at turn:3
    magnate search monopoly --agent mcts:playout=strategic --budget time:2s
    magnate search monopoly --algorithm mcts:threads=64 --budget sims:640000 --device auto
    magnate search "openspiel:go(board_size=9)" --algorithm mcts --budget sims:200

    Without --position the game's beginning is searched. Without a budget a search that counts depths ends after 2 s.
    Ctrl-C ends a search: it answers with the best that it has found.
    """
    from ..agents.decision import search_as, searching_agent
    from ..core.game import Record
    from ..core.validation import checked_seed
    from ..gpu.device import Device
    from ..runtime.interpreter import is_interpreted
    from ..search import parse_algorithm, parse_budget
    from ..search import search as run
    from ..search.algorithms import algorithm_named, default_algorithm
    from ..search.interruption import Interruption
    from .search_report import show, show_decision

    name, options = (None, {}) if algorithm is None else parse_algorithm(algorithm)
    wanted = asked(tree, tree_format, tree_nodes, tree_depth)
    if agent is not None:
        _check_agent_alone(game, algorithm=algorithm, guide=guide, plies=plies)
    allowance, dice = None if budget is None else parse_budget(budget), checked_seed(SEED if seed is None else seed)
    given = None if position is None else open_position(position)
    if at is not None and not isinstance(given, Record):
        raise BadOption("--at chooses a position of a record", hint="name a record: --position game.json --at 120")
    with Reporter(game) as reporter:
        loaded = _game_for(given, position, game, preset, players, option)
        chosen = algorithm_named(name or default_algorithm(loaded))
        if agent is not None:  # all is checked before anything is compiled
            searching_agent(loaded, agent, allowance)
        else:
            allowance = allowance or parse_budget(chosen.default_budget)
            chosen.check(loaded, allowance, options)
        if not is_interpreted(loaded.rules):
            compile_game(loaded, SEARCH, reporter, [] if agent is None else [agent])
        start = loaded.new(dice) if position is None else _start(loaded, given, position, dice, at)

        def report_progress(done: int, total: int, function: str) -> None:
            if done == 0 and function:
                reporter.compiles(f"the search of {loaded.name}")
            reporter.compiling(done, total, function)

        size = False if wanted is None else wanted.size
        interruption, who = Interruption(), Device(device, note)

        def searched() -> tuple[Decision | None, Report | None]:
            if agent is not None:
                chance = start.seed if seed is None and start.seed is not None else dice  # as it decides in the record
                decision = search_as(
                    start, agent, allowance, seed=chance, progress=report_progress, tree=size, device=who
                )
                return decision, decision.report
            more: dict[str, Any] = {
                "guide": guide,
                "plies": plies,
                "seed": dice,
                "progress": report_progress,
                "device": who,
            }
            more |= options
            if allowance is not None and budget is None and allowance.kind == "depth" and wanted is None:
                instead = algorithm is None and not start.game.info.hidden
                return None, _briefly(start, chosen.name, allowance, interruption, more, instead=instead)
            return None, run(start, chosen.name, allowance, tree=size, **more)

        decision, found = _until_interrupted(searched, interruption)
        if agent is not None and seed is None and start.seed is not None:
            dice = start.seed
        if decision is not None and found is None and wanted is not None:
            raise BadSearch(f"there is no tree to write: {decision.about}", hint="leave --tree out")
    if interruption.asked:
        note(f"interrupted; this is the best so far{_how_far(found)}")
    if wanted is not None and found is not None and found.tree is not None:
        write(found.tree, wanted)
        found = replace(found, tree=None)
    elif wanted is not None and interruption.asked:
        note(f"no tree is in {wanted.file}: the search was cut off before it")
    if json:
        _print_json(start, dice, found, decision, interrupted=interruption.asked)
    elif decision is not None:
        show_decision(decision, start)
    elif found is not None:
        show(found, start)
    if interruption.asked:
        raise typer.Exit(INTERRUPTED)


Found = TypeVar("Found")


def _briefly(
    start: Position,
    algorithm: str,
    depth: Budget,
    interruption: Interruption,
    more: Mapping[str, Any],
    *,
    instead: bool,
) -> Report:
    """Search so deep, but for two seconds at most; ``instead``: where it knows nothing then, another one answers."""
    from ..search import search as run
    from ..search.algorithms import algorithm_named

    run(start, algorithm, LEAST, **more)  # what is compiled or loaded now takes none of the time
    found = run(start, algorithm, depth, until=time.perf_counter_ns() + round(PATIENCE * 1e9), **more)
    if found.depth >= depth.amount or found.proven or interruption.asked:
        return found
    note(f"{PATIENCE:g} s are over at depth {found.depth}; --budget {depth} searches on")
    if found.depth or not instead:
        return found
    note(f"{INSTEAD} answers instead, with {algorithm_named(INSTEAD).default_budget}")
    return run(start, INSTEAD, **more)


def _until_interrupted(search: Callable[[], Found], interruption: Interruption) -> Found:
    """What a search finds; Ctrl-C ends it with the best that it has found, and a second one gives up.

    Python hears of Ctrl-C between two of its own instructions only. So this thread waits, and another one searches.
    """
    from concurrent.futures import Future, wait

    done: Future[Found] = Future()

    def work() -> None:
        try:
            with interruption:
                done.set_result(search())
        except BaseException as error:  # noqa: BLE001 - it is raised again where the result is taken
            done.set_exception(error)

    Thread(target=work, daemon=True).start()
    while not done.done():
        try:
            wait([done], WAITED)
        except KeyboardInterrupt:
            if interruption.asked:
                raise
            interruption.ask()
    return done.result()


def _how_far(found: Report | None) -> str:
    """How much an interrupted search has seen, as the end of a sentence."""
    from ..search.algorithms import algorithm_named

    if found is None:
        return ""
    if algorithm_named(found.algorithm).plays_out:
        return f", after {found.evaluations:,} simulations"
    return f", after depth {found.depth} ({found.nodes:,} nodes)" if found.depth else f", after {found.nodes:,} nodes"


def _check_agent_alone(game: str, **others: object) -> None:
    """Refuse what does not go with ``--agent``: what is a setting of the agent, and games that have no agents."""
    for name, given in others.items():
        if given is not None:
            raise BadSearch(
                f"--agent and --{name} do not go together: an agent has settings of its own",
                hint="leave one of them out; an agent's settings follow its name: mcts:sims=800,c=1.4",
            )
    if game.startswith(OPENSPIEL):
        raise BadSearch("games of OpenSpiel's have no agents here", hint="name an algorithm: --algorithm mcts")


def _print_json(
    start: Position, seed: int, found: Report | None, decision: Decision | None, *, interrupted: bool
) -> None:
    """Print what was found as JSON."""
    game = start.game
    result: dict[str, Any] = {"preset": game.preset, "overrides": game.overrides, "players": game.players, "seed": seed}
    if decision is not None:
        result["decision"] = decision.as_dict()
    result |= {"game": game.name, "seat": start.to_move} if found is None else found.as_dict()
    run = {"seconds": result.pop("seconds", 0.0), **({"interrupted": True} if interrupted else {})}
    print_json("search", run=run, result=result)


class SearchCommand(TyperCommand):
    """The command, whose help lists the algorithms (that NumPy is imported for them is worth it only there)."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the algorithms by the games that they are for."""
        from ..search.algorithms import ALGORITHMS

        known = ALGORITHMS.values()
        kinds = {
            "two players, no dice": [one.name for one in known if one.players == 2 and not one.chance],
            "two players": [one.name for one in known if one.players == 2 and one.chance],
            "any game": [one.name for one in known if one.players > 2 and not one.hidden],
            "games with something hidden": [one.name for one in known if one.hidden],
        }
        listed = "; ".join(f"{', '.join(names)} ({what})" for what, names in kinds.items())
        about = self.help or ""
        self.help = f"{about}\n\nAlgorithms: {listed}."
        try:
            super().format_help(ctx, formatter)
        finally:
            self.help = about


def _game_for(
    given: Record | PositionFile | None,
    file: Path | None,
    game: str,
    preset: str | None,
    players: int | None,
    option: list[str] | None,
) -> Game:
    """The game that the options name, or that of a file with a position."""
    from ..core.game import Record

    if given is None or file is None:
        return load_any_game(game, preset, players, option)
    if not isinstance(given, Record):
        return _game_of_file(given, game, preset, players, option)
    if option or preset is not None or players is not None:
        raise BadOption("a record has its own players, preset and options", hint="leave yours out")
    return _game_of(given, file, game)


def _game_of(record: Record, file: Path, asked: str) -> Game:
    """The game that a record is of, which must be the one that is asked for."""
    with naming(file):
        if record.game != asked:
            raise BadRecord(f"the record is of {record.game}", hint=f"magnate search {record.game} --position {file}")
        return record.to_game()


def _game_of_file(
    given: PositionFile, game: str, preset: str | None, players: int | None, option: list[str] | None
) -> Game:
    """The game of a position in a file, by what the file says and what the command line says of it."""
    if option or game.startswith(OPENSPIEL):
        return load_any_game(
            game, preset or given.preset, players or given.count, [*given.option_texts, *(option or ())]
        )
    return given.to_game(game, preset, players)


def _start(game: Game, given: Record | PositionFile | None, file: Path, seed: int, at: str | None) -> Position:
    """The position of a file: a set-up, or that of a record that ``--at`` says, by default the last one."""
    from ..core.game import Record

    if given is None:
        return game.new(seed)
    if not isinstance(given, Record):
        return given.to_position(game, seed)
    with naming(file):
        start = given.replay(None if at is None else step_named(given, at))
    if start.is_over and at is None:
        last = given.steps
        raise BadSearch("the record's last position is the end of the game", hint=f"choose another: --at {last - 1}")
    return start


def step_named(record: Record, at: str) -> int:
    """The number of steps after which a record has the position that ``--at`` names."""
    unit, colon, number = at.rpartition(":")
    if not number.isdecimal() or (colon and unit not in UNITS):
        raise BadOption(f'--at cannot be "{at}"', hint="write 120 (steps), turn:12 or round:3")
    wanted = int(number)
    if not colon:
        if wanted > record.steps:
            raise BadOption(f"the record has {record.steps} steps, not {wanted}", hint="choose an earlier one")
        return wanted
    count, before = 0, None
    for step, position in enumerate(record.positions()):
        if position.to_move >= 0:
            now = _mark(position, unit)
            count += now != before
            before = now
            if count == wanted:
                return step
    raise BadOption(f"the record has {count} {unit}s, not {wanted}", hint=f"choose one from 1 to {count}")


def _mark(position: Position, unit: str) -> tuple[int, ...]:
    """What is the same during a turn or a round of a game, and another in the next one.

    Without counters of its own in the state, a game's turn lasts until another seat decides; then it has no rounds.
    """
    state = position.state
    names = state.dtype.names or ()
    round_ = tuple(int(state[name]) for name in ("era", "round", "rounds") if name in names)
    if unit == "round":
        if not round_:
            raise BadOption(f"{position.game.info.title} has no rounds", hint="count steps or turns: --at turn:3")
        return round_
    if "turns" in names:
        return (int(state["turns"]),)
    return (*round_, int(state["turn"])) if round_ and "turn" in names else (position.to_move,)


# -------------------------------------------------------------------------------- The tree of ``magnate search --tree``


@dataclass(frozen=True, slots=True)
class Wanted:
    """A tree that is to be written: where, in which format, and how much of it."""

    file: Path
    form: str
    size: TreeSize


def asked(file: Path | None, form: str | None, nodes: int | None, depth: int | None) -> Wanted | None:
    """The tree that the options of the command ask for; None if none does.

    Raises :class:`~magnate.errors.BadSearch` before anything is searched.
    """
    from ..search.tree_formats import form_of, size_of

    if file is None:
        if form is not None or nodes is not None or depth is not None:
            raise BadSearch("there is no file to write a tree to", hint="give --tree FILE.html, FILE.json or FILE.dot")
        return None
    if not file.parent.is_dir():
        raise BadSearch(f"there is no folder {file.parent} for the tree", hint="make it first, or name another file")
    chosen = form_of(file, form)
    return Wanted(file, chosen, size_of(chosen, nodes, depth))


def write(tree: Tree, wanted: Wanted) -> None:
    """Write the tree, and tell how much of it there is in the file."""
    from ..search.tree_formats import written

    wanted.file.write_text(written(tree, wanted.form), encoding="utf-8")
    all_ = "" if tree.whole == len(tree.nodes) else f" of {tree.whole:,}"
    note(f"the tree is in {wanted.file} ({len(tree.nodes):,}{all_} nodes)")
