import numpy as np
import pytest

from magnate.agents.spec import resolve
from magnate.arena.tuning.space import Parameter, make_space
from magnate.errors import BadTuning, UnknownAgent


@pytest.fixture
def space():
    return make_space("monopoly", "baseline", fixed={"offer_every": None})


def test_a_spec_plays_with_the_numbers_it_says(space):
    rng = np.random.default_rng(1)
    for point in rng.random((200, len(space.free))):
        row = resolve("monopoly", space.spec(point)).row
        values = [parameter.value(unit) for parameter, unit in zip(space.free, point, strict=True)]
        assert [row[parameter.index] for parameter in space.free] == values


def test_values_are_rounded_to_a_thousandth_of_the_range(space):
    reserve, bid, trades = space.free
    assert reserve.value(0.123456) == 123.0
    assert bid.value(0.123456) == 0.37
    assert (trades.value(0.49), trades.value(0.51)) == (0.0, 1.0)


def test_the_start_is_the_incumbent():
    space = make_space("monopoly", "baseline:reserve=250,trades=0")
    assert space.spec(space.start) == "baseline:reserve=250,trades=0"


def test_a_search_may_begin_elsewhere():
    space = make_space("monopoly", "baseline", fixed={"bid": None}, start="baseline:reserve=10,bid=2")
    assert space.incumbent == "baseline"
    assert space.spec(space.start) == "baseline:reserve=10,bid=2"
    with pytest.raises(BadTuning, match='cannot begin at "random"'):
        make_space("monopoly", "baseline", start="random")


def test_the_default_is_written_as_the_name_alone(space):
    assert space.spec(space.start) == "baseline"


def test_a_value_outside_of_its_range_starts_at_the_nearer_end():
    space = make_space("monopoly", "baseline:reserve=5000")
    assert space.spec(space.start) == "baseline:reserve=1000"


def test_places_outside_of_the_cube_are_at_its_edge(space):
    assert space.spec([-1, 2, 3]) == "baseline:reserve=0,bid=3"


def test_fixed_parameters_keep_their_value():
    space = make_space("monopoly", "baseline:bid=2", fixed={"bid": None, "trades": 0.0, "offer_every": None})
    assert [parameter.name for parameter in space.free] == ["reserve"]
    assert space.spec([0.1]) == "baseline:reserve=100,bid=2,trades=0"


def test_random_points_are_different_points_of_the_grid(space):
    points = space.random_points(40, np.random.default_rng(3))
    specs = {space.spec(point) for point in points}
    assert len(specs) == 40
    values = np.array(points)
    assert set(values[:, 0]) == {0.0, 0.25, 0.5, 0.75, 1.0}
    assert set(values[:, 2]) == {0.0, 1.0}


def test_every_level_of_the_grid_is_as_likely(space):
    firsts = np.array([space.random_points(1, np.random.default_rng(seed))[0] for seed in range(1000)])
    for level in np.unique(firsts[:, 0]):
        assert abs((firsts[:, 0] == level).mean() - 0.2) < 0.05


def test_a_grid_that_is_too_small_is_refused():
    space = make_space("monopoly", "baseline", fixed={"reserve": None, "bid": None, "offer_every": None})
    assert len(space.random_points(2, np.random.default_rng(1))) == 2
    with pytest.raises(BadTuning, match="no 3 configurations"):
        space.random_points(3, np.random.default_rng(1))


def test_a_whole_number_on_an_uneven_range_has_its_own_levels():
    level = Parameter("level", 1, 3.0, 0.0, 3.0, 1.0, 3.0)
    assert [level.value(place / 3) for place in range(4)] == [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fixed": {"reserv": None}}, 'has no parameter "reserv"; did you mean "reserve"'),
        ({"ranges": {"mood": (0, 1)}}, 'has no parameter "mood"'),
        ({"ranges": {"reserve": (5, 5)}}, "impossible"),
        ({"ranges": {"reserve": (-5, 5)}}, "from 0 to"),
        ({"ranges": {"trades": (0, 0.5)}}, "two whole numbers from 0 to 1"),
        ({"fixed": {"trades": 0.5}}, "cannot be 0.5; it takes a whole number from 0 to 1"),
        ({"fixed": {"bid": -1.0}}, "cannot be -1"),
        ({"fixed": dict.fromkeys(("reserve", "bid", "trades", "offer_every"))}, "no parameter to search"),
    ],
)
def test_what_cannot_be_searched_is_said(options, sentence):
    with pytest.raises(BadTuning, match=sentence):
        make_space("monopoly", "baseline", **options)


def test_agents_without_parameters_and_unknown_ones_are_refused():
    with pytest.raises(BadTuning, match="no parameter to search"):
        make_space("pig", "random")
    with pytest.raises(UnknownAgent):
        make_space("monopoly", "basline")
