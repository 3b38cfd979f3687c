"""The loop of a training, and its metrics as curves, as a page and for TensorBoard."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any, Final, Protocol

from ..core.wording import rules_message
from ..errors import MissingExtra
from ..gpu.device import Device
from ..plots import STYLE, line_chart, reliability_chart
from ..skins import shown
from .method import Layout, Method, Task, nobody
from .run_dir import CONFIGURATION, Checkpoint

if TYPE_CHECKING:
    from ..core.game import Game
    from ..plots import Picture
    from .calibration import Phase, Reliability
    from .run_dir import Run


class Watcher(Protocol):
    """Receives the progress of a training."""

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:
        """``done`` of ``total`` steps were done before, of which ``lines`` has the metrics."""
        ...

    def step(self, line: Mapping[str, float]) -> None:
        """One more step is done: its number from 1 on, its seconds, and its metrics."""
        ...


def begin(
    run: Run,
    game: Game,
    threads: int = 1,
    listener: Callable[[int, int], None] = nobody,
    device: str | Device = "cpu",
) -> Method:
    """The method of a run at its beginning; ``listener`` and ``device`` as in :class:`.method.Task`."""
    configuration, who = run.configuration, Device.of(device)
    if not getattr(configuration.method, "ON_CARD", False):
        who.refuse(f"a card does not play the games of {configuration.plan.method}")
    task = Task(game, configuration.settings, configuration.plan.seed, threads, listener, who)
    return configuration.method.begin(task)


def restore(method: Method, kept: Checkpoint) -> None:
    """Put a method back to where it was, whatever the order in which the checkpoint has its outputs."""
    if isinstance(method, Layout) and kept.outputs and kept.outputs != method.outputs:
        method.restore(method.in_layout(kept.tensors, kept.outputs))
    else:
        method.restore(kept.tensors)


def train(
    run: Run,
    game: Game,
    watchers: list[Watcher],
    threads: int = 1,
    listener: Callable[[int, int], None] = nobody,
    device: str | Device = "cpu",
) -> Method:
    """Train from the last checkpoint of the run to its end; returns the method at its end.

    ``game`` is the run's (``run.configuration.game()``). Games may be played on so many ``threads``, which changes no
    result. ``listener`` receives the games of a long step (:class:`.method.Task`). ``device`` is ``cpu``, ``gpu``, or
    ``auto``, and plays the games where a GPU can.

    An interrupt, or whatever else ends the process, costs what was done since the last checkpoint.

    Raises :class:`~magnate.errors.CheckpointMismatch`, :class:`~magnate.errors.BadTraining` when another process trains
    in the folder, and :class:`~magnate.errors.MissingExtra` where torch is not installed.
    """
    with run.locked():
        method = begin(run, game, threads, listener, device)
        kept = run.load()
        done = 0 if kept is None else kept.step
        if done < method.total:
            run.check_opponents()
        if kept is not None and done:
            restore(method, kept)
        lines = run.forget_after(done)
        for watcher in watchers:
            watcher.begin(done, method.total, lines)
        saved = time.monotonic()
        for number in range(done, method.total):
            started = time.monotonic()
            metrics = method.step(number)
            line = {"step": number + 1, "seconds": round(time.monotonic() - started, 3), **metrics}
            run.note(line)
            for watcher in watchers:
                watcher.step(line)
            last = number + 1 == method.total
            if last or time.monotonic() - saved >= run.configuration.plan.checkpoint_seconds:
                outputs = method.outputs if isinstance(method, Layout) else {}
                run.save(Checkpoint(number + 1, method.total, method.tensors(), outputs=outputs))
                saved = time.monotonic()
        return method


# --------------------------------------------------------------------------------------------------------------- Curves


OWN: Final = ("step", "seconds")
"""What the loop notes of each step itself."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A metric: its name, what it means, and its points, each the number of a step and the value after it."""

    name: str
    about: str
    points: tuple[tuple[float, float], ...]

    @property
    def heading(self) -> str:
        """The name for people.

        >>> Curve("cross_entropy", "", ()).heading
        'Cross entropy'
        """
        return self.name.replace("_", " ").capitalize()


def curves_of(lines: Iterable[Mapping[str, float | None]], meanings: Mapping[str, str]) -> list[Curve]:
    """A curve for each metric in the lines of a run, in the order of ``meanings``; what was no number is left out."""
    points: dict[str, list[tuple[float, float]]] = {name: [] for name in meanings}
    for line in lines:
        step = line["step"]
        for name, value in line.items():
            if name not in OWN and value is not None and step is not None:
                points.setdefault(name, []).append((step, value))
    return [Curve(name, meanings.get(name, ""), tuple(found)) for name, found in points.items() if found]


def thinned(points: tuple[tuple[float, float], ...], most: int) -> list[tuple[float, float]]:
    """At most so many points: each the mean of as many neighbours as need be.

    >>> thinned(((1, 0.0), (2, 1.0), (3, 2.0), (4, 3.0)), 2)
    [(1.5, 0.5), (3.5, 2.5)]
    """
    if len(points) <= most:
        return list(points)
    ends = [round(number * len(points) / most) for number in range(most + 1)]
    return [_mean(points[first:last]) for first, last in pairwise(ends)]


