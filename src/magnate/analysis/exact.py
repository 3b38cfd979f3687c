"""Exact win chances of positions that can be solved, when everybody plays best.

Pig is solved by value iteration, Kuhn poker by its equilibrium in which the first player never bluffs. Other games
without hidden parts are solved by looking at every position that may come, if there are few enough. Of equally good
actions the one with the lowest id is taken. Two players without chance get alpha-beta with a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from ..core.contract import CHANCE
from ..search import search

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["EQUILIBRIUM", "MOST_POSITIONS", "kuhn_chances", "kuhn_deals", "pig_chances", "solved", "solved_together"]

Shares = tuple[float, ...]

EQUILIBRIUM: Final = "the equilibrium without bluffs of the first player"
"""Of Kuhn poker."""
MOST_POSITIONS: Final = 20_000
"""How many positions of other games are looked at before an exact answer is given up."""
MOST_NODES: Final = 1_000_000
"""The same for alpha-beta, which is compiled."""
MOST_OF_PIG: Final = 20_000_000
"""The most numbers in the table that solves Pig."""
MOST_ROUNDS: Final = 10_000
"""So often the table of Pig is gone over: with several players best replies need not settle."""
FAR_CAP: Final = 1_000
"""So many turns before a cap of Pig no play that is best comes near it: the game ends in far fewer."""


def solved(position: Position, most: int = MOST_POSITIONS, nodes: int = MOST_NODES) -> Shares | None:
    """Each seat's exact chance; None where the position cannot be solved, or not with so many positions.

    ``most`` positions are looked at, or ``nodes`` where alpha-beta can. Games with hidden parts are not solved here,
    but for Kuhn poker, see :func:`kuhn_chances`.

    >>> import magnate
    >>> solved(magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]}))
    (1.0, 0.0)
    """
    return solved_together([position], most, nodes)[0]


def solved_together(positions: Sequence[Position], most: int, nodes: int) -> list[Shares | None]:
    """As :func:`solved` for positions of one game, which are looked at with one memory: ``most`` counts for all."""
    solver = _Solver(most)
    return [_solved(one, solver, nodes) for one in positions]


def _solved(position: Position, solver: _Solver, nodes: int) -> Shares | None:
    game = position.game
    if position.is_over:
        return position.utility()
    if game.info.hidden or game.name == "monopoly":
        return None
    if game.name == "pig":
        return pig_chances(position)
    if game.players == 2 and game.info.constant_sum and not hasattr(game.rules, "chance"):
        report = search(position, "ordered", f"nodes:{nodes}")
        found = tuple(one for one in report.value if one is not None)
        return found if report.proven and len(found) == game.players else None
    try:
        return solver.value(position)
    except (_TooMany, RecursionError):  # too many positions, or too many after one another
        return None


# ------------------------------------------------------------------------------------- Any game with few positions


class _TooMany(Exception):
    """There are more positions than may be looked at, or they come again."""


class _Solver:
    """Max^n over all positions that may come, each looked at once; chance counts by its exact weights."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[bytes, Shares | None] = {}

    def value(self, position: Position) -> Shares:
        """What a position is worth to each seat."""
        if position.is_over:
            return position.utility()
        key = position.states().tobytes()
        if key in self._known:
            found = self._known[key]
            if found is None:  # it is being looked at: the game goes round in a circle
                raise _TooMany
            return found
        if len(self._known) >= self._most:
            raise _TooMany
        self._known[key] = None
        if position.to_move == CHANCE:
            outcomes = position.outcomes()
            after = [self.value(position.copy().apply(one)) for one in outcomes]
            weights = [float(one.probability) for one in outcomes]
            best = tuple(sum(w * v[seat] for w, v in zip(weights, after, strict=True)) for seat in range(len(after[0])))
        else:
            seat = position.to_move
            best = max((self.value(position.copy().apply(a)) for a in position.legal_ids()), key=lambda v: v[seat])
        self._known[key] = best
        return best


# ------------------------------------------------------------------------------------------------------------- Pig


def pig_chances(position: Position) -> Shares | None:
    """Each seat's chance in Pig when all play best; None for a table that is too large, or with the cap on turns near.

    >>> import magnate
    >>> tuple(round(one, 10) for one in pig_chances(magnate.load("pig", target=20).new()))
    (0.6155585498, 0.3844414502)
    """
    state, options, players = position.state, position.game.options, position.game.players
    target, sides = options.target, options.sides
    if target ** (players + 1) > MOST_OF_PIG or options.max_turns - int(state["turns"]) < FAR_CAP:
        return None
    table, seat, total = _pig(players, target, sides), int(state["seat"]), int(state["total"])
    if table is None:
        return None
    points = tuple(int(state["points"][(seat + k) % players]) for k in range(players))
    if state["rolling"]:
        after = [table[total + face][points] for face in range(2, sides + 1)]
        lost = np.roll(table[0][(*points[1:], points[0])], 1)
        found = (lost + sum(after)) / sides
    else:
        found = table[total][points]
    return tuple(float(found[(k - seat) % players]) for k in range(players))


