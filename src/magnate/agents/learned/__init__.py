"""Agents that play by a network: each legal action is tried, and the position that it leads to is valued.

The kernel :mod:`.afterstates` values, on the arrays of :mod:`.desk`; :mod:`.playing` decides, by that and by plans for
what takes several decisions (none in most games: :mod:`.no_plans`), as :mod:`.settings` say; :mod:`.deputised` leaves a
part to another agent, and :mod:`.guides` bind them to a game's guide with other inputs. :mod:`.agent` is the agent,
:mod:`.spec` what names it (``network:FILE.safetensors``), and :mod:`.schema` what a network is told and by which rules
it has learned.
"""
