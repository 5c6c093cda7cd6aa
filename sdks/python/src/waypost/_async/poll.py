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
    find_waits: bool = False,
) -> Found:
    """
    Calls `find` repeatedly until it finds something. Raises a TimeoutError that names what was waited for.

    find_waits: whether `find` may wait itself, so that its time counts as part of the pause after it.
    """
    deadline = clock.now() + timeout_seconds
    while True:
        begin = clock.now()
        found = await find()
        if found is not None:
            return found
        now = clock.now()
        left = deadline - now
        if left <= 0:
            raise TimeoutError(f"Waited {timeout_seconds:g} s in vain for {what}")
        pause = min(poll_seconds - (now - begin) if find_waits else poll_seconds, left)
        if pause > 0:
            await clock.wait(pause)
