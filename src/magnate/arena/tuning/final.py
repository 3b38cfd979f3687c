"""The final figure: a fixed number of games on deals that neither the search nor the gate saw, whatever comes out.

The sequential test stops when it looks good, so its share is too good; this one is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ..sprt import elo_of_share
from ..statistics import Estimate, estimate
from .evaluation import Evaluation

__all__ = ["FinalFigure", "elo_interval", "final_figure"]

BLOCK: Final = 500
"""Deals after which the journal is written."""


@dataclass(frozen=True, slots=True)
class FinalFigure:
    """What the candidate is worth.

    ``duel`` is its share alone among copies of the incumbent. ``pool`` and ``incumbent_pool`` are the mean shares of
    both against the pool on the same deals, ``gain`` their difference, ``against`` the two shares by opponent.
    ``games`` were played for each pair, ``played`` in all, of which a cap ended ``capped``.
    """

    duel: Estimate
    pool: Estimate
    incumbent_pool: Estimate
    gain: Estimate
    against: dict[str, tuple[float, float]]
    games: int
    players: int
    played: int
    capped: int

    def as_dict(self) -> dict[str, Any]:
        """The figure for JSON; Elo is that of the share, with P - 1 equal opponents."""
        return {
            "games_a_pair": self.games,
            "games": self.played,
            "capped": self.capped,
            "duel": self.duel.as_dict(),
            "elo": dict(zip(("mean", "low", "high"), elo_interval(self.duel, self.players), strict=True)),
            "pool": self.pool.as_dict(),
            "incumbent_pool": self.incumbent_pool.as_dict(),
            "gain": self.gain.as_dict(),
            "against": {spec: [round(share, 6) for share in shares] for spec, shares in self.against.items()},
        }


def elo_interval(share: Estimate, players: int) -> tuple[float | None, float | None, float | None]:
    """The difference in Elo points that a share means, and its interval; None where it is infinite or unknown."""
    ends = (share.mean, share.low, share.high)
    points = [None if end is None else elo_of_share(end, players) for end in ends]
    middle, low, high = (None if one is None or not np.isfinite(one) else round(one, 2) for one in points)
    return middle, low, high


def final_figure(evaluation: Evaluation, candidate: str) -> FinalFigure:
    """Play it out."""
    setting, duels = evaluation.setting, evaluation.duels
    incumbent, pool = setting.space.incumbent, setting.pool
    most = duels.deals(setting.final_games)
    blocks = [(first, min(first + BLOCK, most)) for first in range(0, most, BLOCK)]
    pairs = [(candidate, incumbent), *((one, other) for one in (candidate, incumbent) for other in pool)]
    missing = [last - first for first, last in blocks if f"final/{first}" not in evaluation.journal.entries]
    played = sum(duels.rivals(one, [other]) for one, other in pairs)
    evaluation.watcher.begin("final figure", sum(missing) * setting.game.players * played)
    entries = []
    for first, last in blocks:
        key = f"final/{first}"
        entry = evaluation.journal.get(key)
        if entry is None:
            found = evaluation.play("final", pairs, first, last)
            won = found.won
            parts = {
                "duel": won[0],
                "candidate": won[1 : 1 + len(pool)].sum(axis=0),
                "incumbent": won[1 + len(pool) :].sum(axis=0),
                "pairs": won.sum(axis=1),
                "games": found.games.sum(),
                "capped": found.capped.sum(),
            }
            entry = evaluation.journal.put(key, {name: part.tolist() for name, part in parts.items()})
        entries.append(entry)
    duel, ours, theirs = (
        np.concatenate([entry[name] for entry in entries]) for name in ("duel", "candidate", "incumbent")
    )
    shares = np.sum([entry["pairs"] for entry in entries], axis=0) / (most * duels.whole)
    games, capped = (sum(entry[name] for entry in entries) for name in ("games", "capped"))
    ours_met, theirs_met = (duels.rivals(one, pool) > 0 for one in (candidate, incumbent))
    return FinalFigure(
        duel=duels.share(duel, rivals=duels.rivals(candidate, [incumbent]) > 0),
        pool=duels.share(ours / len(pool), rivals=ours_met),
        incumbent_pool=duels.share(theirs / len(pool), rivals=theirs_met),
        gain=estimate((ours - theirs) / (len(pool) * duels.whole)),
        against={spec: (float(shares[1 + i]), float(shares[1 + len(pool) + i])) for i, spec in enumerate(pool)},
        games=most * setting.game.players,
        players=setting.game.players,
        played=games,
        capped=capped,
    )
