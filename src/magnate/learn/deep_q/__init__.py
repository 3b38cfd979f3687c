"""Deep Q learning (Mnih and others 2015): values of actions by a network, from transitions in a replay buffer.

It knows no game. ``transitions`` has what is learnt from, how a course of play becomes transitions, and the replay
buffer. ``learner`` has the network and its targets. ``trainer`` explores and puts these together. Everything that later
steps depend on goes out and in as named arrays (``tensors``), and all draws follow from (seed, purpose, number). So an
interrupted run continues to the same bits.
"""
