"""The contract of a game, each point on a small game."""

import types
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.core.binding import LIMIT
from magnate.core.contract import GameInfo
from magnate.core.game import Game, Position
from magnate.core.game_module import GameModule, check_game, declared, from_globals
from magnate.core.registry import register
from magnate.errors import BadSeat, BrokenGame, UnknownGame, UnknownPreset
from magnate.games import pig, tictactoe
from magnate.runtime.layout import padding
from tests.beginnings import set_up
from tests.games_for_tests import elsewhere

SMALL = ("tictactoe", "pig", "kuhn", "connect_four", "bearoff", "random_tree")


def small(name: str) -> Game:
    return magnate.load(name)


def walk(game: Game, seeds: range = range(20)) -> Iterator[Position]:
    """The positions of some random games, chance nodes included."""
    for seed in seeds:
        yield from game.play("random", seed=seed).positions()


@pytest.mark.parametrize("name", SMALL)
def test_the_state_is_one_record_without_padding(name: str) -> None:
    state = small(name).rules.STATE
    assert state.names
    assert padding(state) == 0


@pytest.mark.parametrize("name", SMALL)
def test_legal_ids_ascend_and_agree_with_why(name: str) -> None:
    game = small(name)
    why = game.entry("position_kernel", "why")
    for position in walk(game):
        ids = [action.id for action in position.legal()]
        assert ids == sorted(set(ids))
        assert len(ids) <= game.info.max_legal
        if position.to_move >= 0:
            assert ids
            allowed = [action for action in range(-2, game.info.max_actions + 2) if why(position.states(), action) == 0]
            assert allowed == ids


@pytest.mark.parametrize("name", SMALL)
def test_every_legal_action_can_be_taken_and_keeps_the_invariants(name: str) -> None:
    for position in walk(small(name), range(5)):
        for choice in [*position.legal(), *position.outcomes()]:
            after = position.copy().apply(choice)
            assert after.check() == 0
            assert after.steps == position.steps + 1


@pytest.mark.parametrize("name", ["pig", "kuhn", "bearoff"])
def test_chance_has_integer_weights_that_make_probabilities(name: str) -> None:
    nodes = 0
    for position in walk(small(name)):
        outcomes = position.outcomes()
        assert bool(outcomes) == (position.to_move == magnate.CHANCE)
        if outcomes:
            nodes += 1
            assert all(isinstance(outcome.weight, int) and outcome.weight > 0 for outcome in outcomes)
            assert sum(outcome.probability for outcome in outcomes) == Fraction(1)
            assert len({outcome.id for outcome in outcomes}) == len(outcomes) <= position.game.info.max_outcomes
            assert len({outcome.name for outcome in outcomes}) == len(outcomes)
    assert nodes > 20


def test_chance_belongs_to_a_seat_and_a_purpose() -> None:
    assert small("pig").new().apply("roll").chance_key == (0, 0)
    assert small("kuhn").new().chance_key == (8, 0)  # seat 8 is nobody's
    assert small("tictactoe").new().chance_key is None


def test_settled_means_that_nothing_is_pending() -> None:
    position = small("pig").new()
    assert position.settled
    assert not position.apply("roll").settled
    assert position.apply("6").settled


def test_seen_by_names_the_seats_that_see_the_pending_step() -> None:
    position = small("kuhn").new()
    assert position.seen_by == {0}
    assert position.apply("king").seen_by == {1}
    assert position.apply("jack").seen_by == {0, 1}
    assert small("tictactoe").new().seen_by == {0, 1}


@pytest.mark.parametrize("name", SMALL)
def test_utilities_are_shares_of_the_win(name: str) -> None:
    game = small(name)
    for seed in range(20):
        final = game.play("random", seed=seed).replay()
        assert sum(final.utility()) == game.info.utility_sum == 1
        assert final.ending in game.info.endings[1:]
        assert len(final.score()) == game.players


def test_score_is_the_games_own_measure() -> None:
    assert small("pig").setup({"points": [3, 7]}).score() == (3, 7)
    assert small("kuhn").setup({"cards": ["king", "jack"]}).apply("bet").apply("bet").score() == (2, -2)


@pytest.mark.parametrize("name", SMALL)
def test_features_are_finite_numbers_of_the_declared_size(name: str) -> None:
    for position in walk(small(name), range(3)):
        for seat in range(position.game.players):
            numbers = position.features(seat)
            assert numbers.shape == (position.game.info.features,)
            assert np.isfinite(numbers).all()


def test_features_are_from_a_seats_point_of_view() -> None:
    position = magnate.load("pig", players=3).setup({"points": [30, 50, 20], "total": 12, "seat": 1})
    others = [0.0] * 5
    assert position.features(0).tolist() == [0.12, 0.0, 0.3, 0.5, 0.2, *others]
    assert position.features(1).tolist() == [0.12, 1.0, 0.5, 0.2, 0.3, *others]
    assert position.features(2).tolist() == [0.12, 0.0, 0.2, 0.3, 0.5, *others]


