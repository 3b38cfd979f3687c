"""The events that rules emit, with the meaning of their numbers; ``narration.py`` turns them into messages."""

from __future__ import annotations

(
    STARTS,  # seat
    DEALT,  # seat, deed, price paid
    THROWS,  # seat, low die, high die
    MOVES,  # seat, square, 1 if backwards
    SALARY,  # seat, amount
    DRAWS,  # seat, deck, card, edition of the decks
    KEEPS_CARD,  # seat, deck
    RETURNS_CARD,  # seat, deck
    RECEIVES,  # seat, amount, what for (FOR_*)
    PAYS,  # seat, to, amount, what for
    OWES,  # seat, to, amount, what for: it lacks the cash
    TO_JAIL,  # seat, why (CAUSE_*)
    LEAVES_JAIL,  # seat, how (HOW_*), amount paid for it, to whom
    STAYS_IN_JAIL,  # seat, jailed turn that comes next
    BUYS,  # seat, deed, price: paid, also for a lot whose price had to be raised
    DECLINES,  # seat, deed
    RENT,  # payer, owner, deed, amount
    RENT_WAIVED,  # owner, payer, deed
    RENT_CLAIMED,  # owner, payer, amount
    RENT_WAITS,  # owner, payer, amount
    RENT_FORFEITED,  # owner, payer, amount
    AUCTION_OPENS,  # lot, least bid
    BIDS,  # seat, lot, amount
    PASSES_BID,  # seat, lot, 1 if it cannot bid as much
    SOLD,  # seat, lot, amount, 1 if this pays for it (else BUYS or BUILDS will)
    UNSOLD,  # lot, who declared the building
    BUILDS,  # seat, deed, new level, price paid
    SELLS,  # seat, deed, new level, amount received
    MORTGAGES,  # seat, deed, amount
    LIFTS,  # seat, deed, amount
    MORTGAGE_UNDONE,  # seat, deed, amount
    OFFERS,  # seat * SEATS + partner, items that the seat gives and gets, money that it pays (negative: gets)
    TRADED,  # as OFFERS
    REFUSED,  # partner, seat
    WITHDRAWN,  # seat, partner
    CLAIMS,  # seat, deed, piece
    CONTESTED,  # seat, piece, deed
    GOES_BANKRUPT,  # seat, to, amount owed (0 where cash is judged at the end of the turn)
    WRITTEN_OFF,  # seat, amount: what its cash was below zero
    ESTATE,  # bankrupt seat, to, items, cash
    DEED_RETURNS,  # seat, deed: it was to receive the deed and is bankrupt, the bank keeps it
    MORTGAGES_CANCELLED,  # deeds: the bank frees them of their mortgages, for nothing
    POT_TAKEN,  # seat, amount
    TURN,  # seat, round
    ENDS,  # how, winners mask, mask of the seats that are not bankrupt
) = range(45)

CAUSE_SQUARE, CAUSE_CARD, CAUSE_DOUBLES = 0, 1, 2
HOW_PAID, HOW_CARD, HOW_DOUBLES, HOW_THIRD_TURN = 0, 1, 2, 3

# What a payment or a debt is for.
FOR_DEBT, FOR_TAX, FOR_CARD, FOR_RENT, FOR_INTEREST, FOR_BAIL, FOR_BONUS = range(7)
FOR_DEED = 8
"""A deed at its printed price, or one won in an auction that had to be paid later: this and its number."""
FOR_LOT = 40
"""A deed won in an auction: this and its number."""
