"""Where in a policy's row of numbers each parameter stands (place 0 is the kind of the policy)."""

from __future__ import annotations

KIND = 0
RANDOM, PLANNER = range(2)
"""The kinds of policies."""

(
    MONEY,
    SPENDING,
    ICON,
    STEP,
    LATER,
    SELLING,
    BEER,
    OPPONENT,
    DEVELOPING,
    LOAN_BELOW,
    LOAN_UNTIL,
    SCOUTING,
    COTTON_WEIGHT,
    MANUFACTURER_WEIGHT,
    POTTERY_WEIGHT,
    COAL_WEIGHT,
    IRON_WEIGHT,
    BREWERY_WEIGHT,
    LINK_WEIGHT,
    COTTON_PLAN,
    MANUFACTURER_PLAN,
    POTTERY_PLAN,
    COAL_PLAN,
    IRON_PLAN,
    BREWERY_PLAN,
    REACH,
    LATER_MONEY,
    LOAN_LEVEL,
    SHORT,
    LOAN_COST,
    CUBE,
    OWN_LINKS,
    HORIZON,
    SLOW,
    DEVELOPING_MORE,
    DEVELOPING_RAIL,
    SELLING_MANY,
    RESERVE,
) = range(1, 39)

REWARD, TEMPERATURE, OPEN = range(48, 51)
"""What a search is told: the kind of reward, and how its priors are made."""
WIN, MARGIN, OWN, BOTH = range(4)
"""The kinds of rewards."""
