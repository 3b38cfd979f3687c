"""A review as one HTML page that needs nothing else: board, replay, curve, decisions, balance sheet and luck.

The page works from a file, without a server, network, font or library. Its data are JSON that its script reads, and a
replay is stored as differences from step to step. Names are data and never markup: the script sets them as text, the
JSON has no ``<``, and a content security policy allows this page's own script and style alone.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from importlib.metadata import version
from string import Template
from typing import TYPE_CHECKING, Any, Final

from ..core.contract import CHANCE
from ..core.narration import readable_by
from ..core.registry import declared_game
from ..messages import catalogue
from ..plots import STYLE
from ..plots.canvas import Picture, line, percent, rect, round_scale, text
from .chances import FULL, quantity
from .review_boards import Board, board_of, page_part

if TYPE_CHECKING:
    from ..core.game import Record
    from .review import LuckEvent, Review, ReviewedDecision, SeatSheet, TurningPoint

__all__ = ["review_page"]

WIDTH: Final = 340.0
LABEL: Final = 78.0
ROW: Final = 24.0
GAIN, LOSS = "h20", "h0"
"""The heat map's colours for winning and losing."""
ALTERNATIVES: Final = 5
"""Moves that are kept of each decision."""
PARTS_OF_ONE: Final = 10_000
"""Shares are stored in whole parts of this."""
TEXT, STEP = 2, 6
"""Where a frame has what happened, and after how many steps of the record it is."""
PARTS: Final = 4
"""Parts of a sheet where nothing was hidden."""
SEAT: Final = re.compile(r"\bseat (\d)\b")
TRACE: Final = 0.0005
"""Events of chance that changed no share by so much are not listed."""


def review_page(review: Review, record: Record) -> str:
    """The page of a game's review; ``record`` is the game that was reviewed.

    >>> import magnate
    >>> from magnate.analysis.review import review
    >>> record = magnate.load("tictactoe").play("random", seed=7)
    >>> review_page(review(record), record).startswith("<!doctype html>")
    True
    """
    declared, review = declared_game(review.game), _distinct(review)
    title, is_win = declared.title, quantity(declared) == "win"
    style = STYLE + page_part("page.css")
    board = board_of(review.game)
    script = "".join([page_part("page.js"), page_part(board.script), "start();\n"])
    first, *others = review.sentences or ("",)
    facts = [
        f"{review.players} players",
        f"preset {review.preset or 'of its own'}",
        f"{review.curve[-1].turn if review.curve else 0} turns",
    ]
    return Template(page_part("page.html")).substitute(
        title=escape(f"{title}: review of a game"),
        game=escape(str(title)),
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        sentence=escape(first),
        sentences="".join(f"<li>{escape(one)}</li>" for one in others),
        measure="Win chances" if is_win else "Expected shares",
        unit="win" if is_win else "stake",
        sheet=_sheet(review.seats),
        gifts=_gifts(review.seats),
        rates=_rates(review.seats),
        pictures="".join(_figure(one) for one in review.seats),
        about="".join(
            f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in _about(review, is_win=is_win)
        ),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        data=json.dumps(_data(review, record, board), ensure_ascii=False, separators=(",", ":")).replace(
            "<", "\\u003c"
        ),
    )


def _distinct(review: Review) -> Review:
    """The review with names that differ: those that several seats have get a number."""
    names = [name if review.names.count(name) == 1 else f"{name} {seat + 1}" for seat, name in enumerate(review.names)]
    seats = [replace(one, name=names[one.seat]) for one in review.seats]
    return replace(review, names=tuple(names), seats=tuple(seats))


def _called(text: str, names: Sequence[str]) -> str:
    """A move's text with the names of seats.

    >>> _called("offer seat 1 $20", ["Ann", "Bob"])
    'offer Bob $20'
    """
    return SEAT.sub(lambda found: names[int(found[1])], text)


