"""The interpreted rules, for the text side."""

from __future__ import annotations

from ...runtime.interpreter import Interpreted
from .state import STATE

__all__ = ["mirrored", "part", "reading"]

_rules = Interpreted("magnate.games.monopoly", STATE)
part, mirrored, reading = _rules.part, _rules.mirrored, _rules.reading
