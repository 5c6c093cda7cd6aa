"""Tests the clients and the receivers against everything that `start` starts."""

from __future__ import annotations

import contextlib
import mailbox
import os
import queue
import smtplib
import subprocess
import sys
import tempfile
import unittest
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from flavours import FlavourTest, in_every_flavour
from started_stack import StartedStack
from test_readme import PROGRAMS
from wsgi_server import serve_wsgi

import waypost
from waypost import (
    AuthenticationError,
    ChangedError,
    ConflictError,
    NotFoundError,
    PermissionError,
    TimeoutError,
    ValidationError,
    WebhookEvent,
    wsgi_webhooks,
)

PAGE = b"<!doctype html><title>Harbour Books</title><h1>A Field Guide to Fog</h1><p id=price>22.00</p>"
SCOPES = {
    "automation": ["automation:read", "automation:write", "automation:execute"],
    "alias": ["emails:read", "emails:write", "webhooks:manage", "domains:read"],
}

stack: StartedStack


def setUpModule() -> None:
    global stack
    stack = StartedStack()


def tearDownModule() -> None:
    stack.stop()


def serve_page(_environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("content-type", "text/html")])
    return [PAGE]


class _StackTest(FlavourTest):
    def setUp(self) -> None:
        sign_in = waypost.async_sign_in if self.flavour.is_async else waypost.sign_in
        self.token = self.run_(sign_in(stack.email, stack.password, base_url=stack.dashboard_url))

    def run_(self, result: Any) -> Any:
        return self.flavour.run(result)

    def automation(self, scopes: Any = None) -> Any:
        person = self.flavour.automation(token=self.token, base_url=stack.automation_url)
        key = self.run_(person.api_keys.create({"name": "test", "scopes": scopes or SCOPES["automation"]}))
        return self.flavour.automation(api_key=key["rawKey"], token=self.token, base_url=stack.automation_url)

    def alias(self) -> Any:
        person = self.flavour.alias(token=self.token, base_url=stack.alias_url)
        key = self.run_(person.api_keys.create({"name": "test", "scopes": SCOPES["alias"]}))
        return self.flavour.alias(api_key=key["rawKey"], base_url=stack.alias_url)

    def receive(self) -> tuple[str, queue.Queue[WebhookEvent], list[str]]:
        """A receiver's URL, its received events, and its secrets, which are known only later."""
        received: queue.Queue[WebhookEvent] = queue.Queue()
        secrets: list[str] = []

        def app(environ: Any, start_response: Any) -> Any:
            return wsgi_webhooks(secret=secrets, on_event=received.put, require_signed_time=True)(
                environ, start_response
            )

        return f"http://127.0.0.1:{serve_wsgi(self, app)}/hooks", received, secrets

    def receive_until(self, received: queue.Queue[WebhookEvent], name: str) -> Any:
        while True:
            event = received.get(timeout=30)
            if event["event"] == name:
                return event


