from __future__ import annotations

import base64
import json
import unittest
from pathlib import Path
from typing import Any

from waypost import WebhookVerificationError, verify_webhook

VECTORS = json.loads((Path(__file__).parents[2] / "webhook-vectors.json").read_text("utf-8"))


class WebhookVectors(unittest.TestCase):
    def test_every_verification_has_the_same_result_as_in_every_other_language(self) -> None:
        self.assertGreater(len(VECTORS["verifications"]), 80)
        for vector in VECTORS["verifications"]:
            with self.subTest(vector["name"]):
                self.assertEqual(verify(vector), vector["result"])

    def test_the_body_may_be_text_or_bytes_of_any_type(self) -> None:
        vector = next(one for one in VECTORS["verifications"] if "scripts" in one["name"])
        body = vector["payload"].encode()
        for payload in (vector["payload"], body, bytearray(body), memoryview(body)):
            self.assertEqual(verify({**vector, "payload": payload}), vector["result"])


def verify(vector: dict[str, Any]) -> dict[str, Any]:
    encoded = vector.get("payloadBase64")
    try:
        event = verify_webhook(
            vector["payload"] if encoded is None else base64.b64decode(encoded),
            vector["headers"],
            vector["secrets"],
            now=vector["now"] / 1000,
            tolerance_seconds=vector.get("toleranceSeconds", 300),
            require_signed_time=vector.get("requireSignedTime", False),
        )
    except WebhookVerificationError as error:
        return {"error": error.code}
    return {"event": event["event"], "deliveryId": event["deliveryId"]}
