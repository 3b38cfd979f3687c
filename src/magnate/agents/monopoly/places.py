"""Where in a policy's row of numbers each parameter stands (place 0 is the kind of the policy).

``strategic`` has its 28 parameters at the places 1 to 28; ``algorithmic`` has those of its trades at the same places as
``strategic``, so that both use the same rules for trading.
"""

from __future__ import annotations

KIND = 0
RANDOM, BASELINE, ALGORITHMIC, STRATEGIC, PUBLISHED = range(5)
"""The kinds of policies."""

(
    VALUE_RATIO,
    COMPLETION_BONUS,
    LOCATION_BONUS,
    RAILROAD_WEIGHT,
    UTILITY_WEIGHT,
    BLOCKING_BONUS,
    BID_RATIO,
    BUILDING_RESERVE,
    TARGET_LEVEL,
    LAST_LEVEL,
    RENT_FOCUS,
    HOARDED_HOUSES,
    CASH_RESERVE,
    BUYING_RESERVE,
    COMPLETION_RESERVE,
    LATE_RESERVE,
    LEVERAGE,
    LIFT_CASH,
    GROUP_VALUE,
    DEED_VALUE,
    THREAT,
    TRADE_MARGIN,
    GREED,
    OFFER_CHANCE,
    DANGER_WEIGHT,
    JAIL_RENT,
    JAIL_UNSOLD,
    STAGE_ADAPTION,
) = range(1, 29)

# `algorithmic`: its own parameters stand where `strategic` has some that it does not use.
BUY_SCORE = VALUE_RATIO
CASH_THRESHOLD = CASH_RESERVE

DICE_COST = 29
"""Of ``published`` alone, whose other parameters are the first of those that a search goes by. It stands before them,
so that the row of ``published`` ends there and leaves a search the rest of its own."""

CLOSED, PAUSES = 62, 63
"""The kinds of management actions that the policy is to leave alone in windows, and the topics at which the drivers
pause for Python; both as masks."""

# What a search goes by, at places that no policy reads but `published`: one row serves the guide's policy and its
# estimate.
(
    RESERVE,
    PENALTY,
    EACH,
    OWN_RENT,
    OTHER_RENT,
    ALL_RENTS,
    MORTGAGED_RENTS,
    RIVAL,
    BALANCED,
    TRUST,
    SCALE,
    JAIL,
) = range(40, 52)
