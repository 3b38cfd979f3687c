"""The secrets that open seats: 128 bits each, of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

__all__ = ["digest", "new_token", "opened"]


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> bytes:
    """What of a token is kept."""
    return hashlib.sha256(token.encode(errors="replace")).digest()


def opened(kept: Mapping[int, bytes], token: str) -> int | None:
    """The seat that a token opens, of these digests; None where it opens none. The time that it takes tells nothing."""
    given, found = digest(token), None
    for seat, one in kept.items():
        if hmac.compare_digest(given, one):
            found = seat
    return found
