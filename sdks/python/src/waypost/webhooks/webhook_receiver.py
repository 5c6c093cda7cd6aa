from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple, Optional, Union

from ..webhook_events import WebhookEvent
from .payload import Payload
from .read_secrets import read_secrets
from .verify_webhook import verify_webhook
from .webhook_headers import WebhookHeaders
from .webhook_verification_error import WebhookVerificationError

DEFAULT_MAX_BYTES = 10 * 1024 * 1024


class DeliveryAnswer(NamedTuple):
    """The response to a delivery. Without an error it was accepted."""

    status: int
    body: bytes

    @property
    def headers(self) -> list[tuple[str, str]]:
        length = ("content-length", str(len(self.body)))
        return [("content-type", "application/json; charset=utf-8"), length] if self.body else []


def refuse(status: int, code: str, message: str) -> DeliveryAnswer:
    return DeliveryAnswer(status, json.dumps({"error": message, "code": code}).encode())


ACCEPTED = DeliveryAnswer(204, b"")
TOO_LARGE = refuse(413, "body_too_large", "The body is larger than this receiver takes")
NOT_POST = refuse(405, "method_not_allowed", "Deliveries come by POST")


class WebhookReceiver:
    """Verifies deliveries in any framework: a refusal is a 401, or a 400 for a genuine body without an event.

    Raises a WebhookVerificationError at once where there is no secret: that is a mistake of the receiver.
    """

    def __init__(
        self,
        secret: Union[str, Sequence[str]],
        tolerance_seconds: float = 300,
        require_signed_time: bool = False,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> None:
        self._secrets = read_secrets(secret)
        self._tolerance_seconds = tolerance_seconds
        self._require_signed_time = require_signed_time
        self.max_bytes = max_bytes

    def verify(self, payload: Optional[Payload], headers: WebhookHeaders) -> Union[WebhookEvent, DeliveryAnswer]:
        """payload: None for one of more than `max_bytes`."""
        if payload is None:
            return TOO_LARGE
        try:
            return verify_webhook(
                payload,
                headers,
                self._secrets,
                tolerance_seconds=self._tolerance_seconds,
                require_signed_time=self._require_signed_time,
            )
        except WebhookVerificationError as error:
            return refuse(400 if error.code == "invalid_body" else 401, error.code, str(error))
