from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, Optional, TypeVar

from .connection_pool import ConnectionPool
from .exchange import Exchange
from .transport import RawAnswer, Request

Result = TypeVar("Result")


class HttpClientTransport:
    """Sends requests with only the standard library. It does not support proxies; httpx does."""

    def __init__(self, *, ssl_context: Optional[ssl.SSLContext] = None, max_idle_connections: int = 10) -> None:
        self._pool = ConnectionPool(ssl_context, max_idle_connections)

    def send(self, request: Request) -> RawAnswer[Iterator[bytes]]:
        return Exchange(self._pool, request).run()

    def close(self) -> None:
        self._pool.close()


class AsyncHttpClientTransport:
    """The same for asyncio: each request under way has a thread."""

    def __init__(
        self,
        *,
        ssl_context: Optional[ssl.SSLContext] = None,
        max_idle_connections: int = 10,
        max_threads: int = 64,
    ) -> None:
        self._pool = ConnectionPool(ssl_context, max_idle_connections)
        # Its own threads: the loop's pool has few, and a stream holds one for as long as it lasts.
        self._threads = ThreadPoolExecutor(max_threads, thread_name_prefix="waypost")

    async def send(self, request: Request) -> RawAnswer[AsyncIterator[bytes]]:
        exchange = Exchange(self._pool, request)
        answer = await self._run(exchange, exchange.run)
        chunks = None if answer.chunks is None else self._iterate(exchange)
        return RawAnswer(answer.status, answer.headers, answer.body, chunks)

    async def close(self) -> None:
        self._pool.close()
        self._threads.shutdown(wait=False)

    async def _iterate(self, exchange: Exchange) -> AsyncIterator[bytes]:
        try:
            while True:
                chunk = await self._run(exchange, exchange.read_chunk)
                if not chunk:
                    return
                yield chunk
        except asyncio.CancelledError:
            # The thread that reads still uses it, and closes it.
            raise
        except GeneratorExit:
            exchange.close()
            raise

    async def _run(self, exchange: Exchange, work: Callable[[], Result]) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except asyncio.CancelledError:
            exchange.abort()
            raise
