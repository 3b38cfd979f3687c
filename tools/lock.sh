#!/bin/sh
# Renews constraints.txt: installs what pyproject.toml asks for (the extra `dev`) into a fresh environment
# and writes down the versions that came. Run by `make lock`.
set -eu
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

. tools/python.sh
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
echo "Resolving in a fresh environment with $("$PYTHON" --version) …"
"$PYTHON" -m venv "$fresh"
"$fresh/bin/python" -m pip install --quiet --editable '.[dev]'
{
    grep '^#' constraints.txt
    "$fresh/bin/python" -m pip freeze --exclude-editable
} >"$fresh/constraints.txt"
cp "$fresh/constraints.txt" constraints.txt
echo "constraints.txt has $(grep -c == constraints.txt) packages."
