"""``magnate train``: networks learn to play."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from ..errors import BadTraining, MissingFile, did_you_mean
from .arguments import DeviceOption, JobsOption, JsonOption, QuietOption, SeedOption, split_agents
from .console import INTERRUPTED, Reporter, exit_with, note, print_json, stdout, table

if TYPE_CHECKING:
    from ..arena.match import MatchResult
    from ..learn.method import Method
    from ..learn.run_dir import Run
    from ..learn.training import TensorBoard

__all__ = ["RunArgument", "evaluate", "export", "list_runs", "opened", "restored", "resume", "run", "show"]


def complete_configurations(incomplete: str) -> list[str]:
    """The configurations that come with magnate whose names begin so."""
    from ..learn.config import example_names

    return [name for name in example_names() if name.startswith(incomplete)]


def complete_runs(incomplete: str) -> list[str]:
    """The runs in the default folder whose names begin so."""
    return [path.name for path in _run_paths(None) if path.name.startswith(incomplete)]


RunArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="RUN", help="A run by its name in `magnate train list`, or its folder.", autocompletion=complete_runs
    ),
]
BoardOption: TypeAlias = Annotated[bool, typer.Option("--tensorboard", help="Also write files for TensorBoard.")]


def run(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="A TOML file, or the name of a configuration that comes with magnate.",
            autocompletion=complete_configurations,
        ),
    ],
    change: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="KEY=VALUE", help="Change one key, such as values.rounds=3."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The run's folder (default: in your data folder).")] = None,
    tensorboard: BoardOption = False,
    jobs: JobsOption = None,
    device: DeviceOption = "cpu",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Train what a configuration asks for.

    magnate train run pig
    magnate train run my.toml --set seed=2 --out runs/two

    Everything is kept in a folder, so that a training that was stopped goes on with `magnate train resume`. The result
    depends on the configuration and not on --jobs.
    """
    from ..learn.config import read
    from ..learn.fitting import torch_for_training
    from ..learn.run_dir import Run, default_folder

    configuration = read(config, change or ())
    torch_for_training()  # without it no folder is begun, which would be in the way afterwards
    folder = out if out is not None else default_folder() / f"{configuration.name}-{configuration.plan.seed}"
    board = _board(folder, wanted=tensorboard)
    _train(Run.create(folder, configuration), board, jobs, device, json=json, quiet=quiet)


