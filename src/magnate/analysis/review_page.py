"""A review as one HTML page that needs nothing else: board, replay, curve, decisions, balance sheet and luck.

The page works from a file, without a server, network, font or library. Its data are JSON that its script reads, and a
replay is stored as differences from step to step. Names are data and never markup: the script sets them as text, the
JSON has no ``<``, and a content security policy allows this page's own script and style alone.
"""

from __future__ import annotations

import json
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
from ..messages import Message
from ..plots import STYLE
from ..plots.canvas import Picture, line, rect, round_scale, text
from .balance import LABELS
from .chances import FULL, quantity
from .review_boards import Board, board_of, page_part
from .review_words import GameWords, ReviewWords

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
TRACE: Final = 0.0005
"""Events of chance that changed no share by so much are not listed."""


def review_page(review: Review, record: Record, language: str = "en") -> str:
    """The page of a game's review in a language; ``record`` is the game that was reviewed.

    >>> import magnate
    >>> from magnate.analysis.review import review
    >>> record = magnate.load("tictactoe").play("random", seed=7)
    >>> review_page(review(record), record).startswith("<!doctype html>")
    True
    """
    declared, review, words = declared_game(review.game), _distinct(review), ReviewWords(language)
    title = words.catalogue.render(Message(f"{review.game}.title", text=declared.title))
    measured = quantity(declared)
    style = STYLE + page_part("page.css")
    board = board_of(review.game, words)
    script = "".join([page_part("page.js"), page_part(board.script), "start();\n"])
    first, *others = words.sentences(review, named=True) or [""]
    facts = [
        words.text("page.players", count=review.players),
        words.text("page.preset", preset=review.preset) if review.preset else words.text("page.preset.own"),
        words.text("page.turns", count=review.curve[-1].turn if review.curve else 0),
    ]
    texts = {f"page_{key.replace('.', '_')}": escape(text) for key, text in words.texts("page").items()}
    about = _about(review, words, measured)
    return Template(page_part("page.html")).substitute(
        texts,
        language=words.language,
        direction=words.direction,
        title=escape(words.text("page.title", game=title)),
        game=escape(title),
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        sentence=escape(first),
        sentences="".join(f"<li>{escape(one)}</li>" for one in others),
        measure=escape(words.text(f"page.measure.{measured}")),
        sheet_note=escape(words.text(f"page.sheet.note.{measured}")),
        sheet=_sheet(review.seats, words),
        gifts=_gifts(review.seats, words),
        rates=_rates(review.seats, words),
        pictures="".join(_figure(one, words) for one in review.seats),
        about="".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in about),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        data=json.dumps(_data(review, record, board, words), ensure_ascii=False, separators=(",", ":")).replace(
            "<", "\\u003c"
        ),
    )


def _distinct(review: Review) -> Review:
    """The review with names that differ: those that several seats have get a number."""
    names = [name if review.names.count(name) == 1 else f"{name} {seat + 1}" for seat, name in enumerate(review.names)]
    seats = [replace(one, name=names[one.seat]) for one in review.seats]
    return replace(review, names=tuple(names), seats=tuple(seats))


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


def _sheet(seats: Sequence[SeatSheet], words: ReviewWords) -> str:
    """The balance sheet: a row for each seat, which adds up."""
    hidden = any(len(parts_of(one)) > PARTS for one in seats)
    columns = ["start", "luck", "own", "others", "drift", *(["unknown"] if hidden else []), "result"]
    rows = []
    for one in seats:
        parts = [one.luck, one.own, one.others, one.drift, *([one.unknown] if hidden else [])]
        rows.append([one.name, words.percent(one.start), *map(words.points, parts), words.percent(one.result)])
    return _table([words.text(f"head.{name}") for name in ("player", *columns)], rows)


def _rates(seats: Sequence[SeatSheet], words: ReviewWords) -> str:
    """How well the seats decided."""
    columns = ["player", "decisions", "lost", "blunders", "mistakes", "inaccuracies", "adjusted"]
    rows = [
        [
            one.name,
            words.catalogue.plain(one.open_decisions),
            "–" if one.error_rate is None else words.fixed(one.error_rate, 0),
            *(words.catalogue.plain(one.labels.get(label, 0)) for label in ("blunder", "mistake", "inaccuracy")),
            words.percent(one.luck_adjusted),
        ]
        for one in seats
    ]
    said = "".join(f"<p>{escape(line)}</p>" for one in seats if (line := words.grade(one.name, one.grade)))
    return _table([words.text(f"head.{name}") for name in columns], rows) + said


