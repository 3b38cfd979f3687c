"""What a ``Player`` is shown and told."""

from __future__ import annotations

import copy

import pytest

from magnate.agents.monopoly import Player, TradeOffer
from magnate.agents.monopoly.decision_kinds import topics_of
from magnate.errors import AgentFailed, MagnateError
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class

from .players import game, played

POSITION = {
    "turn": 0,
    "phase": "buying",
    "round": 3,
    "players": [
        {"cash": 700, "square": 39, "deeds": ["oriental-avenue", "vermont-avenue", "connecticut-avenue", "park-place"],
         "mortgaged": ["park-place"], "buildings": {"oriental-avenue": 2, "vermont-avenue": 2, "connecticut-avenue": 3},
         "jail_cards": ["chance"]},
        {"cash": 50, "square": 10, "jail": 2, "deeds": ["reading-railroad", "electric-company"]},
    ],
}  # fmt: skip


def seen(preset="official", setup=POSITION):
    """The state that seat 0 is shown at this position, and the position."""
    kept = []

    class Curious(Player):
        def should_buy_property(self, state, tile):
            kept.append((state, tile))
            return False

    from magnate.agents import resolve_all
    from magnate.core.players import Players

    where = game(preset)
    position = where.setup(setup)
    Players(where, resolve_all("monopoly", 2, [Curious, "random"])).choose(position)
    return (*kept[0], position)


def test_the_state_agrees_with_the_view():
    state, tile, position = seen()
    view = position.view(0)
    assert tile.name == "Boardwalk"
    assert tile == state.tile("boardwalk") == state.tile(39) == state.me.tile
    assert (tile.price, tile.mortgage_value, tile.house_price, tile.owner) == (400, 200, 200, None)
    assert tile.group.name == "dark-blue"
    for player, shown in zip(state.players, view["players"], strict=True):
        assert (player.seat, player.cash, player.net_worth) == (shown["seat"], shown["cash"], shown["net_worth"])
        assert (player.position, player.jail_turn) == (shown["square"], shown["jail"])
        assert player.jail_cards == len(shown["jail_cards"])
        assert [tile.name.lower().replace(" ", "-") for tile in player.properties] == shown["deeds"]
        assert not player.is_bankrupt
    for square, shown in zip(state.tiles, view["board"], strict=True):
        assert (square.position, square.name) == (shown["square"], shown["name"])
        assert square.is_property == ("deed" in shown)
        if square.is_property:
            assert (square.owner.seat if square.owner else None) == shown["owner"]
            assert (square.is_mortgaged, square.level) == (shown["mortgaged"], shown["level"])
    assert state.me.seat == 0
    assert [player.seat for player in state.opponents] == [1]
    assert state.current_player == state.me
    assert (state.round, state.phase, state.debt, state.offer) == (3, "buying", 0, None)
    assert state.houses_left == view["bank"]["houses"]
    assert state.legal_actions == ("buy", "decline")
    assert state.options.salary == 200


def test_groups_rents_and_buildings():
    state, _, _ = seen()
    light_blue = state.group("light-blue")
    assert light_blue in state.me.groups
    assert (light_blue.owner, light_blue.size, light_blue.level, light_blue.house_price) == (state.me, 3, 2, 50)
    assert (light_blue.has_buildings, light_blue.has_mortgages, light_blue.is_street) == (True, False, True)
    assert (state.me.houses, state.me.hotels) == (7, 0)
    assert state.tile("connecticut-avenue").rent() == 300
    assert state.tile("electric-company").rent(throw=8) == 32
    assert state.tile("park-place").rent() == 0
    assert state.group("dark-blue").owned_by(state.me) == 1
    assert state.players[1].in_jail


def test_the_state_cannot_be_changed():
    state, tile, position = seen()
    before = position.state.tobytes()
    for thing in (state, tile, state.me, tile.group):
        with pytest.raises(AttributeError, match="read-only"):
            thing.cash = 5
        with pytest.raises(AttributeError, match="read-only"):
            del thing.name
    with pytest.raises(AttributeError, match="has no 'money'; it has "):
        state.me.money  # noqa: B018
    for field in position.state.dtype.names:
        hash(state.of(field))  # what could be changed has no hash
    public = {name: value for name, value in vars(state).items() if not name.startswith("_")}
    assert all(isinstance(value, tuple | TradeOffer | None) for value in public.values()), public
    assert position.state.tobytes() == before
    assert copy.copy(tile) == tile


