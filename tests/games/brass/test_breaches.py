"""Each invariant, broken: ``check`` says which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from magnate.core.contract import CHANCE
from magnate.errors import BadSetup
from magnate.games.brass import Options, invariants
from magnate.games.brass.board import ALL_CARDS, CANAL_LINES, CARD_KINDS, CARD_OF, LINE_OF, PLAIN_CARDS, SPACE_OF
from magnate.games.brass.setup import setup
from magnate.games.brass.setup_model import mirrored
from magnate.games.brass.state import CARD, DEAL_CARDS, PASS

from .walk import RULES


def position() -> dict[str, Any]:
    """A position with a bit of everything."""
    return {
        "round": 3,
        "players": [
            {"hand": ["stafford", "iron", "iron"], "taken": {"coal": 2, "cotton": 1, "brewery": 1}},
            {"hand": ["dudley", "wild-location"], "taken": {"iron": 1}},
        ],
        "tiles": [
            {"at": "dudley.0", "owner": 0, "tile": "coal 1", "goods": 2},
            {"at": "worcester.0", "owner": 0, "tile": "cotton 1", "flipped": True},
            {"at": "coalbrookdale.1", "owner": 1, "tile": "iron 1", "flipped": True},
        ],
        "links": [{"line": "birmingham-dudley", "owner": 0}, {"line": "coalbrookdale-shrewsbury", "owner": 1}],
    }


def line(name: str) -> int:
    return 1 << LINE_OF[name]


MINE, MILL, WORKS = SPACE_OF["dudley.0"], SPACE_OF["worcester.0"], SPACE_OF["coalbrookdale.1"]
Change = Callable[[Any], None]


def put(field: str, index: Any, value: int) -> Change:
    """A change that writes a number into a field."""

    def change(g: Any) -> None:
        if index is None:
            setattr(g, field, value)
        else:
            getattr(g, field)[index] = value

    return change


def add(field: str, index: Any, mask: int) -> Change:
    """A change that adds bits to a mask."""

    def change(g: Any) -> None:
        if index is None:
            setattr(g, field, getattr(g, field) ^ mask)
        else:
            getattr(g, field)[index] ^= mask

    return change


def option(name: str, value: int) -> Change:
    return lambda g: setattr(g.opt, name, value)


def two_owners(g: Any) -> None:
    g.tiles[1] |= 1 << MILL


def second_tile(g: Any) -> None:
    """Seat 0 has a second tile in Dudley."""
    at = SPACE_OF["dudley.1"]
    g.tiles[0] |= 1 << at
    g.tile[at] = g.tile[WORKS]
    g.flipped |= 1 << at


def all_links(g: Any) -> None:
    """Fifteen canals."""
    rest = CANAL_LINES & ~g.lines[1]
    g.lines[0] = 0
    for _ in range(15):
        g.lines[0] |= rest & -rest
        rest &= rest - 1


def nine_cards(g: Any) -> None:
    """Seat 1 has drawn too often."""
    for kind in [kind for kind in range(PLAIN_CARDS) if g.deck[kind] > 0][:7]:
        g.deck[kind] -= 1
        g.hand[1, kind] += 1


def no_cards(g: Any) -> None:
    """Seat 0 is to move and holds nothing."""
    for kind in range(CARD_KINDS):
        g.hand[0, kind] = 0


def deal_again(g: Any) -> None:
    """The hands are to be dealt, but are not empty."""
    g.phase, g.mover, g.actions = DEAL_CARDS, CHANCE, 0


def only_kind(g: Any) -> None:
    """Seat 0 is asked for the card of a pass, and holds two of a kind."""
    g.phase, g.doing, g.fits = CARD, PASS, ALL_CARDS
    g.hand[0, CARD_OF["stafford"]] = 0


CHANGES: list[tuple[int, Change]] = [
    (invariants.OPTION_IMPOSSIBLE, option("players", 5)),
    (invariants.OPTION_IMPOSSIBLE, put("spare", 0, 1)),
    (invariants.ABSENT_HOLDS, put("money", 2, 3)),
    (invariants.MARKET_IMPOSSIBLE, put("coal", None, 15)),
    (invariants.MARKET_IMPOSSIBLE, put("iron", None, -1)),
    (invariants.MONEY_NEGATIVE, put("money", 1, -1)),
    (invariants.MONEY_NEGATIVE, put("spent", 0, -1)),
    (invariants.INCOME_IMPOSSIBLE, put("income_space", 0, 100)),
    (invariants.POINTS_NEGATIVE, put("points", 0, -1)),
    (invariants.MAT_IMPOSSIBLE, put("taken", (1, 2), 6)),
    (invariants.SPACE_OWNED_TWICE, two_owners),
    (invariants.TILE_WITHOUT_OWNER, put("tile", MILL, 0)),
    (invariants.TILE_WITHOUT_OWNER, put("tile", 0, 1)),
    (invariants.TILE_MISPLACED, put("tile", MINE, 25)),
    (invariants.TILE_OF_OTHER_ERA, put("era", None, 1)),
    (invariants.TWO_TILES_IN_PLACE, second_tile),
    (invariants.GOODS_IMPOSSIBLE, put("goods", MINE, 3)),
    (invariants.GOODS_IMPOSSIBLE, put("goods", 0, 1)),
    (invariants.FLIPPED_WRONG, add("flipped", None, 1 << MINE)),
    (invariants.FLIPPED_WRONG, add("flipped", None, 1 << WORKS)),
    (invariants.FLIPPED_WRONG, add("flipped", None, 1)),
    (invariants.STOCKED_WRONG, add("stocked", 0, 1 << MINE)),
    (invariants.STOCKED_WRONG, add("stocked", 2, 1 << MILL)),
    (invariants.LINE_OWNED_TWICE, add("lines", 1, line("birmingham-dudley"))),
    (invariants.LINK_OF_OTHER_ERA, add("lines", 1, line("tamworth-walsall"))),
    (invariants.LINKS_TOO_MANY, all_links),
    (invariants.JOINED_WRONG, add("lines", 1, line("burton-walsall"))),
    (invariants.JOINED_WRONG, add("joined", 3, 1 << 4)),
    (invariants.NETWORK_WRONG, add("network", 1, 1 << 4)),
    (invariants.CARD_NEGATIVE, put("hand", (0, 0), -1)),
    (invariants.CARDS_TOO_MANY, put("deck", 0, 1)),
    (invariants.WILDS_TOO_MANY, put("hand", (1, 25), 5)),
    (invariants.HAND_TOO_LARGE, nine_cards),
    (invariants.HANDS_NOT_DEALT, deal_again),
    (invariants.MERCHANT_IMPOSSIBLE, put("merchant", 8, 1)),
    (invariants.BARREL_MISPLACED, put("barrels", None, (1 << 5) - 1)),
    (invariants.ORDER_WRONG, put("order", 0, 1)),
    (invariants.PHASE_IMPOSSIBLE, put("round", None, 0)),
    (invariants.PHASE_IMPOSSIBLE, put("ending", None, 1)),
    (invariants.MOVER_WRONG, put("mover", None, 1)),
    (invariants.TURN_IMPOSSIBLE, put("actions", None, 3)),
    (invariants.TURN_IMPOSSIBLE, put("turn", None, 2)),
    (invariants.DEBT_WRONG, put("debt", None, 1)),
    (invariants.STALE_FIELD, put("fits", None, 1)),
    (invariants.STALE_FIELD, put("dealt", None, 1)),
    (invariants.ACTION_STRANDED, no_cards),
    (invariants.CARD_FORCED, only_kind),
]


LINKED = {"links": [{"line": "birmingham-dudley", "owner": 0}]}


@pytest.mark.parametrize(("code", "change"), CHANGES)
def test_a_broken_invariant_is_found(code, change):
    states = setup(position(), Options(), 2)
    g = mirrored(states[0])
    assert RULES.check(g) == 0
    change(g)
    assert invariants.BROKEN_RULES[RULES.check(g)] == invariants.BROKEN_RULES[code]


@pytest.mark.parametrize("more", [{"tiles": [{"at": "coventry.0", "owner": 0, "tile": "pottery 1"}]}, LINKED])
def test_the_rail_era_begins_without_links_and_tiles_of_level_one(more):
    """Pottery I may be built in the Rail era, but what lay there before is gone."""
    start = {"era": "rail", "round": 1, "phase": "deal-cards", "players": [{"hand": []}, {"hand": []}]}
    assert setup({**start, "tiles": [{"at": "coventry.0", "owner": 0, "tile": "pottery 2"}]}, Options(), 2)
    with pytest.raises(BadSetup, match="in this era"):
        setup({**start, **more}, Options(), 2)


def test_every_code_has_a_sentence_and_can_be_met():
    codes = set(invariants.CODES)
    assert codes == set(invariants.BROKEN_RULES) == {invariants.HOLDS, *(code for code, _ in CHANGES)}
    assert len(set(invariants.BROKEN_RULES.values())) == len(codes)
