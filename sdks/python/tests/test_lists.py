from __future__ import annotations

from typing import Any, Optional

from flavours import FlavourTest, in_every_flavour
from scripted_service import Answer, ScriptedService


def page(names: list[str], next_offset: Optional[int] = None) -> Answer:
    headers = {"x-total-count": "5"}
    if next_offset is not None:
        path = f"http://elsewhere.example/api/v1/automations?limit=2&offset={next_offset}"
        headers["link"] = f'<{path}>; rel="next", <http://elsewhere.example/>; rel="first"'
    return Answer(200, [{"id": name} for name in names], headers)


class Lists(FlavourTest):
    def open(self) -> tuple[ScriptedService, Any]:
        service = self.serve(page(["a", "b"], 2), page(["c", "d"], 4), page(["e"]))
        return service, self.flavour.automation(api_key="gfac_key", base_url=service.url)

    def test_are_read_to_their_end_with_the_same_filters_and_from_the_same_service(self) -> None:
        service, waypost = self.open()
        everything = self.flavour.run(waypost.automations.list(limit=2).all())
        self.assertEqual([one["id"] for one in everything], ["a", "b", "c", "d", "e"])
        self.assertEqual(
            [request.url for request in service.requests],
            [f"/api/v1/automations?limit=2{rest}" for rest in ("", "&offset=2", "&offset=4")],
        )

    def test_load_only_the_pages_that_are_read(self) -> None:
        service, waypost = self.open()
        items = waypost.automations.list(limit=2)
        self.assertEqual(service.requests, [])
        self.assertEqual([one["id"] for one in self.flavour.take(items, 3)], ["a", "b", "c"])
        self.assertEqual(len(service.requests), 2)

    def test_are_read_page_by_page(self) -> None:
        _service, waypost = self.open()
        first = self.flavour.run(waypost.automations.list(limit=2).page())
        self.assertEqual((first.total, first.has_next, len(first.items)), (5, True, 2))
        second = self.flavour.run(first.next())
        last = self.flavour.run(second.next())
        self.assertEqual((last.items, last.has_next), ([{"id": "e"}], False))
        self.assertIsNone(self.flavour.run(last.next()))

    def test_continue_from_a_saved_place(self) -> None:
        service, waypost = self.open()
        first = self.flavour.run(waypost.automations.list(limit=2).page())
        self.assertEqual(first.next_place, {"limit": 2, "offset": 2})
        rest = self.flavour.run(waypost.automations.list(**first.next_place).all())
        self.assertEqual([one["id"] for one in rest], ["c", "d", "e"])
        self.assertEqual(service.requests[1].url, "/api/v1/automations?limit=2&offset=2")

    def test_have_the_total_of_the_body_where_it_has_one(self) -> None:
        body = {"data": {"addresses": [{"id": "a"}], "total": 7, "limit": 1, "offset": 0}}
        service = self.serve(Answer(200, body))
        waypost = self.flavour.alias(api_key="jm_live_key", base_url=service.url)
        found = self.flavour.run(waypost.addresses.list(status="active", limit=1).page())
        self.assertEqual((found.total, found.items), (7, [{"id": "a"}]))
        self.assertEqual(service.requests[0].url, "/api/v1/addresses?status=active&limit=1")


in_every_flavour(globals(), Lists)
