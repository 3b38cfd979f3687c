"""Search with hidden information: what it knows, what it must not know, and what its answers are worth."""

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import magnate
from magnate.errors import BadSearch
from magnate.search import Report, search
from magnate.search.hidden import ForestSize, informed
from tests.games_for_tests import fusion, tricks
from tests.search.best_response import best_response, exploitability

WAYS = {
    "one tree": ("ismcts", {}),
    "a tree each": ("ismcts", {"trees": "each"}),
    "worlds": ("determinised", {}),
    "whole moves": ("wholemove", {}),
    "whole moves by PUCT": ("wholemove", {"root": "plain"}),
    "single decisions": ("wholemove", {"edge": "decision"}),
}
"""The searches for games with hidden parts: algorithm and options."""


@pytest.fixture(params=list(WAYS))
def way(request):
    """Such a search, as a function of a position and a budget."""
    algorithm, fixed = WAYS[request.param]
    return lambda position, budget="sims:200", **options: search(position, algorithm, budget, **fixed, **options)


def kuhn(cards="queen king", decisions=""):
    return magnate.load("kuhn").setup({"cards": cards.split(), "decisions": decisions.split()})


def dealt(players=2, seed=1, **options):
    """The beginning of a game of tricks."""
    return magnate.load(tricks, players=players, **options).new(seed)


def grow(position, simulations, *, pool=50_000, plies=512, each=False, seed=1):
    """A tree of so many simulations from a position, to look into."""
    found = informed(position.game, None, position.to_move, ForestSize(pool, plies, each))
    found.place(position.shown_to(position.to_move, 5).states())
    found.run.key, found.run.c, found.run.truncate, found.run.limit = seed, 1.0, -1, simulations
    assert found.search() == simulations
    return found


# --------------------------------------------------------------------------------------- what is not known


@pytest.mark.parametrize("algorithm", ["ismcts:trees=one", "ismcts:trees=each", "wholemove"])
@pytest.mark.parametrize("hidden", fusion.WHEN)
def test_a_guess_is_worth_what_guessing_is_worth(hidden, algorithm):
    """Strategy fusion: every single world says that the gamble wins, but nobody knows which world it is."""
    position = magnate.load(fusion, hidden=hidden).new(seed=1)
    for seed in range(20):
        report = search(position, algorithm, "sims:2000", seed=seed)
        assert (report.name, report.value) == ("0", (pytest.approx(0.6), pytest.approx(0.4)))
        assert report.actions[1].value[0] < 0.6


@pytest.mark.parametrize("hidden", fusion.WHEN)
def test_searching_every_world_by_itself_is_fooled(hidden):
    position = magnate.load(fusion, hidden=hidden).new(seed=1)
    for seed in range(5):
        report = search(position, "determinised", "sims:20000", seed=seed)
        assert report.name == "1"
        assert report.value[0] > 0.95
        assert report.actions[1].agreement == 1.0


def test_what_is_not_seen_is_not_in_the_tree():
    """A root, safe and gamble, and the two guesses: no node for the bit, whoever draws it."""
    for hidden in fusion.WHEN:
        found = grow(magnate.load(fusion, hidden=hidden).new(seed=1), 500)
        assert found.run.used == 5
        gamble = found.children(0)[1]
        assert [int(found.node(i).by) for i in found.children(gamble)] == [0, 0]


def test_policies_are_shown_what_their_seat_may_see():
    """In playouts too: who guesses the bit that it is shown is right half of the time, but in a known world always."""
    asked = {"guide": "tests.games_for_tests.fusion_peeker", "plies": 2, "interpreted": True}
    position = magnate.load(fusion, hidden="before").new(seed=1)
    fair, peeked = (search(position, name, "sims:600", **asked) for name in ("ismcts", "determinised"))
    assert fair.actions[1].value[0] == pytest.approx(0.5, abs=0.12)
    assert peeked.actions[1].value == (1.0, 0.0)


def alike(position, seat, number):
    """So many positions that look to a seat like this one."""
    return [position.shown_to(seat, key) for key in range(number)]


def looks():
    """Two hundred positions, ten each of twenty that differ in what their seat to move knows."""
    dice = random.Random(1)
    for i in range(20):
        if i < 6:
            cards = dice.sample(["jack", "queen", "king"], 2)
            position = kuhn(" ".join(cards), dice.choice(["", "pass", "bet", "pass bet"]))
        else:
            position = dealt(2 + i % 2, seed=i)
            for _ in range(i % 4):
                position.apply(dice.choice(position.legal()))
        yield alike(position, position.to_move, 10)


