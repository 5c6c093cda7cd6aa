from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Body = TypeVar("Body")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Operation(Generic[Body, Answer]):
    """How an operation is called, and the types of what it takes and answers."""

    method: str
    # `{name}` stands for a parameter.
    path: str
    # What the service asks for; `either` prefers the key.
    credential: Literal["api_key", "token", "either"]
    # Whether it takes an `Idempotency-Key`.
    is_idempotent: bool
    reads: Literal["json", "bytes", "stream"]
