"""The state of a game of Brass: one record, the values of its fields, and the ids of the actions.

Spaces, lines, locations and card kinds are bits of masks. Every field without a meaning in the current phase is 0, so
equal positions are equal bytes. Money is in pounds; seats are counted from 0.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...runtime.layout import constants, packed
from . import board

OPTIONS = packed(
    [
        ("players", "i1"),
        ("eras", "i1"),  # 2: the whole game; 1: the introductory game, which ends after the Canal era
        ("tie_break", "i1"),  # TIE_LEVEL, TIE_SPACE
        ("bonus_compulsory", "i1"),  # Gloucester's tile must be removed where one can be
        ("link_tiles", "i1"),  # how many links a seat may have on the board
    ]
)
TIE_LEVEL, TIE_SPACE = 0, 1

# What is asked, or left to chance, now. Those of an action follow one another.
(
    FINISHED,
    DEAL_ORDER,  # chance: who comes next in the first turn order
    DEAL_MERCHANT,  # chance: the tile for the next merchant space
    DEAL_CARDS,  # chance: the first hands, seat by seat
    ACTION,  # which kind of action (the only settled phase, beside FINISHED)
    BUILD_INDUSTRY,
    BUILD_SPACE,
    TAKE_COAL,  # from which of several equally near mines
    TAKE_IRON,  # from which iron works
    TAKE_BEER,  # from which brewery, or (sales) the merchant's barrel
    LINE,  # the link, or the first rail
    SECOND_LINE,  # the second rail, or none
    DEVELOP_FIRST,  # the first tile to remove
    DEVELOP_MORE,  # the second one, or none
    SELL_FIRST,  # the first tile to sell
    SELL_MORE,  # another one, or none
    MERCHANT,  # the merchant tile to sell to
    BONUS_TILE,  # Gloucester: the tile that the bonus removes
    CARD,  # the card that pays for the action
    SCOUT_CARD,  # the second and the third card of a scout
    REFILL,  # chance: the next card for the hand, after the turn
    SHORTFALL,  # which tile to give up for a debt, at the end of a round
) = range(22)

# How the game ended.
NOT_ENDED, ENDED = 0, 1

STATE = packed(
    [
        ("lines", "i8", (board.SEATS,)),  # mask of the lines on which a seat has a link
        ("tiles", "i8", (board.SEATS,)),  # mask of the spaces on which a seat has a tile
        ("flipped", "i8"),  # mask of the spaces whose tile is flipped
        ("stocked", "i8", (board.RESOURCES,)),  # coal, iron, beer: mask of the spaces with some; follows from `goods`
        ("joined", "i4", (board.PLACES,)),  # the locations connected to each one, itself included; follows from `lines`
        ("network", "i4", (board.SEATS,)),  # the locations of a seat's network; follows from `tiles` and `lines`
        ("fits", "i4"),  # CARD: mask of the card kinds that may pay for the action
        ("debt", "i2"),  # SHORTFALL: what the mover still owes
        ("money", "i2", (board.SEATS,)),
        ("spent", "i2", (board.SEATS,)),  # paid this round
        ("points", "i2", (board.SEATS,)),
        ("barrels", "i2"),  # mask of the merchant spaces that have a barrel
        ("opt", OPTIONS),
        ("income_space", "i1", (board.SEATS,)),  # the income marker's space of the track
        ("taken", "i1", (board.SEATS, board.INDUSTRIES)),  # how many tiles of an industry have left the mat
        ("hand", "i1", (board.SEATS, board.CARD_KINDS)),  # how many cards of a kind a seat holds
        ("deck", "i1", (board.PLAIN_CARDS,)),  # cards not drawn yet, with those that the Canal deck keeps back
        ("tile", "i1", (board.SPACE_COUNT,)),  # the tile on a space (``board.TILES``), 0 for none
        ("goods", "i1", (board.SPACE_COUNT,)),  # the cubes or barrels on it
        ("merchant", "i1", (board.MERCHANT_SPACES_ALL,)),  # the tile on a merchant space (``board.MERCHANT_TILES``)
        ("order", "i1", (board.SEATS,)),  # the seats in turn order; behind the last one 0
        ("coal", "i1"),  # cubes in the coal market
        ("iron", "i1"),  # cubes in the iron market
        ("mover", "i1"),  # who is to move: seat, CHANCE or OVER
        ("phase", "i1"),
        ("era", "i1"),  # CANAL, RAIL
        ("round", "i1"),  # of the era, from 1
        ("turn", "i1"),  # how many seats have had their turn this round; SHORTFALL: how many have had their income
        ("actions", "i1"),  # actions left in this turn, with the one that is being carried out
        ("dealt", "i1"),  # DEAL_*: seats, merchant tiles or cards dealt so far
        ("doing", "i1"),  # the kind of the action that is being carried out (BUILD to PASS)
        ("industry", "i1"),  # BUILD_SPACE: the industry to build
        ("at", "i1"),  # the space built on or sold from, or the line of the last rail
        ("coal_left", "i1"),  # cubes and barrels still to be taken for it
        ("iron_left", "i1"),
        ("beer_left", "i1"),
        ("count", "i1"),  # rails laid, tiles developed, tiles sold, cards scouted so far; CARD: the rails laid
        ("shop", "i1"),  # the merchant space sold to
        ("last", "i1"),  # SCOUT_CARD: the kind of card given last (they are given in ascending order)
        ("ending", "i1"),
        ("spare", "i1", (4,)),  # fills the last word; stays 0
    ],
)

State: TypeAlias = Annotated[Any, STATE]


# ---------------- The ids of the actions: fixed ranges, the same under every option


BUILD, NETWORK, DEVELOP, SELL, LOAN, SCOUT, PASS = range(7)
"""The kinds of actions."""
STOP = 7
"""No second rail, no second tile to develop, no further sale, no bonus."""
INDUSTRY = 8  # + industry: to build, to develop, or to remove for Gloucester's bonus
BUILD_AT = INDUSTRY + board.INDUSTRIES  # + space
TAKE = BUILD_AT + board.SPACE_COUNT  # + space: coal, iron or beer from its tile
TAKE_BARREL = TAKE + board.SPACE_COUNT  # the barrel beside the merchant tile that is sold to
SELL_TILE = TAKE_BARREL + 1  # + space
GIVE_UP = SELL_TILE + board.SPACE_COUNT  # + space: a tile for a debt
LINK = GIVE_UP + board.SPACE_COUNT  # + line
SELL_TO = LINK + board.LINE_COUNT  # + merchant space
GIVE_CARD = SELL_TO + board.MERCHANT_SPACES_ALL  # + card kind
ACTIONS = GIVE_CARD + board.CARD_KINDS

_ASKED = {
    **dict.fromkeys((BUILD_INDUSTRY, DEVELOP_FIRST, DEVELOP_MORE, BONUS_TILE), (INDUSTRY, board.INDUSTRIES)),
    BUILD_SPACE: (BUILD_AT, board.SPACE_COUNT),
    **dict.fromkeys((TAKE_COAL, TAKE_IRON, TAKE_BEER), (TAKE, board.SPACE_COUNT + 1)),
    **dict.fromkeys((LINE, SECOND_LINE), (LINK, board.LINE_COUNT)),
    **dict.fromkeys((SELL_FIRST, SELL_MORE), (SELL_TILE, board.SPACE_COUNT)),
    MERCHANT: (SELL_TO, board.MERCHANT_SPACES_ALL),
    **dict.fromkeys((CARD, SCOUT_CARD), (GIVE_CARD, board.CARD_KINDS)),
    SHORTFALL: (GIVE_UP, board.SPACE_COUNT),
}
FIRST_ID = constants(_ASKED.get(phase, (0, 0))[0] for phase in range(SHORTFALL + 1))
"""By phase: the id of the first thing that it may ask for. ACTION asks for a kind."""
THINGS = constants(_ASKED.get(phase, (0, 0))[1] for phase in range(SHORTFALL + 1))
"""By phase: how many ids it may ask for."""

MAX_LEGAL = 64
"""More than any decision offers: at most 49 spaces, 39 lines and a stop, 27 kinds of cards."""