@pytest.mark.parametrize("name", SMALL)
def test_a_game_is_set_up_whatever_was_in_its_record(name: str) -> None:
    """Drivers and searches use their records again: only the options are what they were."""
    game = small(name)
    fresh = game.start_states(5)
    used = np.frombuffer(np.random.default_rng(1).bytes(fresh.nbytes), fresh.dtype).copy()
    used[0] = game.play("random", seed=1).replay().states()[0]
    for field in {"opt"} & set(fresh.dtype.names):
        used[field] = fresh[field]
    assert used.tobytes() != fresh.tobytes()
    assert set_up(game.rules, used).tobytes() == fresh.tobytes()


@pytest.mark.parametrize("name", SMALL)
def test_different_positions_have_different_keys(name: str) -> None:
    keys: dict[int, str] = {}
    for position in walk(small(name)):
        assert keys.setdefault(position.key, position.hash) == position.hash


@pytest.mark.parametrize("name", SMALL)
def test_check_finds_a_broken_state(name: str) -> None:
    game = small(name)
    broken = {
        "tictactoe": ("count", 5),
        "pig": ("total", 1),
        "kuhn": ("put", 7),
        "connect_four": ("count", 5),
        "bearoff": ("seat", 2),
        "random_tree": ("rank", 1),
    }[name]
    states = game.start_states(1)
    states[broken[0]] = broken[1]
    assert Position(game, states).check() != 0


@pytest.mark.parametrize("name", SMALL)
def test_names_are_unique_and_parse_back(name: str) -> None:
    game = small(name)
    names = [game.declared.action_name(action) for action in range(game.info.max_actions)]
    assert len(set(names)) == len(names)
    assert [game.parse(action) for action in names] == list(range(game.info.max_actions))
    with pytest.raises(magnate.MagnateError, match=r"[kK]nown: "):
        game.parse("sell the moon")
    for position in walk(game, range(3)):
        for outcome in position.outcomes():
            assert position.action_id(outcome.name) == outcome.id
        for action in position.legal():
            assert action.text
            assert action.facets["kind"]


def test_a_seat_sees_only_what_the_view_allows() -> None:
    position = small("kuhn").setup({"cards": ["king", "jack"]})
    assert position.view(0)["cards"] == ["king", "hidden"]
    assert position.view(1)["cards"] == ["hidden", "jack"]
    assert position.view()["cards"] == ["hidden", "hidden"]


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0])
def test_a_wrong_seat_is_named_with_the_right_ones(seat: object) -> None:
    position = small("kuhn").setup({"cards": ["king", "jack"]})
    for ask in (position.view, position.features, position.shown_to, position.events_for):
        with pytest.raises(BadSeat, match=r"there is no seat .*; seats are 0 to 1"):
            ask(seat)
    for ask in (position.features, position.shown_to):
        with pytest.raises(BadSeat, match="there is no seat None"):
            ask(None)


def test_a_cap_is_an_ending_that_the_game_names_as_one() -> None:
    assert [small("pig").info.is_cap(code) for code in range(3)] == [False, False, True]
    assert not any(map(small("kuhn").info.is_cap, range(3)))
    assert small("pig").info.is_cap(LIMIT)
    assert small("pig").info.ending_name(LIMIT) == "decision cap"


def test_games_are_found_by_name() -> None:
    assert {"pig", "tictactoe"} <= set(magnate.game_names())
    with pytest.raises(UnknownGame, match='did you mean "tictactoe"'):
        magnate.load("tictacto")
    with pytest.raises(UnknownPreset, match="known: standard, short"):
        magnate.load("pig", preset="long")


def test_a_game_may_lie_outside_the_package() -> None:
    game = magnate.load(elsewhere)
    assert magnate.load("elsewhere").module is elsewhere  # from now on it is known by its name
    record = game.play("random", seed=5)
    assert record.actions == small("tictactoe").play("random", seed=5).actions
    assert record.verify().decisions == len(record.actions)
    assert [event.key for event in game.new().apply("b2").events] == ["marked"]  # its interpreted rules narrate it


@pytest.mark.parametrize("name", [3, None, ["pig"]])
def test_what_is_no_name_is_refused_like_an_unknown_one(name: object) -> None:
    with pytest.raises(UnknownGame, match="names no game; known: .*pig"):
        magnate.load(name)  # type: ignore[arg-type]
    if name is not None:  # which is the default preset
        with pytest.raises(UnknownPreset, match="known: standard, short"):
            magnate.load("pig", preset=name)  # type: ignore[arg-type]


