"""The pages tell the truth: their Python examples run, and the table of options has every option."""

import re
from pathlib import Path

import pytest

from magnate.games.monopoly.options import PRESETS, Options
from tools.docs_hooks import on_page_markdown, options_table

ROOT = Path(__file__).parents[2]
WITH_EXAMPLES = ["README.md", "docs/index.md", "docs/agents.md", "docs/rules.md"]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_python_examples_run(page, tmp_path, monkeypatch, capsys):
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks, "a page listed here has at least one example"
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": page})  # noqa: S102 - the example is ours
    assert "Error" not in capsys.readouterr().out


def test_every_option_is_in_the_table():
    table = options_table("monopoly")
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(Options.model_fields)
    assert len({row.count(" | ") for row in rows}) == 1


def test_every_preset_is_described():
    page = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    assert [name for name in PRESETS if f"| `{name}` |" not in page] == []


def test_the_marker_becomes_the_table():
    assert on_page_markdown("a\n\n<!-- options: monopoly -->\n\nb") == f"a\n\n{options_table('monopoly')}\n\nb"
