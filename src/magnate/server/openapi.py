"""The OpenAPI document of this version.

``python -m magnate.server.openapi`` prints it; the browser's types are generated from it.
"""

from __future__ import annotations

import sys
from functools import cache

from .app import application, document
from .settings import Settings

__all__ = ["described", "main"]


@cache
def described() -> str:
    """The document of this version, as JSON."""
    return document(application(Settings(), None))


def main() -> None:
    """Print the document."""
    sys.stdout.write(described())


if __name__ == "__main__":
    main()
