"""Training: learning to play by networks, as runs that can be stopped, resumed to the same bits, and looked at.

:func:`~magnate.learn.training.train` trains what a TOML file asks for into a run's folder. torch is imported only here,
by the methods in :mod:`.methods`, inside functions; what was learnt plays without it (:mod:`magnate.agents.learned`).
"""
