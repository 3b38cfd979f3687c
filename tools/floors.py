"""``python tools/floors.py EXTRA …``: the oldest versions that pyproject.toml allows, as requirements for pip.

Those of the base and of these extras, a line each: ``numpy>=1.26`` becomes ``numpy==1.26``. An extra that names other
extras of ours stands for them. ``make test-floors`` installs them and runs the tests.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def floors(project: dict[str, Any], extras: list[str]) -> list[str]:
    """The requirements, each at its lower bound; what has an exact version keeps it."""
    found = [*project["dependencies"], *(one for extra in extras for one in project["optional-dependencies"][extra])]
    return sorted({re.sub(r">=([^,]+).*", r"==\1", one) for one in found})


if __name__ == "__main__":
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    print("\n".join(floors(project, sys.argv[1:])))
