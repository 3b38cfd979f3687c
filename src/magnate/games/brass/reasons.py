"""Why an action is refused: the codes that predicates return (0: legal); ``prompts.py`` has their sentences.

One thing can fail in several ways: an industry in every space, a kind of action in every choice. Then the answer is
the greatest code among the ways. Within a block the codes stand in the order in which the rules are asked, so the
greatest belongs to the way that came nearest to being legal.
"""

from __future__ import annotations

(
    OK,
    NO_SUCH_ACTION,
    NOT_NOW,  # an id that this phase does not ask for; the game is over; chance is to move
    LATER,  # to be said later, once its kind of action has begun and its industry is chosen; no rule is against it
    # the mat (build, develop, bonus)
    MAT_EMPTY,  # no tile of that industry is left
    NOT_IN_CANAL_ERA,  # build: the lowest tile is for the Rail era
    NOT_IN_RAIL_ERA,  # build: the lowest tile is for the Canal era; develop it away
    NOT_DEVELOPABLE,  # develop, bonus: the lowest tile has the bulb
    NO_IRON,  # develop: no iron works has a cube, and one from the market costs more than the money
    # build: the space
    NOT_SHOWN,  # the space does not show the industry
    OTHER_INDUSTRY,  # a tile of another industry lies there
    OPPONENTS_TILE,  # an opponent's tile, neither coal mine nor iron works
    LEVEL_NOT_HIGHER,  # the tile there has the same level or a higher one
    CUBES_LEFT,  # an opponent's mine or works while a cube of its resource is on a tile or in the market
    SINGLE_SPACE_FIRST,  # an empty space of the town shows only this industry
    ONE_TILE_A_TOWN,  # Canal era: a tile of one's own in another space of the town
    # build: the card, then what it costs
    NO_CARD,  # neither the place's card (or the wild one) nor one of the industry (or the wild one)
    FARM_NEEDS_INDUSTRY,  # a farm: holds no brewery card nor the wild one of the industries
    CARD_OUTSIDE_NETWORK,  # holds a card of the industry only, and the place is not in the network
    NO_COAL,  # too little in connected mines, and no connection to a merchant
    TOO_EXPENSIVE,  # the tile with the cubes bought costs more than the money
    SAME_SPACE,  # an empty space before it in the place shows the same
    # network
    NO_LINKS_LEFT,  # all 14 links lie
    NO_CANAL_LINE,  # Canal era: the line is for rails only
    NO_RAIL_LINE,  # Rail era: the line is for canals only
    LINE_TAKEN,  # a link lies there
    LINE_OUTSIDE_NETWORK,  # no end of the line is in one's own network
    NO_COAL_FOR_RAIL,  # no connected mine with a cube, and no connection to a merchant
    LINK_TOO_EXPENSIVE,  # the link with the cube bought costs more than the money
    NO_BEER_FOR_RAIL,  # second rail: no own brewery with beer, no connected one of an opponent
    # sell: the tile, then the merchant, then the beer
    NO_TILE_TO_SELL,  # kind: no own unflipped cotton mill, manufacturer or pottery
    NOT_YOUR_TILE,  # sell, give up: no tile of one's own there
    NOT_SOLD,  # coal mines, iron works and breweries are not sold
    ALREADY_FLIPPED,
    NO_BUYER,  # tile: no connected merchant tile buys the industry
    NOT_BOUGHT,  # merchant: the tile there does not buy the industry (or there is none)
    MERCHANT_NOT_CONNECTED,
    SAME_MERCHANT,  # a lower merchant space is the same for this sale
    NO_BEER,  # the sale takes more barrels than can be reached
    # sources of coal, iron, beer
    NOTHING_THERE,  # the tile there carries nothing of what is needed, or no tile lies there
    SOURCE_NOT_CONNECTED,  # coal; beer of an opponent
    MINE_FARTHER,  # a nearer mine has coal
    SAME_SOURCE,  # another tile of the place is the same: owner, kind and goods, on a space that shows the same
    NO_BARREL,  # the merchant's barrel is gone
    BARREL_NOT_FOR_RAILS,
    # loan, scout
    INCOME_TOO_LOW,  # loan: the level would fall below -10
    HOLDS_WILD_CARD,  # scout
    TOO_FEW_CARDS,  # scout: fewer than three
    # the card that pays
    NOT_HELD,
    CARD_DOES_NOT_FIT,  # build: the card allows neither the place nor the industry there
    SCOUT_ORDER,  # cards of a scout are given in ascending order, and enough must be left for the rest
    # shortfall
    WORTH_NOTHING,  # the tile would bring no money
    # stop
    COMPULSORY,  # Gloucester's tile must be removed
) = range(53)
