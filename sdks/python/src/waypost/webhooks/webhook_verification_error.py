from __future__ import annotations

from typing import Any, Literal

# What is wrong with a delivery:
# - no_secret: no secret was given to verify with
# - body_not_raw: the payload is neither bytes nor text, but a parser's result
# - missing_header, duplicate_header: a required header is missing or occurs twice
# - wrong_prefix: a signature without the scheme's prefix (`sha256=`, `v1,`)
# - malformed_signature, malformed_timestamp: a header that cannot be parsed
# - truncated_body: no signature matches, and the body ends before its JSON does
# - reserialized_body: no signature matches, and the body is not serialised as by Waypost
# - wrong_signature: no signature matches: another secret, or a changed body
# - stale_timestamp, future_timestamp: genuine, but sent earlier or later than is tolerated
# - invalid_body: genuine, but not an event
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
    """A delivery that cannot be trusted. Its message contains neither a secret nor the expected signature."""

    code: WebhookVerificationCode

    def __init__(self, code: WebhookVerificationCode, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, str(self))
