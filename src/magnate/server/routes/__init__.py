"""The HTTP interface: what is asked and answered at which address under ``/api``."""

from __future__ import annotations

from fastapi import APIRouter

__all__ = ["api"]


def api() -> APIRouter:
    """All routes of the interface."""
    from . import agents, games, histories, questions, specs, tournaments

    router = APIRouter(prefix="/api")
    for part in (specs, games, histories, questions, agents, tournaments):
        router.include_router(part.ROUTER)
    return router
