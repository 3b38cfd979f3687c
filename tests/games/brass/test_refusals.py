"""In random games a reason is given exactly where a decision is refused."""

from __future__ import annotations

import pytest

from magnate.games.brass import reasons
from magnate.games.brass.state import ACTION, ACTIONS, CARD, LINE
from magnate.runtime.interpreter import interpret

from .walk import decisions

WHY = interpret("magnate.games.brass.legal").why
NAMES = {number: name for name, number in vars(reasons).items() if name.isupper()}


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 100), marks=pytest.mark.long)])
def test_a_reason_is_given_exactly_where_a_decision_is_refused(seeds):
    met = set()
    for seed in seeds:
        options = {"gloucester": ("compulsory", "optional")[seed % 2]}
        for n, (g, legal) in enumerate(decisions(2 + seed % 3, seed, options)):
            if n % 9 and g.phase in {ACTION, LINE, CARD}:
                continue  # the phases that are met most
            found = [WHY(g, action) for action in range(-1, ACTIONS + 1)]
            assert [action - 1 for action, code in enumerate(found) if code == reasons.OK] == legal
            met.update(found)
    assert {NAMES[code] for code in met} > {"NO_SUCH_ACTION", "NOT_NOW", "NO_COAL", "NO_BEER_FOR_RAIL", "NOT_BOUGHT"}