class Automations(_StackTest):
    def test_run_and_send_a_webhook_that_verifies(self) -> None:
        client = self.automation()
        url, received, secrets = self.receive()
        events = ["execution.started", "automation.completed", "automation.failed"]
        webhook = self.run_(client.webhooks.create({"name": "here", "url": url, "events": events}))
        secrets.append(webhook["secret"])
        actions = [
            {"name": "open", "type": "navigate", "url": f"http://127.0.0.1:{serve_wsgi(self, serve_page)}/"},
            {"name": "read", "type": "extractText", "selectors": ["#price"], "output": "price"},
        ]
        made = self.run_(client.automations.create({"name": "Price of a book", "actions": actions}))
        started = self.run_(client.automations.trigger(made["id"]))
        with self.assertRaises(ConflictError):
            self.run_(client.automations.trigger(made["id"]))

        heard = self.flavour.take(client.executions.watch(started["executionId"]), 100)
        self.assertEqual(heard[-1]["event"], "execution")
        self.assertEqual(heard[-1]["data"]["status"], "completed", heard[-1])
        execution = self.run_(client.wait_for_execution(started["executionId"]))
        self.assertEqual(execution["extractedData"], {"price": "22.00"})
        self.assertEqual(self.run_(client.executions.screenshot(execution["id"], 1))[:3], b"\xff\xd8\xff")

        event = self.receive_until(received, "automation.completed")
        self.assertEqual(event["data"]["executionId"], execution["id"])
        self.assertEqual(event["data"]["extractedData"], {"price": "22.00"})
        deliveries = self.run_(client.webhooks.deliveries(webhook["_id"]).all())
        self.assertIn(event["deliveryId"], [delivery["id"] for delivery in deliveries])
        listed = self.run_(client.executions.list(automation_id=made["id"], status="completed").all())
        self.assertEqual([one["id"] for one in listed], [execution["id"]])
        self.run_(client.webhooks.delete(webhook["_id"]))

    def test_a_test_event_returns_the_response_and_a_wrong_secret_is_refused(self) -> None:
        client = self.automation()
        url, received, secrets = self.receive()
        secrets.append("whsec_another")
        webhook = self.run_(client.webhooks.create({"name": "here", "url": url, "events": ["webhook.test"]}))
        self.assertEqual(self.run_(client.webhooks.test(webhook["_id"])), {"status": 401})
        secrets.append(webhook["secret"])
        self.assertEqual(self.run_(client.webhooks.test(webhook["_id"])), {"status": 204})
        event = self.receive_until(received, "webhook.test")
        self.assertEqual(event["data"]["webhookId"], webhook["_id"])
        self.run_(client.webhooks.delete(webhook["_id"]))

    def test_are_changed_in_the_given_version_listed_and_deleted(self) -> None:
        client = self.automation()
        actions = [{"name": "open", "type": "navigate", "url": "https://example.com/"}]
        made = [self.run_(client.automations.create({"name": name, "actions": actions})) for name in "abc"]
        newest_first = [one["id"] for one in reversed(made)]
        page = self.run_(client.automations.list(limit=2).page())
        self.assertEqual([one["id"] for one in page.items], newest_first[:2])
        taken = self.flavour.take(client.automations.list(limit=2), 3)
        self.assertEqual([one["id"] for one in taken], newest_first)

        id = newest_first[0]
        changed = self.run_(client.automations.update(id, {"name": "d"}, if_version=1))
        self.assertEqual((changed["name"], changed["version"]), ("d", 2))
        with self.assertRaises(ChangedError):
            self.run_(client.automations.update(id, {"name": "e"}, if_version=1))
        copy = self.run_(client.automations.import_recording(self.run_(client.automations.export(id))))
        self.assertEqual((copy["actions"], copy["unsupported"]), (changed["actions"], []))
        for one in [*newest_first, copy["id"]]:
            self.assertIsNone(self.run_(client.automations.delete(one)))
        wanted = r"^404 Automation not found or unauthorized \(request [0-9a-f-]{36}\)$"
        with self.assertRaisesRegex(NotFoundError, wanted):
            self.run_(client.automations.get(id))

    def test_start_once_under_one_idempotency_key_and_are_waited_for_up_to_the_timeout(self) -> None:
        client = self.automation()
        actions = [{"name": "wait", "type": "waitForElement", "selectors": ["#never"], "timeoutMs": 60_000}]
        open_page = {"name": "open", "type": "navigate", "url": f"http://127.0.0.1:{serve_wsgi(self, serve_page)}/"}
        made = self.run_(client.automations.create({"name": "Waits", "actions": [open_page, *actions]}))
        first = self.run_(client.automations.trigger(made["id"], idempotency_key=made["id"]))
        self.assertEqual(self.run_(client.automations.trigger(made["id"], idempotency_key=made["id"])), first)
        with self.assertRaisesRegex(TimeoutError, f"in vain for execution {first['executionId']}$"):
            self.run_(client.wait_for_execution(first["executionId"], timeout_seconds=0.2, poll_seconds=0.1))
        self.run_(client.automations.stop(made["id"]))
        ended = self.run_(client.wait_for_execution(first["executionId"], poll_seconds=0.1))
        self.assertEqual((ended["status"], ended["error"]), ("failed", "Stopped by user"))


