from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import http.client
import json
import threading
import time
import unittest
from typing import Any, Optional

from wsgi_server import serve_wsgi

from waypost import WebhookEvent, WebhookVerificationError, asgi_webhooks, flask_webhooks, wsgi_webhooks

KEY = bytes(range(32))
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
EVENT = {
    "event": "webhook.test",
    "timestamp": "2026-03-02T09:30:00.000Z",
    "data": {"message": "Grüße", "webhookId": "one"},
}
BODY = json.dumps(EVENT, ensure_ascii=False, separators=(",", ":")).encode()

Headers = list[tuple[str, str]]
Delivered = tuple[int, Optional[dict[str, Any]]]


def sign(body: bytes, sent_at: Optional[float] = None) -> Headers:
    seconds = str(int(time.time() if sent_at is None else sent_at))
    signed = base64.b64encode(hmac.new(KEY, f"first.{seconds}.".encode() + body, hashlib.sha256).digest())
    return [
        ("Content-Type", "application/json"),
        ("X-Service-Signature", f"sha256={hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()}"),
        ("webhook-id", "first"),
        ("webhook-timestamp", seconds),
        ("webhook-signature", f"v1,{signed.decode()}"),
    ]


class Receivers:
    """Tests for every receiver."""

    received: list[WebhookEvent]
    is_broken = False
    create: Any

    def deliver(self, body: bytes, headers: Headers, method: str = "POST") -> Delivered:
        raise NotImplementedError

    def on_event(self, event: WebhookEvent) -> None:
        if self.is_broken:
            raise RuntimeError("out of order")
        self.received.append(event)

    def test_accept_a_genuine_delivery_with_204(self: Any) -> None:
        self.assertEqual(self.deliver(BODY, sign(BODY)), (204, None))
        self.assertEqual(self.received, [{**EVENT, "deliveryId": "first"}])

    def test_refuse_an_untrusted_delivery_with_401_and_only_the_reason(self: Any) -> None:
        json_only: Headers = [("Content-Type", "application/json")]
        refused = [
            (BODY.replace(b"one", b"two"), sign(BODY), "wrong_signature"),
            (json.dumps(EVENT, indent=1).encode(), sign(BODY), "reserialized_body"),
            (BODY[:-1], sign(BODY), "truncated_body"),
            (BODY, json_only, "missing_header"),
            (b"", json_only, "missing_header"),
            (BODY, [*sign(BODY), ("x-service-signature", "sha256=00")], "duplicate_header"),
            (BODY, [*sign(BODY), ("webhook-signature", "v1,00")], "duplicate_header"),
            (BODY, sign(BODY, time.time() - 301), "stale_timestamp"),
            (BODY, sign(BODY, time.time() + 400), "future_timestamp"),
        ]
        for body, headers, code in refused:
            with self.subTest(code):
                status, answer = self.deliver(body, headers)
                self.assertEqual((status, answer["code"], set(answer)), (401, code, {"error", "code"}))
                self.assertNotIn(SECRET, answer["error"])
        self.assertEqual(self.received, [])

    def test_refuse_a_genuine_body_without_an_event_with_400(self: Any) -> None:
        status, answer = self.deliver(b"[]", sign(b"[]"))
        self.assertEqual((status, answer["code"]), (400, "invalid_body"))

    def test_refuse_a_body_that_is_too_large_with_413_and_go_on(self: Any) -> None:
        large = b'{"event":"%s"}' % (b"x" * 300_000)
        status, answer = self.deliver(large, sign(large))
        self.assertEqual((status, answer["code"]), (413, "body_too_large"))
        self.assertEqual(self.deliver(BODY, sign(BODY)), (204, None))

    def test_refuse_other_methods_with_405(self: Any) -> None:
        self.assertEqual(self.deliver(b"", [], "GET")[0], 405)

    def test_pass_on_an_error_of_the_handler_so_that_the_event_is_sent_again(self: Any) -> None:
        self.is_broken = True
        self.assertEqual(self.deliver(BODY, sign(BODY))[0], 500)
        self.is_broken = False
        self.assertEqual(self.deliver(BODY, sign(BODY)), (204, None))

    def test_do_not_start_without_a_secret(self: Any) -> None:
        for secret in (None, "", [], ["", SECRET]):
            with self.assertRaisesRegex(WebhookVerificationError, "^There is no secret to verify with$"):
                self.create(secret=secret, on_event=self.on_event)


class AsgiReceivers(Receivers, unittest.TestCase):
    create = staticmethod(asgi_webhooks)

    def setUp(self) -> None:
        self.received = []
        self.app = asgi_webhooks(secret=[SECRET, "another"], on_event=self.on_event, max_bytes=1000)

    def deliver(self, body: bytes, headers: Headers, method: str = "POST") -> Delivered:
        chunks = [body[start : start + 100] for start in range(0, len(body), 100)] or [b""]
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)}

        async def send(message: Any) -> None:
            sent.append(message)

        # Servers give header names in lower case, and each header separately.
        pairs = [(name.lower().encode(), value.encode()) for name, value in headers]
        scope = {"type": "http", "method": method, "headers": pairs}
        try:
            asyncio.run(self.app(scope, receive, send))
        except RuntimeError:
            return 500, None
        content = sent[1]["body"]
        return sent[0]["status"], json.loads(content) if content else None

    def test_await_an_async_handler(self) -> None:
        async def on_event(event: WebhookEvent) -> None:
            await asyncio.sleep(0)
            self.received.append(event)

        self.app = asgi_webhooks(secret=SECRET, on_event=on_event)
        self.assertEqual(self.deliver(BODY, sign(BODY)), (204, None))
        self.assertEqual(len(self.received), 1)

    def test_run_a_blocking_handler_in_a_thread(self) -> None:
        threads: list[int] = []
        self.app = asgi_webhooks(secret=SECRET, on_event=lambda _event: threads.append(threading.get_ident()))
        self.assertEqual(self.deliver(BODY, sign(BODY)), (204, None))
        self.assertNotEqual(threads, [threading.get_ident()])


class WsgiReceivers(Receivers, unittest.TestCase):
    create = staticmethod(wsgi_webhooks)

    def setUp(self) -> None:
        self.received = []
        options = {"secret": [SECRET, "another"], "on_event": self.on_event, "max_bytes": 1000}
        self.port = serve_wsgi(self, self.create_app(options))

    def create_app(self, options: dict[str, Any]) -> Any:
        return wsgi_webhooks(**options)

    def deliver(self, body: bytes, headers: Headers, method: str = "POST") -> Delivered:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.putrequest(method, "/hooks")
        for name, value in [*headers, ("content-length", str(len(body)))]:
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, json.loads(content) if content[:1] == b"{" else None


class FlaskReceivers(WsgiReceivers):
    create = staticmethod(flask_webhooks)

    # Flask calls the view, and then its result as a WSGI app.
    def create_app(self, options: dict[str, Any]) -> Any:
        view = flask_webhooks(**options)
        self.assertEqual(view.__name__, "receive_webhook")
        return lambda environ, start_response: view()(environ, start_response)
