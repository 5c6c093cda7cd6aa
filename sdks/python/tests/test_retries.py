from __future__ import annotations

import asyncio
import datetime
import inspect
import time
from email.utils import format_datetime
from typing import Any, Callable

from flavours import FLAVOURS, START, FlavourTest, ManualClock, in_every_flavour, in_flavours
from scripted_service import (
    Answer,
    ScriptedService,
    answer_and_leave,
    dribble,
    hang_up,
    stay_silent,
    stop_in_the_middle,
)

from waypost import (
    AsyncAutomationClient,
    AutomationClient,
    ConnectionError,
    RateLimitError,
    ServerError,
    TimeoutError,
    WaypostError,
)

OK = Answer(200, {"isRunning": False})
STARTED = Answer(202, {"executionId": "run", "status": "pending", "startsAt": ""})
UNAVAILABLE = Answer(503, {"statusCode": 503, "message": "Service Unavailable"})


async def _wait(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result


class _Recorder:
    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self.timeouts: list[float] = []

    def send(self, request: Any) -> Any:
        self.timeouts.append(request.timeout_seconds)
        return self._transport.send(request)

    def close(self) -> Any:
        return self._transport.close()


class _Test(FlavourTest):
    def open(self, *answers: Any) -> tuple[ScriptedService, ManualClock, Any]:
        service = self.serve(*answers)
        clock = ManualClock()
        return service, clock, self.flavour.automation(clock, api_key="gfac_key", base_url=service.url)


class TooManyRequests(_Test):
    def test_is_retried_after_the_seconds_of_retry_after(self) -> None:
        service, clock, waypost = self.open(Answer(429, headers={"retry-after": "7"}), OK)
        self.assertEqual(self.flavour.run(waypost.automations.status("one")), {"isRunning": False})
        self.assertEqual([round(wait) for wait in clock.waits], [7])
        self.assertEqual(len(service.requests), 2)

    def test_is_retried_at_the_date_of_retry_after(self) -> None:
        date = datetime.datetime.fromtimestamp(START + 20, datetime.timezone.utc)
        after = {"retry-after": format_datetime(date, usegmt=True)}
        _service, clock, waypost = self.open(Answer(429, headers=after), OK)
        self.flavour.run(waypost.automations.status("one"))
        self.assertEqual([round(wait) for wait in clock.waits], [20])

    def test_is_retried_at_the_second_of_x_ratelimit_reset_without_a_retry_after(self) -> None:
        reset = Answer(429, headers={"x-ratelimit-reset": str(int(START) + 42)})
        service = self.serve(reset, Answer(200, {"data": []}))
        clock = ManualClock()
        waypost = self.flavour.alias(clock, api_key="jm_live_key", base_url=service.url)
        self.assertEqual(self.flavour.run(waypost.domains.list()), [])
        self.assertEqual([round(wait) for wait in clock.waits], [42])

    def test_is_not_retried_when_the_wait_is_longer_than_the_caller_allows(self) -> None:
        after = {"retry-after": "71"}
        _service, clock, waypost = self.open(Answer(429, {"error": "Rate limit exceeded"}, after))
        with self.assertRaisesRegex(RateLimitError, "^429 Rate limit exceeded$") as caught:
            self.flavour.run(waypost.automations.status("one"))
        self.assertEqual(caught.exception.headers["retry-after"], "71")
        self.assertEqual(clock.waits, [])


class Unavailable(_Test):
    def test_is_retried_after_growing_pauses_up_to_the_maximum(self) -> None:
        service, clock, waypost = self.open(UNAVAILABLE)
        with self.assertRaises(ServerError):
            self.flavour.run(waypost.automations.status("one", max_retries=4))
        self.assertEqual(len(service.requests), 5)
        for index, wait in enumerate(clock.waits):
            self.assertTrue(0.25 * 2**index <= wait <= 0.5 * 2**index, clock.waits)

    def test_does_not_fail_a_read_that_succeeds_in_a_retry_and_neither_do_lost_connections(self) -> None:
        failures = [Answer(status) for status in (500, 502, 503, 504)]
        _service, _clock, waypost = self.open(hang_up, *failures, OK)
        status = self.flavour.run(waypost.automations.status("one", max_retries=5))
        self.assertEqual(status, {"isRunning": False})

    def test_lost_connections_end_in_a_connection_error(self) -> None:
        service, _clock, waypost = self.open(hang_up)
        with self.assertRaises(ConnectionError):
            self.flavour.run(waypost.automations.status("one"))
        self.assertEqual(len(service.requests), 3)

    def test_an_unreachable_service_is_a_connection_error(self) -> None:
        service, _clock, waypost = self.open(OK)
        service.close()
        with self.assertRaisesRegex(ConnectionError, f"^Could not reach {service.url}: "):
            self.flavour.run(waypost.automations.status("one"))

    def test_a_response_that_ends_before_its_body_does_is_a_lost_connection(self) -> None:
        _service, _clock, waypost = self.open(stop_in_the_middle, OK)
        self.assertEqual(self.flavour.run(waypost.automations.status("one")), {"isRunning": False})

    def test_other_refusals_are_not_retried(self) -> None:
        for status in (400, 401, 403, 404, 409, 501):
            service, _clock, waypost = self.open(Answer(status, {"message": "no"}))
            with self.assertRaises(WaypostError) as caught:
                self.flavour.run(waypost.automations.status("one"))
            found: Any = caught.exception
            self.assertEqual((found.status, found.body), (status, {"message": "no"}))
            self.assertEqual(len(service.requests), 1)


class Writes(_Test):
    def test_are_retried_under_one_idempotency_key_with_another_key_for_each_call(self) -> None:
        service, _clock, waypost = self.open(hang_up, UNAVAILABLE, STARTED)
        self.flavour.run(waypost.automations.trigger("one"))
        self.flavour.run(waypost.automations.trigger("one"))
        keys = [request.headers["idempotency-key"] for request in service.requests]
        self.assertRegex(keys[0], "^[0-9a-f-]{36}$")
        self.assertEqual(keys[:3], [keys[0]] * 3)
        self.assertNotEqual(keys[3], keys[0])

    def test_under_a_key_are_retried_after_every_failure_of_the_service(self) -> None:
        for status in (500, 502, 504):
            service, _clock, waypost = self.open(Answer(status), STARTED)
            self.assertEqual(self.flavour.run(waypost.automations.trigger("one"))["executionId"], "run")
            self.assertEqual(len(service.requests), 2)

    def test_have_the_key_that_the_caller_passes(self) -> None:
        service, _clock, waypost = self.open(STARTED)
        self.flavour.run(waypost.automations.trigger("one", {}, idempotency_key="order-1042"))
        self.assertEqual(service.requests[0].headers["idempotency-key"], "order-1042")

    def test_are_sent_once_where_the_service_accepts_no_key(self) -> None:
        writes: list[Callable[[Any], Any]] = [
            lambda automations: automations.update("one", {"name": "new"}),
            lambda automations: automations.delete("one"),
            lambda automations: automations.stop("one"),
        ]
        for write in writes:
            service, _clock, waypost = self.open(Answer(500))
            with self.assertRaises(ServerError):
                self.flavour.run(write(waypost.automations))
            self.assertEqual(len(service.requests), 1)
            self.assertNotIn("idempotency-key", service.requests[0].headers)

    def test_send_their_text_in_utf_8(self) -> None:
        service, _clock, waypost = self.open(Answer(201, {"id": "one"}))
        made = self.flavour.run(waypost.pipelines.create({"name": "Größe — 価格", "automationIds": []}))
        self.assertEqual(made, {"id": "one"})
        [request] = service.requests
        self.assertEqual(request.body, '{"name":"Größe — 価格","automationIds":[]}')
        self.assertEqual(request.headers["content-type"], "application/json")


class Time(_Test):
    def test_an_attempt_without_a_response_in_time_is_aborted_and_retried(self) -> None:
        _service, _clock, waypost = self.open(stay_silent, OK)
        status = self.flavour.run(waypost.automations.status("one", timeout_seconds=0.5))
        self.assertEqual(status, {"isRunning": False})

    def test_without_any_response_in_time_there_is_a_timeout_error(self) -> None:
        service, _clock, waypost = self.open(stay_silent)
        with self.assertRaisesRegex(TimeoutError, "status was not answered within 0.3 s$"):
            self.flavour.run(waypost.automations.status("one", timeout_seconds=0.3, max_retries=1))
        self.assertEqual(len(service.requests), 2)

    def test_an_attempt_has_a_second_more_for_each_64_kib_that_it_sends(self) -> None:
        service = self.serve(OK)
        transport = _Recorder(self.flavour.create_transport())
        waypost = self.flavour.automation(
            ManualClock(), api_key="gfac_key", base_url=service.url, transport=transport, timeout_seconds=10
        )
        self.flavour.run(waypost.automations.update("one", {"name": "x" * 128 * 1024}))
        self.flavour.run(waypost.automations.update("one", {"name": "x" * 128 * 1024}, timeout_seconds=10))
        self.assertEqual(transport.timeouts, [12, 10])

    def test_an_endless_response_is_aborted_too(self) -> None:
        _service, _clock, waypost = self.open(dribble)
        started = time.monotonic()
        with self.assertRaises(TimeoutError):
            self.flavour.run(waypost.automations.status("one", timeout_seconds=0.2, max_retries=0))
        self.assertLess(time.monotonic() - started, 3)


class Cancelling(_Test):
    def test_a_task_ends_its_request(self) -> None:
        service, _clock, waypost = self.open(stay_silent)

        async def cancel() -> None:
            task = asyncio.ensure_future(waypost.automations.status("one", max_retries=0))
            while not service.requests:
                await asyncio.sleep(0.005)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        started = time.monotonic()
        asyncio.run(cancel())
        self.assertLess(time.monotonic() - started, 3)

    def test_the_transport_still_works_afterwards(self) -> None:
        _service, _clock, waypost = self.open(stay_silent, OK)

        async def cancel() -> Any:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(waypost.automations.status("one", max_retries=0), 0.1)
            return await waypost.automations.status("one")

        self.assertEqual(asyncio.run(cancel()), {"isRunning": False})


class Connections(_Test):
    def test_are_reused_for_requests_that_may_be_sent_twice(self) -> None:
        service, _clock, waypost = self.open(OK)
        if self.flavour.is_async:

            async def ask() -> None:
                for _ in range(3):
                    await waypost.automations.status("one")

            asyncio.run(ask())
        else:
            for _ in range(3):
                waypost.automations.status("one")
        self.assertEqual(service.connections, 1)

    def test_that_the_service_has_closed_are_not_reused(self) -> None:
        closing = Answer(200, {"isRunning": True}, {"connection": "close"})
        service, clock, waypost = self.open(closing)
        for _ in range(2):
            self.flavour.run(waypost.automations.status("one"))
        self.assertEqual((service.connections, clock.waits), (2, []))

    def test_that_the_service_closes_later_are_not_reused_either(self) -> None:
        service, clock, waypost = self.open(answer_and_leave)

        async def ask() -> None:
            for count in (1, 2):
                await _wait(waypost.automations.status("one"))
                while service.ended < count:
                    service.closing.wait(0.005)

        asyncio.run(ask())
        self.assertEqual((service.connections, clock.waits), (2, []))

    def test_are_closed_with_the_client_except_those_of_a_given_transport(self) -> None:
        for is_given in (False, True):
            service = self.serve(OK)
            transport = self.flavour.create_transport() if is_given else None
            client = (AsyncAutomationClient if self.flavour.is_async else AutomationClient)(
                api_key="gfac_key", base_url=service.url, transport=transport
            )
            self.flavour.run(self.use(client))
            if is_given:
                self.assertEqual(service.ended, 0)
                continue
            deadline = time.monotonic() + 5
            while service.ended == 0 and time.monotonic() < deadline:
                service.closing.wait(0.005)
            self.assertEqual(service.ended, 1)

    def use(self, client: Any) -> Any:
        if not self.flavour.is_async:
            with client:
                return client.automations.status("one")

        async def use() -> Any:
            async with client:
                return await client.automations.status("one")

        return use()


del _Test  # Not a test of a flavour.
in_every_flavour(globals(), TooManyRequests, Unavailable, Writes, Time, Connections)
in_flavours([one for one in FLAVOURS if one.is_async], globals(), Cancelling)
