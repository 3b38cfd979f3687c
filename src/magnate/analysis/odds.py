"""Who wins from here, and what it hangs on: what each outcome of the next chance does to every seat."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.spec import resolve
from ..core.contract import CHANCE, OVER
from ..core.players import Players
from ..core.position import states_of
from ..gpu.device import Device
from ..runtime.stream import deal_seed
from ..skins import shown
from ..values.chances import SeatValuer
from .chances import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, Chances, chances, network_of, rolled_out
from .eyes import known_hands
from .rollout_games import default_policy
from .trade import settled_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.game import Position

__all__ = ["Odds", "Outlook", "odds", "square_word"]

MOST_STEPS: Final = 60
"""After so many decisions without any chance there is no table."""
ROUGH_GAMES: Final = 400
"""Rollouts for each outcome where neither a network nor an exact answer tells it."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one outcome of the next chance, or a sum of the dice, does.

    ``probability`` is exact. ``shares`` are the win chances after it, ``change`` what they are more than before.
    ``margins`` are the half widths of the 95 % intervals of ``change``; there are none where a network says it.
    ``square`` names where the token ends in Monopoly; empty elsewhere.
    """

    label: str
    probability: Fraction
    shares: tuple[float, ...]
    change: tuple[float, ...]
    margins: tuple[float, ...] = ()
    square: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """The win chances of all seats at a position, and the table of the next chance.

    ``chances`` says where they come from. ``moves`` are the decisions that come before the next chance, as ``policy``
    takes them. ``before`` are the chances there: the mean of ``table`` by the probabilities. A table has a row for each
    outcome; in Monopoly a row for each sum of the dice, doubles apart. It is empty where no chance comes, or where the
    eyes do not see what is drawn. ``thrower`` is the seat whose dice or card it is, -1 where that is nobody's.
    ``outcomes`` are the same as the table, one by one. ``source`` says where the table comes from, which need not be
    that of ``chances``; empty where there is none. After each outcome ``games`` were played on by ``agent``, 0 without
    rollouts.
    """

    chances: Chances
    to_move: int
    moves: tuple[str, ...] = ()
    policy: str = ""
    before: tuple[float, ...] = ()
    thrower: int = -1
    table: tuple[Outlook, ...] = ()
    outcomes: tuple[Outlook, ...] = ()
    source: str = ""
    games: int = 0
    agent: str = ""

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
    device: str | Device = "cpu",
) -> Odds:
    """Who wins from a position, as ``eyes`` see it (a seat, ``PUBLIC`` or ``FULL``), and what the next chance does.

    With ``until`` (``±0.5`` points, ``2000`` games or ``10s``) the chances come from rollouts, in which ``policy`` has
    all seats. The table is V's or exact all the same. Where there is neither, each outcome has its own rollouts.
    Without ``table`` there is none. Before the next chance ``policy`` decides, in Monopoly without making offers.
    ``device`` plays rollouts (see :func:`~magnate.analysis.rollout`).

    Raises what :func:`~magnate.analysis.chances` raises.

    >>> import magnate
    >>> found = odds(magnate.load("pig").setup({"points": [80, 75]}))
    >>> len(found.table), sum(row.probability for row in found.table)
    (6, Fraction(1, 1))
    """
    device = Device.of(device)
    plainly = chances(position, eyes, games=1 if until or policy else ROUGH_GAMES, seed=seed, device=device)
    if until is not None:
        now = rolled_out(position, eyes, until, policy, seed, device)
    elif policy is not None and plainly.source == ROLLOUTS:
        now = chances(position, eyes, games=ROUGH_GAMES, policy=policy, seed=seed, device=device)
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
    thrower = at.chance_key[0] if at.chance_key and at.chance_key[0] < at.game.players else -1
    found = _Outcomes(at, eyes, source, policy, seed, device)
    return Odds(
        *(now, position.to_move, moves, who if moves else "", tuple(found.before.tolist()), thrower),
        *(found.summed(), found.rows(), found.source, found.games, found.agent),
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


class _Outcomes:
    """What comes of each outcome of a chance: the shares, how well they are known, and what that changes."""

    def __init__(
        self, at: Position, eyes: int | str, source: str, policy: str | None, seed: int, device: Device
    ) -> None:
        outcomes = at.outcomes()
        after = [at.copy().apply(one) for one in outcomes]
        self.labels = [one.name for one in outcomes]
        self.probabilities = [Fraction(one.probability) for one in outcomes]
        self.squares = [_square(at, then) for then in after]
        self.source, self.games, self.agent = source, 0, ""
        self._margins: np.ndarray | None = None
        if source == NETWORK:
            self._shares = _by_network(after, eyes)
        else:
            asked = None if source == EXACT else policy
            each = [
                chances(
                    *(one, eyes),
                    games=ROUGH_GAMES,
                    seed=deal_seed(seed, "outcome", number),
                    policy=asked,
                    device=device,
                )
                for number, one in enumerate(after)
            ]  # each with luck of its own, so that the errors of a sum are known
            self._shares, self._margins = (
                np.array([one.shares for one in each]),
                np.array([one.margins for one in each]),
            )
            self.games, self.agent = max((one.games, one.policy) for one in each)
            self.source = ROLLOUTS if self.games else EXACT
        self._weights = np.array([float(one) for one in self.probabilities])
        self.before: np.ndarray = self._weights @ self._shares

    def rows(self) -> tuple[Outlook, ...]:
        """A row for each outcome."""
        return tuple(self._row(label, [place]) for place, label in enumerate(self.labels))

    def summed(self) -> tuple[Outlook, ...]:
        """The rows of a throw of two dice by their sum, doubles apart; other rows as they are."""
        if not all(label.startswith("roll:") for label in self.labels):
            return self.rows()
        by_sum: dict[tuple[int, bool], list[int]] = {}
        for place, label in enumerate(self.labels):
            low, high = map(int, label.removeprefix("roll:").split("-"))
            by_sum.setdefault((low + high, low == high), []).append(place)
        return tuple(
            self._row(f"{total} double" if double else str(total), places)
            for (total, double), places in sorted(by_sum.items())
        )

    def _row(self, label: str, places: Sequence[int]) -> Outlook:
        """Some outcomes as one: their mean by probability, less that of all."""
        whole = sum((self.probabilities[place] for place in places), Fraction(0))
        part = np.zeros(len(self.labels))
        part[places] = [float(self.probabilities[place] / whole) for place in places]
        shares = part @ self._shares
        margins = () if self._margins is None else np.sqrt((part - self._weights) ** 2 @ self._margins**2).tolist()
        squares = {self.squares[place] for place in places}
        return Outlook(
            *(shown(label), whole, tuple(shares.tolist()), tuple((shares - self.before).tolist()), tuple(margins)),
            squares.pop() if len(squares) == 1 else "",
        )


def _by_network(after: Sequence[Position], eyes: int | str) -> np.ndarray:
    """The shares (n, players) by the network alone, as the mean over the outcomes takes them."""
    game = after[0].game
    states = states_of(after)
    valuer = SeatValuer(game, network_of(game.name))
    return valuer.chances(states, game.players, np.full(len(after), known_hands(game.players, eyes)))


# ------------------------------------------------------------------------------------------------------------ words


def _square(at: Position, after: Position) -> str:
    """Where the token of who threw stands after an outcome in Monopoly."""
    if at.game.name != "monopoly" or not at.outcomes()[0].name.startswith("roll:"):
        return ""
    from ..games.monopoly.board import SQUARE_NAMES

    seat, state = int(at.state["current"]), after.state
    if not int(state["alive"]) >> seat & 1:
        return "bankrupt"
    return "In jail" if int(state["jail"][seat]) else shown(SQUARE_NAMES[int(state["square"][seat])])


def square_word(square: str) -> str:
    """The key of the words for where a token stands, as :class:`Outlook` names it."""
    from ..games.monopoly.board import SQUARE_NAMES

    names = {shown(name): f"monopoly.square.{number}" for number, name in enumerate(SQUARE_NAMES)}
    names["bankrupt"] = "monopoly_ui.seat.bankrupt"
    return names.get(square, "monopoly_ui.seat.jailed")
