"""The CI plugin: skipped and expectedly failing tests fail the run in CI, and only there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PASSES = "def test_a():\n    pass\n"
CASES = {
    "a program that is missing": "from tests.ci_plugin import not_installed\n\ndef test_b():\n"
    "    not_installed('browser', 'Chromium')\n",
    "skip": "import pytest\n\n@pytest.mark.skip(reason='why')\ndef test_b():\n    pass\n",
    "skip in the body": "import pytest\n\ndef test_b():\n    pytest.skip('why')\n",
    "skip of a whole file": "import pytest\n\npytest.skip('why', allow_module_level=True)\n",
    "expected failure": "import pytest\n\n@pytest.mark.xfail\ndef test_b():\n    assert False\n",
}


def run_pytest(folder: Path, source: str, ci: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_one.py").write_text(PASSES)
    (folder / "test_two.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-p", "tests.ci_plugin", "--rootdir", str(folder), str(folder)]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the other plugins take seconds to import
    environment = {**os.environ, **alone, "CI": ci, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("case", CASES)
def test_a_test_that_did_not_run_fails_in_ci(case, tmp_path):
    result = run_pytest(tmp_path, CASES[case], ci="true")
    assert result.returncode == pytest.ExitCode.TESTS_FAILED
    assert "skipped tests are failures in CI" in result.stdout
    assert "not run: test_two.py" in result.stdout


@pytest.mark.parametrize("case", CASES)
def test_elsewhere_it_does_not(case, tmp_path):
    assert run_pytest(tmp_path, CASES[case], ci="").returncode == pytest.ExitCode.OK


def test_the_summary_says_what_to_install(tmp_path):
    source = (
        "import pytest\nfrom tests.ci_plugin import not_installed\n\n@pytest.fixture(scope='module')\ndef browser():\n"
        "    not_installed('browser', 'Chromium')\n\n@pytest.mark.parametrize('n', [1, 2, 3])\n"
        "def test_b(n, browser):\n    pass\n"
    )
    output = run_pytest(tmp_path, source, ci="").stdout
    assert "3 tests were skipped: there is no browser here; install Chromium\n" in output
    assert "tests were skipped" not in run_pytest(tmp_path, CASES["skip"], ci="").stdout


def test_a_run_without_skips_passes_in_ci(tmp_path):
    assert run_pytest(tmp_path, PASSES, ci="true").returncode == pytest.ExitCode.OK
