"""What deeds are worth to a player, as the baseline sees it: list price, more for a group that gets complete."""

from __future__ import annotations

from ...games.monopoly.board import GROUP_MASK, GROUP_SIZE, GROUPS, PRICE, RAILROADS
from ...games.monopoly.state import ITEM_CHANCE_CARD, State
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, low_bit

CARD_WORTH = 50
COMPLETE_PERCENT = 250
PART_PERCENT = 30


@rule
def list_price(mask: int) -> int:
    """The list prices of the deeds of ``mask``, together."""
    total = 0
    m = mask
    while m != 0:
        total += PRICE[low_bit(m)]
        m &= m - 1
    return total


@rule
def holding_worth(k: int, mask: int) -> int:
    """What the deeds of ``mask`` in group ``k`` are worth together in dollars: the more of them, the more each."""
    own = mask & GROUP_MASK[k]
    if own == 0:
        return 0
    n = count_bits(own)
    percent = 100 + PART_PERCENT * (n - 1)
    if n == GROUP_SIZE[k] and k != RAILROADS:
        percent = COMPLETE_PERCENT
    return list_price(own) * percent // 100


@rule
def change_in_worth(g: State, p: int, given: int, taken: int) -> int:
    """How much seat ``p``'s holdings are worth more after giving and taking the items of the two masks."""
    before = g.deeds[p] * 1
    after = (before & ~given) | taken
    total = CARD_WORTH * (count_bits(taken >> ITEM_CHANCE_CARD) - count_bits(given >> ITEM_CHANCE_CARD))
    for k in range(GROUPS):
        if ((given | taken) & GROUP_MASK[k]) != 0:
            total += holding_worth(k, after) - holding_worth(k, before)
    return total


@rule
def wanted(g: State, p: int) -> int:
    """The deeds that would complete a group for seat ``p``: the only ones of their group that it lacks."""
    mask = 0
    for k in range(GROUPS):
        missing = GROUP_MASK[k] & ~g.deeds[p]
        if missing != 0 and (missing & (missing - 1)) == 0:
            mask |= missing
    return mask
