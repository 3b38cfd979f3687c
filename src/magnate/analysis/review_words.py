"""The words of a review in several languages: its sentences, and what moves, kinds and labels are called.

They are in the files ``locales/<language>/review.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..messages import Catalogue, Message, catalogue
from .balance import LABELS, POINT

if TYPE_CHECKING:
    from .review_data import SeatSheet

__all__ = ["ReviewWords"]

NOTHING: Final = 1e-12
"""What cards have made of decisions is left out of a sentence where it is no more."""


class ReviewWords:
    """What a review says in one language.

    >>> ReviewWords("ro").points(0.123), ReviewWords("en").points(-0.00001)
    ('+12,3', '0.0')
    """

    def __init__(self, language: str = "en") -> None:
        self._words: Catalogue = catalogue(language)
        self.language = language

    def text(self, key: str, **params: object) -> str:
        """The text of a key, with its parameters."""
        return self._words.render(_message(key, **params))

    def points(self, share: float) -> str:
        """A difference of shares in points, with its sign."""
        shown = self._words.fixed(share / POINT, signed=True)
        zero = self._words.fixed(0.0)
        return zero if shown[1:] == zero else shown

    def percent(self, share: float, decimals: int = 1) -> str:
        """A share in per cent, without the sign of per cent."""
        return self._words.fixed(100 * share, decimals)

    def sentence(self, one: SeatSheet, players: int, *, finished: bool) -> str:
        """A seat's game in one sentence."""
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
            self._part("drift", one.drift),
        ]
        return self._words.sentence(_message("sentence", who=who, outcome=outcome, parts=parts))

    def _part(self, name: str, share: float, inside: list[Message] | None = None) -> Message:
        """A part of a seat's sheet, with what it consists of."""
        if not inside:
            return _message(f"sentence.{name}", points=self.points(share))
        return _message(f"sentence.{name}.inside", points=self.points(share), inside=inside)


def _message(key: str, **params: object) -> Message:
    return Message(f"review.{key}", params)
