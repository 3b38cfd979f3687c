"""What the review of a game is made of: decisions, events of chance, the curve, and a sheet for each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from .grades import Grade
from .moves import WholeMove

__all__ = [
    "KindSum",
    "LuckEvent",
    "Progress",
    "Review",
    "ReviewedDecision",
    "SeatSheet",
    "Shares",
    "Turn",
    "TurningPoint",
    "plain",
]

Shares = tuple[float, ...]
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much (0: not known)."""

DEAREST: Final = 3


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A whole move of ``seat``, from step ``at`` to before step ``end``, in the game's ``turn``.

    ``before`` and ``after`` are the shares of all seats around it. ``error`` is what it cost or gave each seat, beside
    the ``best`` move; for the seat itself never above 0. ``margin`` is the half width of the 95 % interval of the own
    error: 0 for exact values, None where it is not known. ``checked``: rollouts have judged it. ``label`` is
    inaccuracy, mistake or blunder if the lower bound of the loss supports it, and ``doubt`` what the loss alone would
    be called. ``unknown`` is what cards that the seat could not know made of it. ``alternatives`` are the moves that
    were compared, the best first, with what they are worth to all seats. ``repeated``: the seat has left out the best
    move before, when that lost nothing yet. Then only what it has come to be worth more counts, or what is lost now.
    """

    at: int
    end: int
    turn: int
    seat: int
    move: WholeMove
    forced: bool
    open: bool
    before: Shares
    after: Shares
    best: WholeMove
    error: Shares
    margin: float | None
    label: str
    doubt: str
    unknown: Shares
    alternatives: tuple[tuple[WholeMove, Shares], ...]
    repeated: bool = False
    checked: bool = False

    @property
    def loss(self) -> float:
        """What the move cost its own seat, from 0 on."""
        return -self.error[self.seat]


@dataclass(frozen=True, slots=True)
class LuckEvent:
    """What chance did at a step: the ``luck`` of all seats, a ``text``, and whether it was dice, a card or a draw.

    ``seat`` is whose dice or cards they were, -1 where they were nobody's. ``size`` is "lucky" or "very lucky" from 10
    and 20 points on, for the seat that it moved most.
    """

    at: int
    turn: int
    seat: int
    text: str
    luck: Shares
    kind: str
    size: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A point of the curve: the shares of all seats when a turn begins, before step ``at``."""

    at: int
    turn: int
    shares: Shares


@dataclass(frozen=True, slots=True)
class KindSum:
    """The decisions of a kind: how many, how many of them open, and their error, from 0 down."""

    decisions: int
    open: int
    error: float


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """A seat's column of the balance sheet, in shares.

    start + luck + own + others + drift + unknown = result. ``gifts`` says from whom ``others`` came (the own entry is
    0). ``error_rate`` is in points for 100 open decisions, None where there were none.
    ``luck_adjusted`` is the result without luck. ``stake`` is the sum of what decisions were about: by how much the
    best move leads the mean of those compared. ``grade`` says which part of it was lost, and like whom; None where
    nothing was at stake.
    """

    seat: int
    name: str
    place: int
    start: float
    luck: float
    own: float
    others: float
    drift: float
    unknown: float
    result: float
    gifts: Shares
    luck_by_kind: Mapping[str, float]
    errors_by_kind: Mapping[str, KindSum]
    open_decisions: int
    error_rate: float | None
    labels: Mapping[str, int]
    luck_adjusted: float
    stake: float
    grade: Grade | None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where the shares changed most at once: by chance or by a decision (``seat`` is whose), by ``change`` for all."""

    at: int
    turn: int
    seat: int
    text: str
    change: Shares


@dataclass(frozen=True, slots=True)
class Review:
    """A game's balance sheet. All numbers are shares of the win, from 0 to 1; a point is 0.01.

    ``source`` says where the worths come from: ``exact``, ``network`` or ``rollouts``, the latter with ``games`` each
    by ``policy``. Decisions were judged by what their seat knew. The sheet knows all cards, unless ``eyes`` are a
    seat's or a spectator's. ``refined`` decisions have values of rollouts, in which the agent ``refined_by`` has all
    seats. ``sampled`` of them were drawn by lot from those that seemed to cost nothing, and ``found`` of these cost
    something (by the lower bound of the loss). ``complete`` is False for a review that was interrupted while it was
    refined. Moves that a network says to be better by less than ``resolution`` count as no better. Of what it says
    that part counts which rollouts have shown to be real (:mod:`.gains`), unless the review is ``raw``. ``gap`` is by
    how much the sheet fails to add up: rounding alone.
    """

    game: str
    preset: str | None
    players: int
    names: tuple[str, ...]
    finished: bool
    steps: int
    seats: tuple[SeatSheet, ...]
    decisions: tuple[ReviewedDecision, ...]
    events: tuple[LuckEvent, ...]
    curve: tuple[Turn, ...]
    turning_points: tuple[TurningPoint, ...]
    sentences: tuple[str, ...]
    source: str
    policy: str
    games: int
    eyes: int | str
    depth: int
    refined: int
    refined_by: str
    sampled: int
    found: int
    complete: bool
    seed: int
    raw: bool
    resolution: float
    gap: float

    def dearest(self, seat: int | None = None, most: int = DEAREST) -> list[ReviewedDecision]:
        """The decisions that cost most, of one seat or of all."""
        found = [one for one in self.decisions if one.loss > 0 and seat in (None, one.seat)]
        return sorted(found, key=lambda one: (-one.loss, one.at))[:most]

    def to_json(self) -> dict[str, Any]:
        """The review as plain data, for ``json.dumps``."""
        return plain(self)

    def _repr_html_(self) -> str:
        """The chances of all seats as a picture, what decided the game, and what cost most, for notebooks."""
        from ..plots import html_table
        from ..plots.lines import shares_chart

        points = [(one.turn, one.shares) for one in self.curve]
        alike = len(set(self.names)) < self.players
        names = [f"seat {seat} ({name})" if alike else name for seat, name in enumerate(self.names)]
        curve = f"<div>{shares_chart('Chances to win', names, points, 'turn').svg()}</div>" if points else ""
        rows = [
            [self.names[one.seat], one.turn, one.move, one.best, f"{100 * one.loss:.1f}", one.label or one.doubt]
            for one in self.dearest()
        ]
        headings = ["player", "turn", "move", "better", "lost, in points", ""]
        words = "".join(f"<p>{escape(one)}</p>" for one in self.sentences)
        return curve + words + html_table("What decisions cost", headings, rows)


def plain(value: Any) -> Any:
    """Dataclasses, mappings and tuples as data for ``json.dumps``."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value
