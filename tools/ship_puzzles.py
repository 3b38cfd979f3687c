"""Write the puzzles that come with magnate, from files of `magnate puzzles make`.

python tools/ship_puzzles.py monopoly a.jsonl b.jsonl --count 200

Where there are more than enough, the kinds of moves take turns, and of a kind the puzzles with the greatest z come
first. Files of different seeds have different games, so that a game still gives one puzzle at most.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import magnate
from magnate.analysis.puzzles import DECIDED, FOLDER, MADE_OF, Puzzle, read, write


def chosen(found: list[Puzzle], count: int) -> list[Puzzle]:
    """At most so many, of the kinds in turn."""
    kinds: dict[str, list[Puzzle]] = {}
    for one in sorted(found, key=lambda one: (one.z, one.seed)):
        kinds.setdefault(one.kind, []).append(one)
    taken: list[Puzzle] = []
    while len(taken) < count and any(kinds.values()):
        taken += [rest.pop() for _, rest in sorted(kinds.items()) if rest]
    return taken[:count]


def main() -> None:
    """Read, choose, write, and say what there is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MADE_OF))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=200)
    given = parser.parse_args()
    found = [one for file in given.files for one in read(file) if one.game == given.game]
    found = [one for one in found if one.moves[0].share <= DECIDED]
    folder = Path(magnate.__file__).parent / "analysis" / FOLDER
    folder.mkdir(exist_ok=True)
    out = folder / f"{given.game}.jsonl.gz"
    taken = chosen(found, given.count)
    write(taken, out)
    print(f"{len(taken)} of {len(found)} puzzles in {out.name}, {out.stat().st_size:,} bytes")
    for what in ("level", "kind", "players"):
        print(f"  {what}: {dict(sorted(Counter(getattr(one, what) for one in taken).items()))}")


if __name__ == "__main__":
    main()
