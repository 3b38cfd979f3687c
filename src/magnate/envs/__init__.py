"""Adapters to other libraries' environments: PettingZoo, Gymnasium and OpenSpiel (the extra ``envs``).

:mod:`.pettingzoo` has every game for several learners, :mod:`.gymnasium` for one learner against named agents,
:mod:`.vector` the same for hundreds of games at once. :mod:`.openspiel` lets our searches run on OpenSpiel's games,
:mod:`.registered` makes ours OpenSpiel games. Importing this package imports none of those libraries.
"""

from __future__ import annotations
