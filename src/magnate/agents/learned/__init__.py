"""Agents that play by a network: each legal action is tried, and the position that it leads to is valued.

The kernel :mod:`.afterstates` values, on the arrays of :mod:`.agent`; :mod:`.playing` decides, by that and by plans for
what takes several decisions (none in most games: :mod:`.no_plans`), as :mod:`.agent` say; :mod:`.deputised` leaves a
part to another agent, and :mod:`.agent` bind them to a game's guide with other inputs. :mod:`.agent` is the agent,
:mod:`.spec` what names it (``network:FILE.safetensors``), and :mod:`.layout` what a network is told and by which rules
it has learned.

Or the network itself says what to do: the kernel :mod:`.policy`, :mod:`.policy_agent` and :mod:`.spec`.
"""
