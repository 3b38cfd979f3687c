"""The bear-off has no agents of its own, but a description of positions from which networks learn faster."""

INPUTS = {"counts": "magnate.values.bearoff"}
