from __future__ import annotations

import json

from .read_json import read_json
from .webhook_verification_error import WebhookVerificationError


def explain_mismatch(body: bytes) -> WebhookVerificationError:
    """Explains from the body alone why no signature matches, so it tells the sender nothing new."""
    try:
        compact = json.dumps(read_json(body), ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return WebhookVerificationError(
            "truncated_body",
            "No signature fits, and the body is no whole JSON: verify all bytes of the request",
        )
    if compact.encode("utf-8", "surrogatepass") != body:
        return WebhookVerificationError(
            "reserialized_body",
            "No signature fits, and the body looks parsed and written again: verify the bytes as they came",
        )
    return WebhookVerificationError(
        "wrong_signature", "No signature fits: the secret is another one, or somebody changed the body"
    )