def test_the_truth_changes_nothing(way):
    """Whatever the hidden cards really are: the same seed, the same report."""
    truths = 0
    for group in looks():
        truths += len({bytes(position.states()) for position in group}) > 1
        reports = [way(position, seed=3) for position in group]
        assert all(report == reports[0] for report in reports)
    assert truths == 20


# --------------------------------------------------------------------------------------------- bookkeeping


def check_books(found):
    """Visits go on to children or end here; what was chosen could be, at most as often as its parent was visited."""
    nodes, totals = found.workspace.tree.nodes, found.workspace.tree.totals
    used = int(found.run.used)
    seen = len(found.workspace.at)
    assert set(nodes["visits"][:seen]) == {found.run.simulations}
    assert (nodes["visits"][:used] > 0).sum() == found.run.visited
    assert (nodes["available"][seen:used] >= nodes["visits"][seen:used]).all()
    for i in range(used):
        below = found.children(i)
        seen += len(below)
        edges = [(int(nodes["by"][child]), int(nodes["id"][child])) for child in below]
        assert edges == sorted(set(edges))
        assert len(below) == nodes["children"][i]
        assert sum(int(nodes["visits"][child]) for child in below) <= nodes["visits"][i]
        assert all(nodes["available"][child] <= nodes["visits"][i] for child in below)
    assert seen == used
    assert np.allclose(totals[:used].sum(axis=1), nodes["visits"][:used])
    assert (totals[:used] <= nodes["visits"][:used, None] + 1e-9).all()


@pytest.mark.parametrize(("players", "each"), [(2, False), (3, False), (2, True), (3, True)])
def test_visits_availability_and_values_are_conserved(players, each):
    found = grow(dealt(players), 3_000, each=each)
    check_books(found)
    nodes = found.workspace.tree.nodes[1 : int(found.run.used)]
    assert (nodes["available"] > nodes["visits"]).any()
    for child in found.children(0):  # one's own actions are there in all worlds, others' are not
        assert found.node(child).available == 3_000
    replies = found.children(found.children(0)[0])
    assert len(replies) == 10 - 3
    if not each:
        assert max(int(found.node(i).available) for i in replies) < found.node(found.children(0)[0]).visits


def test_others_know_their_own_cards():
    """Kuhn poker, a tree each: seat 1 holds the jack or the king, and its tree begins with which."""
    found = grow(kuhn("queen jack"), 4_000, each=True)
    known = found.children(1)
    assert [int(found.node(i).by) for i in known] == [-3, -3]
    assert sum(int(found.node(i).visits) for i in known) == 4_000
    after_bet = [next(i for i in found.children(k) if found.node(i).id == 1) for k in known]
    calls = [found.node(found.children(i)[1]).visits / found.node(i).visits for i in after_bet]
    assert sorted(share > 0.5 for share in calls) == [False, True]  # the king calls, the jack folds


def test_a_full_pool_goes_on_with_playouts():
    for each in (False, True):
        found = grow(dealt(), 2_000, pool=40, each=each)
        check_books(found)
        assert found.run.used <= 40
        assert found.run.refused > 100
    with pytest.raises(BadSearch, match="a pool of 3 nodes has no room for the root's actions; give pool=4"):
        search(dealt(), "ismcts", pool=3)


def test_outcomes_that_are_seen_come_up_as_they_should():
    """One's own next card is any of the six that one has not seen, whatever the other one holds or draws."""
    position = dealt(2, hand=1, cards=8)
    found = grow(position.apply(position.legal()[0]), 14_000)
    (card,) = found.children(0)
    drawn = found.children(card)
    assert [int(found.node(i).by) for i in drawn] == [-1] * 6
    weights = np.array([int(found.node(i).weight) for i in drawn], float)
    expected = weights.sum() / 6
    assert weights.sum() >= 13_999
    assert ((weights - expected) ** 2 / expected).sum() < 25.74  # what chi-square exceeds once in 10,000


# -------------------------------------------------------------------------------------------- Kuhn poker


def equilibrium(bluff=Fraction(1, 3)):
    """The equilibria: the first player bets the jack by ``bluff``, at most 1/3, and the king three times as often."""
    bets = {
        ("jack", ""): bluff,
        ("queen", ""): 0,
        ("king", ""): 3 * bluff,
        ("jack", "pass"): Fraction(1, 3),
        ("queen", "pass"): 0,
        ("king", "pass"): 1,
        ("jack", "bet"): 0,
        ("queen", "bet"): Fraction(1, 3),
        ("king", "bet"): 1,
        ("jack", "pass bet"): 0,
        ("queen", "pass bet"): bluff + Fraction(1, 3),
        ("king", "pass bet"): 1,
    }
    return {where: float(bet) for where, bet in bets.items()}


