import pytest

from magnate.agents.monopoly import AGENTS

ALLOWED = {
    (agent, one.name): (one.default, one.least, one.most) for agent, rows in AGENTS.params.items() for one in rows
}
RANGES = [(agent, one.name, one.tuning) for agent, rows in AGENTS.params.items() for one in rows if one.tuning]


@pytest.mark.parametrize(("agent", "name", "row"), RANGES)
def test_a_range_is_a_part_of_what_is_allowed_with_the_default_inside(agent, name, row):
    default, least, most = ALLOWED[agent, name]
    low, high, step = row
    assert least <= low <= default <= high <= most
    assert low < high
    assert step == 0 or ((high - low) / step == round((high - low) / step) and step == round(step))


def test_no_parameter_is_searched_without_bounds():
    ranges = {(agent, name) for agent, name, _ in RANGES}
    wide = {key for key, (_, least, most) in ALLOWED.items() if most - least > 10}
    assert wide <= ranges
