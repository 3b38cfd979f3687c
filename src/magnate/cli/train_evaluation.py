"""``magnate train calibration | rounds``: how good the networks of a training are."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadAgent, BadTraining
from ..skins import shown
from .arguments import (
    JobsOption,
    JsonOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    QuietOption,
    SeedOption,
    complete_agents,
    complete_games,
    load_game,
    split_agents,
)
from .console import INTERRUPTED, Reporter, exit_with, note, print_json, stdout, table
from .train import RunArgument, opened, restored

if TYPE_CHECKING:
    from ..agents.learned.agent import NetworkAgent
    from ..agents.learned.spec import PolicyAgent
    from ..core.game import Game
    from ..learn.calibration import Phase, Reliability


__all__ = ["about_triples"]


# ------ ``magnate train calibration``: win probabilities beside results, on games that the network has not learned from


def calibration(
    name: Annotated[
        str,
        typer.Argument(
            metavar="RUN|AGENT",
            help="A training's name or folder, or an agent: magnate:2p.",
            autocompletion=complete_agents,
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", metavar="A,B,…", help="Who else plays (default: nobody but the network)."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=20, help="How many games are played.")] = 20_000,
    positions: Annotated[int, typer.Option("--positions", min=1, help="Positions that are looked at of each.")] = 16,
    seed: SeedOption = 1,
    game: Annotated[
        str, typer.Option("--game", "-g", help="What an agent plays.", autocompletion=complete_games)
    ] = "monopoly",
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE.html", help="Write the curves there (a run: into its folder)."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE.svg", help="Also draw the curve of the whole game there.")
    ] = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compare a network's win probabilities with what happens.

    magnate train calibration monopoly_student-1 --against strategic,algorithmic
    magnate train calibration magnate:2p --preset thesis --players 2
    magnate train calibration pig-1 --games 5000 --json

    Games are played on deals that no training plays: half of the seats are the network's, the others those of the
    agents named. The positions that the network's choices lead to are what it is asked about. A training is looked at
    in the game that it has learned, an agent in the game that the options say. What an agent plays by decides too: a
    policy is asked what it expects where it decides.
    """
    from ..agents.learned.spec import PolicyAgent
    from ..agents.loading import is_own
    from ..learn.evaluation import calibrated
    from ..learn.training import reliability_page
    from ..learn.training import reliability_picture as drawn

    started = time.perf_counter()
    with Reporter("calibration", quiet=quiet) as reporter:
        try:
            if ":" in name or is_own(game, name):
                loaded = load_game(game, preset, players, option)
                asked = _agent(name, loaded)
            else:
                if players or preset or option:
                    raise BadTraining(
                        f"the training {name} is looked at in the game that it has learned",
                        hint="leave out --players, --preset and --option",
                    )
                loaded, asked, page = _trained(name, page, reporter)
            opponents = split_agents(against) if against else []
            whole, parts = calibrated(
                asked, loaded, opponents, games, positions, seed, jobs or os.cpu_count() or 1, reporter.playing
            )
        except KeyboardInterrupt:
            reporter.close()
            note("interrupted; nothing was kept")
            exit_with(INTERRUPTED)
    from ..core.wording import rules_message  # which imports what games declare

    who = f"against {', '.join(opponents)} and itself" if opponents else "against itself"
    facts = [
        f"{shown(loaded.info.title)}, {loaded.players} players, preset {rules_message(loaded)}",
        who,
        f"{games:,} games, seed {seed}",
    ]
    if isinstance(asked, PolicyAgent):
        facts.append("choices are the policy's own")
    if page is not None:
        page.write_text(reliability_page(asked.name, facts, whole, parts), encoding="utf-8")
    if picture is not None:
        title = f"Win probabilities of {asked.name}"
        picture.write_text(drawn(title, whole).svg(f"on {games:,} games, seed {seed}"), encoding="utf-8")
    if json:
        running = {"seconds": round(time.perf_counter() - started, 3), "page": page and str(page)}
        result = {"name": asked.name, "games": games, "against": opponents, "seed": seed, "whole": _shown(whole)}
        result["phases"] = [{"first": part.first, "last": part.last, **_shown(part.found)} for part in parts]
        print_json("train.calibration", run=running, result=result)
        return
    _show(f"{asked.name} · {' · '.join(facts)}", whole, parts)
    if page is not None and not quiet:
        note(f"the curves: {page}")


