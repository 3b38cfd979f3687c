"""What a seat sees, as short text: all of it, or what changes from turn to turn; and the rules in brief."""

from __future__ import annotations

import inspect
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..skins import shown as by_skin

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["action_words", "position_text", "rules_text"]

Json = Mapping[str, Any]
HOTEL: Final = 5
PARAGRAPHS: Final = 2


def position_text(shown: Position, seat: int, *, whole: bool) -> str:
    """The position as text; ``shown`` is what the seat sees of it, and nothing else is read.

    Without ``whole`` it is shorter where the game has a shorter text: what players have, and what is pending.
    """
    write = _TEXTS.get(shown.game.name)
    if write is None:
        return str(shown)
    return "\n".join(write(shown.view(seat), seat, whole))


def rules_text(game: Game) -> str:
    """The rules in brief, with the numbers of the board; of other games what their module says at its top."""
    write = _RULES.get(game.name, _rules_of_module)
    return "\n".join([f"{game.info.title}: {game.info.about}.", *write(game)])


def action_words(game: Game) -> str:
    """How all actions of a game are called, legal or not: for models that see no list of the legal ones.

    >>> from magnate import load
    >>> print(action_words(load("connect_four")))
    Actions are called c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 or c12.
    """
    alone, begun = list[str](), dict[str, list[str]]()
    for action in range(game.info.max_actions):
        word, colon, about = game.declared.action_name(action).partition(":")
        if colon:
            begun.setdefault(word, []).append(about)
        else:
            alone.append(word)
    alike = dict[tuple[str, ...], list[str]]()
    for word, abouts in begun.items():
        alike.setdefault(tuple(abouts), []).append(f"{word}:X")
    lines = [f"Actions are called {_either(alone)}."] if alone else []
    lines += [f"{_either(words)} where X is {_either(abouts)}." for abouts, words in alike.items()]
    return "\n".join(lines)


def _either(words: Sequence[str]) -> str:
    """Words of which one is meant."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _rules_of_module(game: Game) -> list[str]:
    """The first paragraphs of a module's docstring, which by custom tell the rules."""
    paragraphs = (inspect.getdoc(game.module) or "").split("\n\n")[:PARAGRAPHS]
    return [" ".join(one.replace("``", "").split()) for one in paragraphs]


def _called(one: Json, seat: int) -> str:
    return f"Seat {one['seat']}{' (you)' if one['seat'] == seat else ''}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


# ------------------------------------------------------------------------------------------------------------ Monopoly


def _monopoly(view: Json, seat: int, whole: bool) -> list[str]:
    squares = [one for one in view["board"] if "deed" in one]
    lines = [f"Round {view['round']}, phase {view['phase']}; on turn: seat {view['turn']}; to move: {view['to_move']}."]
    if view["dice"]:
        lines[0] += f" Dice: {view['dice'][0]} and {view['dice'][1]}."
    lines += [_monopoly_player(one, seat, squares) for one in view["players"]]
    bank = view["bank"]
    buildings = "" if bank["houses"] is None else f"{bank['houses']} houses, {bank['hotels']} hotels; "
    lines.append(f"Bank: {buildings}{len(bank['deeds'])} deeds" + (f"; pot ${bank['pot']}" if bank["pot"] else ""))
    if whole:
        lines.append(f"Deeds of the bank: {_listed(bank['deeds'])}")
    if view["pending"]:
        lines.append(f"Pending, the last first: {json.dumps(view['pending'][::-1], separators=(',', ':'))}")
    return lines


def _monopoly_player(one: Json, seat: int, squares: Iterable[Json]) -> str:
    if one["bankrupt"]:
        return f"{_called(one, seat)}: bankrupt"
    groups = defaultdict(list)
    for square in squares:
        if square["owner"] == one["seat"]:
            level = square["level"]
            built = "hotel" if level == HOTEL else f"{level} houses" if level else ""
            marks = _listed(part for part in (built, "mortgaged" if square["mortgaged"] else "") if part)
            groups[square["group"]].append(square["deed"] + ("" if marks == "none" else f" ({marks})"))
    deeds = "; ".join(f"{group}: {', '.join(names)}" for group, names in groups.items()) or "no deeds"
    jail = f", in jail for {one['jail']} turns" if one["jail"] else ""
    cards = f"; holds {', '.join(one['jail_cards'])}" if one["jail_cards"] else ""
    place = f"on {one['square_name']}{jail}"
    return f"{_called(one, seat)}: ${one['cash']}, worth ${one['net_worth']}, {place}; {deeds}{cards}"


def _monopoly_rules(_game: Game) -> list[str]:
    from ..games.monopoly.board import GROUP_NAMES, SQUARE_NAMES, STREET_GROUPS, TITLE_DEEDS, slug

    lines = [
        "Throw the dice and move. Buy the deed you land on, or it is auctioned; pay rent on others' deeds.",
        "Who has a whole group of streets gets double rent and may build evenly: 1 to 4 houses, then a hotel.",
        "Deeds and cash may be traded. A mortgage pays half of the price, and is lifted for that and 10 % more.",
        "The last who is not bankrupt wins.",
        "Squares: " + ", ".join(f"{number} {by_skin(name)}" for number, name in enumerate(SQUARE_NAMES)),
        "Deeds (price; rent without a house, with 1 to 4, with a hotel; price of a house):",
    ]
    for deed in TITLE_DEEDS:
        group = slug(GROUP_NAMES[deed.group])
        rents = "/".join(map(str, deed.rents))
        house = f"; {deed.house_price}" if deed.group < STREET_GROUPS else " by the number owned"
        lines.append(f"{deed.slug} [{group}]: {deed.price}; {rents}{house}")
    return lines


