"""Movement on the real rules against exact values: an account of its own in ``markov.py``, and a published table.

``published_frequencies.csv`` holds the resting frequencies in % that the project collected before any rule was
written; the chain must print the same digits, ``truth.json`` must hold the chain's numbers, and the rules must come
within five standard errors of them.
"""

from __future__ import annotations

import csv
import functools
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate.games.monopoly.board import GROUP_DEEDS, GROUP_NAMES, SQUARES, TITLE_DEEDS
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints, pystate_class

from . import markov, movement, tokens

ROLLS = 10_000_000
TABLE = Path(__file__).parent / "published_frequencies.csv"


@functools.cache
def chain(jail: str, cards: int = 16) -> markov.Chain:
    return markov.Chain(jail, cards)


@functools.cache
def walked(strategy: str, cards: str = "independent", players: int = 2, rolls: int = ROLLS) -> movement.Movement:
    return movement.measure(strategy, rolls, players, cards)


# ------------------------------------------------------------------------------------ the exact values


@pytest.mark.parametrize(
    ("column", "jail", "at_turn_end"),
    [
        ("short_roll", "short", False),
        ("long_roll", "long", False),
        ("collins_roll", "collins", False),
        ("short_turn", "short", True),
        ("long_turn", "long", True),
    ],
)
def test_chain_prints_the_published_table(column, jail, at_turn_end):
    with TABLE.open(encoding="utf-8", newline="") as file:
        published = [row[column] for row in csv.DictReader(file)]
    found = chain(jail).resting_at_turn_end if at_turn_end else chain(jail).resting
    assert [f"{100 * share:.4f}" for share in found] == published


@pytest.mark.parametrize(
    ("jail", "rolls_per_turn", "rates"),
    [
        ("short", 1.186624, (0.173234, 0.026351, 0.009523, 0.003626, 0.074132, 0.078233, 0.039500)),
        ("long", 1.165896, (0.163623, 0.024881, 0.008966, 0.003283, 0.071434, 0.072021, 0.021487)),
    ],
)
def test_chain_has_the_published_rates(jail, rolls_per_turn, rates):
    assert round(chain(jail).rolls_per_turn, 6) == rolls_per_turn
    assert [round(chain(jail).rates[name], 6) for name in markov.RATES] == pytest.approx(rates, abs=1.01e-6)


def test_chain_has_the_published_shares_of_the_nearest_cards():
    short = chain("short")
    shares = [short.nearest_on[square] / short.resting[square] for square in (5, 15, 25, 35, 12, 28)]
    assert shares == pytest.approx([0.0975, 0.0988, 0.1139, 0, 0.1108, 0.0622], abs=5e-5)
    dice = [short.dice_on[square] / (short.resting[square] - short.nearest_on[square]) for square in (12, 28)]
    assert dice == pytest.approx([6.8778, 7.0676], abs=5e-5)


def test_fifteen_card_chain_has_the_published_share_in_jail():
    assert round(100 * chain("long", 15).resting[SQUARES:].sum(), 4) == 9.5219


def test_truth_file_holds_the_chains_numbers():
    truth: dict[str, Any] = markov.truth()
    assert {model: movement.exact(model) for model in truth} == truth


# ------------------------------------------------------------------------------------ the rules, sampled


def other_money(model: dict[str, Any]) -> float:
    """What the bank pays a roll in taxes (negative) and cards, from 2008 on: its 16 cards add up to $185 and $405."""
    rates = model["rates"]
    taxes = 200 * model["resting"][4] + 100 * model["resting"][38]
    return 185 / 16 * rates["chance_draws"] + 405 / 16 * rates["chest_draws"] - taxes