def _hash(text: str) -> str:
    """What a content security policy knows an inline script or style by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


# ------------------------------------------------------------------------------------------ tables and words


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column names the rows."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(one)}</td>" for one in rest)}</tr>'
        for first, *rest in rows
    )
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _sheet(seats: Sequence[SeatSheet]) -> str:
    """The balance sheet: a row for each seat, which adds up."""
    hidden = any(len(parts_of(one)) > PARTS for one in seats)
    heads = ["Player", "Start", "Luck", "Own", "Others", "Drift", *(["Unknown"] if hidden else []), "Result"]
    rows = []
    for one in seats:
        parts = [one.luck, one.own, one.others, one.drift, *([one.unknown] if hidden else [])]
        rows.append([one.name, f"{100 * one.start:.1f}", *map(points, parts), f"{100 * one.result:.1f}"])
    return _table(heads, rows)


def _rates(seats: Sequence[SeatSheet]) -> str:
    """How well the seats decided."""
    heads = [
        "Player",
        "Decisions",
        "Points lost in 100",
        "Blunders",
        "Mistakes",
        "Inaccuracies",
        "Result less luck",
    ]
    rows = [
        [
            one.name,
            str(one.open_decisions),
            "–" if one.error_rate is None else f"{one.error_rate:.0f}",
            *(str(one.labels.get(label, 0)) for label in ("blunder", "mistake", "inaccuracy")),
            f"{100 * one.luck_adjusted:.1f}",
        ]
        for one in seats
    ]
    return _table(heads, rows)


def _gifts(seats: Sequence[SeatSheet]) -> str:
    """Who gave whom how much by errors: a row for each seat that decided, a column for each that got or lost."""
    rows = [
        [maker.name, *("–" if one.seat == maker.seat else points(one.gifts[maker.seat]) for one in seats)]
        for maker in seats
    ]
    return _table(["By errors of", *(f"to {one.name}" for one in seats)], rows)


def _figure(one: SeatSheet) -> str:
    return f"<figure><figcaption>{escape(one.name)}</figcaption>{waterfall(one).inline()}</figure>"


def _about(review: Review, *, is_win: bool) -> Iterator[tuple[str, str]]:
    """What the numbers are, and where they come from."""
    worth = {
        "exact": "exact: the game is solved, and all play best from here on",
        "network": "a network's, whose truth was measured over many positions; it has no interval for a single one",
        "rollouts": f"from {review.games:,} games each, in which {review.policy} has all seats",
    }
    yield "Win chances" if is_win else "Expected shares", worth.get(review.source, review.source)
    if review.refined:
        yield (
            "Refined",
            f"{review.refined} decisions by rollouts with {review.refined_by}; ± is a 95 % interval over games",
        )
    if not review.complete:
        yield "Interrupted", "the review was stopped while it was refined"
    if review.resolution:
        least = f"{100 * review.resolution:g}"
        yield "Small losses", f"those below {least} points count as none: a network cannot tell them"
    yield "Point", "0.01 of the win" if is_win else "0.01 of the stake, which a result may divide in any way"
    yield (
        "Labels",
        (
            "inaccuracy, mistake and blunder from 5, 10 and 15 points lost on, by the lower end of the interval; "
            "with a question mark where the loss alone says so, and no interval supports it"
        ),
    )
    yield "Open decisions", "those with a choice that matters: a second move within 20 points of the best, or an error"
    yield (
        "Known cards",
        {"full": "the sheet knows all cards; decisions are judged by what their seat knew"}.get(
            str(review.eyes), f"as seen by {'a spectator' if review.eyes == 'public' else f'seat {review.eyes}'}"
        ),
    )
    yield "Rounding", f"the sheet adds up to {review.gap:.0e}" if review.gap else "the sheet adds up exactly"
    yield "Seed, version", f"{review.seed}; magnate {version('magnate')}"


# ------------------------------------------------------------------------------------------ what the script reads


def _data(review: Review, record: Record, board: Board) -> dict[str, Any]:
    """The replay as frames, one for each decision and event of chance, and the lists of both."""
    frames, of_decision, of_event = _frames(review, record, board)
    dearest, decided = review.dearest(most=1), {one.at for one in review.decisions}
    return {
        "seats": [
            {"name": one.name, "initial": initial, "luck": _stored_luck(one)}
            for one, initial in zip(review.seats, _initials(review.names), strict=True)
        ],
        "turns": review.curve[-1].turn if review.curve else 0,
        "columns": board.columns,
        "fixed": board.fixed,
        "frames": frames,
        "decisions": [
            _decision(one, number, review.names) for number, one in enumerate(review.decisions) if number in of_decision
        ],
        "events": [_event(one, of_event[one.at]) for one in review.events if max(map(abs, one.luck)) >= TRACE],
        "turning": [_turning(one, frames, decided, review.names) for one in review.turning_points],
        "measure": "Win chances" if quantity(declared_game(review.game)) == "win" else "Expected shares",
        "first": of_decision[review.decisions.index(dearest[0])] if dearest else 0,
    }


def _frames(review: Review, record: Record, board: Board) -> tuple[list[list[Any]], dict[int, int], dict[int, int]]:
    """The frames, and which of them shows each decision and each event of chance (by its step).

    A frame ends with a whole move or an event of chance. It has its turn and seat, what happened in words, the shares,
    and the number of its decision. It also has the values of the board that have changed since the frame before, and
    how many steps of the record it is after.
    """
    words = catalogue().calling(review.names)
    decided = {one.end: number for number, one in enumerate(review.decisions)}
    luck = {one.at + 1: one for one in review.events}
    known = {one.end: one.after for one in review.decisions}
    known |= {one.at: one.before for one in review.decisions} | {one.at: one.shares for one in review.curve}
    known[review.steps] = tuple(one.result for one in review.seats)
    frames, of_decision, of_event = list[list[Any]](), dict[int, int](), dict[int, int]()
    said, values, turn, shares, mover = list[str](), list[Any](), 0, known.get(0, ()), -1
    for step, position in enumerate(record.positions()):
        events = position.events if step else ()
        heard = events if review.eyes == FULL else readable_by(events, None, review.players)
        said += [words.sentence(event.message) if event.message else event.text for event in heard]
        shares, number = known.get(step, shares), decided.get(step, -1)
        if not (step in luck or number >= 0 or step in (0, review.steps) or mover == CHANCE):
            mover = position.to_move
            continue
        mover, seat = position.to_move, -1
        if number >= 0:
            one = review.decisions[number]
            turn, seat = one.turn, one.seat
            if not said and one.forced and step < review.steps:
                continue
            name, move = review.names[seat], _called(one.move.text, review.names)
            if board.by_moves:  # what the mover's own sentences say is in the move
                said = [f"{name}: {move}.", *(text for text in said if not text.startswith(f"{name} "))]
            said = said or [f"{name}: {move}"]
            of_decision[number] = len(frames)
        elif step in luck:
            turn, seat = luck[step].turn, luck[step].seat
            said = said or [luck[step].text]
            of_event[step - 1] = len(frames)
        now = board.values(position)
        changes = [
            part for at, value in enumerate(now) if at >= len(values) or value != values[at] for part in (at, value)
        ]
        text = " ".join(said) or "The start"
        frames.append([turn, seat, text, [*map(_stored, shares)], number, changes, step])
        values, said = now, []
    return frames, of_decision, of_event


def _stored(share: float) -> int:
    return round(PARTS_OF_ONE * share)


def _stored_luck(one: SeatSheet) -> dict[str, int]:
    """A seat's luck by kind, and all of it."""
    return {**{kind: _stored(share) for kind, share in one.luck_by_kind.items()}, "all": _stored(one.luck)}


