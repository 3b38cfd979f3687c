"""A game of Brass kept by somebody who only hears what is told: the parameters of the events, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from magnate.core.narration import Event
from magnate.games.brass.board import LINES, MERCHANT_SPACES, MERCHANT_TILES, NO_MERCHANT, SPACES
from magnate.games.brass.codec import TILE_NAMES
from magnate.games.brass.state import SHORTFALL


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class Board:
    """What everybody has and what lies on the board, by what was told since a state in which all of it was known."""

    def __init__(self, g: Any) -> None:
        seats = range(g.opt.players)
        owes = g.phase == SHORTFALL
        self.money = [g.money[seat] - (g.debt if owes and g.mover == seat else 0) for seat in seats]
        self.points = [g.points[seat] for seat in seats]
        self.income = [g.income_space[seat] for seat in seats]
        self.left = [sum(g.taken[seat, i] for i in range(6)) for seat in seats]
        self.market = {"coal": g.coal, "iron": g.iron}
        self.tiles = {SPACES[at].id: (seat, TILE_NAMES[g.tile[at]]) for seat in seats for at in bits(g.tiles[seat])}
        self.goods = {SPACES[at].id: g.goods[at] for kind in range(3) for at in bits(g.stocked[kind])}
        self.flipped = {SPACES[at].id for at in bits(g.flipped)}
        self.links = {LINES[at].id: seat for seat in seats for at in bits(g.lines[seat])}
        tiles = zip(MERCHANT_SPACES, (g.merchant[at] for at in range(len(MERCHANT_SPACES))), strict=True)
        self.merchants = {space.id: MERCHANT_TILES[tile] for space, tile in tiles if tile != NO_MERCHANT}
        self.barrels = {MERCHANT_SPACES[at].id for at in bits(g.barrels)}
        self._built = ""

    def hear(self, event: Event) -> None:
        """Take in one event."""
        handler = getattr(self, f"_{event.key.replace('-', '_')}", None)
        if handler is not None:
            handler(**event.params)

    def known(self) -> dict[str, Any]:
        """All that is known."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    # ----------------------------------------------------------------------------------------- tiles, goods

    def _merchant_laid(self, merchant, tile):
        if tile is not None:
            self.merchants[merchant] = tile
            if tile != "blank":
                self.barrels.add(merchant)

    def _barrel_laid(self, merchant):
        self.barrels.add(merchant)

    def _pays(self, seat, space, tile, money):
        self.money[seat] -= money

    def _builds(self, seat, space, tile, money, goods):
        assert space not in self.tiles
        self.tiles[space] = seat, tile
        self.left[seat] += 1
        self._built = space
        if goods:
            self.goods[space] = goods

    def _remove(self, seat, space, tile):
        assert self.tiles.pop(space) == (seat, tile)
        self.goods.pop(space, None)
        self.flipped.discard(space)

    def _replaced(self, seat, space, tile, goods):
        assert self.goods.get(space, 0) == goods
        self._remove(seat, space, tile)

    def _obsolete(self, seat, space, tile):
        self._remove(seat, space, tile)

    def _take(self, space, cubes):
        self.goods[space] -= cubes
        if not self.goods[space]:
            del self.goods[space]

    def _takes(self, seat, resource, space):
        self._take(space, 1)

    def _takes_barrel(self, seat, merchant):
        self.barrels.remove(merchant)

    def _flips(self, seat, space, tile, income, level):
        assert self.tiles[space] == (seat, tile)
        self.flipped.add(space)
        self.income[seat] = income

    def _develops(self, seat, tile, bonus):
        self.left[seat] += 1

    def _links(self, seat, line, kind, money):
        self.links[line] = seat
        self.money[seat] -= money

    # --------------------------------------------------------------------------------- markets, money, points

    def _buys(self, seat, resource, money, left):
        self.market[resource] = left
        self.money[seat] -= money

    def _stocks(self, seat, resource, cubes, money):
        self.market[resource] += cubes
        self.money[seat] += money
        self._take(self._built, cubes)

    def _bonus(self, seat, merchant, kind, amount, income):
        self.income[seat] = income
        self.points[seat] += amount if kind == "points" else 0
        self.money[seat] += amount if kind == "money" else 0

    def _borrows(self, seat, money, income, level):
        self.money[seat] += money
        self.income[seat] = income

    def _income(self, seat, money):
        self.money[seat] += money

    def _gives_up(self, seat, space, tile, money):
        self._remove(seat, space, tile)
        self.money[seat] += money

    def _loses_points(self, seat, points, money):
        self.points[seat] -= points
        self.money[seat] += money

    def _link_scores(self, seat, line, points):
        assert self.links.pop(line) == seat  # links leave the board as they score
        self.points[seat] += points

    def _tile_scores(self, seat, space, tile, points):
        self.points[seat] += points

    def _money_scores(self, seat, points, money):
        self.points[seat] += points

    def _income_scores(self, seat, points):
        self.points[seat] += points

    def _tiles_score_again(self, seat, points):
        self.points[seat] += points


def held(g: Any) -> tuple[Any, ...]:
    """What a board tells of, as the state has it: quick to compare."""
    fields = (g.money, g.points, g.income_space, g.taken, g.tiles, g.stocked, g.goods, g.lines, g.merchant)
    return (g.debt, g.coal, g.iron, g.flipped, g.barrels, *(cell for field in fields for cell in dict.values(field)))


def faults(board: Board, g: Any) -> dict[str, Any]:
    """What the board holds otherwise than the state does; empty where all agree."""
    real = Board(g).known()
    return {name: (value, real[name]) for name, value in board.known().items() if value != real[name]}
