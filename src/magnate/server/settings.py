"""How a server runs: its address, and bounds of what it does for those who ask."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from ..errors import BadValue

__all__ = ["AGENT_SECONDS", "STATIC", "Limits", "Settings", "is_loopback"]


# ---------------------------------------------------------------------------------- Bounds of tables, agents and hints


AGENT_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one server.

    ``agent_seconds``: the longest that an agent may think about a decision. Budgets of more time are refused; where
    another one lasts longer, the best that the search has found is played, and for what does not search another agent
    decides.
    ``hint_seconds``: how long the search for a hint runs. ``pace``: the least seconds from one agent's decision to the
    next while somebody watches. ``loaded``: tables that nobody watches and no agent plays are forgotten (they stay in
    the store) when more than so many are in memory. ``running``: tables that are not over, at most; ``steps``: the most
    steps of an imported record. ``log``: lines of the log that a newcomer is sent. ``batch``: steps that are sent for
    one question at most. ``labours``: records that may wait to be read, made or verified for one address.
    ``analyses``: questions about games and positions that may. ``review_depth``: decisions that rollouts check.
    """

    agent_seconds: float = AGENT_SECONDS
    hint_seconds: float = 1.0
    pace: float = 0.03
    loaded: int = 200
    running: int = 500
    steps: int = 50_000
    log: int = 200
    batch: int = 200
    labours: int = 32
    analyses: int = 16
    review_depth: int = 20


# ----------------------------------------------------------------------- Where a server listens, and how it is reached


STATIC: Final = Path(__file__).parent / "static"
"""Where the built pages lie."""
MODELS_PATH: Final = "/mcp"
"""Where a server answers language models; what it is sent there needs no origin, as no cookie counts there."""
HOST_HEADER: Final = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - they are told apart here
"""What to listen at for all others; no names that a browser would use."""
LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True)
class Settings:
    """The options of ``magnate serve``.

    ``create`` says who may make tables: the owner, whose key is ``owner_key``, or anyone. ``tournaments`` is the store
    of the arena (None: the usual one), ``pages`` the folder of the built pages. ``connections`` is how many connections
    an address may have at a time. ``proxies`` are the addresses of the proxy before the server (or their networks):
    with a public URL, and only then, it is believed for whom it asks. ``models``: language models may sit at the
    tables too, at the address :data:`MODELS_PATH`.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    create: Literal["owner", "anyone"] = "owner"
    owner_key: str = ""
    tournaments: str | None = None
    pages: Path = STATIC
    connections: int = 100
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    models: bool = False

    @cached_property
    def hosted(self) -> bool:
        """Whether others than this machine can reach the server: then everybody's requests are counted."""
        return self.public_url is not None or not is_loopback(self.host)

    @cached_property
    def url(self) -> str:
        """Where a browser finds the server."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        shown = _own_name() if self.host in EVERYWHERE else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}"

    @cached_property
    def secure(self) -> bool:
        """Whether browsers come by https."""
        return self.url.startswith("https:")

    def knows_host(self, header: str) -> bool:
        """Whether a ``Host`` header names this server.

        A page elsewhere can have its own name lead to this machine (DNS rebinding), so names must be known. No
        such page has an address of numbers, so any of these will do where others can reach the server.
        """
        name = _name_of(header)
        if name is None:
            return False
        return name in self._names or (self.hosted and _is_address(name))

    def knows_origin(self, origin: str, host: str) -> bool:
        """Whether an ``Origin`` header is that of our own pages, which came from ``host`` or from the public URL."""
        try:
            parts = urlsplit(origin)
        except ValueError:  # a bracket that opens no address
            return False
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            return False
        public = None if self.public_url is None else urlsplit(self.public_url)
        if public is not None and (parts.scheme, parts.netloc.lower()) == (public.scheme, public.netloc.lower()):
            return True
        return parts.netloc.lower() == host.lower()

    def is_proxy(self, address: str) -> bool:
        """Whether what comes from this address comes for somebody else, as the header ``X-Forwarded-For`` says.

        >>> behind = Settings(public_url="https://games.example.org", proxies=("10.0.0.0/8",))
        >>> behind.is_proxy("10.1.2.3"), behind.is_proxy("192.0.2.1"), Settings().is_proxy("127.0.0.1")
        (True, False, False)
        """
        if self.public_url is None:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)

    @cached_property
    def _proxies(self) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
        return [ipaddress.ip_network(one, strict=False) for one in self.proxies]

    @cached_property
    def _names(self) -> frozenset[str]:
        names = set(LOCAL_NAMES)
        if self.host not in EVERYWHERE:
            names.add(f"[{self.host}]".lower() if ":" in self.host else self.host.lower())
        if self.hosted:
            names.add(_own_name().lower())
        public = None if self.public_url is None else _name_of(urlsplit(self.public_url).netloc)
        return frozenset(names | ({public} if public else set()))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens there.

    Raises :class:`~magnate.errors.BadValue` for a name that leads nowhere.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("")
    (True, True, False, False)
    """
    if not host:
        return False
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        pass
    try:
        found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise BadValue(
            f'"{host}" is no address of this machine', hint="listen at 127.0.0.1, or at 0.0.0.0 for all others"
        ) from None
    return all(ipaddress.ip_address(str(entry[4][0]).partition("%")[0]).is_loopback for entry in found)


def _own_name() -> str:
    return socket.gethostname() or "localhost"


def _name_of(netloc: str) -> str | None:
    """The name in ``name:port``, in small letters; None where it is not written so."""
    found = HOST_HEADER.fullmatch(netloc)
    return None if found is None else found["name"].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
