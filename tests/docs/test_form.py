"""The pages are short, their sentences too, and every link leads to a heading that exists."""

import re
from pathlib import Path

import pytest

from tools.docs_hooks import LAYERS, MERGED, moved, on_page_markdown

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(page for page in DOCS.rglob("*.md") if page.parent.name != "notebooks")]
LAYERED = [page for page in PAGES if page.parent.name in {"start", *LAYERS} or page.parent == DOCS]
MOST_WORDS = 3000
MOST_WORDS_TOGETHER = 55_000
MOST_WORDS_OF = {
    "index": 300,
    "start/play-and-review": 1_500,
    "start/teach-a-lesson": 1_400,
    "start/train-an-agent": 900,
    "how-to/add-a-game": 1_000,
    "how-to/environments": 1_000,
    "how-to/language-models": 1_300,
    "how-to/learners": 600,
    "how-to/packages": 600,
    "how-to/review-a-game": 700,
    "how-to/search": 1_200,
    "how-to/search-trees": 800,
    "how-to/serve": 1_300,
    "how-to/strategic-games": 1_000,
    "how-to/tournament-report": 1_000,
    "how-to/tournaments": 1_500,
    "how-to/train": 1_500,
    "how-to/tuning": 900,
    "reference/agent-list": 2_000,
    "reference/brass": 1_400,
    "reference/equilibria": 1_000,
    "reference/formats": 500,
    "reference/rules": 3_000,
    "reference/search-agents": 1_600,
    "reference/small-games": 800,
    "studies/agents-game": 700,
    "studies/brass-strength": 800,
    "studies/deep-q": 1_800,
    "studies/network-trades": 800,
    "studies/other-libraries": 500,
    "studies/our-agent": 1_900,
    "studies/ppo": 1_100,
    "studies/thesis-reproduced": 1_300,
    "studies/tuning-results": 600,
    "understand/architecture": 2_500,
    "understand/fair-comparison": 1_200,
    "understand/performance": 900,
}
"""What single pages may have; where nothing is said, the common limit."""
MEAN_WORDS = 17
LONGEST = 30
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*[-*]\s+|\n\s*\d+\.\s+|\n\s*\n")


def name_of(page):
    return page.relative_to(DOCS if page.is_relative_to(DOCS) else ROOT).with_suffix("").as_posix()


def prose(page):
    """The text of a page without code, tables, headings, pictures and markers."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"^\s*(\||#|!\[|<!--|:::).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "code", text))


@pytest.mark.parametrize("page", LAYERED, ids=name_of)
def test_a_page_and_its_sentences_are_short(page):
    assert len(page.read_text(encoding="utf-8").split()) <= MOST_WORDS
    lengths = [len(one.split()) for one in SENTENCE.split(prose(page)) if len(one.split()) > 2]
    assert max(lengths) <= LONGEST, next(one for one in SENTENCE.split(prose(page)) if len(one.split()) > LONGEST)
    assert sum(lengths) / len(lengths) <= MEAN_WORDS


def words_of(page):
    """How many words a page has: what has a letter, outside of blocks of code and of what is made from the program."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return sum(any(map(str.isalpha, word)) for word in text.split())


def test_the_pages_are_short_together():
    counts = {name_of(page): words_of(page) for page in LAYERED}
    assert {name: counts[name] for name, most in MOST_WORDS_OF.items() if counts[name] > most} == {}
    assert sum(counts.values()) <= MOST_WORDS_TOGETHER


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def anchors(page):
    """The anchors of a page's headings, as mkdocs makes them."""
    headings = HEADING.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL))
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", one).lower() for one in headings]
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", one.replace("`", "")).strip()) for one in plain}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in LINK.findall(text):
        target, _, anchor = link.partition("#")
        if "://" in target:
            continue
        found = page.parent / target if target else page
        assert found.exists(), link
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), link


def test_every_page_is_in_the_menu():
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [one for one in DOCS.rglob("*.md") if f": {one.relative_to(DOCS).as_posix()}\n" not in menu] == []


def test_old_addresses_lead_to_pages():
    found = moved(DOCS)
    assert set(MERGED) <= set(found)
    assert found["rules"] == "reference/rules"
    assert [new for new in found.values() if not (DOCS / f"{new}.md").is_file()] == []


@pytest.mark.parametrize(
    ("marker", "first"),
    [
        ("agents: brass", "| agent | what it does | configurations |"),
        ("players", "| game | agents | searches |"),
        ("parameters: monopoly strategic", "| setting | means | values | by default |"),
        ("parameters: kuhn ismcts", "| setting | means | values | by default |"),
        ("configurations: monopoly strategic", "| configuration | character | changes |"),
        ("searches: alphabeta maxn", "| option | of | means | values | by default |"),
        ("training: values", "| key | by default | means |"),
        ("commands", "## magnate play"),
    ],
)
def test_a_marker_becomes_a_table(marker, first):
    lines = on_page_markdown(f"<!-- {marker} -->").splitlines()
    assert lines[0] == first
    assert len(lines) > 3
