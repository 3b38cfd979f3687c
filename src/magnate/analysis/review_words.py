"""The words of a review in several languages: its sentences, and what moves, kinds and labels are called.

They are in the files ``locales/<language>/review.json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from ..core.contract import CHANCE
from ..core.narration import readable_by
from ..core.wording import event_message
from ..messages import FOLDER, Catalogue, Message, catalogue, chosen_skin, plain_words
from .balance import LABELS, POINT
from .chances import FULL
from .hints import move_messages

if TYPE_CHECKING:
    from ..core.game import Position, Record
    from .grades import Grade
    from .moves import WholeMove
    from .review_data import LuckEvent, Review, SeatSheet, TurningPoint

__all__ = ["GameWords", "ReviewWords"]

RIGHT_TO_LEFT: Final = ("fa",)
LEFT_TO_RIGHT, POP = "\u2066", "\u2069"
"""Around a number with a sign, so that the sign stands before it within words from right to left."""
SEAT: Final = re.compile(r"\bseat (\d)\b")
NOTHING: Final = 1e-12
"""What cards have made of decisions is left out of a sentence where it is no more."""


class ReviewWords:
    """What a review says in one language.

    >>> ReviewWords("ro").points(0.123), ReviewWords("en").points(-0.00001)
    ('+12,3', '0.0')
    """

    def __init__(self, language: str = "en") -> None:
        self.catalogue: Catalogue = catalogue(language)
        self.language = language
        self.direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
        known = self.catalogue.language
        self._number = str.maketrans("0123456789,.", known.digits + known.thousands + known.point)

    def text(self, key: str, **params: object) -> str:
        """The text of a key, with its parameters."""
        return self.catalogue.render(_message(key, **params))

    def texts(self, first: str) -> dict[str, str]:
        """The texts whose keys begin with a word and a dot, by the rest of their keys."""
        names = {} if chosen_skin() == "real" else plain_words(self.language).get("review", {})
        found = {**_texts("en"), **_texts(self.language), **names}
        return {key.removeprefix(f"{first}."): text for key, text in found.items() if key.startswith(f"{first}.")}

    def money(self, game: str) -> str:
        """How a game writes money, with ``{n}`` for the number."""
        return self.catalogue.money(game, 0).replace(self.catalogue.plain(0), "{n}")

    def fixed(self, value: float, decimals: int = 1, *, signed: bool = False) -> str:
        """A number with so many decimals, and with a sign above 0 too where it is ``signed``."""
        return f"{value:{'+' if signed else ''}z,.{decimals}f}".replace("-", "−").translate(self._number)

    def points(self, share: float) -> str:
        """A difference of shares in points, with its sign."""
        shown = self.fixed(share / POINT, signed=True)
        zero = self.fixed(0.0)
        if shown[1:] == zero:
            return zero
        return f"{LEFT_TO_RIGHT}{shown}{POP}" if self.direction == "rtl" else shown

    def percent(self, share: float, decimals: int = 1) -> str:
        """A share in per cent, without the sign of per cent."""
        return self.fixed(100 * share, decimals)

    def label(self, label: str) -> str:
        """The word for a label, or for one that is doubted; empty for none."""
        if not label:
            return ""
        return self.text("label.doubted" if label.endswith("?") else "label.named", label=label.removesuffix("?"))

    def grade(self, name: str, grade: Grade | None) -> str:
        """What part of what was at stake a player lost, and like whom; empty where that is not known."""
        if grade is None or not (grade.like or grade.margin):
            return ""
        lost = self.percent(grade.lost, 0)
        if grade.margin is None:
            return self.text("line.grade.one", name=name, lost=lost, like=self.catalogue.joined(grade.like))
        key = "line.grade.like" if grade.like else "line.grade"
        margin, like = self.percent(grade.margin, 0), self.catalogue.joined(grade.like) if grade.like else ""
        return self.text(key, name=name, lost=lost, margin=margin, like=like)

    def sentences(self, review: Review, *, named: bool = False) -> list[str]:
        """The sentences of all seats; with ``named`` their names alone say who they are."""
        return [self.sentence(one, review.players, finished=review.finished, named=named) for one in review.seats]

    def sentence(self, one: SeatSheet, players: int, *, finished: bool, named: bool = False) -> str:
        """A seat's game in one sentence; with ``named`` the seat's name alone says who it is."""
        seat = Message("engine.seat", {"n": one.seat})
        who = seat if one.name == f"seat {one.seat}" else _message("who", seat=one.seat, name=one.name)
        came = _message("came", place=one.place, players=players)
        outcome = came if finished else _message("stands", share=self.percent(one.result, 0))
        kinds = [
            _message("sentence.kind", kind=kind, points=self.points(share))
            for kind, share in sorted(one.luck_by_kind.items())
        ]
        labels = [_message(f"count.{name}", count=one.labels[name]) for _, name in LABELS if name in one.labels]
        parts = [
            self._part("luck", one.luck, kinds if len(kinds) > 1 else []),
            self._part("own", one.own, labels),
            self._part("others", one.others),
            *([self._part("unknown", one.unknown)] if abs(one.unknown) > NOTHING else []),
            *([self._part("drift", one.drift)] if self.points(one.drift) != self.fixed(0.0) else []),
        ]
        if named:  # a name stays as it is written
            return self.catalogue.render(_message("sentence", who=one.name, outcome=outcome, parts=parts))
        return self.catalogue.sentence(_message("sentence", who=who, outcome=outcome, parts=parts))

    def _part(self, name: str, share: float, inside: list[Message] | None = None) -> Message:
        """A part of a seat's sheet, with what it consists of."""
        if not inside:
            return _message(f"sentence.{name}", points=self.points(share))
        return _message(f"sentence.{name}.inside", points=self.points(share), inside=inside)