def test_there_are_forty_squares_and_no_more():
    state, _, _ = seen()
    for wrong in (40, -1, "marvin", 2.5):
        with pytest.raises(ValueError, match="there is no"):
            state.tile(wrong)
    for ask in (state.square, state.deed):
        with pytest.raises(ValueError, match="there is no .* their numbers are 0 to"):
            ask(40)


def test_topics_are_those_of_the_legal_actions():
    """What makes the drivers pause agrees with what the rules allow."""
    topics = interpret("magnate.agents.monopoly.decision_kinds")
    for preset in ("thesis", "official"):
        where = game(preset)
        record, windows = where.play("random", seed=3), 0
        for position in record.positions():
            if position.to_move < 0 or position.state["depth"] or position.view()["phase"] not in ("before", "after"):
                continue
            g = pystate_class(where.rules.STATE)().from_record(position.state)
            windows += 1
            assert topics.topics(g, 0b11111) == topics_of([action.id for action in position.legal()])
        assert windows > 10


# ---------------------------------------------------------------------------------------------- events


class Ears(Player):
    """Keeps everything that it is told."""

    received: dict = {}  # noqa: RUF012 - shared on purpose: the games are over when the test looks

    def on_event_received(self, event):
        Ears.received.setdefault(id(self), [self]).append(event)


@pytest.mark.parametrize("preset", ["thesis", "official"])
def test_players_are_told_what_a_record_tells(preset):
    where = game(preset)
    record = where.play(Player.base, seed=1)
    expected = [event for position in record.positions() for event in position.events_for(1)]
    for play in (lambda agents: where.play(agents, seed=1), lambda agents: played(agents, where, 3)):
        Ears.received = {}
        play([Player.base, Ears])
        heard = [events[1:] for events in Ears.received.values()]
        assert expected in heard
    assert len(expected) > 300
    assert expected[-1].key == "ends"


def test_events_queue_up():
    counts = []

    class Reader(Player):
        listens = True

        def should_buy_property(self, state, tile):
            assert self.has_events()
            first = self.get_event()
            keys = [first.key]
            while self.has_events():
                keys.append(self.get_event().key)
            assert self.get_event() is None
            counts.append(len(keys))
            return keys[-1] == "moves"

        def handle_bankruptcy(self, state, amount):
            self.clear_events()
            assert not self.has_events()
            return super().handle_bankruptcy(state, amount)

    played([Reader, "baseline"], game(), 3)
    assert counts


def test_who_is_told_nothing_learns_it():
    class Deaf(Player):
        def should_buy_property(self, state, tile):
            return self.has_events()

    with pytest.raises(AgentFailed, match="Deaf receives no events; override one of on_event_received"):
        played([Deaf, "baseline"], game(), 1)
    with pytest.raises(MagnateError):
        Deaf().get_event()


# ---------------------------------------------------------------------------------------------- trades and debts


def test_offers_are_made_and_answered_as_they_are_written():
    answered = []

    class Seller(Player):
        def get_trade_offers(self, state):
            mine = [tile for tile in state.me.properties if not tile.is_mortgaged and not tile.group.has_buildings]
            return (
                [TradeOffer(state.opponents[0], give=mine[:1], pay=-min(13, state.opponents[0].cash))] if mine else []
            )

    class Buyer(Player):
        def should_accept_trade_offer(self, state, trade_offer):
            answered.append(trade_offer)
            assert trade_offer == state.offer
            assert trade_offer.to == state.me.seat
            return True

    results = played([Seller, Buyer], game(), 3)
    made = [offer for offer in answered if offer.pay == -13]
    assert made
    assert all(len(offer.give) == 1 and not offer.take and offer.proposer == 0 for offer in made)
    assert results.decisions.min() > 0


def test_a_request_that_is_too_small_gives_up():
    asked = []

    class Proud(Player):
        def handle_bankruptcy(self, state, amount):
            asked.append((state.debt, amount, state.me.cash))
            return type(super().handle_bankruptcy(state, amount)).__base__()

    results = played([Proud, "baseline"], game(), 6)
    assert all(debt == amount > cash for debt, amount, cash in asked)
    assert len(asked) <= 6
    gone = results.states["alive"] & 1 == 0
    assert gone.sum() == len(asked)


def test_the_earlier_name_of_who_receives_events_still_works():
    class Listens(Player):
        listens = True

    with pytest.deprecated_call(match="receives_events"):
        assert Listens.is_told()
    with pytest.deprecated_call():
        assert not Player.is_told()
