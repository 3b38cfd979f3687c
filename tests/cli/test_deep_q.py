"""The thesis' deep Q agent on the command line."""

import pytest


def test_it_is_listed_and_described(magnate):
    listed = " ".join(magnate("agents", "monopoly").out.split())
    assert "monopoly dqn the thesis' deep Q agent: strategic," in listed
    assert " fixed consent=1" in listed
    about = " ".join(magnate("agents", "monopoly", "dqn").out.split())
    assert "dqn:FILE.safetensors plays by networks of your own" in about
    assert "dqn:fixed: the same by double Q learning" in about
    found = magnate("agents", "monopoly", "dqn", "--json").json["result"]
    assert (found["agent"], found["learned"], found["settings"][0]["name"]) == ("dqn", True, "consent")
    every = magnate("agents", "monopoly", "--json").json["result"]
    assert [one["configurations"][0]["name"] for one in every if one["agent"] == "dqn"] == ["fixed"]


@pytest.mark.parametrize(
    ("spec", "options", "says"),
    [
        ("dqn", ["--preset", "official"], "dqn cannot play where"),
        ("dqn", ["--preset", "thesis", "-p", "3"], "dqn plays games of two players, not of 3"),
        ("dqn:fixd", ["--preset", "thesis"], 'the agent "dqn" has no configuration "fixd"'),
    ],
)
def test_mistakes_are_told_in_a_sentence(magnate, spec, options, says):
    done = magnate("match", spec, "strategic", "--game", "monopoly", "--games", 4, *options)
    assert done.code == 2
    assert says in " ".join(done.err.split())
    assert "hint: " in done.err
