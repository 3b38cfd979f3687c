"""``magnate match``: is agent A better than agent B?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

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
from .console import DONE, INTERRUPTED, NO, Reporter, counted, exit_with, note, print_json, stdout
from .tournament_report import part, percent

if TYPE_CHECKING:
    from ..arena.match import Match, MatchResult
    from ..arena.plan import Plan
    from ..arena.sprt import Sprt
    from ..arena.statistics import Estimate


__all__ = ["signed"]


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

    Every deal is played with A in each seat. With --sprt the games go on until the answer is clear. The exit code is
    then 0 when A is stronger by E1 points, and 1 when it is not (or --games did not suffice). The result depends on the
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
    from .tournament import Clock

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


# --------------------------------------------------------------------------------------------------------------- Output


CELLS = 10


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign.

    >>> signed(21.44), signed(-2.944, 2), signed(-0.01), signed(float("-inf"))
    ('+21.4', '−2.94', '+0.0', '−∞')
    """
    text = f"{round(value, digits) + 0.0:+.{digits}f}"
    return text.replace("-", "−").replace("inf", "∞")


def bar(test: Sprt, llr: float) -> str:
    """Where the log-likelihood ratio stands between the bounds: empty is H0, full is H1.

    >>> from magnate.arena.sprt import Sprt
    >>> bar(Sprt(0, 10), 1.94), bar(Sprt(0, 10), -9.0)
    ('▮▮▮▮▮▮▮▮▯▯', '▯▯▯▯▯▯▯▯▯▯')
    """
    share = (llr - test.lower) / (test.upper - test.lower)
    full = min(max(round(share * CELLS), 0), CELLS)
    return "▮" * full + "▯" * (CELLS - full)


def status(state: Match) -> str:
    """The line while the match is played."""
    known = [f"{state.games:,} games", f"Elo {_elo(state.elo)}"]
    if state.superiority is not None:
        from ..arena.report.words import value

        known.append(f"LOS {value('likelihood', state.superiority)}")
    if state.test is not None and state.llr is not None:
        known.insert(0, f"{_ratio(state.test, state.llr)}  {bar(state.test, state.llr)}")
    return "   ".join(known)


def result_of(found: MatchResult) -> dict[str, Any]:
    """What the arguments alone decide: the same bytes however many games were played at a time."""
    plan = found.plan
    return {
        "game": plan.game,
        "rules_version": plan.rules_version,
        "preset": plan.preset,
        "options": plan.options,
        "players": plan.players,
        "on_failure": plan.on_failure,
        "agent_timeout": plan.agent_timeout,
        **found.as_dict(),
    }


def show(found: MatchResult, seconds: float, *, quiet: bool = False) -> None:
    """Print the result to stdout, and how fast it went to stderr."""
    plan, games, console = found.plan, found.played, stdout()
    agent, opponent = plan.agents[:2]
    others = "" if plan.players == 2 else f"{plan.players - 1} × "
    facts = [games.info.title, f"{plan.players} players", f"preset {plan.rules}"]
    facts += [f"{found.games:,} games on {counted(found.groups, 'deal')}", f"seed {plan.seed} (deals for gating)"]
    console.print(" · ".join(facts), markup=False, soft_wrap=True)
    console.print(f"{agent} v {others}{opponent}", markup=False, style="bold", soft_wrap=True)
    console.print()
    for name, text in _lines(found):
        console.print(f"  {name:<18} {text}", markup=False, soft_wrap=True)
    if found.test is not None and found.llr is not None:
        console.print()
        console.print(f"{_ratio(found.test, found.llr)}  {bar(found.test, found.llr)}", markup=False, soft_wrap=True)
        console.print(_answer(found, found.test), markup=False, soft_wrap=True)
    if found.test is not None and not quiet:
        note(
            "a test stops while luck is on its answer's side, which biases the score: for a figure, play without --sprt"
        )
    if seconds and not quiet:
        note(f"played in {seconds:.{1 if seconds >= 1 else 2}f} s ({found.games / seconds:,.0f} games/s)")


def _lines(found: MatchResult) -> list[tuple[str, str]]:
    """The figures, each with its name."""
    games = found.played
    capped = int(games.capped.sum())
    lines = [("score", f"{percent(found.score)} (even would be {100 / found.plan.players:.1f} %)")]
    lines.append(("Elo difference", _elo(found.elo)))
    if found.normalized_elo is not None:
        lines.append(("normalised Elo", signed(found.normalized_elo)))
    if found.superiority is not None:
        from ..arena.report.words import value

        lines.append(("superiority", f"{value('likelihood', found.superiority)} likely"))
    if found.correlation is not None:
        lines.append(("pair correlation", signed(found.correlation, 2)))
    lines.append(("ended by a cap", f"{part(capped, len(games))} of the games"))
    if capped and found.uncapped is not None:
        lines.append(("score without", f"{percent(found.uncapped)} in games that no cap ended"))
    return lines


def _answer(found: MatchResult, test: Sprt) -> str:
    """What the test says."""
    scale = "Elo" if test.model == "logistic" else "normalised Elo"
    agent, opponent = found.plan.agents[:2]
    if found.answer == "H1":
        return f"H1 accepted: {agent} is stronger than {opponent}, by {test.elo1:g} {scale} rather than {test.elo0:g}"
    if found.answer == "H0":
        return f"H0 accepted: {agent} is not stronger than {opponent} by {test.elo1:g} {scale}, rather by {test.elo0:g}"
    return f"no answer yet after {found.games:,} games: give more with --games"


def _ratio(test: Sprt, llr: float) -> str:
    return f"LLR {signed(llr, 2)}  ({signed(test.lower, 2)} … {signed(test.upper, 2)})"


def _elo(found: Estimate) -> str:
    return signed(found.mean) if found.margin is None else f"{signed(found.mean)} ± {found.margin:.1f}"
