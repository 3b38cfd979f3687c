"""Write the puzzles that come with magnate, from files of `magnate puzzles make`.

python tools/ship_puzzles.py monopoly a.jsonl b.jsonl --count 200 --keep

The kinds of moves take turns, and of a kind the puzzles with the greatest z come first. As many are taken as can be
with a share of ``--of-a-kind`` at most of each kind. Files of different seeds have different games, so that a game
still gives one puzzle at most. With ``--keep`` those that come with magnate already are taken from too.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from pathlib import Path

import magnate
from magnate.analysis.puzzle_maker import DECIDED, OF_A_KIND
from magnate.analysis.puzzles import FOLDER, GAMES, Puzzle, puzzles, read, write


def chosen(found: list[Puzzle], count: int, share: float) -> list[Puzzle]:
    """At most so many, of the kinds in turn, and so few that no kind has more than this share."""
    kinds: dict[str, list[Puzzle]] = {}
    for one in sorted(found, key=lambda one: (one.z, one.seed)):
        kinds.setdefault(one.kind, []).append(one)
    taken: list[Puzzle] = []
    while len(taken) < count and any(kinds.values()):
        taken += [rest.pop() for _, rest in sorted(kinds.items()) if rest]
    easy = [one for one in taken if not one.errs]
    while len(easy) > math.ceil(share * len(taken)):
        taken.remove(easy.pop())
    most = min(count, len(taken))
    while max(Counter(one.kind for one in taken[:most]).values(), default=0) > math.ceil(share * most):
        most -= 1
    return taken[:most]


def main() -> None:
    """Read, choose, write, and say what there is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--of-a-kind", type=float, default=OF_A_KIND, help="the largest share of a kind of moves")
    parser.add_argument("--keep", action="store_true", help="take from the puzzles that are shipped already too")
    given = parser.parse_args()
    found = [*puzzles(given.game)] if given.keep else []
    found += [one for file in given.files for one in read(file) if one.game == given.game]
    found = [one for one in found if one.moves[0].share <= DECIDED]
    found = list({one.seed: one for one in found}.values())  # a game gives one, also where a file has it again
    folder = Path(magnate.__file__).parent / "analysis" / FOLDER
    folder.mkdir(exist_ok=True)
    out = folder / f"{given.game}.jsonl.gz"
    taken = chosen(found, given.count, given.of_a_kind)
    write(taken, out)
    print(f"{len(taken)} of {len(found)} puzzles in {out.name}, {out.stat().st_size:,} bytes")
    for what in ("level", "kind", "players"):
        print(f"  {what}: {dict(sorted(Counter(getattr(one, what) for one in taken).items()))}")


if __name__ == "__main__":
    main()
