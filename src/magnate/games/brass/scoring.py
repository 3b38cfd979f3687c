"""Income at the end of a round, the end of an era, and the end of the game (rules sections 9 to 11)."""

from __future__ import annotations

from ...core.contract import CHANCE, OVER
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, emit, has_bit, low_bit
from . import board, events
from .cards import deck_size, new_deck
from .state import DEAL_CARDS, ENDED, FINISHED, SHORTFALL, TIE_SPACE, State
from .tiles import clear_links, drop_tile

__all__ = [
    "collect",
    "end_canal_era",
    "end_game",
    "give_up",
    "raises",
    "score",
    "score_era",
    "utility",
    "worth_giving_up",
]


# ---------------- Income at the end of a round, and a seat that cannot pay a negative one


@rule
def raises(g: State, s: int) -> int:
    """The pounds that giving up the tile on space ``s`` brings: half its printed cost, rounded down."""
    return board.TILE_MONEY[g.tile[s]] // 2


@rule
def worth_giving_up(g: State, p: int) -> int:
    """The spaces whose tiles seat ``p`` could give up for money, as a mask; those that bring nothing are not."""
    mask = 0
    rest = g.tiles[p] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if raises(g, s) > 0:
            mask |= 1 << s
    return mask


@rule
def receive(g: State, p: int) -> None:
    """Seat ``p`` gets its income, or pays it as far as it can; the rest becomes its debt."""
    level = board.INCOME_LEVEL[g.income_space[p]]
    emit(g, events.INCOME, p, level, 0, 0)
    if level < 0:
        paid = min(-level, g.money[p])
        g.money[p] -= paid
        g.debt = -level - paid
        if g.debt > 0:
            emit(g, events.OWES, p, g.debt, 0, 0)
    else:
        g.money[p] += level


@rule
def must_choose(g: State, p: int) -> bool:
    """Raise the debt of seat ``p`` as far as there is nothing to choose; True when there is.

    Its only tile that brings money goes by itself; without one, each missing pound costs a point, while it has any.
    """
    while g.debt > 0:
        tiles = worth_giving_up(g, p)
        if tiles == 0:
            lost = min(g.debt, g.points[p])
            g.points[p] -= lost
            emit(g, events.LOSES_POINTS, p, lost, g.debt, 0)
            g.debt = 0
        elif tiles & (tiles - 1) == 0:
            give_up(g, low_bit(tiles))
        else:
            return True
    return False


@rule
def collect(g: State) -> bool:
    """The incomes from number ``turn`` of the turn order on; True when a seat must choose a tile to give up.

    Whoever is in debt has had its income already.
    """
    owes = g.phase == SHORTFALL
    while g.turn < g.opt.players:
        p = g.order[g.turn] * 1
        if not owes:
            receive(g, p)
        owes = False
        if must_choose(g, p):
            g.phase = SHORTFALL
            g.mover = p
            return True
        g.turn += 1
    return False


@rule
def give_up(g: State, s: int) -> None:
    """The tile on space ``s`` leaves the game for half its cost; what the debt does not take is kept."""
    p = g.order[g.turn] * 1
    raised = raises(g, s)
    emit(g, events.GIVES_UP, p, s, g.tile[s], raised)
    drop_tile(g, s)
    if raised >= g.debt:
        g.money[p] += raised - g.debt
        g.debt = 0
    else:
        g.debt -= raised


# ---------------- The end of the game: the introductory game's extra points, who has won, and the shares


@rule
def income_rank(g: State, p: int) -> int:
    """The income that breaks ties, from 0: the level, or by option the marker's space."""
    if g.opt.tie_break == TIE_SPACE:
        return g.income_space[p]
    return board.INCOME_LEVEL[g.income_space[p]] - board.LOWEST_LEVEL


@rule
def standing(g: State, p: int) -> int:
    """A number that is greater for the seat that is ahead: points, then income, then money."""
    return (g.points[p] << 32) | (income_rank(g, p) << 16) | g.money[p]


@rule
def winners(g: State) -> int:
    """The seats that are ahead of all others, as a mask; they share the win."""
    best = -1
    mask = 0
    for p in range(g.opt.players):
        rank = standing(g, p)
        if rank > best:
            best = rank
            mask = 1 << p
        elif rank == best:
            mask |= 1 << p
    return mask


@rule
def score_again(g: State, p: int) -> int:
    """The points of seat ``p``'s flipped tiles above level I."""
    n = 0
    rest = g.tiles[p] & g.flipped
    while rest != 0:
        tile = g.tile[low_bit(rest)]
        rest &= rest - 1
        if board.TILE_LEVEL[tile] > 1:
            n += board.TILE_POINTS[tile]
    return n


