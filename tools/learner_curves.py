"""``python tools/learner_curves.py``: how strong the learners of examples/rl become (docs/how-to/learners.md).

    python tools/learner_curves.py train FOLDER maskable_ppo --minutes 60
    python tools/learner_curves.py draw FOLDER docs/images

Minutes are processor time of one thread, without that of evaluations: what an idle core does in as many minutes. So
the machine may be shared. A training that was ended goes on where it was kept last, at most half a minute before. The
buffers of ``dqn`` and the games that went on begin anew then.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NAMES = ("maskable_ppo", "ppo", "dqn")
MARKS = (1, 2, 4, 8, 15, 22, 30, 45, 60)
"""After so many minutes a learner is evaluated against each of :data:`RIVALS`."""
RIVALS = ("random", "baseline")
EVERY = 0.5
GAMES = 1_000


class Run:
    """A training in a folder, which has ``curve.jsonl`` and the model."""

    def __init__(self, folder: Path, name: str, minutes: float) -> None:
        sys.path.insert(0, str(ROOT / "examples" / "rl"))
        self.example: Any = importlib.import_module(name)
        self.folder, self.name, self.minutes = folder, name, minutes
        folder.mkdir(parents=True, exist_ok=True)
        self.rows = rows_of(folder)
        self.spent = max((row["minutes"] for row in self.rows), default=0.0)
        self.kept = self.spent
        self.shares: list[float] = []
        self.clock: float | None = None

    def note(self, **row: Any) -> None:
        """Add a line to the curve."""
        self.rows.append(row)
        with (self.folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def goes_on(self, steps: int, keep: Callable[[Path], None], policy: Callable[[], Any]) -> bool:
        """Whether there is time left; now and then the model is kept, and evaluated where it is due."""
        now = time.process_time()
        if self.clock is None:  # what came before was not training
            self.clock = now
            return self.spent < self.minutes
        self.spent, self.clock = self.spent + (now - self.clock) / 60, now
        over = self.spent >= self.minutes
        if over or self.spent >= self.kept + EVERY:
            self.kept = self.spent
            new = self.folder / "new"
            keep(new)
            new.replace(self.folder / "model")
            share = sum(self.shares) / len(self.shares) if self.shares else None
            self.note(minutes=self.spent, steps=steps, games=len(self.shares), share=share)
            self.shares = []
            done = {(row.get("mark"), row.get("rival")) for row in self.rows}
            reached = [mark for mark in MARKS if mark <= self.spent][-1:]
            due = [(mark, rival) for mark in reached for rival in RIVALS if (mark, rival) not in done]
            for mark, rival in due:
                found = self.example.evaluate(self.example.TASK, policy(), rival, games=GAMES)
                bounds = {"share": found.share, "low": found.low, "high": found.high}
                self.note(minutes=self.spent, steps=steps, mark=mark, rival=rival, games=found.games, **bounds)
                print(f"{self.name}, {mark} min, {steps:,} steps, against {rival}: {found}", flush=True)
            self.clock = time.process_time()
        return not over

    def train(self, seed: int) -> None:
        """Go on until the minutes are spent."""
        import torch

        torch.set_num_threads(1)
        if self.name == "maskable_ppo":
            self._by_sb3(seed)
        else:
            self._alone(seed)

    def _by_sb3(self, seed: int) -> None:
        example, run, model = self.example, self, self.folder / "model"

        class Kept(example.BaseCallback):  # type: ignore[misc,name-defined]
            """Keeps the model between rounds of learning."""

            def __init__(self, *_: Any) -> None:
                super().__init__()
                self.on = True

            def _on_step(self) -> bool:
                run.shares += [info["share"] for info in self.locals["infos"] if "share" in info]
                return self.on

            def _on_rollout_start(self) -> None:
                def keep(path: Path) -> None:
                    with path.open("wb") as file:  # a path would be given an ending
                        self.model.save(file)

                self.on = run.goes_on(self.num_timesteps, keep, lambda: example.policy_of(self.model))

        if model.exists():
            games = example.tables()
            games.seed(seed + len(self.rows))
            again = example.MaskablePPO.load(model, env=games, device="cpu")
            again.learn(1_000_000_000, callback=Kept(), reset_num_timesteps=False)
        else:
            example.Clock = Kept
            example.train(self.minutes, seed)

    def _alone(self, seed: int) -> None:
        import torch

        learner, model = self.example.Learner(seed), self.folder / "model"
        parts = [name for name in ("network", "older", "adam") if hasattr(learner, name)]
        counts = [name for name in ("taken", "updates") if hasattr(learner, name)]
        if model.exists():
            found = torch.load(model, weights_only=True)
            for name in parts:
                getattr(learner, name).load_state_dict(found[name])
            for name in counts:
                setattr(learner, name, found[name])

        def keep(path: Path) -> None:
            kept = {name: getattr(learner, name).state_dict() for name in parts}
            torch.save({**kept, **{name: getattr(learner, name) for name in counts}}, path)

        while self.goes_on(learner.taken, keep, lambda: learner.network.choose):
            learner.step()
            self.shares, learner.shares = self.shares + learner.shares, []


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """The lines of a curve."""
    file = folder / "curve.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def draw(folder: Path, target: Path) -> None:
    """Write a picture of each learner against `baseline`, and print the table."""
    from magnate.plots import line_chart, percent

    print("| learner | minutes | steps | steps a second | against `random` | against `baseline` |")
    print("|---|--:|--:|--:|--:|--:|")
    for name in NAMES:
        rows = [row for row in rows_of(folder / name) if "mark" in row]
        points = [(row["mark"], row["share"]) for row in rows if row["rival"] == "baseline"]
        if len(points) > 1:  # against `random` it is a line at the top
            title = f"{name} against baseline: share of the win"
            picture = line_chart(title, points, "minutes of one core", shown=percent)
            (target / f"learner-{name.replace('_', '-')}.svg").write_text(picture.svg() + "\n", "utf-8")
        for mark in sorted({row["mark"] for row in rows}):
            found = {row["rival"]: row for row in rows if row["mark"] == mark}
            one = found[RIVALS[0]]
            cells = [
                f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})" for row in map(found.get, RIVALS) if row
            ]
            speed = one["steps"] / one["minutes"] / 60
            print(f"| `{name}` | {mark} | {one['steps']:,} | {speed:,.0f} | {' | '.join(cells)} |")


def main() -> None:
    """Train or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    train = kinds.add_parser("train", help="train one learner, or go on")
    train.add_argument("folder", type=Path)
    train.add_argument("name", choices=NAMES)
    train.add_argument("--minutes", type=float, default=15.0)
    train.add_argument("--seed", type=int, default=1)
    pictures = kinds.add_parser("draw", help="draw the curves and print the table")
    pictures.add_argument("folder", type=Path)
    pictures.add_argument("target", type=Path)
    asked = parser.parse_args()
    if asked.kind == "train":
        Run(asked.folder / asked.name, asked.name, asked.minutes).train(asked.seed)
    else:
        draw(asked.folder, asked.target)


if __name__ == "__main__":
    main()
