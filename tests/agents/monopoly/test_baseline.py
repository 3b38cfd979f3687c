"""The parameters of ``baseline`` do what they say."""

import pytest

import magnate
from magnate.games.monopoly.statistics import FACTS


def offers_a_game(spec: str, games: int = 200) -> float:
    results = magnate.load("monopoly", players=4).play_many(spec, range(games))
    return float(FACTS.collect(results)["offers"].mean())


@pytest.mark.parametrize(("rare", "often"), [(1000, 8), (8, 1)])
def test_a_baseline_makes_offers_as_often_as_it_is_told(rare, often):
    assert 1.5 * offers_a_game(f"baseline:offer_every={rare}") < offers_a_game(f"baseline:offer_every={often}")


def test_the_default_is_one_window_in_eight():
    game = magnate.load("monopoly", players=4)
    plain, seldom = (game.play_many(spec, range(50)) for spec in ("baseline", "baseline:offer_every=8"))
    assert (plain.utility == seldom.utility).all()
    assert (plain.decisions == seldom.decisions).all()
