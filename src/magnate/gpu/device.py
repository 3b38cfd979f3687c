"""Which device plays: the processor, or a GPU where there is one, and where it is faster."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadValue

if TYPE_CHECKING:
    from .machine import Card

__all__ = ["DEVICES", "chosen_card", "faster", "the_card", "why_no_card"]


DEVICES: Final = ("auto", "cpu", "gpu")
TRIAL: Final = 0.2
"""Seconds that each device plays in a trial."""


@cache
def _found() -> tuple[Any, str]:
    """The card, or why there is none."""
    try:
        return importlib.import_module("magnate.gpu.machine").Card(), ""
    except ImportError as error:
        return None, f"the extra gpu is not installed ({error}): pip install 'magnate[gpu]'"
    except Exception as error:  # noqa: BLE001 - drivers fail in many ways, each with an error of its own
        return None, f"there is no NVIDIA card with a driver that works ({' '.join(str(error).split())})"


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
    What stands in the way of the GPU goes to ``say``, in one sentence. Raises :class:`~magnate.errors.BadValue` for a
    device that there is not.
    """
    if device not in DEVICES:
        raise BadValue(f'there is no device "{device}"', hint=f"choose one of {', '.join(DEVICES)}")
    if device == "cpu":
        return None
    card = the_card()
    if card is None:
        if device == "gpu":
            say(f"the processor plays, because {why_no_card()}")
        return None
    say(f"{card.name}: what is not compiled for it yet takes a minute or two")
    if device == "auto" and trial is not None and not faster(card, trial):
        return None
    return card


def faster(card: Card, trial: Callable[[Card | None, float], float]) -> bool:
    """Whether a card does more in a second than the processor; both have been warmed up before they are timed."""
    rates = []
    for one in (None, card):
        trial(one, 0.0)
        rates.append(trial(one, TRIAL))
    return rates[1] > rates[0]
