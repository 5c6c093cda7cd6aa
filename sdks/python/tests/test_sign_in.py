from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flavours import FlavourTest, ManualClock, in_every_flavour
from scripted_service import Answer, ScriptedService

from waypost import AuthenticationError, ServerError

PASSWORD = "correct horse"


def tokens(token: str) -> Answer:
    return Answer(200, {"token": token, "refreshToken": "", "expiresIn": 3600})


class SignIn(FlavourTest):
    def open(self, *answers: Answer) -> tuple[ScriptedService, ManualClock, Any]:
        service = self.serve(*answers)
        clock = ManualClock()
        base_url = f"{service.url}/base"
        return service, clock, self.flavour.sign_in("ada@example.com", PASSWORD, base_url=base_url, clock=clock)

    def ask(self, token: Any, times: int) -> list[str]:
        if not self.flavour.is_async:
            with ThreadPoolExecutor(times) as threads:
                return [asked.result() for asked in [threads.submit(token) for _ in range(times)]]

        async def ask() -> list[str]:
            return list(await asyncio.gather(*(token() for _ in range(times))))

        return asyncio.run(ask())

    def test_a_token_is_kept_while_it_is_valid_and_renewed_once_before_it_expires(self) -> None:
        service, clock, token = self.open(tokens("first"), tokens("second"))
        clock.wait(3200)
        self.assertEqual(self.ask(token, 2), ["first", "first"])
        clock.wait(100)
        self.assertEqual(self.ask(token, 3), ["second"] * 3)
        self.assertEqual([one.url for one in service.requests], ["/base/auth/login"] * 2)

    def test_a_failed_renewal_is_repeated_by_the_next_call(self) -> None:
        _service, clock, token = self.open(tokens("first"), Answer(503), tokens("second"))
        clock.wait(3600)
        with self.assertRaises(ServerError):
            self.ask(token, 1)
        self.assertEqual(self.ask(token, 1), ["second"])

    def test_a_client_asks_for_the_token_before_each_request(self) -> None:
        service, clock, token = self.open(tokens("first"), tokens("second"), Answer(200, []))
        waypost = self.flavour.automation(token=token, base_url=service.url)
        clock.wait(3600)
        self.assertEqual(self.flavour.run(waypost.api_keys.list().all()), [])
        self.assertEqual(service.requests[-1].headers["authorization"], "Bearer second")

    def test_a_wrong_password_is_an_authentication_error_that_does_not_show_it(self) -> None:
        with self.assertRaisesRegex(AuthenticationError, "^401 Unauthorized$"):
            self.open(Answer(401, {"statusCode": 401, "message": "Unauthorized"}))


in_every_flavour(globals(), SignIn)
