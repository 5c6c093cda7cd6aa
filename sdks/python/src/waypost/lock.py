from __future__ import annotations

import asyncio
import threading
from typing import Any
from weakref import WeakKeyDictionary


class Lock:
    """A lock for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_error: Any) -> None:
        self._lock.release()


class AsyncLock:
    """A lock for tasks. Locks of asyncio belong to one loop, and there may be one loop after another."""

    def __init__(self) -> None:
        self._locks: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()

    async def __aenter__(self) -> None:
        loop = asyncio.get_running_loop()
        if loop not in self._locks:
            self._locks[loop] = asyncio.Lock()
        await self._locks[loop].acquire()

    async def __aexit__(self, *_error: Any) -> None:
        self._locks[asyncio.get_running_loop()].release()
