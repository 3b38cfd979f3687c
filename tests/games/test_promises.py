"""The small games keep the promises of the contract, with several options each."""

import random
from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

import magnate
from magnate.core.game import Game, Position, Record
from magnate.errors import BadSetup, IllegalAction
from magnate.games.tree import PRESETS

from .promises import recorded, verify

CASES: dict[str, dict[str, Any]] = {
    "tictactoe": {},
    "pig": {"target": 30},
    "pig three": {"players": 3, "target": 40, "sides": 4},
    "pig capped": {"max_turns": 9},
    "connect_four": {},
    "connect_four wide": {"columns": 12, "rows": 4, "line": 3},
    "connect_four full": {"columns": 9, "rows": 6, "line": 9},
    "connect_four high": {"columns": 4, "rows": 12, "line": 6},
    "kuhn": {},
    "bearoff": {},
    "bearoff tiny": {"checkers": 1},
    "random_tree": {},
    "random_tree chance": {"chance": 1, "outcomes": 5, "depth": 5},
    "random_tree best": {"ordering": "best", "branching": 5, "chance": 2, "outcomes": 3},
    "random_tree worst": {"ordering": "worst", "branching": 2, "depth": 48},
    "random_tree five": {"players": 5, "depth": 12, "chance": 3, "outcomes": 2, "seed": 2**32 - 1},
    "random_tree points": {"players": 8, "points": 7},
    "tree": {},
    "tree coin": PRESETS["coin"],
    "brass": {},
    "brass three": {"players": 3},
    "brass four": {"players": 4},
    "brass canal": {"players": 4, "eras": "canal", "tie_break": "space", "gloucester": "optional"},
}


BRASS = [case for case in CASES if case.startswith("brass")]
STRIDE = 20
"""Of the long games of Brass every so many positions are looked at; the long tests look at all."""


def some(case: str, positions: Iterable[Position]) -> Iterable[Position]:
    return islice(positions, 0, None, STRIDE) if case in BRASS else positions


def loaded(case: str) -> Game:
    options = dict(CASES[case])
    return magnate.load(case.partition(" ")[0], players=options.pop("players", None), **options)


@pytest.mark.parametrize("case", CASES)
def test_every_step_of_random_games_keeps_every_promise(case: str) -> None:
    assert verify(loaded(case), 300) > 300


@pytest.mark.long
@pytest.mark.parametrize("case", ["pig", "kuhn", "bearoff", "random_tree chance"])
def test_a_hundred_thousand_games_keep_every_promise(case: str) -> None:
    """Among them: every chance node has outcomes of positive weight, and what is drawn follows them."""
    assert verify(loaded(case), 25_000) > 25_000


@pytest.mark.parametrize("case", CASES)
def test_the_probabilities_of_outcomes_add_up_to_one(case: str) -> None:
    game = loaded(case)
    for seed in range(10):
        for position in game.play("random", seed=seed).positions():
            if position.to_move == magnate.CHANCE:
                outcomes = position.outcomes()
                assert sum(one.probability for one in outcomes) == 1
                assert len({one.id for one in outcomes}) == len(outcomes)


@pytest.mark.parametrize("case", CASES)
def test_compiled_play_equals_interpreted_play(case: str) -> None:
    game = loaded(case)
    for seed in range(5):
        assert recorded(game, seed, interpreted=False) == recorded(game, seed, interpreted=True)


@pytest.mark.parametrize("case", CASES)
def test_every_position_of_a_game_is_its_own_setup(case: str) -> None:
    game = loaded(case)
    for seed in range(3):
        for position in some(case, game.play("random", seed=seed).positions()):
            same_by_setup(position)


def same_by_setup(position: Position) -> None:
    again = position.game.setup(position.to_setup())
    assert again == position
    assert again.key == position.key


@pytest.mark.long
@pytest.mark.parametrize("case", BRASS)
def test_every_single_position_of_brass_is_its_own_setup(case: str) -> None:
    game = loaded(case)
    for seed in range(10):
        for position in game.play("random", seed=seed).positions():
            same_by_setup(position)


@pytest.mark.long
@pytest.mark.parametrize("case", BRASS)
def test_compiled_play_of_brass_equals_interpreted_play_in_fifty_games(case: str) -> None:
    game = loaded(case)
    for seed in range(50):
        assert recorded(game, seed, interpreted=False) == recorded(game, seed, interpreted=True)


@pytest.mark.parametrize("case", CASES)
def test_records_come_back_and_every_step_is_told(case: str, tmp_path) -> None:
    game = loaded(case)
    record = game.play("random", seed=11)
    assert Record.load(record.save(tmp_path / "game.json")) == record
    assert record.verify().dice
    position, event_count = game.new(), 0
    for action in record.actions:
        event_count += len(position.apply(action).events)
        assert str(position)
        assert position.view(0)
    assert event_count > len(record.actions) / 3


