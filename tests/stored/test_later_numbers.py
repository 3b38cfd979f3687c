"""A file of a later number is refused, and the error names the numbers that this version reads."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from magnate.arena.tuning.evaluation import Journal
from magnate.core.record_file import parsed
from magnate.errors import BadNetwork, BadRecord, BadSearch, BadTraining, BadTuning, CheckpointMismatch
from magnate.learn.run_dir import Run
from magnate.networks.files import load, packed
from magnate.search import Tree

STORED = Path(__file__).parents[1] / "data/stored"


@pytest.fixture
def run(tmp_path):
    return Path(shutil.copytree(STORED / "trainings-3/deep_q-cut", tmp_path / "run"))


def test_records():
    with pytest.raises(BadRecord, match="file format is 4; this version of magnate reads formats 1 to 3"):
        parsed('{"kind": "magnate.record", "schema": 4}')


def test_networks(tmp_path):
    file = tmp_path / "later.safetensors"
    file.write_bytes(packed({"weight": np.zeros(3, np.float32)}, {"format": "magnate network 2"}))
    with pytest.raises(BadNetwork, match='this version of magnate reads: those say "magnate network 1"'):
        load(file)


def test_checkpoints(run):
    (file,) = run.glob("*.safetensors")
    file.write_bytes(packed({"weight": np.zeros(3, np.float32)}, {"format": "magnate checkpoint 2"}))
    with pytest.raises(CheckpointMismatch, match='this version of magnate reads: those say "magnate checkpoint 1"'):
        Run.open(run).load()


def test_folders_of_a_training(run):
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_text(json.dumps({**about, "format": 2}), encoding="utf-8")
    with pytest.raises(BadTraining, match="has format 2, and this version of magnate reads 1"):
        Run.open(run)


def test_trees():
    with pytest.raises(BadSearch, match="has schema 2, and this version of magnate reads 1"):
        Tree.from_dict({"kind": "search-tree", "schema": 2})


def test_journals(tmp_path):
    with Journal(tmp_path, {"schema": 2}):
        pass
    with (
        pytest.raises(BadTuning, match="has schema 2, and this version of magnate reads 1"),
        Journal(tmp_path, {"schema": 1}, resume=True),
    ):
        pass
