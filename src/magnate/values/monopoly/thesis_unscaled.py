"""The thesis' 100 numbers as they are, not scaled to 0 to 1: what its normalisation is compared with."""

from __future__ import annotations

from .layout import THESIS_INPUTS as INPUTS
from .thesis import unscaled as inputs

__all__ = ["INPUTS", "inputs"]
