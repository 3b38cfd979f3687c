"""How likely a partner accepts an offer: a model, since nobody knows whom it plays.

A partner judges like ``strategic``, or by a network like one's own; both are as likely. One like ``strategic`` accepts
the likelier the more dollars it gains by that agent's measure (``trade_value``): its parameters are not known, nor is
it ``strategic`` itself. One with a network accepts if that gains the margin.
"""

from __future__ import annotations

import math

from ....games.monopoly.state import State
from ....runtime.compiler import Floats, rule
from ..places import TRADE_MARGIN
from ..trade_value import threat_share, trade_value, value_after

ROUGHLY = 60.0
"""Dollars by which others' measures differ."""
SURE = 30.0
"""How many times that leave no doubt."""
BY_RULES = 0.5
"""How likely a partner judges by rules and not by a network."""
STEPS = 4


@rule
def gain_by_rules(g: State, row: Floats, p: int, q: int, given: int, taken: int, money: int) -> float:
    """What seat ``q`` gains, in dollars by the measure of ``strategic``, beyond what it demands."""
    return value_after(g, row, q, p, q, given, taken, money) - trade_value(g, row, q) - row[TRADE_MARGIN]


@rule
def price_by_rules(g: State, row: Floats, p: int, q: int, given: int, taken: int) -> int:
    """What ``p`` must pay (negative: may ask) so that ``q`` just accepts by the measure of ``strategic``."""
    wanted = trade_value(g, row, q) + row[TRADE_MARGIN]
    unit = 1.0 + threat_share(g, row)
    money = 0
    for _ in range(STEPS):
        gap = wanted - value_after(g, row, q, p, q, given, taken, money)
        if -unit < gap <= 0.0:
            break
        money += int(gap / unit)
        if gap > 0.0:
            money += 1
    return money


@rule
def chance_of(by_rules: float, by_network: float, margin: float) -> float:
    """The chance that an offer is accepted which is worth that much to the partner: dollars, and a share of the win."""
    sure = min(SURE, max(-SURE, by_rules / ROUGHLY))
    chance = BY_RULES / (1.0 + math.exp(-sure))
    if by_network >= margin:
        chance += 1.0 - BY_RULES
    return chance
