"""Every invariant of a state of Brass (rules section 15); drivers and tests call ``check`` after each step."""

from __future__ import annotations

from ...core.contract import CHANCE, OVER
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from . import board, state
from .cards import hand_size, holds, lacks_card
from .scoring import worth_giving_up
from .state import State
from .steps import single
from .turns import merchant_space

__all__ = ["check"]


# ---------------- The codes of the invariants and their sentences


(
    HOLDS,
    OPTION_IMPOSSIBLE,
    ABSENT_HOLDS,
    MARKET_IMPOSSIBLE,
    MONEY_NEGATIVE,
    INCOME_IMPOSSIBLE,
    POINTS_NEGATIVE,
    MAT_IMPOSSIBLE,
    SPACE_OWNED_TWICE,
    TILE_WITHOUT_OWNER,
    TILE_MISPLACED,
    TILE_OF_OTHER_ERA,
    TWO_TILES_IN_PLACE,
    GOODS_IMPOSSIBLE,
    FLIPPED_WRONG,
    STOCKED_WRONG,
    LINE_OWNED_TWICE,
    LINK_OF_OTHER_ERA,
    LINKS_TOO_MANY,
    JOINED_WRONG,
    NETWORK_WRONG,
    CARD_NEGATIVE,
    CARDS_TOO_MANY,
    WILDS_TOO_MANY,
    HAND_TOO_LARGE,
    HANDS_NOT_DEALT,
    MERCHANT_IMPOSSIBLE,
    BARREL_MISPLACED,
    ORDER_WRONG,
    PHASE_IMPOSSIBLE,
    MOVER_WRONG,
    TURN_IMPOSSIBLE,
    DEBT_WRONG,
    STALE_FIELD,
    ACTION_STRANDED,
    CARD_FORCED,
) = CODES = range(36)

BROKEN_RULES = {
    HOLDS: "",
    OPTION_IMPOSSIBLE: "an option has a value that there is not",
    ABSENT_HOLDS: "a seat that does not play has something",
    MARKET_IMPOSSIBLE: "a market has fewer than no cubes, or more than it has room for",
    MONEY_NEGATIVE: "somebody has less than no money, or has spent less than none",
    INCOME_IMPOSSIBLE: "an income marker is off the track",
    POINTS_NEGATIVE: "somebody has fewer than no victory points",
    MAT_IMPOSSIBLE: "more tiles have left a mat than there were, or fewer than none",
    SPACE_OWNED_TWICE: "a space has tiles of two players",
    TILE_WITHOUT_OWNER: "a tile belongs to nobody, or somebody's space has no tile",
    TILE_MISPLACED: "a tile lies on a space that does not show its industry",
    TILE_OF_OTHER_ERA: "a tile lies on the board that may not be there in this era",
    TWO_TILES_IN_PLACE: "somebody has two tiles in one location in the Canal era",
    GOODS_IMPOSSIBLE: "a tile carries more than it can, or fewer than nothing",
    FLIPPED_WRONG: "a coal mine, iron works or brewery is flipped although it carries something, or is not although it "
    "carries nothing; or an empty space is",
    STOCKED_WRONG: "the masks of the tiles that carry something do not follow from the tiles",
    LINE_OWNED_TWICE: "a line has links of two players",
    LINK_OF_OTHER_ERA: "a link lies on a line that has none in this era",
    LINKS_TOO_MANY: "somebody has more links on the board than there are",
    JOINED_WRONG: "what is connected does not follow from the links",
    NETWORK_WRONG: "a network does not follow from tiles and links",
    CARD_NEGATIVE: "there are fewer than no cards of a kind",
    CARDS_TOO_MANY: "hands and deck have more cards of a kind than the game",
    WILDS_TOO_MANY: "more wild cards are held than there are",
    HAND_TOO_LARGE: "somebody holds more cards than a hand has",
    HANDS_NOT_DEALT: "hands do not have the cards that have been dealt so far",
    MERCHANT_IMPOSSIBLE: "a merchant tile lies where it cannot",
    BARREL_MISPLACED: "a barrel lies beside a merchant tile that buys nothing",
    ORDER_WRONG: "the turn order does not name each player once",
    PHASE_IMPOSSIBLE: "the phase, the era or the round is one that there is not",
    MOVER_WRONG: "another seat would be to move",
    TURN_IMPOSSIBLE: "there are more turns or actions than a round or a turn has",
    DEBT_WRONG: "a debt is open that nobody is asked about, or the other way round",
    STALE_FIELD: "something is given that has no meaning in this phase",
    ACTION_STRANDED: "an action was begun that cannot be finished",
    CARD_FORCED: "a card is asked for although the hand holds a single kind",
}
"""What each code of ``invariants.check`` says."""


