from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from .webhook_verification_error import WebhookVerificationError

# The headers of a request in any framework: an object with `items()`, or pairs. Several values of a name are a list or
# repeated pairs.
WebhookHeaders = Union[Mapping[str, Any], Iterable[tuple[Union[str, bytes], Union[str, bytes]]]]


@dataclass(frozen=True)
class StandardHeaders:
    """The three headers of Standard Webhooks; each signature covers id, time and body."""

    id: str
    timestamp: str
    sent_at: float
    signatures: list[bytes]


@dataclass(frozen=True)
class ReadHeaders:
    """The headers, parsed but not yet verified. Times are seconds since the Unix epoch."""

    # `X-Service-Signature`: the HMAC of the body.
    signature: Optional[bytes]
    standard: Optional[StandardHeaders]
    # `X-Service-Timestamp`; not signed.
    unsigned_at: Optional[float]
    # `X-Service-Delivery`; not signed.
    delivery_id: Optional[str]


def read_webhook_headers(given: WebhookHeaders) -> ReadHeaders:
    """Raises a WebhookVerificationError for a header that is missing, duplicate or malformed."""
    headers = _collect(given)
    signature = headers.get("x-service-signature")
    unsigned = headers.get("x-service-timestamp")
    standard = _read_standard(headers)
    if signature is None and standard is None:
        raise _missing("X-Service-Signature")
    return ReadHeaders(
        signature=None if signature is None else _read_hex(signature),
        standard=standard,
        unsigned_at=None if unsigned is None else _read_number("X-Service-Timestamp", unsigned) / 1000,
        delivery_id=headers.get("x-service-delivery"),
    )


KNOWN = (
    "x-service-signature",
    "x-service-timestamp",
    "x-service-delivery",
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
)


def _collect(given: WebhookHeaders) -> dict[str, str]:
    headers: dict[str, str] = {}
    # Some frameworks' headers are not a Mapping, and their `items()` repeats a name for each value.
    pairs: Iterable[tuple[Any, Any]] = given.items() if hasattr(given, "items") else given
    for any_case, values in pairs:
        name = _text(any_case).lower()
        if name not in KNOWN or values is None:
            continue
        for value in values if isinstance(values, (list, tuple)) else [values]:
            text = _text(value)
            # Most servers join duplicate headers with a comma and a space, which none of these can contain.
            if name in headers or ", " in text:
                raise WebhookVerificationError("duplicate_header", f"There is more than one {name}")
            headers[name] = text
    return headers


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _read_standard(headers: dict[str, str]) -> Optional[StandardHeaders]:
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    if not any(name in headers for name in names):
        return None
    for name in names:
        if name not in headers:
            raise _missing(name)
    id, timestamp, signature = (headers[name] for name in names)
    ours = [one for one in signature.split(" ") if one.startswith("v1,")]
    if not ours:
        raise _wrong_prefix("webhook-signature", "v1,")
    sent_at = _read_number("webhook-timestamp", timestamp)
    return StandardHeaders(id, timestamp, sent_at, [_read_base64(one[3:]) for one in ours])


def _read_hex(header: str) -> bytes:
    if not header.startswith("sha256="):
        raise _wrong_prefix("X-Service-Signature", "sha256=")
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", header[7:]):
        raise _malformed("X-Service-Signature", "64 hexadecimal digits")
    return bytes.fromhex(header[7:])


def _read_base64(text: str) -> bytes:
    # The last digit has two spare bits; any value in them would be another spelling of the same signature.
    if not re.fullmatch(r"[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", text):
        raise _malformed("webhook-signature", "base64 of 32 bytes")
    return base64.b64decode(text)


def _read_number(name: str, text: str) -> int:
    if re.fullmatch(r"[0-9]{1,15}", text):
        return int(text)
    raise WebhookVerificationError("malformed_timestamp", f"{name} is not a number")


def _missing(name: str) -> WebhookVerificationError:
    return WebhookVerificationError("missing_header", f"There is no {name}")


def _wrong_prefix(name: str, prefix: str) -> WebhookVerificationError:
    return WebhookVerificationError("wrong_prefix", f"{name} does not begin with {prefix}")


def _malformed(name: str, expected: str) -> WebhookVerificationError:
    return WebhookVerificationError("malformed_signature", f"{name} is not {expected}")
