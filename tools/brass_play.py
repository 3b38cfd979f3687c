"""``python tools/brass_play.py play FILE``: games of ``magnate:brass`` among its like; ``report FILE``: their tables.

The tables of docs/how-to/brass-play.md are made of them. Every deal is played freely, and again with one seat that
must open in some way or never does something. The difference between two games of a deal is what that costs the seat.
A deal is a line of the file as soon as it is played, so the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

import magnate
from magnate.agents.brass.expert import Ask, MoveSearch, Searched
from magnate.agents.brass.expert_agent import ExpertAgent, shipped_agent
from magnate.arena.statistics import Estimate, estimate
from magnate.core.game import Game, Position
from magnate.games.brass import board, events, state
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import unchecked_class
from magnate.runtime.stream import deal_seed

PLAYERS = (2, 3, 4)
SIMULATIONS = 16
WIDE = 64
"""Moves that are looked at where the first one is forced, each twice."""
KINDS = {state.NETWORK: "link", state.DEVELOP: "develop", state.SELL: "sell", state.LOAN: "loan", state.SCOUT: "scout"}
OPENINGS = (*board.INDUSTRY_NAMES, "link", "develop", "loan")
"""What the first move of a seat may be made to be."""
BANS = (*board.INDUSTRY_NAMES, "develop", "loan", "two rails")
"""What a seat may be made never to do."""
FIRST_DEAL = 970_001


# ------------------------------------------------------------------------------------------------------ What happened


@dataclass
class Built:
    """A tile that a seat built: its kind, the era, whether it was flipped, and the points that it scored itself."""

    tile: int
    era: int
    flipped: bool = False
    points: int = 0


@dataclass
class Seat:
    """What a seat did in a game. ``actions`` has the era, the round and the kind of each."""

    points: int = 0
    share: float = 0.0
    money: int = 0
    hand: list[int] = field(default_factory=list)
    actions: list[tuple[int, int, str]] = field(default_factory=list)
    tiles: list[Built] = field(default_factory=list)
    link_points: int = 0


def seats_of(game: Game, position: Position) -> list[Seat]:
    """What each seat did in a finished game, by the events of its steps."""
    rules: Any = interpret(game.rules.__name__)
    g = unchecked_class(game.rules.STATE).from_bytes(game.unset.tobytes())
    rules.new_game(g)
    for step in position.history:
        rules.step(g, step)
    points, shares = position.score(), position.utility()
    found = [Seat(int(points[p]), float(shares[p]), int(position.state["money"][p])) for p in range(game.players)]
    _Course(found).walk(g.events)
    return found


class _Course:
    """Goes through the events of a game and writes down what the seats did."""

    def __init__(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.era, self.round = 0, 0
        self.on: dict[int, Built] = {}
        self.open = ""  # the kind of action that goes on until a card is given

    def walk(self, steps: list[Any]) -> None:
        """Go through all of them."""
        for kind, numbers in steps:
            self.take(int(kind), *map(int, numbers))

    def take(self, kind: int, p: int, a: int, b: int, _c: int) -> None:
        """Write down one event: its first three numbers."""
        if kind == events.ROUND:
            self.era, self.round = p, a
        elif kind == events.DRAWS and self.round == 0:
            self.seats[p].hand.append(a)
        elif kind == events.GIVES:
            self.open = ""
        elif kind == events.BUILDS:
            self.on[a] = Built(b, self.era)
            self.seats[p].tiles.append(self.on[a])
            self.act(p, board.INDUSTRY_NAMES[board.TILES[b - 1].industry])
        elif kind == events.LINKS:
            self.act(p, "two rails" if self.open == "link" else "link")
        elif kind == events.FLIPS:
            self.on[a].flipped = True
        elif kind == events.TILE_SCORES:
            self.on[a].points += b
        elif kind == events.LINK_SCORES:
            self.seats[p].link_points += b
        elif kind == events.DEVELOPS and not b:
            self.act(p, "develop")
        elif kind in ACTS:
            self.act(p, ACTS[kind])

    def act(self, p: int, kind: str) -> None:
        """Write an action down, unless it goes on; a second rail makes another kind of the first."""
        actions = self.seats[p].actions
        if kind == "two rails":
            actions.pop()
        if kind != self.open or kind not in GO_ON:
            actions.append((self.era, self.round, kind))
        self.open = kind


ACTS = {events.SELLS: "sell", events.BORROWS: "loan", events.SCOUTS: "scout", events.PASSES: "pass"}
GO_ON = ("develop", "sell")
"""The kinds of which one action may do several."""


# ------------------------------------------------------------------------------------------------------------- Playing


def kind_of(position: Position, move: tuple[int, ...]) -> str:
    """The kind of a whole move; of a build, the industry. What is forced is no decision: the position shows it."""
    if move[0] not in {state.BUILD, state.NETWORK}:
        return KINDS.get(move[0], "pass")
    me, after = position.to_move, position.copy()
    for one in move:
        after.apply(one)
    if move[0] == state.BUILD:
        return board.INDUSTRY_NAMES[int(np.argmax(after.state["taken"][me] - position.state["taken"][me]))]
    asked = sum(state.LINK <= one < state.SELL_TO for one in move)
    laid = int(after.state["lines"][me]).bit_count() - int(position.state["lines"][me]).bit_count()
    return "two rails" if max(asked, laid) > 1 else "link"


@dataclass(frozen=True)
class Rule:
    """What one seat must do: open with a kind of move, or never make one. Without either it plays freely."""

    seat: int = -1
    opening: str = ""
    ban: str = ""


class Table:
    """Seats that all search as ``magnate:brass`` does, at a table of so many."""

    def __init__(self, players: int) -> None:
        agent: ExpertAgent = shipped_agent("magnate:brass")
        self.game: Game = magnate.load("brass", "full", players)
        self.ask: Ask = replace(agent.ask, simulations=SIMULATIONS)
        self.search = MoveSearch(self.game, agent.question, room=2 * SIMULATIONS)
        self.wide = MoveSearch(self.game, sampled=WIDE, room=4 * WIDE)
        for one in (self.search, self.wide):
            one.use(agent.network)

    def play(self, deal: int, rule: Rule = Rule()) -> Position | None:
        """The finished game, or None where the seat cannot open so."""
        position = self.game.new(deal)
        opened, asked = False, 0
        while not position.is_over:
            me, key = position.to_move, deal_seed("brass play", deal, asked)
            asked += 1
            if me == rule.seat and rule.opening and not opened:
                opened = True
                ask = replace(self.ask, simulations=2 * WIDE)
                move = best_of(position, self.wide.search(position.states(), me, key, ask), only=rule.opening)
            else:
                found = self.search.search(position.states(), me, key, self.ask)
                move = best_of(position, found, never=rule.ban) if me == rule.seat and rule.ban else found.best
            if not move:
                return None
            for one in move:
                position.apply(one)
        return position


def best_of(position: Position, found: Searched, only: str = "", never: str = "") -> tuple[int, ...]:
    """The best of the moves of one kind, or of all but one; empty where there is none."""
    if not only and kind_of(position, found.best) != never:
        return found.best
    kinds = [kind_of(position, move) for move in found.moves]
    fit = [i for i, kind in enumerate(kinds) if kind != never and only in {"", kind}]
    return found.moves[max(fit, key=lambda i: found.policy[i])] if fit else ()


def games_of(table: Table, deal: int, *, free: bool) -> Iterator[dict[str, Any]]:
    """A deal played freely, and if not only so, with a seat (by turns another) under each rule."""
    seat = deal % table.game.players
    forced = [*(Rule(seat, opening=one) for one in OPENINGS), *(Rule(seat, ban=one) for one in BANS)]
    rules = [Rule()] if free else [Rule(), *forced]
    for rule in rules:
        position = table.play(deal, rule)
        if position is not None:
            shops = [int(one) for one in position.state["merchant"]]
            seats = seats_of(table.game, position)
            yield {**asdict(rule), "merchants": shops, "seats": [asdict(one) for one in seats]}


def play(file: Path, deals: int, free: int, minutes: float) -> None:
    """Play the deals that the file does not have yet, at all tables in turn, for so long: then so many only freely."""
    end = time.monotonic() + 60 * minutes
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {(row["players"], row["deal"]) for row in map(json.loads, lines)}
    tables = {players: Table(players) for players in PLAYERS}
    for deal in range(deals + free):
        for players, table in tables.items():
            if time.monotonic() < end and (players, deal) not in known:
                games = list(games_of(table, FIRST_DEAL + deal, free=deal >= deals))
                with file.open("a", encoding="utf-8") as kept_games:
                    kept_games.write(json.dumps({"players": players, "deal": deal, "games": games}) + "\n")


# ---------------------------------------------------------------------------------------------------------- The report


Deals = list[list[dict[str, Any]]]
"""The games of each deal, the free one first."""
FEW = 20
"""A mean over fewer deals is left out."""


def written(found: Estimate, digits: int = 1, sign: str = "") -> str:
    """A mean with its interval; a dash where nothing was seen."""
    return f"{found.mean:{sign}.{digits}f}" + ("" if found.margin is None else f" ± {found.margin:.{digits}f}")


def over(deals: Deals, of: Callable[[dict[str, Any], int], float | None]) -> str:
    """The mean of a number over all seats of the free games (None: the seat does not count), with its interval."""
    rows = [[of(games[0], seat) for seat in range(len(games[0]["seats"]))] for games in deals]
    kept = [[one for one in row if one is not None] for row in rows]
    counts = np.array([len(row) for row in kept])
    enough = np.count_nonzero(counts) >= FEW
    return written(estimate(np.array([sum(row) for row in kept]), counts)) if enough else "–"


def lead(game: dict[str, Any], seat: int) -> float:
    """A seat's points less the mean of the others'."""
    points = [one["points"] for one in game["seats"]]
    return float(points[seat] - (sum(points) - points[seat]) / (len(points) - 1))


def cost(deals: Deals, name: str, rule: str) -> str:
    """What a rule changes in the lead of its seat, on the same deals."""
    pairs = [(games[0], one) for games in deals for one in games[1:] if one[name] == rule]
    found = [lead(one, one["seat"]) - lead(free, one["seat"]) for free, one in pairs]
    return written(estimate(np.array(found)), 0, "+") if len(found) >= FEW else "–"


def actions(game: dict[str, Any], seat: int, kind: str) -> list[tuple[int, int]]:
    """The eras and rounds in which a seat acted so."""
    return [(era, number) for era, number, one in game["seats"][seat]["actions"] if one == kind]


def chosen(opening: str) -> Callable[[dict[str, Any], int], float]:
    """In per cent, whether a seat opens so."""
    return lambda game, seat: 100.0 * (game["seats"][seat]["actions"][0][2] == opening)


def wins(game: dict[str, Any], seat: int) -> float:
    """A seat's share of the win, in per cent of a fair share."""
    return 100.0 * float(game["seats"][seat]["share"]) * len(game["seats"])


