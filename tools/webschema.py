"""Writes the types of the server's interface for the pages: ``web/src/api/schema.d.ts``, from the OpenAPI document.

``make web`` and ``make lint`` run it. The first line of the file has the digest of the document that it was made from;
while that is the present one nothing is done.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Final

import webbuild

from magnate.server.app import described

TYPES: Final = webbuild.WEB / "src" / "api" / "schema.d.ts"
OPTIONS: Final = ("--default-non-nullable=false",)
"""What has a default may be left out of a request."""


def first_line() -> str:
    """The line that says which document the types are of, whatever its version."""
    document = json.loads(described())
    del document["info"]
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    return f"// Made by tools/webschema.py from the OpenAPI document {digest}\n"


def is_fresh() -> bool:
    """Whether the types are there and are those of the present interface."""
    if not TYPES.is_file():
        return False
    with TYPES.open(encoding="utf-8") as file:
        return file.readline() == first_line()


def main() -> None:
    """Write the types, if they are not there or the interface has changed."""
    if is_fresh():
        return
    webbuild.install(fetch=True)
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "openapi.json"
        document.write_text(described(), encoding="utf-8")
        webbuild.npm("exec", "--", "openapi-typescript", str(document), *OPTIONS, "--output", str(TYPES), fetch=True)
    TYPES.write_text(first_line() + TYPES.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
