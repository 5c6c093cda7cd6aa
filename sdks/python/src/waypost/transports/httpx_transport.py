from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, Optional, Union
from weakref import WeakKeyDictionary

import httpx

from ..errors import ConnectionError, TimeoutError
from .transport import STREAM_PAUSE_SECONDS, RawAnswer, Request


class HttpxTransport:
    """Sends requests with httpx, with its proxies and the settings of a client of your own."""

    def __init__(self, client: Optional[httpx.Client] = None) -> None:
        self._client = client or httpx.Client()

    def send(self, request: Request) -> RawAnswer[Iterator[bytes]]:
        started = time.monotonic()
        try:
            response = self._client.send(_build(self._client, request), stream=True, follow_redirects=False)
            if request.is_stream and response.is_success:
                return RawAnswer(response.status_code, _headers(response), b"", _chunks(response, request))
            try:
                body = b"".join(_until(started + request.timeout_seconds, response.iter_bytes()))
            finally:
                response.close()
        except httpx.HTTPError as error:
            raise _translate(error, request) from None
        return RawAnswer(response.status_code, _headers(response), body)

    def close(self) -> None:
        self._client.close()


class AsyncHttpxTransport:
    """The same for asyncio."""

    def __init__(self, client: Optional[httpx.AsyncClient] = None) -> None:
        self._given = client
        # Connections belong to the loop that opened them, and there may be one loop after another.
        self._clients: WeakKeyDictionary[Any, httpx.AsyncClient] = WeakKeyDictionary()

    async def send(self, request: Request) -> RawAnswer[AsyncIterator[bytes]]:
        # Creating a client takes a while, which must not count as the service's time.
        client = self._find_client()
        try:
            return await asyncio.wait_for(_send(client, request), request.timeout_seconds)
        except (httpx.HTTPError, asyncio.TimeoutError) as error:
            raise _translate(error, request) from None

    async def close(self) -> None:
        client = self._clients.pop(asyncio.get_running_loop(), None)
        for one in (self._given, client):
            if one is not None:
                await one.aclose()

    def _find_client(self) -> httpx.AsyncClient:
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = httpx.AsyncClient()
        return self._clients[loop]


async def _send(client: httpx.AsyncClient, request: Request) -> RawAnswer[AsyncIterator[bytes]]:
    response = await client.send(_build(client, request), stream=True, follow_redirects=False)
    if request.is_stream and response.is_success:
        return RawAnswer(response.status_code, _headers(response), b"", _iterate(response, request))
    try:
        body = await response.aread()
    finally:
        await response.aclose()
    return RawAnswer(response.status_code, _headers(response), body)


def _build(client: Union[httpx.Client, httpx.AsyncClient], request: Request) -> httpx.Request:
    return client.build_request(
        request.method,
        request.url,
        headers=dict(request.headers),
        content=request.body,
        timeout=httpx.Timeout(request.timeout_seconds, read=_read_timeout(request)),
    )


def _read_timeout(request: Request) -> float:
    return max(request.timeout_seconds, STREAM_PAUSE_SECONDS) if request.is_stream else request.timeout_seconds


def _until(deadline: float, chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Time-outs of httpx apply to each read, and a response may take any number of reads."""
    for chunk in chunks:
        if time.monotonic() > deadline:
            raise httpx.ReadTimeout("")
        yield chunk


def _chunks(response: httpx.Response, request: Request) -> Iterator[bytes]:
    try:
        yield from response.iter_bytes()
    except httpx.HTTPError as error:
        raise _translate(error, request) from None
    finally:
        response.close()


async def _iterate(response: httpx.Response, request: Request) -> AsyncIterator[bytes]:
    try:
        async for chunk in response.aiter_bytes():
            yield chunk
    except httpx.HTTPError as error:
        raise _translate(error, request) from None
    finally:
        await response.aclose()


def _headers(response: httpx.Response) -> dict[str, str]:
    return {name.lower(): value for name, value in response.headers.items()}


def _translate(error: BaseException, request: Request) -> Exception:
    if isinstance(error, (httpx.TimeoutException, asyncio.TimeoutError)):
        return TimeoutError(request.describe_lateness())
    return ConnectionError(f"Could not reach {request.origin}: {str(error) or type(error).__name__}{request.url_hint}")