@pytest.mark.parametrize("strategy", ["short", "long"])
def test_resting_frequencies_are_exact(strategy):
    found = walked(strategy)
    exact = movement.exact(strategy)
    assert found.rolls == found.resting.sum() == ROLLS
    for shares, truth in (
        (found.frequencies, exact["resting"]),
        (found.frequencies_at_turn_end, exact["resting_at_turn_end"]),
    ):
        share, error = shares
        assert np.all(np.abs(share - truth) <= 5 * error), [
            (place, share[place], truth[place]) for place in np.flatnonzero(np.abs(share - truth) > 5 * error)
        ]
    jailed = found.frequencies[0][SQUARES:].sum()
    jailed_exact = sum(exact["resting"][SQUARES:])
    inflation = 1.6 if strategy == "long" else 1.0  # a stay in jail lasts several rolls, which then go together
    assert abs(jailed - jailed_exact) <= 5 * inflation * np.sqrt(jailed_exact * (1 - jailed_exact) / ROLLS)


@pytest.mark.parametrize("strategy", ["short", "long"])
def test_rates_are_exact(strategy):
    exact = movement.exact(strategy)
    truth = {**exact["rates"], "other_money": other_money(exact)}
    assert set(truth) == set(tokens.RATES) - {"rolls", "rent"}
    for name, value in truth.items():
        rate, error = walked(strategy).rate(name)
        assert abs(rate - value) <= 5 * error, name


def test_three_published_money_flows():
    exact = movement.exact("short")
    flows = 200 * exact["rates"]["go_payments"], -50 * exact["rates"]["fines"], other_money(exact)
    assert flows == pytest.approx((34.647, -1.975, -6.837 + 0.857 + 1.980), abs=1e-3)


# Queue decks: with one token, as the published simulation. The largest deviations it found are 0.012 points.
POINTS = 0.02 / 100


def test_queue_decks_hardly_change_the_short_stay():
    share, _ = walked("short", "queue", players=1, rolls=2 * ROLLS).frequencies
    assert np.abs(share - movement.exact("short")["resting"]).max() <= POINTS


def test_queue_decks_without_their_jail_cards_are_fifteen_cards():
    share, _ = walked("long", "queue", players=1, rolls=2 * ROLLS).frequencies
    assert np.abs(share - movement.exact("long_15_cards")["resting"]).max() <= POINTS
    assert abs(share[SQUARES:].sum() - 0.095219) <= 2 * POINTS


def test_queue_decks_with_the_long_stay_and_cards_played():
    share, _ = walked("long_with_cards", "queue", players=1).frequencies
    change = share - movement.exact("long")["resting"]
    assert change[SQUARES + 1] == pytest.approx(-0.0063, abs=POINTS)
    assert change[SQUARES + 2] == pytest.approx(-0.0052, abs=POINTS)


def test_unknown_strategy_is_refused():
    with pytest.raises(ValueError, match="known: short, long"):
        movement.measure("medium")


def test_states_with_more_than_movement_are_refused():
    states = movement.prepare(1)
    states["opt"]["manage_after"] = 1
    states["deeds"][:, 0] = 1  # something to mortgage
    with pytest.raises(ValueError, match="no walker takes"):
        movement.measure("short", 1000, states=states)


# ------------------------------------------------------------------------------------ the first turn, exactly

RULES = interpret("magnate.games.monopoly.rules")
CHOOSE = interpret("tests.games.monopoly.tokens").choose


def first_turn() -> dict[int, Fraction]:
    """Where seat 0 rests after its first turn: every outcome of every chance node is followed, by the contract."""
    states = movement.prepare(1)
    start = pystate_class(RULES.STATE)().from_record(states[0])
    RULES.new_game(start)
    found: Counter[int] = Counter()
    waiting = [(start, Fraction(1))]
    outcomes, weights, legal = (py_ints(n) for n in (RULES.MAX_OUTCOMES, RULES.MAX_OUTCOMES, RULES.MAX_LEGAL))
    while waiting:
        g, probability = waiting.pop()
        if g.turns == 1:
            found[SQUARES + g.jail[0] - 1 if g.jail[0] else g.square[0]] += probability  # type: ignore[assignment]
        elif RULES.to_move(g) >= 0:
            a = CHOOSE(g, tokens.SHORT)
            assert a in [legal[k] for k in range(RULES.legal(g, legal))]
            RULES.step(g, a)
            waiting.append((g, probability))
        else:
            n = RULES.chance(g, outcomes, weights)
            total = sum(weights[k] for k in range(n))
            for k in range(n):
                after = g.copy()
                RULES.step(after, outcomes[k])
                waiting.append((after, probability * Fraction(weights[k], total)))
    return dict(found)


