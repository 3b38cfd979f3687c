"""Spec strings: what an agent's parameters may be."""

import pytest

from magnate.agents.spec import resolve, split_specs
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


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("late_game", '"late_game" is a configuration: write "strategic:late_game"'),
        (
            "missing:Cautious",
            "known: algorithmic.*strategic; those that search: expectiminimax.*; a class of your own .* folder",
        ),
        ("strategic:target_level=2.5", "needs a whole number from 1 to 5, not .2.5.; .*strategic:target_level=3"),
        ("strategic:jail_unsold=nan", "needs a whole number from 0 to 28, not .nan."),
        ("baseline:trades=0.5", "needs a whole number from 0 to 1"),
        ("strategic:cash_reserve", "needs a number from 0 to 100000.*strategic:cash_reserve=150"),
    ],
)
def test_what_was_probably_meant_is_told(written, hint):
    with pytest.raises((BadAgent, UnknownAgent), match=hint):
        resolve("monopoly", written)


def test_a_parameter_has_one_value():
    with pytest.raises(BadAgent, match="says reserve twice"):
        resolve("monopoly", "baseline:reserve=1,reserve=2")


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("random", ["random"]),
        ("random*3,baseline", ["random", "random", "random", "baseline"]),
        ("strategic:late_game*2", ["strategic:late_game"] * 2),
        ("strategic:cash_reserve=250,bid_ratio=1,random", ["strategic:cash_reserve=250,bid_ratio=1", "random"]),
        ("strategic:late_game,greed=0.4*2,strategic", ["strategic:late_game,greed=0.4"] * 2 + ["strategic"]),
        (" bots.mine:Cautious , strategic:trademaster ", ["bots.mine:Cautious", "strategic:trademaster"]),
    ],
)
def test_lists_of_agents_are_split_at_the_right_commas(text, specs):
    assert split_specs(text) == specs


@pytest.mark.parametrize("text", ["", "random,,baseline", "random,", "random*0", "random*x", "*3", "random*100000"])
def test_senseless_lists_are_refused(text):
    with pytest.raises(BadAgent):
        split_specs(text)


@pytest.mark.parametrize(
    ("game", "written", "message"),
    [
        ("pig", "magnate:2p", 'pig has no agent "magnate"; that agent plays brass, monopoly; pig has random'),
        ("brass", "dqn", 'brass has no agent "dqn"; that agent plays monopoly; brass has '),
        ("pig", "human", 'pig has no agent "human"; people play in `magnate play`'),
        (
            "tictactoe",
            "planner:pottery",
            'tictactoe has no agent "planner"; that agent plays brass; tictactoe has random',
        ),
    ],
)
def test_an_agent_of_another_game_is_told_as_that(game, written, message):
    with pytest.raises(UnknownAgent, match=message):
        resolve(game, written)
