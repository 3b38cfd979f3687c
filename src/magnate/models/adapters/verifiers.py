"""A game as a taskset of verifiers (0.4): each task is a deal, and the other seats are agents' of ours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import verifiers.v1 as vf

from ...core.game import Game, load_with
from ...errors import IllegalAction
from ..episode import Episode

__all__ = ["MagnateConfig", "MagnateEnv", "MagnateEnvConfig", "MagnateTaskset"]

TASK: Final = 'You play a board game. Think, then end each answer with {"action": "NAME"}, an action that is legal.'
ILLEGAL_IN_A_ROW: Final = 5
"""Illegal answers after which a game is given up."""


class MagnateConfig(vf.TasksetConfig):
    """Which game, with which rules, and against whom."""

    game: str = "monopoly"
    preset: str | None = None
    players: int | None = None
    opponents: tuple[str, ...] = ("random",)
    skin: str = "real"

    def loaded(self) -> Game:
        """The game."""
        return load_with(self.game, self.preset, self.players, {})


class MagnateData(vf.TaskData):
    """What an episode is made of again."""

    info: dict[str, Any]


class MagnateTask(vf.Task[MagnateData, vf.State, vf.TaskConfig]):
    """A deal."""


class MagnateEnvConfig(vf.EnvConfig):
    """Who plays."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})  # a chat: the game needs no tools


class MagnateEnv(vf.Env[MagnateEnvConfig]):
    """Plays a task to its end. The reward is the share of the win, 0 for a game that is given up."""

    async def run(self, task: Any, agents: Any) -> None:
        """Answer each action of the model with the next position."""
        info = task.data.info
        episode = episode_of(load_with(info["game"], info["preset"], info["players"], {}), info)
        illegal, wrong = 0, 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                try:
                    episode.answer(segment.last_reply)
                    wrong, said = 0, ""
                except IllegalAction as error:
                    illegal, wrong, said = illegal + 1, wrong + 1, f"{error}\n\n"
                if episode.over or wrong > ILLEGAL_IN_A_ROW:
                    break
                segment = await interaction.turn(said + episode.text())
        interaction.trace.record_reward("share", episode.share if episode.over else 0.0, 1.0)
        interaction.trace.info["illegal"] = illegal


class MagnateTaskset(vf.Taskset[MagnateTask, MagnateConfig]):
    """The deals of a game, by their seeds."""

    INFINITE = True

    def load(self) -> Iterator[MagnateTask]:
        """The tasks in order."""
        game = self.config.loaded()
        for seed in count():
            info = {**self.config.model_dump(include={"game", "preset", "opponents", "skin"}), "seed": seed}
            info["players"] = game.players
            episode = episode_of(game, info)
            prompt = f"{episode.rules}\n\n{episode.text()}"
            data = MagnateData(name=f"{game.name}#{seed}", prompt=prompt, system_prompt=TASK, info=info)
            yield MagnateTask(data, self.config.task)


def episode_of(game: Game, info: dict[str, Any]) -> Episode:
    """The episode of a task."""
    return Episode(game, info["opponents"], seed=info["seed"], skin=info["skin"])
