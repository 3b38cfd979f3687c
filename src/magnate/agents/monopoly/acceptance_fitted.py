"""The numbers of the model of acceptance, written by ``tools/acceptance.py``."""

from __future__ import annotations

from typing import Final

NUMBERS: Final = (0.0,) * 833
