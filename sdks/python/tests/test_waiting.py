from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from flavours import FlavourTest, ManualClock, in_every_flavour
from scripted_service import Answer

from waypost import TimeoutError


def intent(status: str, completed_at: Any) -> Answer:
    return Answer(200, {"intentId": "one", "status": status, "completedAt": completed_at})


class Waiting(FlavourTest):
    def test_for_an_intent_ends_when_it_is_dealt_with(self) -> None:
        clock = ManualClock()
        dealt_with = intent("executed", "2026-03-02T09:31:00.000Z")
        service = self.serve(intent("received", None), intent("resolved", None), dealt_with)
        waypost = self.flavour.automation(clock, api_key="gfac_key", base_url=service.url)
        ended = self.flavour.run(waypost.wait_for_intent("one", poll_seconds=2))
        self.assertEqual(ended["status"], "executed")
        self.assertEqual([one.url for one in service.requests], ["/api/v1/intents/one"] * 3)
        self.assertEqual(clock.waits, [2, 2])

    def test_for_an_intent_ends_with_an_error_when_its_time_is_over(self) -> None:
        clock = ManualClock()
        service = self.serve(intent("generating", None))
        waypost = self.flavour.automation(clock, api_key="gfac_key", base_url=service.url)
        with self.assertRaisesRegex(TimeoutError, "intent one"):
            self.flavour.run(waypost.wait_for_intent("one", timeout_seconds=3, poll_seconds=1))
        self.assertLessEqual(sum(clock.waits), 3)

    def test_for_a_code_reads_each_email_once_and_takes_only_a_certain_code(self) -> None:
        clock = ManualClock()
        plain = Answer(200, {"data": email("one", [{"value": "1234", "isCertain": False}])})
        sure = Answer(200, {"data": email("two", [{"value": "482913", "isCertain": True}])})
        service = self.serve(emails("one"), plain, emails("two", "one"), sure)
        waypost = self.flavour.alias(clock, api_key="jm_live_key", base_url=service.url)
        found = self.flavour.run(waypost.wait_for_code("alias", subject="CODE"))
        self.assertEqual((found.code, found.email["id"]), ("482913", "two"))
        paths = [one.url.split("?")[0].rsplit("/", 1)[1] for one in service.requests]
        self.assertEqual(paths, ["emails", "one", "emails", "two"])
        self.assertEqual(clock.waits, [2])
        self.assertIn("subject=CODE&wait=30", service.requests[0].url)

    def test_for_an_email_is_done_by_the_service_for_as_long_as_is_left(self) -> None:
        clock = ManualClock()
        service = self.serve(emails())
        waypost = self.flavour.alias(clock, api_key="jm_live_key", base_url=service.url)
        since = "2026-03-02T09:30:00Z"
        with self.assertRaisesRegex(TimeoutError, "an email to alias"):
            self.flavour.run(waypost.wait_for_email("alias", sender="bob@", since=since, timeout_seconds=5))
        self.assertEqual(clock.waits, [2, 2, 1])
        queries = [parse_qs(one.url.split("?")[1]) for one in service.requests]
        self.assertEqual([query.get("wait") for query in queries], [["5"], ["3"], ["1"], None])
        self.assertEqual((queries[0]["from"], queries[0]["since"]), (["bob@"], [since]))

    def test_for_an_email_asks_for_those_that_are_there_where_the_service_cannot_wait(self) -> None:
        clock = ManualClock()
        full = Answer(429, {"error": "Too many requests wait for emails: 10 of 10."})
        service = self.serve(full, emails("one"), Answer(200, {"data": email("one")}))
        waypost = self.flavour.alias(clock, api_key="jm_live_key", base_url=service.url)
        self.assertEqual(self.flavour.run(waypost.wait_for_email("alias"))["id"], "one")
        self.assertEqual(["wait=" in one.url for one in service.requests], [True, False, False])
        self.assertEqual(clock.waits, [])


def email(id: str, codes: Any = ()) -> Any:
    texts = {"from": "a@b.example", "fromName": "", "subject": "Your code", "receivedAt": "2026-03-02T09:31:00.000Z"}
    return {"id": id, "codes": list(codes), **texts}


def emails(*ids: str) -> Answer:
    return Answer(200, {"data": [email(id) for id in ids], "total": len(ids), "limit": 100, "offset": 0})


in_every_flavour(globals(), Waiting)
