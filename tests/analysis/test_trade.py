"""What trades are worth: conservation, prices, whom they help, and what the rules say of them."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.analysis import auction, chances, trade_prices, trade_rollouts
from magnate.analysis.auction import auction_worth
from magnate.analysis.paired import Paired, paired
from magnate.analysis.trade import AGENTS, Offer, Terms, best_trades, pending_terms, rolled_out, settled_on, trade
from magnate.analysis.trade_terms import before_offer
from magnate.analysis.trade_window import opened
from magnate.errors import BadSeat, BadValue, IllegalAction
from magnate.games.monopoly.codec import DEED_SLUGS


def orange(players=3, **changes):
    """Seat 0 can complete the orange group with a deed of seat 1's."""
    deeds = [
        ["st-james-place", "tennessee-avenue", "baltic-avenue", "oriental-avenue"],
        ["new-york-avenue", "vermont-avenue", "connecticut-avenue"],
        ["boardwalk", "reading-railroad"],
        ["park-place"],
    ]
    game = magnate.load("monopoly", players=players, **changes)
    return game.setup({"players": [{"cash": 900, "deeds": one} for one in deeds[:players]]})


@pytest.fixture(scope="module")
def swap():
    return trade(orange(), ["Oriental Avenue"], ["New York Avenue"])


def test_what_all_seats_gain_adds_up_to_nothing(swap):
    assert sum(swap.change) == pytest.approx(0, abs=1e-12)
    assert sum(swap.now) == pytest.approx(1, abs=1e-9)
    assert [a - b for a, b in zip(swap.after, swap.now, strict=True)] == pytest.approx(swap.change)


def test_two_that_complete_groups_gain_what_the_third_loses(swap):
    assert swap.terms == Terms(0, 1, ("oriental-avenue",), ("new-york-avenue",), 0)
    assert swap.change[2] < -0.05
    assert (swap.laughing, swap.paying, swap.duel) == (None, 2, False)
    assert swap.fair is not None
    assert min(swap.fair_change[:2]) > 0
    assert swap.least <= swap.fair <= swap.most
    assert swap.legal == (-900, 900)
    assert not swap.uneven


def test_a_seat_gains_up_to_its_price_and_no_further(swap):
    for cash, seat, gains in ((swap.most, 0, True), (swap.most + 1, 0, False), (swap.least, 1, True)):
        again = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], cash, agents=(), counter=False)
        assert (again.change[seat] >= 0) == gains
    at_fair = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], swap.fair, agents=(), counter=False)
    assert at_fair.change == pytest.approx(swap.fair_change)
    product = at_fair.change[0] * at_fair.change[1]
    for cash in (swap.fair - 100, swap.fair + 100):
        other = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], cash, agents=(), counter=False)
        assert other.change[0] * other.change[1] <= product or min(other.change[:2]) < 0


def test_a_trade_of_nothing_changes_nothing():
    found = trade(orange(), agents=())
    assert set(found.change) == {0.0}
    assert found.now == found.after


def test_a_counter_offer_is_priced_by_rollouts_where_the_trade_is_played_on(monkeypatch):
    monkeypatch.setattr("magnate.analysis.trade_rollouts.GAMES", (36, 72))
    monkeypatch.setattr("magnate.analysis.trade_rollouts.SURE_PAIRS", 324)
    found = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], agents=(), until="72", seed=1)
    plain = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], agents=())
    assert plain.counter is not None
    assert plain.counter.margins is None
    if found.counter is not None:
        assert found.counter.margins is not None
        assert min(found.counter.change[:2]) > 0.0


def test_in_a_duel_no_trade_helps_both():
    found = trade(orange(2), ["oriental-avenue"], ["new-york-avenue"])
    assert found.duel
    assert found.change[0] == pytest.approx(-found.change[1])
    assert (found.fair, found.counter, found.laughing, found.paying) == (None, None, None, None)
    assert best_trades(orange(2)) == ()


def test_the_position_after_is_made_by_the_rules():
    game = magnate.load("monopoly", players=3)
    players = [
        {"cash": 500, "deeds": ["boardwalk"]},
        {"cash": 500, "deeds": ["park-place"], "mortgaged": ["park-place"]},
    ]
    position = game.setup({"players": [*players, {}]})
    found = trade(position, [], ["Park Place"], 480, agents=(), counter=False)
    assert found.legal == (-500, 500 - 18)  # 10 % of the mortgage are due at once


