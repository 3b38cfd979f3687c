"""Which agents and searches a table may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadAgent
from .settings import AGENT_SECONDS

if TYPE_CHECKING:
    from ..core.game import Game
    from ..search.options import Budget


__all__ = ["agent_for", "first_hinter", "hinter_for", "hinters", "with_time"]


# ------------------------------------------------------------------------------------------------ What may be asked for
#
# A spec can name a class of the user's or a file with a network, and can ask for any amount of memory. That is for
# the command line. Over the network only this installation's agents may be asked for, with bounded settings.


ROOM: Final = frozenset({"leaves", "plies", "pool", "slots", "threads", "trees", "worlds"})
"""Settings of searches that ask for memory or processors."""
BUDGETS: Final = {"sims": 1_000_000, "nodes": 100_000_000, "depth": 64}
"""The most of each budget; a search that they let run on ends after the time that a table gives an agent."""
NANOSECONDS: Final = 1_000_000_000


def check_agent(game: str, spec: str, players: int, seconds: float = AGENT_SECONDS) -> None:
    """Refuse a spec that a page may not ask for: at a table where an agent may think so many seconds.

    Raises :class:`~magnate.errors.BadAgent`, and what an impossible spec raises.

    >>> check_agent("pig", "mcts:sims=100", 2)
    >>> check_agent("pig", "os:system", 2)
    Traceback (most recent call last):
    ...
    magnate.errors.BadAgent: the agent "os:system" cannot be asked for here; ask for one of the list of agents
    """
    from ..agents.loading import described_own, is_own
    from ..agents.search_spec import is_search
    from ..agents.searching import SearchAgent
    from ..agents.spec import agent_names, resolve

    name, _, settings = map(str.strip, spec.partition(":"))
    if name in agent_names(game):
        pass
    elif is_own(game, name):
        named = {one["name"] for one in described_own(game, name)["configurations"]}
        if settings and settings not in named:
            raise _refused(spec)
    elif is_search(name):
        if any(setting.partition("=")[0].strip() in ROOM for setting in settings.split(",")):
            raise _refused(spec)
    else:
        raise _refused(spec)
    agent = resolve(game, spec, players)
    if isinstance(agent, SearchAgent):
        _check_budget(spec, agent.question.budget, seconds)


def _check_budget(spec: str, budget: Budget, seconds: float) -> None:
    """Refuse a budget beyond a limit of the server, by the limit's name."""
    if budget.kind == "time":
        if budget.amount > seconds * NANOSECONDS:
            raise BadAgent(
                f'"{spec}" takes longer than the limit agent_seconds of this server',
                hint=f"give it at most {seconds:g} s",
            )
    elif budget.amount > BUDGETS[budget.kind]:
        raise BadAgent(
            f'"{spec}" asks for more than the limit of {budget.kind} of this server',
            hint=f"{budget.kind} is at most {BUDGETS[budget.kind]:,} here",
        )


def _refused(spec: str) -> BadAgent:
    return BadAgent(f'the agent "{spec}" cannot be asked for here', hint="ask for one of the list of agents")


# ------------------------------------ Who plays a seat when nobody says which agent, and which searches may find hints


SIMULATING: Final[tuple[str, ...]] = ("mcts", "portfolio")
HIDDEN: Final[tuple[str, ...]] = ("ismcts", "determinised", "portfolio")
"""What finds hints where everything is seen, and where something is hidden; the first is the default."""
EXACT: Final = "alphabeta"
EXACTLY: Final = "alphabeta:every=true"
"""What values every action exactly, as far as it sees, in games for two without chance."""


def agent_for(game: Game, spec: str | None, seconds: float = AGENT_SECONDS) -> str:
    """The spec of an agent that was asked for, or of the game's default.

    ``seconds`` is how long it may think. Raises as :func:`check_agent`.
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
    from ..core.registry import declared_game

    info = declared_game(game)
    fitting = search_names(game, info.max_players)
    found = [name for name in (HIDDEN if info.hidden else SIMULATING) if name in fitting]
    return [*found, EXACTLY] if EXACT in fitting and not info.hidden else found


def hinter_for(game: Game, spec: str | None, seconds: float) -> str:
    """The spec of a search that was asked for to find hints, in at most so many seconds, or of the default.

    Raises :class:`~magnate.errors.BadAgent` for an agent that does not search, and as :func:`check_agent`.
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
    from ..search.options import BUDGETS, parse_budget

    settings = spec.partition(":")[2].split(",")
    if any(setting.partition("=")[0].strip() in BUDGETS for setting in settings):
        return spec
    return with_budget(spec, parse_budget(f"time:{round(seconds * 1000)}ms"))
