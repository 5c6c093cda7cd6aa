from __future__ import annotations

import json
import time
from typing import Any

from flavours import FlavourTest, ManualClock, in_every_flavour
from scripted_service import Answer, Handler

from waypost import NotFoundError

EVENTS: list[tuple[str, Any]] = [
    ("execution", {"status": "running"}),
    ("step", {"number": 1, "name": "Öffnen"}),
    ("execution", {"status": "completed"}),
]
TEXT = ": still there\n\n" + "".join(
    f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n" for name, data in EVENTS
)


def begin(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "text/event-stream")
    handler.send_header("connection", "close")
    handler.end_headers()


def tell_bit_by_bit(handler: Handler) -> None:
    begin(handler)
    encoded = TEXT.encode()
    for start in range(0, len(encoded), 7):
        handler.wfile.write(encoded[start : start + 7])
        handler.wfile.flush()
    handler.close_connection = True


def tell_and_go_on(handler: Handler) -> None:
    begin(handler)
    handler.wfile.write(TEXT.encode())
    # Ends when the client disconnects.
    handler.connection.settimeout(10)
    handler.service.heard_end = handler.connection.recv(1) == b""  # type: ignore[attr-defined]
    handler.close_connection = True


def list_two(handler: Handler) -> None:
    begin(handler)
    texts = [f'event: email\nid: {id}\ndata: {{"subject":"{number}"}}\n\n' for id, number in (("a", 1), ("b", 2))]
    handler.wfile.write(("id: begin\n\n" + "".join(texts) + ": still there\nid: quiet\n\n").encode())
    handler.close_connection = True


def list_third(handler: Handler) -> None:
    begin(handler)
    handler.wfile.write(b'event: email\nid: c\ndata: {"subject":"3"}\n\n')
    handler.close_connection = True


class ServerEvents(FlavourTest):
    def test_are_parsed_whole_from_chunks_of_any_size(self) -> None:
        service = self.serve(tell_bit_by_bit)
        waypost = self.flavour.automation(api_key="gfac_key", base_url=service.url)
        heard = self.flavour.take(waypost.executions.watch("one"), 99)
        self.assertEqual([(one["event"], one["data"]) for one in heard], EVENTS)

    def test_arrive_as_they_are_sent_and_leaving_disconnects(self) -> None:
        service = self.serve(tell_and_go_on)
        waypost = self.flavour.automation(api_key="gfac_key", base_url=service.url)
        heard = self.flavour.take(waypost.executions.watch("one"), 2)
        self.assertEqual([one["event"] for one in heard], ["execution", "step"])
        deadline = time.monotonic() + 5
        while not getattr(service, "heard_end", False) and time.monotonic() < deadline:
            service.closing.wait(0.005)
        self.assertTrue(getattr(service, "heard_end", False))

    def test_of_an_unknown_execution_are_an_error(self) -> None:
        service = self.serve(Answer(404, {"message": "Execution not found or unauthorized"}))
        waypost = self.flavour.automation(api_key="gfac_key", base_url=service.url)
        with self.assertRaisesRegex(NotFoundError, "^404 Execution not found or unauthorized$"):
            self.flavour.take(waypost.executions.watch("one"), 1)

    def test_of_emails_go_on_after_the_last_id_when_a_stream_ends(self) -> None:
        service = self.serve(list_two, list_third)
        waypost = self.flavour.alias(ManualClock(), api_key="jm_live_key", base_url=service.url)
        heard = self.flavour.take(waypost.emails.watch(type="received", after="before"), 3)
        self.assertEqual([(one["id"], one["data"]["subject"]) for one in heard], [("a", "1"), ("b", "2"), ("c", "3")])
        asked = [request.url.partition("?")[2] for request in service.requests[:2]]
        self.assertEqual(asked, ["type=received&after=before", "type=received&after=quiet"])


in_every_flavour(globals(), ServerEvents)