@pytest.mark.parametrize(
    ("give", "get", "more", "says"),
    [
        (["boardwalk"], ["new-york-avenue"], {}, "seat 0 does not have Boardwalk"),
        (["boardwlk"], [], {"partner": 1}, 'no item "boardwlk"'),
        ([], ["orange"], {"partner": 2}, "seat 2 has nothing of orange"),
        ([], ["st-james-place"], {}, "nobody else has"),
        (["baltic-avenue"], [], {}, "nobody is named"),
        (["baltic-avenue"], [], {"partner": 5}, "there is no seat 5"),
        ([], [], {"partner": 5}, "there is no seat 5"),
        ([], [], {"partner": 0}, "cannot trade with itself"),
        (["baltic-avenue"], [], {"partner": 1, "cash": 901}, "the rules allow cash from -900 to 900"),
        (["baltic-avenue"], ["new-york-avenue"], {"seat": 1}, "does not have Baltic"),
    ],
)
def test_what_cannot_be_traded_is_refused(give, get, more, says):
    with pytest.raises((BadValue, BadSeat, IllegalAction), match=says):
        trade(orange(), give, get, agents=(), counter=False, **more)


def test_where_a_seat_may_not_offer_it_says_why():
    with pytest.raises(IllegalAction, match="seat 1 may make no offer here: seat 0 decides"):
        trade(orange(), ["new-york-avenue"], ["oriental-avenue"], seat=1)
    with pytest.raises(IllegalAction, match="offers_per_turn is 0"):
        trade(orange(offers_per_turn=0), ["oriental-avenue"], ["new-york-avenue"])
    with pytest.raises(IllegalAction, match="nobody may make an offer here: chance is to move"):
        best_trades(settled_on(orange()))
    with pytest.raises(BadValue, match="do not trade in Brass"):
        trade(magnate.load("brass", players=2).new(seed=1))


@pytest.mark.parametrize("preset", ["official", "thesis"])
def test_anywhere_each_seat_offers_as_things_are(preset):
    """Where another seat or nobody decides, all keep what they have; the throw that is next stays, as far as it can."""
    game = magnate.load("monopoly", preset, players=4)
    positions = list(game.play("strategic", seed=4, limit=700).positions())
    kinds = set()
    for position in positions[150::45]:
        at = before_offer(position)
        throw = settled_on(at)
        for seat in range(4):
            if not int(throw.state["alive"]) >> seat & 1:
                with pytest.raises(IllegalAction, match="out of the game"):
                    opened(at, throw, seat)
                continue
            found, assumes = opened(at, throw, seat)
            kinds.add(assumes)
            assert found.to_move == seat
            assert any(action.name.startswith("trade:") for action in found.legal())
            kept = at if assumes == "" else throw
            for name in ("cash", "deeds", "mortgaged", "level", "square", "holder"):
                assert np.array_equal(found.state[name], kept.state[name])
            if assumes == "window":
                assert settled_on(found).state["current"] == throw.state["current"]
    assert kinds >= {"", "turn"} if preset == "thesis" else kinds >= {"", "window"}


def test_a_trade_anywhere_is_that_of_a_seat_that_may_offer():
    mine = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], 30, agents=(), counter=False, anywhere=True)
    assert (mine.assumes, mine.change) == ("", trade(orange(), ["oriental-avenue"], ["new-york-avenue"], 30,
                                                     agents=(), counter=False).change)  # fmt: skip
    theirs = trade(
        *(orange(), ["new-york-avenue"], ["oriental-avenue"], -30), seat=1, agents=(), counter=False, anywhere=True
    )
    assert theirs.assumes == "window"
    assert theirs.now == pytest.approx(mine.now, abs=0.01)  # without a trade hardly anything is otherwise
    assert theirs.change[1] > mine.change[1]  # it may build before the next throw
    assert {one.assumes for one in best_trades(orange(), seat=1, agents=(), anywhere=True)} <= {"window"}
    with pytest.raises(IllegalAction, match="offers_per_turn is 0"):
        trade(orange(offers_per_turn=0), ["new-york-avenue"], ["oriental-avenue"], seat=1, anywhere=True)


