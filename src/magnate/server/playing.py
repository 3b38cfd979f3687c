"""Which agents may sit at a table of this server, and what finds its hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadTable, MagnateError, listing

if TYPE_CHECKING:
    from ..engine.game import Game

__all__ = ["checked_agent", "hint_spec", "known_agents"]

HOGS: Final = ("pool", "slots")
"""Settings of searches that only take memory."""


def known_agents(game: str, players: int | None = None) -> list[str]:
    """The names of all agents that anybody may seat, the game's own default first.

    >>> known_agents("pig", 2)[0]
    'random'
    """
    from ..agents import agent_names, default_agents
    from ..agents.own_spec import own_names
    from ..agents.search_spec import search_names

    names = [*default_agents(game), *own_names(game), *agent_names(game), *search_names(game, players)]
    return list(dict.fromkeys(names))


def checked_agent(game: Game, spec: str | None) -> str:
    """The spec of an agent that was asked for, or of the game's default; raises :class:`~magnate.errors.BadTable`.

    Agents that name a file or a module are for the command line only: a page must not read files here, or run code.
    """
    from ..agents import default_agents, resolve
    from ..agents.own_spec import described_own, is_own

    if spec is None:
        return default_agents(game.name)[0]
    name, _, settings = map(str.strip, spec.partition(":"))
    known = known_agents(game.name, game.players)
    if name not in known:
        raise BadTable(f'"{spec[:60]}" is no agent for this table', hint=f"known: {listing(known, most=40)}")
    if is_own(game.name, name):
        offered = ["", *(one["name"] for one in described_own(game.name, name)["configurations"])]
        if settings not in offered:
            raise BadTable(f'the agent {name} has no "{settings[:60]}" here', hint=f"known: {listing(offered[1:])}")
    if any(setting.partition("=")[0].strip() in HOGS for setting in settings.split(",")):
        raise BadTable(f"{' and '.join(HOGS)} cannot be set here", hint="leave them out")
    try:
        resolve(game.name, spec, game.players)
    except MagnateError as error:
        raise BadTable(error.message, hint=error.hint) from None
    return spec.strip()


def hint_spec(game: Game, seconds: float) -> str:
    """The search that finds hints in a game."""
    name = "ismcts" if game.info.hidden else "mcts"
    return f"{name}:time={round(seconds * 1000)}ms"
