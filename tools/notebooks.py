"""The notebooks of ``examples/notebooks`` as pages: executed by nbclient while the documentation is built."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
SECONDS = 600
"""How long one cell may take: the first use of a game compiles it."""


def page(name: str) -> str:
    """A notebook as Markdown, with what its cells show; an error in a cell is raised."""
    import nbformat
    from nbclient import NotebookClient

    notebook: Any = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    quiet = ["--log-level=ERROR"]  # a kernel warns that what it sends within this machine is not encrypted
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", extra_arguments=quiet)
    client.execute(cwd=str(FOLDER))
    found = [f"This page is the notebook `{name}.ipynb`, which `magnate examples` writes."]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found.append(cell.source)
        else:
            found += [f"```python\n{cell.source}\n```", *outputs(cell.outputs)]
    found[0], found[1] = found[1], found[0]  # the title first
    return "\n\n".join(found) + "\n"


def outputs(outputs: list[Any]) -> Iterator[str]:
    """What a cell shows: pictures and tables before texts, and no progress of compiling, which is on stderr."""
    for one in outputs:
        if one.get("name") == "stderr":
            continue
        data = one.get("data", {})
        if "image/svg+xml" in data:
            packed = base64.b64encode(data["image/svg+xml"].encode()).decode()
            yield f'<img alt="what the cell shows" src="data:image/svg+xml;base64,{packed}">'
        elif "text/html" in data:
            yield f"<div>{data['text/html']}</div>"
        else:
            yield f"```text\n{(data.get('text/plain') or one.get('text', '')).rstrip()}\n```"