def resume(
    name: RunArgument,
    tensorboard: BoardOption = False,
    jobs: JobsOption = None,
    device: DeviceOption = "cpu",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Go on with a training that was stopped.

    magnate train resume pig-1
    magnate train resume runs/two --tensorboard

    It goes on from its last checkpoint and comes to the same networks, to the bit, as if it had never been stopped.
    """
    found = opened(name)
    _train(found, _board(found.path, wanted=tensorboard), jobs, device, json=json, quiet=quiet)


def list_runs(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="Where to look (default: in your data folder).")
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the trainings that are kept.

    magnate train list
    magnate train list runs --json
    """
    from .train_report import status_of

    place = _place(folder)
    if folder is not None and not folder.is_dir():
        raise _no_folder(folder)
    found = [status_of(_opened(path)) for path in _run_paths(folder)]
    if json:
        print_json("train.list", run={"folder": str(place)}, result=found)
        return
    if not found:
        note(f"no trainings in {place}")
        return
    grid = table()
    for heading in ("run", "game", "method", "seed", "steps", "begun (UTC)"):
        grid.add_column(heading, justify="right" if heading in {"seed", "steps"} else "left", no_wrap=True)
    for one in sorted(found, key=lambda one: one["begun"]):
        steps = f"{one['steps']:,}/{one['of']:,}" if one["of"] else "–"
        begun = one["begun"][:16].replace("T", " ")
        grid.add_row(Path(one["folder"]).name, one["game"], one["method"], str(one["seed"]), steps, begun)
    stdout().print(grid)


def show(name: RunArgument, json: JsonOption = False, quiet: QuietOption = False) -> None:
    """Show the curves of a training.

    magnate train show pig-1
    magnate train show runs/two --json

    The same curves are written into the run's folder as a page, curves.html.
    """
    from .train_report import result_of, status_of

    found = opened(name)
    page = _write_page(found)
    if json:
        print_json("train.show", run=status_of(found), result=result_of(found))
        return
    _show(found)
    if not quiet:
        note(f"the same as a page: {page}")


def export(
    name: RunArgument,
    network: Annotated[
        str | None, typer.Option("--network", help="Which network, where a run has several (default: the first).")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The file (default: the network's name).")] = None,
    json: JsonOption = False,
) -> None:
    """Write a network of a training into a file, with which `network:FILE` plays.

    magnate train export pig-1 --out pig.safetensors
    magnate train export runs/two
    """
    from ..learn.run_dir import write_network

    found = opened(name)
    file = write_network(found, restored(found), network, out)
    if json:
        print_json("train.export", run={"folder": str(found.path)}, result={"file": str(file)})
    else:
        stdout().print(str(file), markup=False, soft_wrap=True)


def evaluate(
    name: RunArgument,
    against: Annotated[
        list[str] | None, typer.Option("--against", "-a", metavar="A,B,…", help="The opponents (default: random).")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games against each.")] = 2000,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play what was learnt against other agents.

    magnate train eval pig-1 --against random --games 10000
    magnate train eval runs/two --against random --json

    Every deal is played with the network in each seat, on deals that no training plays. The network is written into the
    run's folder; `magnate match network:FILE AGENT` plays it elsewhere.
    """
    from ..agents.learned.spec import NETWORK
    from ..learn.run_dir import write_network

    started = time.perf_counter()
    found = opened(name)
    game = found.configuration.game()
    file = write_network(found, restored(found))
    opponents = split_agents(against) or ["random"]
    player = f"{getattr(found.configuration.method, 'PLAYER', NETWORK)}:{file}"
    results = {}
    with Reporter("eval", quiet=quiet) as reporter:
        try:
            for opponent in opponents:
                results[opponent] = _played(game, player, opponent, games, seed, jobs, reporter)
        except KeyboardInterrupt:
            reporter.close()
            note("interrupted; nothing was kept")
            exit_with(INTERRUPTED)
    if json:
        shown = [{"opponent": one, **played.as_dict()} for one, played in results.items()]
        running = {"seconds": round(time.perf_counter() - started, 3), "file": str(file)}
        print_json("train.eval", run=running, result={"name": found.name, "game": game.name, "against": shown})
        return
    from .train_report import show_evaluation

    even = f"even is {100 / game.players:.1f} %"
    show_evaluation(f"{found.name} · {game.info.title} · {game.players} players · seed {seed} · {even}", results)


# ------------------------------------------------------------------------------------------------------- the parts


def _board(folder: Path, *, wanted: bool) -> TensorBoard | None:
    """What writes files for TensorBoard, if anybody wants them; it refuses before a run's folder is begun."""
    from ..learn.training import TensorBoard

    return TensorBoard(folder / "tensorboard") if wanted else None


def _train(found: Run, board: TensorBoard | None, jobs: int | None, device: str, *, json: bool, quiet: bool) -> None:
    """Train until the end, and show what came of it."""
    from ..gpu.device import Device
    from ..learn.run_dir import write_all
    from ..learn.training import Watcher, train
    from .train_report import Alarm, ProgressLine, result_of

    started = time.perf_counter()
    with Reporter("train", quiet=quiet) as reporter:
        line = ProgressLine(reporter)
        watchers: list[Watcher] = [line, Alarm(reporter)]
        if board is not None:
            watchers.append(board)
        if not quiet:
            note(f"{found.name}: the run is kept in {found.path}")
        try:
            game = found.configuration.game(reporter.compiling)
            method = train(found, game, watchers, jobs or os.cpu_count() or 1, line.games, Device(device, note))
        except KeyboardInterrupt:
            reporter.close()
            kept, _ = found.steps()
            done = f"in step {line.done + 1} of {line.total}" if line.total else "before the first step"
            note(f"interrupted {done}; {kept} steps are kept: magnate train resume {_called(found)} goes on")
            exit_with(INTERRUPTED)
        finally:
            if board is not None:
                board.close()
    files = write_all(found, method)
    page = _write_page(found)
    if json:
        print_json("train", run=_about_run(found, started, jobs), result=result_of(found))
        return
    _show(found)
    if not quiet:
        note(
            f"trained in {time.perf_counter() - started:,.1f} s; curves: {page}; networks: {', '.join(map(str, files))}"
        )


def _about_run(found: Run, started: float, jobs: int | None) -> dict[str, Any]:
    """All that may differ between two trainings with the same result."""
    return {
        "seconds": round(time.perf_counter() - started, 3),
        "jobs": jobs or os.cpu_count() or 1,
        "folder": str(found.path),
        "host": platform.node(),
        "system": platform.platform(),
        "versions": found.about["versions"],
    }


def _played(
    game: Any, player: str, opponent: str, games: int, seed: int, jobs: int | None, reporter: Reporter
) -> MatchResult:
    """A match of the network against an agent."""
    from ..arena.executors import executor_for
    from ..arena.match import Match, match_plan, play_match
    from .compiling import compile_game, needed_by

    plan = match_plan(game, player, opponent, games, seed=seed)
    compile_game(plan.load_game(), needed_by(plan), reporter, plan.agents)
    executor = executor_for(plan, jobs or 0)
    reporter.stage(f"eval v {opponent}")

    def tell(state: Match) -> None:
        reporter.playing(state.games, plan.games)

    try:
        return play_match(plan, None, executor, tell)
    finally:
        executor.shutdown(wait=False)


def restored(found: Run) -> Method:
    """The method of a run as its last checkpoint has it."""
    from ..learn.training import begin, restore

    kept = found.load()
    if kept is None:
        raise BadTraining(f"{found.path} has no checkpoint yet", hint=f"magnate train resume {_called(found)} goes on")
    method = begin(found, found.configuration.game())
    restore(method, kept)
    return method


def _write_page(found: Run) -> Path:
    from ..learn.run_dir import replace_file
    from ..learn.training import page

    file = found.path / "curves.html"
    replace_file(file, page(found).encode())
    return file


def _show(found: Run) -> None:
    from ..learn.training import curves_of
    from .train_report import show as show_run

    show_run(found, curves_of(found.metrics(), found.configuration.method.METRICS))


def _place(folder: Path | None) -> Path:
    from ..learn.run_dir import default_folder

    return default_folder() if folder is None else folder


def _no_folder(path: Path) -> MissingFile:
    return MissingFile(f"there is no folder {path}", hint="magnate train list names the trainings that are kept")


def _run_paths(folder: Path | None) -> list[Path]:
    """The folders of the runs that lie in a folder."""
    return sorted(about.parent for about in _place(folder).glob("*/run.json"))


def _opened(path: Path) -> Run:
    from ..learn.run_dir import Run

    return Run.open(path)


def opened(name: str) -> Run:
    """The run of that name, or in that folder."""
    path = Path(name)
    if path.is_dir():
        return _opened(path)
    if path.name != name:
        raise _no_folder(path)
    known = {path.name: path for path in _run_paths(None)}
    if name not in known:
        raise BadTraining(f'there is no training "{name}"', hint=did_you_mean(name, known))
    return _opened(known[name])


def _called(found: Run) -> str:
    """How a command names a run: by its name alone where it lies in the default folder."""
    return found.path.name if found.path.parent == _place(None) else str(found.path)
