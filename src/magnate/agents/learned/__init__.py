"""Agents that play by a network: each legal action is tried, and the position that it leads to is valued.

Or the network itself says what to do (the kernel :mod:`.policy`, :mod:`.policy_agent`, :mod:`.policy_spec`).

The kernel :mod:`.afterstates` decides, on the arrays of :mod:`.desk`; :mod:`.agent` is the agent, :mod:`.spec` what
names it (``network:FILE.safetensors``), and :mod:`.schema` what a network is told and by which rules it has learned.
"""
