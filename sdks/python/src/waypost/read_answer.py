from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Optional

from .errors import ConnectionError, create_api_error
from .transports.transport import Chunks, RawAnswer, Request


@dataclass(frozen=True)
class ReadAnswer(Generic[Chunks]):
    """The response of a successful operation."""

    body: Any
    headers: Mapping[str, str]
    # For a stream, instead of the body.
    chunks: Optional[Chunks]


def read_answer(
    answer: RawAnswer[Chunks], reads: Literal["json", "bytes", "stream"], request: Request
) -> ReadAnswer[Chunks]:
    """Raises an ApiError for a refusal."""
    if not answer.is_success:
        raise create_api_error(answer.status, _read_refusal(answer.body), answer.headers)
    body = answer.body if reads == "bytes" else _read_json(answer.body, request)
    return ReadAnswer(body, answer.headers, answer.chunks)


def _read_json(body: bytes, request: Request) -> Any:
    if not body:
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        pass
    # Raised outside of the except block, or the parser's error, which has the whole body, would be attached.
    raise ConnectionError(f"What {request.origin} answered is no JSON{request.url_hint}")


def _read_refusal(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except (ValueError, RecursionError):
        # It may be a proxy's page.
        return body.decode("utf-8", "replace")
