"""The layout of Monopoly's observation: its named blocks and where each lies in the vector.

Seats are counted from the seat that looks on, in seat order, so that the same position looks the same from every
chair; absent seats are all 0. Categories (squares, phases, pieces) have one number each, 1 where they apply; money is
in units of ``MONEY`` dollars; the rest is scaled to 0 to 1. Options are not part of it, as a game never changes them.

>>> LAYOUT["seat0.cash"], LAYOUT["deed27.owner"].start < LAYOUT["phase"].start
(range(1, 2), True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .board import CARDS, DEEDS, HOTEL, SEATS, SQUARES
from .state import BREAK, FINISHED, TRADE_ANSWER

__all__ = [
    "DICE",
    "FEATURES",
    "HOTELS",
    "HOUSES",
    "JAIL_TURNS",
    "LAYOUT",
    "MONEY",
    "ROUNDS",
    "STAGES",
]

MONEY: Final = 5000.0
"""Dollars that count as 1."""
HOUSES, HOTELS, ROUNDS = 32.0, 12.0, 1000.0
"""How many houses and hotels in the bank, and rounds, count as 1."""
JAIL_TURNS: Final = 3
STAGES: Final = 5
DICE: Final = 6

SEAT_BLOCKS: Final = (
    ("in_game", 1),
    ("cash", 1),
    ("worth", 1),
    ("raisable", 1),  # what it can add to its cash alone
    ("square", SQUARES),
    ("jailed", JAIL_TURNS),  # which jailed turn comes next
    ("jail_cards", 2),  # Chance, Community Chest
    ("to_move", 1),
    ("current", 1),  # it is its turn
    ("owes", 1),  # in all debts that are pending
    ("is_owed", 1),
    ("rent_to_pay", 2),  # unclaimed rents that lapse with the next player's throw, with the one after it
    ("rent_to_claim", 2),  # the same of its own
    ("debtor", 1),  # of the debt that is raised now
    ("creditor", 1),
    ("awaits_deed", 1),  # one that it has bought but not paid yet
    ("offers_left", 1),  # share of the offers of a turn
    ("lapped", 1),
    ("quiet", 1),  # passes until its turn
    ("bidding", 1),
    ("leads", 1),  # the standing bid is its own
    ("to_be_asked", 1),  # whether it claims a contested building
    ("declarer", 1),  # of the contested building
    ("proposer", 1),
    ("partner", 1),
)
DEED_BLOCKS: Final = (
    ("owner", SEATS),
    ("mortgaged", 1),
    ("pledged", 1),  # mortgaged for the debt that is raised now, which is undone if that fails
    ("level", HOTEL),  # 1 to 4 houses, hotel
    ("for_sale", 1),  # under the token that stands on it
    ("rent", 1),  # its owner is asked whether it claims the rent
    ("lot", 1),  # under the hammer
    ("estate", 1),  # of a bankrupt, to be auctioned
    ("awarded", 1),  # bought but not paid yet
    ("received", 1),  # mortgaged, and may be lifted at once
    ("item", 1),  # of the offer
    ("claims", 1),  # a contested building for it
    ("breaks", 1),  # its group is being sold down
)
DECK_BLOCKS: Final = (
    ("unseen", CARDS),
    ("nearness", CARDS),  # of a card whose place is known: 1 for the next one, a sixteenth less for each card before it
    ("drawn", 1),  # its next card is awaited
)
TABLE_BLOCKS: Final = (
    ("phase", FINISHED + 1),
    ("interrupt", BREAK + 1),  # the topmost frame, first: none
    ("interrupts", BREAK),  # all frames
    ("low", DICE),  # the throw that is still to be resolved
    ("high", DICE),
    ("by_card", 2),  # the token was sent by a card: to a railroad, to a utility
    ("doubles", 3),  # none of this throw counts, one so far, two so far
    ("again", 1),
    ("houses", 1),  # in the bank
    ("hotels", 1),
    ("pot", 1),
    ("rounds", 1),
    ("round_limit", 1),  # share that is over
    ("time_limit", 1),
    ("turn_limit", 1),
    ("debt", 1),  # the one that is raised now
    ("debt_to", 2),  # the bank, the pot
    ("debt_offered", 1),  # a trade was tried for it
    ("rent_asked", 1),  # the waiting rent that its owner is asked about
    ("rents_asked", 1),  # before this throw
    ("building_lot", 2),  # an auction of a house, of a hotel
    ("bid", 1),
    ("least_bid", 1),
    ("entering", 1),  # a bid, digit by digit
    ("contested", 2),  # a house, a hotel
    ("trade_step", TRADE_ANSWER + 1),
    ("trade_money", 1),  # what the proposer pays, negative: asks
    ("trade_cards", 2),  # items: the jail cards of Chance, Community Chest
    ("typed", 1),  # the digits of an amount so far
    ("stage", STAGES),  # of an ordered window
    ("operated", 1),  # something was done in this window
)


def _blocks() -> Iterator[tuple[str, int]]:
    """The names and sizes of all blocks, in the order in which ``observation.features`` writes them."""
    groups: tuple[tuple[Iterable[str], tuple[tuple[str, int], ...]], ...] = (
        ([f"seat{i}." for i in range(SEATS)], SEAT_BLOCKS),
        ([f"deed{d}." for d in range(DEEDS)], DEED_BLOCKS),
        (["chance.", "chest."], DECK_BLOCKS),
        ([""], TABLE_BLOCKS),
    )
    for prefixes, blocks in groups:
        for prefix in prefixes:
            for name, size in blocks:
                yield prefix + name, size


def _layout() -> dict[str, range]:
    places: dict[str, range] = {}
    end = 0
    for name, size in _blocks():
        places[name] = range(end, end + size)
        end += size
    return places


LAYOUT: Final = _layout()
"""Where each block lies: ``seat0.cash`` (seats count from the one that looks on), ``deed27.owner``, ``chest.unseen``,
``phase``."""
FEATURES: Final = sum(map(len, LAYOUT.values()))
"""Length of the observation."""
