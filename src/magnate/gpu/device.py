"""Which device plays: the processor, or a GPU where there is one, and where it is faster."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..errors import BadValue
from .layout import CardFailed

if TYPE_CHECKING:
    from .machine import Card

__all__ = ["DEVICES", "Device", "chosen_card", "faster", "the_card", "why_no_card"]


DEVICES: Final = ("auto", "cpu", "gpu")
TRIAL: Final = 0.2
"""Seconds that each device plays in a trial."""

Found = TypeVar("Found")


@cache
def _found() -> tuple[Any, str]:
    """The card, or why there is none."""
    try:
        return importlib.import_module("magnate.gpu.machine").Card(), ""
    except ImportError as error:
        return None, f"the extra gpu is not installed ({error}): pip install 'magnate[gpu]'"
    except Exception as error:  # noqa: BLE001 - drivers fail in many ways, each with an error of its own
        why = " ".join(str(error).split()).partition(". ")[0]
        return None, f"there is no NVIDIA card with a driver that works ({why})"


def why_no_card() -> str:
    """One sentence on why no GPU can play; empty where one can."""
    return _found()[1]


def the_card() -> Card | None:
    """The first card of this machine; None where there is none (:func:`why_no_card` says why)."""
    card: Card | None = _found()[0]
    return card


def chosen_card(
    device: str, say: Callable[[str], None], trial: Callable[[Card | None, float], float] | None = None
) -> Card | None:
    """The card that plays, or None for the processor.

    ``auto`` takes the card where ``trial(card, seconds)`` plays more in a second there than on the processor (None).
    ``gpu`` takes it where the trial does not fail. What stands in the way of the GPU goes to ``say``, in one sentence.
    Raises :class:`~magnate.errors.BadValue` for a device that there is not.
    """
    card = found_card(device, say)
    if card is None:
        return None
    say(compiling(card))
    try:
        if trial is None:
            return card
        if device == "gpu":
            trial(card, 0.0)
            return card
        return card if faster(card, trial) else None
    except CardFailed as error:
        say(f"the processor plays, because {card.name} cannot ({error})")
        return None


def found_card(device: str, say: Callable[[str], None]) -> Card | None:
    """The card of this machine where this device may mean it, else None; ``say`` hears why there is no GPU."""
    if device not in DEVICES:
        raise BadValue(f'there is no device "{device}"', hint=f"choose one of {', '.join(DEVICES)}")
    card = None if device == "cpu" else the_card()
    if card is None and device != "cpu":
        say(f"the processor plays, because {why_no_card()}")
    return card


def compiling(card: Card) -> str:
    """What is said before a card plays."""
    return f"{card.name}: what is not compiled for it yet takes a minute or two"


def faster(card: Card, trial: Callable[[Card | None, float], float]) -> bool:
    """Whether a card does more in a second than the processor; both have been warmed up before they are timed."""
    rates = []
    for one in (None, card):
        trial(one, 0.0)
        rates.append(trial(one, TRIAL))
    return rates[1] > rates[0]


def warned(text: str) -> None:
    """Tell a user of Python what stands in the way of the GPU."""
    warnings.warn(text, stacklevel=2)


@dataclass(slots=True)
class _Rates:
    """What is known of one kind of games: how many a second the processor plays, and what the card does.

    With ``faster`` games at once the card has been the faster one, with ``slower`` the processor. ``ready`` says
    whether the card can play them at all.
    """

    processor: float = 0.0
    faster: float = float("inf")
    slower: int = 0
    ready: bool | None = None


class Device:
    """Which device plays batches of games: ``cpu``, ``gpu``, or ``auto``, which learns from the batches themselves.

    ``auto`` lets the processor play until a batch would take it longer than a trial. Such a batch the card plays, and
    goes on with batches of that size if it was faster. So nothing is played in vain. Both must give the same results.

    ``say`` is called with one sentence on why the processor plays where there is no card or it fails, and one that the
    card compiles. Without it the former is a warning.
    """

    def __init__(self, name: str = "cpu", say: Callable[[str], None] | None = None) -> None:
        self.name, self._note, self._warn = name, say, say or warned
        self._card = found_card(name, self._warn)
        self._rates: dict[Hashable, _Rates] = {}

    @classmethod
    def of(cls, given: str | Device) -> Device:
        """The device of that name, or the device itself."""
        return given if isinstance(given, Device) else cls(given)

    def refuse(self, why: str) -> None:
        """Say why the processor does what a card was asked for."""
        if self._card is not None:
            self._warn(f"the processor does it, because {why}")

    def card_for(self, work: float, trial: Callable[[Card | None, float], float]) -> Card | None:
        """The card that does so much ``work``, or None for the processor.

        ``trial(card, seconds)`` does some of it, and returns how much in a second. On the card it may fail. ``auto``
        asks no card for what the processor does within a trial: compiling would take longer.
        """
        card, auto = self._card, self.name == "auto"
        if card is None:
            return None
        if auto:
            trial(None, 0.0)  # what the processor has not compiled yet
            if work <= TRIAL * trial(None, 0.0):
                return None
        if not self._ready(_Rates(), card, lambda one: trial(one, 0.0)):
            return None
        try:
            return None if auto and not faster(card, trial) else card
        except CardFailed as error:
            self.failed(error)
            return None

    def play(
        self,
        kind: Hashable,
        games: int,
        ready: Callable[[Card], object],
        play: Callable[[Card | None], Found],
    ) -> Found:
        """What ``play`` gives for so many games at once, on the card or on the processor (None).

        Games of a ``kind`` take alike long. ``ready`` compiles what a card needs for it, and may fail. Where a card
        fails while it plays, the processor plays all games, and the user hears why.
        """
        known = self._rates.setdefault(kind, _Rates())
        card = self._card
        if card is not None and not (self._wanted(known, games) and self._ready(known, card, ready)):
            card = None
        begun = time.perf_counter()
        try:
            found = play(card)
        except CardFailed as error:
            self.failed(error, known)
            return play(None)
        rate = games / max(time.perf_counter() - begun, 1e-9)
        if card is None:
            known.processor = rate
        elif rate > known.processor:
            known.faster = min(known.faster, games)
        elif self.name == "auto":
            known.faster, known.slower = float("inf"), max(known.slower, games)
        return found

    def _wanted(self, known: _Rates, games: int) -> bool:
        """Whether the card is to play so many games."""
        if self.name == "gpu" or games >= known.faster:
            return True
        return games > 2 * known.slower and games > TRIAL * known.processor > 0.0

    def _ready(self, known: _Rates, card: Card, ready: Callable[[Card], object]) -> bool:
        """Whether the card can play games of this kind; the user hears it once if not."""
        if known.ready is None:
            if self._note is not None:
                self._note(compiling(card))
            try:
                ready(card)
                known.ready = True
            except Exception as error:  # noqa: BLE001 - the compilers for cards fail in many ways
                self.failed(error, known)
        return bool(known.ready)

    def failed(self, error: Exception, known: _Rates | None = None) -> None:
        """Say why the processor goes on where a card could not; it plays all further games of that kind."""
        if known is not None:
            known.ready = False
        why = " ".join(str(error).split())[:200] or type(error).__name__
        name = "the GPU" if self._card is None else self._card.name
        self._warn(f"the processor plays, because {name} cannot play this ({why})")
