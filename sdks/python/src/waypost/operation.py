from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Body = TypeVar("Body")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Operation(Generic[Body, Answer]):
    """How an operation is called, and the types of its input and its response."""

    method: str
    # `{name}` stands for a parameter.
    path: str
    # The credential that the service requires; `either` prefers the key.
    credential: Literal["api_key", "token", "either"]
    # Whether it accepts an `Idempotency-Key`.
    is_idempotent: bool
    reads: Literal["json", "bytes", "stream"]
