#!/bin/sh
# Runs the tests with the oldest versions that pyproject.toml allows, in an environment of their own (.venv-floors); what
# the tests themselves need has the versions of constraints.txt. Run by `make test-floors`; arguments go to
# pytest.
set -eu
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 CI=

. tools/python.sh
echo "Making .venv-floors with $("$PYTHON" --version) …"
"$PYTHON" -m venv --clear .venv-floors
.venv/bin/python tools/floors.py envs serve postgres tune >.venv-floors/floors.txt
grep -E '^(pytest|pytest-playwright|hypothesis|choix|jsonschema|httpx2|playwright|axe-playwright-python|hatchling)==' \
    constraints.txt >.venv-floors/tests.txt
.venv-floors/bin/python -m pip install --quiet --requirement .venv-floors/floors.txt --requirement .venv-floors/tests.txt
.venv-floors/bin/python -m pip install --quiet --no-build-isolation --no-deps --editable .
.venv-floors/bin/python tools/compile_kernels.py tests
# Training, Stable-Baselines3, clusters and TensorBoard have exact or recent versions, which `make test` runs.
# Schemathesis needs newer ones. The browser's pages are the same files here, and the docs are run from a wheel.
.venv-floors/bin/python tools/run_tests.py -m "not long" --ignore=tests/learn/ --ignore=tests/models/ \
    --ignore=tests/envs/test_sb3.py --ignore=tests/server/test_schemathesis.py --ignore=tests/arena/test_cluster \
    --ignore=tests/browser/ --ignore=tests/test_webbuild.py --ignore=tests/stored/test_trainings.py --ignore=tests/cli/test_train.py \
    --ignore=tests/docs/ "$@"
if [ $# -eq 0 ]; then # every mcp needs Pydantic 2.12, which is newer than the base's floor: its tests are the last
    .venv-floors/bin/python -m pip install --quiet "$(.venv/bin/python tools/floors.py mcp | grep '^mcp==')"
    .venv-floors/bin/python -m pytest -p tests.ci_plugin -q -m "not long" tests/models/
fi