def _trained(name: str, page: Path | None, reporter: Reporter) -> tuple[Game, NetworkAgent | PolicyAgent, Path]:
    """The game of a training, the agent that plays by its newest network, and where the page goes."""
    from ..learn.evaluation import newest

    found = opened(name)
    game = found.configuration.game(reporter.compiling)
    return game, newest(found, restored(found)), page or found.path / "calibration.html"


def _agent(spec: str, game: Game) -> NetworkAgent | PolicyAgent:
    """The agent of a spec, whose network has to say win probabilities."""
    from ..agents.learned.agent import NetworkAgent
    from ..agents.learned.spec import PolicyAgent
    from ..agents.spec import resolve

    agent = resolve(game.name, spec, game.players)
    if not isinstance(agent, NetworkAgent | PolicyAgent):
        raise BadAgent(
            f'no network of "{spec}" says win probabilities',
            hint="those of magnate:2p, magnate:official, ppo and network:FILE do, and those of magnate train list",
        )
    return agent


def _shown(found: Reliability) -> dict[str, Any]:
    return {
        "error": round(found.error, 6),
        "noise": round(found.noise, 6),
        "positions": found.positions,
        "games": found.games,
        "curve": [
            {"said": round(x, 6), "happened": round(y, 6), "part": round(part, 6)} for x, y, part in found.points
        ],
    }


def _show(title: str, whole: Reliability, parts: list[Phase]) -> None:
    console = stdout()
    console.print(title, soft_wrap=True, markup=False)
    grid = table()
    for heading in ("choices of a game", "positions", "games", "calibration error", "by luck alone"):
        grid.add_column(heading, justify="left" if heading.startswith("choices") else "right", no_wrap=True)
    rows = [("all", whole), *((f"{part.first:,} to {part.last:,}", part.found) for part in parts)]
    for about, found in rows:
        shares = (f"{100 * value:.2f} %" for value in (found.error, found.noise))
        grid.add_row(about, f"{found.positions:,}", f"{found.games:,}", *shares)
    console.print(grid)


# ----------------------------------------- ``magnate train rounds``: the networks of the last rounds against each other


def rounds(
    name: RunArgument,
    last: Annotated[int, typer.Option("--last", min=2, help="How many of the last rounds.")] = 10,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games of each ordered pair.")] = 1000,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play the networks of a training's rounds against one another.

    magnate train rounds pig-1
    magnate train rounds pig-1 --last 6 --games 4000

    A training that improves beats its past. One that learns in circles has intransitive triples of rounds (a beats b,
    b beats c, c beats a), which are counted.
    """
    from ..learn.evaluation import payoffs

    started = time.perf_counter()
    run = opened(name)
    with Reporter("rounds", quiet=quiet) as reporter:
        try:
            game = run.configuration.game(reporter.compiling)
            found = payoffs(run, restored(run), game, last, games, seed, jobs or os.cpu_count() or 1)
        except KeyboardInterrupt:
            reporter.close()
            note("interrupted; nothing was kept")
            exit_with(INTERRUPTED)
    if json:
        result = {
            "name": run.name,
            "rounds": list(found.rounds),
            "games": found.games,
            "shares": [[round(share, 6) for share in row] for row in found.shares.tolist()],
            "cycles": found.cycles,
            "margin": round(found.margin, 6),
        }
        print_json("train.rounds", run={"seconds": round(time.perf_counter() - started, 3)}, result=result)
        return
    console = stdout()
    title = (
        f"{run.name} · {found.games:,} games a pair · ± {100 * found.margin:.1f} · the round's share of the wins, in %"
    )
    console.print(title, soft_wrap=True, markup=False)
    grid = table()
    grid.add_column("round", justify="right")
    for number in found.rounds:
        grid.add_column(f"v {number}", justify="right", no_wrap=True)
    for number, row in zip(found.rounds, found.shares, strict=True):
        cells = [f"{100 * share:.1f}" for share in row]
        cells[found.rounds.index(number)] = "·"
        grid.add_row(str(number), *cells)
    console.print(grid)
    console.print(about_triples(found.cycles), soft_wrap=True, markup=False)


def about_triples(cycles: int) -> str:
    """What so many intransitive triples mean.

    >>> about_triples(0)
    'intransitive triples of rounds: none'
    """
    said = "intransitive triples of rounds: "
    if not cycles:
        return f"{said}none"
    return f"{said}{cycles}; it learns in circles: more of past and of rule-based agents in the population helps"
