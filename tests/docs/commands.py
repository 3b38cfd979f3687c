"""What a reader finds on a page to run, in its order: blocks of Python, and command lines in blocks or in the text."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

PART = re.compile(
    r"^ *```(?P<language>\w*)\n(?P<block>.*?)^ *```$(?P<printed>\n\n```text\n.*?^```$)?|(?<!`)`(?P<span>[^`\n]+)`(?!`)",
    re.MULTILINE | re.DOTALL,
)
PROGRAMS = (
    "cp",
    "docker",
    "echo",
    "export",
    "git",
    "magnate",
    "make",
    "mkdir",
    "pip",
    "pytest",
    "python",
    "ray",
    "source",
)
BEGINNING = re.compile(rf"(?:[A-Z_]+=\S+ +)*(?:\.venv/bin/)?(?:{'|'.join(PROGRAMS)}) ")
DATA = ("json", "toml", "tsx", "csv", "mermaid")
PLACEHOLDER = re.compile(r"(^|[ :,/=])(A B|A|B|[A-Z]{2,}|E0,E1|OLD_TREE|WORKTREE-OF-MAIN)(?=[ ,:.]|$)")
NAME = re.compile(r"[a-z-]+")


@dataclass(frozen=True)
class Step:
    """A thing to run."""

    kind: str
    """``python``, ``command`` (a line of a block) or ``span`` (a command in the text)."""
    text: str
    printed: str | None = None
    """What the page says that it prints."""
    fails: bool = False
    """Whether the page shows an error."""


def steps_of(page: str) -> Iterator[Step]:
    """All that is to be run of a page's text; a command that the text names again is not run again."""
    seen = set()
    for step in _parts(page):
        if step.kind != "span" or step.text not in seen:
            seen.add(step.text)
            yield step


def _parts(page: str) -> Iterator[Step]:
    for found in PART.finditer(page):
        if span := found["span"]:
            if is_command(span):
                yield Step("span", span)
        elif found["language"] == "python":
            code = re.sub(r"^ {4}", "", found["block"], flags=re.MULTILINE) if found[0][0] == " " else found["block"]
            printed = found["printed"]
            yield Step("python", code, printed and printed.removeprefix("\n\n```text\n").removesuffix("```"))
        elif found["language"] not in DATA:
            yield from lines_of(found["language"], found["block"])


def lines_of(language: str, block: str) -> Iterator[Step]:
    """The command lines of a block: those after a prompt, or all lines where the first one is a command."""
    lines = [line.strip() for line in re.sub(r"\\\n *", "", block).splitlines()]
    if any(line.startswith("$ ") for line in lines):
        at = [number for number, line in enumerate(lines) if line.startswith("$ ")]
        for this, after in zip(at, [*at[1:], len(lines)], strict=True):
            output = "\n".join(lines_and_indents(block)[this + 1 : after]) if len(at) == 1 else ""
            fails = lines[this + 1 : this + 2] != [] and lines[this + 1].startswith("error:")
            if not lines[this].startswith("$ cat "):
                printed = output if output and not fails and not language else None
                yield Step("command", lines[this].removeprefix("$ "), printed, fails)
    elif language == "sh" or BEGINNING.match(lines[0] + " "):
        for line in lines:
            if command := re.sub(r"(^| +)# .*", "", line):
                yield Step("command", command)


def lines_and_indents(block: str) -> list[str]:
    """The lines of a block as they are shown, but a line that goes on in the next is one."""
    return re.sub(r"\\\n *", "", block).splitlines()


def is_command(span: str) -> bool:
    """Whether code in the text is a command with words of its own, not the name of one or a pattern of it."""
    if not BEGINNING.match(span) or PLACEHOLDER.search(span):
        return False
    words = span.split()
    named = all(map(NAME.fullmatch, words)) and words[0] == "magnate" and len(words) <= (3 if words[1] in GROUPS else 2)
    return not named and words[-1] not in {"--help", "--version"}


GROUPS = ("tournament", "train", "import", "new", "puzzles")
"""Commands with commands of their own."""


def words_of(line: str) -> list[str]:
    """The words of a command line."""
    return shlex.split(line)
