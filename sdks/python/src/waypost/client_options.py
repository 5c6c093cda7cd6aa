from __future__ import annotations

from collections.abc import Awaitable
from typing import Callable, TypedDict, Union

# A JWT, or where to get one: asked before each request, so it may be another one each time.
Token = Union[str, Callable[[], str]]
AsyncToken = Union[str, Callable[[], Union[str, Awaitable[str]]]]


class RequestOptions(TypedDict, total=False):
    """For one call, in place of what the client was made with."""

    timeout_seconds: float
    max_retries: int
    # Where the service takes one, a call has a key of its own anyway, so that an attempt after a lost answer does
    # nothing twice. Give one to make this true across calls, for 24 hours.
    idempotency_key: str
