"""``python tools/printed.py docs/understand/course.md``: run a page's examples and write below them what they print.

A block of Python that is followed by a block of text is an example with its output. All blocks of a page run as one
session, from the top, in the current folder. A block that begins with ``$ magnate …`` has what that command prints to
stdout. A test does this to a copy of each page, with an installed wheel, and compares the two.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```$"
    r"(?P<between>\n\n```text\n)?"
    r"(?P<printed>(?(between).*?^```$))",
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^```\n\$ (?P<command>magnate .*)\n[^`]*^```$", re.MULTILINE)


def with_commands(page: str) -> str:
    """A page with what its commands print now."""

    def run(found: re.Match[str]) -> str:
        words = [sys.executable, "-m", *shlex.split(found["command"])]
        wide = {**os.environ, "COLUMNS": "120"}
        done = subprocess.run(words, env=wide, capture_output=True, text=True, check=True)  # noqa: S603
        printed = "\n".join(line.rstrip() for line in done.stdout.splitlines())
        return f"```\n$ {found['command']}\n{printed}\n```"

    return COMMAND.sub(run, page)


@contextlib.contextmanager
def _session() -> Iterator[dict[str, Any]]:
    """The names of a new Python session, whose classes and functions belong to ``__main__``."""
    before, session = sys.modules["__main__"], ModuleType("__main__")
    sys.modules["__main__"] = session
    try:
        yield vars(session)
    finally:
        sys.modules["__main__"] = before


def refreshed(page: str, name: str = "page") -> str:
    """A page with the outputs that its examples have now; what the others print goes to stdout."""

    def run(found: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(found["code"], name, "exec"), names)  # noqa: S102 - the page is ours
        if not found["between"]:
            sys.stdout.write(printed.getvalue())
            return found[0]
        return f"```python\n{found['code']}```{found['between']}{printed.getvalue()}```"

    with _session() as names:
        return EXAMPLE.sub(run, page)


def main() -> int:
    """Refresh the pages that are named."""
    sys.path.insert(0, "")  # as in a session, modules of the current folder are found
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(with_commands(refreshed(page.read_text(encoding="utf-8"), name)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
