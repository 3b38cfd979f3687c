"""What the commands of ``magnate train`` print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from ..core.wording import rules_message
from .console import duration, note, stdout, table
from .drawing import plot_lines
from .match import signed
from .tournament_report import percent

if TYPE_CHECKING:
    from ..arena.match import MatchResult
    from ..learn.run_dir import Run
    from ..learn.training import Curve
    from .console import Reporter

__all__ = ["Alarm", "ProgressLine", "result_of", "short", "show", "show_evaluation", "status_of"]

PLOT = 56
NARROWEST = 16
CAPPED: Final = 0.2
"""The share of games that a cap ends from which on something is wrong."""
LOST: Final = 0.43
"""What a network wins against its own past from which on it is worse, and not only unlucky; 0.5 is even."""


def short(value: float | None) -> str:
    """A metric in four digits.

    >>> short(0.58714), short(12345.0), short(None)
    ('0.5871', '1.234e+04', '–')
    """
    return "–" if value is None else f"{value:.4g}"


class ProgressLine:
    """A watcher of the training that shows how far it is, the first metric, and when it will be done."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.total = self.done = 0
        self._before = 0
        self._started = self._since = 0.0

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:  # noqa: ARG002 - a watcher's signature
        """The first step of this process begins."""
        self.done = self._before = done
        self.total = total
        self._started = self._since = self.reporter.clock()
        self.reporter.says(f"{done}/{total} steps", 0)

    def games(self, played: int, games: int) -> None:
        """So many of the games of a step are played; what is left is guessed as if nothing else took time."""
        now = self.reporter.clock()
        rest = (now - self._since) * (games - played) / played
        ready = self.done - self._before
        each = (self._since - self._started) / ready if ready else now - self._since + rest
        share = (self.done + played / games) / self.total
        left = duration(rest + each * (self.total - self.done - 1))
        text = f"{self.done}/{self.total} steps  {100 * share:.0f}%  {played:,} of {games:,} games  eta {left}"
        self.reporter.says(text, share)

    def step(self, line: Mapping[str, float]) -> None:
        """A step is done."""
        self.done = int(line["step"])
        self._since = self.reporter.clock()
        each = (self._since - self._started) / (self.done - self._before)
        metrics = [(name, value) for name, value in line.items() if name not in {"step", "seconds"}]
        shown = "".join(f"  {name} {short(value)}" for name, value in metrics[:2])
        share = 100 * self.done / self.total
        left = duration(each * (self.total - self.done))
        self.reporter.says(f"{self.done}/{self.total} steps  {share:.0f}%{shown}  eta {left}", self.done / self.total)


class Alarm:
    """A watcher of the training that says once of each thing that goes wrong that it does."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.given: set[Callable[..., str]] = set()

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:
        """What was noted before an interrupt has been said."""

    def step(self, line: Mapping[str, float]) -> None:
        """A step is done."""
        for alarm in (_games_do_not_end, _its_past_beats_it, _tiles_are_not_played):
            said = alarm(line)
            if said and alarm not in self.given:
                self.given.add(alarm)
                self.reporter.close()
                note(f"alarm: {said}")


def _games_do_not_end(line: Mapping[str, float]) -> str:
    """What to say where a cap ends many games; nothing where all is well."""
    capped = line.get("capped", 0.0)
    if not capped > CAPPED:
        return ""
    return (
        f"a cap ended {100 * capped:.0f} % of the games of step {line['step']}; agents that learn not "
        "to play do so: more rule-based and random agents in the population help"
    )


def _its_past_beats_it(line: Mapping[str, float]) -> str:
    """What to say where the newest network loses to earlier ones; nothing where all is well."""
    share = line.get("against_past", 0.5)
    if not share < LOST:
        return ""
    return (
        f"against its own past the newest network wins {100 * share:.0f} % of what both win by step {line['step']}; it "
        "may learn in circles: more of past and of rule-based agents in the population helps (of the method values "
        "`magnate train rounds RUN` shows who beats whom)"
    )


def _tiles_are_not_played(line: Mapping[str, float]) -> str:
    """What to say where hardly any seat has flipped some dear tiles; nothing where all is well."""
    missing = int(line.get("uncovered", 0.0))
    if not missing:
        return ""
    return (
        f"{missing} of the groups of dear tiles were hardly flipped in step {line['step']}; what is never played "
        "cannot be learned: a longer line_until, more line_part and starts with cheap tiles off the mat help"
    )


def status_of(run: Run) -> dict[str, Any]:
    """How a run stands, for lists and JSON."""
    done, total = run.steps()
    plan = run.configuration.plan
    return {
        "name": run.name,
        "folder": str(run.path),
        "game": plan.game,
        "method": plan.method,
        "seed": plan.seed,
        "begun": run.about["begun"],
        "steps": done,
        "of": total or None,
        "finished": bool(total) and done == total,
    }


def result_of(run: Run) -> dict[str, Any]:
    """What the configuration alone decides: the same for each training by it, however often it was stopped."""
    lines = [{name: value for name, value in line.items() if name != "seconds"} for line in run.metrics()]
    done, total = run.steps()
    return {
        "name": run.name,
        "configuration": run.configuration.resolved,
        "hashes": run.about["hashes"],
        "steps": done,
        "of": total,
        "metrics": lines,
    }


def show(run: Run, curves: Sequence[Curve]) -> None:
    """Print a run's facts and its curves."""
    console = stdout()
    status, plan = status_of(run), run.configuration.plan
    game = run.configuration.game()
    steps = f"{status['steps']} of {status['of']} steps" if status["of"] else "not begun"
    facts = [game.info.title, f"{game.players} players", f"preset {rules_message(game)}", f"method {plan.method}"]
    console.print(" · ".join([*facts, f"seed {plan.seed}", steps]), soft_wrap=True, markup=False)
    for curve in curves:
        console.print()
        _show_curve(curve)


def _show_curve(curve: Curve) -> None:
    """One curve: its name and meaning, the plot with the highest and the lowest value, and its ends."""
    from rich.text import Text

    console = stdout()
    values = [value for _, value in curve.points]
    first, last = curve.points[0], curve.points[-1]
    console.print(Text.assemble((curve.heading, "bold"), f"  {short(values[0])} → {short(values[-1])}"))
    if curve.about:
        console.print(curve.about, style="dim", markup=False)
    if max(values) == min(values):
        return
    highest, lowest = short(max(values)), short(min(values))
    label = max(len(highest), len(lowest))
    width = max(NARROWEST, min(PLOT, console.width - label - 3))
    lines = plot_lines(curve.points, width)
    for number, line in enumerate(lines):
        edge = {0: highest, len(lines) - 1: lowest}.get(number, "")
        console.print(Text.assemble((f"{edge:>{label}} ", "dim"), ("│", "dim"), (line, "blue")))
    left, right = f"step {first[0]:g}", f"{last[0]:g}"
    console.print(Text(f"{'':>{label}}  {left}{right:>{width - len(left)}}", style="dim"))


def show_evaluation(title: str, results: Mapping[str, MatchResult]) -> None:
    """Print how a network fared: a line an opponent."""
    console = stdout()
    console.print(title, soft_wrap=True, markup=False)
    grid = table()
    for heading in ("against", "games", "share of the wins", "Elo"):
        grid.add_column(heading, justify="left" if heading == "against" else "right", no_wrap=True)
    for opponent, found in results.items():
        elo = signed(found.elo.mean) if isfinite(found.elo.mean) else "–"
        grid.add_row(opponent, f"{found.games:,}", percent(found.score), elo)
    console.print(grid)
