"""Settings for every test: bounds checks on, one BLAS thread, a store of its own, the same examples in every run.

They must be set before magnate (and so NumPy and Numba) is imported, hence here and at the top.
"""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile

os.environ["MAGNATE_BOUNDSCHECK"] = "1"
_data = tempfile.mkdtemp(prefix="magnate-tests-")
os.environ["MAGNATE_STORE"] = f"{_data}/store.db"  # no test touches the user's own tournaments
os.environ["MAGNATE_TABLES"] = f"{_data}/tables.db"  # … or tables
os.environ["XDG_DATA_HOME"] = _data  # … or the keys that have no place beside a file
atexit.register(shutil.rmtree, _data, ignore_errors=True)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what is to run on: those we start would too
    signal.signal(signal.SIGINT, signal.default_int_handler)
gc.set_threshold(20_000, 20, 100)  # the thousands of functions that compiling makes are kept: looking finds little
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

from tests.stores import postgres, postgres_server, where  # noqa: E402, F401 - fixtures

settings.register_profile("magnate", deadline=None, derandomize=True)
settings.load_profile("magnate")


@pytest.fixture(scope="module", autouse=True)
def no_game_stays_known():
    """The games that the tests of a file make known are forgotten after it: errors elsewhere would blame them."""
    from magnate.core import registry

    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


@pytest.fixture(scope="session", autouse=True)
def no_spare_process_is_left():
    """The processes that are kept for the next table service end with the tests (see `tests/server/live.py`)."""
    yield
    if live := sys.modules.get("tests.server.live"):
        live.end_spare()
