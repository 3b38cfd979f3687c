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
    RECEIVES,  # seat, amount
    PAYS,  # seat, to, amount
    OWES,  # seat, to, amount
    TO_JAIL,  # seat, why (CAUSE_*)
    LEAVES_JAIL,  # seat, how (HOW_*)
    STAYS_IN_JAIL,  # seat, jailed turn that comes next
    BUYS,  # seat, deed, price
    DECLINES,  # seat, deed
    RENT,  # payer, owner, deed, amount
    RENT_WAIVED,  # owner, payer, deed
    RENT_CLAIMED,  # owner, payer, amount
    RENT_WAITS,  # owner, payer, amount
    RENT_FORFEITED,  # owner, payer, amount
    AUCTION_OPENS,  # lot, least bid
    BIDS,  # seat, lot, amount
    PASSES_BID,  # seat, lot
    SOLD,  # seat, lot, amount
    UNSOLD,  # lot, who declared the building
    BUILDS,  # seat, deed, new level, price paid
    SELLS,  # seat, deed, new level, pieces sold
    MORTGAGES,  # seat, deed, amount
    LIFTS,  # seat, deed, amount
    MORTGAGE_UNDONE,  # seat, deed, amount
    OFFERS,  # seat, partner, items, money
    TRADED,  # seat, partner, items, money
    REFUSED,  # partner, seat
    WITHDRAWN,  # seat, partner
    CLAIMS,  # seat, deed, piece
    CONTESTED,  # seat, piece, deed
    GOES_BANKRUPT,  # seat, to
    POT_TAKEN,  # seat, amount
    TURN,  # seat, round
    ENDS,  # how, winners mask
) = range(41)

CAUSE_SQUARE, CAUSE_CARD, CAUSE_DOUBLES = 0, 1, 2
HOW_PAID, HOW_CARD, HOW_DOUBLES, HOW_THIRD_TURN = 0, 1, 2, 3
