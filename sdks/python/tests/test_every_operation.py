from __future__ import annotations

import inspect
import re
from typing import Any

from flavours import FlavourTest, in_every_flavour
from scripted_service import Answer

from waypost import alias_api, automation_api
from waypost.operation import Operation

# Valid both as an id and as a time.
ARGUMENT = "2026-03-02"


class EveryOperation(FlavourTest):
    def test_of_the_automation_service_has_a_method_that_sends_the_required_credential(self) -> None:
        self.check(self.flavour.automation, automation_api, "x-api-key", "key")

    def test_of_the_alias_service_has_a_method_that_sends_the_required_credential(self) -> None:
        self.check(self.flavour.alias, alias_api, "authorization", "Bearer key")

    def check(self, create: Any, api: Any, header: str, key: str) -> None:
        service = self.serve(Answer(500, {}))
        waypost = create(api_key="key", token="token", base_url=service.url, max_retries=0)
        self.call_everything(waypost)
        # Rules of an alias are read by two: with their version and without.
        asked = sorted(
            {
                (request.method, request.url.partition("?")[0], "token" if request.headers.get(header) != key else "key")
                for request in service.requests
            }
        )
        operations = [one for one in vars(api).values() if isinstance(one, Operation)]
        expected = sorted(
            (one.method, re.sub(r"{\w+}", ARGUMENT, one.path), "token" if one.credential == "token" else "key")
            for one in operations
        )
        self.assertGreater(len(expected), 30)
        self.assertEqual(asked, expected)

    def call_everything(self, waypost: Any) -> None:
        resources = [one for name, one in vars(waypost).items() if name != "_client"]
        own = ("account", "update_account", "analytics", "overview")
        methods = [getattr(waypost, name) for name in own if hasattr(waypost, name)]
        for resource in resources:
            methods += [method for name, method in inspect.getmembers(resource, inspect.ismethod) if name[0] != "_"]
        for method in methods:
            kinds = [parameter.kind for parameter in inspect.signature(method).parameters.values()]
            given = [ARGUMENT] * kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD)
            # The response does not matter here.
            try:
                result = method(*given)
                if hasattr(result, "page"):
                    result = result.page()
                if hasattr(result, "__anext__") or hasattr(result, "__next__"):
                    self.flavour.take(result, 1)
                else:
                    self.flavour.run(result)
            except Exception as error:
                self.assertEqual(getattr(error, "status", None), 500, error)


in_every_flavour(globals(), EveryOperation)