def _decision(one: ReviewedDecision, number: int, names: Sequence[str]) -> dict[str, Any]:
    """A decision as the script lists it; all shares are those of its own seat."""
    seat = one.seat
    options = [(_called(move.text, names), _stored(shares[seat])) for move, shares in one.alternatives[:ALTERNATIVES]]
    return {
        "number": number,
        "seat": seat,
        "text": _called(one.move.text, names),
        "kind": one.move.kind,
        "label": one.label or one.doubt,
        "open": bool(one.open),
        "forced": one.forced,
        "loss": _stored(one.loss),
        "margin": None if one.margin is None else _stored(one.margin),
        "best": _called(one.best.text, names),
        "options": options,
    }


def _event(one: LuckEvent, frame: int) -> dict[str, Any]:
    """An event of chance: how far it moved the seat that it moved most, and who gained most."""
    luck = [*map(_stored, one.luck)]
    return {
        "frame": frame,
        "seat": one.seat,
        "kind": one.kind,
        "luck": luck,
        "size": max(map(abs, luck)),
        "gains": luck.index(max(luck)),
    }


def _turning(
    one: TurningPoint, frames: Sequence[Sequence[Any]], decided: Collection[int], names: Sequence[str]
) -> dict[str, Any]:
    """A turning point, with the first frame that shows what came of it; ``decided`` are the steps of decisions."""
    frame = next((k for k, found in enumerate(frames) if found[STEP] > one.at), len(frames) - 1)
    text = _called(one.text, names) if one.at in decided else frames[frame][TEXT]
    return {"frame": frame, "seat": one.seat, "text": text, "change": [*map(_stored, one.change)]}