# ---------------- The board: tiles, links, and what is kept because it follows from them


@rule
def most_goods(tile: int) -> int:
    """The most cubes or barrels that a tile can carry."""
    if board.TILE_INDUSTRY[tile] == board.BREWERY:
        return board.BARRELS[board.RAIL]
    return board.TILE_GOODS[tile]


@rule
def check_tile(g: State, s: int) -> int:
    """The tile on space ``s`` may lie there and carries what it may; it is flipped when it has nothing to carry."""
    tile = g.tile[s]
    if tile < 1 or tile >= board.TILE_KINDS:
        return TILE_WITHOUT_OWNER
    industry = board.TILE_INDUSTRY[tile]
    if not has_bit(board.SPACE_SHOWS[s], industry):
        return TILE_MISPLACED
    if not has_bit(board.TILE_ERAS[tile], g.era):
        return TILE_OF_OTHER_ERA
    if g.goods[s] < 0 or g.goods[s] > most_goods(tile):
        return GOODS_IMPOSSIBLE
    if industry >= board.COAL and has_bit(g.flipped, s) != (g.goods[s] == 0):
        return FLIPPED_WRONG
    for resource in range(board.RESOURCES):
        if has_bit(g.stocked[resource], s) != (industry == board.COAL + resource and g.goods[s] > 0):
            return STOCKED_WRONG
    return HOLDS


@rule
def check_tiles(g: State) -> int:
    """Each tile has one owner; empty spaces have nothing."""
    owned = 0
    for p in range(board.SEATS):
        if owned & g.tiles[p] != 0:
            return SPACE_OWNED_TWICE
        owned |= g.tiles[p]
    if owned < 0 or owned >> board.SPACE_COUNT != 0:
        return TILE_WITHOUT_OWNER
    for resource in range(board.RESOURCES):
        if g.stocked[resource] & ~owned != 0:
            return STOCKED_WRONG
    if g.flipped & ~owned != 0:
        return FLIPPED_WRONG
    for s in range(board.SPACE_COUNT):
        if has_bit(owned, s):
            code = check_tile(g, s)
            if code != HOLDS:
                return code
        elif g.tile[s] != 0:
            return TILE_WITHOUT_OWNER
        elif g.goods[s] != 0:
            return GOODS_IMPOSSIBLE
    return HOLDS


@rule
def check_places(g: State) -> int:
    """In the Canal era nobody has two tiles in one location."""
    if g.era != board.CANAL:
        return HOLDS
    for place in range(board.PLACES):
        for p in range(g.opt.players):
            if count_bits(g.tiles[p] & board.PLACE_SPACES[place]) > 1:
                return TWO_TILES_IN_PLACE
    return HOLDS


@rule
def check_links(g: State) -> int:
    """Each link has one owner and lies on a line of the era; nobody has more than there are."""
    used = 0
    for p in range(board.SEATS):
        if used & g.lines[p] != 0:
            return LINE_OWNED_TWICE
        used |= g.lines[p]
        if g.lines[p] < 0:
            return LINK_OF_OTHER_ERA
        if count_bits(g.lines[p]) > g.opt.link_tiles:
            return LINKS_TOO_MANY
    allowed = board.CANAL_LINES if g.era == board.CANAL else board.RAIL_LINES
    if used & ~allowed != 0:
        return LINK_OF_OTHER_ERA
    return HOLDS


@rule
def check_new_era(g: State) -> int:
    """While the Rail era's hands are dealt, no link and no tile of level I, pottery included, is left on the board."""
    if g.era != board.RAIL or g.phase != state.DEAL_CARDS:
        return HOLDS
    if g.lines[0] | g.lines[1] | g.lines[2] | g.lines[3] != 0:
        return LINK_OF_OTHER_ERA
    for s in range(board.SPACE_COUNT):
        if board.TILE_LEVEL[g.tile[s]] == 1:
            return TILE_OF_OTHER_ERA
    return HOLDS


