from __future__ import annotations

from typing import Any, Literal

# What is wrong with a delivery:
# - no_secret: no secret was given to verify with
# - body_not_raw: the payload is no bytes and no text, but what a parser made of them
# - missing_header, duplicate_header: a header that is needed is not there, or there twice
# - wrong_prefix: a signature that is not of the scheme (`sha256=`, `v1,`)
# - malformed_signature, malformed_timestamp: a header that cannot be read
# - truncated_body: no signature fits, and the body ends before its JSON does
# - reserialized_body: no signature fits, and the body is not written as Waypost writes it
# - wrong_signature: no signature fits: another secret, or a body that somebody changed
# - stale_timestamp, future_timestamp: genuine, but sent longer ago, or later, than is tolerated
# - invalid_body: genuine, but no event
WebhookVerificationCode = Literal[
    "no_secret",
    "body_not_raw",
    "missing_header",
    "duplicate_header",
    "wrong_prefix",
    "malformed_signature",
    "malformed_timestamp",
    "truncated_body",
    "reserialized_body",
    "wrong_signature",
    "stale_timestamp",
    "future_timestamp",
    "invalid_body",
]


class WebhookVerificationError(Exception):
    """A delivery that is not to be trusted. Its message names neither a secret nor the signature that was expected."""

    code: WebhookVerificationCode

    def __init__(self, code: WebhookVerificationCode, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, str(self))
