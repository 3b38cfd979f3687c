"""Evaluating configurations: played once, noted in the journal, read from it when the search is resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..schedule import Purpose
from ..statistics import Estimate
from .duels import Duels, Played
from .journal import Journal
from .setting import Setting

__all__ = ["Evaluation", "Finalist", "Found", "Point", "Watcher"]


class Watcher(Protocol):
    """Who is told how far a search has come."""

    def begin(self, stage: str, games: int) -> None:
        """A stage begins, with so many games that are still to be played."""
        ...

    def more(self, games: int) -> None:
        """So many more games are finished."""
        ...


@dataclass(frozen=True, slots=True)
class Finalist:
    """A configuration of the last stage of a search: its share of the wins and its share against each opponent.

    ``games`` are those that it played there, ``capped`` those of them that a cap ended.
    """

    spec: str
    share: Estimate
    against: Mapping[str, float]
    games: int
    capped: int

    def as_dict(self) -> dict[str, Any]:
        """The finalist for the journal and for JSON."""
        return {
            "spec": self.spec,
            "share": self.share.as_dict(),
            "deals": self.share.deals,
            "against": self.against,
            "games": self.games,
            "capped": self.capped,
        }

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Finalist:
        """The inverse of :meth:`as_dict`."""
        share = Estimate(**entry["share"], deals=entry["deals"])
        return cls(entry["spec"], share, entry["against"], entry["games"], entry["capped"])


@dataclass(frozen=True, slots=True)
class Point:
    """What the picture shows of a configuration: when it was evaluated, in which stage, and what it came to."""

    number: int
    stage: int
    value: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search comes to: the table of its last stage, best first, and all its evaluations.

    The values of ``points`` are shares of the wins, or with ``relative`` what a share has more than the incumbent's
    on the same deals.
    """

    finalists: tuple[Finalist, ...]
    points: tuple[Point, ...]
    relative: bool
    evaluated: int

    def candidate(self, incumbent: str) -> str:
        """The best finalist but the incumbent."""
        return next((line.spec for line in self.finalists if line.spec != incumbent), incumbent)


class Evaluation:
    """Plays what the journal does not have yet."""

    def __init__(self, setting: Setting, duels: Duels, journal: Journal, watcher: Watcher) -> None:
        self.setting = setting
        self.duels = duels
        self.journal = journal
        self.watcher = watcher

    def missing(self, keys: Sequence[str]) -> int:
        """How many of these steps are still to be played."""
        return sum(key not in self.journal.entries for key in keys)

    def play(self, purpose: Purpose, pairs: Sequence[tuple[str, str]], first: int, last: int) -> Played:
        """Play pairs; see :meth:`~.duels.Duels.play`."""
        return self.duels.play(purpose, pairs, first, last, self.watcher.more)

    def pool_wins(
        self, key: str, spec: str, span: tuple[int, int], more: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """What a configuration wins of each opponent of the pool on the deals of the ``span``, as noted.

        The entry has ``won``, a whole number for each opponent, and ``more``.
        """
        entry = self.journal.get(key)
        if entry is None:
            won = self.play("tuning", [(spec, opponent) for opponent in self.setting.pool], *span).won
            entry = self.journal.put(key, {"spec": spec, **(more or {}), "won": won.sum(axis=1).tolist()})
        return entry

    def finals(self, stage: str, meetings: Mapping[str, Sequence[str]], span: tuple[int, int]) -> list[Finalist]:
        """A last stage: every spec against its opponents, on deals of its own; best first, with intervals."""
        keys = [f"{stage}/{number}" for number in range(len(meetings))]
        pairs = sum(
            self.duels.rivals(spec, opponents)
            for key, (spec, opponents) in zip(keys, meetings.items(), strict=True)
            if self.missing([key])
        )
        self.watcher.begin(stage, pairs * (span[1] - span[0]) * self.setting.game.players)
        lines = []
        for key, (spec, opponents) in zip(keys, meetings.items(), strict=True):
            entry = self.journal.get(key)
            if entry is None:
                found = self.play("tuning", [(spec, opponent) for opponent in opponents], *span)
                shares = [round(self.duels.share(row).mean, 6) for row in found.won]
                games, capped = (int(counts.sum()) for counts in (found.games, found.capped))
                share = self.duels.share(found.won, rivals=games > 0)
                line = Finalist(spec, share, dict(zip(opponents, shares, strict=True)), games, capped)
                entry = self.journal.put(key, line.as_dict())
            lines.append(Finalist.from_dict(entry))
        return sorted(lines, key=lambda line: -line.share.mean)  # stable: equal ones stay in the order of the search