class GameWords:
    """What moves and events of a reviewed game are called in one language, with the ``names`` of its seats if given.

    In English a move has the phrase that the review says; elsewhere the few words of the page, or its steps' messages.
    """

    def __init__(self, review: Review, record: Record, language: str = "en", names: Sequence[str] = ()) -> None:
        self._review, self._names, self._english = review, names, language == "en"
        self._words = catalogue(language).calling(names)
        self._positions: list[Position] = [] if self._english else list(record.positions())

    def move(self, at: int, move: WholeMove, seat: int) -> str:
        """A whole move of a seat at a step."""
        if self._english:
            return SEAT.sub(lambda found: self._names[int(found[1])], move.text) if self._names else move.text
        said = move_messages(self._positions[at], move, seat)
        if short := self._words.short(said):
            return short
        return " ".join(map(self._words.sentence, said)) if len(said) > 1 else self._words.render(said[0])

    def event(self, one: LuckEvent) -> str:
        """What chance did at a step, as far as the review may say it."""
        return one.text if self._english else self._happened(one.at, one.text)

    def turning(self, one: TurningPoint) -> str:
        """What happened at a turning point."""
        if self._english:
            return one.text
        if one.seat >= 0 and self._positions[one.at].to_move != CHANCE:
            played = next(found for found in self._review.decisions if found.at == one.at)
            return self.move(one.at, played.move, one.seat)
        return self._happened(one.at, one.text)

    def _happened(self, at: int, text: str) -> str:
        events = self._positions[at + 1].events
        heard = events if self._review.eyes == FULL else readable_by(events, None, self._review.players)
        said = [self._words.sentence(event_message(self._positions[at + 1], one)) for one in heard]
        return " ".join(said) or text


@cache
def _texts(language: str) -> dict[str, str]:
    """The texts of a language by their keys."""
    found: dict[str, str] = json.loads((FOLDER / language / "review.json").read_text(encoding="utf-8"))
    return found


def _message(key: str, **params: object) -> Message:
    return Message(f"review.{key}", params)
