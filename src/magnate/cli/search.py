"""``magnate search``: what an algorithm finds in a position."""

from __future__ import annotations

import json as json_text
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadRecord, BadSetup
from .arguments import GameArgument, JsonOption, OptionOption, PlayersOption, PresetOption, SeedOption, load_any_game
from .compiling import SEARCH, compile_game
from .console import print_json
from .progress import Reporter

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.position import Position

__all__ = ["search"]


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

    Without --position the game's beginning is searched. Algorithms: minimax, alphabeta, ordered (two players, no
    dice); expectiminimax, star1, star2 (two players); maxn:ties=first|last|worst|random, paranoid, mcts
    (any game); ismcts, determinised:worlds=16 (games with something hidden).
    """
    from ..engine.edge import checked_seed
    from ..engine.loader import is_twin
    from ..search import parse_algorithm, parse_budget
    from ..search import search as run
    from .search_report import show
    from .search_tree import asked, write

    name, options = (None, {}) if algorithm is None else parse_algorithm(algorithm)
    wanted = asked(tree, tree_format, tree_nodes, tree_depth)
    allowance, dice = None if budget is None else parse_budget(budget), checked_seed(seed)
    with Reporter(game) as reporter:
        loaded = load_any_game(game, preset, players, option)
        if not is_twin(loaded.rules):
            compile_game(loaded, SEARCH, reporter)
        start = loaded.new(dice) if position is None else _read(loaded, position, dice)

        def told(done: int, total: int, function: str) -> None:
            if done == 0 and function:
                reporter.compiles(f"the search of {loaded.name}")
            reporter.compiling(done, total, function)

        found = run(
            start,
            name,
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


def _read(game: Game, file: Path, seed: int) -> Position:
    """The position of a file: a set-up, or the last one of a record of this game."""
    from ..engine.record import Record
    from ..engine.record_file import KIND
    from .records import naming

    text = file.read_text(encoding="utf-8")
    try:
        data = json_text.loads(text)
    except ValueError as error:
        raise BadSetup(
            f"{file} is no JSON: {error}", hint="give a set-up (see Position.to_setup) or a record"
        ) from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        return game.setup(data, seed)
    with naming(file):
        record = Record.from_json(text)
        if record.game != game.name:
            raise BadRecord(f"the record is of {record.game}", hint=f"magnate search {record.game} --position {file}")
        return record.replay()
