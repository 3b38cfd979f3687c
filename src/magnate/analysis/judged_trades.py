"""The trades that an agent of Monopoly makes, rolled out: what both sides and the others gain by them.

Trades are those that are accepted at mixed tables, whoever proposed them. Fast agents of two kinds play on with and
without each trade, on the same dice. Trades count by which the agent gains a point or more. That is shown by other
rollouts than those that are shown, so that what is shown is not too good.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..arena.plan import agent_digest, engine_digest, rules_digest
from ..arena.schedule import purpose_seed
from ..arena.statistics import Estimate, estimate, share_estimate
from ..games.monopoly.state import ACCEPT, REJECT, TRADE, TRADE_ANSWER
from ..runtime.stream import deal_seed
from .judge import GAME, SUBJECT, kept_lines
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
FIRST_DEALS, DEALS_A_TRADE = 20, 5
"""How many deals are played at most: so many, and so many for each trade that is wanted."""


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

    Agents that hardly trade are given up after a number of deals. Raises :class:`~magnate.errors.BadPlan` where the
    folder has trades of something else.
    """
    game = judging.roster.table(4)
    path, plan = folder / "trades.jsonl", _plan(judging, games)
    lines = kept_lines(path, plan)
    found = [Traded(**one) for line in lines for one in json.loads(line)["trades"]]
    path.write_text("".join(f"{line}\n" for line in (json.dumps({"plan": plan}), *lines)), encoding="utf-8")
    deal, most = len(lines), FIRST_DEALS + DEALS_A_TRADE * wanted
    yield deal, found
    while deal < most and sum(one.counts for one in found) < wanted:
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
            file.write(json.dumps({"trades": [asdict(one) for one in fresh]}) + "\n")
        yield deal, found


def _plan(judging: Judging, games: int) -> str:
    """The hash of what decides which trades are made, and what their rollouts say."""
    agents = [agent_digest(GAME, one) for one in (judging.spec, *KINDS)]
    said = (judging.spec, judging.seed, judging.roster.digest, games, agents, engine_digest(), rules_digest(GAME))
    return hashlib.blake2b(repr(said).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Trades:
    """What trades that count show: means over trades and parts of them, with intervals over deals."""

    count: int
    own: Estimate
    partner: Estimate
    third: Estimate
    own_gains: Estimate
    partner_loses: Estimate
    proposed: Estimate

    def estimates(self) -> dict[str, dict[str, float | None]]:
        """All figures for JSON."""
        names = ("own", "partner", "third", "own_gains", "partner_loses", "proposed")
        return {name: getattr(self, name).as_dict() for name in names}


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

    def part(those: list[bool]) -> Estimate:
        return share_estimate(np.bincount(place, np.array(those, float)), counts=counts)

    own, partner, third = ([float(np.mean(values(one))) for one in ones] for values in (_own, _partner, _third))
    return Trades(
        count=len(ones),
        own=over_deals(own),
        partner=over_deals(partner),
        third=over_deals(third),
        own_gains=part([one >= 0.0 for one in own]),
        partner_loses=part([one < BAD for one in partner]),
        proposed=part([one.proposed for one in ones]),
    )


def _own(one: Traded) -> list[float]:
    return one.own


def _partner(one: Traded) -> list[float]:
    return one.others


def _third(one: Traded) -> list[float]:
    return one.third
