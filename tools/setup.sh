#!/bin/sh
# Makes the environment .venv in the checkout, at the versions of constraints.txt, and installs nothing
# anywhere else. Run by `make setup`; running it again mends an environment that is incomplete. Torch and what needs it
# are left out: on Linux they bring 5 GB of CUDA. `sh tools/setup.sh full` brings them too, for training and the tests.
set -eu
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    . tools/python.sh
    echo "Making .venv with $("$PYTHON" --version) …"
    "$PYTHON" -m venv --clear .venv
fi
wanted=.venv/wanted.txt
if [ "${1:-}" = full ]; then
    note="with torch: with CUDA 6 GB, some minutes"
    cp constraints.txt "$wanted"
else
    note="without torch; some minutes"
    grep -vE '^(torch|stable_baselines3|sb3_contrib)==' constraints.txt >"$wanted"
fi
echo "Installing $(grep -c == "$wanted") packages at the versions of constraints.txt ($note) …"
.venv/bin/python -m pip install --quiet --requirement "$wanted"
# The build tool is among them, so nothing unlocked is fetched to build the editable install.
.venv/bin/python -m pip install --quiet --no-build-isolation --no-deps --editable .
sh tools/browser.sh
echo "Ready: $(.venv/bin/python --version) in .venv"