@cache
def _pig(players: int, target: int, sides: int) -> list[np.ndarray] | None:
    """For each total of a turn: the chances (points of all, chances), both from the seat to move on round the table.

    Value iteration: a turn is worked out backwards from its greatest total, with what the next turn was worth before.
    None where that does not settle.
    """
    shares = 1 if players == 2 else players  # the chance of one of two tells that of the other
    begin = np.full((*(target,) * players, shares), 1.0 / players)
    won = np.zeros(shares)
    won[0] = 1.0
    for _ in range(MOST_ROUNDS):
        turned = np.moveaxis(begin, players - 1, 0)  # the turn goes to the next seat
        handed = 1.0 - turned if players == 2 else np.roll(turned, 1, axis=-1)
        table = [np.broadcast_to(won, begin.shape)] * (target + sides)
        for total in range(target - 1, -1, -1):
            left = target - total  # with more points the turn has enough to win
            rolled = handed[:left].copy()
            for face in range(2, sides + 1):
                rolled += table[total + face][:left]
            rolled /= sides
            if total:
                held = handed[total:]
                np.copyto(rolled, held, where=held[..., :1] > rolled[..., :1])
            table[total] = np.concatenate([rolled, table[target][left:]])
        change = float(np.abs(table[0] - begin).max())
        begin = table[0]
        if change < 1e-13:
            return [np.concatenate([one, 1.0 - one], axis=-1) for one in table] if players == 2 else table
    return None


# ------------------------------------------------------------------------------------------------------ Kuhn poker


_BETS: Final[dict[tuple[int, ...], tuple[Fraction, ...]]] = {
    (): (Fraction(0), Fraction(0), Fraction(0)),
    (0,): (Fraction(1, 3), Fraction(0), Fraction(1)),
    (1,): (Fraction(0), Fraction(1, 3), Fraction(1)),
    (0, 1): (Fraction(0), Fraction(1, 3), Fraction(1)),
}
"""How often who is to move bets or calls, by the moves so far (1: a bet) and its card (jack, queen, king).

Of all equilibria (H. W. Kuhn, 1950) it is the one in which the first player never bluffs.
"""


def kuhn_chances(position: Position, eyes: int | None, *, full: bool = False) -> Shares:
    """Each seat's share in Kuhn poker, as a seat knows the cards, or as a spectator does (None).

    Deals count by how likely they make the moves so far. Where no deal does, all count alike. With ``full`` the cards
    are known.

    >>> import magnate
    >>> kuhn_chances(magnate.load("kuhn").new(), None)[0] * 72
    35.0
    """
    if position.is_over:
        return position.utility()
    moves = _moves(position)
    known = range(2) if full else () if eyes is None else (eyes,)
    deals, weights = zip(*kuhn_deals(position, known), strict=True)
    share = sum(w * _kuhn(one, moves) for w, one in zip(weights, deals, strict=True)) / sum(weights)
    return float(share), float(1 - share)


def kuhn_deals(position: Position, known: Sequence[int]) -> list[tuple[tuple[int, int], Fraction]]:
    """The deals that may be, for who knows the cards of these seats, and how likely they make the moves so far.

    Where no deal makes them likely, all count alike.
    """
    dealt, moves = [int(card) for card in position.state["card"]], _moves(position)
    deals = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b]
    deals = [one for one in deals if all(dealt[seat] in (0, one[seat]) for seat in known)]
    weights = [_reach(one, moves) for one in deals]
    return list(zip(deals, weights if any(weights) else [Fraction(1)] * len(deals), strict=True))


def _moves(position: Position) -> tuple[int, ...]:
    """The moves so far (1: a bet)."""
    state = position.state
    return tuple(int(state["bets"]) >> k & 1 for k in range(int(state["moves"])))


def _reach(deal: tuple[int, int], moves: tuple[int, ...]) -> Fraction:
    """How likely this deal makes these moves."""
    found = Fraction(1)
    for k, move in enumerate(moves):
        bets = _BETS[moves[:k]][deal[k % 2] - 1]
        found *= bets if move else 1 - bets
    return found


def _kuhn(deal: tuple[int, int], moves: tuple[int, ...]) -> Fraction:
    """The first player's share of the four chips."""
    first_wins = deal[0] > deal[1]
    if moves in ((0, 0), (1, 1), (0, 1, 1)):
        chips = 2 if moves[-1] else 1
        return Fraction(1, 2) + Fraction(chips if first_wins else -chips, 4)
    if moves in ((1, 0), (0, 1, 0)):
        return Fraction(1, 2) + Fraction(1 if len(moves) == 2 else -1, 4)
    bets = _BETS[moves][deal[len(moves) % 2] - 1]
    return bets * _kuhn(deal, (*moves, 1)) + (1 - bets) * _kuhn(deal, (*moves, 0))