@pytest.mark.parametrize("case", CASES)
def test_names_of_what_may_happen_parse_back(case: str) -> None:
    game = loaded(case)
    for position in some(case, game.play("random", seed=4).positions()):
        for choice in [*position.legal(), *position.outcomes()]:
            assert position.action_id(choice.name) == choice.id
        for action in range(game.info.max_actions):
            if position.to_move >= 0 and action not in [legal.id for legal in position.legal()]:
                assert position.explain(action)


# ------------------------------------------------------------------- every id may be asked about, and tried, anywhere

ASKED: dict[str, dict[str, Any]] = {
    **{case: CASES[case] for case in CASES if case not in ("connect_four full", "random_tree worst")},
    "monopoly": {"players": 4},
    "monopoly thesis": {"preset": "thesis", "players": 3},
    "monopoly short": {"preset": "short-game", "players": 2, "auctions": False},
    "brass links": {"players": 2, "link_tiles": 2},
}
TYPED = ("", "nothing", "build:", "card:wild_location", "trade:99", "-1", "é")


def emptied(position: Position, dice: random.Random) -> Position:
    """A position of Brass with fewer tiles on the mats and other money, if that can be; else the position itself."""
    setup = position.to_setup()
    mats = {"cotton": 11, "manufacturer": 11, "pottery": 5, "coal": 7, "iron": 4, "brewery": 7}
    for seat in setup["players"]:
        taken = seat.setdefault("taken", {})
        for industry, tiles in mats.items():
            if dice.random() < 0.7:
                taken[industry] = tiles if dice.random() < 0.7 else dice.randint(taken.get(industry, 0), tiles)
        seat["money"] = dice.choice((0, 3, 10, 50, 120))
    try:
        return position.game.setup(setup)
    except BadSetup:
        return position


def ask_and_try_everything(game: Game, games: int, stride: int) -> int:
    """Ask about every id, and try it, in positions of random games; returns how many refusals there were."""
    refused = 0
    for seed in range(games):
        dice = random.Random(seed)
        position = game.new(seed=seed)
        while not position.is_over:
            if dice.randrange(stride) == 0:
                here = emptied(position, dice) if game.name == "brass" and dice.random() < 0.5 else position
                legal = set(here.legal_ids()) if here.to_move >= 0 else set()
                for action in (*range(-1, game.info.max_actions + 1), *TYPED):
                    reason = here.explain(action)
                    assert isinstance(reason, str)
                    assert (not reason) == (action in legal)
                    if reason:
                        refused += 1
                        with pytest.raises(IllegalAction):
                            here.apply(action)
                for action in legal:
                    here.copy().apply(action)
            position.apply(dice.choice(position.legal_ids()))
    return refused


@pytest.mark.parametrize("case", ASKED)
def test_every_id_is_answered_or_refused_anywhere(case: str) -> None:
    options = dict(ASKED[case])
    preset, players = options.pop("preset", None), options.pop("players", None)
    game = magnate.load(case.partition(" ")[0], preset, players, **options)
    stride = {"monopoly": 150, "brass": 15}.get(game.name, 3)
    assert ask_and_try_everything(game, 2, stride) > 10


@pytest.mark.long
@pytest.mark.parametrize("case", ["brass", "brass three", "brass links", "monopoly", "monopoly thesis"])
def test_every_id_is_answered_or_refused_in_many_games(case: str) -> None:
    options = dict(ASKED[case])
    preset, players = options.pop("preset", None), options.pop("players", None)
    game = magnate.load(case.partition(" ")[0], preset, players, **options)
    games, stride = (20, 60) if game.name == "monopoly" else (60, 10)
    assert ask_and_try_everything(game, games, stride) > 10_000


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", magnate.load("monopoly").declared.presets)
def test_every_id_is_answered_or_refused_with_all_presets_of_monopoly(preset: str, players: int) -> None:
    stride = 20 if players < 5 else 120  # games of more players are longer
    assert ask_and_try_everything(magnate.load("monopoly", preset, players), 5, stride) > 10_000


def test_the_light_bulb_is_the_reason_when_nothing_else_is_left_on_the_mat() -> None:
    taken = {"cotton": 11, "manufacturer": 11, "coal": 7, "iron": 4, "brewery": 7}
    players = [{"money": 50, "hand": ["birmingham"], "taken": taken}, {"hand": ["wild-location"]}]
    position = magnate.load("brass", players=2).setup({"round": 3, "players": players})
    assert "pottery 1, has the bulb" in position.explain("develop")
    with pytest.raises(IllegalAction, match="pottery 1, has the bulb"):
        position.apply("develop")
