"""Small fully connected networks, played with without any framework: NumPy and compiled code agree to 1e-5.

They know no game. :mod:`.network` has the network, :mod:`.inference` what its outputs mean and the same for compiled
code, and :mod:`.files` how networks are kept.
"""

from __future__ import annotations

from .network import Network

__all__ = ["Network"]
