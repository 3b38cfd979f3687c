"""The belief about a partner: Bayes' rule by hand, what it comes to with partners of a kind, and what it may know."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.agents.monopoly import acceptance as module
from magnate.agents.monopoly import acceptance_fitted as fitted
from magnate.agents.monopoly.acceptance_fitted import NUMBERS
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class

HIDDEN = module.HIDDEN
MODEL = np.array(NUMBERS)
PRIOR = MODEL[: module.TYPES]
FIRST = MODEL[module.FIRST : module.LAST].reshape(module.ROWS, HIDDEN)
LAST = MODEL[module.LAST : module.NUMBERS].reshape(HIDDEN + 1, module.FITTED)
RULES = interpret(module.__name__)
PAST = interpret("magnate.games.monopoly.past_offers")
GAME = magnate.load("monopoly", players=4)
ROOM = 128
FORBIDDEN = ("property_value", "trade_options", "cash_and_deeds", "parameters", "configurations", "evaluation")


def number(net: int, given: int, own: int = 0, other: int = 0, cash: int = 10, accepted: bool = False) -> int:
    return (512 + net // 8) | (given // 32) << 10 | own << 17 | other << 21 | cash << 25 | accepted << 30


def by_numpy(answer: int, players: int) -> np.ndarray:
    """How likely each fitted type accepts."""
    net, given = ((answer & 1023) - 512) * 8, (answer >> 10 & 127) * 32
    shown = np.zeros(26)
    shown[:6] = (
        1,
        net / 400,
        given / 400,
        np.clip(net / (given + 80), -1, 3),
        (answer >> 25 & 31) * 64 / 500,
        players / 4,
    )
    for row, group in ((6, answer >> 17 & 15), (16, answer >> 21 & 15)):
        if group:
            shown[row + group - 1] = 1
    return 1 / (1 + np.exp(-(np.maximum(shown @ FIRST, 0) @ LAST[1:] + LAST[0])))


OFFERS = [number(0, 200), number(400, 200, own=3), number(-160, 960, other=8), number(1200, 320, other=2, cash=31)]


@pytest.mark.parametrize("answer", OFFERS)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_chances_are_those_of_numpy(answer: int, players: int) -> None:
    room = np.zeros(ROOM)
    RULES.chances_by_type(MODEL, answer, players, room, 40)
    assert room[40 : 40 + module.FITTED] == pytest.approx(by_numpy(answer, players), rel=1e-9)
    assert room[40 + module.FITTED] == 0.5


def position(answers: list[int]):
    g = pystate_class(GAME.rules.STATE)().from_record(GAME.start_states(1)[0])
    for place, answer in enumerate(answers):
        g.past.answers[PAST.last_answers(g, 2) + place] = answer
    return g


def belief(answers: list[int]) -> np.ndarray:
    room = np.zeros(ROOM)
    RULES.believe_answers(position(answers), 2, MODEL, room, 40, 60)
    return room[40 : 40 + module.TYPES]


def test_a_belief_is_bayes_rule() -> None:
    answers = [OFFERS[0], PAST.with_accepted(OFFERS[1]), OFFERS[3]]
    wanted = PRIOR
    for answer in answers:
        chances = np.append(by_numpy(answer, 4), 0.5)
        chances[module.BY_CHANCES] = 0.15
        wanted = wanted * np.maximum(module.LEAST, chances if answer >> 30 else 1 - chances)
    assert belief(answers) == pytest.approx(wanted / wanted.sum(), rel=1e-9)
    assert belief([]) == pytest.approx(PRIOR / PRIOR.sum())


def test_who_refuses_what_others_take_is_a_refuser() -> None:
    generous = [number(800, 160)] * 5
    assert belief(generous)[2] > 0.5 > belief([])[2]
    assert belief([PAST.with_accepted(answer) for answer in generous])[2] < 0.01


def test_who_judges_by_chances_may_refuse_what_others_take() -> None:
    """Else copies take each other for refusers, and never trade with each other."""
    for refused in range(1, 6):
        found = belief([number(800, 160)] * refused)
        assert found[module.BY_CHANCES] > belief([])[module.BY_CHANCES]


def imports_of(name: str) -> set[str]:
    """The full names of all that a module of ours imports, also inside functions: modules, and what is in them."""
    spec = find_spec(name)
    assert spec is not None
    tree = ast.parse(Path(spec.origin or "").read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            begin = ".".join(name.split(".")[: -node.level]) if node.level else ""
            base = ".".join(filter(None, (begin, node.module)))
            found |= {base, *(f"{base}.{one.name}" for one in node.names)}
    return found


def test_it_knows_no_measure_of_any_agent() -> None:
    named = imports_of(module.__name__)
    assert named
    assert not {name for name in named if set(name.split(".")) & {*FORBIDDEN, "trade_value"}}
    own = {name for name in named if name.startswith("magnate.agents")}
    assert not own, "so what it imports is of the rules and of the runtime alone"
    bids = {name for name in imports_of("magnate.agents.monopoly.bidding") if name.startswith("magnate.agents")}
    assert {".".join(name.split(".")[:4]) for name in bids} == {module.__name__}, "and what tells of bids adds nothing"
    assert not imports_of(fitted.__name__) - {"__future__", "__future__.annotations", "typing", "typing.Final"}


def test_offers_are_planned_without_the_measure_of_any_agent() -> None:
    """The module that plans them takes from others only what lists, prices and makes offers for whoever offers."""
    named = imports_of("magnate.agents.monopoly.negotiation")
    last = {name.rpartition(".")[2] for name in named}
    assert "list_exchanges" in last
    assert not last & {*FORBIDDEN, "trade_value", "value_after", "gain_by_rules", "price_by_rules", "chance_of"}
