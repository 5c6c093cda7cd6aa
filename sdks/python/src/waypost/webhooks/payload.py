from __future__ import annotations

from typing import Union

from .webhook_verification_error import WebhookVerificationError

Payload = Union[bytes, bytearray, memoryview, str]


def read_payload(payload: Payload) -> bytes:
    """The bytes of a body. Raises a WebhookVerificationError for anything else than bytes and text."""
    if isinstance(payload, str):
        return payload.encode("utf-8", "surrogatepass")
    if isinstance(payload, (bytes, bytearray, memoryview)):
        return bytes(payload)
    raise WebhookVerificationError(
        "body_not_raw", "The payload is no bytes and no text: give the body as it came, before any parser"
    )
