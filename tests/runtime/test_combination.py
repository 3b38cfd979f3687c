"""The folders of compiled kernels: what enters their names, where they lie, and how many are kept."""

import ast
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import magnate
from magnate.agents.learned.agent import training_guide
from magnate.core.contract import rules_of
from magnate.core.loader import kernel
from magnate.core.registry import game_module
from magnate.games import pig
from magnate.runtime import cache
from magnate.runtime.interpreter import interpret
from magnate.values.schema import schema_for
from tests.games.monopoly import ledger
from tests.test_imports import MODULES


@pytest.fixture
def named(monkeypatch):
    """Names the combination anew."""
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


# ---------------------------------------------------------------------------------------- The sources of a kernel

PACKAGE = Path(magnate.__file__).parent
GAME = ("core/drivers.py", "games/monopoly/rules.py", "agents/monopoly/guide.py")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package."""
    copy = tmp_path_factory.mktemp("copy") / "magnate"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "locales", "weights"))
    return copy


@pytest.fixture
def tree(copy, monkeypatch):
    """The copy, in the place of the package."""
    monkeypatch.setattr(cache, "_PACKAGE", copy)
    return copy


@contextmanager
def rewritten(file: Path, text: str) -> Iterator[None]:
    """A file with another text."""
    before = file.read_text()
    assert text != before
    file.write_text(text)
    yield
    file.write_text(before)


def versions(tree: Path, *files: str) -> dict[str, str]:
    """The sources that kernels in these files depend on, with their contents in short, as a new process finds them."""
    for cached in (cache._source, cache._module_file, cache._data_in):
        cached.cache_clear()
    found = cache.sources(str(tree / file) for file in (*files, *cache._BINDING))
    return {Path(name).relative_to(tree).as_posix(): source.digest for name, source in found.items()}


@pytest.mark.parametrize(
    "changed",
    [
        "core/binding.py",
        "core/contract.py",
        "core/drivers.py",
        "core/loader.py",
        "core/rule_defaults.py",
        "core/uniform.py",
        "runtime/dispatch.py",
        "runtime/layout.py",
        "runtime/primitives.py",
        "runtime/stream.py",
        "games/monopoly/board.py",
        "games/monopoly/data.json",
        "games/monopoly/past_offers.py",
        "games/monopoly/trade.py",
        "agents/monopoly/offers.py",
        "agents/monopoly/strategic.py",
        "networks/inference.py",
        "values/afterstates.py",
    ],
)
def test_a_change_of_what_a_kernel_depends_on_changes_its_version(tree, changed):
    before = versions(tree, *GAME)
    with rewritten(tree / changed, (tree / changed).read_text() + "\nANOTHER = 1\n"):
        assert versions(tree, *GAME) != before


@pytest.mark.parametrize(
    "changed",
    [
        "__init__.py",
        "agents/monopoly/__init__.py",
        "agents/monopoly/deep_q/choosing.py",
        "agents/monopoly/views.py",
        "core/game.py",
        "core/record.py",
        "core/wording.py",
        "games/monopoly/__init__.py",
        "games/monopoly/text.py",
        "games/monopoly/setup_model.py",
        "games/pig.py",
        "learn/training.py",
        "search/mcts.py",
        "server/app.py",
    ],
)
def test_a_change_of_anything_else_does_not(tree, changed):
    before = versions(tree, *GAME)
    with rewritten(tree / changed, (tree / changed).read_text() + "\nANOTHER = 1\n"):
        assert versions(tree, *GAME) == before


def test_a_search_depends_on_its_own_files(tree):
    assert "search/mcts_tree.py" in versions(tree, "search/mcts.py")
    assert "search/mcts.py" not in versions(tree, "search/ismcts.py")


def test_kernels_named_by_strings_count(tree):
    found = versions(tree, "learn/selfplay_kernel.py")
    assert {"agents/learned/playing.py", "values/afterstates.py"} <= set(found)
    assert "agents/monopoly/offers.py" in versions(tree, "agents/monopoly/guide.py")  # its PLANS


def test_no_import_is_overlooked():
    """Of any file of magnate, but for those for typing."""
    paths = {f"magnate.{name}" if name else "magnate": path for name, path in MODULES.items()}
    for name, path in paths.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        needed = {str(paths[one]) for one in imported(ast.parse(path.read_text()).body, package) if one in paths}
        assert needed <= {*cache._source(str(path)).needs, str(path)}, name


def imported(body: list[ast.stmt], package: str) -> set[str]:
    """The modules that statements import; of what is imported from a package both its parts and itself."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found |= imported(node.orelse, package)
            continue
        for inside in ast.walk(node):
            if isinstance(inside, ast.Import):
                found |= {one.name for one in inside.names}
            elif isinstance(inside, ast.ImportFrom):
                above = package.rsplit(".", inside.level - 1)[0] if inside.level else ""
                origin = ".".join(filter(None, [above, inside.module]))
                for one in inside.names:
                    part = f"{origin}.{one.name}".removeprefix("magnate.").replace(".", "/")
                    below = any((PACKAGE / end).is_file() for end in (f"{part}.py", f"{part}/__init__.py"))
                    found.add(f"{origin}.{one.name}" if below else origin)
    return found


