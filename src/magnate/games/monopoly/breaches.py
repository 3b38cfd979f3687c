"""The codes of the invariants that a state can break; ``position_checks.py`` has their sentences."""

from __future__ import annotations

(
    HOLDS,
    DEED_OWNED_TWICE,
    MORTGAGED_WITHOUT_OWNER,
    HOUSES_LOST,
    HOTELS_LOST,
    BUILT_UNEVENLY,
    BUILT_WITHOUT_GROUP,
    BUILT_AND_MORTGAGED,
    BANKRUPT_HOLDS,
    CARDS_LOST,
    CARD_TWICE,
    CASH_NEGATIVE,
    JAIL_ELSEWHERE,
    STACK_IMPOSSIBLE,
    NOBODY_LEFT,
    MOVER_OUT,
    STALE_FIELD,
    NO_WINNER,
    BUILT_MASK_WRONG,
    BIDDER_OUT,
    ITEM_NOT_HELD,
    LEVEL_IMPOSSIBLE,
    SQUARE_IMPOSSIBLE,
    TERM_IMPOSSIBLE,
    RENT_IMPOSSIBLE,
) = range(25)
