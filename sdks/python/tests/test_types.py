from __future__ import annotations

import json
import re
import typing
import unittest
from pathlib import Path
from typing import Any

from waypost import alias_api, automation_api, webhook_events

SDKS = Path(__file__).parents[2]
WEBHOOK_EVENTS = SDKS.parent / "packages" / "sdk" / "src" / "generated" / "webhook-events.ts"
VECTORS = json.loads((SDKS / "webhook-vectors.json").read_text("utf-8"))


class Types(unittest.TestCase):
    def test_can_be_inspected_at_run_time_as_frameworks_do(self) -> None:
        seen = 0
        for module in (alias_api, automation_api, webhook_events):
            for name, found in vars(module).items():
                if isinstance(found, type) and hasattr(found, "__total__"):
                    self.assertEqual(set(typing.get_type_hints(found)), keys(found), name)
                    seen += 1
        self.assertGreater(seen, 150)

    def test_there_is_one_for_each_event_of_the_typescript_client(self) -> None:
        names = re.findall(r"(?m)^  '([a-z.]+)': ", WEBHOOK_EVENTS.read_text("utf-8"))
        self.assertEqual(set(event_types()), set(names))

    def test_have_the_fields_of_deliveries(self) -> None:
        types = event_types()
        for delivery in VECTORS["deliveries"]:
            body = json.loads(delivery["body"])
            data: Any = typing.get_type_hints(types[body["event"]])["data"]
            self.assertLessEqual(data.__required_keys__, set(body["data"]), delivery["name"])
            self.assertLessEqual(set(body["data"]), keys(data), delivery["name"])


def event_types() -> dict[str, Any]:
    """Name → type."""
    members = [*typing.get_args(webhook_events.AutomationEvent), *typing.get_args(webhook_events.AliasEvent)]
    return {typing.get_args(typing.get_type_hints(one)["event"])[0]: one for one in members}


def keys(found: Any) -> set[str]:
    return set(found.__required_keys__ | found.__optional_keys__)