@rule
def score_introductory(g: State, p: int) -> None:
    """What seat ``p`` gets after the Canal era when no other follows; a negative income takes no more than there is."""
    points = min(g.money[p] // board.POUNDS_A_POINT, board.MOST_FOR_MONEY)
    g.points[p] += points
    emit(g, events.MONEY_SCORES, p, points, g.money[p], 0)
    points = score_again(g, p)
    g.points[p] += points
    emit(g, events.TILES_SCORE_AGAIN, p, points, 0, 0)
    points = max(board.INCOME_LEVEL[g.income_space[p]], -g.points[p])
    g.points[p] += points
    emit(g, events.INCOME_SCORES, p, points, 0, 0)


@rule
def end_game(g: State) -> None:
    """The last era has been scored."""
    if g.opt.eras == 1:
        for p in range(g.opt.players):
            score_introductory(g, p)
    g.turn = 0
    g.phase = FINISHED
    g.ending = ENDED
    g.mover = OVER
    emit(g, events.ENDS, winners(g), 0, 0, 0)


@rule
def utility(g: State, out: Floats) -> None:
    """At the end each seat's share of the win."""
    mask = winners(g)
    for p in range(g.opt.players):
        out[p] = 0.0
        if has_bit(mask, p):
            out[p] = 1.0 / count_bits(mask)


@rule
def score(g: State, out: Floats) -> None:
    """Each seat's victory points, as they are on the track."""
    for p in range(g.opt.players):
        out[p] = g.points[p]


# ---------------- The end of an era: what links and flipped tiles score, and the board of the Rail era


@rule
def icons_at(g: State, place: int) -> int:
    """The link icons that a location shows: those of its flipped tiles, or the printed ones of a merchant."""
    if has_bit(board.MERCHANT_MASK, place):
        return board.MERCHANT_ICONS
    n = 0
    rest = board.PLACE_SPACES[place] & g.flipped
    while rest != 0:
        n += board.TILE_ICONS[g.tile[low_bit(rest)]]
        rest &= rest - 1
    return n


@rule
def link_points(g: State, line: int) -> int:
    """What a link on a line would score now: the icons of the locations that it joins."""
    n = 0
    rest = board.LINE_ENDS[line]
    while rest != 0:
        n += icons_at(g, low_bit(rest))
        rest &= rest - 1
    return n


@rule
def score_links(g: State, p: int) -> None:
    """Seat ``p`` scores its links."""
    rest = g.lines[p] * 1
    while rest != 0:
        line = low_bit(rest)
        rest &= rest - 1
        points = link_points(g, line)
        g.points[p] += points
        emit(g, events.LINK_SCORES, p, line, points, 0)


@rule
def score_tiles(g: State, p: int) -> None:
    """Seat ``p`` scores its flipped tiles."""
    rest = g.tiles[p] & g.flipped
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        points = board.TILE_POINTS[g.tile[s]]
        g.points[p] += points
        emit(g, events.TILE_SCORES, p, s, points, g.tile[s])


@rule
def score_era(g: State) -> None:
    """Links score and are taken off the board, then flipped tiles score."""
    emit(g, events.ERA_ENDS, g.era, 0, 0, 0)
    for p in range(g.opt.players):
        score_links(g, p)
    clear_links(g)
    for p in range(g.opt.players):
        score_tiles(g, p)


@rule
def remove_obsolete(g: State) -> None:
    """All tiles of level I leave the board, with what lies on them."""
    for p in range(g.opt.players):
        rest = g.tiles[p] * 1
        while rest != 0:
            s = low_bit(rest)
            rest &= rest - 1
            if board.TILE_LEVEL[g.tile[s]] == 1:
                emit(g, events.OBSOLETE, p, s, g.tile[s], 0)
                drop_tile(g, s)


@rule
def refill_barrels(g: State) -> None:
    """Every merchant tile that buys has a barrel again."""
    for m in range(board.MERCHANT_SPACES_ALL):
        if g.merchant[m] != board.NO_MERCHANT and g.merchant[m] != board.BLANK and not has_bit(g.barrels, m):
            g.barrels |= 1 << m
            emit(g, events.BARREL_LAID, m, 0, 0, 0)


@rule
def end_canal_era(g: State) -> None:
    """What follows the scoring of the Canal era: the board is made ready, and the Rail era's hands are dealt next."""
    remove_obsolete(g)
    refill_barrels(g)
    new_deck(g)
    emit(g, events.SHUFFLED, deck_size(g), 0, 0, 0)
    g.era = board.RAIL
    g.round = 1
    g.turn = 0
    g.phase = DEAL_CARDS
    g.mover = CHANCE
