"""``python tools/printed.py docs/course.md``: run a page's examples and write below them what they print.

A block of Python that is followed by a block of text is an example with its output. All blocks of a page run in one
go, from the top, with the checkout as the current folder. A block that begins with ``$ magnate …`` has what that
command prints to stdout. A test compares what stands on the page with what is printed.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
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
        done = subprocess.run(words, cwd=ROOT, env=wide, capture_output=True, text=True, check=True)  # noqa: S603
        printed = "\n".join(line.rstrip() for line in done.stdout.splitlines())
        return f"```\n$ {found['command']}\n{printed}\n```"

    return COMMAND.sub(run, page)


def refreshed(page: str, name: str = "page") -> str:
    """A page with the outputs that its examples have now."""
    names = {"__name__": name}

    def run(found: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(found["code"], name, "exec"), names)  # noqa: S102 - the page is ours
        if not found["between"]:
            return found[0]
        return f"```python\n{found['code']}```{found['between']}{printed.getvalue()}```"

    return EXAMPLE.sub(run, page)


def main() -> int:
    """Refresh the pages that are named."""
    sys.path.insert(0, str(ROOT))
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(with_commands(refreshed(page.read_text(encoding="utf-8"), name)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
