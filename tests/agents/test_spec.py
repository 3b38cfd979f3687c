"""Spec strings: what an agent's parameters may be."""

import pytest

from magnate.agents.spec import resolve
from magnate.errors import BadAgent, UnknownAgent


def test_parameters_are_written_to_their_places():
    plain, changed = resolve("monopoly", "baseline"), resolve("monopoly", "baseline: reserve = 300, trades=0")
    assert [(k, a, b) for k, (a, b) in enumerate(zip(plain.row, changed.row, strict=True)) if a != b] == [
        (1, 150, 300),
        (3, 1, 0),
    ]


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e30", "-1", "much", "", "0x10"])
def test_numbers_out_of_range_are_refused(value):
    with pytest.raises(BadAgent, match=r'"reserve" .* needs a number from 0 to 1e\+06, not .*baseline:reserve=150'):
        resolve("monopoly", f"baseline:reserve={value}")


def test_unknown_names_list_the_right_ones():
    with pytest.raises(BadAgent, match='no parameter "reserves"; did you mean "reserve"\\? It has reserve, bid'):
        resolve("monopoly", "baseline:reserves=1")
    with pytest.raises(BadAgent, match='it has none: write "random"'):
        resolve("monopoly", "random:reserve=1")
    with pytest.raises(UnknownAgent, match="baseline"):
        resolve("monopoly", "baselin")
