"""The parent's consent to mortgages and sales."""

import pytest

from magnate.games.monopoly.board import TITLE_DEEDS

from ..interpreted import notes, row, scratch
from ..interpreted import part as agents_part
from .standing import DOWNGRADE, LIFT, MORTGAGE, UPGRADE, built, lots, part, square, standing

CONSENT, OUTPUTS = part("outputs"), part("outputs")
STRATEGIC = agents_part("strategic")
PARENT = row("strategic:standard")


def consented(g, network, places=40):
    mask = OUTPUTS.legal_outputs(g, 0, network, places)
    found = CONSENT.consented(g, PARENT, 0, network, mask, places)
    assert found & ~mask == 0
    return {output for output in range(64) if found >> output & 1}


def wanting(cash):
    """Houses on brown would cost 100, of a reserve of 150 half is kept; Vermont Avenue and a railroad are single."""
    own = [*lots("brown"), "boardwalk", "vermont-avenue", "short-line", *lots("orange")[:2]]
    return standing([{"deeds": own, "cash": cash}, {}])


@pytest.mark.parametrize(("cash", "wants"), [(99, False), (100, True), (174, True), (175, False), (2000, False)])
def test_single_deeds_are_mortgaged_for_houses(cash, wants):
    # Of dark blue and orange it lacks one deed, of light blue and the railroads two or more. Half of the 50 and 100
    # that those bring closes a gap of 75; from 175 on there is none.
    g = wanting(cash)
    assert consented(g, MORTGAGE) == ({square("vermont-avenue"), square("short-line")} if wants else set())
    assert consented(g, MORTGAGE, 22) == ({3} if wants else set())  # two of brown and Oriental Avenue come before it


def test_nothing_is_mortgaged_without_anything_to_build():
    g = standing([{"deeds": ["vermont-avenue", "short-line"], "cash": 100}, {}])
    assert OUTPUTS.legal_outputs(g, 0, MORTGAGE, 40) != 0
    assert consented(g, MORTGAGE) == set()


def test_not_after_the_stage_of_building():
    g = wanting(100)
    g.stage = 1
    assert consented(g, MORTGAGE) == set()


def test_the_parent_never_sells_in_windows():
    deeds = [one.slug for one in TITLE_DEEDS]
    g = standing([{"deeds": deeds, "buildings": built(lots("green"), 3), "cash": 0}, {}])
    assert OUTPUTS.legal_outputs(g, 0, DOWNGRADE, 40) != 0
    assert consented(g, DOWNGRADE) == set()


@pytest.mark.parametrize("network", [UPGRADE, LIFT])
def test_the_rest_needs_no_consent(network):
    g = standing([{"deeds": [*lots("brown"), "boardwalk"], "mortgaged": ["boardwalk"], "cash": 900}, {}])
    assert consented(g, network) == ({0} if network == UPGRADE else {39})


@pytest.mark.parametrize("cash", range(90, 200, 10))
def test_the_gate_is_the_parents_own_answer(cash):
    g = wanting(cash)
    parents = STRATEGIC.strategic(g, PARENT, 2 << 50, scratch(), notes())
    wants = OUTPUTS.network_of(parents) == MORTGAGE
    assert wants == bool(consented(g, MORTGAGE))
    assert not wants or OUTPUTS.output_of(MORTGAGE, parents, 40) in consented(g, MORTGAGE)
