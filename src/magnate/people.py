"""How records name the people who played: ``human``, or ``human:Ann`` where the name is known."""

from __future__ import annotations

from typing import Final

__all__ = ["HUMAN", "called", "human", "is_human", "name_of"]

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
