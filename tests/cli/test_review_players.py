"""`magnate review --player` over files of Monopoly and of Brass."""

from __future__ import annotations

import pytest

from magnate import load

GAMES = {
    "monopoly": (["strategic", "baseline"], {"auction", "buy", "build", "offer"}),
    "brass": (["planner", "random"], {"build", "network", "sell", "loan"}),
}


@pytest.fixture(scope="module", params=list(GAMES))
def files(request, tmp_path_factory):
    """The name of a game, and files of two of its games between the same agents in changed seats."""
    name = request.param
    folder = tmp_path_factory.mktemp(name)
    agents = GAMES[name][0]
    played = [load(name, players=2).play(order, seed=3) for order in (agents, agents[::-1])]
    return name, [one.save(folder / f"{number}.json") for number, one in enumerate(played)]


def test_both_players_are_summed_over_their_seats(magnate, files):
    name, saved = files
    agents, kinds = GAMES[name]
    found = {one: magnate("review", "--player", one, *saved, "--json").json["result"] for one in agents}
    for one in found.values():
        assert (one["game"], one["games"], one["seats"]) == (name, 2, 2)
        assert set(one["kinds"]) & kinds
        assert sum(kind["cost"]["mean"] for kind in one["kinds"].values()) == pytest.approx(-one["own"]["mean"])
        assert one["result"]["mean"] - one["luck"]["mean"] == pytest.approx(one["luck_adjusted"]["mean"])
        assert len(one["by_game"]) == 2
    first, second = found.values()
    assert first["result"]["mean"] + second["result"]["mean"] == pytest.approx(1)
    assert first["luck"]["mean"] + second["luck"]["mean"] == pytest.approx(0, abs=1e-9)


def test_a_sentence_and_the_kinds_are_told(magnate, files):
    name, saved = files
    agent = GAMES[name][0][0]
    output = magnate("review", "--player", agent, *saved).out
    assert output.startswith(f"{agent}: 2 games of {name}. Errors: ")
    assert output.splitlines()[0].count("±") == 2
    for kind in GAMES[name][1]:
        assert kind in output


def test_one_game_has_no_interval_and_a_game_counts_once(magnate, files):
    name, saved = files
    agent = GAMES[name][0][0]
    found = magnate("review", "--player", agent, saved[0], "--json").json["result"]
    assert found["luck"]["margin"] is None
    assert found["rate"]["margin"] is None
    assert all(kind["cost"]["margin"] is None for kind in found["kinds"].values())
    assert "±" not in magnate("review", "--player", agent, saved[0]).out.splitlines()[0]
    done = magnate("review", "--player", agent, saved[0], saved[0])
    assert done.code == 2
    assert "is named twice" in done.err
