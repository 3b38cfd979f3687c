"""What a match prints: a line while it is played, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..arena.report.words import value
from .console import note, stdout
from .tournament_report import counted, part, percent

if TYPE_CHECKING:
    from ..arena.match import Match, MatchResult
    from ..arena.sprt import Sprt
    from ..arena.statistics import Estimate

__all__ = ["bar", "result_of", "show", "signed", "status"]

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
