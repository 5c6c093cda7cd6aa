from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Optional, Protocol, TypeVar
from urllib.parse import urlsplit

Chunks = TypeVar("Chunks")

# The services say every 15 s that they are still there.
STREAM_PAUSE_SECONDS = 60


@dataclass(frozen=True)
class Request:
    """One attempt."""

    method: str
    url: str
    # They may hold a key: not to be shown.
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    # For all of it, the answer included; of a stream for its beginning.
    timeout_seconds: float
    # Whether a successful answer is read bit by bit.
    is_stream: bool = False
    # Whether sending it twice does no harm, so that it may take a connection that may be closing.
    is_repeatable: bool = False

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    def describe_lateness(self) -> str:
        return f"{self.method} {urlsplit(self.url).path} was not answered within {self.timeout_seconds:g} s"


@dataclass(frozen=True)
class RawAnswer(Generic[Chunks]):
    """An answer, whatever its status."""

    status: int
    # Names are in small letters.
    headers: Mapping[str, str]
    body: bytes
    # Of a stream that began well, in place of the body.
    chunks: Optional[Chunks] = None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


class Transport(Protocol):
    """How requests are sent. It follows no redirect: that would take the key to wherever it leads."""

    def send(self, request: Request) -> RawAnswer[Iterator[bytes]]:
        """Raises a ConnectionError or a TimeoutError of this package where there is no answer."""

    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """The same for asyncio. A task that is cancelled ends its request."""

    async def send(self, request: Request) -> RawAnswer[AsyncIterator[bytes]]: ...

    async def close(self) -> None: ...
