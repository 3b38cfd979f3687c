"""Every rule case that other people's engines are tested by has a test here that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

CASES = {
    "s": [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13],
    "b": [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17],
    "c": [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 23, 24, 25],
    "v": [1, 2, 3, 4, 5, 6, 7, 8, 10, 11],
    "n": [1, 2, 4, 5, 6, 8, 9, 11, 12, 13, 14, 15, 17, 18, 19],
    "l": [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 15],
    "d": [1, 2, 3, 5, 6, 7, 8, 9],
    "e": [1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17],
}
"""Set-up, building, resources, overbuilding, network, selling, development (with loans and scouts), ends."""


def test_every_case_has_its_test():
    texts = [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_cases_*.py")]
    found = {name for text in texts for name in re.findall(r"^def test_([a-z]\d+)_", text, re.MULTILINE)}
    assert found == {f"{part}{number}" for part, numbers in CASES.items() for number in numbers}
