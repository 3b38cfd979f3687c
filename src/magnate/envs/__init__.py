"""Adapters to other libraries' environments: PettingZoo, Gymnasium and OpenSpiel (the extra ``envs``), and others.

:mod:`.pettingzoo` has every game for several learners, :mod:`.gymnasium` for one learner against opponents,
:mod:`.vector` the same for hundreds of games at once. :mod:`.tasks` fixes rules, opponents, reward and length under a
name with a version, and measures strength. :mod:`.sb3` is for Stable-Baselines3 (the extra ``sb3``). :mod:`.openspiel`
lets our searches run on OpenSpiel's games, :mod:`.registered` makes ours OpenSpiel games. Importing this package
imports none of those libraries.
"""

from __future__ import annotations
