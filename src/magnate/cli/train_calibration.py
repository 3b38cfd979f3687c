"""``magnate train calibration``: how true a network's win probabilities are on games that it has not learned from."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.wording import rules_message
from ..errors import BadAgent, BadTraining
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
from .console import INTERRUPTED, exit_with, note, print_json, stdout, table
from .progress import Reporter
from .train import opened, restored

if TYPE_CHECKING:
    from ..agents.learned.agent import NetworkAgent
    from ..agents.learned.policy_agent import PolicyAgent
    from ..core.game import Game
    from ..learn.calibration import Phase, Reliability

__all__ = ["calibration"]


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
    games: Annotated[int, typer.Option("--games", "-n", min=100, help="How many games are played.")] = 20_000,
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
    from ..agents.learned.policy_agent import PolicyAgent
    from ..agents.own_spec import is_own
    from ..learn.evaluation import calibrated
    from ..learn.page.reliability import picture as drawn
    from ..learn.page.reliability import reliability_page

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
    who = f"against {', '.join(opponents)} and itself" if opponents else "against itself"
    facts = [
        f"{loaded.info.title}, {loaded.players} players, preset {rules_message(loaded)}",
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
    from ..agents.learned.policy_agent import PolicyAgent
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
