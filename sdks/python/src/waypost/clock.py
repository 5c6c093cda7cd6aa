from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """The time functions that a client needs, in seconds."""

    def now(self) -> float:
        """Seconds since the Unix epoch."""

    def wait(self, seconds: float) -> None: ...


class AsyncClock(Protocol):
    """A clock for asyncio."""

    def now(self) -> float: ...

    async def wait(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> float:
        return time.time()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


class AsyncSystemClock:
    def now(self) -> float:
        return time.time()

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