# --------------------------------------------------------------------------------------------------------------- Brass


def _brass(view: Json, seat: int, whole: bool) -> list[str]:
    where = f"{view['era']} era, round {view['round']} of {view['rounds']}; phase {view['phase']}"
    whose = f"on turn: seat {view['turn']}; to move: {view['to_move']}; actions left: {view['actions']}"
    lines = [
        f"{where}; {whose}; deck: {view['deck']} cards.",
        f"Turn order: {view['order']}; next round as it stands: {view['next_order']}.",
    ]
    for one in view["players"]:
        mat = ", ".join(f"{name} {stack['next'].rpartition(' ')[2]}" for name, stack in _next_tiles(one))
        lines.append(
            f"{_called(one, seat)}: {one['points']} points, £{one['money']} (spent £{one['spent']}), income "
            f"{one['level']}, {one['cards']} cards, {one['links']} links left; next tiles: {mat or 'none'}"
        )
        if one["hand"] is not None:
            lines.append(f"Your hand: {_listed(one['hand'])}")
    prices = (f"{name} {one['cubes']} cubes, next £{one['price']}" for name, one in view["markets"].items())
    lines.append(f"Markets: {'; '.join(prices)}.")
    if view["debt"]:
        lines.append(f"Debt: £{view['debt']}.")
    if view["doing"]:
        lines.append(f"In progress: {json.dumps(view['doing'], separators=(',', ':'))}")
    if whole:
        lines += _brass_board(view)
    return lines


def _next_tiles(player: Json) -> list[tuple[str, Json]]:
    return [(name, stack) for name, stack in player["mat"].items() if stack["left"]]


def _brass_board(view: Json) -> list[str]:
    tiles = [
        f"{space['id']} seat {space['owner']} {space['tile']}"
        + (" flipped" if space["flipped"] else f" with {space['goods']}" if space["goods"] else "")
        for place in view["places"]
        for space in place["spaces"]
        if space["tile"]
    ]
    merchants = [
        f"{one['id']} {one['tile']}{' with a barrel' if one['barrel'] else ''}"
        for place in view["places"]
        for one in place["merchants"]
    ]
    links = [f"{line['id']} seat {line['owner']}" for line in view["lines"] if line["owner"] is not None]
    networks = []
    for one in view["players"]:
        places = _listed(place["id"] for place in view["places"] if one["seat"] in place["networks"])
        networks.append(f"seat {one['seat']}: {places}")
    discards = [f"{name} {count}" for name, count in view["discards"].items() if count]
    return [
        f"Tiles: {_listed(tiles)}",
        f"Links: {_listed(links)}",
        f"Merchants buy: {_listed(merchants)}",
        f"Networks: {'; '.join(networks)}",
        f"Discarded: {_listed(discards)}",
    ]


def _brass_rules(game: Game) -> list[str]:
    from ..games.brass import board
    from ..games.brass.view import static_view

    fixed = static_view(game.players)
    lines = [
        "Two eras; in each round every player takes two actions (one in the very first), each for a card of the hand:",
        "build a tile, lay links, develop (remove tiles), sell, loan, scout (wild cards) or pass. A location card",
        "builds in that place, an industry card in your network. Coal comes along links or from the market, iron from",
        "anywhere, beer from breweries and merchants. Who spends least in a round goes first in the next. After each",
        "era links score the icons beside them and flipped tiles their points; the most points win.",
        "Tiles (cost £, coal, iron; points; income spaces; link icons; beer to sell):",
    ]
    for industry, tiles in board.DATA["industry_tiles"].items():
        lines += [f"{industry} {_brass_tile(tile)}" for tile in tiles]
    spaces = [
        f"{space['id']} {'/'.join(space['industries'])}" for place in fixed["places"] for space in place["spaces"]
    ]
    eras = {(True, True): "", (True, False): " (canal only)", (False, True): " (rail only)"}
    links = [line["id"] + eras[line["canal"], line["rail"]] for line in fixed["lines"]]
    return [*lines, f"Spaces: {', '.join(spaces)}", f"Lines: {', '.join(links)}"]


def _brass_tile(tile: Json) -> str:
    cost = f"£{tile['cost_money']}, {tile['cost_coal']}, {tile['cost_iron']}"
    gain = f"{tile['vp']}; {tile['income_spaces']}; {tile['link_icons']}; {tile.get('beer_to_sell') or 0}"
    return f"{tile['level']} x{tile['count_per_player']}: {cost}; {gain}"


_TEXTS: Final[Mapping[str, Callable[[Json, int, bool], list[str]]]] = {"monopoly": _monopoly, "brass": _brass}
_RULES: Final[Mapping[str, Callable[[Game], list[str]]]] = {"monopoly": _monopoly_rules, "brass": _brass_rules}
