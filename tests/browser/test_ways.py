"""What `make test` goes of the 30 ways has every pair, and the journeys share all of it among them."""

from itertools import combinations, product

from .ways import COVER, SCREENS, THEMES, TONGUES, journeys, ways_of


def test_every_pair_is_gone():
    every = (SCREENS, TONGUES, THEMES)
    for one, other in combinations(range(3), 2):
        assert {(way[one], way[other]) for way in COVER} == set(product(every[one], every[other]))


def test_every_way_is_gone_by_a_journey():
    missing = set(COVER) - {way for name, marks in journeys().items() for way in ways_of(name, marks)}
    assert not missing, "let more journeys take a screen and a language"
