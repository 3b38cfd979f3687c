"""Deep Q learning (Mnih and others 2015): values of actions by a network, from transitions in a replay buffer.

It knows no game. ``transitions`` says what is learnt from and ``returns`` makes it of a course of play; ``replay``
keeps and samples it. ``targets`` is what the network should say, ``learner`` brings it there, ``choosing`` and
``schedule`` explore, and ``trainer`` puts these together. Everything that later steps depend on goes out and in as
named arrays (``tensors``), and all draws follow from (seed, purpose, number), so a run that is interrupted goes on to
the same bits.
"""
