# Sets PYTHON to the first Python that is new enough and can make environments; with PYTHON given, only that one
# is tried. Sourced by other scripts, whose arguments stay as they are; ends the script with a sentence if none will do.

# Sets PYTHON to the first of these that will do, or to nothing, and says in `why` what is wrong with each.
first_that_will_do() {
    PYTHON=""
    why=""
    for name in "$@"; do
        if ! version=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null); then
            why="$why $name does not run;"
        elif ! "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            why="$why $name is Python $version;"
        elif ! "$name" -c 'import ensurepip, venv' 2>/dev/null; then
            why="$why $name (Python $version) lacks the module venv;"
        else
            PYTHON=$name
            break
        fi
    done
}

if [ -n "${PYTHON:-}" ]; then
    first_that_will_do "$PYTHON"
else
    first_that_will_do python3 python3.14 python3.13 python3.12 python3.11
fi
if [ -z "$PYTHON" ]; then
    echo "error: magnate needs Python 3.11 or newer with the module venv, but:${why%;}." >&2
    echo "hint: on Debian or Ubuntu 'apt install python3-venv'; to name a Python: 'make setup PYTHON=python3.12'" >&2
    exit 1
fi
