"""What ``magnate tune`` prints: the last round, what was found, the gate and the final figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.wording import rules_message
from .console import narrow, stdout, table
from .match_report import signed
from .tournament_report import part, percent

if TYPE_CHECKING:
    from rich.console import Console

    from ..arena.statistics import Estimate
    from ..arena.tuning.final import FinalFigure
    from ..arena.tuning.gate import Gate
    from ..arena.tuning.search import Tuned

__all__ = ["show"]


def show(found: Tuned) -> None:
    """Print everything to stdout."""
    setting, console = found.setting, stdout()
    facts = [
        setting.game.info.title,
        f"{setting.game.players} players",
        f"preset {rules_message(setting.game)}",
        f"{found.found.evaluated:,} configurations by {setting.method}",
        f"{setting.games:,} games a pair",
        f"seed {setting.seed}",
    ]
    console.print(" · ".join(facts))
    console.print(f"pool: {', '.join(setting.pool)}", soft_wrap=True, markup=False)
    console.print()
    console.print("last round:")
    console.print(_last_round(found))
    console.print(_parameters(found))
    console.print(f"candidate: {found.candidate}", soft_wrap=True, markup=False)
    console.print()
    console.print(f"gate: {_gate_line(found.gate)}", soft_wrap=True, markup=False)
    _show_final(console, found.final, setting.space.incumbent)
    console.print()
    verdict = "better" if found.gate.passed else "not shown to be better"
    console.print(f"The candidate is {verdict} than {setting.space.incumbent}.", soft_wrap=True, markup=False)


def _gate_line(gate: Gate) -> str:
    """The sequential test in a line."""
    test = gate.test
    answers = {"H1": "passed", "H0": "failed", None: "undecided"}
    return (
        f"{answers[gate.answer]} · LLR {signed(gate.llr, 2)} ({signed(test.lower, 2)} … {signed(test.upper, 2)}) · "
        f"Elo [{test.elo0:g}, {test.elo1:g}] · {gate.games:,} games · share {100 * gate.share:.1f} % · "
        f"ended by a cap {part(gate.capped, gate.games)}"
    )


def _last_round(found: Tuned) -> object:
    """The finalists; long specs would hide the numbers, so the candidate's stands below and all are in the result."""
    grid = table(show_edge=not narrow())
    opponents = list(dict.fromkeys(name for line in found.found.finalists for name in line.against))
    named = found.setting.method == "evolution" and not narrow() and len(opponents) <= 4
    grid.add_column("#", justify="right")
    grid.add_column("configuration", overflow="fold")
    for heading in ("win share", "deals", "capped", *(opponents if named else ())):
        grid.add_column(heading, justify="right")
    incumbent = found.setting.space.incumbent
    for rank, line in enumerate(found.found.finalists, 1):
        name = f"{incumbent} (incumbent)" if line.spec == incumbent else f"found {rank}"
        name += " (candidate)" if line.spec == found.candidate else ""
        against = [f"{100 * line.against[name]:.1f} %" for name in opponents] if named else []
        capped = part(line.capped, line.games) if line.games else ""
        grid.add_row(str(rank), name, percent(line.share), f"{line.share.deals:,}", capped, *against)
    return grid


def _parameters(found: Tuned) -> object:
    """What the candidate changes."""
    from ..arena.tuning.space import compiled

    setting = found.setting
    ours, theirs = (compiled(setting.game.name, spec).row for spec in (found.candidate, setting.space.incumbent))
    grid = table(show_edge=not narrow())
    grid.add_column("parameter")
    for heading in ("incumbent", "candidate", "searched"):
        grid.add_column(heading, justify="right")
    for one in setting.space.parameters:
        searched = f"{one.low:g} to {one.high:g}" if one.free else "fixed"
        grid.add_row(one.name, f"{theirs[one.index]:g}", f"{ours[one.index]:g}", searched)
    return grid


def _show_final(console: Console, final: FinalFigure, incumbent: str) -> None:
    from ..arena.tuning.final import elo_interval

    mean, low, high = elo_interval(final.duel, final.players)
    elo = "" if mean is None else f" · Elo {signed(mean)}"
    elo += "" if low is None or high is None else f" ({signed(low)} to {signed(high)})"
    even = f"even is {100 / final.players:.1f} %"
    console.print(f"final figure, {final.games:,} games a pair on deals of their own ({even}):", soft_wrap=True)
    console.print(f"  against {incumbent}: {percent(final.duel)}{elo}", soft_wrap=True, markup=False)
    both = f"{percent(final.pool)}, the incumbent {percent(final.incumbent_pool)}"
    console.print(f"  against the pool: {both}, a gain of {_points(final.gain)}", soft_wrap=True, markup=False)
    for spec, (ours, theirs) in final.against.items():
        console.print(f"    {100 * ours:5.1f} % ({100 * theirs:.1f} %) {spec}", soft_wrap=True, markup=False)
    if final.played:
        console.print(f"  ended by a cap: {part(final.capped, final.played)} of these games", soft_wrap=True)


def _points(gain: Estimate) -> str:
    """A difference of shares in points, with its interval."""
    margin = "" if gain.margin is None else f" ± {100 * gain.margin:.1f}"
    return f"{signed(100 * gain.mean)}{margin} points"