def head(*cells: str) -> tuple[str, str, str]:
    """The first lines of a table."""
    return "", f"| {' | '.join(cells)} |", f"|---{'|--:' * (len(cells) - 1)}|"


def rows_of(tables: dict[int, Deals]) -> Iterator[str]:
    """The report, line by line."""
    heads = [f"{players} players" for players in tables]
    deals = [one for found in tables.values() for one in found]
    yield "\n".join(
        f"{players} players: {len(found)} deals, {sum(len(games) > 1 for games in found)} of them under each rule"
        for players, found in tables.items()
    )
    yield from head("first move", *heads, "wins, % of a fair share", *(f"cost: {one}" for one in heads))
    for opening in OPENINGS:
        free = [over(found, chosen(opening)) for found in tables.values()]
        won = over(deals, lambda game, seat, one=opening: wins(game, seat) if chosen(one)(game, seat) else None)  # type: ignore[misc]
        forced = [cost(found, "opening", opening) for found in tables.values()]
        yield f"| {opening} | {' | '.join([*free, won, *forced])} |"
    yield from head("two first cards or more for", "seats open so, %", "with fewer", "lead", "with fewer")
    for number, industry in enumerate(board.INDUSTRY_NAMES):
        yield f"| {industry} | {' | '.join(by_cards(deals, number))} |"
    yield from head("two merchants or more buy", "its tiles flipped by a seat", "with fewer")
    for number in range(board.COAL):
        yield f"| {board.INDUSTRY_NAMES[number]} | {' | '.join(by_merchants([*tables[2], *tables[3]], number))} |"
    yield from head("never", *heads)
    for ban in BANS:
        yield f"| {ban} | {' | '.join(cost(found, 'ban', ban) for found in tables.values())} |"
    yield from head("tile", "built by a seat", "flipped, %", "points of one", "built in the Canal era, %")
    for tile in board.TILES:
        yield from line_of(tile, deals)
    yield from head("by a seat", *heads, "the winner", "others")
    for name, of in DONE.items():
        won = over(deals, lambda game, seat, of=of: of(game, seat) if wins(game, seat) else None)  # type: ignore[misc]
        lost = over(deals, lambda game, seat, of=of: None if wins(game, seat) else of(game, seat))  # type: ignore[misc]
        yield f"| {name} | {' | '.join(over(found, of) for found in tables.values())} | {won} | {lost} |"