def _gifts(seats: Sequence[SeatSheet], words: ReviewWords) -> str:
    """Who gave whom how much by errors: a row for each seat that decided, a column for each that got or lost."""
    rows = [
        [maker.name, *("–" if one.seat == maker.seat else words.points(one.gifts[maker.seat]) for one in seats)]
        for maker in seats
    ]
    return _table([words.text("head.errors_of"), *(words.text("head.to", name=one.name) for one in seats)], rows)


def _figure(one: SeatSheet, words: ReviewWords) -> str:
    return f"<figure><figcaption>{escape(one.name)}</figcaption>{waterfall(one, words).inline()}</figure>"


def _about(review: Review, words: ReviewWords, measured: str) -> Iterator[tuple[str, str]]:
    """What the numbers are, and where they come from."""
    yield (
        words.text(f"page.measure.{measured}"),
        words.text(f"about.{review.source}", games=review.games, policy=review.policy),
    )
    if review.refined:
        yield (
            words.text("about.refined"),
            words.text("about.refined.text", refined=review.refined, policy=review.refined_by),
        )
    if review.sampled:
        yield words.text("about.lot"), words.text("about.lot.text", sampled=review.sampled, found=review.found)
    if not review.complete:
        yield words.text("about.interrupted"), words.text("about.interrupted.text")
    if review.resolution:
        least = words.catalogue.number(100 * review.resolution)
        yield words.text("about.small"), words.text("about.small.text", points=least)
    yield words.text("about.point"), words.text(f"about.point.{measured}")
    yield words.text("about.labels"), words.text("about.labels.text")
    if any(one.repeated for one in review.decisions):
        yield words.text("about.repeated"), words.text("about.repeated.text")
    yield words.text("about.open"), words.text("about.open.text")
    seen = words.text("about.cards.seat", seat=review.eyes)
    if isinstance(review.eyes, str):
        seen = words.text(f"about.cards.{review.eyes}")
    yield words.text("about.cards"), seen
    gap = words.text("about.rounding.gap", gap=f"{review.gap:.0e}")
    yield words.text("about.rounding"), gap if review.gap else words.text("about.rounding.exact")
    yield words.text("about.seed"), words.text("about.seed.text", seed=review.seed, version=version("magnate"))


# ------------------------------------------------------------------------------------------ what the script reads


def _data(review: Review, record: Record, board: Board, words: ReviewWords) -> dict[str, Any]:
    """The replay as frames, one for each decision and event of chance, and the lists of both."""
    called = GameWords(review, record, words.language, review.names)
    frames, of_decision, of_event = _frames(review, record, board, words, called)
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
            _decision(one, number, called) for number, one in enumerate(review.decisions) if number in of_decision
        ],
        "events": [_event(one, of_event[one.at]) for one in review.events if max(map(abs, one.luck)) >= TRACE],
        "turning": [_turning(one, frames, decided, called) for one in review.turning_points],
        "measure": words.text(f"page.measure.{quantity(declared_game(review.game))}"),
        "language": words.language,
        "comma": words.catalogue.render(Message("engine.list.comma")),
        "percent": words.text("percent", n="{n}"),
        "words": words.texts("script"),
        "kinds": {kind: words.text("kind.named", kind=kind) for kind in {one.move.kind for one in review.decisions}},
        "luck": {kind: words.text("luck.named", kind=kind) for kind in [*review.seats[0].luck_by_kind, "all"]},
        "labels": {label: words.label(label) for _, name in LABELS for label in (name, f"{name}?")},
        "first": of_decision[review.decisions.index(dearest[0])] if dearest else 0,
    }


