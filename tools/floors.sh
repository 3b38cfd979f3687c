#!/bin/sh
# sh tools/floors.sh lowest|newest [ARGUMENTS]: runs the tests with the oldest versions that pyproject.toml allows, or with
# the newest, in an environment of their own (.venv-floors, .venv-newest). With the oldest, what the tests themselves need has
# the versions of constraints.txt. Run by `make test-floors` and `make test-newest`; arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 CI=
which=$1
shift
all=$# # 0: no arguments, so all of the tests

. tools/python.sh
case $which in
lowest) venv=.venv-floors ;;
newest) venv=.venv-newest ;;
*) echo "error: lowest or newest, not $which" >&2 && exit 2 ;;
esac
echo "Making $venv with $("$PYTHON" --version) …"
"$PYTHON" -m venv --clear "$venv"
if [ "$which" = lowest ]; then
    .venv/bin/python tools/floors.py envs serve postgres tune >$venv/versions.txt
    grep -E '^(pytest|pytest-playwright|hypothesis|choix|jsonschema|httpx2|playwright|axe-playwright-python|hatchling)==' \
        constraints.txt >>$venv/versions.txt
    $venv/bin/python -m pip install --quiet --requirement $venv/versions.txt
    $venv/bin/python -m pip install --quiet --no-build-isolation --no-deps --editable .
    # Schemathesis needs newer versions. Every mcp needs Pydantic 2.12, newer than the base's floor: its tests are the last.
    set -- --ignore=tests/models/ --ignore=tests/server/test_schemathesis.py "$@"
else
    $venv/bin/python -m pip install --quiet hatchling
    $venv/bin/python -m pip install --quiet --no-build-isolation --editable '.[envs,mcp,postgres,serve,test,tune]'
    $venv/bin/python -m pip list
fi
$venv/bin/python tools/compile_kernels.py tests
# Training, Stable-Baselines3, clusters and TensorBoard have exact or recent versions, which `make test` runs. The browser's
# pages are the same files here, and the docs are run from a wheel.
$venv/bin/python tools/run_tests.py -m "not long" --ignore=tests/learn/ \
    --ignore=tests/envs/test_sb3.py --ignore=tests/arena/test_cluster \
    --ignore=tests/browser/ --ignore=tests/test_webbuild.py --ignore=tests/stored/test_trainings.py --ignore=tests/cli/test_train.py \
    --ignore=tests/docs/ "$@"
if [ "$which" = lowest ] && [ "$all" -eq 0 ]; then
    $venv/bin/python -m pip install --quiet "$(.venv/bin/python tools/floors.py mcp | grep '^mcp==')"
    $venv/bin/python -m pytest -p tests.ci_plugin -q -m "not long" tests/models/
fi
