"""Pig has no agents of its own, but an estimate for searches, and a description of positions for networks."""

from __future__ import annotations

from ...core.agents import AgentPackage

AGENTS = AgentPackage(guide="magnate.agents.pig.guide", inputs={"ramps": "magnate.values.pig"})