class Emails(_StackTest):
    def read_mbox(self, content: bytes) -> list[str]:
        """The subjects in an mbox, as Python's own reader finds them."""
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "alias.mbox")
            path.write_bytes(content)
            with contextlib.closing(mailbox.mbox(str(path), create=False)) as messages:
                return [str(message["Subject"]) for message in messages]

    def test_are_waited_for_read_and_sent_as_a_webhook_that_verifies(self) -> None:
        client = self.alias()
        url, received, secrets = self.receive()
        webhook = self.run_(client.webhooks.create({"url": url, "events": ["email.received"]}))
        secrets.append(webhook["secret"])
        address = self.run_(client.addresses.create({"alias": "Sign-up", "expiresIn": 3600}))
        imported = self.run_(client.addresses.import_csv({"csv": "alias,note\nshop@nowhere.dev,Shop\n"}))
        self.assertEqual([row["reason"] for row in imported["rows"]], ["nowhere.dev is not a verified domain of yours"])
        for subject, text in (("Your CODE", "It is 1234"), ("Something else", "Hello")):
            send(address["address"], subject, text)
        found = self.run_(client.wait_for_email(address["id"], subject="your code", sender="shop", poll_seconds=0.1))
        self.assertEqual(found["bodyText"].strip(), "It is 1234")
        self.assertIn(b"Subject: Your CODE", self.run_(client.emails.raw(found["id"])))
        events = [self.receive_until(received, "email.received") for _ in range(2)]
        mbox = self.run_(client.addresses.mbox(address["id"]))
        self.assertEqual(self.read_mbox(mbox), ["Your CODE", "Something else"])
        self.assertIn(found["id"], [event["data"]["emailId"] for event in events])
        self.assertEqual(self.run_(client.emails.update(found["id"], {"isRead": True}))["isRead"], True)
        self.run_(client.emails.delete(found["id"]))
        none = client.emails.list(sender="nobody", since="2026-01-01T00:00:00Z", wait=0)
        self.assertEqual(self.run_(none.page()).items, [])
        deleted = self.run_(client.emails.list(address_id=address["id"], is_deleted=True).page())
        self.assertEqual((deleted.total, [one["id"] for one in deleted.items]), (1, [found["id"]]))
        self.run_(client.webhooks.delete(webhook["id"]))
        self.run_(client.addresses.delete(address["id"]))

    def test_an_email_that_does_not_arrive_is_a_timeout_error(self) -> None:
        client = self.alias()
        address = self.run_(client.addresses.create())
        with self.assertRaises(TimeoutError):
            self.run_(client.wait_for_email(address["id"], timeout_seconds=0.2, poll_seconds=0.1))
        self.run_(client.addresses.delete(address["id"]))


class Refusals(_StackTest):
    def test_name_each_invalid_property_of_the_input(self) -> None:
        with self.assertRaises(ValidationError) as caught:
            self.run_(self.automation().automations.create({"name": "", "actions": []}))
        self.assertEqual([issue["property"] for issue in caught.exception.issues], ["name", "actions"])
        with self.assertRaises(ValidationError):
            self.run_(self.alias().addresses.create({"expiresIn": 1}))

    def test_name_the_missing_scope(self) -> None:
        wanted = "^403 Insufficient permissions. Required scopes: audit:read "
        with self.assertRaisesRegex(PermissionError, wanted):
            self.run_(self.automation().audit_logs.list().page())

    def test_for_a_wrong_key_and_a_wrong_password_are_authentication_errors(self) -> None:
        with self.assertRaisesRegex(AuthenticationError, r"^401 Invalid API key \(request [0-9a-f-]{36}\)$"):
            self.run_(self.flavour.alias(api_key="jm_live_none", base_url=stack.alias_url).account())
        sign_in = waypost.async_sign_in if self.flavour.is_async else waypost.sign_in
        with self.assertRaises(AuthenticationError):
            self.run_(sign_in(stack.email, "wrong", base_url=stack.dashboard_url))


class FirstSteps(unittest.TestCase):
    def test_of_the_readme_run_as_they_stand_and_print_the_result(self) -> None:
        [program] = [one for one in PROGRAMS if "wait_for_execution" in one]
        self.assertLessEqual(len(program.splitlines()), 30)
        page = f"http://127.0.0.1:{serve_wsgi(self, serve_page)}/"
        ran = subprocess.run(
            [sys.executable, "-c", program.replace("https://example.com/", page)],
            env={
                **os.environ,
                "PYTHONPATH": str(Path(waypost.__file__).parents[1]),
                "PYTHONIOENCODING": "utf-8",
                "WAYPOST_DASHBOARD_URL": stack.dashboard_url,
                "WAYPOST_AUTOMATION_URL": stack.automation_url,
                "WAYPOST_EMAIL": stack.email,
                "WAYPOST_PASSWORD": stack.password,
            },
            cwd=tempfile.gettempdir(),
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(ran.stdout, "completed {'heading': 'A Field Guide to Fog'}\n", ran.stderr)


def send(recipient: str, subject: str, text: str) -> None:
    message = EmailMessage()
    message["From"] = "The Shop <orders@shop.example>"
    message["To"] = recipient
    message["Subject"] = subject
    message.set_content(text)
    with smtplib.SMTP("127.0.0.1", stack.smtp_port, timeout=10) as smtp:
        smtp.send_message(message)


del _StackTest  # Not a test of a flavour.
in_every_flavour(globals(), Automations, Emails, Refusals)
