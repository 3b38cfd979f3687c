"""The trades that an agent of Monopoly makes, rolled out: what both sides and the others gain by them.

Trades are those that are accepted at mixed tables, whoever proposed them. Fast agents of two kinds play on with and
without each trade, on the same dice. Trades count by which the agent gains a point or more. That is told by other
rollouts than those that are shown, so that what is shown is not too good.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..arena.schedule import purpose_seed
from ..arena.statistics import Estimate, estimate
from ..errors import BadPlan
from ..games.monopoly.state import ACCEPT, REJECT, TRADE, TRADE_ANSWER
from ..runtime.stream import deal_seed
from .judge import SUBJECT
from .paired import paired

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from .judge import Judging

__all__ = ["KINDS", "Traded", "Trades", "figures", "play_trades", "trades_in"]

KINDS: Final = ("strategic", "character:fair_trader")
"""Who plays on: frozen, fast, and of two measures."""
LEAST: Final = 0.01
"""What the agent must gain by a trade for it to count, as a share of the win."""
BAD: Final = -0.05
"""What a partner should hardly ever lose."""
ROLLOUTS: Final = 648
"""Pairs of games of each kind, for choosing and for showing."""


@dataclass(frozen=True, slots=True)
class Traded:
    """One accepted trade: by whom, with whom, and what own, partner's and third seats' chances gain, by each kind.

    ``chosen`` is what the agent gained in the rollouts that choose.
    """

    deal: int
    partner: str
    proposed: bool
    chosen: float
    own: list[float]
    others: list[float]
    third: list[float]

    @property
    def counts(self) -> bool:
        """Whether the agent gains enough for the trade to count."""
        return self.chosen >= LEAST


def trades_in(game: Game, agents: Sequence[str], seed: int, seat: int) -> Iterator[tuple[Position, int, int]]:
    """The positions of one game in which a trade with ``seat`` waits for its answer and is accepted; who trades."""
    record = game.play(list(agents), seed=seed)
    step = game.entry("position_kernel", "step")
    states = record.to_game().start_states(1)
    for action in record.actions:
        g = states[0]
        top = int(g["depth"]) - 1
        if action == ACCEPT and top >= 0 and g["fkind"][top] == TRADE and int(g["trade_step"]) == TRADE_ANSWER:
            giver, partner = int(g["fwho"][top]), int(g["fto"][top])
            if seat in (giver, partner):
                yield game.position(states.copy()), giver, partner
        step(states, action)


def rolled(game: Game, position: Position, seat: int, partner: int, seed: int, games: int) -> list[tuple[float, ...]]:
    """What the seat, its partner and the others together gain by the trade that waits, for each kind."""
    step = game.entry("position_kernel", "step")
    ends = []
    for answer in (REJECT, ACCEPT):
        states = position.states().copy()
        step(states, answer)
        ends.append(game.position(states))
    found: list[tuple[float, ...]] = []
    for number, kind in enumerate(KINDS):
        change = paired(*ends, until=games, policy=kind, seed=deal_seed(seed, kind, number) % (1 << 32)).change
        rest = sum(one for other, one in enumerate(change) if other not in (seat, partner))
        found.append((change[seat], change[partner], rest))
    return found


def play_trades(
    judging: Judging, folder: Path, wanted: int, games: int = ROLLOUTS
) -> Iterator[tuple[int, list[Traded]]]:
    """Play deals until so many trades count; yields after each deal how many were played, and all trades so far.

    Raises :class:`~magnate.errors.BadPlan` where the folder keeps trades of something else.
    """
    game = judging.roster.table(4)
    path = folder / "trades.jsonl"
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    kept = [json.loads(line) for line in lines]
    plan = [judging.spec, judging.roster.digest, judging.seed, games]
    if any(line.get("plan", plan) != plan for line in kept):  # lines of earlier versions have none
        raise BadPlan(
            f"{path} has trades of another agent, roster or seed",
            hint="name another folder with --out, or remove that file",
        )
    found = [Traded(**one) for line in kept for one in line["trades"]]
    if path.exists():
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    deal = len(kept)
    yield deal, found
    while sum(one.counts for one in found) < wanted:
        seed = purpose_seed(judging.seed, "final", deal)
        others = judging.roster.draw(3, judging.seed, deal)
        agents = [judging.spec if one == SUBJECT else one for one in (SUBJECT, *others)]
        fresh = []
        for number, (position, giver, taker) in enumerate(trades_in(game, agents, seed, 0)):
            partner = taker if giver == 0 else giver
            choosing = rolled(game, position, 0, partner, deal_seed(seed, "choose", number), games)
            chosen = float(np.mean([own for own, _, _ in choosing]))
            shown = choosing
            if chosen >= LEAST:
                shown = rolled(game, position, 0, partner, deal_seed(seed, "show", number), games)
            own, other, third = (list(one) for one in zip(*shown, strict=True))
            fresh.append(Traded(deal, agents[partner], giver == 0, chosen, own, other, third))
        found += fresh
        deal += 1
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"plan": plan, "trades": [asdict(one) for one in fresh]}) + "\n")
        yield deal, found


@dataclass(frozen=True, slots=True)
class Trades:
    """What trades that count show: means over trades with intervals over deals, and parts of them."""

    count: int
    own: Estimate
    partner: Estimate
    third: Estimate
    own_gains: float
    partner_loses: float
    proposed: float


def figures(trades: Sequence[Traded]) -> Trades | None:
    """The figures of some trades, of those that count; None where there are none."""
    ones = [one for one in trades if one.counts]
    if not ones:
        return None
    deals = sorted({one.deal for one in ones})
    place = np.array([deals.index(one.deal) for one in ones])
    counts = np.bincount(place).astype(float)

    def over_deals(values: Any) -> Estimate:
        return estimate(np.bincount(place, np.array(values)), counts)

    own, partner, third = ([float(np.mean(values(one))) for one in ones] for values in (_own, _partner, _third))
    return Trades(
        count=len(ones),
        own=over_deals(own),
        partner=over_deals(partner),
        third=over_deals(third),
        own_gains=float(np.mean([one >= 0.0 for one in own])),
        partner_loses=float(np.mean([one < BAD for one in partner])),
        proposed=float(np.mean([one.proposed for one in ones])),
    )


def _own(one: Traded) -> list[float]:
    return one.own


def _partner(one: Traded) -> list[float]:
    return one.others


def _third(one: Traded) -> list[float]:
    return one.third
