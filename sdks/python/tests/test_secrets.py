from __future__ import annotations

import pickle
import traceback
from typing import Any

from flavours import FlavourTest, in_every_flavour
from scripted_service import Answer, hang_up

from waypost import ApiError, WaypostError

KEY = "gfac_this-is-a-secret"
TOKEN = "eyJ-this-is-a-secret"


class Secrets(FlavourTest):
    def test_printing_a_client_shows_neither_key_nor_token(self) -> None:
        waypost = self.flavour.automation(api_key=KEY, token=TOKEN)
        objects = [waypost, *vars(waypost).values(), vars(waypost), vars(waypost._client)]
        for one in objects:
            self.assertNotIn("this-is-a-secret", repr(one))

    def test_printing_an_error_shows_neither_key_nor_token_whatever_its_cause(self) -> None:
        service = self.serve(
            Answer(401, {"message": "Invalid API Key"}), Answer(200, f'{{"rawKey": "{KEY}"'.encode()), hang_up
        )
        waypost = self.flavour.automation(api_key=KEY, token=TOKEN, base_url=service.url, max_retries=0)
        for _ in range(3):
            with self.assertRaises(WaypostError) as caught:
                self.flavour.run(waypost.automations.status("one"))
            error = caught.exception
            shown = "".join(traceback.format_exception(type(error), error, error.__traceback__))
            self.assertNotIn("this-is-a-secret", shown + repr(error) + repr(vars(error)))

    def test_an_invalid_credential_is_refused_before_anything_shows_it(self) -> None:
        with self.assertRaisesRegex(WaypostError, "^api_key has characters that no credential has$"):
            self.flavour.automation(api_key=f"{KEY}\n")
        with self.assertRaisesRegex(WaypostError, "^token has characters that no credential has$"):
            self.flavour.run(self.flavour.alias(token=f"{KEY}\n").account())
        with self.assertRaisesRegex(WaypostError, "^base_url may not have credentials in it$"):
            self.flavour.alias(api_key=KEY, base_url="http://ada:secret@localhost")
        for url in ("localhost:4002", "ftp://localhost", "http://", "http://localhost:port", "http://a b"):
            with self.assertRaisesRegex(WaypostError, "^base_url is no http or https URL$"):
                self.flavour.alias(api_key=KEY, base_url=url)

    def test_a_redirect_is_not_followed_because_it_would_take_the_key_along(self) -> None:
        elsewhere = self.serve(Answer(200, {}))
        service = self.serve(Answer(307, headers={"location": elsewhere.url}))
        waypost = self.flavour.automation(api_key=KEY, base_url=service.url)
        with self.assertRaises(ApiError) as caught:
            self.flavour.run(waypost.automations.status("one"))
        self.assertEqual((caught.exception.status, elsewhere.requests), (307, []))

    def test_without_the_credential_that_a_call_needs_nothing_is_sent(self) -> None:
        service = self.serve(Answer(200, {}))
        calls: list[tuple[str, Any, Any]] = [
            (
                "a token",
                self.flavour.automation,
                lambda made: made(api_key=KEY, base_url=service.url).webhooks.list().all(),
            ),
            (
                "an api_key",
                self.flavour.automation,
                lambda made: made(token=TOKEN, base_url=service.url).jobs.get("one"),
            ),
        ]
        for wanted, made, call in calls:
            with self.assertRaisesRegex(WaypostError, f"^This needs {wanted}, and the client was made without$"):
                self.flavour.run(call(made))
        self.assertEqual(service.requests, [])

    def test_no_id_calls_another_operation(self) -> None:
        service = self.serve(Answer(200, {}))
        waypost = self.flavour.automation(api_key=KEY, base_url=f"{service.url}/base/")
        for id in ("", ".", ".."):
            with self.assertRaisesRegex(WaypostError, "^There is no id to put into "):
                self.flavour.run(waypost.jobs.get(id))
        self.flavour.run(waypost.jobs.get("../a b?c#é"))
        [request] = service.requests
        self.assertEqual(request.url, "/base/api/v1/jobs/..%2Fa%20b%3Fc%23%C3%A9")

    def test_an_error_can_be_pickled(self) -> None:
        service = self.serve(Answer(404, {"message": "Job not found or unauthorized"}))
        waypost = self.flavour.automation(api_key=KEY, base_url=service.url)
        with self.assertRaises(ApiError) as caught:
            self.flavour.run(waypost.jobs.get("one"))
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((type(copy), str(copy)), (type(caught.exception), "404 Job not found or unauthorized"))


in_every_flavour(globals(), Secrets)
