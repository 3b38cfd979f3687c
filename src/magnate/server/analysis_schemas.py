"""The requests and answers of the review board: the shapes of reviews, trades, odds and lines of a game.

Shares are from 0 to 1, one a seat, and add up to 1; changes of them add up to 0. A point is 0.01. ``at`` counts the
steps of the table, as everywhere: the position after so many decisions, each with the chance that followed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from .protocol import ActionName, Message, SeatNumber, Shape, View, Whole
from .schemas import Problem

MOST_TEXT: Final = 30_000
"""Letters of a position that somebody has written: twice what the longest of Brass takes."""
Shares: TypeAlias = list[float]
Source: TypeAlias = Literal["exact", "network", "rollouts"]
Assumes: TypeAlias = Literal["", "window", "turn"]
"""Where a seat could not make an offer by itself: it is let into a window before the next throw, or has its turn."""
Words: TypeAlias = dict[str, str]
"""A sentence in each language, by the language's code."""
Item: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
Items: TypeAlias = Annotated[list[Item], Field(max_length=12)]
Cash: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Language: TypeAlias = Literal["en", "fa", "ro"]


# ----------------------------------------------------------------------------------------- the review of a game


class TurnStart(Shape):
    """The game's ``turn`` began after ``at`` steps."""

    at: Whole
    turn: Whole


class CurvePoint(TurnStart):
    """The chances of all seats after ``at`` steps, when the game's ``turn`` began."""

    shares: Shares


class MoveLine(Shape):
    """A whole move: what it is in words, its actions by their names, and the chances of all seats after it.

    ``m`` are messages one after another; ``text`` is the same in English. ``margin`` is the half width of the 95 %
    interval of the own chance; null where none is known, as in the lines of a review.
    """

    m: list[Message]
    text: str
    names: list[str]
    shares: Shares | None = None
    margin: float | None = None


class Mistake(Shape):
    """A decision of ``seat`` that cost it something. It begins after ``at`` steps and ends at ``end``.

    ``loss`` is what it cost, ``margin`` the half width of the 95 % interval (0: exact; null: not known), and ``bound``
    the least that it cost by that. ``label`` is what the bound supports, ``doubt`` what the loss alone would be called.
    ``checked``: rollouts have judged it. ``error`` is what it cost or gave each seat. ``lines`` are the moves that were
    compared, the best first.
    """

    at: Whole
    end: Whole
    turn: Whole
    seat: SeatNumber
    kind: str
    played: MoveLine
    best: MoveLine
    loss: float
    margin: float | None
    bound: float
    label: str
    doubt: str
    checked: bool
    repeated: bool
    before: Shares
    after: Shares
    error: Shares
    lines: list[MoveLine]


class LuckStep(Shape):
    """What chance did: the position after ``at`` steps shows it. ``seat`` is whose dice or cards they were, or null."""

    at: Whole
    turn: Whole
    seat: SeatNumber | None
    kind: Literal["dice", "card", "draw"]
    size: Literal["", "lucky", "very lucky"]
    m: list[Message]
    text: str
    luck: Shares


class TurningStep(Shape):
    """Where the chances changed most at once: by chance (``at`` is after it) or by a decision (``at`` is before it)."""

    at: Whole
    turn: Whole
    seat: SeatNumber | None
    by: Literal["chance", "decision"]
    m: list[Message]
    text: str
    change: Shares


class KindOfDecision(Shape):
    """The decisions of a kind: how many, how many of them open, and what they cost together (0 or below)."""

    kind: str
    decisions: Whole
    open: Whole
    error: float


class Ledger(Shape):
    """A seat's column: start + luck + own + others + drift + unknown = result.

    ``gifts`` says from whom ``others`` came. ``luck_by_kind`` is by dice, card and draw. ``error_rate`` is in points
    for 100 open decisions. ``labels`` counts blunders and the like. ``sentence`` says it all in each language.
    """

    seat: SeatNumber
    name: str
    place: Whole
    start: float
    luck: float
    own: float
    others: float
    drift: float
    unknown: float
    result: float
    luck_adjusted: float
    gifts: Shares
    luck_by_kind: dict[str, float]
    kinds: list[KindOfDecision]
    open_decisions: Whole
    error_rate: float | None
    labels: dict[str, Whole]
    sentence: Words


class ReviewWork(Shape):
    """How far a part of an answer has come: of ``whole`` games, positions or decisions so many are ``done``.

    ``compiling`` counts parts of that work. ``left`` are the seconds that the rest will take.
    """

    what: str
    done: Whole
    whole: Whole
    left: float | None = None


class WaitingAnswer(Shape):
    """A question that is not answered yet: asked so many ``seconds`` ago, null where there is none.

    ``usual`` are the seconds that the last one of its kind took on this server.
    """

    seconds: float | None
    usual: float | None
    work: ReviewWork | None


