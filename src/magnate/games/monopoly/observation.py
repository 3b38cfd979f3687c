"""What learning and search see of a state: the feature vector and the transposition key."""

from __future__ import annotations

from ...engine.compiler import Floats, rule
from .money import owner_of, raisable, worth
from .state import State
from .tables import CARDS, DEEDS, SEATS

PER_SEAT = 8
PER_DEED = SEATS + 3
TURN_FEATURES = 8
FEATURES = SEATS * PER_SEAT + DEEDS * PER_DEED + TURN_FEATURES
"""Length of the observation: eight numbers a seat, eleven a deed, eight of the turn."""

CASH_SCALE = 5000.0
KEY_MODULUS = (1 << 31) - 1


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


@rule
def mix(h: int, value: int) -> int:
    """One step of the key: a 62-bit hash in two 31-bit halves, multiplied separately so that nothing overflows."""
    low = h & KEY_MODULUS
    high = (h >> 31) & KEY_MODULUS
    v = value & 0xFFFFFFFF
    low = ((low ^ (v & KEY_MODULUS)) * 48271 + 11) & KEY_MODULUS
    high = ((high + v + (low >> 7)) * 69621 + 7) & KEY_MODULUS
    return (high << 31) | low


@rule
def key(g: State) -> int:
    """The transposition key: a hash of all that defines the position (options apart, which a game never changes)."""
    h = 1
    for p in range(g.opt.players):
        h = mix(h, g.cash[p])
        h = mix(h, g.deeds[p])
        h = mix(h, g.square[p] + 64 * g.jail[p] + 512 * g.offers[p] + 65536 * g.claims[p])
    for d in range(DEEDS):
        h = mix(h, g.level[d])
    for deck in range(2):
        h = mix(h, g.unseen[deck])
        h = mix(h, g.queued[deck] + 64 * g.holder[deck])
        for i in range(CARDS):
            h = mix(h, g.queue[deck, i])
    for i in range(g.depth):
        h = mix(h, g.fkind[i] + 64 * g.fwho[i] + 4096 * g.fto[i])
        h = mix(h, g.famount[i])
        h = mix(h, g.farg[i])
    h = mix(h, g.mortgaged)
    h = mix(h, g.items)
    h = mix(h, g.money)
    h = mix(h, g.bid)
    h = mix(h, g.entry)
    h = mix(h, g.pot)
    h = mix(h, g.turns)
    h = mix(h, g.rounds)
    h = mix(h, g.phase + 16 * (g.mover + 2) + 256 * g.current + 4096 * (g.doubles + 1) + 65536 * g.again)
    h = mix(h, g.low + 16 * g.high + 256 * g.arrival + 4096 * g.drawn + 65536 * g.starter + 1048576 * g.depth)
    h = mix(h, g.asked + 64 * g.stage + 1024 * g.operations + 1048576 * g.ending)
    h = mix(h, g.lot + 64 * g.leader + 1024 * g.bidder + 16384 * g.entering)
    h = mix(h, g.partner + 64 * g.cursor + 4096 * g.trade_step)
    h = mix(h, g.alive + 256 * g.quiet + 65536 * g.lapped)
    return mix(h, g.bidders + 256 * g.winners)
