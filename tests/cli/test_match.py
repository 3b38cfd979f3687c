import json

import pytest


def test_equal_agents_are_refused_by_the_test(magnate):
    done = magnate("match", "random", "random", "--game", "pig", "--sprt", "0,10")
    assert done.code == 1
    for text in ("random v random", "50.0 % ± 0.0", "LLR −3.7", "(−2.94 … +2.94)", "H0 accepted", "gating"):
        assert text in done.out
    assert "games/s" in done.err
    assert "biases the score" in done.err


def test_the_result_is_byte_identical_for_any_number_of_jobs(magnate):
    texts = set()
    for jobs in (1, 2):
        done = magnate("match", "random", "random", "-g", "pig", "--sprt", "0,10", "--jobs", jobs, "--json")
        found = done.json
        assert (found["schema"], found["kind"], found["run"]["jobs"]) == (1, "match", jobs)
        assert {"host", "seconds", "versions", "digests"} <= set(found["run"])
        texts.add(json.dumps(found["result"]))
    assert len(texts) == 1
    result = json.loads(texts.pop())
    assert result["sprt"]["answer"] == "H0"
    assert (result["games"], result["purpose"], result["agents"]) == (256, "gate", ["random", "random"])


def test_a_fixed_number_of_games_is_done_and_nothing_more(magnate):
    done = magnate("match", "random", "random", "-g", "pig", "-p", 4, "-n", 10)
    assert done.code == 0
    assert "10 games are rounded up to 12" in done.err
    assert "12 games on 3 deals" in done.out
    assert "random v 3 × random" in done.out
    assert "LLR" not in done.out
    assert "25.0 % ± 0.0 (even would be 25.0 %)" in done.out


def test_games_that_do_not_suffice_are_no_yes(magnate):
    done = magnate("match", "random", "random", "-g", "pig", "--sprt", "0,10", "-n", 100)
    assert done.code == 1
    assert "no answer yet after 100 games" in done.out


def test_quiet_is_quiet(magnate):
    assert magnate("match", "random", "random", "-g", "pig", "-n", 20, "-q").err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--sprt", "0"], '--sprt needs two numbers, not "0"'),
        (["--sprt", "0,ten"], "--sprt needs two numbers"),
        (["--sprt", "10,0"], "the lower first"),
        (["--sprt", "0,10", "--alpha", "0.7"], "between 0 and 0.5"),
        (["--sprt", "0,10", "--sprt-model", "bayesian"], '--sprt-model cannot be "bayesian"'),
        (["--on-failure", "ignore"], '--on-failure cannot be "ignore"'),
    ],
)
def test_what_cannot_be_is_refused(magnate, words, message):
    done = magnate("match", "random", "random", "-g", "pig", *words)
    assert done.code == 2
    assert message in done.err
    assert "hint: " in done.err


def test_unknown_agents_are_refused(magnate):
    done = magnate("match", "random", "nobody", "-g", "pig")
    assert done.code == 2
    assert 'pig has no agent "nobody"' in done.err


def test_interrupting_says_what_was_played(magnate, monkeypatch):
    def stop(self, text, share):
        if share:
            raise KeyboardInterrupt

    monkeypatch.setattr("magnate.cli.console.Reporter.says", stop)
    done = magnate("match", "random", "random", "-g", "pig", "-n", 1000)
    assert done.code == 130
    assert "interrupted: 128 games were played; nothing was kept" in done.err
    assert done.out == ""
