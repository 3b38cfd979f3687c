"""The command line loads Numba without SciPy's linear algebra, and takes it from nobody else."""

import subprocess
import sys

LOADED = """
import sys
from magnate.cli.arguments import load_game
load_game("tictactoe").new().legal()
assert "numba" in sys.modules
assert not any(name.startswith("scipy.linalg") for name in sys.modules)
import scipy.linalg
assert scipy.linalg.norm([3.0, 4.0]) == 5.0
"""


def test_linear_algebra_is_not_loaded_but_can_be():
    subprocess.run([sys.executable, "-c", LOADED], check=True)


def test_where_it_is_loaded_already_it_stays():
    program = f"import scipy.linalg as before\n{LOADED.replace('assert not any', 'assert any')}"
    program += "assert scipy.linalg is before\n"
    subprocess.run([sys.executable, "-c", program], check=True)
