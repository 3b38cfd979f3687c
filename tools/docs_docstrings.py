"""Makes docstrings readable on the pages: doctests become code blocks, roles become links or code.

An extension of griffe, which reads the sources for the API page (named in mkdocs.yml).
"""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
ROLE = re.compile(r":(?:class|func|meth|mod|data|attr):`(~?)([\w.]+)`")


def readable(text: str) -> str:
    """The docstring as Markdown."""
    return ROLE.sub(_link, EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text))


def _link(role: re.Match[str]) -> str:
    """A link to an error, which all have their place on the page; the bare name for everything else."""
    short, target = role.groups()
    shown = target.rpartition(".")[2] if short else target
    return f"[`{shown}`][{target}]" if target.startswith("magnate.errors.") else f"`{shown}`"


class Readable(griffe.Extension):
    """Applies :func:`readable` to every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe for each module, class, function and attribute once it is complete."""
        if obj.docstring is not None:
            obj.docstring.value = readable(obj.docstring.value)
