"""What learning sees of a state: the feature vector of a seat."""

from __future__ import annotations

from ...engine.compiler import Floats, rule
from .money import owner_of, raisable, worth
from .state import State
from .tables import DEEDS, SEATS

PER_SEAT = 8
PER_DEED = SEATS + 3
TURN_FEATURES = 8
FEATURES = SEATS * PER_SEAT + DEEDS * PER_DEED + TURN_FEATURES
"""Length of the observation: eight numbers a seat, eleven a deed, eight of the turn."""

CASH_SCALE = 5000.0


@rule
def seat_features(g: State, seat: int, at: int, out: Floats) -> None:
    """In the game; cash, net worth, raisable (in $5,000); square / 40, jailed turn / 3, jail cards / 2, to move."""
    out[at] = (g.alive >> seat) & 1
    out[at + 1] = g.cash[seat] / CASH_SCALE
    out[at + 2] = worth(g, seat) / CASH_SCALE
    out[at + 3] = raisable(g, seat) / CASH_SCALE
    out[at + 4] = g.square[seat] / 40.0
    out[at + 5] = g.jail[seat] / 3.0
    cards = 0
    for deck in range(2):
        if g.holder[deck] == seat + 1:
            cards += 1
    out[at + 6] = cards / 2.0
    out[at + 7] = 0.0
    if g.mover == seat:
        out[at + 7] = 1.0


@rule
def features(g: State, p: int, out: Floats) -> None:
    """The observation of seat ``p`` (``FEATURES`` numbers, most of them from 0 to 1); seats are counted from ``p`` on.

    First ``PER_SEAT`` numbers a seat (see ``seat_features``; absent seats 0), then for each deed who owns it (one
    number a seat, counted from ``p``), mortgaged, houses / 4, hotel; then houses and hotels in the bank / stock, the
    current player's seat distance / 8, doubles / 3, rounds / 1000, phase / 16, depth of interrupts / 12, standing bid
    / 5000.
    """
    players = g.opt.players
    for i in range(FEATURES):
        out[i] = 0.0
    for i in range(players):
        seat_features(g, (p + i) % players, i * PER_SEAT, out)
    at = SEATS * PER_SEAT
    for d in range(DEEDS):
        owner = owner_of(g, d)
        if owner >= 0:
            out[at + (owner - p + players) % players] = 1.0
        out[at + SEATS] = (g.mortgaged >> d) & 1
        if g.level[d] == 5:
            out[at + SEATS + 2] = 1.0
        else:
            out[at + SEATS + 1] = g.level[d] / 4.0
        at += PER_DEED
    out[at] = g.houses / 32.0
    out[at + 1] = g.hotels / 12.0
    out[at + 2] = ((g.current - p + players) % players) / 8.0
    out[at + 3] = g.doubles / 3.0
    out[at + 4] = g.rounds / 1000.0
    out[at + 5] = g.phase / 16.0
    out[at + 6] = g.depth / 12.0
    out[at + 7] = g.bid / CASH_SCALE
