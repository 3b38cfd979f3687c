"""The transposition key: a hash of all that defines a position, and of nothing else."""

from __future__ import annotations

from ...runtime.compiler import rule
from .state import DEAL, RAISING_UNDONE, RENT_ASKED, RENTS, State
from .tables import CARDS, DEEDS, SEATS

__all__ = ["key"]

KEY_MODULUS = (1 << 31) - 1


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
    """The transposition key: equal positions have equal keys (options apart, which a game never changes).

    How many turns and rounds are over counts only where a cap may end the game by them (that on money apart, see
    ``state.MOST_MONEY``). What follows from other
    fields is left out: the bank's stock and the mask of built groups.
    """
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
    if g.opt.claim_rent > RENT_ASKED:
        for i in range(RENTS):
            h = mix(h, g.rent_due[i] + 65536 * g.rent_payer[i] + 1048576 * g.rent_owner[i] + 16777216 * g.rent_left[i])
    h = mix(h, g.mortgaged)
    if g.opt.failed_raising == RAISING_UNDONE:
        h = mix(h, g.pledged)
    h = mix(h, g.items)
    h = mix(h, g.money)
    h = mix(h, g.bid)
    h = mix(h, g.entry)
    h = mix(h, g.pot)
    if g.opt.max_turns > 0:
        h = mix(h, g.turns)
    if g.opt.max_rounds > 0 or g.opt.time_limit_rounds > 0:
        h = mix(h, g.rounds * SEATS + g.starter)
    elif g.phase == DEAL:
        h = mix(h, g.starter)
    h = mix(h, g.phase + 32 * (g.mover + 2) + 512 * g.current + 8192 * (g.doubles + 1) + 65536 * g.again)
    h = mix(h, g.low + 16 * g.high + 256 * g.arrival + 4096 * g.drawn + 65536 * g.depth)
    h = mix(h, g.asked + 64 * g.stage + 1024 * g.operations + 1048576 * g.ending)
    h = mix(h, g.lot + 64 * g.leader + 1024 * g.bidder + 16384 * g.entering)
    h = mix(h, g.alive + 256 * g.quiet + 65536 * g.lapped + 16777216 * g.trade_step)
    return mix(h, g.bidders + 256 * g.winners)
