from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Optional, Protocol, TypeVar
from urllib.parse import urlsplit

Chunks = TypeVar("Chunks")

# The services send a keep-alive every 15 s.
STREAM_PAUSE_SECONDS = 60


@dataclass(frozen=True)
class Request:
    """One attempt."""

    method: str
    url: str
    # They may hold a key, so they are not shown.
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    # For the whole attempt, including the response; for a stream until its beginning.
    timeout_seconds: float
    # Whether a successful response is read piece by piece.
    is_stream: bool = False
    # Whether sending it twice does no harm, so that it may reuse a connection that may be closing.
    is_repeatable: bool = False
    # Ends the message where nothing answers.
    url_hint: str = ""

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    def describe_lateness(self) -> str:
        return f"{self.method} {urlsplit(self.url).path} was not answered within {self.timeout_seconds:g} s"


@dataclass(frozen=True)
class RawAnswer(Generic[Chunks]):
    """A response with any status."""

    status: int
    # Names are in lower case.
    headers: Mapping[str, str]
    body: bytes
    # For a successful stream, instead of the body.
    chunks: Optional[Chunks] = None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


class Transport(Protocol):
    """Sends requests. It must not follow redirects, which would take the key to their target."""

    def send(self, request: Request) -> RawAnswer[Iterator[bytes]]:
        """Raises a ConnectionError or a TimeoutError of this package where there is no response."""

    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """The same for asyncio. A cancelled task ends its request."""

    async def send(self, request: Request) -> RawAnswer[AsyncIterator[bytes]]: ...

    async def close(self) -> None: ...