def by_cards(deals: Deals, industry: int) -> list[str]:
    """How often seats open with an industry and how they lead, with two cards of it or more, and with fewer."""

    def has(game: dict[str, Any], seat: int) -> bool:
        hand = game["seats"][seat]["hand"]
        return sum(industry in board.CARDS[card].industries for card in hand) > 1

    opens = chosen(board.INDUSTRY_NAMES[industry])
    return [
        over(deals, lambda game, seat, of=of, two=two: of(game, seat) if has(game, seat) == two else None)  # type: ignore[misc]
        for of in (opens, lead)
        for two in (True, False)
    ]


def by_merchants(deals: Deals, industry: int) -> list[str]:
    """The flipped tiles of an industry by seat, where two merchants or more buy it, and where fewer do."""

    def buy(game: dict[str, Any]) -> bool:
        return sum(int(board.MERCHANT_BUYS[shop]) >> industry & 1 for shop in game["merchants"]) > 1

    def sold(game: dict[str, Any], seat: int) -> float:
        return sum(one["flipped"] for one in game["seats"][seat]["tiles"] if industry_of(one) == industry)

    def sold_where(two: bool) -> Callable[[dict[str, Any], int], float | None]:
        return lambda game, seat: sold(game, seat) if buy(game) == two else None

    return [over(deals, sold_where(two)) for two in (True, False)]