def test_a_group_with_buildings_is_not_traded():
    game = magnate.load("monopoly", players=3)
    both = ["boardwalk", "park-place"]
    mine = {"cash": 500, "deeds": both, "buildings": {"boardwalk": 1}}
    position = game.setup({"players": [mine, {"cash": 500, "deeds": ["baltic-avenue"]}, {}]})
    with pytest.raises(IllegalAction, match="building"):
        trade(position, ["boardwalk"], ["baltic-avenue"], agents=(), counter=False)


@pytest.fixture(scope="module")
def played():
    """A record with accepted offers, and the step before the first answer that accepts."""
    record = magnate.load("monopoly", players=4).play(["strategic", "strategic:trademaster"] * 2, seed=5)
    for step, position in enumerate(record.positions()):
        if position.to_move >= 0 and step < record.steps and position.name_of(record.actions[step]) == "accept":
            return record, step
    raise AssertionError


def test_the_offer_that_waits_is_meant(played):
    record, step = played
    position = record.replay(step)
    terms = pending_terms(position)
    found = trade(position, counter=False)
    assert found.terms == terms
    answer = dict(found.answers)
    assert set(answer) == set(AGENTS)
    bare = position.game.position(position.states())
    with_it = settled_on(bare.copy().apply("accept"))
    assert found.after == pytest.approx(chances(with_it).shares)


def test_an_offer_is_worth_what_the_answer_makes_of_it(played):
    record, step = played
    for give, get, cash in ((["baltic-avenue"], ["boardwalk"], 0), (["st-james-place"], ["boardwalk"], 0)):
        found = trade(orange(), give, get, cash, agents=("strategic",), counter=False)
        assert found.accepts == dict(found.answers)["strategic"]
        if found.accepts:
            assert found.made == found.change
        else:  # all is as it was
            assert found.made == pytest.approx((0, 0, 0), abs=1e-9)
    accepted = trade(record.replay(step), counter=False, agents=(record.agents[record.replay(step).to_move],))
    assert sum(accepted.made) == pytest.approx(0, abs=1e-12)
    if accepted.accepts:
        assert accepted.made == accepted.change


def test_agents_are_asked_at_the_offer_itself(played):
    record, step = played
    position = record.replay(step)
    seats = record.agents[position.to_move]
    assert dict(trade(position, counter=False, agents=[seats]).answers) == {seats: True}


def test_the_best_offers_help_both_and_can_be_made():
    found = best_trades(orange(), partner=1, most=3)
    assert found
    assert list(found) == sorted(found, key=lambda one: -one.change[0])
    for offer in found:
        assert offer.terms.partner == 1
        assert min(offer.change[:2]) > 0
        again = trade(orange(), offer.terms.give, offer.terms.get, offer.terms.cash, agents=(), counter=False)
        assert again.change == pytest.approx(offer.change)


def test_a_counter_offer_helps_both(swap):
    assert swap.counter is not None
    assert min(swap.counter.change[:2]) > 0


def test_rollouts_of_a_trade_are_the_same_again():
    wanted = {"agents": (), "counter": False, "until": "300", "seed": 3}
    found = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], **wanted)
    assert found == trade(orange(), ["oriental-avenue"], ["new-york-avenue"], **wanted)
    assert (found.rollouts.games, found.rollouts.policy, found.rollouts.seed) == (300, "strategic", 3)
    assert sum(found.rollouts.change) == pytest.approx(0, abs=1e-9)
    assert found.prices.games > 0
    assert (found.prices.fair is None) == (found.prices.checked is None)


class Straight:
    """A bargain in which each dollar moves a thousandth: seat 0 gains up to $300, seat 1 from $100 on."""

    policy, now = "strategic", None
    position = orange()

    def legal(self, terms):
        return (-900, 900)

    def after(self, terms):
        return terms.cash


def gains(cash):
    return ((300 - cash) / 1000, (cash - 100) / 1000, -0.2)


