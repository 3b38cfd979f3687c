"""What bids and purchases tell of a partner: Bayes' rule by hand, and what a belief comes to with some partners."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly import acceptance
from magnate.agents.monopoly import bidding as module
from magnate.agents.monopoly.acceptance_fitted import NUMBERS
from magnate.games.monopoly.board import GROUP, PRICE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class

MODEL = np.array(NUMBERS)
UNITS = module.UNITS
FIRST = MODEL[module.FIRST : module.LAST].reshape(module.ROWS, UNITS)
LAST = MODEL[module.LAST :].reshape(UNITS + 1, acceptance.TYPES)
RULES = interpret(module.__name__)
BIDS = interpret("magnate.games.monopoly.past_bids")
ANSWERS = interpret("magnate.games.monopoly.past_offers")
GAME = magnate.load("monopoly", players=4)
SEAT = 2


def bid(deed: int, highest: int, left: int, cash: int = 12, own: int = 0, other: int = 0, still: int = 0) -> int:
    """An auction as it went for a seat; amounts in units of eight dollars, cash in 64."""
    return deed + 1 | highest << 5 | left << 13 | cash << 21 | own << 26 | other << 27 | still << 28


def purchase(deed: int, bought: bool, cash: int = 12, own: int = 0, other: int = 0) -> int:
    return deed + 1 | cash << 5 | own << 10 | other << 11 | bought << 12


def tells(code: int, at: tuple[int, int, int], more: dict[int, float], weight: float) -> np.ndarray:
    """What a remembered number tells of each type, by NumPy."""
    deed, (cash, own, other) = (code & 31) - 1, at
    shown = np.zeros(module.ROWS)
    shown[[0, 5, 6, 7]] = 1, (code >> cash & 31) * 64 / 500, PRICE[deed] / 200, 1
    shown[[8, 9]] = code >> own & 1, code >> other & 1
    shown[12 + GROUP[deed]] = 1
    for row, value in more.items():
        shown[row] = value
    raw = np.maximum(shown @ FIRST, 0) @ LAST[1:] + LAST[0]
    found: np.ndarray = np.exp(weight * np.maximum(-4, raw - raw.max()))
    return found


def of_bid(code: int) -> np.ndarray:
    price, highest, left = PRICE[(code & 31) - 1], code >> 5 & 255, code >> 13 & 255
    more = {1: min(3, highest * 8 / price), 2: min(3, left * 8 / price), 3: highest > 0, 4: left > 0}
    return tells(code, (21, 26, 27), more, module.BID_WEIGHT)


def of_purchase(code: int) -> np.ndarray:
    return tells(code, (5, 10, 11), {10: 1, 11: code >> 12 & 1}, module.PURCHASE_WEIGHT)


def belief(bids: list[int], purchases: list[int], answers: list[int], learns: float = 1.0) -> np.ndarray:
    g: Any = pystate_class(GAME.rules.STATE)().from_record(GAME.start_states(1)[0])
    for place, code in enumerate(bids):
        g.bidding.bids[BIDS.last_bids(g, SEAT) + place] = code
    for place, code in enumerate(purchases):
        g.bidding.purchases[BIDS.last_purchases(g, SEAT) + place] = code
    for place, code in enumerate(answers):
        g.past.answers[ANSWERS.last_answers(g, SEAT) + place] = code
    room = np.zeros(256)
    RULES.believe(g, SEAT, learns, MODEL, room, 40, 60)
    return room[40 : 40 + acceptance.TYPES]


MEMORIES = [
    ([bid(27, 0, 1)], []),
    ([bid(27, 60, 61)], []),
    ([bid(3, 40, 0, own=1, still=1), bid(12, 3, 9, cash=3, other=1)], []),
    ([], [purchase(5, True)]),
    ([], [purchase(25, False, cash=31, own=1), purchase(0, True, cash=0, other=1)]),
    ([bid(9, 12, 14)] * 4, [purchase(9, False)] * 2),
]
REFUSED = 512 + 80 | 20 << 10 | 10 << 25
"""An offer that is $640 to the partner's advantage, refused."""


@pytest.mark.parametrize(("bids", "purchases"), MEMORIES)
@pytest.mark.parametrize("answers", [[], [REFUSED, REFUSED | 1 << 30]], ids=["alone", "beside answers"])
def test_a_belief_is_bayes_rule_with_weights(bids: list[int], purchases: list[int], answers: list[int]) -> None:
    before = belief([], [], answers)
    wanted = before * np.prod([of_bid(code) for code in bids] + [of_purchase(code) for code in purchases], axis=0)
    assert belief(bids, purchases, answers) == pytest.approx(wanted / wanted.sum(), rel=1e-9)
    assert belief(bids, purchases, answers, 0.0) == pytest.approx(before, rel=1e-12)
    half = before * (wanted / before) ** 0.5
    assert belief(bids, purchases, answers, 0.5) == pytest.approx(half / half.sum(), rel=1e-9)


SHOWS = {"random": 8, "algorithmic": 1, "character:refuser": 2, "strategic": 0}
"""Whose bids and purchases tell them, and their types."""


def test_bids_and_purchases_alone_tell_whom_one_deals_with() -> None:
    gained: dict[str, list[float]] = {agent: [] for agent in SHOWS}
    game = magnate.load("monopoly", preset="official", players=4)
    for seed in range(12):
        agents = list(np.random.default_rng(seed).permutation(list(SHOWS)))
        g: Any = pystate_class(GAME.rules.STATE)().from_record(game.play(agents, seed=seed, limit=600).replay().state)
        for place in range(len(g.past.answers)):
            g.past.answers[place] = 0
        for seat, agent in enumerate(agents):
            room = np.zeros(256)
            RULES.believe(g, seat, 1.0, MODEL, room, 40, 60)
            prior = MODEL[SHOWS[agent]] / MODEL[: acceptance.TYPES].sum()
            gained[agent].append(float(np.log(room[40 + SHOWS[agent]] / prior)))
    means = {agent: np.mean(values) for agent, values in gained.items()}
    assert means["random"] > 0.3, means
    assert means["algorithmic"] > 0.3, means
    assert np.mean(list(means.values())) > 0.1, means


def test_the_model_has_as_many_numbers_as_the_layers_take() -> None:
    assert len(NUMBERS) == module.END
    assert RULES.FIRST == acceptance.NUMBERS


def test_the_setting_is_of_agents_that_know_all_seats_chances() -> None:
    assert resolve("monopoly", "magnate:negotiator").planning.learns == 1.0
    one = resolve("monopoly", "magnate:negotiator,learns=0")
    assert one.planning.learns == 0.0
    assert one.settings != resolve("monopoly", "magnate:negotiator").settings
    with pytest.raises(magnate.errors.BadAgent, match='"learns" is no setting of network'):
        resolve("monopoly", "magnate:official,learns=1")


def test_games_differ_only_for_who_learns_from_bids() -> None:
    game = magnate.load("monopoly", preset="official", players=4)
    rest = ["strategic", "character:bidder", "algorithmic"]
    plain, learns, zero = (
        [game.play([f"magnate:negotiator{setting}", *rest], seed=seed).actions for seed in range(3)]
        for setting in ("", ",learns=1", ",learns=0")
    )
    assert plain == learns
    assert plain != zero