@pytest.mark.parametrize(
    "line",
    [
        "from magnate.games import pig",
        "from magnate.games import (\n    kuhn,  # (another)\n    pig as other,\n)",
        "from magnate.games.pig import TARGET, step",
        "import magnate.games.pig",
        "import os, magnate.games.pig as pig",
        "def load():\n    from magnate.games import pig",
        "if True: import magnate.games.pig",
        "import os; import magnate.games.pig",
        "from magnate.games import \\\n    pig",
        "from . import near",
        "from .near import X",
        "from ..game.near import X",
        "import near",
        "from game import near",
        "from game.near import X",
    ],
)
def test_every_way_to_import_counts_in_a_game_outside(tmp_path, line):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "__init__.py").touch()
    (tmp_path / "game" / "near.py").write_text("from magnate.games import pig\n")
    (tmp_path / "game" / "rules.py").write_text(f"{line}\n")
    assert pig.__file__ in cache.sources([str(tmp_path / "game" / "rules.py")])


@pytest.mark.parametrize(
    "line",
    [
        "from __future__ import annotations\nif TYPE_CHECKING:\n    from magnate.games import pig\n\nX = 1",
        '"""Doctest.\n\n>>> from magnate.games import pig\n"""',
        "# from magnate.games import pig",
    ],
)
def test_typing_and_examples_do_not(tmp_path, line):
    (tmp_path / "rules.py").write_text(f"{line}\n")
    assert pig.__file__ not in cache.sources([str(tmp_path / "rules.py")])


def test_another_default_of_a_parameter_changes_no_version(tree):
    file = tree / "agents/monopoly/parameters.py"
    before, text = versions(tree, *GAME), file.read_text()
    with rewritten(file, text.replace('_param("value_ratio", 1.2', '_param("value_ratio", 1.3')):
        assert versions(tree, *GAME) == before
    with rewritten(file, text.replace("DICE_COST = 29", "DICE_COST = 30")):
        assert versions(tree, *GAME) != before


def is_python(node):
    """Whether a statement of a module is a class or a function that is not compiled."""
    if isinstance(node, ast.FunctionDef):
        return not {ast.unparse(one).partition("(")[0] for one in node.decorator_list} & {"rule", "entry", "shared"}
    return isinstance(node, ast.ClassDef)


def test_no_compiled_code_uses_what_is_python_only():
    places = {name: path for name, path in MODULES.items() if "\n# Python only" in path.read_text()}
    assert set(places) == {"agents.brass.parameters", "agents.monopoly.parameters", "messages"}
    for name, path in places.items():
        text = path.read_text()
        above = ast.parse(text.partition("\n# Python only")[0])
        known = {node.id for node in ast.walk(above) if isinstance(node, ast.Name)}
        package, _, own = name.rpartition(".")
        for other, users in MODULES.items():
            code = users.read_text()
            if (
                other == name
                or not other.startswith(package)
                or not re.search(r"^@(rule|entry|shared)$", code, re.MULTILINE)
            ):
                continue
            tree = ast.parse(code)
            imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == own]
            used = {one.name for node in imported for one in node.names}
            if name == "messages":  # its users say things in functions that are not compiled
                compiled = [node for node in tree.body if not is_python(node)]
                used &= {one.id for node in compiled for one in ast.walk(node) if isinstance(one, ast.Name)}
            assert used | set(re.findall(rf"\b{own}\.(\w+)", code)) <= known, other


def test_rules_and_guides_that_are_put_together_depend_on_their_parts():
    guide = training_guide(magnate.load("monopoly"), schema_for("monopoly", "general"))
    assert guide is not None
    found = cache.sources(cache._files_of(guide))
    for part in (*GAME[2:], "values/monopoly/general.py", "agents/monopoly/offers.py"):
        assert str(PACKAGE / part) in found
    found = cache.sources(cache._files_of(ledger.rules))
    for file in (PACKAGE / "games/monopoly/trade.py", Path(ledger.__file__)):
        assert str(file) in found


@pytest.mark.parametrize("name", ["pig", "connect_four", "monopoly"])
def test_the_files_of_libraries_do_not_count(name):
    found = cache.sources(cache._files_of(rules_of(game_module(name))))
    assert str(PACKAGE / "runtime/compiler.py") in found
    assert all(Path(file).is_relative_to(PACKAGE) for file in found)


def test_what_has_changed_since_the_process_began_is_not_kept(tmp_path, monkeypatch):
    file = tmp_path / "kernel.py"
    file.write_text("X = 1\n")
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(cache, "_BEGUN", time.time() + 60)
    kept = cache.kernel_folder("pig", file, [pig])
    assert kept is not None
    assert kept.is_dir()
    assert cache.kernel_folder("pig", file, [pig]) == kept
    assert cache.kernel_folder("pig", file, [interpret(pig.__name__)]) == kept  # the same files
    os.utime(file, (time.time() + 120, time.time() + 120))
    assert cache.kernel_folder("pig", file, [pig]) is None


def test_typed_in_code_is_not_kept():
    namespace: dict = {"__name__": "typed_in"}
    exec("def entry(): pass", namespace)  # noqa: S102 - as a notebook does
    assert cache.entry_folder(namespace["entry"]) is None


def test_each_kernel_has_a_folder_of_its_own():
    drivers, inspecting = (kernel(name, pig) for name in ("drivers", "position_kernel"))
    folders = {Path(one._cache.cache_path).parent for one in (drivers.play, inspecting.inspect)}
    assert {one.name for one in folders} == {"pig.core.drivers", "pig.core.position_kernel"}
