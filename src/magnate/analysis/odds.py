"""Who wins from here, and what it hangs on: what each outcome of the next chance does to every seat."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.spec import resolve
from ..core.contract import CHANCE, OVER
from ..core.players import Players
from ..values.chances import SeatValuer
from .chances import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, Chances, chances, network_of, rolled_out
from .eyes import known_hands
from .rollout import default_policy
from .trade import settled_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.game import Position

__all__ = ["Odds", "Outlook", "odds"]

MOST_STEPS: Final = 60
"""After so many decisions without any chance there is no table."""
ROUGH_GAMES: Final = 400
"""Rollouts for each outcome where neither a network nor an exact answer tells it."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one outcome of the next chance, or a sum of the dice, does.

    ``probability`` is exact. ``shares`` are the win chances after it, ``change`` what they are more than before.
    ``square`` names where the token ends in Monopoly; empty elsewhere.
    """

    label: str
    probability: Fraction
    shares: tuple[float, ...]
    change: tuple[float, ...]
    square: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """The win chances of all seats at a position, and the table of the next chance.

    ``chances`` says where they come from. ``moves`` are the decisions that come before the next chance, as ``policy``
    takes them. ``before`` are the chances there: the mean of ``table`` by the probabilities. A table has a row for each
    outcome; in Monopoly a row for each sum of the dice, doubles apart. It is empty where no chance comes, or where the
    eyes do not see what is drawn. ``thrower`` is the seat whose dice or card it is, -1 where that is nobody's.
    ``outcomes`` are the same as the table, one by one.
    """

    chances: Chances
    to_move: int
    moves: tuple[str, ...] = ()
    policy: str = ""
    before: tuple[float, ...] = ()
    thrower: int = -1
    table: tuple[Outlook, ...] = ()
    outcomes: tuple[Outlook, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """The win chance of each seat."""
        return self.chances.shares


def odds(
    position: Position,
    eyes: int | str = PUBLIC,
    *,
    until: str | None = None,
    policy: str | None = None,
    seed: int = 0,
    table: bool = True,
) -> Odds:
    """Who wins from a position, as ``eyes`` see it (a seat, ``PUBLIC`` or ``FULL``), and what the next chance does.

    With ``until`` (``±0.5`` points, ``2000`` games or ``10s``) the chances come from rollouts, in which ``policy`` has
    all seats. The table is V's all the same, where there is a network or an exact answer. Without ``table`` there is
    none. Before the next chance ``policy`` decides, in Monopoly without making offers.

    Raises what :func:`~magnate.analysis.chances` raises.

    >>> import magnate
    >>> found = odds(magnate.load("pig").setup({"points": [80, 75]}))
    >>> len(found.table), sum(row.probability for row in found.table)
    (6, Fraction(1, 1))
    """
    plainly = chances(position, eyes, games=1 if until or policy else ROUGH_GAMES, seed=seed)
    if until is not None:
        now = rolled_out(position, eyes, until, policy, seed)
    elif policy is not None and plainly.source == ROLLOUTS:
        now = chances(position, eyes, games=ROUGH_GAMES, policy=policy, seed=seed)
    else:
        now = plainly
    plain = Odds(now, position.to_move)
    if not table or position.to_move == OVER:
        return plain
    source = plainly.source
    who = _decider(position, source, policy)
    at, moves = _to_chance(position, who)
    if at is None or (eyes != FULL and not _seen_by_all(at)):
        return plain
    outcomes = at.outcomes()
    after = [at.copy().apply(one) for one in outcomes]
    shares = _after(after, eyes, source, policy, seed)
    weights = [Fraction(one.probability) for one in outcomes]
    before = np.array([float(one) for one in weights]) @ shares
    rows = tuple(
        Outlook(one.name, weight, tuple(share.tolist()), tuple((share - before).tolist()), _square(at, then))
        for one, weight, share, then in zip(outcomes, weights, shares, after, strict=True)
    )
    thrower = at.chance_key[0] if at.chance_key and at.chance_key[0] < at.game.players else -1
    return Odds(
        now, position.to_move, moves, who if moves else "", tuple(before.tolist()), thrower, _summed(rows), rows
    )


# -------------------------------------------------------------------------------------------------- the next chance


def _decider(position: Position, source: str, policy: str | None) -> str:
    """Who decides what comes before the next chance; empty where the best action by exact chances is taken."""
    if source == EXACT and policy is None:
        return ""
    return policy or default_policy(position.game)


def _to_chance(position: Position, policy: str) -> tuple[Position | None, tuple[str, ...]]:
    """The next chance node, and the decisions before it; None where none comes soon."""
    game = position.game
    at = game.position(position.states())
    if game.name == "monopoly" and policy:
        at, steps = settled_on(at, policy), len(at.history)
        if at.to_move != CHANCE:
            return None, ()
        replayed, moves = game.position(position.states()), []
        for step in at.history[steps:]:
            moves.append(replayed.name_of(step))
            replayed.apply(step)
        return at, tuple(moves)
    found: list[str] = []
    while at.to_move != CHANCE:
        if at.to_move == OVER or len(found) >= MOST_STEPS:
            return None, ()
        step = _decided(at, policy)
        found.append(at.name_of(step))
        at.apply(step)
    return at, tuple(found)


def _decided(at: Position, policy: str) -> int:
    """The best action by exact chances, or what the policy does."""
    if not policy:
        seat = at.to_move
        return max(at.legal_ids(), key=lambda step: chances(at.copy().apply(step)).shares[seat])
    game, agent = at.game, resolve(at.game.name, policy, at.game.players)
    return Players(game, [agent] * game.players).choose(at)


def _seen_by_all(at: Position) -> bool:
    """Whether everybody sees what is drawn: only then is each outcome as likely to all as the rules say."""
    return set(range(at.game.players)) <= at.seen_by


def _after(
    after: Sequence[Position], eyes: int | str, source: str, policy: str | None, seed: int
) -> np.ndarray:  # fmt: skip
    """The shares (n, players) after each outcome: by the network alone, as the mean over the outcomes takes them."""
    game = after[0].game
    if source == NETWORK:
        states = np.concatenate([one.states() for one in after])
        valuer = SeatValuer(game, network_of(game.name))
        return valuer.chances(states, game.players, np.full(len(after), known_hands(game.players, eyes)))
    rolled = [
        chances(one, eyes, games=ROUGH_GAMES, seed=seed, policy=None if source == EXACT else policy) for one in after
    ]
    return np.array([one.shares for one in rolled])


# ------------------------------------------------------------------------------------------------------------ words


def _square(at: Position, after: Position) -> str:
    """Where the token of who threw stands after an outcome in Monopoly."""
    if at.game.name != "monopoly" or not at.outcomes()[0].name.startswith("roll:"):
        return ""
    from ..games.monopoly.board import SQUARE_NAMES

    seat, state = int(at.state["current"]), after.state
    if not int(state["alive"]) >> seat & 1:
        return "bankrupt"
    return "In jail" if int(state["jail"][seat]) else str(SQUARE_NAMES[int(state["square"][seat])])


def _summed(rows: Sequence[Outlook]) -> tuple[Outlook, ...]:
    """The rows of a throw of two dice by their sum, doubles apart; other rows as they are."""
    if not all(row.label.startswith("roll:") for row in rows):
        return tuple(rows)
    by_sum: dict[tuple[int, bool], list[Outlook]] = {}
    for row in rows:
        low, high = map(int, row.label.removeprefix("roll:").split("-"))
        by_sum.setdefault((low + high, low == high), []).append(row)
    return tuple(
        _mean(f"{total} double" if double else str(total), by_sum[total, double]) for total, double in sorted(by_sum)
    )


def _mean(label: str, rows: Sequence[Outlook]) -> Outlook:
    """Several outcomes as one: their mean by probability."""
    whole = sum((row.probability for row in rows), Fraction(0))
    weights = np.array([float(row.probability / whole) for row in rows])
    shares = weights @ np.array([row.shares for row in rows])
    change = weights @ np.array([row.change for row in rows])
    squares = {row.square for row in rows}
    return Outlook(
        label, whole, tuple(shares.tolist()), tuple(change.tolist()), squares.pop() if len(squares) == 1 else ""
    )
