from __future__ import annotations

import os
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from flavours import FlavourTest, ManualClock, in_every_flavour
from scripted_service import Answer

from waypost import ConnectionError, WaypostError
from waypost.defaults import ALIAS, AUTOMATION

TOKEN = {"token": "jwt", "refreshToken": "", "expiresIn": 3600}


class Environment(FlavourTest):
    def setUp(self) -> None:
        self.service = self.serve(Answer(200, {"data": {}, **TOKEN}))

    def set(self, **variables: str) -> None:
        patched = patch.dict(os.environ, variables)
        patched.start()
        self.addCleanup(patched.stop)

    def sent(self, header: str) -> list[Any]:
        return [request.headers.get(header) for request in self.service.requests]

    def test_has_the_key_and_the_url_of_both_services_where_the_arguments_have_neither(self) -> None:
        self.set(WAYPOST_API_KEY="of-both", WAYPOST_AUTOMATION_URL=self.service.url, WAYPOST_ALIAS_URL=self.service.url)
        self.flavour.run(self.flavour.automation().account())
        self.flavour.run(self.flavour.alias().account())
        self.assertEqual((self.sent("x-api-key")[0], self.sent("authorization")[1]), ("of-both", "Bearer of-both"))

    def test_may_have_a_key_for_each_service(self) -> None:
        self.set(WAYPOST_API_KEY="of-both", WAYPOST_AUTOMATION_API_KEY="one", WAYPOST_ALIAS_API_KEY="two")
        self.flavour.run(self.flavour.automation(base_url=self.service.url).account())
        self.flavour.run(self.flavour.alias(base_url=self.service.url).account())
        self.assertEqual((self.sent("x-api-key")[0], self.sent("authorization")[1]), ("one", "Bearer two"))

    def test_does_not_replace_what_the_arguments_have(self) -> None:
        self.set(WAYPOST_API_KEY="other", WAYPOST_ALIAS_URL="http://127.0.0.1:1")
        self.flavour.run(self.flavour.alias(token="mine", base_url=self.service.url).account())
        self.flavour.run(self.flavour.alias(api_key="my-key", base_url=self.service.url).account())
        self.assertEqual(self.sent("authorization"), ["Bearer mine", "Bearer my-key"])

    def test_has_the_url_at_which_people_sign_in(self) -> None:
        self.set(WAYPOST_DASHBOARD_URL=self.service.url)
        token = self.flavour.sign_in("ada@example.com", "correct horse", clock=ManualClock())
        self.assertEqual(self.flavour.run(token()), "jwt")


class Client(FlavourTest):
    def test_without_any_credential_is_not_created(self) -> None:
        variables = "WAYPOST_{}_API_KEY or WAYPOST_API_KEY$"
        with self.assertRaisesRegex(WaypostError, "^There is no credential: .* " + variables.format("AUTOMATION")):
            self.flavour.automation()
        with self.assertRaisesRegex(WaypostError, "^There is no credential: .* " + variables.format("ALIAS")):
            self.flavour.alias()
        with self.assertRaisesRegex(WaypostError, "^api_key is empty$"):
            self.flavour.alias(api_key="")

    def test_whose_base_url_was_forgotten_says_so_where_nothing_answers(self) -> None:
        service = self.serve(Answer(200))
        service.close()
        package = f"waypost.{'_async' if self.flavour.is_async else '_sync'}"
        for name, create, known in (
            ("automation.automation_client.AUTOMATION", self.flavour.automation, AUTOMATION),
            ("alias.alias_client.ALIAS", self.flavour.alias, ALIAS),
        ):
            with patch(f"{package}.{name}", replace(known, local_url=service.url)):
                waypost = create(api_key="key", max_retries=0)
            wanted = f"No base_url was given: pass one, or set {known.url_variable}$"
            with self.assertRaisesRegex(ConnectionError, f"^Could not reach {service.url}: .*[.] {wanted}"):
                self.flavour.run(waypost.account())

    def test_with_a_base_url_does_not_ask_for_one(self) -> None:
        service = self.serve(Answer(200))
        service.close()
        waypost = self.flavour.automation(api_key="key", base_url=service.url, max_retries=0)
        with self.assertRaisesRegex(ConnectionError, "^Could not reach (?!.*base_url)"):
            self.flavour.run(waypost.account())


in_every_flavour(globals(), Environment, Client)
