"""What there is to play and who played it, as plain data: the command line and the server show it in their own ways."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args, get_origin

from .messages import Message

__all__ = [
    "HUMAN",
    "about_agent",
    "about_agents",
    "about_game",
    "bounds_of",
    "called",
    "choices_of",
    "game_facts",
    "human",
    "is_human",
    "name_of",
]


OF_ALL_GAMES: Final = "engine"
"""The domain of the words about agents that play every game: the random one, and those that search."""


def game_facts(info: Any) -> dict[str, Any]:
    """What a game is, and for how many players."""
    return {
        "name": info.name,
        "title": info.title,
        "about": info.about,
        "min_players": info.min_players,
        "max_players": info.max_players,
    }


def about_game(info: Any) -> Message:
    """What a game is, in a sentence without a capital and a full stop."""
    return Message(f"{info.name}.about", text=info.about)


def about_agents(game: str) -> list[tuple[str, Message]]:
    """The agents of a game with what each does: those of its package with their configurations, then searches."""
    from .agents.loading import described_own, listed_players, own_names
    from .agents.search_spec import search_names
    from .agents.spec import agent_names, described

    found = []
    for name in agent_names(game):
        found.append((name, about_agent(game, name)))
        found += _configured(game, name, described(game, name)["configurations"])
    for name in own_names(game):
        found.append((name, about_agent(game, name)))
        found += _configured(game, name, described_own(game, name)["configurations"])
    return found + [(name, about_agent(game, name)) for name in [*listed_players(game), *search_names(game)]]


def _configured(game: str, name: str, configurations: list[dict[str, Any]]) -> list[tuple[str, Message]]:
    specs = [f"{name}:{one['name']}" for one in configurations]
    return [(spec, about_agent(game, spec)) for spec in specs]


def about_agent(game: str, spec: str) -> Message:
    """What an agent that :func:`about_agents` lists does; of a search with settings, what the search does.

    >>> str(about_agent("pig", "random")), str(about_agent("tictactoe", "alphabeta:every=true"))
    ('chooses uniformly among all that is legal', 'minimax without what cannot matter')
    """
    from .agents.loading import is_own
    from .agents.search_spec import is_search

    name = spec.partition(":")[0]
    if spec == "random" or (is_search(name) and not is_own(game, name)):
        return Message(f"{OF_ALL_GAMES}.agent.{name}")
    return Message(f"{game}.agent.{spec}")


def choices_of(field: Any) -> list[Any] | None:
    """The words that an option (a pydantic field) may be; None where it is no choice among words."""
    return list(get_args(field.annotation)) if get_origin(field.annotation) is Literal else None


def bounds_of(field: Any) -> tuple[Any, Any]:
    """The least and the greatest value of an option (a pydantic field), None where there is none."""
    found = [[getattr(bound, end) for bound in field.metadata if hasattr(bound, end)] for end in ("ge", "le")]
    least, most = (ends[0] if ends else None for ends in found)
    return least, most


# ------------------------ How records name the people who played: ``human``, or ``human:Ann`` where the name is known


HUMAN: Final = "human"
"""What a record calls a seat that a person played."""


def human(name: str) -> str:
    """What a record calls a person of this name.

    >>> human("Ann"), human("")
    ('human:Ann', 'human')
    """
    return f"{HUMAN}:{name}" if name else HUMAN


def is_human(player: str) -> bool:
    """Whether a record means a person by this, and not an agent.

    >>> is_human("human"), is_human("human:Ann"), is_human("random")
    (True, True, False)
    """
    return player == HUMAN or player.startswith(f"{HUMAN}:")


def name_of(player: str) -> str:
    """The name of a person, as a record tells it; it comes from a file, and may be anything.

    >>> name_of("human:Ann: the first"), name_of("human")
    ('Ann: the first', '')
    """
    return player.partition(":")[2]


def called(player: str) -> str:
    """What to call a player whom a record names: a person by name, where it is known, an agent by its spec.

    >>> called("human:Ann"), called("human"), called("mcts:time=1")
    ('Ann', 'human', 'mcts:time=1')
    """
    return name_of(player) or HUMAN if is_human(player) else player
