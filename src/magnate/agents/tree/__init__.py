"""The written trees have no agents of their own, but estimates: those that were written into the tree."""

GUIDE = "magnate.agents.tree.estimates"
