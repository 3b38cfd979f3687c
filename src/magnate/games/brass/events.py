"""The events that rules emit, with the meaning of their numbers; ``narration.py`` turns them into messages.

Numbers that an event does not name are 0. Money is in pounds; spaces, lines, tiles, merchant spaces, locations and
cards are numbers of ``board.py``.
"""

from __future__ import annotations

(
    FOLLOWS,  # seat, its place in the first turn order from 0
    MERCHANT_LAID,  # merchant space, kind of merchant tile
    DRAWS,  # seat, card: only that seat may read it
    ROUND,  # era, round from 1
    TURN,  # seat, actions
    PAYS,  # seat, space, tile, money: for the tile that it builds there, once its cubes are taken
    BUILDS,  # seat, space, tile, the cubes or barrels on it
    REPLACED,  # seat whose tile goes, space, tile, goods that were on it: an overbuilt tile
    LINKS,  # seat, line, era, money paid for the link itself
    TAKES,  # seat, resource (COAL, IRON, BREWERY of board.py), space: one cube or barrel from a tile
    TAKES_BARREL,  # seat, merchant space: the barrel beside a merchant tile
    BUYS,  # seat, resource, money, cubes left: one cube from a market
    STOCKS,  # seat, resource, cubes, money received: a new mine or works sells to its market (not emitted for 0)
    FLIPS,  # owner, space, tile, the space of the income track reached
    DEVELOPS,  # seat, tile, 1 if by Gloucester's bonus
    SELLS,  # seat, space, merchant space, tile
    BONUS,  # seat, location of the merchant whose barrel was used (Gloucester too, before DEVELOPS), the space of the
    # income track that the seat has now
    BORROWS,  # seat, the space of the income track reached
    GIVES,  # seat, card: a card leaves the hand, face up
    SCOUTS,  # seat: it takes the two wild cards
    PASSES,  # seat
    ORDER,  # first, second, third and fourth seat, -1 for none: the next round's turn order
    INCOME,  # seat, money: received, or (negative) the whole sum to be paid
    OWES,  # seat, money still missing: tiles must be given up
    GIVES_UP,  # seat, space, tile, money raised
    LOSES_POINTS,  # seat, points lost, money missing
    ERA_ENDS,  # era
    LINK_SCORES,  # seat, line, points
    TILE_SCORES,  # seat, space, points, tile
    OBSOLETE,  # seat, space, tile: a tile of level I leaves the board
    BARREL_LAID,  # merchant space: refilled between the eras
    SHUFFLED,  # cards in the new deck
    MONEY_SCORES,  # seat, points, money: the introductory game
    INCOME_SCORES,  # seat, points (also negative): the introductory game
    TILES_SCORE_AGAIN,  # seat, points: the introductory game's flipped tiles above level I
    ENDS,  # winners mask
) = range(36)
