"""Fingerprints notice that a rule is another one: one mutation a rule, and one a switch of the options."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import numpy as np
import pytest

import magnate
from magnate.arena.fingerprints import SETUPS, played_by, run_of, set_up_states
from magnate.core.game import Game
from magnate.core.run import params_row
from magnate.games.monopoly import Options

from .mutations import Games, Mutation, first_states

RULES = [
    Mutation("three doubles", "turn", "if doubles + 1 == DOUBLES_TO_JAIL:", "if doubles + 1 == 2:"),
    Mutation("doubles throw again", "turn", "        g.again = 1\n", "        g.again = 0\n"),
    Mutation("three turns in jail", "turn", "elif g.jail[p] == JAIL_TURNS:", "elif g.jail[p] == JAIL_TURNS - 1:"),
    Mutation(
        "a fine is paid",
        "turn",
        "g.phase = state.PAID_MOVE\n        owe(g, p, public_purse(g), g.opt.jail_fine",
        "g.phase = state.PAID_MOVE\n        owe(g, p, public_purse(g), 0",
    ),
    Mutation("offers anew each turn", "turn", "g.offers[seat] = 0", "g.offers[seat] = 2"),
    Mutation("rounds are counted", "turn", "g.rounds += 1", "g.rounds += 2"),
    Mutation(
        "who manages between turns",
        "turn",
        "(g.quiet >> p) & 1 == 0 and can_manage(g, p):\n            g.mover = p",
        "can_manage(g, p):\n            g.mover = p",
    ),
    Mutation("the salary", "landing", "g.cash[p] += salary", "g.cash[p] += salary - 1"),
    Mutation("go to jail", "landing", "g.jail[p] = 1", "g.jail[p] = 0"),
    Mutation("whole groups earn double", "landing", "return 2 * amount", "return amount"),
    Mutation(
        "railroads earn by number",
        "landing",
        "return board.RENT[d * board.RENT_STEPS + count_bits(g.deeds[owner] & board.GROUP_MASK[k]) - 1]",
        "return board.RENT[d * board.RENT_STEPS]",
    ),
    Mutation("utilities earn by the throw", "landing", "return throw * board.RENT[", "return 7 * board.RENT["),
    Mutation("the card to the railroad", "landing", "return 2 * rent_by_throw(", "return rent_by_throw("),
    Mutation("the card to the utility", "landing", "return 10 * throw", "return 4 * throw"),
    Mutation(
        "no rent for what is mortgaged",
        "landing",
        "        return g.arrival == state.BY_UTILITY_CARD and",
        "        return True or",
    ),
    Mutation("repairs of hotels", "landing", "total += per_hotel", "total += per_house"),
    Mutation("repairs of houses", "landing", "total += per_house * g.level[d]", "total += per_house"),
    Mutation("the card back", "landing", "g.square[p] -= a", "g.square[p] -= a - 1"),
    Mutation(
        "cards that collect", "landing", "receive(g, p, a, events.FOR_CARD)", "receive(g, p, a + 1, events.FOR_CARD)"
    ),
    Mutation(
        "cards that cost",
        "landing",
        "owe(g, p, public_purse(g), a, events.FOR_CARD)",
        "owe(g, p, public_purse(g), a + 1, events.FOR_CARD)",
    ),
    Mutation("from each player", "landing", "push(g, state.COLLECT_EACH,", "push(g, state.PAY_EACH,"),
    Mutation("to each player", "landing", "push(g, state.PAY_EACH, p, 0, a,", "push(g, state.PAY_EACH, p, 0, a + 1,"),
    Mutation("jail cards are kept", "landing", "g.holder[deck] = p + 1", "g.holder[deck] = 0"),
    Mutation(
        "drawn cards go to the bottom", "landing", "g.unseen[deck] &= ~(1 << card)", "g.unseen[deck] &= board.ALL_CARDS"
    ),
    Mutation("income tax", "landing", "FLAT_INCOME_TAX, events", "FLAT_INCOME_TAX + 1, events"),
    Mutation("luxury tax", "landing", "g.opt.luxury_tax, events", "g.opt.luxury_tax + 1, events"),
    Mutation(
        "building evenly", "property", "if pieces(g, g.level[d]) != lowest_rank(g, k):", "if pieces(g, g.level[d]) > 4:"
    ),
    Mutation(
        "whole groups only",
        "property",
        "    if not owns_group(g, p, k):\n        return reasons.GROUP_INCOMPLETE\n    if (g.mortgaged",
        "    if (g.mortgaged",
    ),
    Mutation("no building on mortgages", "property", "return reasons.GROUP_MORTGAGED", "return reasons.OK"),
    Mutation("the bank's houses", "property", "if stock(g, piece) < 1:", "if stock(g, piece) < 3:"),
    Mutation(
        "selling evenly",
        "property",
        "if pieces(g, g.level[d]) != highest_rank(g, board.GROUP[d]):",
        "if g.level[d] == 99:",
    ),
    Mutation(
        "hotels break into houses",
        "property",
        "if g.level[d] == board.HOTEL and stock(",
        "if g.level[d] == 99 and stock(",
    ),
    Mutation("buildings sell at half", "property", "* board.HOUSE_PRICE[d] // 2", "* board.HOUSE_PRICE[d]"),
    Mutation("no mortgage below buildings", "property", "& ~g.mortgaged & ~g.built", "& ~g.mortgaged"),
    Mutation("a mortgage", "property", "g.cash[p] += board.MORTGAGE[d]", "g.cash[p] += board.MORTGAGE[d] + 1"),
    Mutation("lifting costs 10 %", "property", "(interest(g, d) if g.opt.free_lifting == 0 else 0)", "0"),
    Mutation("10 % are rounded up", "money", "(amount + 9) // 10", "(amount + 4) // 10"),
    Mutation("what can be raised", "money", "total = buildings_cost(g, p) // 2", "total = buildings_cost(g, p)"),
    Mutation(
        "a deed's price",
        "auction",
        "owe(g, p, board.BANK, board.PRICE[d], events.FOR_DEED + d)",
        "owe(g, p, board.BANK, board.PRICE[d] - 9, events.FOR_DEED + d)",
    ),
    Mutation("bids rise", "auction", "least = g.bid + g.opt.auction_raise", "least = g.bid + 4"),
    Mutation(
        "auctions are won by the leader", "auction", "winner = g.leader - 1", "winner = next_seat(g, g.leader - 1)"
    ),
    Mutation("contests", "auction", "stock(g, piece) >= wanted + demand(g, p, piece)", "stock(g, piece) >= wanted"),
    Mutation(
        "contested houses have a price",
        "auction",
        "least = max(least, board.HOUSE_PRICE[g.claims[p] - 1])",
        "least = max(least, 1)",
    ),
    Mutation("who may bid", "auction", "    return g.alive\n", "    return g.alive & ~1\n"),
    Mutation("offers in a turn", "trade", "if g.offers[p] >= g.opt.offers_per_turn:", "if g.offers[p] >= 1:"),
    Mutation("cash in an offer", "trade", "move_money(g, p, q, money)", "move_money(g, q, p, money)"),
    Mutation(
        "interest on received mortgages", "trade", "pay(g, p, BANK, due, events", "pay(g, p, BANK, due + 1, events"
    ),
    Mutation("lifting at once", "trade", "push(g, state.TRANSFER, p, 0, 0, received)", "return"),
    Mutation("the creditor gets the estate", "bankruptcy", "g.deeds[to] |= mask", "g.deeds[to] |= mask & (mask - 1)"),
    Mutation(
        "the bank auctions the estate", "bankruptcy", "if g.opt.auctions == 1 and mask != 0:", "if g.opt.auctions == 9:"
    ),
    Mutation(
        "an estate's buildings",
        "bankruptcy",
        "    sell_everything(g, p)\n",
        "    g.cash[p] += 1\n    sell_everything(g, p)\n",
    ),
    Mutation("debtors may trade", "bankruptcy", "if is_solvent(g) or could_offer(g, p):", "if is_solvent(g):"),
    Mutation(
        "debtors must pay", "bankruptcy", "if g.opt.one_attempt == 0 and is_solvent(g):", "if g.opt.one_attempt == 9:"
    ),
    Mutation("the richest wins", "bankruptcy", "if winners == 0 or w > best:", "if winners == 0 or w < best:"),
    Mutation(
        "the last one wins",
        "bankruptcy",
        "    elif living(g) == 1:\n        finish(g, state.ENDED_LAST, g.alive)",
        "    elif living(g) == 1:\n        finish(g, state.ENDED_LAST, 1)",
    ),
]
"""Rules of Monopoly that hold whatever the options say."""
BRASS = [
    Mutation("links score icons", "scoring", "points = link_points(g, line)", "points = link_points(g, line) + 1"),
    Mutation(
        "tiles score", "scoring", "points = board.TILE_POINTS[g.tile[s]]", "points = board.TILE_POINTS[g.tile[s]] + 1"
    ),
    Mutation("income", "scoring", "g.money[p] += level", "g.money[p] += level + 1"),
    Mutation("a negative income", "scoring", "paid = min(-level, g.money[p])", "paid = 0"),
    Mutation(
        "tiles of level I go", "scoring", "if board.TILE_LEVEL[g.tile[s]] == 1:", "if board.TILE_LEVEL[g.tile[s]] == 9:"
    ),
    Mutation("barrels come again", "scoring", "            g.barrels |= 1 << m\n", "            pass\n"),
    Mutation("links leave the board", "scoring", "    clear_links(g)\n", ""),
    Mutation(
        "the first round",
        "turns",
        "board.FIRST_ACTIONS if g.era == board.CANAL and g.round == 1 else board.TURN_ACTIONS",
        "board.TURN_ACTIONS",
    ),
    Mutation(
        "who spent least is first",
        "turns",
        "g.spent[g.order[j - 1]] > g.spent[p]",
        "g.spent[g.order[j - 1]] < g.spent[p]",
    ),
    Mutation("what is spent", "resources", "    g.money[p] -= amount\n", "    g.money[p] -= amount - 1\n"),
    Mutation("the market pays", "resources", "g.money[p] += earned", "g.money[p] += earned - 1"),
    Mutation(
        "mines need a merchant to sell",
        "resources",
        "& board.MERCHANT_MASK == 0:\n        return\n",
        "== 0:\n        return\n",
    ),
    Mutation("iron gets dearer", "resources", "g.iron = max(g.iron - 1, 0)", "g.iron = max(g.iron - 2, 0)"),
    Mutation("coal gets dearer", "resources", "g.coal = max(g.coal - 1, 0)", "g.coal = max(g.coal - 2, 0)"),
    Mutation(
        "empty tiles flip",
        "resources",
        "    if g.goods[s] == 0:\n        flip(g, s)",
        "    if g.goods[s] == 9:\n        flip(g, s)",
    ),
    Mutation(
        "coal comes from the nearest mine",
        "resources",
        "nearest_places(g, start, places_of(mines))",
        "places_of(mines)",
    ),
    Mutation(
        "a canal's price", "linking", "if g.money[p] < board.CANAL_COST:", "if g.money[p] < board.CANAL_COST + 3:"
    ),
    Mutation(
        "links meet the network",
        "linking",
        "if network == 0 or board.LINE_ENDS[line] & network != 0:\n            found",
        "if True:\n            found",
    ),
    Mutation("a rail takes coal", "linking", "g.coal_left = 1", "g.coal_left = 0"),
    Mutation("a second rail takes beer", "linking", "g.beer_left = g.count - 1", "g.beer_left = 0"),
    Mutation(
        "eras allow tiles",
        "building",
        "    if has_bit(board.TILE_ERAS[tile], g.era):\n        return tile\n    return 0",
        "    return tile",
    ),
    Mutation(
        "one tile a place",
        "building",
        "    if g.era == board.CANAL:\n        rest = g.tiles[p]",
        "    if g.era == 9:\n        rest = g.tiles[p]",
    ),
    Mutation("a tile takes coal", "building", "g.coal_left = board.TILE_COAL[tile]", "g.coal_left = 0"),
    Mutation("a tile takes iron", "building", "g.iron_left = board.TILE_IRON[tile]", "g.iron_left = 0"),
    Mutation("cards name places", "building", "places = cards & board.TOWN_MASK", "places = board.TOWN_MASK * 1"),
    Mutation("overbuilding", "building", "if there < tile and", "if False and"),
    Mutation("two tiles are developed", "selling", "if g.count >= 2 or", "if g.count >= 1 or"),
    Mutation(
        "what merchants buy", "selling", "has_bit(board.MERCHANT_BUYS[g.merchant[m]], industry)", "g.merchant[m] != 0"
    ),
    Mutation("a sale takes beer", "selling", "g.beer_left = board.TILE_BEER[g.tile[g.at]]", "g.beer_left = 0"),
    Mutation("a barrel's points", "selling", "g.points[p] += amount", "g.points[p] += amount + 1"),
    Mutation("a flipped tile's income", "tiles", "advance(g, p, board.TILE_INCOME[g.tile[s]])", "advance(g, p, 1)"),
    Mutation("barrels of a brewery", "tiles", "set_goods(g, s, board.BARRELS[g.era])", "set_goods(g, s, 1)"),
    Mutation("most points win", "scoring", "if rank > best:", "if best < 0:"),
]
"""Rules of Brass."""

NUMBERS = {
    "start_cash": 1400,
    "dealt_deeds": 1,
    "salary": 150,
    "luxury_tax": 75,
    "auction_open": 1,
    "auction_raise": 5,
    "offers_per_turn": 1,
    "houses": 40,
    "hotels": 8,
    "jail_fine": 60,
    "end_bankruptcies": 1,
    "max_rounds": 1001,
    "max_turns": 100,
    "time_limit_rounds": 30,
    "snake_eyes_bonus": 500,
}
"""Another value of each option that is a number."""


def others(name: str) -> list[Any]:
    """The other values of an option of Monopoly, or one if it is a number."""
    field = Options.model_fields[name]
    if field.annotation is bool:
        return [not field.default]
    if get_origin(field.annotation) is Literal:
        return [value for value in get_args(field.annotation) if value != field.default]
    return [NUMBERS.get(name, field.default + 1)]


BASE: dict[str, dict[str, Any]] = {
    "dealt_paid": {"dealt_deeds": 2},
    "build_by": {"building_contest": False},
    "contest_open": {"auction_open": 300},
}
AT_THE_START = {"start_cash", "start", "dealt_deeds", "dealt_paid", "houses", "hotels"}
"""Options that the games read while they are set up."""


@cache
def monopoly(players: int) -> Games:
    game = magnate.load("monopoly", players=players)
    named = json.loads((Path(game.module.__file__).parent / SETUPS).read_text(encoding="utf-8"))
    cards = [game.module.setup(named[name], game.options, players) for name in named if name.endswith(" card")]
    states = [set_up_states(game), first_states(game, 3), np.repeat(np.concatenate(cards), 30)]
    return Games(game, np.concatenate(states), rounds=150)


@pytest.mark.parametrize("mutation", RULES, ids=lambda one: one.name)
def test_another_rule_of_monopoly_is_noticed(mutation: Mutation) -> None:
    assert any(monopoly(players).notice(mutation) for players in (2, 3))


def noticed(name: str, value: Any, players: int) -> bool:
    """Whether the same games have another fingerprint where the rules read another value of an option."""
    base = BASE.get(name, {})
    usual, other = (magnate.load("monopoly", players=players, **options) for options in (base, {**base, name: value}))
    states, changed = (
        np.concatenate([one.start_states(32), np.repeat(set_up_states(one), 8)]) for one in (usual, other)
    )
    if name not in AT_THE_START:
        changed = states.copy()
        changed["opt"] = other.unset["opt"][0]
    return digest(usual, states) != digest(usual, changed)


def digest(game: Game, states: np.ndarray) -> bytes:
    """What a fingerprint takes of games by random players from these states."""
    hashed = hashlib.blake2b()
    seats = np.zeros((len(states), game.players), np.int64)
    played_by(run_of(game, states, seats, np.array([params_row(0)])), hashed)
    return hashed.digest()


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in Options.model_fields for value in others(name)])
def test_another_house_rule_of_monopoly_is_noticed(name: str, value: Any) -> None:
    assert any(noticed(name, value, players) for players in (2, 3, 4))


@cache
def brass() -> Games:
    game = magnate.load("brass", players=2)
    return Games(game, np.concatenate([np.repeat(set_up_states(game), 8), first_states(game, 4)]), rounds=600)


@pytest.mark.parametrize("mutation", BRASS, ids=lambda one: one.name)
def test_another_rule_of_brass_is_noticed(mutation: Mutation) -> None:
    assert brass().notice(mutation)


@pytest.mark.parametrize(
    ("name", "value"), [("eras", "canal"), ("tie_break", "space"), ("gloucester", "optional"), ("link_tiles", 11)]
)
def test_another_option_of_brass_is_noticed(name: str, value: Any) -> None:
    assert any(brass_differs(name, value, players) for players in (2, 3, 4))


def brass_differs(name: str, value: Any, players: int) -> bool:
    """Whether the same games have another fingerprint where the rules read another value of an option."""
    usual, other = magnate.load("brass", players=players), magnate.load("brass", players=players, **{name: value})
    states = np.concatenate([usual.start_states(64), np.repeat(set_up_states(usual), 16)])
    changed = states.copy()
    changed["opt"] = other.unset["opt"][0]
    return digest(usual, states) != digest(usual, changed)