class ReviewAnswer(Shape):
    """The review of a game as far as it has come; ask again with its ``version`` until the stage is done or failed.

    The stage is ``waiting`` while nothing but ``turns`` is there, then ``curve`` with the curve, then ``decisions``
    with all by a fast pass. While it is ``refining``, rollouts check the largest drops, ``checked`` of ``planned`` so
    far. At the end it is ``done``, or it has ``failed`` and ``problem`` says why. ``eyes`` are ``full`` where the game
    is over, else a seat's: then only its own mistakes are listed, by what it sees. ``source`` says where the chances
    come from; rollouts by ``policy``, so many ``games`` for a position. ``quantity`` is what they are: chances to win,
    or expected shares. ``steps``: how many steps of the table it is of. ``lot`` of the checked decisions were drawn by
    lot.
    """

    version: Whole
    stage: Literal["waiting", "curve", "decisions", "refining", "done", "failed"]
    checked: Whole
    planned: Whole
    steps: Whole
    eyes: SeatNumber | Literal["full"]
    finished: bool
    quantity: Literal["win", "share"]
    source: Source | None
    policy: str
    games: Whole
    checked_by: str
    lot: Whole
    names: list[str]
    turns: list[TurnStart]
    curve: list[CurvePoint]
    mistakes: list[Mistake]
    luck: list[LuckStep]
    ledger: list[Ledger]
    turning: list[TurningStep]
    problem: Problem | None
    work: ReviewWork | None = None


# ------------------------------------------------------------------------------------ questions about a position


class PositionAsked(Shape):
    """The position of the table after ``at`` steps (null: as it is now)."""

    at: Whole | None = None


class OddsAsked(PositionAsked):
    """Who wins from there; with ``rollouts`` games are played on for some seconds."""

    rollouts: bool = False


class PositionText(Shape):
    """A position as the editor sends it: TOML, as the files in ``examples/positions``, or the same as JSON."""

    text: Annotated[str, Field(max_length=MOST_TEXT)]


class PositionFault(Shape):
    """What is wrong with a position: the path of its field, a sentence (``m``: in any language), and a hint.

    ``line`` is that of the field in the text.
    """

    place: list[str | Whole]
    message: str
    hint: str
    m: Message | None
    line: Whole | None


class PositionAnswer(Shape):
    """A position as text (TOML), and all its ``fields`` with the ``view``; null where the rules have none for it.

    The fields are ``game``, ``preset``, ``seats``, ``options`` and those of the game's set-up. ``faults`` say what is
    wrong.
    """

    text: str
    fields: dict[str, Any] | None
    view: View | None
    faults: list[PositionFault]


class TextOddsAsked(PositionText):
    """Who wins from a position that somebody has written, as ``eyes`` see it."""

    rollouts: bool = False
    eyes: SeatNumber | Literal["public", "full"] = "public"


class NextOutcome(Shape):
    """An outcome of the next chance, or a sum of the dice: the chances after it, and what it changes for each seat.

    ``margins`` are half widths of 95 % intervals of ``change``, null where a network says it.
    """

    label: str
    probability: float
    shares: Shares
    change: Shares
    margins: Shares | None
    square: Message | None


class OddsAnswer(Shape):
    """The chances of all seats, and the table of the next chance (empty where none comes).

    ``margins`` are half widths of 95 % intervals, null where a network says it. ``moves`` are the decisions before the
    next chance, as ``policy`` takes them; ``before`` is the mean of the table; ``thrower`` is whose throw it is.
    ``table_source`` says where the table comes from, null where there is none: the network or an exact answer, or
    ``table_games`` rollouts after each outcome. ``view`` is the position where it was given as text, else null.
    """

    game: str
    players: Whole
    to_move: SeatNumber | None
    quantity: Literal["win", "share"]
    shares: Shares
    margins: Shares | None
    source: Source
    games: Whole
    policy: str
    moves: list[str]
    before: Shares
    thrower: SeatNumber | None
    table_source: Source | None
    table_games: Whole
    table: list[NextOutcome]
    view: View | None = None


class LinesAsked(PositionAsked):
    """The whole moves of a position that are worth a look; with ``rollouts`` games are played on for some seconds."""

    rollouts: bool = False


class LinesAnswer(Shape):
    """The moves of the seat to move, the best first; ``now`` are the chances before them."""

    seat: SeatNumber | None
    now: Shares
    source: Source
    games: Whole
    policy: str
    lines: list[MoveLine]


class TradeAsked(PositionAsked):
    """A trade: ``seat`` gives ``give`` and ``cash`` (below 0: gets) to ``partner`` for ``get``.

    ``seat`` is by default the one to move, ``partner`` the one that has what is to be got. With ``rollouts`` both
    positions are played on until the signs are sure.
    """

    seat: SeatNumber | None = None
    partner: SeatNumber | None = None
    give: Items = Field(default_factory=list)
    get: Items = Field(default_factory=list)
    cash: Cash | None = None
    rollouts: bool = False


class TradesAsked(PositionAsked):
    """The best trades for ``seat`` (null: the one to move), with one partner or all."""

    seat: SeatNumber | None = None
    partner: SeatNumber | None = None
    rollouts: bool = False


class TradeTerms(Shape):
    """What changes hands; ``cash`` is what ``seat`` pays, below 0 what it gets."""

    seat: SeatNumber
    partner: SeatNumber
    give: list[str]
    get: list[str]
    cash: int


