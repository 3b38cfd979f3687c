"""Whole moves one decision at a time, on positions, and fixed positions to count them at."""

from __future__ import annotations

from collections.abc import Iterator

import magnate
from magnate.core.game import Position
from magnate.games.brass.board import PLACE_OF, PLACE_SPACES, SPACE_COUNT, SPACE_SHOWS
from magnate.games.brass.state import BUILD_AT, GIVE_UP, SELL_TILE

from .walk import legal, walk


def decided(position: Position) -> Position:
    """A copy without a seed: chance waits."""
    return position.game.position(position.states())


def sequences(position: Position, *, first_only: bool = False) -> Iterator[tuple[tuple[int, ...], bytes]]:
    """Every row of decisions to the end of the move, with the position after it.

    ``first_only``: of spaces that are alike only the first is named.
    """
    seat, start = position.to_move, decided(position)
    waiting: list[tuple[tuple[int, ...], Position]] = [((), start)]
    while waiting:
        ids, now = waiting.pop()
        for id_ in now.legal_ids():
            if first_only and not is_first(now, id_):
                continue
            after = now.copy()
            after.apply(id_)
            if after.to_move != seat or after.settled:
                yield (*ids, id_), bytes(after.states())
            else:
                waiting.append(((*ids, id_), after))


def is_first(position: Position, action: int) -> bool:
    """Whether no space before that of the action, in the same location, is like it in all."""
    for base in (BUILD_AT, SELL_TILE, GIVE_UP):
        space = action - base
        if 0 <= space < SPACE_COUNT:
            others = [s for s in range(space) if (PLACE_SPACES[PLACE_OF[space]] >> s) & 1]
            return not any(looks(position, s) == looks(position, space) for s in others)
    return True


def looks(position: Position, space: int) -> tuple[int, ...]:
    """What is shown and lies on a space."""
    state = position.state
    owners = [int(mask) >> space & 1 for mask in state["tiles"]]
    flipped = int(state["flipped"]) >> space & 1
    return (int(SPACE_SHOWS[space]), int(state["tile"][space]), int(state["goods"][space]), flipped, *owners)


def settled_positions(players: int, seed: int, era: str, often: int) -> Iterator[Position]:
    """Positions of a random game of the rich in which an action begins or tiles are given up, every so many."""
    game, met = magnate.load("brass", players=players), 0
    for g in walk(players, seed, era=era, purses=(3, 15, 30, 60)):
        if g.mover >= 0 and len(legal(g)) > 1:
            position = Position(game, g.to_record())
            if position.settled:
                met += 1
                if met % often == 1:
                    yield position
