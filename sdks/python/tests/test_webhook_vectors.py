from __future__ import annotations

import base64
import json
import unittest
from pathlib import Path
from typing import Any

from waypost import WebhookVerificationError, sign_webhook, verify_webhook

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

    def test_signed_headers_are_exactly_those_that_the_services_send(self) -> None:
        for vector in VECTORS["deliveries"]:
            with self.subTest(vector["name"]):
                signed = sign_webhook(
                    vector["body"], vector["secrets"], delivery_id=vector["id"], now=vector["sentAt"] / 1000
                )
                self.assertEqual(signed, vector["headers"])

    def test_a_body_that_a_test_has_signed_is_accepted_with_a_signed_time_and_an_id_of_its_own(self) -> None:
        secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        body = b'{"event":"webhook.test","timestamp":"2026-03-02T09:30:00.000Z","data":{}}'
        first, second = sign_webhook(body, secret), sign_webhook(body, secret)
        event = verify_webhook(body, first, secret, require_signed_time=True)
        self.assertEqual((event["event"], event["deliveryId"]), ("webhook.test", first["webhook-id"]))
        self.assertNotEqual(first["webhook-id"], second["webhook-id"])

    def test_a_body_need_not_be_an_event_so_that_refusals_can_be_tested(self) -> None:
        with self.assertRaises(WebhookVerificationError) as caught:
            verify_webhook(b"no JSON", sign_webhook(b"no JSON", "secret"), "secret")
        self.assertEqual(caught.exception.code, "invalid_body")

    def test_nothing_is_signed_without_a_secret(self) -> None:
        with self.assertRaises(WebhookVerificationError) as caught:
            sign_webhook(b"{}", "")
        self.assertEqual(caught.exception.code, "no_secret")


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
