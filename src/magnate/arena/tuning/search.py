"""A whole run: the search, the gate, the final figure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import evolution, rounds
from .duels import Duels
from .evaluation import Evaluation, Found, Watcher
from .final import FinalFigure, final_figure
from .gate import Gate, pass_gate
from .journal import Journal
from .setting import Setting

__all__ = ["Tuned", "tune"]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of a run; ``candidate`` is the configuration found, which is better only if the gate was passed."""

    setting: Setting
    found: Found
    candidate: str
    gate: Gate
    final: FinalFigure

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON: what the setting alone decides."""
        return {
            **self.setting.about(),
            "evaluated": self.found.evaluated,
            "last_round": [line.as_dict() for line in self.found.finalists],
            "candidate": self.candidate,
            "gate_result": self.gate.as_dict(),
            "final": self.final.as_dict(),
            "better": self.gate.passed,
        }


def tune(setting: Setting, folder: Path, watcher: Watcher, *, jobs: int = 1, resume: bool = False) -> Tuned:
    """Search, test and measure; whatever is played is noted in ``folder``, and read from there with ``resume``.

    Raises :class:`~magnate.errors.BadTuning` for an impossible setting or a folder with something else.
    """
    setting.check()
    with Journal(folder, {**setting.about(), "code": setting.code()}, resume=resume) as journal:
        evaluation = Evaluation(setting, Duels(setting.game, setting.seed, jobs), journal, watcher)
        method = evolution.search if setting.method == "evolution" else rounds.search
        found = method(evaluation)
        candidate = found.candidate(setting.space.incumbent)
        gate = pass_gate(evaluation, candidate)
        return Tuned(setting, found, candidate, gate, final_figure(evaluation, candidate))