@pytest.mark.parametrize("confirmed", [True, False])
def test_prices_by_rollouts_lie_where_the_gains_change_their_sign(monkeypatch, confirmed):
    def blocks(stake, starts, games):
        return np.array([[(0, 0, 0) if cash is None else gains(cash) for cash in starts]] * 9)

    def checked(now, after, terms, **more):
        change = gains(after) if confirmed else (0.1, -0.1, 0.0)
        return Paired(change, (0.01,) * 3, (0.3,) * 3, (0.3,) * 3, 324, "strategic", 1)

    monkeypatch.setattr(trade_rollouts, "block_results", blocks)
    monkeypatch.setattr(trade_rollouts, "rolled_out", checked)
    found = trade_rollouts.rolled_prices(Straight(), Terms(0, 1))
    assert (found.most, found.least) == (300, 100)
    assert (found.most_range, found.least_range) == ((300, 300), (100, 100))  # all blocks say the same
    assert found.fair == (200 if confirmed else None)
    assert found.fair_range == ((200, 200) if confirmed else None)
    if confirmed:
        assert found.checked.change == pytest.approx((0.1, 0.1, -0.2))
    assert trade_rollouts.rolled_prices(Straight(), Terms(0, 1), duel=True).fair is None
    monkeypatch.setattr(Straight, "legal", lambda self, terms: (150, 250))  # within it both gain
    whole = trade_rollouts.rolled_prices(Straight(), Terms(0, 1))
    assert (whole.most, whole.most_capped, whole.most_range) == (250, True, None)
    assert (whole.least, whole.least_capped, whole.least_range) == (150, True, None)


def test_rollouts_go_on_until_both_signs_are_sure():
    game = magnate.load("monopoly", players=3)
    poor, rich = (game.setup({"players": [{"cash": a}, {"cash": b}, {}]}) for a, b in ((100, 3000), (3000, 100)))
    found = rolled_out(poor, rich, Terms(0, 1))
    assert (found.games, found.change[0] > 0, found.change[1] < 0) == (324, True, True)
    assert rolled_out(poor, rich, Terms(0, 1), "50").games == 50


def test_what_a_third_seat_gains_must_be_sure_by_rollouts():
    found = trade(orange(), ["oriental-avenue"], ["new-york-avenue"], agents=(), counter=False, until="72")
    rolled = found.rollouts
    assert (found.paying == 2) == (-rolled.change[2] > rolled.margins[2])
    assert (found.laughing == 2) == (rolled.change[2] > rolled.margins[2])


def test_cash_changes_the_offer_that_waits(played):
    record, step = played
    position = record.replay(step)
    terms = pending_terms(position)
    assert trade(position, cash=terms.cash + 1, agents=(), counter=False).terms == terms.at(terms.cash + 1)
    assert trade(position, agents=(), counter=False).terms == terms


def test_a_position_paired_with_itself_differs_in_nothing():
    found = paired(orange(), orange(), until=100)
    assert found.change == (0.0, 0.0, 0.0)
    assert found.first == found.second
    assert found.z(0) == 0.0


def test_pairs_stop_once_the_difference_is_sure():
    rich = magnate.load("monopoly", players=3).setup({"players": [{"cash": 3000}, {"cash": 100}, {"cash": 100}]})
    poor = magnate.load("monopoly", players=3).setup({"players": [{"cash": 100}, {"cash": 3000}, {"cash": 100}]})
    found = paired(poor, rich, z=3, seats=(0, 1))
    assert found.games == 324
    assert found.z(0) > 3


# ------------------------------------------------------------------------------------------------------- auctions


def last_orange(cash=900, phase="buying"):
    game = magnate.load("monopoly", players=3)
    deeds = [["st-james-place", "tennessee-avenue"], ["boardwalk"], ["baltic-avenue"]]
    players = [{"cash": cash, "deeds": one} for one in deeds]
    players[0]["square"] = "New York Avenue"
    return game.setup({"phase": phase, "players": players})


def test_the_deed_that_completes_a_group_is_worth_most_to_its_owner():
    found = auction_worth(last_orange())
    prices = found.by_value
    assert (found.lot, found.printed, prices.winner, prices.games) == ("new-york-avenue", 200, 0, 0)
    assert (found.best, found.prices, found.source) == (prices, None, "network")
    assert prices.limit[0] > 300
    assert prices.limit[0] > max(prices.limit[1:])
    assert prices.price == max(prices.limit[1:])
    assert sum(found.buy) == pytest.approx(1)
    assert found.rollouts is None
    assert found.buy[0] > found.decline[0] - 0.05


