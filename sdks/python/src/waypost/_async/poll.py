from __future__ import annotations

from collections.abc import Awaitable
from typing import Callable, Optional, TypeVar

from ..clock import AsyncClock
from ..errors import TimeoutError

Found = TypeVar("Found")


async def poll(
    clock: AsyncClock,
    what: str,
    timeout_seconds: float,
    poll_seconds: float,
    find: Callable[[], Awaitable[Optional[Found]]],
) -> Found:
    """Calls `find` repeatedly until it finds something. Raises a TimeoutError that names what was waited for."""
    deadline = clock.now() + timeout_seconds
    while True:
        found = await find()
        if found is not None:
            return found
        left = deadline - clock.now()
        if left <= 0:
            raise TimeoutError(f"Waited {timeout_seconds:g} s in vain for {what}")
        await clock.wait(min(poll_seconds, left))
