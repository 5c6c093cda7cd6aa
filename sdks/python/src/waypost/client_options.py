from __future__ import annotations

from collections.abc import Awaitable
from typing import Callable, TypedDict, Union

# A JWT, or a function that returns one, called before each request, so that the token can change.
Token = Union[str, Callable[[], str]]
AsyncToken = Union[str, Callable[[], Union[str, Awaitable[str]]]]


class RequestOptions(TypedDict, total=False):
    """Options of one call, which override the client's."""

    timeout_seconds: float
    max_retries: int
    # Where the service accepts a key, each call sends its own anyway, so that a retry after a lost response does
    # nothing twice. Pass one to get the same across calls, for 24 hours.
    idempotency_key: str
