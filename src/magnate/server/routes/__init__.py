"""The HTTP interface: what is asked and answered at which address under ``/api``."""

from __future__ import annotations

from fastapi import APIRouter

from .agents import AGENTS
from .games import TABLES
from .histories import HISTORIES
from .questions import QUESTIONS
from .specs import SPECS
from .tournaments import TOURNAMENTS

__all__ = ["api"]


def api() -> APIRouter:
    """All routes of the interface."""
    router = APIRouter(prefix="/api")
    for part in (SPECS, TABLES, HISTORIES, QUESTIONS, AGENTS, TOURNAMENTS):
        router.include_router(part)
    return router
