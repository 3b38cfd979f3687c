#!/bin/sh
# Brings a browser into .venv for the tests of the pages, unless the machine has one. Run by setup.sh, where a browser
# that cannot be had is no error: the tests of the pages are skipped then, and say so.
set -eu
cd "$(dirname "$0")/.."

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then
        exit 0
    fi
done
export PLAYWRIGHT_BROWSERS_PATH="$PWD/.venv/browsers" PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=5000
echo "Bringing a browser for the tests of the pages …"
if ! timeout 300 .venv/bin/python -m playwright install --only-shell chromium >.venv/browser.log 2>&1; then
    echo "note: no browser could be fetched (.venv/browser.log); the tests of the pages will be skipped" >&2
fi