def test_a_broken_game_is_named() -> None:
    constants = {name: getattr(tictactoe.GAME, name) for name in GameInfo.__slots__}

    def variant(**changes: object) -> types.ModuleType:
        module = types.ModuleType("variant")
        plain = {"GAME": GameInfo(**constants), "DEFAULT_PRESET": "standard"}
        vars(module).update({**vars(tictactoe), **plain, "__name__": "variant", **changes})
        return module

    check_game(variant())
    missing = variant()
    del missing.board_text
    with pytest.raises(BrokenGame, match="lacks board_text"):
        check_game(missing)
    speechless = variant()
    del speechless.action_message
    with pytest.raises(BrokenGame, match="lacks action_text or action_message"):
        check_game(speechless)
    with pytest.raises(BrokenGame, match="hide"):
        check_game(variant(GAME=GameInfo(**{**constants, "hidden": True})))
    with pytest.raises(BrokenGame, match="1 to 8"):
        check_game(variant(GAME=GameInfo(**{**constants, "max_players": 9})))
    with pytest.raises(BrokenGame, match="caps name round cap, which is no ending; have line, full board"):
        check_game(variant(GAME=GameInfo(**{**constants, "caps": ("line", "round cap")})))
    with pytest.raises(BrokenGame, match="padding"):
        check_game(variant(STATE=np.dtype([("a", "i1"), ("b", "i4")], align=True)))
    inner = np.dtype([("a", "i1"), ("b", "i4")], align=True)
    with pytest.raises(BrokenGame, match="STATE has 6 bytes of padding"):
        check_game(variant(STATE=np.dtype([("pairs", inner, (2,))])))
    with pytest.raises(BrokenGame, match="GAME"):
        check_game(variant(GAME=None))
    with pytest.raises(BrokenGame, match="another game"):
        register("pig", tictactoe)
    assert magnate.load("pig").module is pig


def test_a_game_of_this_package_that_imports_it_by_its_whole_name_is_refused(tmp_path: Path) -> None:
    module = types.ModuleType("magnate.games.variant")
    file = tmp_path / "variant.py"
    vars(module).update({**vars(tictactoe), "__name__": module.__name__, "__file__": str(file)})
    file.write_text("from ..runtime.compiler import rule\n# import magnate, and ask it\n", encoding="utf-8")
    check_game(module)
    file.write_text("from magnate.runtime.compiler import rule\n", encoding="utf-8")
    with pytest.raises(BrokenGame, match="imports magnate by its whole name") as refused:
        check_game(module)
    assert "from ..runtime.compiler import rule" in refused.value.hint


def test_a_function_that_the_game_does_not_declare_is_named() -> None:
    module = types.ModuleType("variant")
    vars(module).update({**vars(tictactoe), "__name__": "variant", "GAME": replace(tictactoe.GAME, name="variant")})
    check_game(module)

    def view(state: object, viewpoint: object) -> dict[str, object]:
        return {}

    view.__module__ = "variant"
    module.view = view  # type: ignore[attr-defined]
    with pytest.raises(BrokenGame, match="variant defines view, but its GAME has what another game declares"):
        check_game(module)
    module.GAME = replace(module.GAME, view=view)  # type: ignore[attr-defined]
    check_game(module)


def test_what_a_game_declares_is_checked_when_it_is_declared() -> None:
    whole = {name: getattr(pig.GAME, name) for name in GameModule.__dataclass_fields__}
    assert GameModule(**whole).board_text is pig.board_text
    with pytest.raises(BrokenGame, match='the GAME of pig declares "narrat", which no game has') as misspelt:
        GameModule(**whole, narrat=pig.narrate)
    assert misspelt.value.hint.startswith('did you mean "narrate"')
    with pytest.raises(BrokenGame, match='the GAME of pig declares "max_player", which no game has') as misspelt:
        replace(pig.GAME, max_player=3)
    assert misspelt.value.hint.startswith('did you mean "max_players"')
    del whole["view"], whole["setup"]
    with pytest.raises(BrokenGame, match="the GAME of pig lacks view, setup"):
        GameModule(**whole)


def test_a_game_with_plain_globals_declares_the_same() -> None:
    info = GameInfo(**{name: getattr(pig.GAME, name) for name in GameInfo.__slots__})
    plain = types.ModuleType("plain")
    vars(plain).update({**vars(pig), "GAME": info, "DEFAULT_PRESET": "short", "REPLAYS": {1: None}, "scenery": len})
    found = declared(plain)
    assert found is from_globals(plain, info)
    same = GameModule.__dataclass_fields__.keys() - {"default_preset", "replays", "static_view"}
    assert {name: getattr(found, name) for name in same} == {name: getattr(pig.GAME, name) for name in same}
    assert (found.default_preset, found.replays, found.static_view) == ("short", {1: None}, len)
    assert magnate.load("pig").declared is pig.GAME
    assert magnate.load("pig").info is pig.GAME