def test_buying_and_declining_are_played_on(monkeypatch):
    monkeypatch.setattr(auction, "GAMES", (36, 36))
    rolled = auction_worth(last_orange(), until=324).rollouts
    assert rolled.games == 324
    assert rolled.change[0] > 0
    assert sum(rolled.change) == pytest.approx(0, abs=1e-9)
    assert auction_worth(last_orange().apply("decline"), until=324).rollouts is None


def test_winning_and_letting_win_are_equal_at_the_price():
    declined = last_orange().apply("decline")
    found = auction_worth(declined)
    assert found.buy == ()
    assert auction_worth(last_orange()).by_value == found.by_value
    for seat in (0, 1, 2):
        for other in (0, 1, 2):
            if seat != other and found.best.against[seat][other] is not None:
                assert 10 <= found.best.against[seat][other] <= 1500


def test_a_price_is_no_more_than_what_a_seat_can_pay():
    found = auction_worth(last_orange(cash=260))
    assert found.best.limit[0] <= 260 + 90 + 80
    assert found.best.limit[0] < auction_worth(last_orange()).best.limit[0]


def test_prices_by_rollouts_lie_where_games_say_so(monkeypatch):
    """A seat that pays much less than its limit wins more games by winning the lot, one that pays much more fewer."""
    monkeypatch.setattr(auction, "GAMES", (180, 360))
    found = auction_worth(last_orange(), until=324, seed=3)
    assert found == auction_worth(last_orange(), until=324, seed=3)
    prices = found.best
    assert (prices, prices.games) == (found.prices, 360)
    assert found.by_value == auction_worth(last_orange()).by_value
    limit = prices.against[2][0]
    assert limit is not None
    assert not prices.capped[2][0]
    at = last_orange().apply("decline")
    lot = auction._Lot(at, DEED_SLUGS.index("new-york-avenue"), [0, 1, 2], "strategic", buying=False)
    for price, sign in ((limit - 150, 1), (limit + 250, -1)):
        mine, theirs = (settled_on(lot.sold(seat, max(10, price))) for seat in (2, 0))
        change = paired(theirs, mine, until=2_000, seed=9)
        assert sign * change.change[2] > -change.margins[2]


def test_a_limit_is_where_winning_stops_to_be_better(monkeypatch):
    """Shares that are known: seat 0 loses a tenth for each $100 that it pays, seat 1 likewise."""
    declined = last_orange().apply("decline")
    lot = auction._Lot(declined, DEED_SLUGS.index("new-york-avenue"), [0, 1, 2], "strategic", buying=False)

    def played(prices, games, seed):
        found = {(None, 0): np.array([0.3, 0.3, 0.4])}
        for price in prices:
            cost = price / 1_000
            found[0, price] = np.array([0.7 - cost, 0.1, 0.1])
            found[1, price] = np.array([0.2, 0.5 - cost, 0.1])
            found[2, price] = np.array([0.2, 0.1, 0.05])
        return {key: np.array([one] * 9) for key, one in found.items()}

    monkeypatch.setattr(lot, "_played", played)
    prices = lot.rolled(1)
    assert [prices.against[0][1], prices.against[0][2], prices.unsold[0]] == pytest.approx([500, 500, 400], abs=1)
    assert [prices.against[1][0], prices.against[1][2], prices.unsold[1]] == pytest.approx([400, 400, 200], abs=1)
    assert (prices.against[2], prices.unsold[2]) == ((None, None, None), None)
    assert (prices.limit[2], prices.winner, prices.price) == (None, 0, prices.limit[1])
    assert prices.limit_range[:2] == tuple((one, one) for one in prices.limit[:2])  # all blocks say the same
    assert (prices.limit_range[2], prices.ranges[2]) == (None, (None, None, None))


