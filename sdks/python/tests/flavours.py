from __future__ import annotations

import asyncio
import inspect
import unittest
from typing import Any, Callable, Optional

from scripted_service import Scripted, ScriptedService

import waypost
from waypost import AliasClient, AsyncAliasClient, AsyncAutomationClient, AutomationClient
from waypost.transports.http_client_transport import AsyncHttpClientTransport, HttpClientTransport

START = 1_772_443_800.0  # 2026-03-02T09:30:00Z


class ManualClock:
    """A clock that advances only by waits."""

    def __init__(self) -> None:
        self.time = START
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds


class AsyncManualClock:
    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock

    def now(self) -> float:
        return self._clock.now()

    async def wait(self, seconds: float) -> None:
        self._clock.wait(seconds)


class Flavour:
    """One way to use the package: blocking or asyncio, and a transport."""

    def __init__(self, name: str, is_async: bool, create_transport: Callable[[], Any]) -> None:
        self.name = name
        self.is_async = is_async
        self.create_transport = create_transport

    def automation(self, clock: Optional[ManualClock] = None, **options: Any) -> Any:
        return (AsyncAutomationClient if self.is_async else AutomationClient)(**self._options(clock, options))

    def alias(self, clock: Optional[ManualClock] = None, **options: Any) -> Any:
        return (AsyncAliasClient if self.is_async else AliasClient)(**self._options(clock, options))

    def run(self, result: Any) -> Any:
        """The result of a call, awaited where needed."""
        return asyncio.run(_wait(result)) if self.is_async else result

    def take(self, items: Any, most: int) -> list[Any]:
        """The first items of an iteration, which is then ended."""
        return asyncio.run(_take(items, most)) if self.is_async else [item for item, _ in zip(items, range(most))]

    def sign_in(self, *given: Any, clock: ManualClock, **options: Any) -> Any:
        sign_in: Any = waypost.async_sign_in if self.is_async else waypost.sign_in
        return self.run(sign_in(*given, **self._options(clock, options)))

    def _options(self, clock: Optional[ManualClock], options: dict[str, Any]) -> dict[str, Any]:
        given: Any = clock
        if clock is not None and self.is_async:
            given = AsyncManualClock(clock)
        return {"transport": self.create_transport(), "clock": given, **options}


async def _wait(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result


async def _take(items: Any, most: int) -> list[Any]:
    taken: list[Any] = []
    async for item in items:
        taken.append(item)
        if len(taken) == most:
            break
    return taken


FLAVOURS = [
    Flavour("Blocking", False, HttpClientTransport),
    Flavour("Asyncio", True, AsyncHttpClientTransport),
]
try:
    from waypost.transports.httpx_transport import AsyncHttpxTransport, HttpxTransport
except ImportError:
    pass
else:
    FLAVOURS += [Flavour("Httpx", False, HttpxTransport), Flavour("AsyncioHttpx", True, AsyncHttpxTransport)]


class FlavourTest(unittest.TestCase):
    """Base of tests that hold for every flavour."""

    flavour: Flavour

    def serve(self, *answers: Scripted) -> ScriptedService:
        service = ScriptedService(*answers)
        self.addCleanup(service.close)
        return service


def in_every_flavour(module: dict[str, Any], *bases: type[FlavourTest]) -> None:
    """Replaces each of these classes in a module by one class per flavour."""
    in_flavours(FLAVOURS, module, *bases)


def in_flavours(flavours: list[Flavour], module: dict[str, Any], *bases: type[FlavourTest]) -> None:
    for base in bases:
        del module[base.__name__]
        for flavour in flavours:
            name = base.__name__ + flavour.name
            module[name] = type(name, (base,), {"flavour": flavour, "__module__": module["__name__"]})
