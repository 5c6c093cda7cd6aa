from __future__ import annotations

from typing import Any

from flavours import FlavourTest, ManualClock, in_every_flavour
from scripted_service import Answer

from waypost import NotFoundError, ResponseInfo


class Responses(FlavourTest):
    def setUp(self) -> None:
        self.seen: list[ResponseInfo] = []
        self.service = self.serve(
            Answer(503, headers={"x-request-id": "first"}),
            Answer(200, [], {"x-request-id": "second", "ratelimit": '"requests";r=599;t=42'}),
            Answer(404, {"message": "Not found"}, {"x-request-id": "third"}),
        )
        options: dict[str, Any] = {"api_key": "key", "base_url": self.service.url, "on_response": self.seen.append}
        self.waypost = self.flavour.automation(ManualClock(), **options)

    def test_show_status_headers_and_request_id_of_every_attempt(self) -> None:
        self.flavour.run(self.waypost.automations.list(limit=5).page())
        shown = [(one.method, one.status, one.request_id, one.attempt) for one in self.seen]
        self.assertEqual(shown, [("GET", 503, "first", 1), ("GET", 200, "second", 2)])
        self.assertEqual(self.seen[1].url, f"{self.service.url}/api/v1/automations?limit=5")
        self.assertEqual(self.seen[1].headers["ratelimit"], '"requests";r=599;t=42')

    def test_can_be_looked_at_by_one_call(self) -> None:
        own: list[ResponseInfo] = []
        self.flavour.run(self.waypost.automations.status("one", on_response=own.append))
        self.assertEqual(([one.status for one in own], self.seen), ([503, 200], []))

    def test_that_are_errors_name_their_request(self) -> None:
        self.flavour.run(self.waypost.automations.status("one"))
        with self.assertRaisesRegex(NotFoundError, r"^404 Not found \(request third\)$") as caught:
            self.flavour.run(self.waypost.automations.status("one"))
        self.assertEqual(caught.exception.request_id, "third")


in_every_flavour(globals(), Responses)