def _mean(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# ---------------------------------------------------------------------------------------------------------- TensorBoard


class TensorBoard:
    """A watcher of the training that writes what it receives into a folder of TensorBoard's files.

    Raises :class:`~magnate.errors.MissingExtra` where the package tensorboard is not installed.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ModuleNotFoundError:
            raise MissingExtra(
                "files for TensorBoard need torch and the package tensorboard",
                hint="pip install 'magnate[learn,tensorboard]', or leave out --tensorboard",
            ) from None
        self._folder = folder
        self._make = SummaryWriter
        self._writer: Any = None

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:  # noqa: ARG002 - a watcher's signature
        """Write the steps that were done before, in place of whatever the folder held."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._writer = self._make(str(self._folder))
        for line in lines:
            self.step(line)

    def step(self, line: Mapping[str, float]) -> None:
        """Write the metrics of a step."""
        for name, value in line.items():
            if name != "step" and value is not None:
                self._writer.add_scalar(name, value, line["step"])

    def close(self) -> None:
        """Let what was written reach the disk."""
        if self._writer is not None:
            self._writer.close()


# ----------------------------------------------------------------------------------------------------------- The curves


MOST_POINTS: Final = 300
NARROW: Final = 330.0
"""The width of the pictures that small screens show instead."""


def page(run: Run) -> str:
    """The page of a run as it stands."""
    lines, plan = run.metrics(), run.configuration.plan
    curves = curves_of(lines, run.configuration.method.METRICS)
    done, total = run.steps()
    game = run.configuration.game()
    seconds = sum(line["seconds"] for line in lines)
    facts = [
        f"{shown(game.info.title)}, {game.players} players, preset {rules_message(game)}",
        f"method {plan.method}",
        f"{len(lines)} of {total} steps" if total else f"{len(lines)} steps",
        f"{seconds:,.0f} s of training",
        f"seed {plan.seed}",
        "finished" if total and done == total else "not finished",
    ]
    versions = ", ".join(f"{name} {number}" for name, number in run.about["versions"].items())
    return Template(_part("page.html")).substitute(
        title=escape(f"Training {run.name}"),
        style=_part("page.css") + STYLE,
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        curves="".join(_section(curve) for curve in curves) or "<p>No step is done yet.</p>",
        configuration=escape((run.path / CONFIGURATION).read_text(encoding="utf-8"), quote=False),
        footer=escape(f"Begun {run.about['begun']} · {versions}"),
    )


def _section(curve: Curve) -> str:
    """A heading, a sentence and the picture, in two widths of which the style shows one."""
    points = thinned(curve.points, MOST_POINTS)
    means = " Each point is the mean of its neighbours." if len(points) < len(curve.points) else ""
    note = f"<p class='note'>{escape(curve.about)}{means}</p>" if curve.about or means else ""
    pictures = _pictures(curve, points)
    return f"<section><h2>{escape(curve.heading)}</h2>{note}{pictures}</section>"


def _pictures(curve: Curve, points: Sequence[tuple[float, float]]) -> str:
    sizes: list[tuple[str, dict[str, Any]]] = [("wide", {}), ("narrow", {"width": NARROW})]
    drawn = [(kind, line_chart(curve.heading, points, "step", **size)) for kind, size in sizes]
    return "".join(f"<div class='{kind}'>{picture.inline()}</div>" for kind, picture in drawn)


def _part(name: str) -> str:
    return resources.files(__package__).joinpath("page", name).read_text(encoding="utf-8")


# ---------------------------------------------------------------------------------------------------------- Reliability


EXPLAINED = (
    "Each dot stands for the positions at which the network gave the seat that had just decided about this chance to "
    "win: how often it has won is its height. On the line what is said is true; the larger a dot, the more often it "
    "is said."
)


def reliability_picture(title: str, found: Reliability) -> Picture:
    """The reliability curve of one phase, or of all."""
    return reliability_chart(title, found.points)


def reliability_page(name: str, facts: Sequence[str], whole: Reliability, parts: Sequence[Phase]) -> str:
    """The page: the whole game, and then its phases."""
    sections = [_reliability_section("The whole game", whole, EXPLAINED)]
    sections += [
        _reliability_section(f"Choices {part.first:,} to {part.last:,} of a game", part.found, "") for part in parts
    ]
    return Template(_part("reliability.html")).substitute(
        title=escape(f"How true {name}'s win probabilities are"),
        style=_part("page.css") + STYLE,
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        sections="".join(sections),
    )


def _reliability_section(heading: str, found: Reliability, explained: str) -> str:
    sentence = (
        f"{explained} The mean difference (expected calibration error) is {100 * found.error:.2f} %, of which about "
        f"{100 * found.noise:.2f} % would be there by luck if all were true: {found.positions:,} positions of "
        f"{found.games:,} games."
    )
    drawn = reliability_picture(heading, found).inline()
    return f"<section><h2>{escape(heading)}</h2><p class='note'>{escape(sentence.strip())}</p>{drawn}</section>"
