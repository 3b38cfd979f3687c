"""The suite of endgames: where it is kept, what a row of it says, and what an agent reaches there."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import magnate
from magnate.agents import resolve_all
from magnate.core.game import Game, Position
from magnate.core.players import Players

from .endgame_oracle import enumerate_lines, room

__all__ = ["FILE", "MOST", "Endgame", "endgames", "regret", "solved", "write"]

FILE: Final = Path(__file__).with_name("endgames.jsonl.gz")
MOST: Final = 3_000_000
"""The most positions that enumerating an endgame of the suite may come to."""


@dataclass(frozen=True)
class Endgame:
    """A position of a last round, whose seat to move begins a turn or goes on with it, and knows all.

    ``agents`` played up to there. ``left`` is how many actions there still are, its own and those of others; ``size``
    how many positions there are in all lines. ``values`` has the margin that each first decision comes to when
    everybody plays on exactly, ``best`` the greatest of them.
    """

    players: int
    agents: Sequence[str]
    left: int
    size: int
    best: int
    values: Mapping[str, int]
    position: Mapping[str, Any]

    def start(self, seed: int | None = None) -> Position:
        """The position."""
        return game_of(self.players).setup(self.position, seed)


@cache
def game_of(players: int) -> Game:
    """The whole game for so many players."""
    return magnate.load("brass", players=players)


def endgames() -> Iterator[Endgame]:
    """The endgames of the suite."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield Endgame(**json.loads(line))


def write(found: Iterable[Endgame]) -> None:
    """Keep these endgames; the same ones give the same file."""
    lines = "".join(json.dumps(asdict(one), separators=(",", ":")) + "\n" for one in found)
    FILE.write_bytes(gzip.compress(lines.encode(), mtime=0))


def solved(position: Position, most: int = MOST) -> tuple[int, list[int], dict[str, int]] | None:
    """How many positions all lines have, the margins of all seats, and that of the mover after each first decision.

    None when there are more positions than ``most``.
    """
    states, acts, margins, firsts = room()
    states[0] = position.states()[0]
    size = enumerate_lines(most, states, acts, margins, firsts)
    if size > most:
        return None
    me, legal = position.to_move, position.legal()
    values = {action.name: int(row[me]) for action, row in zip(legal, firsts, strict=False)}
    return size, [int(value) for value in margins[0][: position.game.players]], values


def regret(endgame: Endgame, spec: Any, seed: int) -> int:
    """The points that an agent loses against exact play: it plays its seat's turn to the end, and then others do."""
    position = endgame.start(seed)
    players = Players(position.game, resolve_all("brass", endgame.players, spec))
    me = position.to_move
    while position.to_move == me:
        position.apply(players.choose(position))
    if position.is_over:
        score = position.score()
        return endgame.best - round(score[me] - max(score[:me] + score[me + 1 :]))
    found = solved(position)
    assert found is not None, "less is left than at the start"
    return endgame.best - found[1][me]