class TradeOffer(Shape):
    """An offer, what it changes for each seat, and the agents that would accept it."""

    terms: TradeTerms
    change: Shares
    margins: Shares | None
    accepted_by: list[str]
    assumes: Assumes


class Acceptance(Shape):
    """Whether an agent would accept."""

    agent: str
    accepts: bool


class PriceRanges(Shape):
    """95 % intervals of sums of cash; null for a sum that there is not."""

    most: tuple[int, int] | None
    least: tuple[int, int] | None
    fair: tuple[int, int] | None


class TradeAnswer(Shape):
    """What a trade does to every seat.

    ``change`` is by rollouts where there are ``margins`` (half widths of 95 % intervals). Else it is what of the
    network's change has shown to be real, and ``spread`` are half widths of 95 % intervals of that. ``sure`` are those
    of the two whose gain or loss is sure. ``legal`` are the least and the most cash that the rules allow. ``most`` is
    the most that the seat can pay without a loss, ``least`` the least that the partner can take. ``fair`` has the
    greatest product of both gains. ``ranges`` has the 95 % intervals of the three, where rollouts tell them.
    ``laughing`` and ``paying`` are seats outside the trade. ``duel``: two players are left, so that no trade helps
    both. ``answers`` says which agents would accept. ``counter`` is the partner's best similar offer.
    """

    terms: TradeTerms
    now: Shares
    change: Shares
    margins: Shares | None
    spread: Shares | None
    games: Whole
    policy: str
    source: Source
    sure: list[SeatNumber]
    legal: list[int]
    most: int | None
    least: int | None
    fair: int | None
    ranges: PriceRanges | None
    fair_change: Shares | None
    duel: bool
    laughing: SeatNumber | None
    paying: SeatNumber | None
    accepts: bool
    answers: list[Acceptance]
    counter: TradeOffer | None
    assumes: Assumes


class TradesAnswer(Shape):
    """The best offers for a seat that the partner should accept too, the best first."""

    offers: list[TradeOffer]


class GhostAsked(PositionAsked):
    """A whole move of the seat to move, by the names of its actions: what would the position be after it?"""

    names: Annotated[list[ActionName], Field(min_length=1, max_length=64)]


class SearchNode(Shape):
    """A position that a search visited. The root comes first, and parents before their children.

    ``parent`` is the parent's place in the list (-1: the root). ``name`` is the action or outcome that leads here,
    ``m`` says it in any language (empty where it could not be said), ``text`` in English. ``by`` took it (null:
    chance).
    ``value`` has an entry a seat; ``bound`` says how it is meant (``~``: the mean of simulations). ``further`` visited
    nodes below it are left out.
    """

    parent: Annotated[int, Field(ge=-1)]
    name: str
    text: str
    m: list[Message]
    by: SeatNumber | None
    visits: Whole
    value: list[float | None]
    bound: str
    proven: bool
    probability: float | None
    prior: float | None
    best: bool
    further: Whole


class TreeAnswer(Shape):
    """The tree of a search for the seat to move: the best line, and of the rest what was visited most.

    None of its values is a chance that was measured. ``whole`` is how many nodes the search's own tree has. There are
    none where nobody decides (``seat`` is null), or where no search does.
    """

    seat: SeatNumber | None
    agent: str
    unit: Literal["simulations", "nodes"]
    whole: Whole
    nodes: list[SearchNode]


# -------------------------------------------------------------------------------------------------------- puzzles


class PuzzleEntry(Shape):
    """A puzzle in the list; ``number`` is its place there, which may be another one in a later release.

    ``name`` stays the puzzle's.
    """

    number: Whole
    name: str
    level: Literal["easy", "medium", "hard"]
    kind: str
    players: Whole


class PuzzlesAnswer(Shape):
    """The puzzles of a game, the easiest first; none for most games."""

    puzzles: list[PuzzleEntry]


class PuzzleMove(Shape):
    """A move of a puzzle, and the own ``share`` after it, whose half width is the line's ``margin``.

    ``behind`` is by how much the best one leads it, with the half width of that.
    """

    line: MoveLine
    share: float
    behind: float
    behind_margin: float


class PuzzleGhost(Shape):
    """A whole move of a puzzle, by the names of its actions."""

    names: Annotated[list[ActionName], Field(min_length=1, max_length=64)]


class Missed(Shape):
    """An agent that misses the best move, and what it does, in English."""

    agent: str
    does: str


class PuzzleAnswer(Shape):
    """A position in which one whole move of ``seat`` is clearly best: the first of ``moves``.

    ``prompt`` is what the seat is asked. ``games`` of each move were played on by ``policy``. ``gap`` is the smallest
    lead of all measurements.
    """

    number: Whole
    name: str
    game: str
    level: Literal["easy", "medium", "hard"]
    kind: str
    players: Whole
    seat: SeatNumber
    prompt: Message
    view: View
    moves: list[PuzzleMove]
    gap: float
    games: Whole
    policy: list[str]
    missed_by: list[Missed]