def _frames(
    review: Review, record: Record, board: Board, language: ReviewWords, called: GameWords
) -> tuple[list[list[Any]], dict[int, int], dict[int, int]]:
    """The frames, and which of them shows each decision and each event of chance (by its step).

    A frame ends with a whole move or an event of chance. It has its turn and seat, what happened in words, the shares,
    and the number of its decision. It also has the values of the board that have changed since the frame before, and
    how many steps of the record it is after.
    """
    words = language.catalogue.calling(review.names)
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
            name, move = review.names[seat], called.move(one.at, one.move, seat)
            if board.by_moves:  # what the mover's own sentences say is in the move
                said = [f"{name}: {move}.", *(text for text in said if not text.startswith(f"{name} "))]
            said = said or [f"{name}: {move}"]
            of_decision[number] = len(frames)
        elif step in luck:
            turn, seat = luck[step].turn, luck[step].seat
            said = said or [called.event(luck[step])]
            of_event[step - 1] = len(frames)
        now = board.values(position)
        changes = [
            part for at, value in enumerate(now) if at >= len(values) or value != values[at] for part in (at, value)
        ]
        text = " ".join(said) or language.text("page.begin")
        frames.append([turn, seat, text, [*map(_stored, shares)], number, changes, step])
        values, said = now, []
    return frames, of_decision, of_event


def _stored(share: float) -> int:
    return round(PARTS_OF_ONE * share)


def _stored_luck(one: SeatSheet) -> dict[str, int]:
    """A seat's luck by kind, and all of it."""
    return {**{kind: _stored(share) for kind, share in one.luck_by_kind.items()}, "all": _stored(one.luck)}


def _decision(one: ReviewedDecision, number: int, called: GameWords) -> dict[str, Any]:
    """A decision as the script lists it; all shares are those of its own seat."""
    seat = one.seat
    options = [
        (called.move(one.at, move, seat), _stored(shares[seat])) for move, shares in one.alternatives[:ALTERNATIVES]
    ]
    return {
        "number": number,
        "seat": seat,
        "text": called.move(one.at, one.move, seat),
        "kind": one.move.kind,
        "label": one.label or one.doubt,
        "open": bool(one.open),
        "forced": one.forced,
        "loss": _stored(one.loss),
        "margin": None if one.margin is None else _stored(one.margin),
        "best": called.move(one.at, one.best, seat),
        "repeated": one.repeated,
        "checked": one.checked,
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
    one: TurningPoint, frames: Sequence[Sequence[Any]], decided: Collection[int], called: GameWords
) -> dict[str, Any]:
    """A turning point, with the first frame that shows what came of it; ``decided`` are the steps of decisions."""
    frame = next((k for k, found in enumerate(frames) if found[STEP] > one.at), len(frames) - 1)
    text = called.turning(one) if one.at in decided else frames[frame][TEXT]
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
    found = [("luck", sheet.luck), ("own", sheet.own), ("others", sheet.others), ("drift", sheet.drift)]
    return [*found, ("unknown", sheet.unknown)] if abs(sheet.unknown) >= 0.00005 else found


def waterfall(sheet: SeatSheet, words: ReviewWords) -> Picture:
    """How a seat came from its chance at the start to its result."""

    def percent(share: float) -> str:
        return words.text("percent", n=words.percent(share))

    begin, now = words.text("head.start"), sheet.start
    steps = [(begin, 0.0, sheet.start, "bar", percent(sheet.start))]
    for part, change in parts_of(sheet):
        name = words.text(f"head.{part}")
        steps.append((name, now, now + change, GAIN if change > 0 else LOSS, words.points(change)))
        now += change
    steps.append((words.text("head.result"), 0.0, sheet.result, "bar", percent(sheet.result)))
    ends = [0.0, 1.0, *(end for _, _, end, _, _ in steps)]
    scale = round_scale(LABEL, WIDTH - 58, min(ends), max(ends), 4)
    bottom = ROW * len(steps) + 2
    drawn = scale.drawn(0, bottom, lambda share: words.text("percent", n=words.percent(share, 0)))
    for row, (name, first, end, kind, said) in enumerate(steps):
        y = ROW * row + 4
        left, right = sorted((scale.x(first), scale.x(end)))
        drawn += [
            text(LABEL - 10, y + 13, name, "", "end"),
            rect(left, y, max(right - left, 1), ROW - 8, kind, f"{name}: {said}", 2),
        ]
        if row + 1 < len(steps):
            drawn.append(line(scale.x(end), y, scale.x(end), y + ROW, "tick"))
        drawn.append(text(WIDTH, y + 13, said, "number small", "end"))
    spoken = ", ".join(f"{name} {said}" for name, _, _, _, said in steps)
    return Picture(words.text("page.sheet.of", name=sheet.name), spoken, WIDTH, bottom + 24, tuple(drawn))
