"""Agents in Python that fail, from the command line: what is told, kept and replayed."""

import pytest

BOTS = """
class Sound:
    def act(self, positions):
        print("thinking")
        return [self.choose(position) for position in positions]

    def choose(self, position):
        return position.legal()[-1].id


class Raises(Sound):
    def choose(self, position):
        if position.view()["board"][0][0] != ".":
            raise ValueError("too hard")
        return super().choose(position)


class Hopeless(Sound):
    def choose(self, position):
        raise ValueError("no idea")
"""


@pytest.fixture(autouse=True)
def bots(tmp_path, monkeypatch):
    """A module with agents, in the current folder."""
    (tmp_path / "failing_bots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def run(agent, policy="loss"):
    return ("tournament", "run", "tictactoe", "-a", f"failing_bots:{agent},random", "-n", 20, "--on-failure", policy)


def test_a_game_that_a_failure_ended_is_told_up_to_there(magnate, tmp_path):
    done = magnate(*run("Raises"), "--json")
    assert done.err.count("raised ValueError: too hard") == 6
    failures = done.json["result"]["failures"]
    whole = next(game for game in map(str, range(20)) if all(one["game"] != game for one in failures))
    failure = failures[0]
    name = f"t1:{failure['game']}"
    replayed = magnate("replay", name, "--save", tmp_path / "game.json")
    assert f"Here failing_bots:Raises in seat {failure['seat']} failed, which ended the game" in replayed.out
    assert "magnate watch tictactoe" in replayed.out.splitlines()[-1]
    assert "thinking" not in replayed.out
    assert magnate("verify", tmp_path / "game.json").code == 0
    found = magnate("replay", name, "--json").json["result"]
    assert (found["failure"]["seat"], found["failure"]["agent"]) == (failure["seat"], "failing_bots:Raises")
    assert "Here failing_bots" not in magnate("replay", name, "--to", 1).out
    assert magnate("replay", f"t1:{whole}", "--json").json["result"]["failure"] is None


def test_when_every_deal_is_voided_the_culprit_is_named(magnate):
    done = magnate(*run("Hopeless", "void"))
    assert done.code == 4
    assert "every deal was voided by a failure of failing_bots:Hopeless" in done.err


def test_who_aborts_is_named_with_the_seed_that_shows_it_again(magnate):
    done = magnate(*run("Raises", "abort"))
    assert done.code == 4
    seed = done.err.rpartition("--seed ")[2].split()[0]
    assert f"seed {seed} reproduces it: magnate watch tictactoe" in done.err
