import json

import pytest

from magnate.cli import console
from magnate.cli.main import run


@pytest.fixture
def magnate(capsys, monkeypatch, tmp_path):
    """Run the command line in this process: `magnate("games", "--json")` has `code`, `out`, `err` and `json`."""
    monkeypatch.delenv("MAGNATE_DEBUG", raising=False)
    monkeypatch.delenv("MAGNATE_LANG", raising=False)
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("MAGNATE_STORE", str(tmp_path / "store.db"))

    class Done:
        def __init__(self, *words, stdin=""):
            import io

            console.stdout.cache_clear()
            console.stderr.cache_clear()
            monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
            self.code = run([str(word) for word in words])
            self.out, self.err = capsys.readouterr()

        @property
        def json(self):
            return json.loads(self.out)

    return Done