@rule
def reached(used: int, place: int) -> int:
    """The locations that chains of the links ``used`` join to a location, itself included."""
    seen = 1 << place
    edge = seen
    while edge != 0:
        lines = used & board.LINES_AT[low_bit(edge)]
        edge &= edge - 1
        while lines != 0:
            ends = board.LINE_ENDS[low_bit(lines)]
            lines &= lines - 1
            edge |= ends & ~seen
            seen |= ends
    return seen


@rule
def check_joined(g: State) -> int:
    """What is connected follows from the links, and the networks follow from links and tiles."""
    used = g.lines[0] | g.lines[1] | g.lines[2] | g.lines[3]
    for place in range(board.PLACES):
        if g.joined[place] < 1:
            return JOINED_WRONG
        first = low_bit(g.joined[place])
        if first == place:
            if g.joined[place] != reached(used, place):
                return JOINED_WRONG
        elif g.joined[place] != g.joined[first] or not has_bit(g.joined[place], place):
            return JOINED_WRONG
        for p in range(g.opt.players):
            inside = (g.tiles[p] & board.PLACE_SPACES[place]) | (g.lines[p] & board.LINES_AT[place]) != 0
            if inside != has_bit(g.network[p], place):
                return NETWORK_WRONG
    for p in range(g.opt.players):
        if g.network[p] < 0 or g.network[p] >> board.PLACES != 0:
            return NETWORK_WRONG
    return HOLDS


@rule
def check_board(g: State) -> int:
    """The first invariant of the board that is broken, or HOLDS."""
    return check_tiles(g) or check_places(g) or check_links(g) or check_new_era(g) or check_joined(g)


# ---------------- The phase: whose turn it is, what is asked, and that no field has a value without a meaning


@rule
def is_dealing(g: State) -> bool:
    """Whether the opening or an era's first hands are being dealt."""
    return g.phase == state.DEAL_ORDER or g.phase == state.DEAL_MERCHANT or g.phase == state.DEAL_CARDS


@rule
def is_acting(g: State) -> bool:
    """Whether a seat chooses an action or is in the middle of one."""
    return state.ACTION <= g.phase <= state.SCOUT_CARD


@rule
def check_course(g: State) -> int:
    """The phase, the era, the round, the turn and the number of actions are such as there are."""
    if (
        g.phase < state.FINISHED
        or g.phase > state.SHORTFALL
        or g.era < board.CANAL
        or g.era > board.RAIL
        or g.round < 1
    ):
        return PHASE_IMPOSSIBLE
    if g.era == board.RAIL and g.opt.eras == 1:
        return PHASE_IMPOSSIBLE
    if (g.phase == state.DEAL_ORDER or g.phase == state.DEAL_MERCHANT) and (g.era != board.CANAL or g.round != 1):
        return PHASE_IMPOSSIBLE
    if (g.phase == state.FINISHED) != (g.ending == state.ENDED) or (
        g.phase != state.FINISHED and g.ending != state.NOT_ENDED
    ):
        return PHASE_IMPOSSIBLE
    most = 0
    if is_acting(g):
        most = board.FIRST_ACTIONS if g.era == board.CANAL and g.round == 1 else board.TURN_ACTIONS
    if g.actions < min(most, 1) or g.actions > most:
        return TURN_IMPOSSIBLE
    if g.turn < 0 or g.turn >= g.opt.players:
        return TURN_IMPOSSIBLE
    if g.turn > 0 and (is_dealing(g) or g.phase == state.FINISHED):
        return TURN_IMPOSSIBLE
    return HOLDS


@rule
def check_order(g: State) -> int:
    """The turn order names each player once; in the opening as many as have been drawn."""
    named = 0
    n = g.opt.players
    if g.phase == state.DEAL_ORDER:
        n = g.dealt
    for i in range(g.opt.players):
        p = g.order[i]
        if p < 0 or p >= g.opt.players or (i >= n and p != 0):
            return ORDER_WRONG
        if i < n:
            if has_bit(named, p):
                return ORDER_WRONG
            named |= 1 << p
    return HOLDS


