"""What ``magnate search`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..core.wording import rules_message
from ..search.tree import MOST_PLACES, apart, significant
from .console import counted, note, stdout, table

if TYPE_CHECKING:
    from ..agents.decision import Decision
    from ..core.game import Position
    from ..search import ActionReport, Report

__all__ = ["share", "show", "show_decision"]

MOST = 20
"""The most actions that are listed."""
SIGNS = {"<=": "≤ ", ">=": "≥ ", "~": "≈ "}
LEAST_PLACES = 4
"""The fewest decimal places of a value."""
STEPS = 12
"""The most steps of the best line that are listed."""


def share(value: float | None, bound: str = "=", places: int = LEAST_PLACES) -> str:
    """A value for people, with the sign of a bound.

    >>> share(0.70335005), share(0.25, "<="), share(0.70335005, places=6), share(None)
    ('0.7034', '≤ 0.2500', '0.703350', '')
    """
    if value is None:
        return ""
    return SIGNS.get(bound, "") + f"{value:.{places}f}"


def deviation(error: float | None) -> str:
    """A standard error for people, of two significant digits.

    >>> deviation(0.01429), deviation(0.0000123), deviation(0.0), deviation(None)
    ('0.014', '0.000012', '0', '')
    """
    return "" if error is None else f"{error:.{significant(error)}f}"


def places_of(listed: Sequence[ActionReport], seat: int) -> int:
    """The decimal places that a seat's values have: such that actions can be told apart as far as they differ.

    What is smaller than the smallest standard error's second digit is no difference.
    """
    places = apart((one.value[seat] for one in listed), LEAST_PLACES)
    errors = [one.error for one in listed if one.error]
    sure = significant(min(errors)) if errors else MOST_PLACES
    return min(places, max(LEAST_PLACES, sure))


def flipped(bound: str) -> str:
    """What a bound of one player's value is for its opponent."""
    return {"<=": ">="}.get(bound, bound)


def best_first(report: Report) -> list[ActionReport]:
    """The actions of a report, the chosen one first, then by their value; those of which nothing is known last."""

    def place(one: ActionReport) -> tuple[bool, float, bool, int]:
        value = one.value[report.seat]
        return one.id != report.action, float("inf") if value is None else -value, one.bound == "<=", one.id

    return sorted(report.actions, key=place)


def show(report: Report, position: Position) -> None:
    """Print a report to stdout, and how fast it went to stderr."""
    _show_position(position)
    _headline(f"{report.algorithm}, {report.budget}: {report.name}")
    _show_findings(report)


def show_decision(decision: Decision, position: Position) -> None:
    """Print what an agent does and the report of its search to stdout, and how fast that went to stderr."""
    _show_position(position)
    _headline(f"{decision.agent}: {decision.name}")
    about = [("agent", decision.about)] if decision.about else []
    if decision.report is None:
        _show_lines(about)
    else:
        _show_findings(decision.report, [*about, ("settings", decision.settings)])


def _show_position(position: Position) -> None:
    """Print what is searched."""
    game = position.game
    begun = "the beginning" if position.start is None else "a set-up"
    where = f"after {counted(position.steps, 'step')}" if position.steps else begun
    facts = [game.info.title, f"{game.players} players", f"preset {rules_message(game)}", where]
    facts.append(f"seat {position.to_move} to move")
    stdout().print(" · ".join(facts), markup=False, soft_wrap=True)


def _headline(text: str) -> None:
    stdout().print(text, markup=False, style="bold", soft_wrap=True)


def _show_findings(report: Report, more: Sequence[tuple[str, str]] = ()) -> None:
    """Print the actions and the figures of a report, and ``more`` of those."""
    console = stdout()
    console.print(_actions(report))
    hidden = len(report.actions) - MOST
    if hidden > 0:
        console.print(f"  … and {hidden} more actions (--json has all)\n", markup=False)
    _show_lines([*_lines(report), *more])
    speed = f" ({report.nodes / report.seconds:,.0f} nodes/s)" if report.seconds >= 0.001 else ""
    note(f"searched in {report.seconds:.3f} s{speed}")


def _show_lines(lines: Iterable[tuple[str, str]]) -> None:
    for name, text in lines:
        stdout().print(f"  {name:<12} {text}", markup=False, soft_wrap=True)


def _actions(report: Report) -> object:
    """The table of the actions: what each is worth, and how many nodes or simulations were spent on it."""
    known = [seat for seat, value in enumerate(report.value) if value is not None] or [report.seat]
    sampled = any(one.error is not None for one in report.actions)
    agreed = any(one.agreement is not None for one in report.actions)
    spent = ["error", "visits"] if sampled else ["nodes"]
    grid = table("action", numbers=[*(f"seat {seat}" for seat in known), *spent, *(["worlds"] if agreed else [])])
    listed = best_first(report)[:MOST]
    places = {seat: places_of(listed, seat) for seat in known}
    for one in listed:
        bounds = [one.bound if seat == report.seat else flipped(one.bound) for seat in known]
        values = [share(one.value[seat], bound, places[seat]) for seat, bound in zip(known, bounds, strict=True)]
        if sampled:
            values.append(deviation(one.error))
        counts = [f"{one.visits:,}", *([f"{one.agreement or 0:.0%}"] if agreed else [])]
        style = "bold" if one.id == report.action else None
        grid.add_row(one.name, *values, *counts, style=style)
    return grid


def _lines(report: Report) -> list[tuple[str, str]]:
    """The figures below the table."""
    steps = [f"({step.name})" if step.chance else step.name for step in report.variation]
    line = " ".join(steps[:STEPS]) + (" …" if len(steps) > STEPS else "")
    rolled = "; in brackets the likeliest outcome of chance" if any(step.chance for step in report.variation) else ""
    ahead = f"{counted(report.depth, 'move')} ahead, the longest line {counted(report.plies, 'step')}"
    cutoffs = counted(report.cutoffs, "cut-off")
    found = f"{counted(report.nodes, 'node')}, {report.evaluations:,} of them leaves; {cutoffs}"
    simulated = report.budget.startswith("sims") and not report.proven
    if simulated or any(one.error is not None for one in report.actions):
        found = f"{counted(report.nodes, 'node')} in {counted(report.evaluations, 'simulation')}"
    lines = [("best line", line + rolled), ("looked", ahead), ("visited", found)]
    if report.worlds > 1:
        lines.append(("worlds", f"all that seat {report.seat} cannot know was drawn {report.worlds:,} times"))
    if report.full:
        lines.append(("memory", _fullness(report)))
    return [*lines, ("this is", _meaning(report))]


def _fullness(report: Report) -> str:
    """What it did to a search that its pool was full."""
    times = "once" if report.full == 1 else f"{report.full:,} times"
    if report.algorithm == "ismcts":
        return f"the pool was full: {times} a simulation could not add what it met (give pool=… more nodes)"
    return f"the pool was full {times}: what was visited least was forgotten (give pool=… more nodes)"


def _meaning(report: Report) -> str:
    """What the values are."""
    if report.depth == 0:
        return "a guess: the budget did not suffice to look one move ahead"
    if report.proven:
        return "proven: every line went to the end of the game"
    if not report.exact:
        return "an estimate"
    return "exact for that depth; where a line goes on, the guide's estimate counts"
