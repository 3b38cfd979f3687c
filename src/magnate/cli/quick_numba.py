"""Loading Numba without SciPy's linear algebra, which no rule uses and which takes a quarter of a second to load.

Numba looks for it when it compiles or loads its first function. Only the command line hides it from Numba: whoever
imports magnate from Python may use Numba's ``np.dot`` besides.
"""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["load_numba"]

UNUSED = "scipy.linalg"


def load_numba() -> None:
    """Import Numba and what it would load later, unless this process has SciPy's linear algebra already."""
    if UNUSED in sys.modules:
        return
    hidden: dict[str, Any] = {UNUSED: None}  # None: an import of it fails at once
    sys.modules.update(hidden)
    try:
        import numba.np.arraymath  # noqa: F401 - the module that looks for it
    finally:
        del sys.modules[UNUSED]
