"""The guide that training plays by."""

from __future__ import annotations

from ..agents.learned.guides import training_guide

__all__ = ["training_guide"]
