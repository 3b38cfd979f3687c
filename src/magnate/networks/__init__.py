"""Small fully connected networks, played with without any framework: NumPy and compiled code agree to 1e-5.

They know no game. :mod:`.dense` has the network, :mod:`.outputs` what its outputs mean, :mod:`.compiled` the same for
compiled code, and :mod:`.files` how networks are kept.
"""

from __future__ import annotations

from .network import Network

__all__ = ["Network"]
