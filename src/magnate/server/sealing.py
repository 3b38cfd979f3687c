"""Keys in files that only their user may read, and how the dice of tables are sealed with one."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Final

from ..arena.database import file_of
from ..errors import StoreDamaged, StoreReadOnly

__all__ = ["Seal", "beside", "kept_key"]


class Seal:
    """Hides the dice of tables in their store, so that a copy of the database does not tell the throws to come.

    The key is in a file beside the database. It is made when it is needed first, and only its user may read it.
    A text is hidden under a stream that keyed BLAKE2b makes of its table and a nonce, and has a tag of 128 bits.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def close(self, table: str, text: str) -> str:
        """The text, hidden."""
        key, nonce = self._key(make=True), secrets.token_bytes(NONCE)
        hidden = _crossed(text.encode(), key, nonce)
        return b64encode(nonce + _tag(key, table, nonce + hidden) + hidden).decode()

    def alias(self, address: str) -> str:
        """A name for an address, from which nobody without the key finds it."""
        key = self._key(make=True)
        return hashlib.blake2b(address.encode(), digest_size=8, key=key, person=b"magnate.host").hexdigest()

    def open(self, table: str, sealed: str) -> str:
        """What was hidden; raises :class:`~magnate.errors.StoreDamaged` where the key is not there, or another one."""
        key, raw = self._key(make=False), b64decode(sealed)
        nonce, tag, hidden = raw[:NONCE], raw[NONCE : NONCE + TAG], raw[NONCE + TAG :]
        if not hmac.compare_digest(tag, _tag(key, table, nonce + hidden)):
            raise StoreDamaged(f"{self._file.name} is not the key that the dice were sealed with", hint=KEEP)
        return _crossed(hidden, key, nonce).decode()

    def _key(self, *, make: bool) -> bytes:
        """The key. What is there instead of one stays as it is."""
        try:
            there = self._file.exists()
            if not (there or make):
                raise StoreDamaged(f"the key {self._file.name} of the tables' dice is not there", hint=KEEP)
            key = self._file.read_bytes().strip() if there else kept_key(self._file).encode()
        except OSError as error:
            raise StoreReadOnly(f"the key {self._file} cannot be kept: {error.strerror}", hint=KEEP) from None
        if not SHORTEST <= len(key) <= hashlib.blake2b.MAX_KEY_SIZE:
            raise StoreDamaged(f"{self._file.name} is no key", hint=KEEP)
        return key


KEEP: Final = "keep it with the database: it was made beside it"
SHORTEST: Final = 22
"""Characters of a key: 128 bits."""
NONCE: Final = 16
TAG: Final = 16
BLOCK: Final = hashlib.blake2b.MAX_DIGEST_SIZE


def _tag(key: bytes, table: str, sealed: bytes) -> bytes:
    return hashlib.blake2b(table.encode() + sealed, digest_size=TAG, key=key, person=b"magnate.tag").digest()


def _crossed(text: bytes, key: bytes, nonce: bytes) -> bytes:
    """The text crossed with the stream: done twice, it is the text again."""
    blocks = range(0, len(text), BLOCK)
    stream = b"".join(
        hashlib.blake2b(nonce + first.to_bytes(8, "big"), key=key, person=b"magnate.seal").digest() for first in blocks
    )
    return bytes(one ^ other for one, other in zip(text, stream, strict=False))


def kept_key(file: Path) -> str:
    """The key in a file that only its user may read; the first who asks makes it."""
    try:
        kept = file.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        kept = ""
    if len(kept) >= SHORTEST:
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)
        return kept
    key = secrets.token_urlsafe(24)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    file.touch(mode=0o600, exist_ok=False)
    file.write_text(key + "\n", encoding="ascii")
    return key


def beside(where: str | None, name: str) -> Path:
    """A file beside that of the tables, which may be named by MAGNATE_TABLES, else in the user's data folder.

    In the name, ``{}`` stands for that of the tables' file.
    """
    from platformdirs import user_data_path

    where = where or os.environ.get("MAGNATE_TABLES")
    file = None if where is None else file_of(where)
    return (user_data_path("magnate") / "tables.db" if file is None else file).with_name(
        name.format("tables.db" if file is None else file.name)
    )