def test_first_turn_is_exact():
    found = first_turn()
    assert sum(found.values()) == 1
    exact = chain("short").first_turn()
    assert [float(found.get(place, 0)) for place in range(tokens.PLACES)] == pytest.approx(exact, abs=1e-14)
    published = {
        5: 12.357,
        9: 12.018,
        8: 11.562,
        6: 11.268,
        11: 7.893,
        4: 6.637,
        7: 6.423,
        10: 6.317,
        3: 5.566,
        15: 3.644,
    }
    assert {place: round(100 * float(found[place]), 3) for place in published} == published


# ------------------------------------------------------------------------------------ rents on a static board


def rents_at_hotel(model: markov.Chain) -> dict[str, float]:
    """Dollars a roll that a player pays when somebody else owns everything, hotels on all streets, by group."""
    found: dict[str, float] = {}
    for name, deeds in zip(GROUP_NAMES, GROUP_DEEDS, strict=True):
        total = 0.0
        for deed in (TITLE_DEEDS[d] for d in deeds):
            square = deed.square
            if deed.kind == "utility":  # ten times the dice, of a fresh throw if a card sent the token
                total += 10 * model.dice_on[square] + 70 * model.nearest_on[square]
            else:  # the card that sends to the nearest railroad doubles
                last = deed.rents[3] if deed.kind == "railroad" else deed.rents[5]
                total += last * (model.resting[square] + model.nearest_on[square] * (deed.kind == "railroad"))
        found[name] = total
    return found


@pytest.mark.parametrize(
    ("jail", "published"),
    [
        ("short", (15.06, 39.01, 60.24, 85.27, 93.54, 92.97, 102.62, 85.32, 24.62, 1.79 + 1.98)),
        ("long", (14.20, 36.81, 57.34, 80.35, 87.36, 87.45, 96.78, 80.65, 23.04, 1.73 + 1.87)),
    ],
)
def test_rents_and_frequencies_give_the_published_rents(jail, published):
    found = list(rents_at_hotel(chain(jail)).values())
    assert found[:-1] == pytest.approx(published[:-1], abs=0.005 + 1e-9)
    assert found[-1] == pytest.approx(published[-1], abs=0.01 + 1e-9)  # a sum of two rounded numbers


@pytest.mark.parametrize(
    ("group", "houses", "short", "long"),
    [("orange", 3, 29.2, 31.0), ("orange", 5, 24.2, 25.6), ("dark_blue", 0, 180.4, 190.9), ("brown", 3, 72.3, 76.6)],
)
def test_published_paybacks(group, houses, short, long):
    """Opponents' rolls until the rents have repaid deeds and buildings."""
    deeds = [TITLE_DEEDS[d] for d in GROUP_DEEDS[GROUP_NAMES.index(group)]]
    cost = sum(deed.price + houses * deed.house_price for deed in deeds)
    for jail, published in (("short", short), ("long", long)):
        income = sum(deed.rents[houses] * (1 if houses else 2) * chain(jail).resting[deed.square] for deed in deeds)
        assert cost / income == pytest.approx(published, abs=0.05 + 1e-9)


@pytest.mark.parametrize("strategy", ["short", "long"])
def test_rents_collected_by_the_rules_are_exact(strategy):
    """Seat 1 owns every deed, a hotel on each street; its two cards' gifts are taken off."""
    states = movement.prepare(10)
    states["cash"][:, :2] = 300_000_000
    states["deeds"][:, 1] = (1 << len(TITLE_DEEDS)) - 1
    states["level"] = [5 * (deed.kind == "street") for deed in TITLE_DEEDS]
    found = movement.measure(strategy, 4_000_000, states=states)
    model = chain(strategy)
    gifts = (50 * model.rates["chance_draws"] - 10 * model.rates["chest_draws"]) / 16
    expected = (sum(rents_at_hotel(model).values()) + gifts) / 2  # seat 0 makes every second turn's rolls
    rate, error = found.rate("rent")
    assert abs(rate - expected) <= 5 * error
