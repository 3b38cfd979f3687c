"""Games on a GPU, from the same rules. Importing this package imports nothing of CUDA.

:mod:`.device` says whether there is a card and whether it is the faster one, :mod:`.run` plays games there.
"""