@rule
def check_mover(g: State) -> int:
    """Chance deals and refills; otherwise it is the turn of the seat that the order says, which has something to do."""
    if g.phase == state.FINISHED:
        return HOLDS if g.mover == OVER else MOVER_WRONG
    if is_dealing(g):
        return HOLDS if g.mover == CHANCE else MOVER_WRONG
    p = g.order[g.turn]
    if g.phase == state.REFILL:
        return HOLDS if g.mover == CHANCE and lacks_card(g, p) else MOVER_WRONG
    if g.mover != p:
        return MOVER_WRONG
    if g.phase == state.SHORTFALL:
        choice = worth_giving_up(g, p)
        if g.debt < 1 or g.money[p] != 0 or choice & (choice - 1) == 0:
            return DEBT_WRONG
    elif hand_size(g, p) == 0:
        return ACTION_STRANDED
    return HOLDS


@rule
def check_dealt(g: State) -> int:
    """What has been dealt so far lies there: merchants' tiles, hands seat by seat."""
    if not is_dealing(g):
        return HOLDS if g.dealt == 0 else STALE_FIELD
    if g.dealt < 0:
        return STALE_FIELD
    if g.phase == state.DEAL_ORDER and g.dealt >= g.opt.players:
        return STALE_FIELD
    if g.phase == state.DEAL_MERCHANT:
        if merchant_space(g, g.dealt) < 0:
            return STALE_FIELD
        for i in range(board.MERCHANT_SPACES_ALL):
            m = merchant_space(g, i)
            if m >= 0 and (g.merchant[m] != board.NO_MERCHANT) != (i < g.dealt):
                return STALE_FIELD
    if g.phase == state.DEAL_CARDS and g.dealt >= board.HAND * g.opt.players:
        return STALE_FIELD
    for p in range(g.opt.players):
        n = 0
        if g.phase == state.DEAL_CARDS:
            n = max(min(g.dealt - board.HAND * p, board.HAND), 0)
        if hand_size(g, p) != n:
            return HANDS_NOT_DEALT
    return HOLDS


@rule
def check_action(g: State) -> int:
    """What belongs to an action is 0 outside one, and to the kind of action that it belongs to inside."""
    resources = g.coal_left | g.iron_left | g.beer_left
    whole = g.fits | g.doing | g.industry | g.at | resources | g.count | g.shop | g.last
    if g.phase < state.BUILD_INDUSTRY or g.phase > state.SCOUT_CARD:
        return HOLDS if whole == 0 else STALE_FIELD
    if g.doing < state.BUILD or g.doing > state.PASS:
        return STALE_FIELD
    if g.doing != state.BUILD and g.industry != 0:
        return STALE_FIELD
    if g.doing != state.SCOUT and g.last != 0:
        return STALE_FIELD
    if g.doing != state.SELL and g.shop != 0:
        return STALE_FIELD
    if g.doing != state.SELL and g.doing != state.NETWORK and g.beer_left != 0:
        return STALE_FIELD
    if g.doing != state.BUILD and g.doing != state.NETWORK and g.coal_left != 0:
        return STALE_FIELD
    if g.doing != state.BUILD and g.doing != state.DEVELOP and g.iron_left != 0:
        return STALE_FIELD
    return check_payment(g)


@rule
def check_payment(g: State) -> int:
    """A card is held that pays for what has been built; which ones do is known from the choice of the space on.

    A card is asked for only where the hand holds two kinds: a single one is given without asking.
    """
    if g.doing == state.BUILD and (g.phase == state.BUILD_INDUSTRY or g.phase == state.BUILD_SPACE):
        return HOLDS if g.fits == 0 else STALE_FIELD
    held = holds(g, g.mover)
    if (g.doing == state.BUILD or g.phase == state.CARD) and g.fits & held == 0:
        return ACTION_STRANDED
    if (g.phase == state.CARD or g.phase == state.SCOUT_CARD) and single(held):
        return CARD_FORCED
    return HOLDS


@rule
def check_phase(g: State) -> int:
    """The first invariant of the phase that is broken, or HOLDS."""
    code = check_course(g) or check_order(g) or check_mover(g) or check_dealt(g) or check_action(g)
    if code == HOLDS and g.phase != state.SHORTFALL and g.debt != 0:
        return DEBT_WRONG
    return code


# ---------------- The whole state


