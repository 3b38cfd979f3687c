"""What networks are shown of a position of Monopoly: lists of named numbers, and the rules that write them.

A module of a schema has ``inputs(g, seat, out)``, a compiled rule that writes ``INPUTS`` numbers as that seat sees the
position. ``thesis`` has the thesis' 100, for two players, and ``thesis_unscaled`` the same without normalisation.
``general`` is for value networks, with any number of players. Nothing that a seat cannot see is among them.
"""

from __future__ import annotations

from .layout import SCHEMA as GENERAL
from .layout import THESIS_SCHEMA as THESIS
from .layout import THESIS_UNSCALED as THESIS_UNSCALED
from .layout import Number, Schema

__all__ = ["GENERAL", "SCHEMAS", "THESIS", "THESIS_UNSCALED", "Number", "Schema"]


SCHEMAS = {schema.name: schema for schema in (GENERAL, THESIS, THESIS_UNSCALED)}
"""The schemas by name."""
