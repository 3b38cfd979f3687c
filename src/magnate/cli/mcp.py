"""``magnate mcp``: a table for language models."""

from __future__ import annotations

from typing import Annotated

import typer

from .console import note

__all__ = ["mcp"]


def mcp(
    http: Annotated[
        int | None,
        typer.Option("--http", metavar="PORT", min=0, max=65535, help="Answer by HTTP at this port; 0 takes any."),
    ] = None,
    server: Annotated[
        str | None,
        typer.Option("--server", metavar="URL", help="Sit at the tables of a running `magnate serve --mcp`."),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            "--key", metavar="KEY", envvar="MAGNATE_KEY", help="With --server: its owner's key, to make tables."
        ),
    ] = None,
    tables: Annotated[
        str | None, typer.Option("--tables", metavar="PATH|URL", help="Keep tables here; else they are forgotten.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes in which agents think.")] = 2,
    skin: Annotated[
        str, typer.Option("--skin", metavar="real|plain|plain:SEED", help="Whose names of streets, towns and games.")
    ] = "real",
    legal_list: Annotated[
        bool, typer.Option("--legal-list/--no-legal-list", help="Whether models are shown what is legal.")
    ] = True,
) -> None:
    """Let a language model play, by the Model Context Protocol.

    magnate mcp
    magnate mcp --http 8100
    magnate mcp --server http://127.0.0.1:8000

    Without options it speaks by standard input and output, as desktop programs start it. A model sits down, looks,
    acts and waits by seven tools, and sees what its seat may see.
    """
    from ..errors import BadValue
    from ..models.door import bridge, run
    from ..models.skin import Skin

    Skin("", skin)
    if server is None:
        try:
            run(http=http, tables=tables, workers=workers, skin=skin, lists=legal_list, ready=_tell)
        except KeyboardInterrupt:
            note("the tables are forgotten" if tables is None else "all games are kept")
    elif http is not None or tables is not None:
        raise BadValue("--server has tables of its own", hint="leave out --http and --tables")
    else:
        bridge(server, key)


def _tell(url: str) -> None:
    note(f"the tools are at {url}")
