"""Who plays a seat when nobody says which agent, and which searches may find hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadAgent
from .limits import AGENT_SECONDS
from .permitted import check_agent

if TYPE_CHECKING:
    from ..core.game import Game

__all__ = ["agent_for", "first_hinter", "hinter_for", "hinters", "with_time"]

SIMULATING: Final[tuple[str, ...]] = ("mcts", "portfolio")
HIDDEN: Final[tuple[str, ...]] = ("ismcts", "determinised", "portfolio")
"""What finds hints where everything is seen, and where something is hidden; the first is the default."""
EXACT: Final = "alphabeta"
EXACTLY: Final = "alphabeta:every=true"
"""What values every action exactly, as far as it sees, in games for two without chance."""


def agent_for(game: Game, spec: str | None, seconds: float = AGENT_SECONDS) -> str:
    """The spec of an agent that was asked for, or of the game's default.

    ``seconds`` is how long it may think. Raises as :func:`.permitted.check_agent`.
    """
    from ..agents import default_agents

    if spec is None:
        return default_agents(game.name)[0]
    check_agent(game.name, spec, game.players, seconds)
    return spec.strip()


def first_hinter(game: Game) -> str:
    """The search that finds hints where nobody chose one."""
    return (HIDDEN if game.info.hidden else SIMULATING)[0]


def hinters(game: str) -> list[str]:
    """The searches that a page proposes for hints, at tables of any size, the default first.

    >>> hinters("brass"), hinters("tictactoe")
    (['ismcts', 'determinised', 'portfolio'], ['mcts', 'alphabeta:every=true'])
    """
    from ..agents.search_spec import search_names
    from ..core.registry import game_module

    info = game_module(game).GAME
    fitting = search_names(game, info.max_players)
    found = [name for name in (HIDDEN if info.hidden else SIMULATING) if name in fitting]
    return [*found, EXACTLY] if EXACT in fitting and not info.hidden else found


def hinter_for(game: Game, spec: str | None, seconds: float) -> str:
    """The spec of a search that was asked for to find hints, in at most so many seconds, or of the default.

    Raises :class:`~magnate.errors.BadAgent` for an agent that does not search, and as :func:`.permitted.check_agent`.
    """
    from ..agents import resolve
    from ..agents.searching import SearchAgent

    if spec is None:
        return first_hinter(game)
    check_agent(game.name, spec, game.players, seconds)
    if not isinstance(resolve(game.name, spec, game.players), SearchAgent):
        raise BadAgent(f'the agent "{spec}" does not search, so it has no hints', hint=f"ask {hinters(game.name)[0]}")
    return spec.strip()


def with_time(spec: str, seconds: float) -> str:
    """A search with so much time, unless its spec has a budget of its own.

    >>> with_time("mcts:c=1.4", 1.0), with_time("mcts:sims=800", 1.0)
    ('mcts:time=1000ms,c=1.4', 'mcts:sims=800')
    """
    from ..agents.search_spec import with_budget
    from ..search.budget import BUDGETS, parse_budget

    settings = spec.partition(":")[2].split(",")
    if any(setting.partition("=")[0].strip() in BUDGETS for setting in settings):
        return spec
    return with_budget(spec, parse_budget(f"time:{round(seconds * 1000)}ms"))
