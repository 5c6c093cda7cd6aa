from __future__ import annotations

import json

from flavours import FlavourTest, in_every_flavour
from scripted_service import Answer, Handler

LINES = [{"id": "b", "body": "Ärger\n"}, {"id": "a", "body": ""}]


def tell_bit_by_bit(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/x-ndjson; charset=utf-8")
    handler.send_header("connection", "close")
    handler.end_headers()
    encoded = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in LINES).encode()
    for start in range(0, len(encoded), 5):
        handler.wfile.write(encoded[start : start + 5])
        handler.wfile.flush()
    handler.close_connection = True


class Exports(FlavourTest):
    def test_are_parsed_whole_from_chunks_of_any_size_and_keep_their_filters(self) -> None:
        service = self.serve(tell_bit_by_bit)
        waypost = self.flavour.automation(token="token", base_url=service.url)
        found = waypost.webhooks.export_deliveries(response="5xx", since="2026-01-01T00:00:00Z")
        self.assertEqual(self.flavour.take(found, 99), LINES)
        self.assertEqual(
            service.requests[0].url,
            "/webhooks/deliveries/export?since=2026-01-01T00%3A00%3A00Z&response=5xx",
        )

    def test_a_recovery_sends_what_it_was_given_only(self) -> None:
        service = self.serve(*[Answer(202, {"recovered": 1})] * 2)
        waypost = self.flavour.automation(token="token", base_url=service.url)
        since = "2026-01-01T00:00:00Z"
        self.flavour.run(waypost.webhooks.recover("one", since))
        self.flavour.run(waypost.webhooks.recover("one", since, until=since, event="job.failed", dry_run=True))
        self.assertEqual(
            [json.loads(request.body) for request in service.requests],
            [{"since": since}, {"since": since, "until": since, "event": "job.failed", "dryRun": True}],
        )


in_every_flavour(globals(), Exports)
