from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Mapping
from dataclasses import dataclass
from typing import Callable, Generic, Optional

from ..build_url import QueryValues
from ..next_query import next_query
from ..page_content import Item, PageContent
from ..place import Place, to_place

_Read = Callable[[Optional[QueryValues]], Awaitable[tuple[PageContent[Item], Mapping[str, str]]]]


@dataclass(frozen=True)
class AsyncPage(Generic[Item]):
    """One page of a list."""

    items: list[Item]
    # The total number, where the service knows it.
    total: Optional[int]
    _next_query: Optional[dict[str, str]]
    _read: _Read[Item]

    @property
    def has_next(self) -> bool:
        return self._next_query is not None

    @property
    def next_place(self) -> Optional[Place]:
        """Where the next page begins, to continue with a new list of the same filters."""
        return None if self._next_query is None else to_place(self._next_query)

    async def next(self) -> Optional[AsyncPage[Item]]:
        """Reads the next page; None on the last one."""
        return None if self._next_query is None else await _read_page(self._read, self._next_query)


class AsyncList(Generic[Item]):
    """A list that is loaded as it is read. Creating it sends no request."""

    def __init__(self, read: _Read[Item], query: Optional[QueryValues]) -> None:
        self._read = read
        self._query = query

    async def page(self) -> AsyncPage[Item]:
        """The first page, with at most `limit` items."""
        return await _read_page(self._read, self._query)

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        """Page by page."""
        page: Optional[AsyncPage[Item]] = await self.page()
        while page is not None:
            yield page
            page = await page.next()

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item

    async def all(self) -> list[Item]:
        """All items at once."""
        return [item async for item in self]


async def _read_page(read: _Read[Item], query: Optional[QueryValues]) -> AsyncPage[Item]:
    content, headers = await read(query)
    counted = headers.get("x-total-count")
    total = int(counted) if content.total is None and counted is not None else content.total
    return AsyncPage(content.items, total, next_query(headers.get("link")), read)
