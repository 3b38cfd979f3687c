"""The oldest versions that pyproject.toml allows, as `make test-floors` installs them."""

import subprocess
import tomllib
from pathlib import Path

from tools.floors import floors

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_a_floor_is_the_lower_bound():
    project = {"dependencies": ["a>=1.2,<3", "b==4"], "optional-dependencies": {"more": ["c[x]>=5", "a>=1.2,<3"]}}
    assert floors(project, []) == ["a==1.2", "b==4"]
    assert floors(project, ["more"]) == ["a==1.2", "b==4", "c[x]==5"]


def test_every_dependency_has_a_floor():
    assert [one for one in floors(PROJECT, ["envs", "mcp", "serve", "postgres", "tune"]) if "==" not in one] == []


def test_numba_has_an_upper_bound_since_its_private_classes_are_overridden():
    assert [one for one in PROJECT["dependencies"] if one.startswith("numba") and ",<" in one]


def test_looking_for_a_python_leaves_the_scripts_arguments_as_they_are():
    script = 'set -- "a b" c; . tools/python.sh; printf "%s\\n" "$@"'
    done = subprocess.run(["/bin/sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["a b", "c"]
