# Sets PYTHON to the first Python that is new enough and can make environments; sourced by setup.sh and
# lock.sh. Ends the script with a sentence if there is none.

if [ -z "${PYTHON:-}" ]; then
    found=""
    for name in python3 python3.13 python3.12 python3.11 python; do
        command -v "$name" >/dev/null 2>&1 || continue
        version=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { found="$found $name is $version;"; continue; }
        "$name" -c 'import ensurepip, venv' 2>/dev/null || { found="$found $name $version lacks venv;"; continue; }
        PYTHON=$name
        break
    done
fi
if [ -z "${PYTHON:-}" ]; then
    echo "error: magnate needs Python 3.11 or newer with its venv module.${found:+ Found:$found}" >&2
    echo "hint: on Debian or Ubuntu 'apt install python3-venv'; or name one: 'make setup PYTHON=/path/to/python3'" >&2
    exit 1
fi