def tabulated(bets):
    """The strategy of a table with a probability of betting for each card and course."""

    def strategy(position):
        view = position.view(position.to_move)
        bet = bets[view["cards"][position.to_move], " ".join(view["decisions"])]
        return {0: 1 - bet, 1: bet}

    return strategy


def test_best_responses_are_right():
    """The value of Kuhn poker, -1/18 chip, and what random play loses, 11/24 chip; a chip is a quarter of the win."""
    game = magnate.load("kuhn")
    for bluff in (Fraction(0), Fraction(1, 6), Fraction(1, 3)):
        strategy = tabulated(equilibrium(bluff))
        assert best_response([(game.new(), 1.0)], 0, strategy) == pytest.approx(0.5 - 1 / 18 / 4)
        assert exploitability(game, strategy) == pytest.approx(0, abs=1e-12)
    assert exploitability(game, lambda _: {0: 0.5, 1: 0.5}) == pytest.approx(11 / 24 / 4)


def test_the_exploitability_of_kuhn_poker_is_reported(way, record_property):
    """No such search finds an equilibrium, and none is asked for: the number is noted, and that it plays sensibly."""
    other = {"jack": "queen", "queen": "king", "king": "jack"}
    bets = {}
    for card, course in equilibrium():
        cards = (card, other[card]) if course in {"", "pass bet"} else (other[card], card)
        bets[card, course] = float(way(kuhn(" ".join(cards), course), "sims:2000", seed=1).action)
    found = exploitability(magnate.load("kuhn"), tabulated(bets)) * 4
    record_property("exploitability in chips", found)
    assert 0 <= found <= 2
    assert (bets["jack", "bet"], bets["king", "bet"], bets["king", "pass bet"]) == (0, 1, 1)


# ---------------------------------------------------------------------------------------- nothing is hidden


def test_without_hidden_parts_it_is_a_plain_tree(way):
    position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    report = way(position, "sims:2000")
    assert (report.name, report.value, report.worlds) == ("c1", (1.0, 0.0), 1)
    assert {one.available for one in report.actions} <= {2_000, None}
    assert [step.name for step in report.variation] == ["c1"]
    assert way(magnate.load("tictactoe").new().apply("a1"), "sims:5000").name == "b2"


def test_without_hidden_parts_it_finds_what_the_plain_search_does():
    position = magnate.load("tictactoe").new()
    one, other = (search(position, name, "sims:20000", seed=1) for name in ("ismcts", "mcts"))
    assert one.value[0] == pytest.approx(other.value[0], abs=0.03)
    assert one.plies == pytest.approx(other.plies, abs=2)
    assert {row.id for row in one.actions} == set(range(9))


# ------------------------------------------------------------------------------------------ the same again


def test_reports_go_through_json(way):
    for position in (kuhn("jack king", "pass"), dealt(3, seed=2), magnate.load(fusion, hidden="opponent").new(seed=1)):
        report = way(position, "sims:60", seed=7)
        assert report.evaluations == 60
        assert Report.from_dict(report.as_dict()) == report


def test_threads_change_nothing():
    positions = [dealt(seed=seed) for seed in range(8)]
    alone = [search(position, "ismcts", "sims:1000", seed=4) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda one: search(one, "ismcts", "sims:1000", seed=4), positions)) == alone


# ------------------------------------------------------------------------------------------------- asking


def test_worlds_share_the_simulations():
    report = search(kuhn(), "determinised", "sims:103", worlds=10)
    assert (report.worlds, report.evaluations) == (10, 103)
    assert sum(one.visits for one in report.actions) == 103
    assert sum(one.agreement for one in report.actions) == pytest.approx(1.0)
    assert search(kuhn(), "determinised", "sims:5").worlds == 5
    assert search(kuhn(), "ismcts", "sims:103").worlds == 103


def test_time_is_kept(way):
    way(dealt(), "sims:1")  # compiled
    report = way(dealt(), "time:20ms")
    assert report.evaluations >= report.worlds >= 1
    assert report.seconds < 5.0  # that it ends at all


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"budget": "depth:3"}, "has no depth to count"),
        ({"truncate": -1}, "truncate cannot be -1"),
        ({"params": [-1]}, "a policy that answers in Python cannot play games out"),
    ],
)
def test_refusals(way, asked, says):
    with pytest.raises(BadSearch, match=says):
        way(kuhn(), **asked)


def test_where_something_is_hidden_it_is_the_default():
    assert search(kuhn()).algorithm == "ismcts"
