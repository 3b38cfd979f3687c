"""What a position is worth, and what networks are shown of it: below searches and agents, which both ask it.

:mod:`.schema` names the inputs of networks and takes their fingerprints. The kernel :mod:`.afterstates` values
positions. The inputs of one game are in the module or package of its name.
"""
