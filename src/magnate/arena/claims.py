"""Claims: which process plays which block.

A claim ends when its process gives it back, when its time is up without being renewed, or when its process is found
dead by another one on the same machine. A block that two processes played all the same is committed once; since its
games are a function of the plan, it does not matter by whom.
"""

from __future__ import annotations

import os
import platform
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import Update, and_, func, or_, select, update

from .schedule import Block
from .schema import BLOCK
from .store import Store, Work, members_text, number_of

if TYPE_CHECKING:
    from .plan import Plan

__all__ = ["LEASE", "Claims", "Holder", "holders"]

LEASE: Final = 60.0
"""Seconds after which a claim that was not renewed ends; the clocks of several machines must agree better than that."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds claims, and to how many blocks.

    ``seen``: how many seconds ago it last gave a sign of life; ``left``: in how many its claims end without another
    one; ``ended``: it is known to run no longer (of other machines nothing is known).
    """

    owner: str
    blocks: int
    seen: float
    left: float
    ended: bool


def holders(store: Store, tournament: str) -> list[Holder]:
    """Who holds claims to blocks of a tournament that have not run out (taken with the usual lease)."""
    now = time.time()
    found = store.held(tournament, now)
    return [
        Holder(owner, blocks, max(0.0, now - (expires - LEASE)), expires - now, _is_dead(owner))
        for owner, blocks, expires in found
    ]


class Claims:
    """The claims of one process to the blocks of a tournament."""

    def __init__(self, store: Store, tournament: str, plan: Plan, lease: float = LEASE) -> None:
        self.store = store
        self.lease = lease
        self.owner = f"{platform.node()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._number = number_of(tournament)
        self._tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
        ours = (BLOCK.c.tournament == self._number, BLOCK.c.done.is_(None))
        newest = store.execute(select(func.max(BLOCK.c.id)).where(*ours))[0][0]
        # Another process may extend the tournament meanwhile; what it adds is not this process's work. It may get the
        # number of a block that it removed, though, so what is not known is left out again wherever blocks are read.
        self._mine = (*ours, BLOCK.c.last <= plan.schedule.deals, BLOCK.c.id <= (newest or 0))

    def take(self, count: int) -> list[Work]:
        """Claim up to ``count`` open blocks, the earliest first; fewer, or none, where others hold the rest."""
        now = time.time()
        free = and_(*self._mine, or_(BLOCK.c.owner.is_(None), BLOCK.c.expires < now))
        first = select(BLOCK.c.id).where(free).order_by(BLOCK.c.id).limit(count).with_for_update(skip_locked=True)
        wanted = first.cte("wanted")  # chosen once: PostgreSQL may run a plain sub-select again for every row
        claim = (
            update(BLOCK)
            .where(BLOCK.c.id.in_(select(wanted.c.id)), free)
            .values(owner=self.owner, expires=now + self.lease)
            .returning(BLOCK.c.id, BLOCK.c.members, BLOCK.c.first, BLOCK.c.last)
        )
        found = sorted(row for row in self.store.execute(claim) if row.members in self._tables)
        return [Work(row.id, Block(self._tables[row.members], row.first, row.last)) for row in found]

    def renew(self) -> None:
        """Hold this process's claims for another while."""
        self.store.execute(self._owned().values(expires=time.time() + self.lease))

    def release(self) -> None:
        """Give back what this process has claimed and not finished."""
        self.store.execute(self._owned().values(owner=None, expires=None))

    def left(self) -> int:
        """How many blocks are not finished, by whomever they are claimed."""
        open_ones = self.store.execute(select(BLOCK.c.members).where(*self._mine))
        return sum(1 for (members,) in open_ones if members in self._tables)

    def _owned(self) -> Update:
        return update(BLOCK).where(BLOCK.c.owner == self.owner, BLOCK.c.done.is_(None))

    def bury(self) -> None:
        """End the claims of processes of this machine that are no more, so that nobody has to wait for their time."""
        holders = select(BLOCK.c.owner).where(*self._mine, BLOCK.c.owner.is_not(None)).distinct()
        dead = [owner for (owner,) in self.store.execute(holders) if _is_dead(owner)]
        if dead:
            gone = update(BLOCK).where(*self._mine, BLOCK.c.owner.in_(dead))
            self.store.execute(gone.values(owner=None, expires=None))


def _is_dead(owner: str) -> bool:
    """Whether the process that made a claim ran on this machine and runs no longer; of others nothing is known."""
    host, _, rest = owner.partition("/")
    pid = rest.partition("/")[0]
    if host != platform.node() or os.name != "posix" or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:  # it runs, as somebody else
        return False
    return False