def _initials(names: Sequence[str]) -> list[str]:
    """The first letter of each name, or its number, or the first letter that no seat before it has."""
    found: list[str] = []
    for name in names:
        letters = [sign.upper() for sign in name if sign.isalnum()]
        letters[1:1] = letters[-1:] if letters[-1:] and letters[-1].isdigit() else []
        found.append(next((sign for sign in letters if sign not in found), letters[0] if letters else "?"))
    return found


# ------------------------------------------------------------ The picture of a balance sheet


def parts_of(sheet: SeatSheet) -> list[tuple[str, float]]:
    """What stands between the start and the result, in order; what is hidden only where it is not 0."""
    found = [("Luck", sheet.luck), ("Own", sheet.own), ("Others", sheet.others), ("Drift", sheet.drift)]
    return [*found, ("Unknown", sheet.unknown)] if abs(sheet.unknown) >= 0.00005 else found


def points(share: float) -> str:
    """A difference of shares in points, with its sign.

    >>> points(0.123), points(-0.0504), points(0.00001)
    ('+12.3', '−5.0', '0.0')
    """
    shown = f"{100 * share:+.1f}"
    return "0.0" if shown[1:] == "0.0" else shown.replace("-", "−")


def waterfall(sheet: SeatSheet) -> Picture:
    """How a seat came from its chance at the start to its result."""
    steps = [("Start", 0.0, sheet.start, "bar", f"{100 * sheet.start:.1f} %")]
    now = sheet.start
    for name, part in parts_of(sheet):
        steps.append((name, now, now + part, GAIN if part > 0 else LOSS, points(part)))
        now += part
    steps.append(("Result", 0.0, sheet.result, "bar", f"{100 * sheet.result:.1f} %"))
    ends = [0.0, 1.0, *(end for _, _, end, _, _ in steps)]
    scale = round_scale(LABEL, WIDTH - 58, min(ends), max(ends), 4)
    bottom = ROW * len(steps) + 2
    drawn = scale.drawn(0, bottom, percent)
    for row, (name, begin, end, kind, said) in enumerate(steps):
        y = ROW * row + 4
        left, right = sorted((scale.x(begin), scale.x(end)))
        drawn += [
            text(LABEL - 10, y + 13, name, "", "end"),
            rect(left, y, max(right - left, 1), ROW - 8, kind, f"{name}: {said}", 2),
        ]
        if row + 1 < len(steps):
            drawn.append(line(scale.x(end), y, scale.x(end), y + ROW, "tick"))
        drawn.append(text(WIDTH, y + 13, said, "number small", "end"))
    spoken = ", ".join(f"{name} {said}" for name, _, _, _, said in steps)
    return Picture(f"Balance sheet of {sheet.name}", spoken, WIDTH, bottom + 24, tuple(drawn))
