"""Proximal policy optimisation: games that are written down (:mod:`.rollouts`) and what is learned from them.

:mod:`.losses` has what is minimised, :mod:`.learner` the network that follows it downhill.
"""
