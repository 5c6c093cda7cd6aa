from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, Optional, Union, cast

from ..webhook_events import WebhookEvent
from .explain_mismatch import explain_mismatch
from .payload import Payload, read_payload
from .read_json import read_json
from .read_secrets import read_secrets
from .signing_key import SigningKey
from .webhook_headers import ReadHeaders, WebhookHeaders, read_webhook_headers
from .webhook_verification_error import WebhookVerificationError


def verify_webhook(
    payload: Payload,
    headers: WebhookHeaders,
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    require_signed_time: bool = False,
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    Verifies that a delivery is from Waypost, complete, and recent; compares in constant time.

    With `webhook-signature` and a secret of its form, the id and the time are signed along with the body. Otherwise
    `X-Service-Signature` signs only the body; `X-Service-Timestamp` is then checked too, but is not signed: see
    `require_signed_time`.

    payload: the raw body, bytes or exactly their text; not the result of a JSON parser.
    headers: of the request, in any framework's form, or pairs.
    secret: `whsec_…`, or several during a rotation: any of them may match.
    tolerance_seconds: how far from now it may have been sent, before or after; `math.inf` accepts any time.
    require_signed_time: refuses a delivery whose time is not signed. Waypost signs the time with every secret that it
      generated itself; without this option, somebody who has seen a delivery could remove those headers and send it
      again later.
    now: seconds since the Unix epoch; by default the current time.

    Raises a WebhookVerificationError whose `code` tells what is wrong.
    """
    keys = [SigningKey(one) for one in read_secrets(secret)]
    body = read_payload(payload)
    read = read_webhook_headers(headers)
    proof = _find_proof(body, read, keys, require_signed_time)
    if proof.sent_at is not None:
        _check_time(proof.sent_at, time.time() if now is None else now, tolerance_seconds)
    return cast(WebhookEvent, {**_read_event(body), "deliveryId": proof.delivery_id})


class _Proof(NamedTuple):
    sent_at: Optional[float]
    delivery_id: Optional[str]


def _find_proof(body: bytes, read: ReadHeaders, keys: list[SigningKey], require_signed_time: bool) -> _Proof:
    standard = read.standard
    if standard is not None:
        signed = f"{standard.id}.{standard.timestamp}.".encode("utf-8", "surrogatepass") + body
        for key in keys:
            if any(key.fits_standard(one, signed) for one in standard.signatures):
                return _Proof(standard.sent_at, standard.id)
    for key in keys:
        if read.signature is None or not key.fits_plain(read.signature, body):
            continue
        # Waypost would have signed the time with the same secret, so somebody has changed it.
        if standard is not None and key.has_standard:
            raise WebhookVerificationError("wrong_signature", "webhook-signature does not fit id, time and body")
        if require_signed_time:
            raise WebhookVerificationError("missing_header", "There is no webhook-signature by this secret")
        return _Proof(read.unsigned_at, read.delivery_id)
    raise explain_mismatch(body)


def _check_time(sent_at: float, now: float, tolerance_seconds: float) -> None:
    # In whole milliseconds, which is what is sent: floating-point seconds are not exact.
    late_ms = round(now * 1000) - round(sent_at * 1000)
    if late_ms > tolerance_seconds * 1000:
        raise WebhookVerificationError("stale_timestamp", "It was sent longer ago than is tolerated")
    if -late_ms > tolerance_seconds * 1000:
        raise WebhookVerificationError("future_timestamp", "It was sent later than it is here")


def _read_event(body: bytes) -> dict[str, Any]:
    try:
        event = read_json(body)
    except ValueError:
        event = None
    if (
        isinstance(event, dict)
        and isinstance(event.get("event"), str)
        and isinstance(event.get("timestamp"), (str, int, float))
        and not isinstance(event["timestamp"], bool)
        and isinstance(event.get("data"), dict)
    ):
        return event
    raise WebhookVerificationError("invalid_body", "The body is genuine, but no event")
