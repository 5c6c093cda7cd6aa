from __future__ import annotations

import base64
import time
import uuid
from collections.abc import Sequence
from typing import Any, Optional, Union

from .payload import Payload, read_payload
from .read_json import read_json
from .read_secrets import read_secrets
from .signing_key import SigningKey


def sign_webhook(
    payload: Payload,
    secret: Union[str, Sequence[str]],
    *,
    delivery_id: Optional[str] = None,
    now: Optional[float] = None,
) -> dict[str, str]:
    """
    The headers that Waypost would send with a body, for tests of your receiver: `verify_webhook` accepts both. Only a
    secret of the form that Waypost generates also signs the time.

    payload: the body that your test sends: bytes, or exactly their text.
    secret: `whsec_…`, or several as during a rotation, the newest first.
    delivery_id: a new one by default.
    now: when it is sent, in seconds since the Unix epoch; by default the current time.

    Raises a WebhookVerificationError without a secret, and for a payload that is neither bytes nor text.
    """
    keys = [SigningKey(one) for one in read_secrets(secret)]
    body = read_payload(payload)
    sent_ms = round((time.time() if now is None else now) * 1000)
    id = delivery_id or str(uuid.uuid4())
    headers = {
        "content-type": "application/json",
        "user-agent": "Service-Webhook/1.0",
        **_service_headers(body, sent_ms),
        "x-service-delivery": id,
        "x-service-signature": f"sha256={keys[0].sign_plain(body).hex()}",
    }
    seconds = str(sent_ms // 1000)
    signed = f"{id}.{seconds}.".encode("utf-8", "surrogatepass") + body
    signatures = [f"v1,{base64.b64encode(one).decode()}" for one in (key.sign_standard(signed) for key in keys) if one]
    if signatures:
        headers["webhook-id"] = id
        headers["webhook-timestamp"] = seconds
        headers["webhook-signature"] = " ".join(signatures)
    return headers


def _service_headers(body: bytes, sent_ms: int) -> dict[str, str]:
    """The automation service names the event in a header, the alias service the time of the attempt."""
    try:
        envelope: Any = read_json(body)
    except ValueError:
        return {}
    event = envelope.get("event") if isinstance(envelope, dict) else None
    if not isinstance(event, str):
        return {}
    # The time of an event is a number in the alias service alone.
    if isinstance(envelope.get("timestamp"), int):
        return {"x-service-timestamp": str(sent_ms)}
    return {"x-service-event": event}
