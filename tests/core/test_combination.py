"""The folder of compiled kernels: what enters its name, where it lies, and how many are kept."""

import os
import time
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from magnate.runtime import cache


def test_the_combination_follows_the_sources(tmp_path, monkeypatch):
    fresh = cache.combination.__wrapped__
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path)
    names = {fresh()}
    for part in ("core", "games/monopoly", "agents", "search"):
        folder = tmp_path / part
        folder.mkdir(parents=True)
        (folder / "a.py").write_text("x = 1\n")
        names.add(fresh())
        (folder / "a.py").write_text("x = 2\n")
        names.add(fresh())
    assert len(names) == 9
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "a.py").write_text("x = 1\n")
    assert fresh() in names


@pytest.fixture
def named(tmp_path, monkeypatch):
    """Names the combination anew; of a package without sources, which is quick."""
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path)
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        monkeypatch.delenv(name)
    return cache.combination.__wrapped__


@pytest.mark.parametrize(
    ("where", "name"),
    [(cache, "version"), (cache.platform, "python_version"), (cache.platform, "machine"), (llvm, "get_host_cpu_name")],
)
def test_the_combination_follows_versions_and_processor(named, monkeypatch, where, name):
    before = named()
    assert named() == before
    monkeypatch.setattr(where, name, lambda *_arguments: "another")
    assert named() != before


def test_the_combination_follows_what_the_processor_can_do(named, monkeypatch):
    before, features = named(), llvm.get_host_cpu_features()
    features["magnate"] = True
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: features)
    assert named() != before


def test_the_combination_follows_the_flags_of_the_compiler(named, monkeypatch):
    names = {named()}
    monkeypatch.setattr(cache, "BOUNDSCHECK", not cache.BOUNDSCHECK)
    names.add(named())
    for name, value in (("NUMBA_OPT", "1"), ("NUMBA_OPT", "2"), ("NUMBA_CPU_NAME", "generic")):
        monkeypatch.setenv(name, value)
        names.add(named())
    assert len(names) == 5
    for name in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"):  # which change nothing that is compiled
        monkeypatch.setenv(name, "2")
        assert named() in names


def test_the_three_newest_combinations_are_kept(tmp_path):
    now = time.time()
    names = [f"{n:020x}" for n in range(6)]
    for age, name in enumerate(names):
        (tmp_path / name / "inside").mkdir(parents=True)
        os.utime(tmp_path / name, (now - age * 60, now - age * 60))
    (tmp_path / "something else").mkdir()
    cache.prune(tmp_path, keep=names[4])
    assert sorted(path.name for path in tmp_path.iterdir()) == [names[0], names[1], names[4], "something else"]


def test_the_root_is_the_users_cache_folder(monkeypatch):
    monkeypatch.setenv("MAGNATE_CACHE", "~/kernels")
    assert cache.root() == Path.home() / "kernels"
    monkeypatch.delenv("MAGNATE_CACHE")
    assert cache.root().parts[-2:] == ("magnate", "kernels")
