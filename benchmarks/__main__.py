"""``python -m benchmarks [PART …] [--seconds S] [--json FILE]``: measure and print tables.

``python -m benchmarks compare OLD_TREE`` measures this tree beside another one (:mod:`.compare`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from . import (
    USUAL,
    brass,
    brass_play,
    choosing,
    clone,
    compare,
    depth_first,
    envs,
    face,
    gpu,
    networks,
    offers,
    others,
    page,
    players,
    rollouts,
    search,
    server,
    startup,
    store,
    throughput,
)

PARTS = {
    "throughput": throughput.main,
    "brass": brass.main,
    "brass_play": brass_play.main,
    "clone": clone.main,
    "players": players.main,
    "startup": startup.main,
    "search": search.main,
    "depth_first": depth_first.main,
    "envs": envs.main,
    "face": face.main,
    "choosing": choosing.main,
    "networks": networks.main,
    "offers": offers.main,
    "rollouts": rollouts.main,
    "server": server.main,
}


BESIDE = {
    "others": others.main,
    "page": page.main,
    "store": store.main,
    "gpu_games": gpu.games,
    "gpu_rollouts": gpu.rollouts,
    "gpu_searches": gpu.searches,
}
"""What is measured only if it is asked for: it needs packages of no extra, a server, a browser or a GPU."""


def main() -> int:
    """Run the parts that were asked for (default: those of :data:`PARTS`) and write their numbers on request."""
    if sys.argv[1:2] == ["compare"]:
        return compare.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: these), {' or '.join(BESIDE)}"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=USUAL,
        help=f"how long a row is measured (default: {USUAL:g}); with less, what has a fixed size is smaller too",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to this file")
    asked = parser.parse_args()
    known = {**PARTS, **BESIDE}
    wrong = [part for part in asked.parts if part not in known]
    if wrong:
        parser.error(f"there is no part {wrong[0]!r}; parts are {', '.join(known)}")

    from magnate.arena.speed import machine

    about = machine()
    print(f"{about['processor']}, {about['cores']} cores, {about['system']}, Python {about['python']}")
    numbers = {part: known[part](asked.seconds) for part in asked.parts or PARTS}
    if asked.json is not None:
        whole = {
            "schema": 1,
            "kind": "benchmarks",
            "machine": about,
            "at": time.strftime("%FT%TZ", time.gmtime()),
            **numbers,
        }
        asked.json.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
        print(f"\nnumbers: {asked.json}")
    broken = [
        f"{part}, {guard['game']}" for part in numbers for guard in numbers[part].get("guards", ()) if not guard["held"]
    ]
    if broken:
        print(f"\nguards broken: {'; '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
