"""A game of Brass kept by somebody who only hears what is told: the parameters of the events, nothing else."""

from __future__ import annotations

from typing import Any

from magnate.engine.narration import Event
from magnate.games.brass.board import LINES, MERCHANT_SPACES, MERCHANT_TILES, SPACES
from magnate.games.brass.codec import TILE_NAMES
from magnate.games.brass.state import SHORTFALL
from magnate.games.brass.tables import NO_MERCHANT

MARKETS = ("coal", "iron")
STOCKED = ("coal", "iron", "brewery")
"""The industries whose tiles flip when their cubes or barrels are gone."""


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
        self.tiles = {
            space.id: (seat, TILE_NAMES[g.tile[space.index]])
            for space in SPACES
            for seat in seats
            if g.tiles[seat] >> space.index & 1
        }
        self.goods = {space.id: g.goods[space.index] for space in SPACES if g.goods[space.index]}
        self.flipped = {space.id for space in SPACES if g.flipped >> space.index & 1}
        self.links = {line.id: seat for line in LINES for seat in seats if g.lines[seat] >> line.index & 1}
        self.merchants = {
            one.id: MERCHANT_TILES[g.merchant[i]]
            for i, one in enumerate(MERCHANT_SPACES)
            if g.merchant[i] != NO_MERCHANT
        }
        self.barrels = {one.id for i, one in enumerate(MERCHANT_SPACES) if g.barrels >> i & 1}
        self._built = ""

    def hear(self, event: Event) -> None:
        """Take in one event."""
        told = getattr(self, f"_{event.key.replace('-', '_')}", None)
        if told is not None:
            told(**event.params)

    def held(self) -> dict[str, Any]:
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


def faults(board: Board, g: Any) -> dict[str, Any]:
    """What the board holds otherwise than the state does; empty where all agree."""
    real = Board(g).held()
    return {name: (value, real[name]) for name, value in board.held().items() if value != real[name]}
