"""Agents that play by a network: each legal action is tried, and the position that it leads to is valued.

The kernel :mod:`magnate.values.afterstates` values. :mod:`.playing` decides by that, by plans for what takes several
decisions (none in most games), and by a delegate. :mod:`.agent` is the agent, :mod:`.spec` what names
it (``network:FILE.safetensors``), and :mod:`magnate.values.schema` what a network is shown and by which rules it has
learned.

Or the network itself says what to do: the kernel :mod:`.policy`, and the agent in :mod:`.spec`.
"""
