from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, Optional, cast

from ..authorize import check_credential, choose_credential, read_async_token
from ..build_url import PathValues, QueryValues, build_url, read_base_url
from ..client_options import AsyncToken, OnResponse, ResponseInfo
from ..clock import AsyncClock, AsyncSystemClock
from ..defaults import Defaults, find_api_key, find_base_url
from ..errors import ApiError, ConnectionError, TimeoutError
from ..operation import Answer, Body, Operation
from ..page_content import Item, PageContent
from ..read_answer import ReadAnswer, read_answer
from ..retry_delay import retry_delay
from ..transports.default_transport import default_async_transport
from ..transports.transport import AsyncTransport, RawAnswer, Request
from ..user_agent import USER_AGENT
from .list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..client_options import RequestOptions

# What the services take the body of a large request at.
_SLOWEST_BYTES_PER_SECOND = 64 * 1024


class AsyncClient:
    """What resources are built from: calls operations, and retries them where that is safe and useful."""

    def __init__(
        self,
        *,
        defaults: Defaults,
        as_key: Callable[[str], Mapping[str, str]],
        api_key: Optional[str],
        token: Optional[AsyncToken],
        base_url: Optional[str],
        timeout_seconds: float,
        max_retries: int,
        max_retry_wait_seconds: float,
        on_response: Optional[OnResponse],
        transport: Optional[AsyncTransport],
        clock: Optional[AsyncClock],
    ) -> None:
        api_key = find_api_key(api_key, token is not None, defaults)
        if api_key is not None:
            check_credential("api_key", api_key)
        url, self._url_hint = find_base_url(base_url, defaults)
        self.clock = clock or AsyncSystemClock()
        self._base = read_base_url(url)
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries
        self._max_retry_wait_seconds = max_retry_wait_seconds
        self._on_response = on_response
        self._transport = transport or default_async_transport()
        # A given transport belongs to the caller.
        self._owns_transport = transport is None

        # In a closure, because printing an object does not show its closures.
        async def authorize(operation: Operation[Any, Any]) -> Mapping[str, str]:
            if choose_credential(operation, api_key, token is not None) == "api_key":
                return as_key(cast(str, api_key))
            return {"authorization": f"Bearer {await read_async_token(cast(AsyncToken, token))}"}

        self._authorize = authorize

    async def call(
        self,
        operation: Operation[Body, Answer],
        *,
        path: Optional[PathValues] = None,
        query: Optional[QueryValues] = None,
        body: Optional[Body] = None,
        if_version: Optional[int] = None,
        **options: Unpack[RequestOptions],
    ) -> Answer:
        answer = await self._send(operation, path, query, body, if_version, options)
        return cast(Answer, answer.body)

    def list(
        self,
        operation: Operation[None, Answer],
        read: Callable[[Answer], PageContent[Item]],
        *,
        path: Optional[PathValues] = None,
        query: Optional[QueryValues] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[Item]:
        """A list that is paged by `Link`. read: the items in the body of a page."""

        async def read_page(page: Optional[QueryValues]) -> tuple[PageContent[Item], Mapping[str, str]]:
            answer = await self._send(operation, path, page, None, None, options)
            return read(cast(Answer, answer.body)), answer.headers

        return AsyncList(read_page, query)

    async def stream(
        self,
        operation: Operation[None, Any],
        *,
        path: Optional[PathValues] = None,
        query: Optional[QueryValues] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncIterator[bytes]:
        answer = await self._send(operation, path, query, None, None, options)
        if answer.chunks is not None:
            async for chunk in answer.chunks:
                yield chunk

    async def close(self) -> None:
        if self._owns_transport:
            await self._transport.close()

    async def _send(
        self,
        operation: Operation[Any, Any],
        path: Optional[PathValues],
        query: Optional[QueryValues],
        body: Any,
        if_version: Optional[int],
        options: RequestOptions,
    ) -> ReadAnswer[AsyncIterator[bytes]]:
        max_retries = options.get("max_retries", self._max_retries)
        on_response = options.get("on_response", self._on_response)
        headers = {"user-agent": USER_AGENT}
        if operation.is_idempotent:
            key = options.get("idempotency_key", str(uuid.uuid4()))
            headers["idempotency-key"] = check_credential("idempotency_key", key)
        if body is not None:
            headers["content-type"] = "application/json"
        if if_version is not None:
            headers["if-match"] = f'"{if_version}"'
        is_repeatable = operation.method == "GET" or operation.is_idempotent
        url = build_url(self._base, operation.path, path, query)
        content = None if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()

        sending_seconds = len(content or b"") // _SLOWEST_BYTES_PER_SECOND

        failures = 0
        while True:
            request = Request(
                operation.method,
                url,
                {**headers, **await self._authorize(operation)},
                content,
                options.get("timeout_seconds", self._timeout_seconds + sending_seconds),
                is_stream=operation.reads == "stream",
                is_repeatable=is_repeatable,
                url_hint=self._url_hint,
            )
            try:
                answer = await self._transport.send(request)
                if on_response is not None:
                    on_response(_describe(request, answer, failures + 1))
                return read_answer(answer, operation.reads, request)
            except (ApiError, ConnectionError, TimeoutError) as error:
                failures += 1
                delay = retry_delay(error, failures, self.clock.now())
                may_retry = is_repeatable and failures <= max_retries
                if not may_retry or delay is None or delay > self._max_retry_wait_seconds:
                    raise
            await self.clock.wait(delay)


def _describe(request: Request, answer: RawAnswer[Any], attempt: int) -> ResponseInfo:
    request_id = answer.headers.get("x-request-id")
    return ResponseInfo(request.method, request.url, answer.status, answer.headers, request_id, attempt)
