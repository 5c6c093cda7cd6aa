from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Callable, Optional, TypedDict, Union

# A JWT, or a function that returns one, called before each request, so that the token can change.
Token = Union[str, Callable[[], str]]
AsyncToken = Union[str, Callable[[], Union[str, Awaitable[str]]]]


@dataclass(frozen=True)
class ResponseInfo:
    """What a response says beside its body."""

    method: str
    url: str
    status: int
    # Names are in lower case.
    headers: Mapping[str, str]
    # The id of the request in the service's log.
    request_id: Optional[str]
    # From 1; higher for a retry.
    attempt: int


OnResponse = Callable[[ResponseInfo], object]


class RequestOptions(TypedDict, total=False):
    """Options of one call, which override the client's."""

    timeout_seconds: float
    max_retries: int
    # Where the service accepts a key, each call sends its own anyway, so that a retry after a lost response does
    # nothing twice. Pass one to get the same across calls, for 24 hours.
    idempotency_key: str
    on_response: OnResponse
