"""What is legal, against a second and slower reading of the rules, in random games where much is built."""

import pytest

from magnate.engine.loader import twin
from magnate.engine.twin import int_cells
from magnate.games.brass import codec
from magnate.games.brass.actions import BUILD, NETWORK, SELL
from magnate.games.brass.board import MERCHANT_SPACE_OF
from magnate.games.brass.state import ACTION

from .naive import Board
from .wandering import wander

RULES = twin("magnate.games.brass.rules")
LEGALITY = twin("magnate.games.brass.legality")


def decisions(g, kind):
    """The first decisions after an action has begun, by name, as if none were carried out by itself."""
    after = g.copy()
    after.doing = kind
    after.phase = {BUILD: LEGALITY.BUILD_INDUSTRY, NETWORK: LEGALITY.LINE, SELL: LEGALITY.SELL_FIRST}[kind]
    return after, [codec.action_name(a).split(":")[1] for a in offered(after) if ":" in codec.action_name(a)]


def offered(g):
    out = int_cells(RULES.MAX_LEGAL)
    return [out[i] for i in range(RULES.legal(g, out))]


def builds(g):
    found = set()
    start, industries = decisions(g, BUILD)
    for industry in industries:
        start.phase, start.industry = LEGALITY.BUILD_SPACE, codec.industry_number(industry)
        found |= {(industry, codec.action_name(a).removeprefix("build:")) for a in offered(start)}
    return found


def pairs(g, lines):
    """Every first rail with every second, whichever mine the first one's coal comes from."""
    found = set()
    for first in lines:
        waiting, _ = decisions(g, NETWORK)
        RULES.step(waiting, codec.parse_action(f"link:{first}"))
        branches = [waiting]
        if waiting.phase == LEGALITY.TAKE_COAL:
            branches = [waiting.copy() for _ in offered(waiting)]
            for branch, action in zip(branches, offered(waiting), strict=True):
                RULES.step(branch, action)
        for branch in branches:
            if branch.phase == LEGALITY.SECOND_LINE:
                names = [codec.action_name(a) for a in offered(branch)]
                found |= {(first, name.removeprefix("link:")) for name in names if name != "stop"}
    return found


def sales(g):
    found = set()
    start, tiles = decisions(g, SELL)
    for at in tiles:
        start.phase, start.at = LEGALITY.MERCHANT, codec.SPACE_OF[at]
        found |= {(at, codec.action_name(a).removeprefix("to:")) for a in offered(start)}
    return found


def merged(board, sales_):
    """Without the merchant spaces after the first of which no barrel can be used, or the same one goes."""
    first = {}
    for at, m in sorted(sales_, key=lambda sale: MERCHANT_SPACE_OF[sale[1]]):
        usable = board.lies[at].beer > 0 and m in board.barrels
        barrel = (m.split(".")[0], *board.merchants[m]) if usable else None
        first.setdefault((at, barrel), (at, m))
    return set(first.values())


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 150), marks=pytest.mark.long)])
def test_the_same_is_legal(seeds):
    """Builds, links, pairs of rails and sales, and the kinds of actions that have one."""
    met = dict.fromkeys(("builds", "links", "pairs", "sales"), 0)
    for seed in seeds:
        asked = 0
        for g, legal in wander(seed, 2 + seed % 3):
            if g.phase != ACTION:
                continue
            asked += 1
            if asked % 4:
                continue
            board = Board(g)
            expected = board.builds()
            assert builds(g) == expected
            assert (BUILD in legal) == bool(expected)
            lines = board.first_links()
            assert set(decisions(g, NETWORK)[1]) == lines
            assert (NETWORK in legal) == bool(lines)
            if asked % 12 == 0:
                both = board.pairs()
                assert pairs(g, lines) == both
                met["pairs"] += len(both)
            sold = board.sales()
            assert sales(g) == merged(board, sold)
            assert (SELL in legal) == bool(sold)
            met["builds"] += len(expected)
            met["links"] += len(lines)
            met["sales"] += len(sold)
    assert all(n > 20 for n in met.values()), met