@rule
def check_options(g: State) -> int:
    """Two to four play, and options have values that there are."""
    if g.opt.players < 2 or g.opt.players > board.SEATS or g.opt.eras < 1 or g.opt.eras > 2:
        return OPTION_IMPOSSIBLE
    if g.opt.tie_break & 1 != g.opt.tie_break or g.opt.bonus_compulsory & 1 != g.opt.bonus_compulsory:
        return OPTION_IMPOSSIBLE
    if g.opt.link_tiles < 1 or g.opt.link_tiles > board.LINE_COUNT:
        return OPTION_IMPOSSIBLE
    for i in range(len(g.spare)):
        if g.spare[i] != 0:
            return OPTION_IMPOSSIBLE
    return HOLDS


@rule
def check_seats(g: State) -> int:
    """Money, the income track, points and mats are within their bounds."""
    for p in range(g.opt.players):
        if g.money[p] < 0 or g.spent[p] < 0:
            return MONEY_NEGATIVE
        if g.income_space[p] < 0 or g.income_space[p] > board.LAST_SPACE:
            return INCOME_IMPOSSIBLE
        if g.points[p] < 0:
            return POINTS_NEGATIVE
        for industry in range(board.INDUSTRIES):
            if g.taken[p, industry] < 0 or g.taken[p, industry] > board.MAT_SIZE[industry]:
                return MAT_IMPOSSIBLE
    return HOLDS


@rule
def check_absent(g: State) -> int:
    """Seats that do not play have nothing."""
    for p in range(g.opt.players, board.SEATS):
        used = g.lines[p] | g.tiles[p] | g.network[p] | g.money[p] | g.spent[p] | g.points[p] | g.income_space[p]
        for industry in range(board.INDUSTRIES):
            used |= g.taken[p, industry]
        for kind in range(board.CARD_KINDS):
            used |= g.hand[p, kind]
        if (used | g.order[p]) != 0:
            return ABSENT_HOLDS
    return HOLDS


@rule
def check_cards(g: State) -> int:
    """Of each kind, deck and hands have no more cards than the game; the rest have been discarded."""
    for kind in range(board.CARD_KINDS):
        n = 0
        for p in range(g.opt.players):
            if g.hand[p, kind] < 0:
                return CARD_NEGATIVE
            n += g.hand[p, kind]
        if kind >= board.PLAIN_CARDS:
            if n > board.WILDS:
                return WILDS_TOO_MANY
        elif g.deck[kind] < 0:
            return CARD_NEGATIVE
        elif n + g.deck[kind] > board.DECK[g.opt.players * board.PLAIN_CARDS + kind]:
            return CARDS_TOO_MANY
    for p in range(g.opt.players):
        if hand_size(g, p) > board.HAND:
            return HAND_TOO_LARGE
    return HOLDS


@rule
def check_merchants(g: State) -> int:
    """Merchant tiles lie on the spaces of this number of players, barrels beside those that buy."""
    for m in range(board.MERCHANT_SPACES_ALL):
        if g.merchant[m] < board.NO_MERCHANT or g.merchant[m] >= board.MERCHANT_KINDS:
            return MERCHANT_IMPOSSIBLE
        if g.merchant[m] != board.NO_MERCHANT and board.MERCHANT_FROM[m] > g.opt.players:
            return MERCHANT_IMPOSSIBLE
        if has_bit(g.barrels, m) and (g.merchant[m] == board.NO_MERCHANT or g.merchant[m] == board.BLANK):
            return BARREL_MISPLACED
    if g.barrels < 0 or g.barrels >> board.MERCHANT_SPACES_ALL != 0:
        return BARREL_MISPLACED
    return HOLDS


@rule
def check_markets(g: State) -> int:
    """The markets hold no more cubes than they have room for."""
    if g.coal < 0 or g.coal > board.COAL_ROOM or g.iron < 0 or g.iron > board.IRON_ROOM:
        return MARKET_IMPOSSIBLE
    return HOLDS


@rule
def check(g: State) -> int:
    """0 when every invariant holds, else the code of the first one that is broken."""
    return (
        check_options(g)
        or check_absent(g)
        or check_seats(g)
        or check_markets(g)
        or check_cards(g)
        or check_merchants(g)
        or check_board(g)
        or check_phase(g)
    )
