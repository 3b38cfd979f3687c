"""Configurations: what is allowed, what is written down, and sentences for what is wrong."""

import tomllib

import pytest

from magnate.errors import BadOption, BadTraining, UnknownGame
from magnate.learn.config import checked, example_names, from_text, read

PIG = 'game = "pig"\nmethod = "values"\n'


def test_what_is_left_out_has_a_default() -> None:
    found = from_text(PIG + "[values]\nrounds = 3\n", "mine")
    assert (found.name, found.settings.rounds, found.settings.layers, found.plan.seed) == ("mine", 3, [64, 32], 1)
    assert found.resolved["options"] == {"target": 100, "sides": 6, "max_turns": 10_000}
    assert (found.resolved["preset"], found.resolved["players"]) == ("standard", 2)


@pytest.mark.parametrize("name", example_names())
def test_the_configuration_with_its_defaults_is_read_again(name: str) -> None:
    found = read(name)
    assert checked(tomllib.loads(found.to_toml()), name).resolved == found.resolved


def test_single_keys_are_changed() -> None:
    found = from_text(PIG, "mine", ["seed=7", "values.rounds = 3", "options.target=20", "values.layers=[8]"])
    assert (found.plan.seed, found.settings.rounds, found.settings.layers) == (7, 3, [8])
    assert found.game().options.target == 20
    assert from_text(PIG, "mine", ["preset=short"]).game().options.target == 50


def test_keys_are_accepted_by_their_earlier_names() -> None:
    with pytest.warns(DeprecationWarning, match='"telling_games" has a new name: write "calibration_games"'):
        found = from_text(PIG + "[values]\ntelling_games = 3\n", "mine", ["values.telling_epochs=2"])
    assert (found.settings.calibration_games, found.settings.calibration_epochs) == (3, 2)
    assert "telling_games" not in found.resolved["values"]
    changed = from_text(PIG + "[values]\ncalibration_games = 3\n", "mine", ["values.telling_games=4"])
    assert changed.settings.calibration_games == 4


def test_a_file_is_read_and_an_example_found_by_its_name(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(PIG)
    assert read(str(file)).name == "mine"
    assert read("pig").plan.game == "pig"
    with pytest.raises(BadTraining, match='no configuration "pgi" comes with magnate; did you mean "pig"'):
        read("pgi")
    with pytest.raises(FileNotFoundError):
        read("pig.toml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = pig", r"is not TOML: Invalid value \(at line 1"),
        ('method = "values"', 'does not say which game; write for example game = "pig"'),
        ('game = "pig"', 'does not say which method; write for example method = "values"'),
        ('game = "pig"\nmethod = "luck"', 'there is no method "luck"; known: '),
        (PIG + "sed = 1", 'there is no key "sed"; did you mean "seed"'),
        (PIG + "seed = -1", r"seed must be at least 0 \(got -1\); seed is everything random follows from it"),
        (PIG + 'seed = "1"', "seed must be a whole number"),
        (PIG + "[values]\nround = 1", r'\[values\]: there is no key "round"; did you mean "rounds"'),
        (PIG + "[values]\nrounds = 0", r"rounds must be at least 1 \(got 0\); rounds is how often"),
        (PIG + "[values]\nrounds = 1.5", "rounds must be a whole number"),
        (PIG + '[values]\ndevice = "tpu"', '"cpu", "cuda", or "auto"'),
        (PIG + "[values]\nlayers = [0]", "each layer must have 1 to 4096 units"),
        (PIG + "[values.population]\nself = 0.0", "one must be greater than 0"),
        ('game = "pig"\nmethod = "values"\nvalues = 3', r"write its settings under \[values\]"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_allowed(text: str, sentence: str) -> None:
    with pytest.raises(BadTraining, match=sentence):
        from_text(text, "mine")


def test_a_table_of_another_method_is_refused(walk: str) -> None:
    with pytest.raises(BadTraining, match=r"has a table \[values\], but its method is counting; leave one out"):
        from_text(walk + "[values]\nrounds = 3", "mine")


def test_the_game_says_what_is_wrong_with_its_options() -> None:
    with pytest.raises(BadOption, match="target must be at least 2"):
        from_text(PIG + "[options]\ntarget = 1", "mine")
    with pytest.raises(UnknownGame):
        from_text('game = "pgi"\nmethod = "values"', "mine")


@pytest.mark.parametrize("change", ["rounds", "=3", "a b=3"])
def test_a_change_names_a_key_and_a_value(change: str) -> None:
    with pytest.raises(BadTraining, match="is no change of a configuration"):
        from_text(PIG, "mine", [change])
