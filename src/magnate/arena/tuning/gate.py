"""The gate: is the candidate better than the incumbent? A sequential test on deals that the search never saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ..sprt import Sprt, group_values
from .evaluation import Evaluation

__all__ = ["Gate", "pass_gate"]

BLOCK: Final = 500
"""Deals after which the test is looked at."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What the test came to: ``answer`` is "H1" (better), "H0" (not) or None when the games ran out.

    ``capped`` is how many of the ``games`` a cap ended.
    """

    test: Sprt
    answer: str | None
    llr: float
    games: int
    share: float
    capped: int

    @property
    def passed(self) -> bool:
        """Whether the candidate is better."""
        return self.answer == "H1"

    def as_dict(self) -> dict[str, Any]:
        """The gate for JSON."""
        test = self.test
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "bounds": [round(test.lower, 6), round(test.upper, 6)],
            "llr": round(self.llr, 6),
            "answer": self.answer,
            "games": self.games,
            "share": round(self.share, 6),
            "capped": self.capped,
        }


def pass_gate(evaluation: Evaluation, candidate: str) -> Gate:
    """Test the candidate against the incumbent, block by block."""
    setting, duels = evaluation.setting, evaluation.duels
    test = setting.test()
    most = duels.deals(setting.gate_games)
    pair = (candidate, setting.space.incumbent)
    blocks = [(first, min(first + BLOCK, most)) for first in range(0, most, BLOCK)]
    missing = [last - first for first, last in blocks if f"gate/{first}" not in evaluation.journal.entries]
    evaluation.watcher.begin("gate", sum(missing) * setting.game.players)
    seen: list[int] = []
    llr, answer, capped = 0.0, None, 0
    for first, last in blocks:
        key = f"gate/{first}"
        entry = evaluation.journal.get(key)
        if entry is None:
            found = evaluation.play("gate", [pair], first, last)
            entry = evaluation.journal.put(key, {"won": found.won[0].tolist(), "capped": int(found.capped[0])})
        seen += entry["won"]
        capped += entry["capped"]
        llr = float(test.llr(*group_values(np.array(seen) / duels.whole, setting.game.players)))
        answer = test.answer(llr, len(seen))
        if answer is not None:
            break
    share = sum(seen) / (len(seen) * duels.whole)
    return Gate(test, answer, llr, len(seen) * setting.game.players, share, capped)
