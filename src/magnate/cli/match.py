"""``magnate match``: is agent A better than agent B?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..errors import BadOption, did_you_mean
from .arguments import (
    AgentTimeoutOption,
    JobsOption,
    JsonOption,
    OnFailureOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    QuietOption,
    SeedOption,
    complete_agents,
    complete_games,
    load_game,
)
from .compiling import compile_game, needed_by
from .console import DONE, INTERRUPTED, NO, exit_with, note, print_json
from .progress import Reporter

if TYPE_CHECKING:
    from ..arena.match import Match, MatchResult
    from ..arena.plan import Plan
    from ..arena.sprt import Sprt

__all__ = ["match"]

FIXED: Final = 10_000
MOST: Final = 200_000
"""Games where nobody says how many: without a sequential test, and with one at most."""


def match(
    agent: Annotated[str, typer.Argument(metavar="A", help="The agent in question.", autocompletion=complete_agents)],
    opponent: Annotated[
        str,
        typer.Argument(
            metavar="B", help="The agent it plays; at a larger table, all others.", autocompletion=complete_agents
        ),
    ],
    game: Annotated[
        str, typer.Option("--game", "-g", help="`magnate games` lists them.", autocompletion=complete_games)
    ] = "monopoly",
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="E0,E1",
            help="Play until it is clear whether A is stronger by E1 Elo points (H1) or only by E0 (H0).",
        ),
    ] = None,
    sprt_model: Annotated[
        str, typer.Option("--sprt-model", metavar="logistic|normalized", help="What a point means: see the docs.")
    ] = "logistic",
    alpha: Annotated[float, typer.Option("--alpha", help="How often H1 may be accepted where H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="How often H0 may be accepted where H1 is true.")] = 0.05,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help=f"Games (default: {FIXED:,}); with --sprt at most ({MOST:,})."),
    ] = None,
    seed: SeedOption = 1,
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    on_failure: OnFailureOption = "abort",
    agent_timeout: AgentTimeoutOption = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Tell whether agent A is better than agent B.

    magnate match strategic baseline --sprt 0,10
    magnate match strategic:late_game strategic --players 4 --games 20000 --json

    Every deal is played with A in each seat. With --sprt the games go on until the answer is clear, and the exit code
    is 0 when A is stronger by E1 points and 1 when it is not (or --games did not suffice). The result depends on the
    seed and not on --jobs; its deals are used by no tournament.
    """
    from ..arena.plan import parse_failure_policy

    with Reporter(f"{agent} v {opponent}", quiet=quiet) as reporter:
        loaded = load_game(game, preset, players, option)
        from ..arena.match import match_plan

        test = None if sprt is None else _test(sprt, sprt_model, alpha, beta, loaded.players)
        plan = match_plan(
            loaded,
            agent,
            opponent,
            games or (FIXED if test is None else MOST),
            seed=seed,
            on_failure=parse_failure_policy(on_failure),
            agent_timeout=agent_timeout,
        )
        if games not in {None, plan.games} and not quiet:
            note(f"{games} games are rounded up to {plan.games}: whole deals, each in {plan.players} rotations")
        found = _play(plan, test, jobs, reporter, json=json, quiet=quiet)
    exit_with(DONE if test is None or found.answer == "H1" else NO)


def _play(
    plan: Plan, test: Sprt | None, jobs: int | None, reporter: Reporter, *, json: bool, quiet: bool
) -> MatchResult:
    """Play the match and print what it shows."""
    from ..arena.executors import executor_for
    from ..arena.match import play_match
    from .match_report import result_of, show, status
    from .tournament_run import Clock

    clock = Clock(reporter)

    def tell(state: Match) -> None:
        clock.note(state.games)
        reporter.says(status(state) if state.groups else "starting", state.games / plan.games)

    executor = None
    try:
        compile_game(plan.load_game(), needed_by(plan), reporter, plan.agents)
        executor = executor_for(plan, jobs or 0)
        found = play_match(plan, test, executor, tell)
    except KeyboardInterrupt:
        reporter.close()
        note(f"interrupted: {clock.played:,} games were played; nothing was kept")
        exit_with(INTERRUPTED)
    finally:
        if executor is not None:
            executor.shutdown(wait=False)
    reporter.close()
    if json:
        running = {**clock.about_run(executor.jobs), "digests": plan.digests.model_dump(mode="json")}
        print_json("match", run=running, result=result_of(found))
    else:
        show(found, clock.seconds, quiet=quiet)
    return found


def _test(bounds: str, model: str, alpha: float, beta: float, players: int) -> Sprt:
    """The test that the options ask for."""
    from ..arena.sprt import MODELS, Sprt

    if model not in MODELS:
        raise BadOption(f'--sprt-model cannot be "{model}"', hint=did_you_mean(model, MODELS))
    try:
        elo0, elo1 = map(float, bounds.split(","))
    except ValueError:
        raise BadOption(f'--sprt needs two numbers, not "{bounds}"', hint="write for example --sprt 0,10") from None
    try:
        return Sprt(elo0, elo1, alpha, beta, players, model)
    except ValueError as error:
        raise BadOption(str(error), hint="write for example --sprt 0,10 --alpha 0.05 --beta 0.05") from None
