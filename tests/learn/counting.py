"""A method that learns nothing, for tests of the loop: a walk whose steps are drawn from the seed and their number."""

import time

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

KIND = "places"
METRICS = {"place": "where the walk is"}
NAME = "tests.learn.counting"


class Settings(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: str = Field(default="features", description="what nothing is told")
    steps: int = Field(default=20, ge=1, description="how many steps there are")
    pause: float = Field(default=0.0, ge=0.0, description="seconds a step takes")


class Walk:
    def __init__(self, task):
        self.task = task
        self.total = task.settings.steps
        self.place = np.zeros(3)

    def step(self, number):
        time.sleep(self.task.settings.pause)
        self.place = np.sin(self.place + np.random.default_rng([self.task.seed, number]).normal(size=3))
        return {"place": float(self.place[0])}

    def tensors(self):
        return {"place": self.place}

    def restore(self, tensors):
        self.place = np.array(tensors["place"])

    def networks(self):
        return {}


begin = Walk
