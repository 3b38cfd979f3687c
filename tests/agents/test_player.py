"""``Player``: its defaults are the base agent's, each method decides what it says and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from magnate.agents import resolve_all
from magnate.agents.monopoly import Player, TradeOffer
from magnate.agents.monopoly.decision_kinds import METHODS
from magnate.core.players import Players
from magnate.errors import AgentFailed

from .players import EVERY, TABLES, game, passing_on, played, same

GAMES = 10


class Untouched(Player):
    """Overrides nothing."""


# ---------------------------------------------------------------------------------------------- the base agent


@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("cls", [Untouched, EVERY])
def test_the_defaults_play_as_the_base_agent(preset, players, cls):
    where = game(preset, players)
    base = where.play_many(Player.base, range(GAMES))
    assert same(where.play_many(cls, range(GAMES)), base)
    assert same(where.play_many([cls, *[Player.base] * (players - 1)], range(GAMES)), base)


@pytest.mark.parametrize("method", METHODS)
def test_each_default_alone_plays_as_the_base_agent(method):
    for preset in ("thesis", "official"):
        base = game(preset).play_many(Player.base, range(GAMES))
        assert same(game(preset).play_many(passing_on([method]), range(GAMES)), base)


def test_a_base_with_parameters():
    class Careful(EVERY):
        base = "baseline:reserve=500"

    where = game()
    assert same(where.play_many(Careful, range(GAMES)), where.play_many(Careful.base, range(GAMES)))
    assert not same(where.play_many(Careful, range(GAMES)), where.play_many(Player.base, range(GAMES)))


def test_a_random_base_is_followed_too():
    class Dice(EVERY):
        base = "random"

    where = game("official", 2)
    assert same(played([Dice] * 2, where, 6), where.play_many("random", range(6)))


@pytest.mark.parametrize("width", [1, 7])
def test_the_width_of_the_batch_changes_nothing(width):
    class Own(Player):
        """Remembers its game, draws at random, and answers most questions itself."""

        def should_buy_property(self, state, tile):
            self.bought = getattr(self, "bought", 0) + 1
            return bool(self.bought % 3) and state.random.random() < 0.9

        def get_upgrading_suggestions(self, state):
            return [group for group in state.me.groups if group.is_street and not group.has_mortgages][:0]

        def get_mortgaging_suggestions(self, state):
            return [tile for tile in state.me.properties if not tile.is_mortgaged and tile.kind == "utility"]

    for preset in ("thesis", "official"):
        many = played([Own, Own], game(preset), 4)
        assert same(played([Own, Own], game(preset), 4, width), many)
        record = game(preset).play([Own, Own], seed=3)
        assert record.replay().states().tobytes() == many.states[3].tobytes()


# ---------------------------------------------------------------------------------------------- one method each


class FixedBase:
    """The base agent without trades (which it draws for), but for the decision ``buy``: written as a plain agent."""

    def __init__(self, where: Any) -> None:
        self.base = Players(where, resolve_all("monopoly", where.players, "baseline:trades=0"))

    def act(self, positions):
        return [self.one(position) for position in positions]

    def one(self, position):
        legal = [str(action) for action in position.legal()]
        if "decline" in legal:
            return "buy" if position.view(0)["turns"] % 2 else "decline"
        return self.base.choose(position)


@pytest.mark.parametrize("preset", ["thesis", "official"])
def test_an_overridden_method_changes_only_its_decisions(preset):
    class EveryOtherTurn(Player):
        base = "baseline:trades=0"

        def should_buy_property(self, state, tile):
            assert tile == state.me.tile
            assert tile.owner is None
            return bool(state.turn % 2)

    where = game(preset)
    assert same(played([EveryOtherTurn] * 2, where, 4), played([FixedBase(where)] * 2, where, 4))


def test_lists_are_asked_once_in_a_window_and_carried_out_in_order():
    asked = []

    class Builder(Player):
        def get_upgrading_suggestions(self, state):
            asked.append((self, state.turn, state.phase))
            return [*state.upgradable, *state.upgradable]

    where = game()
    results = played([Builder, "random"], where, 20)
    assert len(asked) == len(set(asked))
    assert results.states["level"].max() == 5
    assert results.decisions.min() > 0


def test_a_suggested_building_is_built_group_by_group_or_lot_by_lot():
    class Once(Player):
        base = "baseline:trades=0"

        def get_upgrading_suggestions(self, state):
            return ["light-blue"]

    for preset, built in (("thesis", ["1"] * 3), ("official", ["1"] * 3)):
        where = game(preset)
        position = where.setup(
            {
                "turn": 0,
                "phase": "after",
                "players": [
                    {"deeds": ["oriental-avenue", "vermont-avenue", "connecticut-avenue"], "cash": 160, "square": 0},
                    {"cash": 1500, "square": 0},
                ],
            }
        )
        table = Players(where, resolve_all("monopoly", 2, [Once, "random"]))
        while position.view(0)["phase"] == "after" and position.to_move == 0:
            position.apply(table.choose(position))
        assert [str(level) for level in position.state["level"][2:6] if level] == built
        assert position.state["cash"][0] == 10


# ---------------------------------------------------------------------------------------------- mistakes


def failing(preset="thesis", **methods):
    """The error of a game in which seat 0 answers so, whatever it is asked."""

    def made(answer):
        return lambda _self, state, *_given: answer(state) if callable(answer) else answer

    cls = type("Wrong", (Player,), {name: made(answer) for name, answer in methods.items()})
    with pytest.raises(AgentFailed) as caught:
        played([cls, Player.base], game(preset), 30)
    return str(caught.value)


def test_wrong_answers_are_errors_that_say_what_would_be_right():
    said = failing(should_buy_property=None)
    assert said == "the agent Wrong in seat 0: should_buy_property answered None; answer True or False"
    said = failing(get_mortgaging_suggestions=["boardwalk"])
    assert "get_mortgaging_suggestions suggested 'boardwalk': you do not own it; possible now: " in said
    assert "answer a list" in failing(get_mortgaging_suggestions="boardwalk")
    assert "no deed" in failing(get_mortgaging_suggestions=["broadwalk"])
    assert "that can be owned, or its name" in failing(get_mortgaging_suggestions=[3])
    said = failing(get_upgrading_suggestions=lambda state: [state.group("railroad")])
    assert "railroad: only streets can be built on" in said
    said = failing(get_upgrading_suggestions=lambda state: [state.me.properties[-1]])
    assert "under these rules buildings are built and sold for a whole group" in said
    assert "seat 0 does not have 'boardwalk'" in failing(
        get_trade_offers=lambda state: [] if state.tile("boardwalk").owner else [TradeOffer(1, ["boardwalk"])]
    )
    assert "answer a BankruptcyRequest" in failing(handle_bankruptcy=[])


def test_an_error_of_the_player_names_the_method_and_the_line():
    def broken(_state):
        return 1 // 0

    def misspelt(state):
        return state.me.money

    def unlucky(state):
        return state.random.choice([])

    for answer, error in ((broken, "ZeroDivisionError"), (misspelt, "AttributeError"), (unlucky, "IndexError")):
        said = failing(should_buy_property=answer)
        assert f"should_buy_property raised {error}: " in said
        assert f"(line {answer.__code__.co_firstlineno + 1} of test_player.py)" in said


def test_the_base_agent_is_asked_about_the_pending_decision_only():
    class Confused(Player):
        def should_buy_property(self, state, tile):
            return self.should_accept_trade_offer(state, None)

    with pytest.raises(AgentFailed, match="the game asks about something else"):
        played([Confused, Player.base], game(), 2)
