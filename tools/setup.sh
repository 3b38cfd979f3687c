#!/bin/sh
# Makes the environment .venv in the checkout, at the versions of constraints.txt, and installs nothing
# anywhere else. Run by `make setup`; running it again mends an environment that is incomplete.
set -eu
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    . tools/python.sh
    echo "Making .venv with $("$PYTHON" --version) …"
    "$PYTHON" -m venv --clear .venv
fi
echo "Installing $(grep -c == constraints.txt) packages at the versions of constraints.txt (6 GB, most of it for torch; some minutes) …"
.venv/bin/python -m pip install --quiet --requirement constraints.txt
# The build tool is among them, so nothing unlocked is fetched to build the editable install.
.venv/bin/python -m pip install --quiet --no-build-isolation --no-deps --editable .
sh tools/browser.sh
echo "Ready: $(.venv/bin/python --version) in .venv"
