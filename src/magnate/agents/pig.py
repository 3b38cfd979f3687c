"""Pig has no agents of its own, but a description of positions from which networks learn faster."""

from __future__ import annotations

from ..core.agents import AgentPackage

AGENTS = AgentPackage(inputs={"ramps": "magnate.values.pig"})