def industry_of(built: dict[str, Any]) -> int:
    """The industry of a tile that was built."""
    return board.TILES[built["tile"] - 1].industry


def line_of(tile: board.Tile, deals: Deals) -> Iterator[str]:
    """A kind of tile: how many a seat builds, and what comes of them; nothing where it is seldom built."""
    seats = [seat for games in deals for seat in games[0]["seats"]]
    built = [one for seat in seats for one in seat["tiles"] if one["tile"] == tile.index]
    if len(built) < len(seats) * SELDOM:
        return
    number = over(deals, lambda game, seat: sum(one["tile"] == tile.index for one in game["seats"][seat]["tiles"]))
    flipped, canal = (
        100 * np.mean([one[key] == value for one in built]) for key, value in (("flipped", 1), ("era", 0))
    )
    points = np.mean([one["points"] for one in built])
    name = f"{board.INDUSTRY_NAMES[tile.industry]} {tile.level}"
    yield f"| {name} | {number} | {flipped:.0f} | {points:.1f} | {canal:.0f} |"


SELDOM = 0.05
"""A kind of tile that fewer seats build is left out."""


def when(era: int, first: int, last: int) -> Callable[[dict[str, Any], int], float]:
    """How often a seat borrows in these rounds."""
    return lambda game, seat: sum(at == era and first <= number <= last for at, number in actions(game, seat, "loan"))


DONE: dict[str, Callable[[dict[str, Any], int], float]] = {
    "points": lambda game, seat: game["seats"][seat]["points"],
    "points of links": lambda game, seat: game["seats"][seat]["link_points"],
    "loans": lambda game, seat: len(actions(game, seat, "loan")),
    "… Canal era, rounds 1 to 3": when(board.CANAL, 1, 3),
    "… Canal era, later": when(board.CANAL, 4, 99),
    "… Rail era, rounds 1 to 3": when(board.RAIL, 1, 3),
    "… Rail era, later": when(board.RAIL, 4, 99),
    "two rails at once": lambda game, seat: len(actions(game, seat, "two rails")),
    "develops": lambda game, seat: len(actions(game, seat, "develop")),
    "scouts": lambda game, seat: len(actions(game, seat, "scout")),
    "£ left": lambda game, seat: game["seats"][seat]["money"],
}


def main() -> None:
    """Play, or report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "report"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=200, help="deals that are played freely and under each rule")
    parser.add_argument("--free", type=int, default=800, help="further deals that are played freely only")
    parser.add_argument("--minutes", type=float, default=60, help="after which playing stops")
    asked = parser.parse_args()
    if asked.what == "play":
        play(asked.file, asked.deals, asked.free, asked.minutes)
        return
    tables: dict[int, Deals] = {players: [] for players in PLAYERS}
    for row in map(json.loads, asked.file.read_text(encoding="utf-8").splitlines()):
        tables[row["players"]].append(row["games"])
    for line in rows_of(tables):
        print(line)


if __name__ == "__main__":
    main()
