"""``magnate search``: what an algorithm finds in a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from ..errors import BadOption, BadRecord
from .arguments import GameArgument, JsonOption, OptionOption, PlayersOption, PresetOption, SeedOption, load_any_game
from .compiling import SEARCH, compile_game
from .console import print_json
from .progress import Reporter
from .records import naming, open_position

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.position import Position
    from ..engine.record import Record

__all__ = ["SearchCommand", "search"]


def search(
    game: GameArgument,
    algorithm: Annotated[
        str | None,
        typer.Option("--algorithm", "-A", metavar="NAME[:OPTION=VALUE,…]", help="Default: one that fits the game."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            "-b",
            metavar="KIND:AMOUNT",
            help="depth:4 (the default), nodes:100000, time:2s; sims:1000 (for those that simulate).",
        ),
    ] = None,
    position: Annotated[
        Path | None,
        typer.Option("--position", metavar="FILE", help="A set-up as JSON, or a record, whose last position counts."),
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
    seed: SeedOption = 1,
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
    magnate search "openspiel:go(board_size=9)" --algorithm mcts --budget sims:200

    Without --position the game's beginning is searched.
    """
    from ..engine.edge import checked_seed
    from ..engine.loader import is_twin
    from ..engine.record import Record
    from ..search import parse_algorithm, parse_budget
    from ..search import search as run
    from ..search.algorithms import algorithm_named, default_algorithm
    from .search_report import show
    from .search_tree import asked, write

    name, options = (None, {}) if algorithm is None else parse_algorithm(algorithm)
    wanted = asked(tree, tree_format, tree_nodes, tree_depth)
    allowance, dice = None if budget is None else parse_budget(budget), checked_seed(seed)
    given = None if position is None else open_position(position)
    with Reporter(game) as reporter:
        if isinstance(given, Record) and position is not None:
            if option or preset is not None or players is not None:
                raise BadOption("a record has its own players, preset and options", hint="leave yours out")
            loaded = _game_of(given, position, game)
        else:
            loaded = load_any_game(game, preset, players, option)
        chosen = algorithm_named(name or default_algorithm(loaded))
        allowance = allowance or parse_budget(chosen.default_budget)
        chosen.check(loaded, allowance, options)  # before anything is compiled
        if not is_twin(loaded.rules):
            compile_game(loaded, SEARCH, reporter)
        start = loaded.new(dice) if position is None else _start(loaded, given, position, dice)

        def told(done: int, total: int, function: str) -> None:
            if done == 0 and function:
                reporter.compiles(f"the search of {loaded.name}")
            reporter.compiling(done, total, function)

        found = run(
            start,
            chosen.name,
            allowance,
            guide=guide,
            plies=plies,
            seed=dice,
            progress=told,
            tree=False if wanted is None else wanted.size,
            **options,
        )
    if wanted is not None and found.tree is not None:
        write(found.tree, wanted)
        found = replace(found, tree=None)
    if json:
        result = found.as_dict()
        about_run = {"seconds": result.pop("seconds")}
        about_game = {"preset": loaded.preset, "players": loaded.players, "seed": dice}
        print_json("search", run=about_run, result={**about_game, **result})
    else:
        show(found, start)


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


def _game_of(record: Record, file: Path, asked: str) -> Game:
    """The game that a record is of, which must be the one that is asked for."""
    with naming(file):
        if record.game != asked:
            raise BadRecord(f"the record is of {record.game}", hint=f"magnate search {record.game} --position {file}")
        return record.to_game()


def _start(game: Game, given: Record | Any, file: Path, seed: int) -> Position:
    """The position of a file: the last one of a record, or a set-up."""
    from ..engine.record import Record

    if not isinstance(given, Record):
        return game.setup(given, seed)
    with naming(file):
        return given.replay()
