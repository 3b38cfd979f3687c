"""What the wheel holds, and how the pages show their examples; `test_command_lines` follows them."""

import re
import zipfile
from pathlib import Path

import pytest

from tests.docs.reader import PAGES, ROOT
from tools import webbuild
from tools.printed import refreshed

WITH_EXAMPLES = [page for page in PAGES if "```python" in (ROOT / page).read_text(encoding="utf-8")]
COURSE = ("course", "course-monte-carlo", "course-games", "course-monopoly", "commons")
WITH_OUTPUTS = [*(f"understand/{name}" for name in COURSE), "how-to/search", "how-to/strategic-games"]


def test_the_reader_has_the_wheel(reader, folder):
    python = reader.home / "bin/python"
    code = "import magnate, importlib.metadata as m; print(magnate.__file__, m.distribution('magnate')._path)"
    file, about = reader.run(python, "-c", code, folder=folder).split()
    assert Path(file).is_relative_to(reader.home)
    assert Path(about).is_relative_to(reader.home)


def test_the_wheel_contains_the_pages(reader):
    if not webbuild.is_built():
        pytest.skip("the pages are not built: `make web`")
    names = zipfile.ZipFile(reader.wheel).namelist()
    assert "magnate/server/static/index.html" in names
    assert any(name.startswith("magnate/server/static/assets/index-") for name in names)
    assert "magnate/locales/fa/ui.json" in names
    assert not any("node_modules" in name for name in names)


@pytest.mark.parametrize("named", WITH_EXAMPLES)
def test_examples_are_pasted_into_any_session(named):
    text = (ROOT / named).read_text(encoding="utf-8")
    for block in re.findall(r"^ *```python\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        assert not re.search(r"^ *>>> ", block, re.MULTILINE), "a session with prompts cannot be pasted"


@pytest.mark.parametrize("name", WITH_OUTPUTS)
def test_the_page_shows_what_its_examples_print(name):
    text = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    assert text.count("```text\n") > 1 or "\n$ magnate " in text


def test_an_output_is_written_below_its_example():
    page = "```python\nx = 2\n```\n\nText.\n\n```python\nprint(x)\nprint(x + 1)\n```\n\n```text\nold\n```\n\nMore.\n"
    assert refreshed(page) == page.replace("old\n", "2\n3\n")
    assert refreshed(refreshed(page)) == refreshed(page)