def test_prices_are_found_whatever_the_second_look_says(monkeypatch):
    """Games with noise of their own: now and then the second look finds no change of sign where the first found one."""
    declined = last_orange().apply("decline")
    lot = auction._Lot(declined, DEED_SLUGS.index("new-york-avenue"), [0, 1, 2], "strategic", buying=False)
    for seed in range(60):
        draws = np.random.default_rng(seed)

        def played(prices, games, seed, draws=draws):
            blocks = (games // 36, 3)
            found = {(None, 0): np.array([0.3, 0.3, 0.4]) + draws.normal(0, 0.035, blocks)}
            for price in prices:
                for seat in range(3):
                    shares = np.full(3, 0.2)
                    shares[seat] = 0.3 - price / 4_000
                    found[seat, price] = shares + draws.normal(0, 0.035, blocks)
            return found

        monkeypatch.setattr(lot, "_played", played)
        prices = lot.rolled(seed)
        assert all(one is None or one[0] <= one[1] for one in prices.limit_range)


def test_without_a_deed_for_sale_there_is_no_price():
    with pytest.raises(IllegalAction, match="no deed is for sale"):
        auction_worth(orange())
    with pytest.raises(BadValue, match="no auctions"):
        auction_worth(magnate.load("brass", players=2).new(seed=1))


def test_pairs_that_all_differ_alike_are_as_sure_as_their_number():
    game = magnate.load("tictactoe")
    won, lost = (game.setup({"board": rows}) for rows in (["XXX", "OO.", "..."], ["OOO", "XX.", "X.."]))
    found = paired(won, lost, until=100)
    assert (found.change, found.margins) == ((-1.0, 1.0), (0.03, 0.03))
    assert found.z(0) < -4


def test_the_lots_that_follow_are_left_to_the_policy(monkeypatch):
    """The bank auctions two deeds of an estate: whoever wins the first, nobody has passed on the second."""
    frames = [
        {"kind": "estate", "who": 2, "deeds": ["oriental-avenue"]},
        {"kind": "auction", "lot": "baltic-avenue", "amount": 1, "bidders": [0, 1], "bidder": 0},
    ]
    players = [{"cash": 700, "deeds": ["mediterranean-avenue"]}, {"cash": 500}, {"bankrupt": True}]
    position = magnate.load("monopoly", players=3).setup({"phase": "landed", "players": players, "frames": frames})
    second, met, settled = DEED_SLUGS.index("oriental-avenue"), [], auction.settled_on

    def noted(at, policy):
        met.append((at.to_setup()["frames"][-1]["kind"], int(at.state["lot"])))
        return settled(at, policy)

    monkeypatch.setattr(auction, "settled_on", noted)
    assert auction_worth(position).best.limit[0] is not None
    assert set(met) == {("auction", second)}


def test_where_v_was_not_measured_offers_are_chosen_and_priced_by_rollouts(monkeypatch):
    """No sum takes rollouts of its own: some games choose exchanges, and only those are priced."""
    priced = []

    def never(*_):
        raise AssertionError

    def price(bargain, terms, seed):
        priced.append(terms)
        gain = 0.01 * len(priced)
        return None if len(priced) == 2 else Offer(terms, (gain, gain, -2 * gain), margins=(0.01,) * 3)

    monkeypatch.setattr("magnate.analysis.trade.Prices", never)
    monkeypatch.setattr("magnate.analysis.trade._priced", price)
    monkeypatch.setattr("magnate.analysis.trade.PLAYED_CLOSER", 3)
    monkeypatch.setattr(trade_rollouts, "SIFTED", 30)
    monkeypatch.setattr(trade_rollouts, "SIFTED_GAMES", (36, 72))
    found = best_trades(orange(start_cash=1501), agents=("strategic",), partner=1)
    assert len(set(priced)) == 3
    assert [one.terms for one in found] == [priced[2], priced[0]]
    assert all((one.terms.seat, one.terms.partner, one.margins) == (0, 1, (0.01,) * 3) for one in found)


def test_where_v_was_not_measured_only_rollouts_price_a_trade(monkeypatch):
    monkeypatch.setattr(trade_prices, "ROUGH_GAMES", 36)
    monkeypatch.setattr(trade_rollouts, "GAMES", (36, 36))
    monkeypatch.setattr(trade_rollouts, "SURE_PAIRS", 72)
    wanted = {"give": ["oriental-avenue"], "get": ["new-york-avenue"], "agents": ()}
    found = trade(orange(start_cash=1501), **wanted, until="72", seed=1)
    assert (found.source, found.rollouts.games, found.spread) == ("rollouts", 72, None)
    assert (found.most, found.least, found.fair) == (None, None, None)
    assert found.prices.games == 36
    assert found.counter is None or found.counter.margins is not None
