"""``magnate serve``: the table in the browser."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .arguments import StoreOption
from .console import note, stdout

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..server.app import Door
    from ..server.settings import Settings
    from ..server.table_service import TableService

__all__ = ["serve"]


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen at; 0.0.0.0 for others too.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="How others reach it, behind a proxy for example.")
    ] = None,
    allow_create: Annotated[
        Literal["owner", "anyone"] | None,
        typer.Option("--allow-create", help="Who may make tables; must be said where others can reach the server."),
    ] = None,
    store: StoreOption = None,
    tables: Annotated[
        str | None,
        typer.Option(
            "--tables",
            metavar="PATH|URL",
            help="Where tables are kept (default: MAGNATE_TABLES, or a file in your data folder).",
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes in which agents think.")] = 2,
    connections: Annotated[
        int, typer.Option("--connections", min=8, max=10_000, help="The most connections of one address at a time.")
    ] = 100,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESSES",
            help="With --public-url: the proxy that is believed for whom it asks (addresses or networks, by commas).",
        ),
    ] = "127.0.0.1,::1",
    models: Annotated[
        bool, typer.Option("--mcp", help="Let language models sit at the tables too, by the Model Context Protocol.")
    ] = False,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")] = True,
) -> None:
    """Play, watch and replay in the browser.

    magnate serve
    magnate serve --host 0.0.0.0 --allow-create owner --port 8080

    The address that is printed has the owner's key in it: its holder may make tables. Games are kept after every
    step; end the server with Ctrl-C, and they go on when it is started again.
    """
    from ..server.serving import check_choice
    from ..server.serving import serve as run
    from ..server.settings import Settings

    check_choice(host, public_url, allow_create)
    settings = Settings(
        host=host,
        port=port,
        public_url=_checked(public_url),
        create=allow_create or "owner",
        tournaments=store,
        connections=connections,
        proxies=_proxies(proxy),
        models=models,
    )
    door: Callable[[TableService, Settings], Door] | None = None
    if models:
        from ..models.door import door_of

        door = door_of
    try:
        run(settings, tables, workers, lambda known: _tell(known, show=show), door)
    except KeyboardInterrupt:
        note("the server has ended; all games are kept")


def _tell(settings: Settings, *, show: bool) -> None:
    """Print where the server is, and open it where somebody sits before a screen."""
    from ..server.settings import MODELS_PATH

    address = f"{settings.url}/?key={settings.owner_key}"
    stdout().print(f"magnate is at {address}", markup=False, soft_wrap=True)
    if settings.models:
        stdout().print(f"language models find it at {settings.url}{MODELS_PATH}", markup=False, soft_wrap=True)
    sys.stdout.flush()
    if not (settings.pages / "index.html").is_file():
        note("the pages are not built: run `make web` in the checkout")
    elif show and sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        import webbrowser

        webbrowser.open(address)


def _proxies(text: str) -> tuple[str, ...]:
    """The addresses and networks in a text, or an error where one is none."""
    from ipaddress import ip_network

    from ..errors import BadValue

    found = tuple(one.strip() for one in text.split(",") if one.strip())
    for one in found:
        try:
            ip_network(one, strict=False)
        except ValueError:
            raise BadValue(f'"{one}" is no address', hint="write addresses as 10.0.0.7 or 10.0.0.0/8") from None
    return found


def _checked(url: str | None) -> str | None:
    """The public URL, or an error where it is none."""
    from urllib.parse import urlsplit

    from ..errors import BadValue

    if url is None:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
        raise BadValue(f'"{url}" is no public URL', hint="write it as https://games.example.org")
    return url
