"""Files of networks: what was saved is read, and all else is refused in a sentence."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load as tensors_of
from safetensors.numpy import save as packed

import magnate
from magnate.errors import BadNetwork, SaveFailed
from magnate.networks import Network
from magnate.networks.files import FORMAT, About, load, save

ABOUT = About("pig", "features", "abc", "def", made_by="these tests")
NETWORK = Network.new([10, 7, 2], seed=3)
SIZES = json.dumps({"value": [10, 7, 2]})


@pytest.fixture
def file(tmp_path):
    return save(tmp_path / "pig.safetensors", NETWORK, ABOUT)


def refused(file, says):
    with pytest.raises(BadNetwork, match=says) as found:
        load(file)
    assert str(file) in found.value.message
    assert found.value.hint


def rewrite(file, change, **told):
    """The file with its tensors changed, and these metadata (None: without)."""
    tensors = {name: tensor.copy() for name, tensor in tensors_of(file.read_bytes()).items()}
    change(tensors)
    about = {"format": FORMAT, "sizes": SIZES, **ABOUT.metadata, **told}
    file.write_bytes(packed(tensors, {name: text for name, text in about.items() if text is not None}))


def test_what_is_saved_is_read(file):
    found = load(file)
    assert found.about == ABOUT
    assert found.about.kind == "win shares"
    assert found.network.digest == NETWORK.digest
    assert [bias.tobytes() for bias in found.network.biases] == [bias.tobytes() for bias in NETWORK.biases]
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_a_file_may_hold_several(tmp_path):
    several = {"buy": NETWORK, "build": Network.new([10, 8], seed=1)}
    found = load(save(tmp_path / "several.safetensors", several, ABOUT))
    assert {name: one.digest for name, one in found.networks.items()} == {
        name: one.digest for name, one in several.items()
    }
    with pytest.raises(BadNetwork, match="holds 2 networks: buy, build; name a file with one network"):
        _ = found.network


def test_the_network_to_decide_by_may_have_others_beside_it(tmp_path):
    other = Network.new(NETWORK.sizes, seed=7)
    found = load(save(tmp_path / "two.safetensors", {"told": other, "value": NETWORK}, ABOUT))
    assert found.network.digest == NETWORK.digest
    assert found.networks["told"].digest == other.digest


def test_an_old_file_stays_where_a_new_one_cannot_be_written(file):
    file.with_name(f"{file.name}.part").mkdir()
    with pytest.raises(SaveFailed, match=r"cannot write .*pig\.safetensors: .*; give a file in a folder that exists"):
        save(file, Network.new([10, 2], seed=1), ABOUT)
    assert load(file).network.digest == NETWORK.digest


def test_a_file_that_is_not_there(tmp_path):
    refused(tmp_path / "none.safetensors", "cannot be read: No such file or directory")
    refused(tmp_path, "cannot be read: Is a directory")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 pickled things", b"\x80\x04\x95" + 100 * b"a", b"\xff" * 64])
def test_what_is_no_safetensors_file(file, content):
    file.write_bytes(content)
    refused(file, "is no safetensors file, or is damaged: ")


@pytest.mark.parametrize("kept", [4, 8, 60, 400, -1])
def test_a_file_that_was_cut_short(file, kept):
    file.write_bytes(file.read_bytes()[:kept])
    refused(file, "is no safetensors file, or is damaged: ")


def test_a_bit_that_flips_is_noticed(tmp_path):
    """Wherever it is: the file is refused, or what is read is what was written."""
    small = Network.new([2, 2], seed=1)
    about = replace(ABOUT, outputs={"value": ("roll", "hold")}, actions=("roll", "hold"))
    file = save(tmp_path / "small.safetensors", small, about)
    content = file.read_bytes()
    header = range(8 + int.from_bytes(content[:8], "little"))
    numbers = range(len(header), len(content))
    unnoticed = []
    for place, bit in [*((one, one % 8) for one in header), *itertools.product(numbers, range(8))]:
        damaged = bytearray(content)
        damaged[place] ^= 1 << bit
        file.write_bytes(damaged)
        try:
            found = load(file)
        except BadNetwork:
            continue
        unnoticed.append(place)
        assert (found.about, found.network.digest) == (about, small.digest)
    assert not {*unnoticed} & {*numbers}


def test_a_checksum_is_told_apart_from_other_faults(file):
    content = bytearray(file.read_bytes())
    content[-3] ^= 4
    file.write_bytes(content)
    refused(file, "is damaged: its checksum is not that of its content")


def test_a_file_without_a_checksum_is_read(file):
    """As earlier versions wrote it."""
    rewrite(file, lambda _: None)
    assert "checksum" not in about_of(file)
    assert load(file).network.digest == NETWORK.digest
    rewrite(file, lambda _: None, checksum="0" * 32)
    refused(file, "its checksum is not that of its content")


def test_the_networks_that_come_with_magnate_have_checksums():
    shipped = sorted(Path(magnate.__file__).parent.rglob("*.safetensors"))
    assert len(shipped) >= 8
    for file in shipped:
        assert "checksum" in about_of(file), file
        load(file)


def about_of(file):
    with safe_open(file, "numpy") as opened:
        return opened.metadata()


def test_a_safetensors_file_of_others(file):
    file.write_bytes(packed({"weight": np.zeros(3, np.float32)}))
    refused(file, "is a safetensors file, but no network that this version of magnate reads")
    rewrite(file, lambda _: None, format="magnate network 2")
    refused(file, "no network that this version of magnate reads")


@pytest.mark.parametrize("name", ["game", "kind", "inputs", "inputs_hash", "rules_hash", "made_by", "sizes"])
def test_a_file_that_does_not_say_what_it_is(file, name):
    rewrite(file, lambda _: None, **{name: None})
    refused(file, f"does not say what its networks are: {name} is missing")


@pytest.mark.parametrize(
    "sizes", ["", "[10, 2]", "{}", '{"value": [10]}', '{"value": [10, 0, 2]}', '{"value": "10,2"}']
)
def test_sizes_that_are_none(file, sizes):
    rewrite(file, lambda _: None, sizes=sizes)
    refused(file, "sizes is missing")


def set_first(tensors, number):
    tensors["value.weights.1"][0, 0] = number


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda all_: all_.pop("value.biases.1"), r"value\.biases\.1 is missing, .* of the sizes \[10, 7, 2\] has"),
        (lambda all_: all_.update(more=np.zeros(1, np.float32)), "holds more than its networks: more"),
        (lambda all_: all_.update({"value.weights.0": np.zeros((7, 10), np.float32)}),
         r"value\.weights\.0 is float32 of the shape \(7, 10\), which .* has as float32 of \(10, 7\)"),
        (lambda all_: all_.update({"value.biases.0": np.zeros(7)}), r"value\.biases\.0 is float64 of the shape \(7,\)"),
        (lambda all_: set_first(all_, np.nan), "layer 1 of the network has weights that are not finite"),
        (lambda all_: set_first(all_, np.inf), "layer 1 of the network has weights that are not finite"),
    ],
)  # fmt: skip
def test_networks_that_are_not_as_they_say(file, change, says):
    rewrite(file, change)
    refused(file, says)


def test_other_sizes_than_it_says(file):
    rewrite(file, lambda _: None, sizes=json.dumps({"value": [10, 8, 2]}))
    refused(file, r"value\.weights\.0 is float32 of the shape \(10, 7\)")


def test_names_of_outputs_and_actions_are_kept(tmp_path):
    about = replace(ABOUT, outputs={"value": ("roll", "hold")}, actions=("roll", "hold"))
    assert load(save(tmp_path / "named.safetensors", NETWORK, about)).about == about


@pytest.mark.parametrize("key", ["outputs", "actions"])
@pytest.mark.parametrize("text", ["{", "3", '"roll"', '{"value": "roll"}', '{"value": [1, 2]}', '["roll", "roll"]'])
def test_names_that_are_none(file, key, text):
    rewrite(file, lambda _: None, **{key: text})
    refused(file, "does not say by which names its outputs are known: ")


@pytest.mark.parametrize("names", ['{"value": ["a", "b", "c"]}', '{"other": ["a"]}'])
def test_names_of_outputs_that_it_does_not_have(file, names):
    rewrite(file, lambda _: None, outputs=names)
    refused(file, "names outputs of (value|other) that it does not have")


def test_the_same_networks_make_the_same_bytes_in_every_process(tmp_path):
    import subprocess
    import sys

    code = (
        "import sys; from magnate.networks import Network; from magnate.networks.files import About, save; "
        "save(sys.argv[1], Network.new([10, 16, 2], seed=1), About('pig', 'features', 'a', 'b', made_by='é'))"
    )
    found = set()
    for number in range(4):
        file = tmp_path / f"{number}.safetensors"
        subprocess.run([sys.executable, "-c", code, str(file)], check=True)
        found.add(file.read_bytes())
        assert load(file).about.made_by == "é"
    assert len(found) == 1
